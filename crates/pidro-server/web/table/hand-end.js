/** The pause after a hand, in which its result is shown. */
import { setting } from '../settings.js';
import { seatsWithPeople } from './seats.js';

/** How long the result stays where others wait, and where the clock runs, in milliseconds. */
const DURATION = 12_000;
const DURATION_WITH_CLOCK = 3000;

export class HandEnd {
  /** @type {(() => void) | null} */
  #close = null;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
  }

  /** Whether the result is shown now. */
  get isShown() {
    return this.#close !== null;
  }

  /**
   * Shows the result until the player closes it. A player among others can't keep them waiting.
   * @param {ShownTable} table
   * @returns {Promise<void> | undefined}
   */
  show({ seats, time, you }) {
    if (setting('pace') === 'none') return undefined;
    const limited = seatsWithPeople(seats).length > 1 || time || !you;
    return new Promise((resolve) => {
      const timer = limited
        ? setTimeout(() => this.close(), time ? DURATION_WITH_CLOCK : DURATION)
        : undefined;
      this.#close = () => {
        clearTimeout(timer);
        resolve();
      };
      this.redraw();
    });
  }

  close() {
    this.#close?.();
    this.#close = null;
    this.redraw();
  }
}
