/** The warning that the fair deal was violated. */
import { html, nothing } from '../vendor/lit-html.js';
import { t, tk } from '../lang.js';

/**
 * @param {import('./fair-deal.js').Violation[]} violations
 * @param {(seat: Seat) => string} playerName
 */
export const dealAlarm = (violations, playerName) =>
  violations.length
    ? html`<div class="alarm" role="alert">
        <p><b>${t('deal_broken')}</b></p>
        ${violations.map(({ key, seat }) => html`<p data-broken=${key}>${tk(`deal_broken_${key}`, seat ? { who: playerName(seat) } : {})}</p>`)}
      </div>`
    : nothing;
