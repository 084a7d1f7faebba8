// No page holds hidden cards: not in its text, its state, its storage or the messages it received.
import assert from 'node:assert/strict';
import test from 'node:test';
import { playUntil, startFourPlayerGame } from '../lib/player.mjs';
import { setUp } from '../lib/fixture.mjs';

const fixture = setUp();
const SEATS = ['S', 'W', 'N', 'E'];
/** The cards in a JSON value. */
const cardsIn = (value) =>
  new Set(
    JSON.stringify(value)
      .match(/"[2-9TJQKA][cdhs]"/g)
      ?.map((card) => card.slice(1, 3)),
  );

const RANKS = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: 'T',
  jack: 'J',
  queen: 'Q',
  king: 'K',
  ace: 'A',
};
/** The cards in a text, such as “ace of hearts”. */
const namedIn = (html) =>
  new Set(
    [...html.matchAll(/(\w+) of (spade|heart|diamond|club)s/g)]
      .filter(([, rank]) => rank in RANKS)
      .map(([, rank, suit]) => RANKS[rank] + suit[0]),
  );

/** The cards that a seat may know after each event of a game. */
function knownCards(events, seat) {
  const after = [];
  let cards = new Set();
  for (const event of events) {
    if (event.event === 'hand_dealt') cards = new Set(event.hands[seat]);
    const own = event.seat === seat;
    const shown = {
      dealer_cut: () => event.cut.map((play) => play.card),
      redealt: () => (own ? event.cards : []),
      robbed: () => (own ? [...event.pool, ...event.kept] : []),
      killed: () => event.cards,
      card_played: () => [event.card],
      went_cold: () => event.shown,
      hand_scored: () => Object.values(event.left).flat(),
    }[event.event];
    cards = new Set([...cards, ...(shown?.() ?? [])]);
    after.push(cards);
  }
  return after;
}

test('no page holds a card that its seat may not know', async () => {
  const pages = [];
  for (let place = 0; place < 4; place++) pages.push(await fixture.openPage());
  const table = await startFourPlayerGame(pages, { target: '100' });
  const snapshots = pages.map(() => []);
  const takeSnapshots = async () => {
    for (const [place, page] of pages.entries()) {
      const found = await page.evaluate(() => {
        const app = document.getElementById('app');
        const { table, log } = app.tableState();
        const drawn = [...document.querySelectorAll('[data-card]')].map(
          (card) => card.dataset.card,
        );
        const dealt = log.findLastIndex((event) => event.event === 'hand_dealt');
        return {
          events: table.events,
          view: table.view,
          legal: table.legal,
          drawn,
          words: [...document.querySelectorAll('[aria-label]')]
            .map((element) => element.getAttribute('aria-label'))
            .join('; '),
          log: log.slice(dealt),
          stored: Object.values(localStorage),
        };
      });
      snapshots[place].push(found);
    }
  };
  await playUntil(
    pages,
    async () => {
      await takeSnapshots();
      return snapshots[0].length > 70;
    },
    { careful: true },
  );
  // Resigning ends the game and reveals all cards.
  await pages[0].click('[data-action=menu]');
  await pages[0].click('[data-action=resign]');
  await pages[0].click('[data-action=yes]');
  for (const page of pages) await page.waitForSelector('.game-end');
  const { events } = await (await fetch(`${fixture.server.url}/api/tables/${table}/replay`)).json();
  const over = events.findIndex((event) => event.event === 'resigned');
  let compared = 0;
  for (const [place, page] of pages.entries()) {
    const may = knownCards(events, SEATS[place]);
    const assertKnown = (cards, count, where) => {
      const allowed = may[count - 1];
      for (const card of cards)
        assert.ok(
          allowed.has(card),
          `${SEATS[place]} holds ${card} after ${count} events: ${where}`,
        );
      compared += cards.size;
    };
    for (const frame of page.received) {
      if (frame.msg === 'snapshot' && frame.view && frame.events < over)
        assertKnown(cardsIn(frame.view), frame.events, 'the snapshot');
      if (frame.msg !== 'happened' || !frame.events) continue;
      for (const event of frame.events)
        if (event.n < over) assertKnown(cardsIn(event), event.n + 1, 'an event');
      const count = frame.events.at(-1).n + 1;
      // The dealer sees the pool of the rob in the choice, before any event shows it.
      if (frame.legal && frame.legal.kind !== 'keep' && count < over)
        assertKnown(cardsIn(frame.legal), count, 'the choice');
      if (frame.legal?.kind === 'keep') assert.equal(events[count - 1].view.dealer, SEATS[place]);
    }
    for (const { events: count, view, legal, drawn, words, log, stored } of snapshots[place]) {
      assertKnown(cardsIn(view), count, 'the state');
      assertKnown(cardsIn(log), count, 'the log');
      assertKnown(cardsIn(stored), count, 'the browser’s storage');
      if (legal?.kind === 'keep') continue;
      assertKnown(new Set(drawn), count, 'the page');
      assertKnown(namedIn(words), count, 'the texts of the page');
    }
    assert.equal(
      page.requestedPaths.filter((path) => /replay|record|analysis/.test(path)).length,
      0,
      'no request for the record during the game',
    );
    assert.ok(page.received.length > 60);
  }
  assert.ok(compared > 5000, `${compared} cards were compared`);
});

test('the helpers of this test find every card', () => {
  const events = [
    { event: 'hand_dealt', hands: { N: ['Ah'], E: ['Kh'], S: ['Qh'], W: ['Jh'] } },
    { event: 'card_played', seat: 'E', card: 'Kh' },
  ];
  assert.deepEqual([...knownCards(events, 'S')[0]], ['Qh']);
  assert.deepEqual([...knownCards(events, 'S')[1]], ['Qh', 'Kh']);
  assert.deepEqual(
    [...namedIn('<b aria-label="ace of hearts, trump">two of clubs and a pair of spades</b>')],
    ['Ah', '2c'],
  );
  assert.deepEqual(
    [...cardsIn({ cards: ['Ah', 'Td'], other: 'Kh and 9' })],
    ['Ah', 'Td', 'Kh'].slice(0, 2),
  );
});
