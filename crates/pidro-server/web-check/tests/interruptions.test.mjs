// Whoever is interrupted goes on where they were.
import assert from 'node:assert/strict';
import test from 'node:test';
import { between } from '../lib/between.mjs';
import { decide, isOver, playNow, playUntil } from '../lib/player.mjs';
import { stage } from '../lib/stage.mjs';

const made = stage();

/** What a player sees of the game. */
const seen = (page) =>
  page.evaluate(() => {
    const { table } = document.getElementById('app').tableState();
    const cards = (where) =>
      [...document.querySelectorAll(`${where} [data-card]`)]
        .map((card) => card.dataset.card)
        .sort();
    return {
      n: table.n,
      view: table.view,
      sheet: table.sheet,
      hand: cards('.hand'),
      trick: cards('.middle'),
      kind: document.querySelector('.choice-panel')?.dataset.kind,
    };
  });

test('a reload in the middle of a trick', async () => {
  const page = await made.person();
  await playNow(page);
  // A hand has been scored, somebody has played to this trick, and it is our turn.
  await playUntil([page], () =>
    page.evaluate(() => {
      const { table } = document.getElementById('app').tableState();
      return (
        table.sheet.length > 0 &&
        table.view.trick.length > 0 &&
        document.querySelector('[data-kind=play]') !== null
      );
    }),
  );
  const before = await seen(page);
  await page.reload();
  await page.waitForSelector('.choice-panel');
  assert.deepEqual(await seen(page), before);
  await playUntil([page], () => isOver([page]));
});

test('the server is killed and started again under a game', async () => {
  const page = await made.person();
  await playNow(page);
  await playUntil([page], async () => (await page.$('[data-kind=play]')) !== null);
  const before = await seen(page);
  await made.server.kill('SIGKILL');
  await page.waitForSelector('.offline');
  // What is done meanwhile is sent when the server is back.
  await decide(page);
  await made.server.run();
  await page.waitForSelector('.offline', { state: 'detached' });
  await page.waitForFunction(
    (n) => document.getElementById('app').tableState().table.n > n,
    before.n,
  );
  await playUntil([page], () => isOver([page]));
});

test('a decision with an unknown outcome is sent again, and happens once', async () => {
  const page = await made.person();
  const sent = [];
  // The first decision is stored, but the server is made to say that it doesn't know, and then that it can't look.
  const answers = ['outcome_unknown', 'too_many_requests', 'broken'];
  let doubtful;
  await between(page, {
    up: (message) => {
      if (message.cmd === 'act') sent.push(message);
      return message;
    },
    down: (message) => {
      if (!message.ok || !sent.some(({ id }) => id === message.id)) return message;
      doubtful ??= message.id;
      const code = doubtful === message.id && answers.shift();
      return code
        ? { ok: false, id: message.id, error: { code, message: 'it may have been stored' } }
        : message;
    },
  });
  await playNow(page);
  const again = () => sent.filter(({ id }) => id === doubtful);
  await playUntil([page], () => sent.length > 3 && again().length === 4);
  for (const request of again()) assert.deepEqual(request, again()[0], 'with the same id');
  assert.equal(await page.$('[role=alert]'), null, 'nobody was bothered with it');
  await playUntil([page], () => isOver([page]));
  assert.equal(again().length, 4, 'until the answer told what happened');
});

test('a table that does not exist, and a page that does not', async () => {
  const page = await made.person();
  await page.goto('/elsewhere');
  await page.waitForFunction(() =>
    /page doesn’t exist/.test(document.querySelector('h1')?.textContent ?? ''),
  );
  page.problems = page.problems.filter((problem) => !/404/.test(problem));
  await page.goto('/t/00000000000000000000000000000000');
  await page.waitForSelector('[role=alert]');
  await page.goto('/t/nonsense');
  await page.waitForSelector('[role=alert]');
});
