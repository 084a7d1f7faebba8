/** What is shown when the deal is not as it was promised. */
import { html, nothing } from '../vendor/lit-html.js';
import { t, tk } from '../lang.js';

/** @param {import('./fair-deal.js').BrokenPromise[]} broken @param {(seat: Seat) => string} who */
export const dealAlarm = (broken, who) =>
  broken.length
    ? html`<div class="alarm" role="alert">
        <p><b>${t('deal_broken')}</b></p>
        ${broken.map(({ key, seat }) => html`<p data-broken=${key}>${tk(`deal_broken_${key}`, seat ? { who: who(seat) } : {})}</p>`)}
      </div>`
    : nothing;
