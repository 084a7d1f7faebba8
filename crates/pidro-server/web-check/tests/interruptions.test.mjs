// Players continue where they were after a reload, a crash of the server or a lost answer.
import assert from 'node:assert/strict';
import test from 'node:test';
import { interceptSocket } from '../lib/intercept.mjs';
import { decide, isOver, playNow, playUntil } from '../lib/player.mjs';
import { setUp } from '../lib/fixture.mjs';

const fixture = setUp();

/** The table as the player sees it. */
const visibleTable = (page) =>
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

test('a reload in the middle of a trick restores the table', async () => {
  const page = await fixture.openPage();
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
  const before = await visibleTable(page);
  await page.reload();
  await page.waitForSelector('.choice-panel');
  assert.deepEqual(await visibleTable(page), before);
  await playUntil([page], () => isOver([page]));
});

test('a game continues after the server is killed and restarted', async () => {
  const page = await fixture.openPage();
  await playNow(page);
  await playUntil([page], async () => (await page.$('[data-kind=play]')) !== null);
  const before = await visibleTable(page);
  await fixture.server.kill('SIGKILL');
  await page.waitForSelector('.offline');
  // The page sends this decision once the server is back.
  await decide(page);
  await fixture.server.run();
  await page.waitForSelector('.offline', { state: 'detached' });
  await page.waitForFunction(
    (n) => document.getElementById('app').tableState().table.n > n,
    before.n,
  );
  await playUntil([page], () => isOver([page]));
});

test('a decision with an unknown outcome is resent and takes effect once', async () => {
  const page = await fixture.openPage();
  const sent = [];
  // The server stores the first decision, but these answers leave its outcome open.
  const answers = ['outcome_unknown', 'not_stored', 'too_many_requests', 'broken'];
  let firstId;
  await interceptSocket(page, {
    fromPage: (message) => {
      if (message.cmd === 'act') sent.push(message);
      return message;
    },
    fromServer: (message) => {
      if (!message.ok || !sent.some(({ id }) => id === message.id)) return message;
      firstId ??= message.id;
      const code = firstId === message.id && answers.shift();
      return code
        ? { ok: false, id: message.id, error: { code, message: 'it may have been stored' } }
        : message;
    },
  });
  await playNow(page);
  const attempts = () => sent.filter(({ id }) => id === firstId);
  await playUntil([page], () => sent.length > 3 && attempts().length === 5);
  for (const request of attempts()) assert.deepEqual(request, attempts()[0], 'with the same id');
  assert.equal(await page.$('[role=alert]'), null, 'the player sees no error');
  await playUntil([page], () => isOver([page]));
  assert.equal(attempts().length, 5, 'no attempt after the conclusive answer');
});

test('a decision that was on its way when the connection broke is resent', async () => {
  const page = await fixture.openPage();
  const sent = [];
  let [firstId, dropped, doubted] = [undefined, false, false];
  await page.routeWebSocket(/\/ws$/, (client) => {
    const server = client.connectToServer();
    client.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.cmd === 'act') sent.push(message);
      server.send(text);
    });
    server.onMessage((text) => {
      const message = JSON.parse(text);
      const isAnswer = sent.some(({ id }) => id === message.id);
      if (isAnswer && message.ok) firstId ??= message.id;
      if (isAnswer && message.id === firstId && !dropped) {
        // The table has stored the decision, and the answer is lost with the connection.
        dropped = true;
        server.close();
        client.close();
      } else if (isAnswer && message.id === firstId && !doubted) {
        doubted = true;
        const error = { code: 'not_stored', message: 'this attempt was not stored' };
        client.send(JSON.stringify({ ok: false, id: message.id, error }));
      } else {
        client.send(text);
      }
    });
  });
  await playNow(page);
  const attempts = () => sent.filter(({ id }) => id === firstId);
  await playUntil([page], () => attempts().length === 3);
  assert.equal(await page.$('[role=alert]'), null, 'the player sees no error');
  await playUntil([page], () => isOver([page]));
  assert.equal(attempts().length, 3, 'no attempt after the conclusive answer');
});

test('an unknown page or table shows an error', async () => {
  const page = await fixture.openPage();
  await page.goto('/elsewhere');
  await page.waitForFunction(() =>
    /page doesn’t exist/.test(document.querySelector('h1')?.textContent ?? ''),
  );
  page.errors = page.errors.filter((error) => !/404/.test(error));
  await page.goto('/t/00000000000000000000000000000000');
  await page.waitForSelector('[role=alert]');
  await page.goto('/t/nonsense');
  await page.waitForSelector('[role=alert]');
});
