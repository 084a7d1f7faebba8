/**
 * The player's part in the fair deal: promises a word, reveals it once all promises are known, and
 * checks everything the server shows later against what this browser noted before the game.
 * docs/fair-deal.md has the construction.
 */
import { SEATS } from '../cards.js';
import { saveItem, loadItem } from '../settings.js';
import { sha256 } from '../sha256.js';
import { dealtTo, deckOf, keyOf } from './shuffle.js';

/**
 * A word that was revealed, and all promises at that moment.
 * @typedef {{seat: Seat, word: string, promises: BySeat<string | null>}} RevealedWord
 */
/**
 * The nine cards that the player was dealt, and the dealer.
 * @typedef {{dealer: Seat, cards: Card[]}} DealtHand
 */
/**
 * What this browser has noted about the deal at a table. Browsers store it under these names.
 * @typedef {object} DealNotes
 * @property {string} [commitment] the commitment to the server's secret, from before the game
 * @property {Record<string, string>} words the player's secret words, by their promises
 * @property {RevealedWord | null} [told] the player's word, once it was revealed
 * @property {Record<number, DealtHand>} [hands] what the player was dealt, by hand number
 * @property {boolean} [left] whether the game began without the word that the player had promised
 */
/**
 * What violates the fair deal, and whose word it concerns.
 * @typedef {{key: 'commitment' | 'secret' | 'word' | 'promise' | 'cards', seat?: Seat}} Violation
 */

/** The number of tables that the browser keeps notes about. */
const MAX_TABLES = 20;
/** Errors after which a command may be sent again. */
const RETRYABLE_CODES = ['not_stored', 'unavailable', 'too_many_requests', 'broken', 'closing'];
/** How long the start waits for the promises of others, in milliseconds. */
const PROMISE_TIMEOUT = 2000;
/** The delay before a command is sent again, in milliseconds. */
const RETRY_DELAY = 1000;

const encoder = new TextEncoder();
/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The promise of a word. @param {string} word */
export const promiseOf = (word) => hex(sha256(encoder.encode(`pidro/fair-deal/1/word\0${word}`)));

/** The commitment to a secret. @param {string} secret */
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

/** What the player typed, with 128 random bits. @param {string} typed */
const withRandomness = (typed) =>
  [typed, hex(crypto.getRandomValues(new Uint8Array(16)))].filter(Boolean).join(' ');

/** The notes by table, also for browsers that store nothing. @type {Record<string, DealNotes>} */
let notesByTable = {};

/** @param {string} table @returns {DealNotes} */
function loadNotes(table) {
  try {
    notesByTable = { ...notesByTable, ...JSON.parse(loadItem('deals') ?? '{}') };
  } catch {
    // Not JSON: start with no notes.
  }
  return notesByTable[table] ?? { words: {} };
}

/** @param {string} table @param {Partial<DealNotes>} change */
function saveNotes(table, change) {
  const changed = { ...loadNotes(table), ...change };
  const { [table]: _, ...others } = notesByTable;
  notesByTable = Object.fromEntries(
    [...Object.entries(others), [table, changed]].slice(-MAX_TABLES),
  );
  saveItem('deals', JSON.stringify(notesByTable));
}

/**
 * The violations of the fair deal, as far as this browser can know: `undefined` if it noted nothing
 * before the game.
 * @param {string} table
 * @param {{commitment: string, words: BySeat<string> | null, secret: string | null}} shown
 * @returns {Violation[] | undefined}
 */
export function findViolations(table, { commitment, words, secret }) {
  const notes = loadNotes(table);
  if (!notes.commitment) return undefined;
  /** @type {Violation[]} */
  const found = [];
  if (commitment !== notes.commitment) found.push({ key: 'commitment' });
  if (secret && commitmentOf(secret) !== notes.commitment) found.push({ key: 'secret' });
  const { told } = notes;
  if (notes.left) found.push({ key: 'word' });
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
  if (secret && !cardsMatchKey(notes.hands ?? {}, keyOf(secret, words), told.seat))
    found.push({ key: 'cards' });
  return found;
}

/**
 * Whether the decks of this key contain the cards that the seat was dealt.
 * @param {Record<number, DealtHand>} hands
 * @param {Uint8Array} key
 * @param {Seat} seat
 */
const cardsMatchKey = (hands, key, seat) =>
  Object.entries(hands).every(([hand, { dealer, cards }]) => {
    const expected = dealtTo(deckOf(key, Number(hand)), dealer, seat);
    return expected.length === cards.length && expected.every((card) => cards.includes(card));
  });

/**
 * The player's word, and what the others had promised when it was revealed.
 * @param {string} table
 */
export const revealedWord = (table) => loadNotes(table).told;

export class FairDeal {
  /** The promises of all seats. @type {PartialBySeat<string | null>} */
  #promises = {};
  /** @type {Seat | null} */
  #you = null;
  /** Whether promises can still be made. */
  #open = false;
  /** Whether the player has promised a word for this seat, or is about to. */
  #hasPromised = false;
  /** The player's promise that the server has accepted. @type {string | null} */
  #acceptedPromise = null;
  #commitment = '';
  /** @type {BySeat<string> | null} */
  #words = null;
  /** @type {string | null} */
  #secret = null;
  /** What the player wants to add to the word. */
  #typed = '';
  /** The violations found so far. @type {Violation[]} */
  violations = [];

