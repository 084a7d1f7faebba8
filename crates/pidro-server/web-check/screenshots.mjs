// Takes pictures of the main screens, light and dark, phone and desktop: `npm run screenshots`.
// For one look only, in a folder of your choice: `npm run screenshots -- /tmp/pictures phone-dark`.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch, openPage } from './lib/browser.mjs';
import { decide, playNow } from './lib/player.mjs';
import { Server } from './lib/server.mjs';

const folder =
  process.argv[2] ?? fileURLToPath(new URL('../../../target/screenshots', import.meta.url));
mkdirSync(folder, { recursive: true });

const LOOKS = [
  {
    name: 'phone-light',
    viewport: { width: 390, height: 844 },
    colorScheme: 'light',
    locale: 'sv',
    isMobile: true,
    hasTouch: true,
  },
  {
    name: 'phone-dark',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    locale: 'fi',
    isMobile: true,
    hasTouch: true,
  },
  {
    name: 'desktop-light',
    viewport: { width: 1280, height: 860 },
    colorScheme: 'light',
    locale: 'en',
  },
  {
    name: 'desktop-dark',
    viewport: { width: 1280, height: 860 },
    colorScheme: 'dark',
    locale: 'sv',
  },
];

const server = await Server.start();
const browser = await launch();
for (const { name, ...look } of LOOKS.filter(
  ({ name }) => !process.argv[3] || name === process.argv[3],
)) {
  const page = await openPage(browser, server, { reducedMotion: 'reduce', ...look });
  const shoot = (what) => page.screenshot({ path: `${folder}/${name}-${what}.png` });
  await page.goto('/');
  await page.waitForSelector('.tiles');
  await shoot('home');
  for (const path of ['new', 'tables', 'me', 'learn', 'learn/rules']) {
    await page.goto(`/${path}`);
    await page.waitForSelector('h1');
    await page.waitForTimeout(300);
    await shoot(path.replace('/', '-'));
  }
  await page.goto('/new');
  await page.click('[data-action=create]');
  await page.waitForSelector('.qr');
  await page.waitForTimeout(300);
  await shoot('waiting-room');
  await page.goto('/learn/puzzles');
  await page.click('[data-call="pass"]');
  await page.waitForSelector('.odds');
  await shoot('puzzle');
  await page.goto('/learn/lesson');
  await page.click('[data-action=continue]');
  await page.waitForFunction(() => document.querySelector('[data-turn=S] .lesson-text'));
  await shoot('lesson');
  // One game against bots: every kind of decision, and the end of a hand.
  await playNow(page);
  const seen = new Set();
  await page.evaluate(() => localStorage.setItem('pidro.pace', 'fast'));
  while (!(await page.$('.game-end'))) {
    const kind = await page.evaluate(() => {
      if (document.querySelector('.hand-end')) return 'hand-end';
      const choose = document.querySelector('.choice-panel');
      return choose?.dataset.kind ?? '';
    });
    const trick = (await page.$$('.played')).length;
    if (kind && !seen.has(kind) && (kind !== 'play' || trick > 1)) {
      if (kind === 'keep') {
        await page.click('[data-action=hint]');
        await page.waitForSelector('.choice-panel .explanation');
      } else if (kind !== 'hand-end')
        await page.click('.bids button:last-child, .suits button, .hand .choosable');
      await page.waitForTimeout(200);
      await shoot(kind);
      seen.add(kind);
      if (seen.size >= 4 && seen.has('hand-end'))
        await page.evaluate(() => localStorage.setItem('pidro.pace', 'none'));
    }
    await decide(page);
    await page.waitForTimeout(30);
  }
  await shoot('game-end');
  await page.click('a[href$="/replay"]');
  await page.waitForSelector('.analysis[data-ready]', { timeout: 90_000 });
  await page.evaluate(() => {
    const slider = document.querySelector('.controls input');
    slider.value = '24';
    slider.dispatchEvent(new Event('input'));
  });
  await page.waitForTimeout(200);
  await page.screenshot({ path: `${folder}/${name}-replay.png`, fullPage: true });
  await page.context().close();
}
await browser.close();
await server.stop();
