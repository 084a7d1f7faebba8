// Clocks, unfinished choices, and what happens while a player is busy or away.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startPartnerGame, playNow, playUntil } from '../lib/player.mjs';
import { setUp } from '../lib/fixture.mjs';

const fixture = setUp();
const state = (page) => page.evaluate(() => document.getElementById('app').tableState().table);

/** Opens the pages of two partners whose game has begun. */
async function openPartners({ time, ...options } = {}) {
  const pages = [await fixture.openPage(options), await fixture.openPage(options)];
  await startPartnerGame(pages, { time });
  return pages;
}

test('the ring shows the time left, even after a reload', async () => {
  const [page, other] = await openPartners({ time: '60', settings: { pace: 'fast' } });
  await playUntil([page, other], async () => (await page.$('.bids')) !== null, { careful: true });
  await page.waitForTimeout(2500);
  await page.reload();
  await page.waitForSelector('.own-area .turn-ring .left[data-until]');
  await page.waitForFunction(
    () => document.querySelector('.own-area .turn-ring .left').getAnimations().length > 0,
  );
  const [elapsed, total] = await page.$eval('.own-area .turn-ring .left', (ring) => {
    const [animation] = ring.getAnimations();
    return [animation.currentTime, animation.effect.getTiming().duration];
  });
  assert.equal(total, 60_000);
  assert.ok(elapsed > 2000 && elapsed < 20_000, `${elapsed} ms`);
});

test('with a time limit, the result of a hand closes by itself', async () => {
  const page = await fixture.openPage({ settings: { pace: 'fast' } });
  await page.goto('/new');
  await page.selectOption('[name=time]', '15');
  await page.click('[data-action=create]');
  await page.click('[data-action=start]');
  await page.waitForSelector('.felt');
  await playUntil([page], async () => (await page.$('.hand-end')) !== null, { careful: true });
  const shown = Date.now();
  await page.waitForSelector('.hand-end', { state: 'detached' });
  assert.ok(Date.now() - shown < 5000, 'closed within 5 s');
});

test('an unfinished choice stays when somebody leaves', async () => {
  const [host, other] = await openPartners({ settings: { pace: 'fast' } });
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

test('a player who was offline catches up with the game', async () => {
  const [host, other] = await openPartners();
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

test('a new name keeps the word for the fair deal', async () => {
  const page = await fixture.openPage();
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

test('a table without spectators tells visitors so', async () => {
  const [page, other] = [await fixture.openPage(), await fixture.openPage()];
  await page.goto('/');
  await page.click('[data-action=play]');
  await page.waitForSelector('.felt');
  await other.goto(new URL(page.url()).pathname);
  await other.waitForFunction(() => /doesn’t allow spectators/.test(document.body.innerText));
  assert.equal(await other.$('[data-action=sit]'), null);
});

test('a screen that the user left while it was loading leaves nothing behind', async () => {
  const page = await fixture.openPage();
  await page.goto('/');
  await page.click('[data-action=play]');
  await page.waitForSelector('.felt');
  await page.goto('/');
  await page.waitForSelector('.tile.again');
  // The user leaves the slow settings for the game, and the game for the first screen.
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

test('a game continues after the player goes to another screen and back', async () => {
  const page = await fixture.openPage();
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

test('the result of the last hand is shown before the end of the game, and a rematch follows', async () => {
  const page = await fixture.openPage({ settings: { pace: 'fast' } });
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
    'the last result included the last hand',
  );
  assert.equal((await state(page)).view.phase, 'complete');
  assert.equal((await page.$$('.game-end .sheet')).length, 1);
  await page.waitForFunction(() => document.activeElement?.closest('.game-end'));
  const here = page.url();
  await page.click('[data-action=rematch]');
  await page.waitForFunction((here) => location.href !== here, here);
});

test('a typed name counts at the start even if it was not saved', async () => {
  const page = await fixture.openPage();
  await page.goto('/new');
  await page.click('[data-action=create]');
  await page.fill('[name=name]', 'Sven-Olof');
  await page.click('[data-action=start]');
  await page.waitForSelector('.felt');
  assert.equal((await state(page)).seats.S.name, 'Sven-Olof');
});
