/** Pictures of cards and suits, as SVG. */
import { html, nothing, svg } from './vendor/lit-html.js';
import { cardName, isTrump, pointsOf, suitOf } from './cards.js';
import { t } from './lang.js';

/** The suits, each in a square of 32. @type {Record<Suit, string>} */
const SUIT_PATHS = {
  h: 'M16 29C5 20 2 15 2 10.5 2 6 5.2 3 9 3c3 0 5.6 1.8 7 4.6C17.4 4.8 20 3 23 3c3.8 0 7 3 7 7.5C30 15 27 20 16 29Z',
  d: 'M16 1c3 6 7 11 12 15-5 4-9 9-12 15C13 25 9 20 4 16 9 12 13 7 16 1Z',
  s: 'M16 1c8 9 14 13 14 19 0 4-3 6.5-6.5 6.5-2.3 0-4.3-1.1-5.5-3 .2 3.3 1.3 5.5 3.5 7.5h-11c2.2-2 3.3-4.2 3.5-7.5-1.2 1.9-3.2 3-5.5 3C5 26.5 2 24 2 20 2 14 8 10 16 1Z',
  c: 'M16 2a6.5 6.5 0 0 1 5.3 10.3A6.5 6.5 0 1 1 18 23.6c.2 3.2 1.3 5.4 3.5 7.4h-11c2.2-2 3.3-4.2 3.5-7.4a6.5 6.5 0 1 1-3.3-11.3A6.5 6.5 0 0 1 16 2Z',
};
/** A crown, a diadem, a hat with a feather, each in a square of 32. */
const COURT_PATHS = {
  K: 'M3 26 1 9l8 7 7-12 7 12 8-7-2 17Zm0 2h26v3H3Z',
  Q: 'M4 27 2 12l7 6 2-9 5 8 5-8 2 9 7-6-2 15Zm0 2h24v2H4ZM2 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm28 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM16 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  J: 'M4 24c4-9 20-9 24 0Zm-3 2h30v3H1ZM20 16C20 8 24 3 31 1c-1 7-4 12-9 15Z',
};

/** @param {Suit} suit @param {string} [label] for screen readers */
export const suitIcon = (suit, label) =>
  html`<svg class="suit-icon suit-${suit}" viewBox="0 0 32 32" role=${label ? 'img' : nothing} aria-label=${label ?? nothing} aria-hidden=${label ? nothing : 'true'}><path d=${SUIT_PATHS[suit]} /></svg>`;

/** The face of a card. @param {Card} card */
export function cardFace(card) {
  const rank = card[0] === 'T' ? '10' : card[0];
  const path = SUIT_PATHS[suitOf(card)];
  const court = COURT_PATHS[/** @type {keyof typeof COURT_PATHS} */ (card[0])];
  return html`<svg class="face suit-${card[1]}" viewBox="0 0 100 140" aria-hidden="true">
    <rect class="card-paper" x="1" y="1" width="98" height="138" rx="9" />
    <text class="rank" x="7" y="39" textLength=${rank === '10' ? '37' : nothing} lengthAdjust="spacingAndGlyphs">${rank}</text>
    <path transform="translate(8 47) scale(.94)" d=${path} />
    ${
      court
        ? svg`<path transform="translate(44 20) scale(1.4)" d=${court} /><path transform="translate(41 76) scale(1.6)" d=${path} />`
        : svg`<path transform="translate(36 68) scale(1.85)" d=${path} />`
    }
  </svg>`;
}

/** The back of a card. */
export const cardBack = () => html`<svg class="back" viewBox="0 0 100 140" aria-hidden="true">
  <rect class="card-paper" x="1" y="1" width="98" height="138" rx="9" />
  <rect class="card-weave" x="8" y="8" width="84" height="124" rx="5" />
  <path class="card-weave-line" d="M50 20 80 70 50 120 20 70Z M50 44 66 70 50 96 34 70Z" />
</svg>`;

/**
 * A card that can't be chosen, with its name for screen readers.
 * @param {Card} card
 * @param {Suit | null} trump
 * @param {string} [label] instead of its name
 */
export function cardImage(card, trump, label = cardName(card)) {
  return html`<span class="card ${isTrump(card, trump) ? 'is-trump' : ''}" data-card=${card} role="img" aria-label=${label}>${cardFace(card)}</span>`;
}

/**
 * The label of a card in the hand: its name, whether it is a trump, and its points.
 * @param {Card} card
 * @param {Suit | null} trump
 */
export function cardLabel(card, trump) {
  const points = pointsOf(card, trump);
  const parts = [cardName(card)];
  if (isTrump(card, trump)) parts.push(suitOf(card) === trump ? t('trump') : t('wrong_five'));
  if (points) parts.push(t('points_on_card', { points }));
  return parts.join(', ');
}

/**
 * The badge of a trump, with its points.
 * @param {Card} card
 * @param {Suit | null} trump
 */
export function trumpBadge(card, trump) {
  if (!isTrump(card, trump)) return nothing;
  const points = pointsOf(card, trump);
  return html`<span class="trump-badge" aria-hidden="true">${points || '★'}</span>`;
}
