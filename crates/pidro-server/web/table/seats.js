/** Those who sit around the table: who they are, what they called, asked for, killed and showed. */
import { html, nothing } from '../vendor/lit-html.js';
import { back, lying } from '../art.js';
import { SEATS, cardSign } from '../cards.js';
import { t, tk } from '../lang.js';

/** How somebody at a seat is called. @param {Sitter | null} sitter @param {Seat} seat */
export const nameOf = (sitter, seat) => (sitter?.kind === 'person' ? sitter.name : t(seat));

/** Where people sit. @param {BySeat<Sitter | null>} seats */
export const peopleAt = (seats) => SEATS.filter((seat) => seats[seat]?.kind === 'person');

/** What kind of player that is, or where they are. @param {Sitter | null} sitter */
export function labelOf(sitter) {
  if (!sitter) return t('free_seat');
  if (sitter.kind === 'bot') return tk(`bot_${sitter.level.split(':')[0]}`);
  return sitter.state === 'here' ? '' : t(sitter.state);
}

/**
 * @param {import('./scene.js').Scene} scene
 * @param {Seat} seat
 * @param {string} where
 */
export function seatPanel(scene, seat, where) {
  const { view, clock, said } = scene;
  const sitter = scene.seats[seat];
  const label = labelOf(sitter);
  const turn = view.turn === seat;
  const isCold = seat in view.cold;
  return html`<section class="seat at-${where} ${turn ? 'turn' : ''} ${isCold ? 'is-cold' : ''}" data-seat=${seat} aria-label=${nameOf(sitter, seat)}>
    <div class="who">
      ${turn ? ring(clock?.seat === seat ? clock : null) : nothing}
      <span class="name">${scene.me === seat ? t('You') : nameOf(sitter, seat)}</span>
      ${view.dealer === seat ? html`<span class="chip dealer" title=${t('dealer')}>${t('dealer')}</span>` : nothing}
      ${label ? html`<span class="chip label">${label}</span>` : nothing}
    </div>
    <div class="facts">${facts(view, seat)}</div>
    ${where === 'below' ? nothing : holding(scene, seat)}
    ${scene.takeSeat && sitter?.kind === 'person' && sitter.state === 'left' ? html`<button data-do="take-seat" @click=${() => scene.takeSeat?.(seat)}>${t('sit_here')}</button>` : nothing}
    ${said[seat] ? html`<p class="bubble">${said[seat]}</p>` : nothing}
  </section>`;
}

/** A quiet ring around who decides; with a clock it empties. @param {Clock | null} clock */
const ring = (clock) => html`<svg class="ring" viewBox="0 0 20 20" aria-hidden="true">
  <circle cx="10" cy="10" r="8" /><circle class="left" cx="10" cy="10" r="8" pathLength="100" data-until=${clock?.until ?? nothing} data-time=${clock?.time ?? nothing} />
</svg>`;

/** @param {View} view @param {Seat} seat */
function facts(view, seat) {
  const found = [];
  const call = view.calls.findLast((call) => call.seat === seat);
  const holds = view.contract?.seat === seat;
  if (view.phase === 'bidding' || view.phase === 'declaring') {
    if (call)
      found.push(
        html`<span class="chip ${holds ? 'contract' : ''}">${call.bid === null ? t('passed') : t('bid_of', { bid: call.bid })}</span>`,
      );
  } else if (holds)
    found.push(
      html`<span class="chip contract">${t('bid_of', { bid: view.contract?.bid ?? '' })}</span>`,
    );
  const asked = view.requested[seat];
  const got = view.received[seat];
  if (asked !== undefined)
    found.push(
      html`<span class="chip">${got === asked ? t('asked', { count: asked }) : t('asked_got', { count: asked, got: got ?? 0 })}</span>`,
    );
  if (seat in view.cold) found.push(html`<span class="chip cold">${t('cold')}</span>`);
  return found;
}

/** Cards that are not seen. @param {number} count */
export const backs = (count) =>
  html`<span class="backs" role="img" aria-label=${t('card_count', { count })}>${Array.from({ length: count }, back)}</span>`;

/** The cards of a seat as far as they are seen. @param {import('./scene.js').Scene} scene @param {Seat} seat */
function holding(scene, seat) {
  const { view } = scene;
  const hand = view.hands[seat];
  return html`<div class="holding">
    ${
      typeof hand !== 'number'
        ? html`<span class="small">${hand.map((card) => lying(card, view.trump))}</span>`
        : hand
          ? backs(hand)
          : nothing
    }
    ${piles(scene, seat)}
  </div>`;
}

/** What a seat has killed, and shown when it went cold. @param {import('./scene.js').Scene} scene @param {Seat} seat */
export function piles({ view, rules }, seat) {
  const killed = view.killed[seat] ?? [];
  const shown = view.cold[seat] ?? [];
  const hasPlayed = [...view.tricks.flatMap((trick) => trick.plays), ...view.trick].some(
    (play) => play.seat === seat,
  );
  const waits = rules.forced_top && !hasPlayed && killed.length > 0;
  return html`${shown.length ? html`<span class="small shown">${shown.map((card) => lying(card, view.trump))}</span>` : nothing}
  ${
    killed.length
      ? html`<span class="small dead"
        ><span class="chip">${waits ? t('plays_first', { card: cardSign(killed[0]) }) : t('killed')}</span>${killed.map((card) => lying(card, view.trump))}</span
      >`
      : nothing
  }`;
}
