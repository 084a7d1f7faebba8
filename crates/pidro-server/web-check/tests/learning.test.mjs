// The lesson, the puzzles and the rules.
import assert from 'node:assert/strict';
import test from 'node:test';
import { stage } from '../lib/stage.mjs';

const made = stage();

/** Reads on until something is asked. */
async function readOn(page, what) {
  const texts = [];
  for (const end = Date.now() + 25_000; Date.now() < end && !(await page.$(what)); ) {
    const button = await page.$('[data-action=continue]');
    if (button) {
      texts.push(await page.textContent('.lesson-text p'));
      await button.click().catch(() => {});
    } else await page.waitForTimeout(100);
  }
  await page.waitForSelector(what);
  return texts.join('\n');
}

const act = (page) => page.click('[data-action=act]');

test('the first hand: everything is explained where it happens, and it is played', async () => {
  const page = await made.person({ reducedMotion: 'reduce' });
  await page.goto('/learn/lesson');
  let told = await readOn(page, '.bids');
  assert.match(told, /14 points/);
  assert.match(told, /from 6 to 14/);
  await page.click('[data-call="8"]');
  await act(page);
  told = await readOn(page, '.suits');
  assert.match(told, /wrong five/);
  await page.click('[data-suit=s]');
  assert.equal(
    await page.getAttribute('[data-suit=s]', 'aria-pressed'),
    'false',
    'the lesson needs hearts',
  );
  await page.click('[data-suit=h]');
  await act(page);
  told = await readOn(page, '.tray');
  assert.match(told, /asked for/);
  assert.match(told, /robs/);
  await page.click('[data-action=hint]');
  assert.equal((await page.$$('.tray .chosen')).length, 6);
  await act(page);
  told = await readOn(page, '[data-kind=play]');
  assert.match(told, /killed/);
  assert.match(told, /is cold/);
  assert.match(told, /has led the ace/);
  await page.click('.hand [data-card="9h"]');
  await act(page);
  told = await readOn(page, '[data-kind=play]');
  assert.match(told, /played the two/);
  await page.click('.hand [data-card="5h"]');
  await act(page);
  told = await readOn(page, '[data-action=again]');
  assert.match(told, /has made its bid/);
  await page.click('[data-action=again]');
  await readOn(page, '.bids');
  // Who passes learns all the same: the partner has the bid.
  await page.click('[data-call=pass]');
  await act(page);
  assert.match(await readOn(page, '.tray'), /your partner won the bidding/);
});

test('puzzles have odds and the expert’s word', async () => {
  const page = await made.person();
  await page.goto('/learn/puzzles');
  assert.equal((await page.$$('.hand .card')).length, 0);
  await page.waitForSelector('.hand .card');
  assert.equal((await page.$$('.hand .card')).length, 9);
  const first = await page.$$eval('.hand .card', (cards) =>
    cards.map((card) => card.dataset.card).join(),
  );
  const legal = await page.$$eval('.bids [data-call]', (bids) =>
    bids.map((bid) => Number(bid.dataset.call)).filter(Boolean),
  );
  await page.click('.bids .bid:nth-child(2)');
  const rows = await page.$$eval('.odds tbody tr', (rows) => rows.map((row) => row.innerText));
  assert.deepEqual(
    rows.map((row) => parseInt(row, 10)),
    legal,
    'a row for each bid that could be made',
  );
  assert.match(rows[0], /%/);
  const chances = await page.$$eval('.odds tbody td:nth-child(2)', (cells) =>
    cells.map((cell) => parseInt(cell.innerText, 10)),
  );
  assert.deepEqual(
    chances,
    [...chances].sort((one, other) => other - one),
    'a higher bid is made less often',
  );
  assert.match(await page.innerText('main'), /The expert: /);
  await page.click('[data-action=next]');
  await page.waitForSelector('.bids');
  assert.notEqual(
    await page.$$eval('.hand .card', (cards) => cards.map((card) => card.dataset.card).join()),
    first,
  );
});

test('the rules have pictures', async () => {
  const page = await made.person();
  await page.goto('/learn/rules');
  await page.waitForSelector('figure .card');
  assert.ok((await page.$$('figure .card')).length > 20);
  assert.ok((await page.$$('main h2')).length >= 9);
});
