// At a pace that people choose: clocks, choices that are being made, and what comes in between.
import assert from 'node:assert/strict';
import test from 'node:test';
import { partners, playNow, playUntil } from '../lib/player.mjs';
import { stage } from '../lib/stage.mjs';

const made = stage();
const state = (page) => page.evaluate(() => document.getElementById('app').tableState().table);

/** Two people who play together. */
async function two({ time, ...options } = {}) {
  const pages = [await made.person(options), await made.person(options)];
  await partners(pages, { time });
  return pages;
}

test('the ring tells the time that is left, also after a reload', async () => {
  const [page, other] = await two({ time: '60', settings: { pace: 'fast' } });
  await playUntil([page, other], async () => (await page.$('.bids')) !== null, { careful: true });
  await page.waitForTimeout(2500);
  await page.reload();
  await page.waitForSelector('.own-area .turn-ring .left[data-until]');
  await page.waitForFunction(
    () => document.querySelector('.own-area .turn-ring .left').getAnimations().length > 0,
  );
  const [gone, whole] = await page.$eval('.own-area .turn-ring .left', (ring) => {
    const [animation] = ring.getAnimations();
    return [animation.currentTime, animation.effect.getTiming().duration];
  });
  assert.equal(whole, 60_000);
  assert.ok(gone > 2000 && gone < 20_000, `${gone} ms are gone`);
});

test('where time runs, the end of a hand does not take it', async () => {
  const page = await made.person({ settings: { pace: 'fast' } });
  await page.goto('/new');
  await page.selectOption('[name=time]', '15');
  await page.click('[data-action=create]');
  await page.click('[data-action=start]');
  await page.waitForSelector('.felt');
  await playUntil([page], async () => (await page.$('.hand-end')) !== null, { careful: true });
  const shown = Date.now();
  await page.waitForSelector('.hand-end', { state: 'detached' });
  assert.ok(Date.now() - shown < 5000, 'it goes away by itself');
});

test('what is being chosen stays chosen when somebody leaves', async () => {
  const [host, other] = await two({ settings: { pace: 'fast' } });
  await playUntil([host, other], async () => (await host.$('.bids')) !== null, { careful: true });
  await host.click('.bids .bid:last-child');
  await other.click('[data-action=menu]');
  await other.click('[data-action=leave]');
  await other.click('[data-action=yes]');
  await host.waitForFunction(() => document.querySelector('[data-seat=N] .label')?.textContent);
  await host.waitForTimeout(200);
  assert.equal(await host.getAttribute('.bids .bid:last-child', 'aria-pressed'), 'true');
  await other.click('[data-action=come-back]');
});

test('somebody who is cut off comes back to where the game is', async () => {
  const [host, other] = await two();
  await other.context().setOffline(true);
  await other.evaluate(() => window.dispatchEvent(new Event('online')));
  await other.waitForSelector('.offline');
  await other.context().setOffline(false);
  await other.waitForSelector('.offline', { state: 'detached' });
  await playUntil([host, other], async () => (await state(host)).view.tricks.length > 1, {
    careful: true,
  });
  await other.waitForFunction(
    () => document.getElementById('app').tableState().table.view.tricks.length > 1,
  );
});

test('a name does not take the word for the deal away', async () => {
  const page = await made.person();
  await page.goto('/new');
  await page.click('[data-action=create]');
  await page.click('.fair-deal summary');
  await page.fill('[name=word]', 'blueberries');
  await page.click('[data-action=save-word]');
  await page.waitForSelector('#toast.shown');
  await page.fill('[name=name]', 'Anna');
  await page.click('[data-action=save-name]');
  await page.waitForFunction(() => document.querySelector('.chair.mine b').textContent === 'Anna');
  await page.click('[data-action=start]');
  await page.waitForSelector('.felt');
  assert.match((await state(page)).words.S, /^blueberries [0-9a-f]{32}$/);
});

test('a table at which nobody may watch says so', async () => {
  const [page, other] = [await made.person(), await made.person()];
  await page.goto('/');
  await page.click('[data-action=play]');
  await page.waitForSelector('.felt');
  await other.goto(new URL(page.url()).pathname);
  await other.waitForFunction(() => /doesn’t allow spectators/.test(document.body.innerText));
  assert.equal(await other.$('[data-action=sit]'), null);
});

test('a screen that was left before it was there leaves nothing behind', async () => {
  const page = await made.person();
  await page.goto('/');
  await page.click('[data-action=play]');
  await page.waitForSelector('.felt');
  await page.goto('/');
  await page.waitForSelector('.tile.again');
  // Settings take long to come, and are left at once for the game, and that for the first screen.
  await page.route('**/api/me', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.click('a[href="/me"]');
  await page.goBack();
  await page.click('.tile.again');
  await page.waitForSelector('.felt');
  await page.waitForTimeout(1200);
  await page.goBack();
  await page.waitForSelector('.tiles');
  await page.keyboard.press('m');
  await page.waitForTimeout(200);
  assert.equal(await page.$('dialog'), null);
});

test('a game that is left within the page and come back to goes on', async () => {
  const page = await made.person();
  await playNow(page);
  await playUntil([page], async () => (await state(page)).view.tricks.length > 0, {
    careful: true,
  });
  await page.click('[data-action=menu]');
  await page.click('dialog a[href="/"]');
  await page.click('.tile.again');
  await page.waitForSelector('.felt');
  const { events } = await state(page);
  await playUntil(
    [page],
    async () => (await state(page)).events > events + 20 || (await page.$('.game-end')) !== null,
    { careful: true },
  );
});

test('the last hand of a game is looked at like any other, and then it is played again', async () => {
  const page = await made.person({ settings: { pace: 'fast' } });
  await page.goto('/new');
  await page.selectOption('[name=target]', '30');
  await page.click('[data-action=create]');
  await page.click('[data-action=start]');
  await page.waitForSelector('.felt');
  await page.evaluate(() => localStorage.setItem('pidro.pace', 'none'));
  const near = ({ scores }) => Math.max(scores.NS, scores.EW) >= 16;
  await playUntil([page], async () => near((await state(page)).view), { careful: true });
  await page.evaluate(() => localStorage.setItem('pidro.pace', 'fast'));
  await page.evaluate(() => {
    const note = () => {
      if (!document.querySelector('.hand-end')) return;
      window.shown = document.querySelectorAll('.hand-end tbody tr').length;
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
  });
  await playUntil([page], async () => (await page.$('.game-end')) !== null, { careful: true });
  assert.equal(
    await page.evaluate(() => window.shown),
    (await state(page)).sheet.length,
    'the end of the last hand was shown',
  );
  assert.equal((await state(page)).view.phase, 'complete');
  assert.equal((await page.$$('.game-end .sheet')).length, 1);
  await page.waitForFunction(() => document.activeElement?.closest('.game-end'));
  const here = page.url();
  await page.click('[data-action=rematch]');
  await page.waitForFunction((here) => location.href !== here, here);
});

test('what is typed as a name is taken when the game begins', async () => {
  const page = await made.person();
  await page.goto('/new');
  await page.click('[data-action=create]');
  await page.fill('[name=name]', 'Sven-Olof');
  await page.click('[data-action=start]');
  await page.waitForSelector('.felt');
  assert.equal((await state(page)).seats.S.name, 'Sven-Olof');
});
