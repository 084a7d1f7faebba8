/** A table as it is drawn: live, in the lesson and in a replay alike. */
import { html, nothing } from '../vendor/lit-html.js';
import { lying, sign } from '../art.js';
import { SEATS, cardName, otherTeam, place, teamOf } from '../cards.js';
import { minus, t, tk } from '../lang.js';
import { choosePanel, handList } from './choose.js';
import { backs, nameOf, piles, seatPanel } from './seats.js';

/**
 * @typedef {object} Scene
 * @property {View} view
 * @property {BySeat<Sitter | null>} seats
 * @property {Seat} below who sits at the bottom
 * @property {Seat | null} me who we are
 * @property {Choice | null} choice
 * @property {string} advice
 * @property {boolean} forcedTop
 * @property {Clock | null} clock
 * @property {Play[] | null} cut the cards that were cut for the first deal, while they are shown
 * @property {Some<string>} said
 * @property {(item: string) => void} tap
 * @property {() => void} done
 * @property {(() => void) | null} suggest
 * @property {(() => void) | null} lookBack shows the last trick
 * @property {((seat: Seat) => void) | null} takeSeat takes a seat that somebody has left
 * @property {unknown} note what is said between the table and the hand
 */

/** A scene in which nobody does anything. */
export const QUIET = {
  choice: null,
  advice: '',
  forcedTop: true,
  clock: null,
  cut: null,
  said: {},
  tap: () => {},
  done: () => {},
  suggest: null,
  lookBack: null,
  takeSeat: null,
  note: nothing,
};

export const PLACES = ['below', 'left', 'above', 'right'];

/** @param {Scene} scene */
export function tableScene(scene) {
  const { view, below, choice } = scene;
  const own = view.hands[below];
  const hand = typeof own === 'number' ? [] : own;
  const at = (/** @type {Seat} */ seat) => PLACES[place(seat, below)];
  return html`<div class="felt" data-turn=${view.turn ?? ''} data-phase=${view.phase}>
    ${around(below).map((seat) => seatPanel(scene, seat, at(seat)))}
    ${middle(scene, at)}
    <div class="own ${scene.me && view.turn === scene.me ? 'turn' : ''}">
      <div class="own-line">
        ${seatPanel(scene, below, 'below')}
        ${scene.lookBack && view.phase === 'playing' ? html`<button class="look-back" data-do="last-trick" @click=${scene.lookBack}>${t('last_trick')}</button>` : nothing}
      </div>
      ${scene.note}
      ${
        choice
          ? choosePanel({
              choice,
              hand,
              advice: scene.advice,
              forcedTop: scene.forcedTop,
              tap: scene.tap,
              done: scene.done,
              suggest: scene.suggest,
            })
          : idle(scene)
      }
      ${typeof own === 'number' && own ? backs(own) : handList(hand, view.trump, choice, scene.tap)} ${piles(scene, below)}
    </div>
  </div>`;
}

/** Who is waited for, where the choice is when it is the player's turn. @param {Scene} scene */
function idle(scene) {
  const { view, me } = scene;
  if (!me || !view.turn) return nothing;
  return html`<p class="idle">${view.turn === me ? '' : t('waits_for', { who: whoIs(scene, view.turn) })}</p>`;
}

/** The others, clockwise from the left: so they call and play. @param {Seat} below */
const around = (below) => [1, 2, 3].map((by) => SEATS[(SEATS.indexOf(below) + by) % 4]);

/**
 * The trick: it stays until the next one begins.
 * @param {View} view
 * @returns {{plays: Play[], taken: Trick | null}}
 */
export function trickOf(view) {
  const last = view.trick.length || view.phase === 'bidding' ? undefined : view.tricks.at(-1);
  return last ? { plays: last.plays, taken: last } : { plays: view.trick, taken: null };
}

/** @param {Scene} scene @param {(seat: Seat) => string} at */
function middle(scene, at) {
  const { view, cut } = scene;
  // Of those who tied and cut again, the last card counts.
  const { plays, taken } = cut
    ? { plays: [...new Map(cut.map((play) => [play.seat, play])).values()], taken: null }
    : trickOf(view);
  const points = taken ? taken.points[teamOf(taken.winner)] : 0;
  return html`<div class="middle" data-drop aria-label=${t('the_trick')} role="group">
    ${view.trump ? html`<span class="trump-sign">${sign(view.trump)}</span>` : nothing}
    ${plays.map(
      ({ seat, card }) =>
        html`<span class="played from-${at(seat)} ${taken?.winner === seat ? 'wins' : ''} ${taken ? 'taken' : ''}">${lying(card, view.trump, `${whoIs(scene, seat)}: ${cardName(card)}`)}</span>`,
    )}
    ${taken ? html`<p class="takes">${t('trick_to', { who: whoIs(scene, taken.winner), points })}</p>` : nothing}
  </div>`;
}

/** @param {Scene} scene @param {Seat} seat */
const whoIs = (scene, seat) => (scene.me === seat ? t('You') : nameOf(scene.seats[seat], seat));

/** The line above the table: scores, contract, points. @param {Scene} scene @param {number} target */
export function standing({ view, seats, me, below }, target) {
  const ours = teamOf(below);
  const theirs = otherTeam(ours);
  const { contract } = view;
  const needed = contract ? contract.bid - view.points[teamOf(contract.seat)] : 0;
  const who =
    contract && (me === contract.seat ? t('You') : nameOf(seats[contract.seat], contract.seat));
  const team = (/** @type {Team} */ team) => (me ? (team === ours ? t('we') : t('they')) : t(team));
  return html`<div class="standing">
    <span class="score ours"><small>${team(ours)}</small><b>${minus(view.scores[ours])}</b></span>
    <span class="score theirs"><small>${team(theirs)}</small><b>${minus(view.scores[theirs])}</b></span>
    <small class="target">${t('target', { target })}</small>
    <span class="pledge">
      ${
        contract
          ? html`<b>${t('contract_is', { who: who ?? '', bid: contract.bid })}</b>${view.trump ? sign(view.trump, tk(`suit_${view.trump}`)) : nothing}
            ${
              view.phase === 'playing'
                ? html`<small>${view.points[ours]} : ${view.points[theirs]} · ${needed > 0 ? t('points_needed', { count: needed }) : t('points_enough')}</small>`
                : nothing
            }`
          : html`<small>${t('no_bid_yet')}</small>`
      }
    </span>
  </div>`;
}
