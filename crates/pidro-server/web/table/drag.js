/** Dragging cards onto the table. */

const DRAG_THRESHOLD = 14;

/**
 * @param {HTMLElement} root
 * @param {(card: Card) => void} drop
 */
export function enableDragging(root, drop) {
  /** @type {{card: HTMLElement, x: number, y: number, moved: boolean} | null} */
  let drag = null;

  root.addEventListener('pointerdown', (event) => {
    const card = /** @type {HTMLElement} */ (event.target).closest('.hand .card.choosable');
    if (!(card instanceof HTMLElement) || event.button !== 0 || root.querySelector('.tray')) return;
    drag = { card, x: event.clientX, y: event.clientY, moved: false };
  });

  root.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(x, y) < DRAG_THRESHOLD) return;
    if (!drag.moved) drag.card.setPointerCapture(event.pointerId);
    drag.moved = true;
    drag.card.classList.add('dragged');
    drag.card.style.transform = `translate(${x}px, ${y}px)`;
  });

  const endDrag = (/** @type {PointerEvent} */ event, /** @type {boolean} */ dropped) => {
    if (!drag) return;
    const { card, moved } = drag;
    drag = null;
    card.classList.remove('dragged');
    card.style.transform = '';
    const middle = root.querySelector('[data-drop]')?.getBoundingClientRect();
    if (moved && dropped && middle && event.clientY < middle.bottom + 20)
      drop(card.dataset.card ?? '');
    if (moved) suppressClick(card);
  };
  root.addEventListener('pointerup', (event) => endDrag(event, true));
  root.addEventListener('pointercancel', (event) => endDrag(event, false));
}

/** Ignores the click that browsers send after a drag. @param {HTMLElement} card */
function suppressClick(card) {
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  card.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => card.removeEventListener('click', stop, { capture: true }), 50);
}
