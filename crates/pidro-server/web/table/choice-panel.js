/**
 * The player's choice (bids, suits, cards to keep, kill or play, and the button that confirms), and
 * the hand.
 */
import { html, nothing } from '../vendor/lit-html.js';
import { cardLabel, cardFace, trumpBadge, suitIcon } from '../art.js';
import { cardSymbol, gameData, isTrump, sortCards, trumpCount, wrongFiveSuit } from '../cards.js';
import { t, tk } from '../lang.js';
import { choosableCards, isComplete, requiredCount } from './turn.js';

/**
 * @typedef {object} ChoicePanelProps
 * @property {Choice} choice
 * @property {Card[]} hand
 * @property {string} hint the expert's advice, once the player has asked for it
 * @property {boolean} forcedTop whether the top killed card must be played first
 * @property {(item: string) => void} select
 * @property {() => void} confirm
 * @property {(() => void) | null} askHint
 */

/** @param {ChoicePanelProps} props */
export function choicePanel(props) {
  const { choice, hint, askHint } = props;
  const { legal } = choice;
  const panel = PANELS[legal.kind](props);
  const button = confirmText(choice);
  return html`<section class="choice-panel" data-kind=${legal.kind} aria-labelledby="asked">
    <h2 id="asked">${panel.title}</h2>
    ${panel.body}
    ${hint || panel.explanation ? html`<p class="explanation">${hint || panel.explanation}</p>` : nothing}
    <div class="actions">
      ${askHint ? html`<button class="quiet" data-action="hint" @click=${askHint}>${legal.kind === 'keep' ? t('suggest') : t('hint')}</button>` : nothing}
      <button class="main" data-action="act" ?disabled=${!isComplete(choice)} @click=${props.confirm}>${button}</button>
    </div>
  </section>`;
}

/** @param {Choice} choice */
function confirmText({ legal, chosen }) {
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
      return first ? t('play_button', { card: cardSymbol(first) }) : t('your_play');
  }
}

/**
 * @type {Record<Choosable['kind'], (props: ChoicePanelProps) => {title: string, body: unknown, explanation: string}>}
 */
const PANELS = {
  bid: ({ choice, select }) => {
    const legal = /** @type {Extract<Legal, {kind: 'bid'}>} */ (choice.legal);
    const [first] = choice.chosen;
    const calls = [...(legal.pass ? ['pass'] : []), ...legal.bids.map(String)];
    return {
      title: t('your_bid'),
      body: html`<div class="bids" role="group" aria-labelledby="asked">
        ${calls.map(
          (
            call,
          ) => html`<button class="bid" data-call=${call} aria-pressed=${first === call} @click=${() => select(call)}>
            ${call === 'pass' ? t('pass') : call}
          </button>`,
        )}
      </div>`,
      explanation: explainCall(first) || (legal.pass ? '' : t('why_must_bid')),
    };
  },
  trump: ({ choice, hand, select }) => {
    const legal = /** @type {Extract<Legal, {kind: 'trump'}>} */ (choice.legal);
    const [first] = choice.chosen;
    return {
      title: t('your_trump'),
      body: html`<div class="suits" role="group" aria-labelledby="asked">
        ${legal.suits.map(
          (
            suit,
          ) => html`<button class="suit" data-suit=${suit} aria-pressed=${first === suit} @click=${() => select(suit)}>
            ${suitIcon(suit)}<span>${tk(`suit_${suit}`)}</span><small>${t('trump_count', { count: trumpCount(hand, suit) })}</small>
          </button>`,
        )}
      </div>`,
      explanation: first
        ? t('trump_means', { other: tk(`suit_${wrongFiveSuit(/** @type {Suit} */ (first))}`) })
        : '',
    };
  },
  keep: ({ choice }) => {
    const legal = /** @type {Extract<Legal, {kind: 'keep'}>} */ (choice.legal);
    return {
      title: t('your_keep', { count: legal.count, of: legal.from.length }),
      body: chosenCount(choice),
      explanation: t('keep_means'),
    };
  },
  kill: ({ choice, forcedTop }) => {
    const legal = /** @type {Extract<Legal, {kind: 'kill'}>} */ (choice.legal);
    return {
      title: t('your_kill', { count: legal.count }),
      body: chosenCount(choice),
      explanation: forcedTop ? t('kill_means') : t('kill_means_dead'),
    };
  },
  play: ({ choice, hand }) => {
    const legal = /** @type {Extract<Legal, {kind: 'play'}>} */ (choice.legal);
    const top = legal.cards.length === 1 && !hand.includes(legal.cards[0]);
    return {
      title: t('your_play'),
      body: nothing,
      explanation: top ? t('top_first', { card: cardSymbol(legal.cards[0]) }) : '',
    };
  },
};

/** @param {Choice} choice */
const chosenCount = ({ legal, chosen }) =>
  html`<p class="chosen-count" role="status">${t('chosen_count', { chosen: chosen.length, count: requiredCount(legal) })}</p>`;

/** What a call means. @param {string | undefined} call */
function explainCall(call) {
  if (!call) return '';
  if (call === 'pass') return t('pass_means');
  return call === String(gameData().highest_bid)
    ? t('bid_means_all')
    : t('bid_means', { bid: call });
}

/**
 * The player's cards as a list: trumps first and marked, and the cards that can be chosen raised.
 * @param {Card[]} hand
 * @param {Suit | null} trump
 * @param {Choice | null} choice
 * @param {(card: Card) => void} tap
 */
export function handList(hand, trump, choice, tap) {
  const choosable = choosableCards(choice?.legal ?? null);
  const chosen = choice?.chosen ?? [];
  // The dealer's pool, and a killed card that must be played first, are not in the hand.
  const shown =
    choice?.legal.kind === 'keep' ? choice.legal.from : [...new Set([...hand, ...choosable])];
  const cards = sortCards(shown, trump);
  return html`<ul class="hand ${choice?.legal.kind === 'keep' ? 'tray' : ''}" aria-label=${t('your_hand')}>
    ${cards.map((card) => {
      const order = chosen.indexOf(card);
      const top = choice?.legal.kind === 'kill' && order === 0;
      return html`<li>
        <button
          class="card ${isTrump(card, trump) ? 'is-trump' : ''} ${choosable.includes(card) ? 'choosable' : ''} ${order >= 0 ? 'chosen' : ''}"
          data-card=${card}
          ?disabled=${!choosable.includes(card)}
          aria-pressed=${choosable.includes(card) ? String(order >= 0) : nothing}
          aria-label=${top ? `${cardLabel(card, trump)}, ${t('kill_top')}` : cardLabel(card, trump)}
          @click=${() => tap(card)}
        >
          ${cardFace(card)}${trumpBadge(card, trump)}${top ? html`<span class="top-badge">${t('kill_top')}</span>` : nothing}
        </button>
      </li>`;
    })}
  </ul>`;
}
