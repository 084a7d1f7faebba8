// The lesson, the puzzles and the rules.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setUp } from '../lib/fixture.mjs';

const fixture = setUp();

/** Reads explanations until an element appears. Returns their texts. */
async function readUntil(page, selector) {
  const texts = [];
  for (const end = Date.now() + 25_000; Date.now() < end && !(await page.$(selector)); ) {
    const button = await page.$('[data-action=continue]');
    if (button) {
      texts.push(await page.textContent('.lesson-text p'));
      await button.click().catch(() => {});
    } else await page.waitForTimeout(100);
  }
  await page.waitForSelector(selector);
  return texts.join('\n');
}

const confirm = (page) => page.click('[data-action=act]');

test('the lesson explains every step of a hand as it happens', async () => {
  const page = await fixture.openPage({ reducedMotion: 'reduce' });
  await page.goto('/learn/lesson');
  let text = await readUntil(page, '.bids');
  assert.match(text, /14 points/);
  assert.match(text, /from 6 to 14/);
  await page.click('[data-call="8"]');
  await confirm(page);
  text = await readUntil(page, '.suits');
  assert.match(text, /wrong five/);
  await page.click('[data-suit=s]');
  assert.equal(
    await page.getAttribute('[data-suit=s]', 'aria-pressed'),
    'false',
    'the lesson accepts only hearts',
  );
  await page.click('[data-suit=h]');
  await confirm(page);
  text = await readUntil(page, '.tray');
  assert.match(text, /asked for/);
  assert.match(text, /robs/);
  await page.click('[data-action=hint]');
  assert.equal((await page.$$('.tray .chosen')).length, 6);
  await confirm(page);
  text = await readUntil(page, '[data-kind=play]');
  assert.match(text, /killed/);
  assert.match(text, /is cold/);
  assert.match(text, /has led the ace/);
  await page.click('.hand [data-card="9h"]');
  await confirm(page);
  text = await readUntil(page, '[data-kind=play]');
  assert.match(text, /played the two/);
  await page.click('.hand [data-card="5h"]');
  await confirm(page);
  text = await readUntil(page, '[data-action=again]');
  assert.match(text, /has made its bid/);
  await page.click('[data-action=again]');
  await readUntil(page, '.bids');
  // The lesson goes on for a learner who passes: the partner wins the bidding.
  await page.click('[data-call=pass]');
  await confirm(page);
  assert.match(await readUntil(page, '.tray'), /your partner won the bidding/);
});

test('a puzzle shows the odds of every bid and the expert’s choice', async () => {
  const page = await fixture.openPage();
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
    'a row for each legal bid',
  );
  assert.match(rows[0], /%/);
  const chances = await page.$$eval('.odds tbody td:nth-child(2)', (cells) =>
    cells.map((cell) => parseInt(cell.innerText, 10)),
  );
  assert.deepEqual(
    chances,
    [...chances].sort((one, other) => other - one),
    'higher bids succeed less often',
  );
  assert.match(await page.innerText('main'), /The expert: /);
  await page.click('[data-action=next]');
  await page.waitForSelector('.bids');
  assert.notEqual(
    await page.$$eval('.hand .card', (cards) => cards.map((card) => card.dataset.card).join()),
    first,
  );
});

test('the rules page shows cards', async () => {
  const page = await fixture.openPage();
  await page.goto('/learn/rules');
  await page.waitForSelector('figure .card');
  assert.ok((await page.$$('figure .card')).length > 20);
  assert.ok((await page.$$('main h2')).length >= 9);
});
