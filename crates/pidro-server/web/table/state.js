/**
 * The state of a table: the last snapshot, updated by later messages. Nothing here knows the rules.
 */
import { SEATS } from '../cards.js';

/**
 * @typedef {object} State
 * @property {Snapshot} table the last snapshot, updated
 * @property {HandScored | null} handResult the result of the hand that has just ended
 * @property {GameEvent[]} log what happened since the page was opened
 * @property {Set<string>} muted
 */

/**
 * Converts the time left at a moment into an end time on the page's own clock.
 * @param {Clock | null | undefined} clock
 * @param {number} at
 * @param {number | null} seconds
 * @returns {Clock | null}
 */
const startClock = (clock, at, seconds) =>
  clock ? { ...clock, until: at + clock.ms, time: (seconds ?? 0) * 1000 } : null;

/**
 * @param {Snapshot} snapshot
 * @param {State | null} before
 * @param {number} at when it arrived
 * @returns {State}
 */
export const fromSnapshot = (snapshot, before, at) => ({
  table: { ...snapshot, clock: startClock(snapshot.clock, at, snapshot.time) },
  handResult: null,
  log: before?.table.table === snapshot.table ? before.log : [],
  muted: before?.muted ?? new Set(),
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
  const { n, entry, words, legal, hint, claim, clock, secret } = message;
  const table = {
    ...state.table,
    n,
    legal: legal ?? null,
    hint: hint ?? false,
    claim: claim ?? false,
    clock: startClock(clock, at, state.table.time),
  };
  if (words) table.words = words;
  if (secret) table.secret = secret;
  return entry ? applyEntry({ ...state, table }, entry) : { ...state, table };
}

/**
 * The state after a table event that is no decision in the game.
 * @param {State} state
 * @param {Entry} entry
 * @returns {State}
 */
function applyEntry(state, entry) {
  const { table } = state;
  switch (entry.kind) {
    case 'starting':
      return {
        ...state,
        table: { ...table, awaited: SEATS.filter((seat) => entry.promises[seat]) },
      };
    case 'revealed':
      return {
        ...state,
        table: { ...table, awaited: table.awaited?.filter((seat) => seat !== entry.seat) ?? null },
      };
    case 'started':
    case 'start_called_off':
      return { ...state, table: { ...table, awaited: null } };
    case 'undo_asked':
      return { ...state, table: { ...table, undo: [entry.seat] } };
    case 'undo_agreed':
      return { ...state, table: { ...table, undo: [...(table.undo ?? []), entry.seat] } };
    case 'undo_refused':
      return { ...state, table: { ...table, undo: null } };
    case 'rematch_asked':
      return { ...state, table: { ...table, rematch: [...table.rematch, entry.seat] } };
    case 'rematched':
      return { ...state, table: { ...table, next: entry.table } };
    case 'chat_opened':
      return { ...state, table: { ...table, chat: entry.open } };
    case 'muted': {
      const muted = new Set(state.muted);
      if (entry.muted) muted.add(entry.person);
      else muted.delete(entry.person);
      return { ...state, muted };
    }
    default:
      // A separate message says who sits where.
      return state;
  }
}
