// Whole games, undo, spectators and chat.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import {
  decide,
  isOver,
  startPartnerGame,
  playNow,
  playUntil,
  startFourPlayerGame,
} from '../lib/player.mjs';
import { setUp } from '../lib/fixture.mjs';

const fixture = setUp();

test('four people can finish a game and go on to a rematch', async () => {
  const pages = [];
  for (const locale of ['en', 'sv', 'fi', 'en']) pages.push(await fixture.openPage({ locale }));
  const table = await startFourPlayerGame(pages);
  await playUntil(pages, () => isOver(pages), { careful: true });
  // All pages show the same result.
  const finals = await Promise.all(pages.map((page) => page.textContent('.final-score')));
  assert.equal(
    new Set(finals.map((final) => final.split(' : ').sort().join())).size,
    1,
    finals.join(' '),
  );
  assert.equal(finals[0], finals[2], 'partners see the same');
  assert.equal(
    finals[0].split(' : ').reverse().join(' : '),
    finals[1],
    'each team sees its own score first',
  );
  const number = (text) => Number(text.replace('−', '-'));
  const highest = Math.max(...finals[0].split(':').map(number));
  assert.ok(highest >= 30, finals[0]);
  // The score sheet adds up to the result.
  const totals = await pages[0].$$eval('.sheet tfoot td', (cells) =>
    cells.map((cell) => cell.textContent),
  );
  assert.deepEqual(
    totals.map(number),
    finals[0].split(':').map(number),
    'the sheet has South’s team first',
  );
  // A rematch takes place at another table, at other seats.
  for (const page of pages) await page.click('[data-action=rematch]');
  for (const page of pages)
    await page.waitForFunction((old) => !location.pathname.includes(old), table);
  await pages[0].waitForSelector('.waiting-room');
  const seats = await pages[0].$$eval('[data-chair] b', (names) => names.length);
  assert.equal(seats, 4);
});

test('one person can play against three bots, which are labelled as bots', async () => {
  const page = await fixture.openPage();
  await playNow(page);
  assert.deepEqual(
    await page.$$eval('.seat .label', (labels) => labels.map((label) => label.textContent)),
    ['good bot', 'good bot', 'good bot'],
  );
  await playUntil([page], () => isOver([page]));
  assert.match(await page.textContent('.game-end h2'), /won|lost/);
  await page.click('[data-action=verify]');
  await page.waitForSelector('dialog .verdict.good');
});

test('an undo takes effect once everybody agrees', async () => {
  const pages = [await fixture.openPage(), await fixture.openPage()];
  const [host, other] = pages;
  await startPartnerGame(pages);
  await playUntil(
    pages,
    async () => (await other.$('.bids')) !== null || (await other.$('[data-kind=play]')) !== null,
  );
  const before = await other.evaluate(
    () => document.getElementById('app').tableState().table.events,
  );
  await decide(other, true);
  await other.waitForFunction(
    (count) => document.getElementById('app').tableState().table.events > count,
    before,
  );
  await other.click('[data-action=menu]');
  await other.click('[data-action=undo]');
  await host.click('[data-action=agree]');
  await other.waitForFunction(
    (count) => document.getElementById('app').tableState().table.events <= count,
    before,
  );
});

test('a spectator sees the table but no cards in hand and no choices', async () => {
  const [host, watcher] = [await fixture.openPage(), await fixture.openPage()];
  await host.goto('/new');
  await host.click('[data-action=create]');
  await host.click('[data-action=start]');
  await host.waitForSelector('.felt');
  await watcher.goto(new URL(host.url()).pathname);
  await watcher.waitForSelector('.felt');
  assert.equal(await watcher.$('.choice-panel'), null);
  assert.equal((await watcher.$$('.hand .card')).length, 0);
  await watcher.waitForSelector('.notice');
});

test('a phrase appears in the reader’s language', async () => {
  const [host, other] = [await fixture.openPage(), await fixture.openPage({ locale: 'sv' })];
  await startPartnerGame([host, other]);
  await host.click('[data-action=menu]');
  await host.click('[data-action=talk]');
  const { violations } = await new AxeBuilder({ page: host }).analyze();
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  );
  await host.click('.phrases button:nth-child(2)');
  await other.waitForFunction(
    () => document.querySelector('.bubble')?.textContent === 'Lycka till!',
  );
});
