/**
 * Computes the decks from a secret and the players' words. The page deals for itself here because
 * it must not trust the server; docs/fair-deal.md has the construction.
 */
import { SEATS } from '../cards.js';
import { hmac } from '../sha256.js';

const CARDS = [...'shdc'].flatMap((suit) => [...'AKQJT98765432'].map((rank) => rank + suit));
const UINT32_RANGE = 2 ** 32;
/** The quarter rounds of ChaCha20: the columns, then the diagonals. */
const QUARTER_ROUNDS = [0, 1].flatMap((by) =>
  [0, 1, 2, 3].map((a) => [a, 4 + ((a + by) % 4), 8 + ((a + 2 * by) % 4), 12 + ((a + 3 * by) % 4)]),
);

/**
 * The ChaCha20 key stream as 32-bit numbers, with a 64-bit counter and this nonce.
 * @param {Uint8Array} key
 * @param {number} nonce
 */
function* keyStream(key, nonce) {
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  const view = new DataView(key.buffer, key.byteOffset);
  for (let i = 0; i < 8; i++) start[4 + i] = view.getUint32(4 * i, true);
  start[14] = nonce;
  for (; ; start[12]++) {
    const x = start.slice();
    const mix = (
      /** @type {number} */ i,
      /** @type {number} */ j,
      /** @type {number} */ k,
      /** @type {number} */ by,
    ) => {
      x[i] += x[j];
      x[k] ^= x[i];
      x[k] = (x[k] << by) | (x[k] >>> (32 - by));
    };
    for (let round = 0; round < 10; round++) {
      for (const [a, b, c, d] of QUARTER_ROUNDS) {
        mix(a, b, d, 16);
        mix(c, d, b, 12);
        mix(a, b, d, 8);
        mix(c, d, b, 7);
      }
    }
    for (let i = 0; i < 16; i++) yield (x[i] + start[i]) % UINT32_RANGE;
  }
}

/**
 * The key of a game.
 * @param {string} secret in hexadecimal digits
 * @param {PartialBySeat<string>} words
 */
export function keyOf(secret, words) {
  const text = new TextEncoder();
  const wordBytes = SEATS.flatMap((seat) => {
    const word = text.encode(words[seat] ?? '');
    return [word.length, ...word];
  });
  const bytes = (secret.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return hmac(
    Uint8Array.from(bytes),
    Uint8Array.from([...text.encode('pidro/fair-deal/1/key\0'), ...wordBytes]),
  );
}

/** The deck of a hand, the top card first. @param {Uint8Array} key @param {number} hand */
export function deckOf(key, hand) {
  const cards = [...CARDS];
  const numbers = keyStream(key, hand);
  for (let index = 51; index > 0; index--) {
    const choices = index + 1;
    let product;
    // Rejects numbers that would make some positions likelier than others.
    do product = /** @type {number} */ (numbers.next().value) * choices;
    while (product % UINT32_RANGE < UINT32_RANGE % choices);
    const other = Math.floor(product / UINT32_RANGE);
    [cards[index], cards[other]] = [cards[other], cards[index]];
  }
  return cards;
}

/**
 * The nine cards that a seat is dealt: three at a time, clockwise from the dealer's left.
 * @param {Card[]} deck
 * @param {Seat} dealer
 * @param {Seat} seat
 */
export function dealtTo(deck, dealer, seat) {
  const turn = (SEATS.indexOf(seat) - SEATS.indexOf(dealer) + 3) % 4;
  return [0, 1, 2].flatMap((round) =>
    deck.slice(3 * (4 * round + turn), 3 * (4 * round + turn) + 3),
  );
}
