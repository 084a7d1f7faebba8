// Accessibility: axe, keyboard, screen readers, languages, window sizes, touch.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { isOver, playNow, playUntil } from '../lib/player.mjs';
import { SCREENS, setUp } from '../lib/fixture.mjs';

const fixture = setUp();

/** Fails if axe finds a violation. */
async function assertAccessible(page, where) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
  assert.deepEqual(found, [], where);
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds no violation on any screen (${colorScheme})`, async () => {
    const page = await fixture.openPage({ colorScheme, locale: 'sv', reducedMotion: 'reduce' });
    for (const screen of SCREENS) {
      await page.goto(screen);
      await page.waitForSelector('h1');
      await page.waitForLoadState('networkidle');
      await assertAccessible(page, screen);
    }
    await page.goto('/learn/puzzles');
    await page.click('[data-call=pass]');
    await assertAccessible(page, 'a solved puzzle');
    await page.goto('/new');
    await page.click('[data-action=create]');
    await page.waitForSelector('.qr');
    await assertAccessible(page, 'the waiting room');
    await playNow(page);
    const seen = new Set();
    await page.evaluate(() => localStorage.setItem('pidro.pace', 'fast'));
    await playUntil([page], async () => {
      const kind = await page.evaluate(() =>
        document.querySelector('.hand-end')
          ? 'hand-end'
          : (document.querySelector('.choice-panel')?.dataset.kind ?? ''),
      );
      if (kind && !seen.has(kind)) {
        seen.add(kind);
        await assertAccessible(page, `the table: ${kind}`);
        if (kind === 'hand-end')
          await page.evaluate(() => localStorage.setItem('pidro.pace', 'none'));
      }
      return isOver([page]);
    });
    assert.ok(seen.has('hand-end') && seen.has('bid') && seen.has('play'), [...seen].join());
    await assertAccessible(page, 'the end of the game');
    await page.click('a[href$="/replay"]');
    await page.waitForSelector('.analysis[data-ready]', { timeout: 90_000 });
    await assertAccessible(page, 'the replay');
    await page.click('[data-action=verify]');
    await page.waitForSelector('dialog');
    await assertAccessible(page, 'the proof');
  });
}

test('axe finds no violation in the dialogs of a table', async () => {
  const page = await fixture.openPage({ reducedMotion: 'reduce' });
  await playNow(page);
  await page.waitForSelector('.choice-panel');
  for (const item of ['sheet', 'last-trick', 'log', 'settings']) {
    await page.click('[data-action=menu]');
    await page.waitForSelector('dialog');
    if (item === 'sheet') await assertAccessible(page, 'the menu');
    await page.click(`dialog [data-action=${item}]`);
    await page.waitForSelector('dialog[open]');
    await assertAccessible(page, item);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
  }
});

test('a whole hand can be played with the keyboard alone', async () => {
  const page = await fixture.openPage();
  await page.goto('/');
  await page.waitForSelector('[data-action=play]');
  const active = () =>
    page.evaluate(
      () =>
        document.activeElement
          ?.closest('[data-action], [data-call], [data-card], [data-suit]')
          ?.outerHTML.slice(0, 80) ?? '',
    );
  for (let tabs = 0; tabs < 10 && !/data-action="play"/.test(await active()); tabs++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.felt');
  // A new choice gets the focus, and the arrow keys cycle through it.
  await page.waitForSelector('.bids, .suits, .hand .choosable');
  await page.waitForFunction(() => document.activeElement?.closest('.bids, .suits, .hand'));
  const choices = await page.$$eval('.bids button', (buttons) => buttons.length);
  if (choices > 1) {
    const first = await active();
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await active(), first, 'an arrow key moves the focus');
    for (let count = 1; count < choices; count++) await page.keyboard.press('ArrowRight');
    assert.equal(await active(), first, 'after the last choice comes the first');
  }
  const state = () => page.evaluate(() => document.getElementById('app').tableState()?.table);
  const first = (await state())?.view?.hand ?? 1;
  for (let presses = 0; presses < 600; presses++) {
    const table = await state();
    if (table.sheet.length > 0 || table.view.hand > first) break;
    const kind = await page.evaluate(
      () => document.querySelector('.choice-panel')?.dataset.kind ?? '',
    );
    if (!kind) {
      await page.waitForTimeout(30);
      continue;
    }
    if (await page.evaluate(() => document.querySelector('[data-action=act]')?.disabled)) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    } else {
      for (let tabs = 0; tabs < 30 && !/data-action="act"/.test(await active()); tabs++)
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(50);
    }
  }
  assert.equal((await state()).sheet.length, 1, 'one hand was played');
  // Shortcuts.
  await page.keyboard.press('p');
  await page.waitForSelector('dialog .sheet');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.keyboard.press('m');
  await page.waitForSelector('dialog .menu-items');
});

test('a screen reader hears calls, plays, turns and scores, and finds the hand as a list', async () => {
  const page = await fixture.openPage();
  await page.addInitScript(() => {
    window.heard = [];
    document.addEventListener('DOMContentLoaded', () => {
      const region = document.getElementById('announcements');
      new MutationObserver(() => window.heard.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
  });
  await playNow(page);
  await playUntil([page], () =>
    page.evaluate(() => document.getElementById('app').tableState().table.sheet.length > 0),
  );
  await page.waitForTimeout(200);
  const heard = (await page.evaluate(() => window.heard)).join(' ');
  for (const sentence of [
    /(North|East|West) (bids \d+|passes)\./,
    /You (bid \d+|pass)\./,
    /(You win|\w+ wins) the bidding with \d+\./,
    /names? (spades|hearts|diamonds|clubs) as trump\./,
    /(North|East|West) plays \w+ of \w+\./,
    /takes? the trick: (no points|1 point|\d+ points)\./,
    /Your turn/,
    /We: [+−]\d+, now −?\d+\. They: [+−]\d+, now −?\d+\./,
    /asks? for (no cards|1 card|\d cards)\./,
  ])
    assert.match(heard, sentence);
  assert.equal(
    await page.$eval('#announcements', (region) => region.getAttribute('aria-live')),
    'polite',
  );
  await page.waitForSelector('ul.hand li button[aria-label]');
});

test('the language follows the browser until the user chooses one', async () => {
  const titles = { sv: 'Spela nu', fi: 'Pelaa nyt', en: 'Play now' };
  for (const [locale, title] of Object.entries(titles)) {
    const page = await fixture.openPage({ locale });
    for (const screen of SCREENS) {
      await page.goto(screen);
      await page.waitForSelector('h1');
      assert.equal(await page.getAttribute('html', 'lang'), locale);
      const text = await page.innerText('body');
      assert.doesNotMatch(text, /\{\w+\}|undefined|\b[a-z]+_[a-z_]+\b/, `${locale} ${screen}`);
    }
    await page.goto('/');
    assert.equal((await page.textContent('[data-action=play] b')).trim(), title);
    await playNow(page);
    await playUntil([page], () =>
      page.evaluate(() => document.getElementById('app').tableState().table.sheet.length > 0),
    );
    assert.doesNotMatch(
      await page.innerText('body'),
      /\{\w+\}|undefined|\b[a-z]+_[a-z_]+\b/,
      locale,
    );
  }
  const page = await fixture.openPage({ locale: 'de' });
  await page.goto('/');
  assert.equal((await page.textContent('[data-action=play] b')).trim(), titles.en);
  await page.click('button[lang=fi]');
  await page.waitForFunction(
    (title) => document.querySelector('[data-action=play] b')?.textContent === title,
    titles.fi,
  );
  await page.reload();
  await page.waitForSelector('[data-action=play]');
  assert.equal((await page.textContent('[data-action=play] b')).trim(), titles.fi);
});

test('the page can be installed as an app', async () => {
  const page = await fixture.openPage();
  await page.goto('/');
  await page.waitForSelector('.tiles');
  const browser = await page.context().newCDPSession(page);
  const { url, errors } = await browser.send('Page.getAppManifest');
  assert.match(url, /app\.webmanifest$/);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // The test's windows are private, and private windows can't install apps.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId),
    ['in-incognito'],
  );
});

const WINDOWS = [
  [320, 568],
  [568, 320],
  [390, 844],
  [844, 390],
  [1024, 768],
  [2560, 1440],
];
for (const [width, height, size] of [
  ...WINDOWS.map((window) => [...window, 'normal']),
  [390, 844, 'huge'],
  [844, 390, 'huge'],
]) {
  test(`nothing overflows a window of ${width} × ${height} with ${size} cards`, async () => {
    const phone = width < 900 || height < 500;
    const page = await fixture.openPage({
      settings: { size },
      viewport: { width, height },
      isMobile: phone,
      hasTouch: phone,
      reducedMotion: 'reduce',
    });
    const overflow = () =>
      page.evaluate(() =>
        Math.max(
          ...[document.documentElement, ...document.querySelectorAll('.felt')].map(
            (box) => box.scrollWidth - box.clientWidth,
          ),
        ),
      );
    for (const screen of SCREENS) {
      await page.goto(screen);
      await page.waitForSelector('h1');
      await page.waitForTimeout(50);
      assert.ok((await overflow()) <= 0, `${screen} is ${await overflow()} px too wide`);
    }
    await page.goto('/new');
    await page.click('[data-action=create]');
    await page.click('.fair-deal summary');
    assert.ok((await overflow()) <= 0, `the waiting room is ${await overflow()} px too wide`);
    await playNow(page);
    const kinds = new Set();
    await playUntil([page], async () => {
      const kind = await page.evaluate(
        () => document.querySelector('.choice-panel')?.dataset.kind ?? '',
      );
      if (kind && !kinds.has(kind)) {
        kinds.add(kind);
        assert.ok((await overflow()) <= 0, `${kind} is ${await overflow()} px too wide`);
        await assertReachable(page, kind, { width, height });
      }
      return kinds.size > 2 || isOver([page]);
    });
  });
}

/** Fails unless all cards and buttons of a choice can be reached and are as large as a finger. */
async function assertReachable(page, kind, { width, height }) {
  for (const item of await page.$$('.choice-panel button, .hand .choosable')) {
    await item.scrollIntoViewIfNeeded();
    const box = await item.boundingBox();
    assert.ok(box, kind);
    assert.ok(
      box.x >= -1 && box.x + box.width <= width + 1,
      `${kind}: from ${box.x} to ${box.x + box.width}`,
    );
    assert.ok(box.y >= 0 && box.y < height, `${kind}: at ${box.y}`);
    // In a fan, only the left edge of a card is uncovered.
    const hit = await item.evaluate((item) => {
      const { x, y, height } = item.getBoundingClientRect();
      return item.contains(
        document.elementFromPoint(x + 8, Math.min(y + height / 2, innerHeight - 2)),
      );
    });
    assert.ok(hit, `${kind}: ${await item.innerText()} is covered`);
    assert.ok(box.height >= 44, `${kind}: ${box.height} px high`);
  }
}

test('two taps play a card; so does one tap with that setting, and dragging', async () => {
  const page = await fixture.openPage({ reducedMotion: 'reduce' });
  await playNow(page);
  const canPlay = async () => (await page.$('[data-kind=play]')) !== null;
  const n = () => page.evaluate(() => document.getElementById('app').tableState().table.n);
  const waitForEntryAfter = (before) =>
    page.waitForFunction((n) => document.getElementById('app').tableState().table.n > n, before);
  await playUntil([page], canPlay);
  let before = await n();
  const name = await page.getAttribute('.hand .choosable', 'data-card');
  await page.click(`.hand [data-card="${name}"]`);
  assert.equal(await page.getAttribute(`.hand [data-card="${name}"]`, 'aria-pressed'), 'true');
  assert.equal(await n(), before, 'one tap only selects');
  await page.click(`.hand [data-card="${name}"]`);
  await waitForEntryAfter(before);
  await playUntil([page], canPlay);
  before = await n();
  await page.evaluate(() => localStorage.setItem('pidro.tap', 'one'));
  await page.click('.hand .choosable');
  await waitForEntryAfter(before);
  await page.evaluate(() => localStorage.setItem('pidro.tap', 'two'));
  await playUntil([page], canPlay);
  before = await n();
  const card = await (await page.$('.hand .choosable')).boundingBox();
  const middle = await (await page.$('.middle')).boundingBox();
  await page.mouse.move(card.x + 20, card.y + 30);
  await page.mouse.down();
  await page.mouse.move(card.x + 20, card.y - 60, { steps: 4 });
  await page.mouse.move(middle.x + middle.width / 2, middle.y + middle.height / 2, { steps: 4 });
  await page.mouse.up();
  await waitForEntryAfter(before);
});
