/** Shows one event after another, at a pace that people can follow. */
import { setting } from '../settings.js';

/**
 * An event, or the end of a message, and when the message arrived.
 * @typedef {{at: number, event?: GameEvent, message?: Happened}} Step
 */

/**
 * How long an event is shown, in milliseconds.
 * @type {Partial<Record<GameEvent['event'], number>>}
 */
const DURATIONS = {
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
const PACE_FACTORS = { slow: 1.8, normal: 1, fast: 0.35, none: 0 };
/** How much shorter events are shown while somebody's clock runs. */
const CLOCK_FACTOR = 0.5;
/**
 * With more steps than this in the queue, nothing is paced: the player was away, and only wants to
 * catch up.
 */
const MAX_BACKLOG = 40;

export class Playback {
  /** @type {Step[]} */
  #queue = [];
  #running = false;
  /** @type {(() => void) | null} */
  #endPause = null;

  /** @param {(step: Step) => Promise<void> | void} show */
  constructor(show) {
    this.show = show;
  }

  /** @param {Happened} message @param {number} at when it arrived */
  enqueue(message, at) {
    const events = /** @type {GameEvent[]} */ (message.events ?? []);
    this.#queue.push(...events.map((event) => ({ at, event })), { at, message });
    if (!this.#running) this.#run();
  }

  /** Drops the queue, because a snapshot replaces it. */
  clear() {
    this.#queue = [];
    this.#endPause?.();
  }

  /** Ends the current pause. */
  skip() {
    this.#endPause?.();
  }

  async #run() {
    this.#running = true;
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      await this.show(step);
      await this.#pause(step);
    }
    this.#running = false;
  }

  /** @param {Step} step */
  #pause({ event }) {
    const clockFactor = this.#queue.some(({ message }) => message?.clock) ? CLOCK_FACTOR : 1;
    const time =
      (event ? (DURATIONS[event.event] ?? 0) : 0) *
      (PACE_FACTORS[setting('pace')] ?? 1) *
      clockFactor;
    if (!time || document.hidden || this.#queue.length > MAX_BACKLOG) return undefined;
    return /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const timer = setTimeout(resolve, time);
        this.#endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      })
    );
  }
}
