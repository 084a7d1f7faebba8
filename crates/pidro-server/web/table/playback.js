/** What happened, shown one thing after another at a pace that can be followed. */
import { setting } from '../settings.js';

/**
 * One thing to show: an event, or the end of a message, and when it was told.
 * @typedef {{at: number, event?: GameEvent, message?: Happened}} Step
 */

/** How long an event is looked at, in milliseconds. @type {Partial<Record<GameEvent['event'], number>>} */
const TIMES = {
  dealer_cut: 1500,
  dealer_chosen: 900,
  hand_dealt: 500,
  call_made: 700,
  bidding_won: 500,
  trump_declared: 1000,
  redealt: 700,
  robbed: 1100,
  killed: 1400,
  card_played: 650,
  went_cold: 500,
  trick_won: 1300,
  claimed: 1200,
  resigned: 1200,
};
/** @type {Record<string, number>} */
const PACES = { slow: 1.8, normal: 1, fast: 0.35, none: 0 };
/** How much faster it goes where somebody's time runs. */
const IN_A_HURRY = 0.5;
/** Who was away for so many events does not want to see each of them. */
const MANY = 40;

export class Playback {
  /** @type {Step[]} */
  #queue = [];
  #running = false;
  /** @type {(() => void) | null} */
  #wake = null;
  /**
   * @param {(step: Step) => Promise<void> | void} show
   * @param {Promise<unknown>} ready what is waited for before the first
   */
  constructor(show, ready) {
    this.show = show;
    this.ready = ready;
  }

  /** @param {Happened} message */
  push(message) {
    const events = message.events ?? [];
    const at = performance.now();
    this.#queue.push(...events.map((event) => ({ at, event })), { at, message });
    if (!this.#running) this.#run();
  }

  /** Forgets what was to be shown: everything is told anew. */
  clear() {
    this.#queue = [];
    this.#wake?.();
  }

  /** Goes on at once. */
  hurry() {
    this.#wake?.();
  }

  async #run() {
    this.#running = true;
    await this.ready;
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      await this.show(step);
      await this.#rest(step);
    }
    this.#running = false;
  }

  /** @param {Step} step */
  #rest({ event }) {
    const hurry = this.#queue.some(({ message }) => message?.clock) ? IN_A_HURRY : 1;
    const time = (event ? (TIMES[event.event] ?? 0) : 0) * (PACES[setting('pace')] ?? 1) * hurry;
    if (!time || document.hidden || this.#queue.length > MANY) return undefined;
    return /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const timer = setTimeout(resolve, time);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      })
    );
  }
}
