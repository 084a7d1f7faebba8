/**
 * A player's part in the fair deal: a word is promised, told when all promises are known, and after the game everything is checked
 * against what this browser had noted before it. docs/fair-deal.md has the construction.
 */
import { SEATS } from '../cards.js';
import { saveItem, loadItem } from '../settings.js';
import { sha256 } from '../sha256.js';
import { dealtTo, deckOf, keyOf } from './shuffle.js';

/** A word that has been told, and what everybody had promised by then. @typedef {{seat: Seat, word: string, promises: BySeat<string | null>}} RevealedWord */
/** The nine cards of a hand, and who dealt it. @typedef {{dealer: Seat, cards: Card[]}} DealtHand */
/**
 * What this browser has noted of the deal at a table.
 * @typedef {object} DealNotes
 * @property {string} [commitment] the promise of the server's secret, from before the game
 * @property {Record<string, string>} words words of ours that nobody knows yet, by their promises
 * @property {RevealedWord | null} [told] our word, once it has been told
 * @property {Record<number, DealtHand>} [hands] the cards that we were dealt, hand by hand
 * @property {boolean} [left] whether the game began without a word that we had promised
 */
/** @typedef {{key: 'commitment' | 'secret' | 'word' | 'promise' | 'cards', seat?: Seat}} BrokenPromise what is not as it was promised, and by whom */

/** Of how many tables something is noted. */
const MAX_TABLES = 20;
/** What may be sent again: it has not been done, and not refused for good. */
const RETRYABLE_CODES = ['not_stored', 'too_many_requests', 'broken'];
/** How long others are given to promise, before the game is started without their words. */
const PROMISE_TIMEOUT = 2000;
/** After how long something is sent again that the server could not keep. */
const RETRY_DELAY = 1000;

