/** What a player can do before the game: take a seat, choose a name, start. */
import { ApiError, rename } from '../api.js';
import { t } from '../lang.js';
import { showError, showToast } from '../ui.js';
import { seatsWithPeople } from './seats.js';

/**
 * @typedef {object} SeatingContext
 * @property {() => ShownTable} table
 * @property {() => import('../connection.js').Connection} connection
 * @property {Promise<import('./fair-deal.js').FairDeal>} fairDeal
 * @property {(command: object) => Promise<Answer>} send
 */

export class Seating {
  #starting = false;

  /** @param {SeatingContext} context */
  constructor(context) {
    this.context = context;
  }

  /** @param {object} command */
  send(command) {
    return this.context.send(command);
  }

  /**
   * Takes a seat, or one's own seat again, with a promise for the fair deal.
   * @param {Seat | null} seat
   */
  async sit(seat) {
    const { fairDeal, send } = this.context;
    return send({ cmd: 'sit', seat, promise: (await fairDeal).seatPromise() });
  }

  /** Starts the game, once all players who are connected have promised their words. */
  async start() {
    if (this.#starting) return;
    this.#starting = true;
    const { fairDeal, send, table } = this.context;
    const { seats } = table();
    const connected = seatsWithPeople(seats).filter(
      (seat) => seats[seat]?.kind === 'person' && seats[seat].state === 'here',
    );
    await (await fairDeal).waitForPromises(connected);
    await send({ cmd: 'start' });
    this.#starting = false;
  }

  /** Changes the player's name, also at the seat. @param {string} name */
  async rename(name) {
    const { connection, table } = this.context;
    try {
      await rename(name);
    } catch (error) {
      showError(error);
      return;
    }
    // The server learns the new name when the page joins again.
    connection().join();
    const answer = await this.sit(table().you);
    if (answer.ok) showToast(t('saved'));
  }

  /** Promises another word for the fair deal, which begins with this. @param {string} typed */
  async addToWord(typed) {
    const answer = await (await this.context.fairDeal).promiseTyped(typed);
    if (answer.ok) showToast(t('saved'));
    else showError(new ApiError(answer.error?.code ?? '', answer.error?.message ?? ''));
  }
}
