/** Cards: how they are named and sorted. Which of them are trumps, and their points, comes from the server. */
import { t, tk } from './lang.js';

/** @type {Seat[]} */
export const SEATS = ['N', 'E', 'S', 'W'];
/** @type {Suit[]} */
export const SUITS = ['s', 'h', 'd', 'c'];
const SUIT_SYMBOLS = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** @type {GameData | undefined} */
let data;

/** What the server says about the game, sent with the page: the page itself states no rule. */
export const gameData = () =>
  (data ??= /** @type {GameData} */ (
    JSON.parse(document.getElementById('game-data')?.textContent ?? '')
  ));

/** @param {Card} card */
export const suitOf = (card) => /** @type {Suit} */ (card[1]);

/** The place of a seat as seen from another one: 0 below, 1 left, 2 above, 3 right. */
export const positionFrom = (/** @type {Seat} */ seat, /** @type {Seat} */ from) =>
  (SEATS.indexOf(seat) - SEATS.indexOf(from) + 4) % 4;

/** @param {Seat} seat */
export const teamOf = (seat) => /** @type {Team} */ (seat === 'N' || seat === 'S' ? 'NS' : 'EW');

/** @param {Team} team @returns {Team} */
export const otherTeam = (team) => (team === 'NS' ? 'EW' : 'NS');

/** The place of a card among the trumps, 0 for the highest; -1 if it is no trump. @param {Card} card @param {Suit} trump */
const trumpIndex = (card, trump) => gameData().trumps[trump].findIndex(([other]) => other === card);

/**
 * @param {Card} card
 * @param {Suit | null} trump
 */
export const isTrump = (card, trump) => trump !== null && trumpIndex(card, trump) >= 0;

/**
 * The points on a card, if it is a trump.
 * @param {Card} card
 * @param {Suit | null} trump
 * @returns {number}
 */
export const pointsOf = (card, trump) =>
  trump && isTrump(card, trump) ? gameData().trumps[trump][trumpIndex(card, trump)][1] : 0;

/** The suit of the wrong five. @param {Suit} trump */
export function wrongFiveSuit(trump) {
  const [wrongFive] = gameData().trumps[trump].find(([card]) => suitOf(card) !== trump) ?? [];
  return wrongFive ? suitOf(wrongFive) : trump;
}

/**
 * Trumps first, from the highest on; then the other suits, each from the highest on.
 * @param {Card[]} cards
 * @param {Suit | null} trump
 */
export function sortCards(cards, trump) {
  // Colours take turns, so that suits are told apart.
  const suits = 'shcd';
  const key = (/** @type {Card} */ card) =>
    trump && isTrump(card, trump)
      ? trumpIndex(card, trump)
      : 100 * (suits.indexOf(card[1]) + 1) + trumpIndex(card, suitOf(card));
  return [...cards].sort((one, other) => key(one) - key(other));
}

/**
 * How many trumps a hand would have, and how many points on them.
 * @param {Card[]} cards
 * @param {Suit} suit
 */
export function trumpCount(cards, suit) {
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
export const cardSymbol = (/** @type {Card} */ card) =>
  `${card[0] === 'T' ? '10' : card[0]}${SUIT_SYMBOLS[suitOf(card)]}`;

/** @param {Card[] | undefined} cards */
export const cardNames = (cards) => (cards ?? []).map(cardName).join(', ');