  /**
   * @param {string} table
   * @param {(command: object) => Promise<Answer>} send
   * @param {() => string | null} person the user's id
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

  /** The promise to send when taking a seat. A player who changes seats keeps the word. */
  seatPromise() {
    const promise = this.#you && this.#promises[this.#you];
    this.#hasPromised = true;
    return promise && promise in loadNotes(this.table).words ? promise : this.#newPromise();
  }

  /** Promises a word for the player's seat. */
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

  /** Promises a word that begins with what the player typed. @param {string} typed */
  promiseTyped(typed) {
    this.#typed = typed;
    return this.promiseNow();
  }

  /**
   * Waits until these seats have promised, but not for long: other clients may never promise.
   * @param {Seat[]} seats
   */
  async waitForPromises(seats) {
    const end = performance.now() + PROMISE_TIMEOUT;
    while (seats.some((seat) => !this.#promises[seat]) && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 30));
  }

  /** Makes another word, and returns its promise. */
  #newPromise() {
    const word = withRandomness(this.#typed);
    const promise = promiseOf(word);
    saveNotes(this.table, { words: { ...loadNotes(this.table).words, [promise]: word } });
    return promise;
  }

  /**
   * Sends a command until it succeeds or is refused for good.
   * @param {object} command
   * @param {() => boolean} isStillNeeded
   */
  async #sendUntilSettled(command, isStillNeeded) {
    for (;;) {
      const answer = await this.send(command);
      if (answer.ok || !RETRYABLE_CODES.includes(answer.error?.code ?? '') || !isStillNeeded())
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
    // A commitment that arrives after the first card proves nothing.
    if (!words && !loadNotes(this.table).commitment) saveNotes(this.table, { commitment });
    this.#recognizeOwnPromise();
    if (view?.phase === 'bidding') this.#saveDealtCards(view);
    if (awaited) this.#reveal(promises, awaited);
    this.#promiseIfMissing();
  }

  /** @param {Happened} message */
  #onHappened({ change, words, secret, events }) {
    for (const { event, view } of events ?? [])
      if (event === 'hand_dealt' && view) this.#saveDealtCards(view);
    switch (change?.kind) {
      case 'sat':
      case 'promised':
        this.#promises[change.seat] = change.promise ?? null;
        this.#recognizeOwnPromise();
        break;
      case 'bot_sat':
      case 'seat_freed':
        this.#promises[change.seat] = null;
        break;
      case 'starting':
        this.#open = false;
        this.#promises = { ...change.promises };
        this.#reveal(change.promises, SEATS);
        break;
      case 'start_called_off':
        // Others may know the old word, so it is never used again.
        saveNotes(this.table, { words: {}, told: null, hands: {}, left: false });
        this.#promises = {};
        [this.#open, this.#hasPromised, this.#acceptedPromise] = [true, false, null];
        if (this.#you && change.seats.includes(this.#you)) this.#you = null;
        this.#promiseIfMissing();
    }
    if (secret) this.#secret = secret;
    if (!words) return;
    [this.#words, this.#open] = [words, false];
    // The game began, but the server never asked for the promised word.
    if (this.#acceptedPromise && !loadNotes(this.table).told) saveNotes(this.table, { left: true });
  }

  /** @param {BySeat<SeatStatus | null>} seats */
  #onSeats(seats) {
    const me = this.person();
    this.#you =
      SEATS.find((seat) => seats[seat]?.kind === 'person' && seats[seat].id === me) ?? null;
    if (!this.#you) [this.#hasPromised, this.#acceptedPromise] = [false, null];
    this.#recognizeOwnPromise();
    this.#promiseIfMissing();
  }

  /** Recognizes the player's own promise, perhaps from before the page was reloaded. */
  #recognizeOwnPromise() {
    const promise = this.#you && this.#promises[this.#you];
    if (promise && promise in loadNotes(this.table).words) this.#acceptedPromise = promise;
  }

  /**
   * Promises a word, unless the player has already, perhaps on another device, which then reveals
   * it.
   */
  #promiseIfMissing() {
    if (this.#you && this.#open && !this.#hasPromised && !this.#promises[this.#you])
      this.promiseNow();
  }

  /**
   * Notes all promises, then reveals the player's word.
   * @param {BySeat<string | null>} promises
   * @param {Seat[]} awaited
   */
  #reveal(promises, awaited) {
    const seat = this.#you;
    if (!seat) return;
    const { words, told } = loadNotes(this.table);
    const promise = promises[seat] ?? '';
    // Only promises from before the word was first revealed count.
    if (!told && promise in words)
      saveNotes(this.table, { told: { seat, word: words[promise], promises }, words: {} });
    else if (!told && this.#acceptedPromise) saveNotes(this.table, { left: true });
    const word = loadNotes(this.table).told?.word;
    if (word === undefined || promiseOf(word) !== promise || !awaited.includes(seat)) return;
    this.#sendUntilSettled({ cmd: 'reveal', word }, () => !this.#open && !this.#words);
  }

  /** Notes the cards that the player was just dealt. @param {View} view */
  #saveDealtCards({ hand, dealer, hands }) {
    const notes = loadNotes(this.table);
    const cards = this.#you && hands[this.#you];
    if (!dealer || !Array.isArray(cards) || notes.told?.seat !== this.#you || notes.hands?.[hand])
      return;
    saveNotes(this.table, { hands: { ...notes.hands, [hand]: { dealer, cards } } });
  }

  #check() {
    const shown = { commitment: this.#commitment, words: this.#words, secret: this.#secret };
    this.violations = findViolations(this.table, shown) ?? [];
  }
}
