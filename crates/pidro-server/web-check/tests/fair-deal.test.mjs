// The fair deal: the page promises and reveals words by itself, and warns if the deal was violated.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { interceptSocket } from '../lib/intercept.mjs';
import { startPartnerGame, playNow } from '../lib/player.mjs';
import { setUp } from '../lib/fixture.mjs';
import { sha256 } from '../../web/sha256.js';
import { commitmentOf, promiseOf } from '../../web/table/fair-deal.js';
import { deckOf, keyOf } from '../../web/table/shuffle.js';

const fixture = setUp();
const vectors = JSON.parse(
  readFileSync(new URL('../../../../docs/fair-deal-vectors.json', import.meta.url), 'utf8'),
);

test('hashes, promises and decks match the test vectors', () => {
  // Lengths around the boundaries of SHA-256 blocks.
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = new Uint8Array(length).fill(0xa5);
    assert.deepEqual(
      sha256(bytes),
      new Uint8Array(createHash('sha256').update(bytes).digest()),
      String(length),
    );
  }
  for (const { secret, words, promises, commitment, key, decks } of vectors) {
    assert.equal(commitmentOf(secret), commitment);
    assert.equal(Buffer.from(keyOf(secret, words)).toString('hex'), key);
    for (const [hand, cards] of Object.entries(decks))
      assert.equal(deckOf(keyOf(secret, words), Number(hand)).join(''), cards, hand);
    for (const [seat, word] of Object.entries(words))
      assert.equal(promiseOf(word), promises[seat], word);
  }
});

/** The words and promises that the server sent for the last game. */
const receivedWords = (page) => {
  const lastChange = (kind) => page.received.findLast((frame) => frame.change?.kind === kind);
  return { promises: lastChange('starting')?.change.promises, words: lastChange('started')?.words };
};

async function resign(page) {
  await page.click('[data-action=menu]');
  await page.click('[data-action=resign]');
  await page.click('dialog [data-action=yes]');
  await page.waitForSelector('.game-end');
}

async function openProof(page) {
  await page.click('[data-action=verify]');
  await page.waitForSelector('dialog .verdict');
}

test('the page promises, reveals and checks new words for every game without asking', async () => {
  const people = [await fixture.openPage(), await fixture.openPage()];
  await startPartnerGame(people);
  const games = [];
  for (const [place, page] of people.entries()) {
    const { promises, words } = receivedWords(page);
    const mine = ['S', 'N'][place];
    assert.match(words[mine], /^[0-9a-f]{32}$/, '128 random bits');
    for (const seat of ['N', 'E', 'S', 'W'])
      assert.equal(words[seat] ? promiseOf(words[seat]) : null, promises[seat], seat);
    games.push(words);
  }
  assert.notEqual(games[0].N, games[0].S);
  assert.deepEqual(games[0], games[1]);
  await resign(people[0]);
  for (const page of people) {
    await page.waitForSelector('.game-end');
    assert.equal(await page.$('.alarm'), null);
    await openProof(page);
    await page.waitForSelector('dialog .verdict.good');
    assert.equal(await page.$eval('dialog [data-noted]', (line) => line.dataset.noted), 'yes');
    await page.keyboard.press('Escape');
  }
  for (const page of people) await page.click('[data-action=rematch]');
  for (const page of people) await page.waitForSelector('.waiting-room');
  await people[1].click('[data-action=start]');
  for (const page of people) await page.waitForSelector('.felt');
  const { words } = receivedWords(people[0]);
  const revealed = Object.values(words).filter(Boolean);
  assert.equal(revealed.length, 2, 'both players have a word in the next game');
  for (const word of revealed) assert.ok(!Object.values(games[0]).includes(word), 'a new word');
});

