/** The keyboard's way through what can be chosen. */

const GROUPS = '.bids, .suits, .hand';

/** @param {Element | null | undefined} group */
const buttons = (group) =>
  /** @type {HTMLElement[]} */ ([...(group?.querySelectorAll('button:not(:disabled)') ?? [])]);

/** Who plays with the keyboard goes on where the choice is. @param {HTMLElement} root */
export function focusChoice(root) {
  requestAnimationFrame(() => {
    const active = document.activeElement;
    const lost = !active || active === document.body || active.matches(':disabled, h1');
    if (lost && !document.querySelector('dialog[open]'))
      buttons(root.querySelector('.bids, .suits, .hand:has(.may)'))[0]?.focus({
        preventScroll: true,
      });
  });
}

/**
 * An arrow goes from one choice to the next. Gives whether the key was one.
 * @param {HTMLElement} root
 * @param {KeyboardEvent} event
 */
export function followArrow(root, event) {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!by || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)
    return false;
  const group = document.activeElement?.closest(GROUPS) ?? root.querySelector(GROUPS);
  const all = buttons(group);
  if (!all.length) return false;
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[at < 0 ? 0 : (at + by + all.length) % all.length].focus();
  event.preventDefault();
  return true;
}
