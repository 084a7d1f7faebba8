// The page states no rules of its own: it shows whatever the server says about the game.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { interceptSocket } from '../lib/intercept.mjs';
import { playNow, playUntil } from '../lib/player.mjs';
import { setUp } from '../lib/fixture.mjs';

const fixture = setUp();
const web = fileURLToPath(new URL('../../web', import.meta.url));

/** Changes the game data that the server sends with a page. */
const withGameData = (page, path, change) =>
  page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(<script id="game-data"[^>]*>)(.*?)(<\/script>)/,
      (_, start, data, end) => start + JSON.stringify(change(JSON.parse(data))) + end,
    );
    await route.fulfill({ response, body });
  });

test('the form for a new table offers the server’s presets, targets and times', async () => {
  const page = await fixture.openPage();
  await withGameData(page, '/new', (data) => ({
    ...data,
    presets: ['tournament', 'finnish'],
    targets: [7, 11],
    default_target: 11,
    time_limits: [99],
  }));
  await page.goto('/new');
  const values = (name) =>
    page.$$eval(`[name=${name}] option`, (options) => options.map((option) => option.value));
  assert.deepEqual(await values('preset'), ['tournament', 'finnish']);
  assert.deepEqual(await values('target'), ['7', '11']);
  assert.equal(await page.inputValue('[name=target]'), '11');
  assert.deepEqual(await values('time'), ['', '99']);
});

test('the server’s data decides how cards are sorted and marked', async () => {
  const page = await fixture.openPage();
  const read = () =>
    page.evaluate(async () => {
      const { isTrump, pointsOf, sortCards, wrongFiveSuit } = await import('/web/cards.js');
      const cards = ['2h', '5d', 'Ah', 'Kh', '5h', 'Kd', 'Ad'];
      return {
        sorted: sortCards(cards, 'h').join(' '),
        trumps: cards.filter((card) => isTrump(card, 'h')).join(' '),
        points: cards.map((card) => pointsOf(card, 'h')).join(' '),
        wrongFive: wrongFiveSuit('h'),
      };
    });
  await page.goto('/');
  assert.deepEqual(await read(), {
    sorted: 'Ah Kh 5h 5d 2h Ad Kd',
    trumps: '2h 5d Ah Kh 5h',
    points: '1 5 1 0 5 0 0',
    wrongFive: 'd',
  });
  // In this made-up game the two is high, and the king of diamonds is the fourteenth trump.
  const trumps = (data) => ({
    ...data.trumps,
    h: [['2h', 3], ['Kd', 4], ...data.trumps.h.slice(0, 9).map(([card]) => [card, 0]), ['5h', 2]],
  });
  await withGameData(page, '/me', (data) => ({ ...data, trumps: trumps(data) }));
  await page.goto('/me');
  assert.deepEqual(await read(), {
    sorted: '2h Kd Ah Kh 5h Ad 5d',
    trumps: '2h Ah Kh 5h Kd',
    points: '3 0 0 0 2 4 0',
    wrongFive: 'd',
  });
});

test('the server’s messages decide which rules, hints and claims a table shows', async () => {
  const page = await fixture.openPage();
  let offers = { hint: false, claim: false };
  await interceptSocket(page, {
    fromServer: (message) => {
      if (message.msg === 'snapshot')
        message = { ...message, rules: { ...message.rules, target: 1234 } };
      return message.legal ? { ...message, ...offers } : message;
    },
  });
  await playNow(page);
  assert.match(await page.textContent('.target'), /1234/);
  await playUntil([page], async () => (await page.$('.choice-panel')) !== null);
  assert.equal(await page.$('[data-action=hint]'), null);
  await page.click('[data-action=menu]');
  await page.waitForSelector('dialog [data-action=resign]');
  assert.equal(await page.$('dialog [data-action=claim]'), null);
  await page.keyboard.press('Escape');
  offers = { hint: true, claim: true };
  await page.reload();
  await page.waitForSelector('[data-action=hint]');
  await page.click('[data-action=menu]');
  await page.waitForSelector('dialog [data-action=claim]');
});

// The tests above can't detect a constant that happens to agree with the server.
test('no file of the page names a preset, the target or the order of cards', () => {
  const files = readdirSync(web, { recursive: true }).filter(
    // Prose may describe the rules, and the shuffle must not depend on the server it checks.
    (name) => name.endsWith('.js') && !/^(texts|vendor)|table\/shuffle\.js$/.test(name),
  );
  assert.ok(files.length > 30);
  for (const name of files)
    assert.doesNotMatch(
      readFileSync(join(web, name), 'utf8'),
      /finnish|traditional|tournament|(?<![\w.-])62(?![\w.])|AKQ|JQKA|kill=/,
      name,
    );
});
