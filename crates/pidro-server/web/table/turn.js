/** The player's own decision: what has been chosen so far, the action it makes, and sending it. */
import { request } from '../api.js';
import { t } from '../lang.js';
import { setting } from '../settings.js';
import { announce, showError, showToast } from '../ui.js';

/** How long an answer may take before the connection is checked, in milliseconds. */
const SLOW_ANSWER = 2000;

/**
 * @param {Choosable} legal
 * @returns {Choice}
 */
export const newChoice = (legal) => ({
  legal,
  chosen: legal.kind === 'keep' ? [...legal.must] : [],
});

/** How many items have to be chosen. @param {Choosable} legal */
export const requiredCount = (legal) =>
  legal.kind === 'keep' || legal.kind === 'kill' ? legal.count : 1;

/** The cards that can be chosen. @param {Choosable | null} legal @returns {Card[]} */
export function choosableCards(legal) {
  if (legal?.kind === 'play') return legal.cards;
  return legal?.kind === 'keep' || legal?.kind === 'kill' ? legal.from : [];
}

/**
 * A tap on an item. Where one item is needed, a second tap on it confirms the choice; where several
 * are needed, it takes the item back.
 * @param {Choice} choice
 * @param {string} item
 * @param {boolean} oneTap whether one tap is enough to play a card
 * @returns {{choice: Choice, confirmed: boolean}}
 */
export function selectItem(choice, item, oneTap) {
  const { legal, chosen } = choice;
  if (requiredCount(legal) === 1 && legal.kind !== 'keep') {
    const confirmed = chosen[0] === item || (oneTap && legal.kind === 'play');
    return { choice: { legal, chosen: [item] }, confirmed };
  }
  const unchanged = { choice, confirmed: false };
  if (!chosen.includes(item))
    return chosen.length < requiredCount(legal)
      ? { choice: { legal, chosen: [...chosen, item] }, confirmed: false }
      : unchanged;
  if (legal.kind === 'keep' && legal.must.includes(item)) return unchanged;
  const rest = chosen.filter((other) => other !== item);
  return { choice: { legal, chosen: rest }, confirmed: false };
}

/** Whether enough has been chosen. @param {Choice} choice */
export const isComplete = ({ legal, chosen }) => chosen.length === requiredCount(legal);

/** The action in the notation of the engine protocol. @param {Choice} choice */
export function actionText({ legal, chosen }) {
  if (legal.kind === 'bid') return chosen[0] === 'pass' ? 'pass' : `bid ${chosen[0]}`;
  return `${legal.kind} ${chosen.join(' ')}`;
}

/**
 * The choice that makes an action.
 * @param {Choosable} legal
 * @param {string} action
 * @returns {Choice}
 */
export function choiceFromAction(legal, action) {
  const [kind, ...items] = action.split(' ');
  return { legal, chosen: kind === 'pass' ? ['pass'] : items };
}

/**
 * @typedef {object} TurnContext
 * @property {string} table the table's id
 * @property {(command: object) => Promise<Answer>} send
 * @property {() => void} checkConnection
 * @property {() => void} redraw
 */

/** The decision of the player at a live table. */
export class Turn {
  /** @type {Choice | null} */
  #choice = null;
  /** Whether the decision has been sent. */
  #sent = false;
  #askingHint = false;
  /** The hint in words, once the player has asked for it. */
  hint = '';

  /** @param {TurnContext} context */
  constructor(context) {
    this.context = context;
  }

  /** Whether the player has something to decide, or has just decided. */
  get isActive() {
    return this.#choice !== null;
  }

  /** What the player can choose; nothing once the decision has been sent. */
  get choice() {
    return this.#sent ? null : this.#choice;
  }

  /** Offers a new choice, or none. @param {Choosable | null} legal */
  start(legal) {
    this.#sent = false;
    this.hint = '';
    this.#choice = legal && newChoice(legal);
  }

  /** Withdraws the choice, because something has happened. */
  clear() {
    this.#choice = null;
    this.hint = '';
  }

  /** @param {string} item */
  select(item) {
    if (!this.choice) return;
    const { choice, confirmed } = selectItem(this.choice, item, setting('tap') === 'one');
    if (choice === this.#choice)
      showToast(
        t('chosen_count', { chosen: choice.chosen.length, count: requiredCount(choice.legal) }),
      );
    this.#choice = choice;
    if (confirmed) this.confirm();
    else this.context.redraw();
  }

  /** Plays a card that was dropped onto the table. @param {Card} card */
  drop(card) {
    if (this.choice?.legal.kind !== 'play') return;
    this.#choice = { ...this.choice, chosen: [card] };
    this.confirm();
  }

  /** Sends the decision. */
  async confirm() {
    const { choice, context } = this;
    if (!choice || !isComplete(choice)) return;
    this.#sent = true;
    context.redraw();
    const slow = setTimeout(context.checkConnection, SLOW_ANSWER);
    const answer = await context.send({ cmd: 'act', action: actionText(choice) });
    clearTimeout(slow);
    if (answer.ok) return;
    this.#sent = false;
    context.redraw();
  }

  /** Asks the server what the expert would do, and chooses that. */
  async askHint() {
    const legal = this.#choice?.legal;
    if (!legal || this.#askingHint) return;
    this.#askingHint = true;
    try {
      const advice = /** @type {Advice} */ (
        await request('GET', `/api/tables/${this.context.table}/hint`)
      );
      const { describeAdvice } = await import('../sentences.js');
      // The turn may have ended in the meantime.
      if (this.choice?.legal !== legal) return;
      this.hint = describeAdvice(advice);
      this.#choice = choiceFromAction(legal, advice.action);
      announce(this.hint);
      this.context.redraw();
    } catch (error) {
      showError(error);
    } finally {
      this.#askingHint = false;
    }
  }
}
