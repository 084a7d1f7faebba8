/** What is asked of a player (bids, suits, cards to keep or to kill, the button that does it), and the hand it is chosen from. */
import { html, nothing } from '../vendor/lit-html.js';
import { cardLabel, face, mark, sign } from '../art.js';
import { OTHER, cardSign, isTrump, sorted, strength } from '../cards.js';
import { t, tk } from '../lang.js';
import { choosable, isReady, wanted } from './choice.js';

/**
 * @typedef {object} Choosing
 * @property {Choice} choice
 * @property {Card[]} hand
 * @property {string} advice what the expert says, if it was asked
 * @property {boolean} forcedTop whether the top killed card is played first
 * @property {(item: string) => void} tap
 * @property {() => void} done
 * @property {(() => void) | null} suggest
 */

/** @param {Choosing} choosing */
export function choosePanel(choosing) {
  const { choice, advice, suggest } = choosing;
  const { legal } = choice;
  const panel = PANELS[legal.kind](choosing);
  const button = buttonText(choice);
  return html`<section class="choose" data-kind=${legal.kind} aria-labelledby="asked">
    <h2 id="asked">${panel.title}</h2>
    ${panel.body}
    ${advice || panel.means ? html`<p class="means">${advice || panel.means}</p>` : nothing}
    <div class="do">
      ${suggest ? html`<button class="quiet" data-do="hint" @click=${suggest}>${legal.kind === 'keep' ? t('suggest') : t('hint')}</button>` : nothing}
      <button class="main" data-do="act" ?disabled=${!isReady(choice)} @click=${choosing.done}>${button}</button>
    </div>
  </section>`;
}

/** @param {Choice} choice */
function buttonText({ legal, chosen }) {
  const [first] = chosen;
  switch (legal.kind) {
    case 'bid':
      return !first
        ? t('your_bid')
        : first === 'pass'
          ? t('pass')
          : t('bid_button', { bid: first });
    case 'trump':
      return first ? t('trump_button', { suit: tk(`suit_${first}`) }) : t('your_trump');
    case 'keep':
      return t('keep_button', { count: legal.count });
    case 'kill':
      return t('kill_button');
    case 'play':
      return first ? t('play_button', { card: cardSign(first) }) : t('your_play');
  }
}

/** @type {Record<Legal['kind'], (choosing: Choosing) => {title: string, body: unknown, means: string}>} */
const PANELS = {
  bid: ({ choice, tap }) => {
    const legal = /** @type {Extract<Legal, {kind: 'bid'}>} */ (choice.legal);
    const [first] = choice.chosen;
    const calls = [...(legal.pass ? ['pass'] : []), ...legal.bids.map(String)];
    return {
      title: t('your_bid'),
      body: html`<div class="bids" role="group" aria-labelledby="asked">
        ${calls.map(
          (
            call,
          ) => html`<button class="bid" data-call=${call} aria-pressed=${first === call} @click=${() => tap(call)}>
            ${call === 'pass' ? t('pass') : call}
          </button>`,
        )}
      </div>`,
      means: meaningOf(first) || (legal.pass ? '' : t('why_must_bid')),
    };
  },
  trump: ({ choice, hand, tap }) => {
    const legal = /** @type {Extract<Legal, {kind: 'trump'}>} */ (choice.legal);
    const [first] = choice.chosen;
    return {
      title: t('your_trump'),
      body: html`<div class="suits" role="group" aria-labelledby="asked">
        ${legal.suits.map(
          (
            suit,
          ) => html`<button class="suit" data-suit=${suit} aria-pressed=${first === suit} @click=${() => tap(suit)}>
            ${sign(suit)}<span>${tk(`suit_${suit}`)}</span><small>${t('trump_count', { count: strength(hand, suit).count })}</small>
          </button>`,
        )}
      </div>`,
      means: first
        ? t('trump_means', { other: tk(`suit_${OTHER[/** @type {Suit} */ (first)]}`) })
        : '',
    };
  },
  keep: ({ choice }) => {
    const legal = /** @type {Extract<Legal, {kind: 'keep'}>} */ (choice.legal);
    return {
      title: t('your_keep', { count: legal.count, of: legal.from.length }),
      body: counter(choice),
      means: t('keep_means'),
    };
  },
  kill: ({ choice, forcedTop }) => {
    const legal = /** @type {Extract<Legal, {kind: 'kill'}>} */ (choice.legal);
    return {
      title: t('your_kill', { count: legal.count }),
      body: counter(choice),
      means: forcedTop ? t('kill_means') : t('kill_means_dead'),
    };
  },
  play: ({ choice, hand }) => {
    const legal = /** @type {Extract<Legal, {kind: 'play'}>} */ (choice.legal);
    const top = legal.cards.length === 1 && !hand.includes(legal.cards[0]);
    return {
      title: t('your_play'),
      body: nothing,
      means: top ? t('top_first', { card: cardSign(legal.cards[0]) }) : '',
    };
  },
};

/** @param {Choice} choice */
const counter = ({ legal, chosen }) =>
  html`<p class="counter" role="status">${t('keep_chosen', { chosen: chosen.length, count: wanted(legal) })}</p>`;

/** What a call promises. @param {string | undefined} call */
function meaningOf(call) {
  if (!call) return '';
  if (call === 'pass') return t('pass_means');
  return call === '14' ? t('bid_means_all') : t('bid_means', { bid: call });
}

/**
 * The player's own cards, as a list: trumps first and marked, what can be chosen raised.
 * @param {Card[]} hand
 * @param {Suit | null} trump
 * @param {Choice | null} choice
 * @param {(card: Card) => void} tap
 */
export function handList(hand, trump, choice, tap) {
  const may = choosable(choice?.legal ?? null);
  const chosen = choice?.chosen ?? [];
  // The pool, or a killed card that is played first, is in no hand.
  const shown = choice?.legal.kind === 'keep' ? choice.legal.from : [...new Set([...hand, ...may])];
  const cards = sorted(shown, trump);
  return html`<ul class="hand ${choice?.legal.kind === 'keep' ? 'tray' : ''}" aria-label=${t('your_hand')}>
    ${cards.map((card) => {
      const order = chosen.indexOf(card);
      const top = choice?.legal.kind === 'kill' && order === 0;
      return html`<li>
        <button
          class="card ${isTrump(card, trump) ? 'is-trump' : ''} ${may.includes(card) ? 'may' : ''} ${order >= 0 ? 'chosen' : ''}"
          data-card=${card}
          ?disabled=${!may.includes(card)}
          aria-pressed=${may.includes(card) ? String(order >= 0) : nothing}
          aria-label=${top ? `${cardLabel(card, trump)}, ${t('kill_top')}` : cardLabel(card, trump)}
          @click=${() => tap(card)}
        >
          ${face(card)}${mark(card, trump)}${top ? html`<span class="top-mark">${t('kill_top')}</span>` : nothing}
        </button>
      </li>`;
    })}
  </ul>`;
}
