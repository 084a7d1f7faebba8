/** Playing with the keyboard: focus, arrow keys and shortcuts. */
import { setting } from '../settings.js';

const GROUPS = '.bids, .suits, .hand';

/** @param {Element | null | undefined} group */
const buttons = (group) =>
  /** @type {HTMLElement[]} */ ([...(group?.querySelectorAll('button:not(:disabled)') ?? [])]);

/** Moves the focus to a new choice, unless it is on something else. @param {HTMLElement} root */
export function focusChoice(root) {
  requestAnimationFrame(() => {
    const active = document.activeElement;
    const isFree = !active || active === document.body || active.matches(':disabled, h1');
    if (isFree && !document.querySelector('dialog[open]'))
      buttons(root.querySelector('.bids, .suits, .hand:has(.choosable)'))[0]?.focus({
        preventScroll: true,
      });
  });
}

/**
 * Moves the focus to the next choice if the key is an arrow. Returns whether it was one.
 * @param {HTMLElement} root
 * @param {KeyboardEvent} event
 */
export function moveFocus(root, event) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (
    !step ||
    event.target instanceof HTMLInputElement ||
    event.target instanceof HTMLSelectElement
  )
    return false;
  const group = document.activeElement?.closest(GROUPS) ?? root.querySelector(GROUPS);
  const all = buttons(group);
  if (!all.length) return false;
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[at < 0 ? 0 : (at + step + all.length) % all.length].focus();
  event.preventDefault();
  return true;
}

/**
 * Runs the shortcut of a key, unless shortcuts are switched off.
 * @param {KeyboardEvent} event
 * @param {Record<string, () => unknown>} shortcuts
 */
export function runShortcut(event, shortcuts) {
  if (setting('keys') === 'off') return;
  shortcuts[event.key.toLowerCase()]?.();
}

/**
 * Whether the key is meant for the table, not for a field, a dialog or the browser.
 * @param {KeyboardEvent} event
 */
export const isForTable = ({ ctrlKey, metaKey, altKey, target }) =>
  !(ctrlKey || metaKey || altKey) &&
  !document.querySelector('dialog[open]') &&
  !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement);
