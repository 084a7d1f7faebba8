/** What is known of a table: the last snapshot, and what was told since. Nothing here knows the rules. */
import { SEATS } from '../cards.js';

/**
 * @typedef {object} State
 * @property {Snapshot} table the last snapshot, brought up to date
 * @property {Scored | null} ended the hand that has just ended, until somebody has looked at it
 * @property {GameEvent[]} log what happened since the page was opened
 * @property {Set<string>} muted
 */

/** A clock that was told at this moment, on the page's own clock. @param {Clock | null | undefined} clock @param {number} at @param {number | null} seconds @returns {Clock | null} */
const running = (clock, at, seconds) =>
  clock ? { ...clock, until: at + clock.ms, time: (seconds ?? 0) * 1000 } : null;

/** @param {Snapshot} snapshot @param {State | null} before @param {number} at when it was told @returns {State} */
export const begin = (snapshot, before, at) => ({
  table: { ...snapshot, clock: running(snapshot.clock, at, snapshot.time) },
  ended: null,
  log: before?.table.table === snapshot.table ? before.log : [],
  muted: before?.muted ?? new Set(),
});

/** An event has been shown. @param {State} state @param {GameEvent} event @returns {State} */
export function see(state, event) {
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
  const ended =
    event.event === 'hand_scored' ? event : event.event === 'hand_dealt' ? null : state.ended;
  if (event.event === 'hand_scored') {
    const { n: _, view: __, ...scored } = event;
    table.sheet = [...table.sheet, scored];
  }
  return { ...state, table, ended, log: [...state.log, event] };
}

/** A message has been shown to its end: what can be done now. @param {State} state @param {Happened} message @param {number} at when it was told @returns {State} */
export function settle(state, message, at) {
  const { n, entry, words, legal, hint, claim, clock, secret } = message;
  const table = {
    ...state.table,
    n,
    legal: legal ?? null,
    hint: hint ?? false,
    claim: claim ?? false,
    clock: running(clock, at, state.table.time),
  };
  if (words) table.words = words;
  if (secret) table.secret = secret;
  return entry ? enter({ ...state, table }, entry) : { ...state, table };
}

/** Something beside the game. @param {State} state @param {Entry} entry @returns {State} */
function enter(state, entry) {
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
      // Who sits where is told by itself.
      return state;
  }
}
