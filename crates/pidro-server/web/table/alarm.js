/** The warning that a promise of the fair deal was broken. */
import { html, nothing } from '../vendor/lit-html.js';
import { t, tk } from '../lang.js';

/**
 * @param {import('./fair-deal.js').BrokenPromise[]} brokenPromises
 * @param {(seat: Seat) => string} playerName
 */
export const dealAlarm = (brokenPromises, playerName) =>
  brokenPromises.length
    ? html`<div class="alarm" role="alert">
        <p><b>${t('deal_broken')}</b></p>
        ${brokenPromises.map(({ key, seat }) => html`<p data-broken=${key}>${tk(`deal_broken_${key}`, seat ? { who: playerName(seat) } : {})}</p>`)}
      </div>`
    : nothing;
