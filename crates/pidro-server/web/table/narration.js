/** Announces what happens at a table: to screen readers, as a short message, with a sound. */
import { about, joinNames, t, tk } from '../lang.js';
import { describeEvent } from '../sentences.js';
import { playSound } from '../sound.js';
import { announce, showToast } from '../ui.js';

/** @typedef {import('../sentences.js').PlayerName} PlayerName */

/** The sounds of events. @type {Partial<Record<GameEvent['event'], string>>} */
const EVENT_SOUNDS = { card_played: 'card', trick_won: 'trick', game_won: 'end' };

/** @param {GameEvent} event @param {PlayerName} playerName @param {ShownTable} table */
export function narrateEvent(event, playerName, { you, rules }) {
  announce(describeEvent(event, playerName, you, rules.forced_top));
  const sound = EVENT_SOUNDS[event.event];
  if (sound) playSound(sound);
}

/** Plays the sound for the player's turn. */
export const soundTurn = () => playSound('turn');

/**
 * Shows what is not an event of the game: somebody ran out of time, left or came back, or wants an
 * undo or a rematch.
 * @param {Happened} message
 * @param {Seat | null} you
 * @param {PlayerName} playerName
 */
export function narrateMessage({ change, timed_out, events }, you, playerName) {
  const first = events?.[0];
  if (timed_out && first && 'seat' in first)
    showToast(t('says_timed_out', about(first.seat, playerName, you)));
  if (!change || !('seat' in change)) return;
  const key = `says_${change.kind}`;
  const text = tk(key, about(change.seat, playerName, you));
  if (text !== key) showToast(text);
}

/**
 * Tells the user that the game did not start without these players.
 * @param {Seat[]} seats
 * @param {Seat | null} you
 * @param {PlayerName} playerName
 */
export function narrateCalledOff(seats, you, playerName) {
  if (you && seats.includes(you)) showToast(t('says_start_called_off_you'));
  else showToast(t('says_start_called_off', { who: joinNames(seats.map(playerName)) }));
}
