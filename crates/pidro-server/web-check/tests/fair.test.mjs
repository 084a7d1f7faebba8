// The fair deal: words that the page promises and tells by itself, and what it says when somebody breaks a promise.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { between } from '../lib/between.mjs';
import { partners, playNow } from '../lib/player.mjs';
import { stage } from '../lib/stage.mjs';
import { sha256 } from '../../web/sha256.js';
import { commitmentOf, promiseOf } from '../../web/table/fair-deal.js';
import { deckOf, keyOf } from '../../web/table/shuffle.js';

const made = stage();
const vectors = JSON.parse(
  readFileSync(new URL('../../../../docs/fair-deal-vectors.json', import.meta.url), 'utf8'),
);

test('promises and decks are those of the test vectors', () => {
  // Around the ends of a block.
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

/** The words and promises of the game, as they came over the wire. */
const heard = (page) => {
  const change = (kind) => page.frames_.findLast((frame) => frame.change?.kind === kind);
  return { promises: change('starting')?.change.promises, words: change('started')?.words };
};

async function resign(page) {
  await page.click('[data-action=menu]');
  await page.click('[data-action=resign]');
  await page.click('dialog [data-action=yes]');
  await page.waitForSelector('.game-end');
}

async function checkDeal(page) {
  await page.click('[data-action=verify]');
  await page.waitForSelector('dialog .verdict');
}

test('words are promised, told and checked without anybody noticing, and again for the next game', async () => {
  const people = [await made.person(), await made.person()];
  await partners(people);
  const games = [];
  for (const [place, page] of people.entries()) {
    const { promises, words } = heard(page);
    const mine = ['S', 'N'][place];
    assert.match(words[mine], /^[0-9a-f]{32}$/, 'of 128 random bits');
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
    await checkDeal(page);
    await page.waitForSelector('dialog .verdict.good');
    assert.equal(await page.$eval('dialog [data-noted]', (line) => line.dataset.noted), 'yes');
    await page.keyboard.press('Escape');
  }
  for (const page of people) await page.click('[data-action=rematch]');
  for (const page of people) await page.waitForSelector('.waiting-room');
  await people[1].click('[data-action=start]');
  for (const page of people) await page.waitForSelector('.felt');
  const { words } = heard(people[0]);
  const told = Object.values(words).filter(Boolean);
  assert.equal(told.length, 2, 'everybody who plays has a word in the next game');
  for (const word of told) assert.ok(!Object.values(games[0]).includes(word), 'and never the same');
});

test('alone against bots, with a word of one’s own', async () => {
  const page = await made.person();
  await playNow(page);
  assert.match(heard(page).words.S, /^[0-9a-f]{32}$/);
  await page.goto('/new');
  await page.click('[data-action=create]');
  await page.click('.fair-deal summary');
  await page.fill('.fair-deal [name=word]', 'blåbär');
  await page.click('[data-action=save-word]');
  await page.waitForSelector('#toast.shown');
  await page.click('[data-action=start]');
  await page.waitForSelector('.felt');
  assert.match(heard(page).words.S, /^blåbär [0-9a-f]{32}$/);
  // What was noted is there after the page was loaded again.
  await page.reload();
  await page.waitForSelector('.felt');
  await resign(page);
  await checkDeal(page);
  await page.waitForSelector('dialog .verdict.good');
  assert.equal(await page.$eval('dialog [data-noted]', (line) => line.dataset.noted), 'yes');
});

/** What somebody between does with a message, what the page says of it, and in which language. */
const CHEATS = [
  {
    what: 'another player’s word',
    locale: 'en',
    down: (message) =>
      message.words?.N ? { ...message, words: { ...message.words, N: 'chosen' } } : message,
    broken: 'promise',
    says: /This deal can’t be trusted!.*The word of .* is not the one that was promised\./s,
  },
  {
    what: 'a word of a bot, which had promised none',
    locale: 'fi',
    down: (message) =>
      message.words ? { ...message, words: { ...message.words, E: 'chosen' } } : message,
    broken: 'promise',
    says: /Tähän sekoitukseen ei voi luottaa!.*Annettu sana ei ole se, joka luvattiin/s,
  },
  {
    what: 'one’s own word left out',
    locale: 'sv',
    down: (message) =>
      message.words ? { ...message, words: { ...message.words, S: '' } } : message,
    broken: 'word',
    says: /Den här blandningen går inte att lita på!.*Ditt ord togs inte med i blandningen\./s,
  },
  {
    what: 'another secret',
    locale: 'sv',
    down: (message) => (message.secret ? { ...message, secret: '0'.repeat(64) } : message),
    ends: true,
    broken: 'secret',
    says: /Hemligheten är inte den som servern lovade före första kortet\./,
  },
  {
    what: 'other cards than those that were promised',
    locale: 'fi',
    down: (message) => {
      for (const { event, view } of message.msg === 'happened' ? (message.events ?? []) : [])
        if (event === 'hand_dealt')
          view.hands.S[0] = ['As', 'Ks', 'Qs', 'Js'].find((card) => !view.hands.S.includes(card));
      return message;
    },
    ends: true,
    broken: 'cards',
    says: /Saamasi kortit eivät seuraa salaisuudesta ja sanoista\./,
  },
];

for (const { what, locale, down, ends, broken, says } of CHEATS) {
  test(`the page finds out: ${what}`, async () => {
    const [page, other] = [await made.person({ locale }), await made.person()];
    await between(page, { down });
    await partners([page, other]);
    if (ends) await resign(page);
    await page.waitForSelector(`.alarm [data-broken=${broken}]`);
    assert.match(await page.$eval('.alarm', (alarm) => alarm.innerText), says);
    assert.equal(await page.getAttribute('.alarm', 'role'), 'alert');
    assert.equal(await other.$('.alarm'), null);
  });
}

test('the page finds out: another commitment after the game than before it', async () => {
  const page = await made.person();
  await playNow(page);
  await page.route('**/verify', async (route) => {
    const proof = await (await route.fetch()).json();
    // A secret that opens another promise, and a server that says that all is well.
    const secret = '1'.repeat(64);
    await route.fulfill({
      json: { ...proof, secret, commitment: commitmentOf(secret), fair: true },
    });
  });
  await resign(page);
  await checkDeal(page);
  await page.waitForSelector('dialog .verdict.bad');
  assert.deepEqual(
    await page.$$eval('dialog [data-broken]', (lines) => lines.map((line) => line.dataset.broken)),
    ['commitment', 'secret', 'cards'],
  );
});

/** What the server may say of a deal, and how the page shows it. */
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
  test(`the page tells why a deal is ${says.verdict} (${locale})`, async () => {
    const page = await made.person({ locale });
    await playNow(page);
    await page.route('**/verify', async (route) => {
      const proof = await (await route.fetch()).json();
      await route.fulfill({ json: { ...proof, contradictions: [], shortfalls: [], ...says } });
    });
    await resign(page);
    await checkDeal(page);
    const told = await page.$eval('dialog', (dialog) => dialog.innerText);
    assert.equal(await page.$eval('dialog .verdict', (verdict) => verdict.textContent), look);
    for (const line of lines) assert.ok(told.includes(line), `${line} in ${told}`);
  });
}

test('a page whose promise was left out tells nobody its word', async () => {
  const [page, other] = [await made.person(), await made.person()];
  const sent = [];
  await between(page, {
    down: (message) =>
      message.change?.kind === 'starting'
        ? {
            ...message,
            change: {
              ...message.change,
              promises: { ...message.change.promises, S: promiseOf('chosen') },
            },
          }
        : message,
    up: (message) => {
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

test('a start without all words is called off, and the next one has other words', async () => {
  const [page, other] = [await made.person(), await made.person()];
  let silent = true;
  const told = [];
  await between(other, {
    up: (message) => {
      if (message.cmd !== 'reveal' || !silent) return message;
      told.push(message.word);
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
  // Ten seconds.
  await page.waitForFunction(() =>
    /did not start: no answer from/.test(document.getElementById('toast').textContent),
  );
  await other.waitForFunction(() =>
    /your device did not answer/.test(document.getElementById('toast').textContent),
  );
  const first = page.frames_.find((frame) => frame.change?.kind === 'revealed').change.word;
  await other.waitForSelector('[data-chair=N] [data-action=sit]');
  silent = false;
  await other.click('[data-chair=N] [data-action=sit]');
  await page.waitForFunction(() => !document.querySelector('[data-chair=N] [data-action=sit]'));
  await page.click('[data-action=start]');
  for (const one of [page, other]) await one.waitForSelector('.felt');
  const { words } = heard(page);
  assert.ok(words.S && words.S !== first);
  assert.ok(words.N && !told.includes(words.N));
  assert.equal(await page.$('.alarm'), null);
});
