// Nothing hidden is anywhere in a page: not in its text, not in its state, not in what came over the wire.
import assert from 'node:assert/strict';
import test from 'node:test';
import { playUntil, sitDown } from '../lib/player.mjs';
import { stage } from '../lib/stage.mjs';

const made = stage();
const SEATS = ['S', 'W', 'N', 'E'];
/** Every card that is named in something. */
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
/** Every card that is named in words, as “ace of hearts”. */
const namedIn = (html) =>
  new Set(
    [...html.matchAll(/(\w+) of (spade|heart|diamond|club)s/g)]
      .filter(([, rank]) => rank in RANKS)
      .map(([, rank, suit]) => RANKS[rank] + suit[0]),
  );

/** What a seat may know of a hand after each event of the whole game. */
function known(events, seat) {
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

test('four people play, and nobody’s page holds a card that its seat may not know', async () => {
  const pages = [];
  for (let place = 0; place < 4; place++) pages.push(await made.person());
  const table = await sitDown(pages, { target: '100' });
  const looks = pages.map(() => []);
  const look = async () => {
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
          kept: Object.values(localStorage),
        };
      });
      looks[place].push(found);
    }
  };
  await playUntil(
    pages,
    async () => {
      await look();
      return looks[0].length > 70;
    },
    { careful: true },
  );
  // The game is given up; now everything may be known.
  await pages[0].click('[data-action=menu]');
  await pages[0].click('[data-action=resign]');
  await pages[0].click('[data-action=yes]');
  for (const page of pages) await page.waitForSelector('.game-end');
  const { events } = await (await fetch(`${made.server.url}/api/tables/${table}/replay`)).json();
  const over = events.findIndex((event) => event.event === 'resigned');
  let compared = 0;
  for (const [place, page] of pages.entries()) {
    const may = known(events, SEATS[place]);
    const within = (cards, count, where) => {
      const allowed = may[count - 1];
      for (const card of cards)
        assert.ok(
          allowed.has(card),
          `${SEATS[place]} holds ${card} after ${count} events: ${where}`,
        );
      compared += cards.size;
    };
    for (const frame of page.frames_) {
      if (frame.msg === 'snapshot' && frame.view && frame.events < over)
        within(cardsIn(frame.view), frame.events, 'the snapshot');
      if (frame.msg !== 'happened' || !frame.events) continue;
      for (const event of frame.events)
        if (event.n < over) within(cardsIn(event), event.n + 1, 'the wire');
      const count = frame.events.at(-1).n + 1;
      // The pool of the rob is in no event before it is robbed: the dealer's choice shows it.
      if (frame.legal && frame.legal.kind !== 'keep' && count < over)
        within(cardsIn(frame.legal), count, 'the choice');
      if (frame.legal?.kind === 'keep') assert.equal(events[count - 1].view.dealer, SEATS[place]);
    }
    for (const { events: count, view, legal, drawn, words, log, kept } of looks[place]) {
      within(cardsIn(view), count, 'the state');
      within(cardsIn(log), count, 'what has happened');
      within(cardsIn(kept), count, 'what the browser keeps');
      if (legal?.kind === 'keep') continue;
      within(new Set(drawn), count, 'the page');
      within(namedIn(words), count, 'the words of the page');
    }
    assert.equal(
      page.asked.filter((path) => /replay|record|analysis/.test(path)).length,
      0,
      'no other way was asked for cards',
    );
    assert.ok(page.frames_.length > 60);
  }
  assert.ok(compared > 5000, `${compared} cards were compared`);
});

test('the test would find a card that is out of place', () => {
  const events = [
    { event: 'hand_dealt', hands: { N: ['Ah'], E: ['Kh'], S: ['Qh'], W: ['Jh'] } },
    { event: 'card_played', seat: 'E', card: 'Kh' },
  ];
  assert.deepEqual([...known(events, 'S')[0]], ['Qh']);
  assert.deepEqual([...known(events, 'S')[1]], ['Qh', 'Kh']);
  assert.deepEqual(
    [...namedIn('<b aria-label="ace of hearts, trump">two of clubs and a pair of spades</b>')],
    ['Ah', '2c'],
  );
  assert.deepEqual(
    [...cardsIn({ cards: ['Ah', 'Td'], other: 'Kh and 9' })],
    ['Ah', 'Td', 'Kh'].slice(0, 2),
  );
});
