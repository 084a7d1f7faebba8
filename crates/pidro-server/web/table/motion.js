/** Animation: cards move to their new places, tricks fly to their winners, clocks run. */

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const DURATION = 260;

/** Where every card is. @param {HTMLElement} root */
function cardRects(root) {
  /** @type {Map<string, DOMRect>} */
  const cards = new Map();
  for (const card of root.querySelectorAll('[data-card]'))
    cards.set(/** @type {HTMLElement} */ (card).dataset.card ?? '', card.getBoundingClientRect());
  return cards;
}

/** @param {HTMLElement} root @param {Seat} seat */
const seatRect = (root, seat) =>
  root.querySelector(`[data-seat=${seat}] .name-plate`)?.getBoundingClientRect();

/**
 * Draws, and animates what has moved.
 * @param {HTMLElement} root
 * @param {GameEvent | undefined} event the event that is drawn
 * @param {Seat | null} taker the winner of the trick that lies on the table
 * @param {() => void} draw
 */
export function animateChange(root, event, taker, draw) {
  if (reducedMotion.matches || !event || document.hidden) {
    draw();
    return;
  }
  const before = cardRects(root);
  const trick = taker ? [...root.querySelectorAll('.played .card')] : [];
  const leaving = trick.map((card) => ({
    card: /** @type {HTMLElement} */ (card.cloneNode(true)),
    from: card.getBoundingClientRect(),
  }));
  draw();
  const remaining = new Set(
    [...root.querySelectorAll('.played .card')].map(
      (card) => /** @type {HTMLElement} */ (card).dataset.card,
    ),
  );
  const target = taker && seatRect(root, taker);
  for (const { card, from } of leaving)
    if (target && !remaining.has(card.dataset.card)) fly(card, from, target);
  const played = event.event === 'card_played' ? seatRect(root, event.seat) : undefined;
  for (const element of root.querySelectorAll('[data-card]')) {
    const card = /** @type {HTMLElement} */ (element);
    const name = card.dataset.card ?? '';
    const from = before.get(name) ?? (card.closest('.played') ? played : undefined);
    if (from) glide(card, from);
  }
}

/** @param {HTMLElement} card @param {DOMRect} from */
function glide(card, from) {
  const to = card.getBoundingClientRect();
  const [x, y] = [
    from.x + from.width / 2 - to.x - to.width / 2,
    from.y + from.height / 2 - to.y - to.height / 2,
  ];
  if (Math.hypot(x, y) < 4 || !to.width) return;
  const scale = Math.min(1.5, Math.max(0.3, from.width / to.width));
  card.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }],
    { duration: DURATION, easing: 'ease-out' },
  );
}

/**
 * Animates a card that has left the table.
 * @param {HTMLElement} card
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
function fly(card, from, to) {
  const { style } = card;
  card.classList.add('flying');
  delete card.dataset.card;
  card.removeAttribute('aria-label');
  card.setAttribute('aria-hidden', 'true');
  [style.left, style.top, style.width] = [`${from.x}px`, `${from.y}px`, `${from.width}px`];
  document.body.append(card);
  const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y - from.y];
  const frames = [
    { transform: 'none', opacity: 1 },
    { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0.4 },
  ];
  card
    .animate(frames, { duration: DURATION * 1.4, easing: 'ease-in' })
    .finished.finally(() => card.remove());
}

/**
 * Starts the clocks' animations from here, because the security policy forbids style attributes.
 * @param {HTMLElement} root
 */
export function runClocks(root) {
  for (const element of root.querySelectorAll('.turn-ring .left')) {
    const ring = /** @type {SVGElement} */ (element);
    const { until = '', time = '', ran } = ring.dataset;
    if (ran === until) continue;
    ring.dataset.ran = until;
    for (const animation of ring.getAnimations()) animation.cancel();
    if (!until) continue;
    const animation = ring.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: 100 }], {
      duration: Number(time),
      fill: 'forwards',
    });
    animation.currentTime = Math.max(0, Number(time) - (Number(until) - performance.now()));
  }
}
