/** Names and order of cards. The server says which cards are trumps, and what they are worth. */
import { t, tk } from './lang.js';

/** @type {Seat[]} */
export const SEATS = ['N', 'E', 'S', 'W'];
/** @type {Suit[]} */
export const SUITS = ['s', 'h', 'd', 'c'];
const SUIT_SYMBOLS = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** @type {GameData | undefined} */
let data;

/**
 * The facts about the game that the server sends with the page, so that the page states no rule
 * itself.
 */
export const gameData = () =>
  (data ??= /** @type {GameData} */ (
    JSON.parse(document.getElementById('game-data')?.textContent ?? '')
  ));

/** @param {Card} card */
export const suitOf = (card) => /** @type {Suit} */ (card[1]);

/**
 * The position of a seat around the table, seen from another one: 0 bottom, 1 left, 2 top, 3 right.
 */
export const positionFrom = (/** @type {Seat} */ seat, /** @type {Seat} */ from) =>
  (SEATS.indexOf(seat) - SEATS.indexOf(from) + 4) % 4;

/** @param {Seat} seat */
export const teamOf = (seat) => /** @type {Team} */ (seat === 'N' || seat === 'S' ? 'NS' : 'EW');

/** @param {Team} team @returns {Team} */
export const otherTeam = (team) => (team === 'NS' ? 'EW' : 'NS');

/**
 * The index of a card among the trumps, 0 for the highest; -1 if it is not a trump.
 * @param {Card} card
 * @param {Suit} trump
 */
const trumpIndex = (card, trump) => gameData().trumps[trump].findIndex(([other]) => other === card);

/**
 * @param {Card} card
 * @param {Suit | null} trump
 */
export const isTrump = (card, trump) => trump !== null && trumpIndex(card, trump) >= 0;

/**
 * The points of a card; 0 if it is not a trump.
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
 * Sorts trumps first, highest first, then the other suits, each highest first.
 * @param {Card[]} cards
 * @param {Suit | null} trump
 */
export function sortCards(cards, trump) {
  // Red and black alternate, so that neighbouring suits are easy to distinguish.
  const suits = 'shcd';
  const key = (/** @type {Card} */ card) =>
    trump && isTrump(card, trump)
      ? trumpIndex(card, trump)
      : 100 * (suits.indexOf(card[1]) + 1) + trumpIndex(card, suitOf(card));
  return [...cards].sort((one, other) => key(one) - key(other));
}

/**
 * The number of trumps in a hand, if this suit were trump.
 * @param {Card[]} cards
 * @param {Suit} suit
 */
export const trumpCount = (cards, suit) => cards.filter((card) => isTrump(card, suit)).length;

/** The name of a card: ten of hearts. */
export const cardName = (/** @type {Card} */ card) =>
  t('card', { rank: tk(`rank_${card[0]}`), suit: tk(`suit_${card[1]}`) });

/** A card in short: 10♥. */
export const cardSymbol = (/** @type {Card} */ card) =>
  `${card[0] === 'T' ? '10' : card[0]}${SUIT_SYMBOLS[suitOf(card)]}`;

/** @param {Card[] | undefined} cards */
export const cardNames = (cards) => (cards ?? []).map(cardName).join(', ');
