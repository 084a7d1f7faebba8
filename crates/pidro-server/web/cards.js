/** Cards: their order, their names and their points. What may be played comes from the server. */
import { t, tk } from './lang.js';

/** @type {Seat[]} */
export const SEATS = ['N', 'E', 'S', 'W'];
/** @type {Suit[]} */
export const SUITS = ['s', 'h', 'd', 'c'];
const SIGNS = { s: '♠', h: '♥', d: '♦', c: '♣' };
/** The other suit of the same colour. @type {Record<Suit, Suit>} */
export const OTHER = { s: 'c', c: 's', h: 'd', d: 'h' };
const RANKS = '23456789TJQKA';
/** The trumps from the highest on: `w` is the wrong five. */
const TRUMPS = 'AKQJT98765w432';
const POINTS = { A: 1, J: 1, T: 1, 5: 5, w: 5, 2: 1 };

/** @param {Card} card */
export const suitOf = (card) => /** @type {Suit} */ (card[1]);

/** The place of a seat as seen from another one: 0 below, 1 left, 2 above, 3 right. */
export const place = (/** @type {Seat} */ seat, /** @type {Seat} */ from) =>
  (SEATS.indexOf(seat) - SEATS.indexOf(from) + 4) % 4;

/** @param {Seat} seat */
export const teamOf = (seat) => /** @type {Team} */ (seat === 'N' || seat === 'S' ? 'NS' : 'EW');

/** @param {Team} team @returns {Team} */
export const otherTeam = (team) => (team === 'NS' ? 'EW' : 'NS');

/**
 * What a card is among the trumps: a rank, `w` for the wrong five, or nothing.
 * @param {Card} card
 * @param {Suit | null} trump
 */
function asTrump(card, trump) {
  if (!trump) return '';
  if (suitOf(card) === trump) return card[0];
  return card === `5${OTHER[trump]}` ? 'w' : '';
}

/**
 * @param {Card} card
 * @param {Suit | null} trump
 */
export const isTrump = (card, trump) => asTrump(card, trump) !== '';

/**
 * The points on a card, if it is a trump.
 * @param {Card} card
 * @param {Suit | null} trump
 * @returns {number}
 */
export const pointsOf = (card, trump) =>
  POINTS[/** @type {keyof typeof POINTS} */ (asTrump(card, trump))] ?? 0;

/**
 * Trumps first, from the highest on; then the other suits, each from the highest on.
 * @param {Card[]} cards
 * @param {Suit | null} trump
 */
export function sorted(cards, trump) {
  // Colours take turns, so that suits are told apart.
  const suits = 'shcd';
  const key = (/** @type {Card} */ card) => {
    const rank = asTrump(card, trump);
    return rank
      ? TRUMPS.indexOf(rank)
      : 100 * (suits.indexOf(card[1]) + 1) - RANKS.indexOf(card[0]);
  };
  return [...cards].sort((one, other) => key(one) - key(other));
}

/**
 * How many trumps a hand would have, and how many points on them.
 * @param {Card[]} cards
 * @param {Suit} suit
 */
export function strength(cards, suit) {
  const trumps = cards.filter((card) => isTrump(card, suit));
  return {
    count: trumps.length,
    points: trumps.reduce((sum, card) => sum + pointsOf(card, suit), 0),
  };
}

/** The name of a card in words. */
export const cardName = (/** @type {Card} */ card) =>
  t('card', { rank: tk(`rank_${card[0]}`), suit: tk(`suit_${card[1]}`) });

/** A card as it is written: 10♥. */
export const cardSign = (/** @type {Card} */ card) =>
  `${card[0] === 'T' ? '10' : card[0]}${SIGNS[suitOf(card)]}`;

/** @param {Card[] | undefined} cards */
export const cardNames = (cards) => (cards ?? []).map(cardName).join(', ');
