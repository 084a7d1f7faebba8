/** The seats around the table: the players, their calls, and the cards they show. */
import { html, nothing } from '../vendor/lit-html.js';
import { cardBack, cardImage } from '../art.js';
import { SEATS, cardSymbol } from '../cards.js';
import { t, tk } from '../lang.js';

/** The name of a person. @param {Extract<SeatStatus, {kind: 'person'}>} person */
export const personName = (person) => person.name ?? t('deleted_player');

/** The name of a seat's occupant. @param {SeatStatus | null} occupant @param {Seat} seat */
export const occupantName = (occupant, seat) =>
  occupant?.kind === 'person' ? personName(occupant) : t(seat);

/** Marks the name of a guest, which anybody can choose. @param {SeatStatus | null} occupant */
const isGuest = (occupant) => occupant?.kind === 'person' && occupant.guest;

/** This person's seat. @param {BySeat<SeatStatus | null>} seats @param {string | null} person */
export const mySeat = (seats, person) =>
  SEATS.find((seat) => seats[seat]?.kind === 'person' && seats[seat].id === person) ?? null;

/** The seats of people. @param {BySeat<SeatStatus | null>} seats */
export const seatsWithPeople = (seats) => SEATS.filter((seat) => seats[seat]?.kind === 'person');

/** The level of a bot, or the absence of a person. @param {SeatStatus | null} occupant */
export function occupantLabel(occupant) {
  if (!occupant) return t('free_seat');
  if (occupant.kind === 'bot') return tk(`bot_${occupant.level.split(':')[0]}`);
  return occupant.state === 'here' ? '' : t(occupant.state);
}

/**
 * @param {import('./scene.js').Scene} scene
 * @param {Seat} seat
 * @param {string} position
 */
export function seatPanel(scene, seat, position) {
  const { view, clock, bubbles } = scene;
  const occupant = scene.seats[seat];
  const label = occupantLabel(occupant);
  const turn = view.turn === seat;
  const isCold = seat in view.cold;
  return html`<section class="seat at-${position} ${turn ? 'turn' : ''} ${isCold ? 'is-cold' : ''}" data-seat=${seat} aria-label=${occupantName(occupant, seat)}>
    <div class="name-plate">
      ${turn ? turnRing(clock?.seat === seat ? clock : null) : nothing}
      <span class="name ${isGuest(occupant) && scene.me !== seat ? 'guest' : ''}" title=${isGuest(occupant) ? t('guest') : nothing}>${scene.me === seat ? t('you_as_name') : occupantName(occupant, seat)}</span>
      ${view.dealer === seat ? html`<span class="chip dealer" title=${t('dealer')}>${t('dealer')}</span>` : nothing}
      ${label ? html`<span class="chip label">${label}</span>` : nothing}
    </div>
    <div class="status-chips">${statusChips(view, seat)}</div>
    ${position === 'below' ? nothing : heldCards(scene, seat)}
    ${scene.takeSeat && occupant?.kind === 'person' && occupant.state === 'left' ? html`<button data-action="take-seat" @click=${() => scene.takeSeat?.(seat)}>${t('sit_here')}</button>` : nothing}
    ${bubbles[seat] ? html`<p class="bubble">${bubbles[seat]}</p>` : nothing}
  </section>`;
}

/** Marks whose turn it is; with a clock, the ring empties. @param {RunningClock | null} clock */
const turnRing = (clock) => html`<svg class="turn-ring" viewBox="0 0 20 20" aria-hidden="true">
  <circle cx="10" cy="10" r="8" /><circle class="left" cx="10" cy="10" r="8" pathLength="100" data-until=${clock?.until ?? nothing} data-time=${clock?.time ?? nothing} />
</svg>`;

/** @param {View} view @param {Seat} seat */
function statusChips(view, seat) {
  const chips = [];
  const call = view.calls.findLast((call) => call.seat === seat);
  const holds = view.contract?.seat === seat;
  if (view.phase === 'bidding' || view.phase === 'declaring') {
    if (call)
      chips.push(
        html`<span class="chip ${holds ? 'contract' : ''}">${call.bid === null ? t('passed') : t('bid_of', { bid: call.bid })}</span>`,
      );
  } else if (holds)
    chips.push(
      html`<span class="chip contract">${t('bid_of', { bid: view.contract?.bid ?? '' })}</span>`,
    );
  const asked = view.requested[seat];
  const got = view.received[seat];
  if (asked !== undefined)
    chips.push(
      html`<span class="chip">${got === asked ? t('asked', { count: asked }) : t('asked_got', { count: asked, got: got ?? 0 })}</span>`,
    );
  if (seat in view.cold) chips.push(html`<span class="chip cold">${t('cold')}</span>`);
  return chips;
}

/** Cards face down. @param {number} count */
export const hiddenCards = (count) =>
  html`<span class="hidden-cards" role="img" aria-label=${t('card_count', { count })}>${Array.from({ length: count }, cardBack)}</span>`;

/**
 * The cards of a seat, face down if they are hidden.
 * @param {import('./scene.js').Scene} scene
 * @param {Seat} seat
 */
function heldCards(scene, seat) {
  const { view } = scene;
  const hand = view.hands[seat];
  return html`<div class="held-cards">
    ${
      typeof hand !== 'number'
        ? html`<span class="small-cards">${hand.map((card) => cardImage(card, view.trump))}</span>`
        : hand
          ? hiddenCards(hand)
          : nothing
    }
    ${shownPiles(scene, seat)}
  </div>`;
}

/**
 * The cards that a seat has killed, or shown when it went cold.
 * @param {import('./scene.js').Scene} scene
 * @param {Seat} seat
 */
export function shownPiles({ view, rules }, seat) {
  const killed = view.killed[seat] ?? [];
  const shown = view.cold[seat] ?? [];
  const hasPlayed = [...view.tricks.flatMap((trick) => trick.plays), ...view.trick].some(
    (play) => play.seat === seat,
  );
  const waits = rules.forced_top && !hasPlayed && killed.length > 0;
  return html`${shown.length ? html`<span class="small-cards shown">${shown.map((card) => cardImage(card, view.trump))}</span>` : nothing}
  ${
    killed.length
      ? html`<span class="small-cards killed"
        ><span class="chip">${waits ? t('plays_first', { card: cardSymbol(killed[0]) }) : t('killed')}</span>${killed.map((card) => cardImage(card, view.trump))}</span
      >`
      : nothing
  }`;
}