const encoder = new TextEncoder();
/** @param {Uint8Array} some */
const hex = (some) => Array.from(some, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The promise of a word. @param {string} word */
export const promiseOf = (word) => hex(sha256(encoder.encode(`pidro/fair-deal/1/word\0${word}`)));

/** The promise of a secret. @param {string} secret */
export function commitmentOf(secret) {
  const digits = secret.match(/../g) ?? [];
  return hex(
    sha256(
      Uint8Array.from([
        ...encoder.encode('pidro/fair-deal/1/commitment\0'),
        ...digits.map((pair) => Number.parseInt(pair, 16)),
      ]),
    ),
  );
}

/** What somebody has typed, with 128 bits that nobody can guess. @param {string} typed */
const withRandomness = (typed) =>
  [typed, hex(crypto.getRandomValues(new Uint8Array(16)))].filter(Boolean).join(' ');

/** A browser that keeps nothing knows it until the page is left. @type {Record<string, DealNotes>} */
let tables = {};

/** @param {string} table @returns {DealNotes} */
function loadNotes(table) {
  try {
    tables = { ...tables, ...JSON.parse(loadItem('deals') ?? '{}') };
  } catch {
    // Somebody else's text.
  }
  return tables[table] ?? { words: {} };
}

/** @param {string} table @param {Partial<DealNotes>} change */
function saveNotes(table, change) {
  const changed = { ...loadNotes(table), ...change };
  const { [table]: _, ...others } = tables;
  tables = Object.fromEntries([...Object.entries(others), [table, changed]].slice(-MAX_TABLES));
  saveItem('deals', JSON.stringify(tables));
}

/**
 * What is not as it was promised, as far as this browser can know: `undefined` if it has noted nothing from before the game.
 * @param {string} table
 * @param {{commitment: string, words: BySeat<string> | null, secret: string | null}} shown
 * @returns {BrokenPromise[] | undefined}
 */
export function findBrokenPromises(table, { commitment, words, secret }) {
  const known = loadNotes(table);
  if (!known.commitment) return undefined;
  /** @type {BrokenPromise[]} */
  const found = [];
  if (commitment !== known.commitment) found.push({ key: 'commitment' });
  if (secret && commitmentOf(secret) !== known.commitment) found.push({ key: 'secret' });
  const { told } = known;
  if (known.left) found.push({ key: 'word' });
  if (!words || !told) return found;
  for (const seat of SEATS) {
    const promise = told.promises[seat];
    if (
      seat === told.seat
        ? words[seat] === told.word
        : promise
          ? promiseOf(words[seat]) === promise
          : !words[seat]
    )
      continue;
    found.push(seat === told.seat ? { key: 'word' } : { key: 'promise', seat });
  }
  if (secret && !cardsMatchKey(known.hands ?? {}, keyOf(secret, words), told.seat))
    found.push({ key: 'cards' });
  return found;
}

/** Whether all cards that a seat was dealt follow from the key. @param {Record<number, DealtHand>} hands @param {Uint8Array} key @param {Seat} seat */
const cardsMatchKey = (hands, key, seat) =>
  Object.entries(hands).every(([hand, { dealer, cards }]) => {
    const promised = dealtTo(deckOf(key, Number(hand)), dealer, seat);
    return promised.length === cards.length && promised.every((card) => cards.includes(card));
  });

/** Our word in the deal, and what the others had promised when it was told. @param {string} table */
export const revealedWord = (table) => loadNotes(table).told;

export class FairDeal {
  /** What all seats have promised. @type {PartialBySeat<string | null>} */
  #promises = {};
  /** @type {Seat | null} */
  #you = null;
  /** Whether promises can still be made. */
  #open = false;
  /** Whether we have promised a word for this seat, or are about to. */
  #hasPromised = false;
  /** The promise of ours that the server has taken. @type {string | null} */
  #acceptedPromise = null;
  #commitment = '';
  /** @type {BySeat<string> | null} */
  #words = null;
  /** @type {string | null} */
  #secret = null;
  /** What somebody has typed to be part of the word. */
  #typed = '';
  /** What is not as it was promised. @type {BrokenPromise[]} */
  brokenPromises = [];

  /**
   * @param {string} table
   * @param {(command: object) => Promise<Answer>} send
   * @param {() => string | null} person who we are
   */
  constructor(table, send, person) {
    this.table = table;
    this.send = send;
    this.person = person;
  }

  /** @param {ServerMessage} message */
  receive(message) {
    if (message.msg === 'snapshot') this.#onSnapshot(message);
    else if (message.msg === 'happened') this.#onHappened(message);
    else if (message.msg === 'seats') this.#onSeats(message.seats);
    else return;
    this.#check();
  }

  /** The promise with which we take a seat: our word moves with us. */
  seatPromise() {
    const promise = this.#you && this.#promises[this.#you];
    this.#hasPromised = true;
    return promise && promise in loadNotes(this.table).words ? promise : this.#newPromise();
  }

  /** Promises a word for the seat that we have. */
  async promiseNow() {
    this.#hasPromised = true;
    const promise = this.#newPromise();
    const answer = await this.#sendUntilSettled(
      { cmd: 'promise', promise },
      () => this.#open && this.#hasPromised,
    );
    if (answer.ok && this.#hasPromised) this.#acceptedPromise = promise;
    return answer;
  }

  /** Promises a word that begins with what somebody has typed. @param {string} typed */
  promiseTyped(typed) {
    this.#typed = typed;
    return this.promiseNow();
  }

  /** Waits until all of these have promised, but not for long: programs may promise nothing. @param {Seat[]} seats */
  async waitForPromises(seats) {
    const end = performance.now() + PROMISE_TIMEOUT;
    while (seats.some((seat) => !this.#promises[seat]) && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 30));
  }

  /** Another word; its promise. */
  #newPromise() {
    const word = withRandomness(this.#typed);
    const promise = promiseOf(word);
    saveNotes(this.table, { words: { ...loadNotes(this.table).words, [promise]: word } });
    return promise;
  }

  /** Sends something until it is done or refused for good. @param {object} command @param {() => boolean} wanted */
  async #sendUntilSettled(command, wanted) {
    for (;;) {
      const answer = await this.send(command);
      if (answer.ok || !RETRYABLE_CODES.includes(answer.error?.code ?? '') || !wanted())
        return answer;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
    }
  }

  /** @param {Snapshot} snapshot */
  #onSnapshot({ you, promises, awaited, commitment, words, secret, view }) {
    this.#you = you;
    this.#promises = { ...promises };
    this.#open = !words && !awaited;
    [this.#commitment, this.#words, this.#secret] = [commitment, words, secret];
    // What is told after the first card proves nothing.
    if (!words && !loadNotes(this.table).commitment) saveNotes(this.table, { commitment });
    this.#recognizeOwnPromise();
    if (view?.phase === 'bidding') this.#saveDealtCards(view);
    if (awaited) this.#reveal(promises, awaited);
    this.#promiseIfMissing();
  }

  /** @param {Happened} message */
  #onHappened({ entry, words, secret, events }) {
    for (const { event, view } of events ?? [])
      if (event === 'hand_dealt') this.#saveDealtCards(view);
    switch (entry?.kind) {
      case 'sat':
      case 'promised':
        this.#promises[entry.seat] = entry.promise ?? null;
        this.#recognizeOwnPromise();
        break;
      case 'bot_sat':
      case 'stood':
        this.#promises[entry.seat] = null;
        break;
      case 'starting':
        this.#open = false;
        this.#promises = { ...entry.promises };
        this.#reveal(entry.promises, SEATS);
        break;
      case 'start_called_off':
        // A word that somebody may know is never used again.
        saveNotes(this.table, { words: {}, told: null, hands: {}, left: false });
        this.#promises = {};
        [this.#open, this.#hasPromised, this.#acceptedPromise] = [true, false, null];
        if (this.#you && entry.seats.includes(this.#you)) this.#you = null;
        this.#promiseIfMissing();
    }
    if (secret) this.#secret = secret;
    if (!words) return;
    [this.#words, this.#open] = [words, false];
    // Without asking for it.
    if (this.#acceptedPromise && !loadNotes(this.table).told) saveNotes(this.table, { left: true });
  }

  /** @param {BySeat<Occupant | null>} seats */
  #onSeats(seats) {
    const me = this.person();
    this.#you =
      SEATS.find((seat) => seats[seat]?.kind === 'person' && seats[seat].id === me) ?? null;
    if (!this.#you) [this.#hasPromised, this.#acceptedPromise] = [false, null];
    this.#recognizeOwnPromise();
    this.#promiseIfMissing();
  }

  /** Whether the promise at our seat is ours, perhaps from before the page was loaded again. */
  #recognizeOwnPromise() {
    const promise = this.#you && this.#promises[this.#you];
    if (promise && promise in loadNotes(this.table).words) this.#acceptedPromise = promise;
  }

  /** Whoever sits there has promised a word; perhaps on another device, which tells it then. */
  #promiseIfMissing() {
    if (this.#you && this.#open && !this.#hasPromised && !this.#promises[this.#you])
      this.promiseNow();
  }

  /**
   * Tells our word, now that all promises are known, and notes these before.
   * @param {BySeat<string | null>} promises
   * @param {Seat[]} awaited
   */
  #reveal(promises, awaited) {
    const seat = this.#you;
    if (!seat) return;
    const { words, told } = loadNotes(this.table);
    const promise = promises[seat] ?? '';
    // What the others had promised when our word was told first is what counts.
    if (!told && promise in words)
      saveNotes(this.table, { told: { seat, word: words[promise], promises }, words: {} });
    else if (!told && this.#acceptedPromise) saveNotes(this.table, { left: true });
    const word = loadNotes(this.table).told?.word;
    if (word === undefined || promiseOf(word) !== promise || !awaited.includes(seat)) return;
    this.#sendUntilSettled({ cmd: 'reveal', word }, () => !this.#open && !this.#words);
  }

  /** Notes the cards of a hand that has just been dealt. @param {View} view */
  #saveDealtCards({ hand, dealer, hands }) {
    const seen = loadNotes(this.table);
    const cards = this.#you && hands[this.#you];
    if (!dealer || !Array.isArray(cards) || seen.told?.seat !== this.#you || seen.hands?.[hand])
      return;
    saveNotes(this.table, { hands: { ...seen.hands, [hand]: { dealer, cards } } });
  }

  #check() {
    const shown = { commitment: this.#commitment, words: this.#words, secret: this.#secret };
    this.brokenPromises = findBrokenPromises(this.table, shown) ?? [];
  }
}