test('a player alone against bots has a word too, and can add to it', async () => {
  const page = await fixture.openPage();
  await playNow(page);
  assert.match(receivedWords(page).words.S, /^[0-9a-f]{32}$/);
  await page.goto('/new');
  await page.click('[data-action=create]');
  await page.click('.fair-deal summary');
  await page.fill('.fair-deal [name=word]', 'blåbär');
  await page.click('[data-action=save-word]');
  await page.waitForSelector('#toast.shown');
  await page.click('[data-action=start]');
  await page.waitForSelector('.felt');
  assert.match(receivedWords(page).words.S, /^blåbär [0-9a-f]{32}$/);
  // The browser's notes survive a reload.
  await page.reload();
  await page.waitForSelector('.felt');
  await resign(page);
  await openProof(page);
  await page.waitForSelector('dialog .verdict.good');
  assert.equal(await page.$eval('dialog [data-noted]', (line) => line.dataset.noted), 'yes');
});

/** What an attacker changes, and the warning of the page. */
const ATTACKS = [
  {
    what: 'another player’s word was replaced',
    locale: 'en',
    fromServer: (message) =>
      message.words?.N ? { ...message, words: { ...message.words, N: 'chosen' } } : message,
    broken: 'promise',
    says: /This deal can’t be trusted!.*The word of .* is not the one that was promised\./s,
  },
  {
    what: 'a bot has a word without a promise',
    locale: 'fi',
    fromServer: (message) =>
      message.words ? { ...message, words: { ...message.words, E: 'chosen' } } : message,
    broken: 'promise',
    says: /Tähän sekoitukseen ei voi luottaa!.*Annettu sana ei ole se, joka luvattiin/s,
  },
  {
    what: 'the player’s own word was left out',
    locale: 'sv',
    fromServer: (message) =>
      message.words ? { ...message, words: { ...message.words, S: '' } } : message,
    broken: 'word',
    says: /Den här blandningen går inte att lita på!.*Ditt ord togs inte med i blandningen\./s,
  },
  {
    what: 'the secret was replaced',
    locale: 'sv',
    fromServer: (message) => (message.secret ? { ...message, secret: '0'.repeat(64) } : message),
    afterGame: true,
    broken: 'secret',
    says: /Hemligheten stämmer inte med serverns åtagande från före första kortet\./,
  },
  {
    what: 'the player was dealt other cards',
    locale: 'fi',
    fromServer: (message) => {
      for (const { event, view } of message.msg === 'happened' ? (message.events ?? []) : [])
        if (event === 'hand_dealt')
          view.hands.S[0] = ['As', 'Ks', 'Qs', 'Js'].find((card) => !view.hands.S.includes(card));
      return message;
    },
    afterGame: true,
    broken: 'cards',
    says: /Saamasi kortit eivät seuraa salaisuudesta ja sanoista\./,
  },
];

for (const { what, locale, fromServer, afterGame, broken, says } of ATTACKS) {
  test(`the page warns: ${what}`, async () => {
    const [page, other] = [await fixture.openPage({ locale }), await fixture.openPage()];
    await interceptSocket(page, { fromServer });
    await startPartnerGame([page, other]);
    if (afterGame) await resign(page);
    await page.waitForSelector(`.alarm [data-broken=${broken}]`);
    assert.match(await page.$eval('.alarm', (alarm) => alarm.innerText), says);
    assert.equal(await page.getAttribute('.alarm', 'role'), 'alert');
    assert.equal(await other.$('.alarm'), null);
  });
}

test('the page warns: the commitment changed after the game', async () => {
  const page = await fixture.openPage();
  await playNow(page);
  await page.route('**/verify', async (route) => {
    const proof = await (await route.fetch()).json();
    // This secret matches the new commitment, and the server calls the deal fair.
    const secret = '1'.repeat(64);
    await route.fulfill({
      json: { ...proof, secret, commitment: commitmentOf(secret), fair: true },
    });
  });
  await resign(page);
  await openProof(page);
  await page.waitForSelector('dialog .verdict.bad');
  assert.deepEqual(
    await page.$$eval('dialog [data-broken]', (lines) => lines.map((line) => line.dataset.broken)),
    ['commitment', 'secret', 'cards'],
  );
});

