/**
 * The state of a table: the last snapshot, updated by later messages. It knows no rules.
 */
import { SEATS } from '../cards.js';

/**
 * @typedef {object} State
 * @property {ShownTable} table the last snapshot, updated
 * @property {HandScored | null} handResult the result of the hand that has just ended
 * @property {GameEvent[]} log what happened since the page was opened
 * @property {Set<string>} muted
 */

/**
 * Converts the time left at a moment into an end time on the page's own clock.
 * @param {Clock | null | undefined} clock
 * @param {number} at
 * @param {number | null} seconds
 * @returns {RunningClock | null}
 */
const startClock = (clock, at, seconds) =>
  clock ? { ...clock, until: at + clock.ms, time: (seconds ?? 0) * 1000 } : null;

/**
 * What can be chosen; nothing while no decision is due.
 * @param {Legal | null | undefined} legal
 * @returns {Choosable | null}
 */
const choosable = (legal) =>
  !legal || legal.kind === 'none' || legal.kind === 'deal' ? null : legal;

/**
 * @param {Snapshot} snapshot
 * @param {State | null} previous
 * @param {number} at when it arrived
 * @returns {State}
 */
export const fromSnapshot = (snapshot, previous, at) => ({
  table: {
    ...snapshot,
    legal: choosable(snapshot.legal),
    // The sheet has only results of hands.
    sheet: /** @type {HandScored[]} */ (snapshot.sheet),
    clock: startClock(snapshot.clock, at, snapshot.time),
  },
  handResult: null,
  log: previous?.table.table === snapshot.table ? previous.log : [],
  muted: previous?.muted ?? new Set(),
});

/**
 * The state after an event of the game.
 * @param {State} state
 * @param {GameEvent} event
 * @returns {State}
 */
export function applyEvent(state, event) {
  const table = {
    ...state.table,
    view: event.view,
    legal: null,
    hint: false,
    claim: false,
    clock: null,
    undo: null,
    events: event.n + 1,
  };
  const handResult =
    event.event === 'hand_scored' ? event : event.event === 'hand_dealt' ? null : state.handResult;
  if (event.event === 'hand_scored') {
    const { n: _, view: __, ...scored } = event;
    table.sheet = [...table.sheet, scored];
  }
  return { ...state, table, handResult, log: [...state.log, event] };
}

/**
 * The state after a message whose events have all been applied.
 * @param {State} state
 * @param {Happened} message
 * @param {number} at when it arrived
 * @returns {State}
 */
export function applyMessage(state, message, at) {
  const { n, change, words, legal, hint, claim, clock, secret } = message;
  const table = {
    ...state.table,
    n,
    legal: choosable(legal),
    hint: hint ?? false,
    claim: claim ?? false,
    clock: startClock(clock, at, state.table.time),
  };
  if (words) table.words = words;
  if (secret) table.secret = secret;
  return change ? applyChange({ ...state, table }, change) : { ...state, table };
}

/**
 * The state after a change at the table.
 * @param {State} state
 * @param {TableChange} change
 * @returns {State}
 */
function applyChange(state, change) {
  const { table } = state;
  switch (change.kind) {
    case 'starting':
      return {
        ...state,
        table: { ...table, awaited: SEATS.filter((seat) => change.promises[seat]) },
      };
    case 'revealed':
      return {
        ...state,
        table: { ...table, awaited: table.awaited?.filter((seat) => seat !== change.seat) ?? null },
      };
    case 'started':
    case 'start_called_off':
      return { ...state, table: { ...table, awaited: null } };
    case 'undo_asked':
      return { ...state, table: { ...table, undo: [change.seat] } };
    case 'undo_agreed':
      return { ...state, table: { ...table, undo: [...(table.undo ?? []), change.seat] } };
    case 'undo_refused':
      return { ...state, table: { ...table, undo: null } };
    case 'rematch_asked':
      return { ...state, table: { ...table, rematch: [...table.rematch, change.seat] } };
    case 'rematched':
      return { ...state, table: { ...table, next: change.table } };
    case 'chat_set':
      return { ...state, table: { ...table, chat: change.open } };
    case 'mute_set': {
      const muted = new Set(state.muted);
      if (change.muted) muted.add(change.person);
      else muted.delete(change.person);
      return { ...state, muted };
    }
    default:
      // The separate message `seats` says who sits where.
      return state;
  }
}
