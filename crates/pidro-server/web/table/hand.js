/** The player's own cards, as a list: trumps first and marked, what can be chosen raised. */
import { html, nothing } from '../vendor/lit-html.js';
import { cardLabel, face, mark } from '../art.js';
import { isTrump, sorted } from '../cards.js';
import { t } from '../lang.js';
import { choosable } from './choice.js';

/**
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
          aria-label=${cardLabel(card, trump)}
          @click=${() => tap(card)}
        >
          ${face(card)}${mark(card, trump)}${top ? html`<span class="top-mark">${t('kill_top')}</span>` : nothing}
        </button>
      </li>`;
    })}
  </ul>`;
}