/** Verdicts of the server about a deal, and how the page shows them. */
const VERDICTS = [
  {
    locale: 'en',
    says: {
      verdict: 'not_proven',
      shortfalls: [{ code: 'missing_decks', cut: true, hands: [[1, 2]] }],
    },
    look: '?',
    lines: ['The deal is not proven.', 'These decks are missing: the cut, Hand 1–2.'],
  },
  {
    locale: 'sv',
    says: { verdict: 'not_proven', shortfalls: [{ code: 'unfinished', cut: false, hands: [] }] },
    look: '?',
    lines: ['Blandningen är inte bevisad.', 'Spelet är inte slut.'],
  },
  {
    locale: 'fi',
    says: {
      verdict: 'disproven',
      contradictions: [{ code: 'wrong_decks', cut: false, hands: [[3, 3]] }],
    },
    look: '✗',
    lines: ['Sekoitus EI ole reilu.', 'Näitä pakkoja ei ole johdettu salaisuudesta: Jako 3.'],
  },
];

for (const { locale, says, look, lines } of VERDICTS) {
  test(`the page says why a deal is ${says.verdict} (${locale})`, async () => {
    const page = await fixture.openPage({ locale });
    await playNow(page);
    await page.route('**/verify', async (route) => {
      const proof = await (await route.fetch()).json();
      await route.fulfill({ json: { ...proof, contradictions: [], shortfalls: [], ...says } });
    });
    await resign(page);
    await openProof(page);
    const text = await page.$eval('dialog', (dialog) => dialog.innerText);
    assert.equal(await page.$eval('dialog .verdict', (verdict) => verdict.textContent), look);
    for (const line of lines) assert.ok(text.includes(line), `${line} in ${text}`);
  });
}

test('a page whose promise was replaced does not reveal its word', async () => {
  const [page, other] = [await fixture.openPage(), await fixture.openPage()];
  const sent = [];
  await interceptSocket(page, {
    fromServer: (message) =>
      message.change?.kind === 'starting'
        ? {
            ...message,
            change: {
              ...message.change,
              promises: { ...message.change.promises, S: promiseOf('chosen') },
            },
          }
        : message,
    fromPage: (message) => {
      sent.push(message.cmd);
      return message;
    },
  });
  await page.goto('/new');
  await page.click('[data-action=create]');
  await page.waitForSelector('.waiting-room');
  await other.goto(new URL(page.url()).pathname);
  await other.click('[data-chair=N] [data-action=sit]');
  await page.waitForFunction(() => !document.querySelector('[data-chair=N] [data-action=sit]'));
  await page.click('[data-action=start]');
  await page.waitForSelector('.alarm [data-broken=word]');
  assert.ok(sent.includes('promise') && !sent.includes('reveal'), String(sent));
});

test('a start without all words is called off, and the next start uses new words', async () => {
  const [page, other] = [await fixture.openPage(), await fixture.openPage()];
  let silent = true;
  const withheld = [];
  await interceptSocket(other, {
    fromPage: (message) => {
      if (message.cmd !== 'reveal' || !silent) return message;
      withheld.push(message.word);
      return null;
    },
  });
  await page.goto('/new');
  await page.click('[data-action=create]');
  await page.waitForSelector('.waiting-room');
  await other.goto(new URL(page.url()).pathname);
  await other.click('[data-chair=N] [data-action=sit]');
  await page.waitForFunction(() => !document.querySelector('[data-chair=N] [data-action=sit]'));
  await page.click('[data-action=start]');
  // After ten seconds.
  await page.waitForFunction(() =>
    /did not start without/.test(document.getElementById('toast').textContent),
  );
  await other.waitForFunction(() =>
    /your device did not answer/.test(document.getElementById('toast').textContent),
  );
  const first = page.received.find((frame) => frame.change?.kind === 'revealed').change.word;
  await other.waitForSelector('[data-chair=N] [data-action=sit]');
  silent = false;
  await other.click('[data-chair=N] [data-action=sit]');
  await page.waitForFunction(() => !document.querySelector('[data-chair=N] [data-action=sit]'));
  await page.click('[data-action=start]');
  for (const one of [page, other]) await one.waitForSelector('.felt');
  const { words } = receivedWords(page);
  assert.ok(words.S && words.S !== first);
  assert.ok(words.N && !withheld.includes(words.N));
  assert.equal(await page.$('.alarm'), null);
});
