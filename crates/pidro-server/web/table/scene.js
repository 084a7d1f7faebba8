/** The drawing of a table, shared by live games, the lesson and replays. */
import { html, nothing } from '../vendor/lit-html.js';
import { cardImage, suitIcon } from '../art.js';
import { SEATS, cardName, otherTeam, positionFrom, teamOf } from '../cards.js';
import { minus, t, tk } from '../lang.js';
import { choicePanel, handList } from './choice-panel.js';
import { hiddenCards, occupantName, shownPiles, seatPanel } from './seats.js';

/**
 * @typedef {object} Scene
 * @property {View} view
 * @property {BySeat<Occupant | null>} seats
 * @property {Seat} bottom the seat at the bottom
 * @property {Seat | null} me the player's own seat
 * @property {Choice | null} choice
 * @property {string} hint
 * @property {RulesInfo} rules
 * @property {Clock | null} clock
 * @property {Play[] | null} cut the cards drawn for the first deal, while they are shown
 * @property {PartialBySeat<string>} bubbles
 * @property {(item: string) => void} select
 * @property {() => void} confirm
 * @property {(() => void) | null} askHint
 * @property {(() => void) | null} showLastTrick
 * @property {((seat: Seat) => void) | null} takeSeat takes the seat of a player who has left
 * @property {unknown} notice what is shown between the table and the hand
 */

/** A scene without interaction. */
export const PASSIVE_SCENE = {
  choice: null,
  hint: '',
  clock: null,
  cut: null,
  bubbles: {},
  select: () => {},
  confirm: () => {},
  askHint: null,
  showLastTrick: null,
  takeSeat: null,
  notice: nothing,
};

export const POSITIONS = ['below', 'left', 'above', 'right'];

/** @param {Scene} scene */
export function tableScene(scene) {
  const { view, bottom, choice } = scene;
  const own = view.hands[bottom];
  const hand = typeof own === 'number' ? [] : own;
  const at = (/** @type {Seat} */ seat) => POSITIONS[positionFrom(seat, bottom)];
  return html`<div class="felt" data-turn=${view.turn ?? ''} data-phase=${view.phase}>
    ${othersClockwise(bottom).map((seat) => seatPanel(scene, seat, at(seat)))}
    ${trickArea(scene, at)}
    <div class="own-area ${scene.me && view.turn === scene.me ? 'turn' : ''}">
      <div class="own-seat">
        ${seatPanel(scene, bottom, 'below')}
        ${scene.showLastTrick && view.phase === 'playing' ? html`<button class="last-trick" data-action="last-trick" @click=${scene.showLastTrick}>${t('last_trick')}</button>` : nothing}
      </div>
      ${scene.notice}
      ${
        choice
          ? choicePanel({
              choice,
              hand,
              hint: scene.hint,
              forcedTop: scene.rules.forced_top,
              select: scene.select,
              confirm: scene.confirm,
              askHint: scene.askHint,
            })
          : waitingLine(scene)
      }
      ${typeof own === 'number' && own ? hiddenCards(own) : handList(hand, view.trump, choice, scene.select)} ${shownPiles(scene, bottom)}
    </div>
  </div>`;
}

/** Whose turn it is, where the player's own choice would be. @param {Scene} scene */
function waitingLine(scene) {
  const { view, me } = scene;
  if (!me || !view.turn) return nothing;
  return html`<p class="waiting-line">${view.turn === me ? '' : t('waits_for', { who: playerName(scene, view.turn) })}</p>`;
}

/** The other seats, clockwise, which is the order of play. @param {Seat} below */
const othersClockwise = (below) => [1, 2, 3].map((by) => SEATS[(SEATS.indexOf(below) + by) % 4]);

/**
 * The trick on the table. A finished trick stays until the next one begins.
 * @param {View} view
 * @returns {{plays: Play[], taken: Trick | null}}
 */
export function visibleTrick(view) {
  const last = view.trick.length || view.phase === 'bidding' ? undefined : view.tricks.at(-1);
  return last ? { plays: last.plays, taken: last } : { plays: view.trick, taken: null };
}

/** @param {Scene} scene @param {(seat: Seat) => string} at */
function trickArea(scene, at) {
  const { view, cut } = scene;
  // Seats that tied drew again: their last card counts.
  const { plays, taken } = cut
    ? { plays: [...new Map(cut.map((play) => [play.seat, play])).values()], taken: null }
    : visibleTrick(view);
  const points = taken ? taken.points[teamOf(taken.winner)] : 0;
  return html`<div class="middle" data-drop aria-label=${t('the_trick')} role="group">
    ${view.trump ? html`<span class="trump-sign">${suitIcon(view.trump)}</span>` : nothing}
    ${plays.map(
      ({ seat, card }) =>
        html`<span class="played from-${at(seat)} ${taken?.winner === seat ? 'wins' : ''} ${taken ? 'taken' : ''}">${cardImage(card, view.trump, `${playerName(scene, seat)}: ${cardName(card)}`)}</span>`,
    )}
    ${taken ? html`<p class="trick-taker">${t('trick_to', { who: playerName(scene, taken.winner), points })}</p>` : nothing}
  </div>`;
}

/** @param {Scene} scene @param {Seat} seat */
const playerName = (scene, seat) =>
  scene.me === seat ? t('You') : occupantName(scene.seats[seat], seat);

/** The bar above the table: scores, contract, points. @param {Scene} scene */
export function scoreBar({ view, seats, rules, me, bottom }) {
  const ours = teamOf(bottom);
  const theirs = otherTeam(ours);
  const { contract } = view;
  const needed = contract ? contract.bid - view.points[teamOf(contract.seat)] : 0;
  const declarer =
    contract &&
    (me === contract.seat ? t('You') : occupantName(seats[contract.seat], contract.seat));
  const team = (/** @type {Team} */ team) => (me ? (team === ours ? t('we') : t('they')) : t(team));
  return html`<div class="score-bar">
    <span class="score ours"><small>${team(ours)}</small><b>${minus(view.scores[ours])}</b></span>
    <span class="score theirs"><small>${team(theirs)}</small><b>${minus(view.scores[theirs])}</b></span>
    <small class="target">${t('target', { target: rules.target })}</small>
    <span class="contract-status">
      ${
        contract
          ? html`<b>${t('contract_is', { who: declarer ?? '', bid: contract.bid })}</b>${view.trump ? suitIcon(view.trump, tk(`suit_${view.trump}`)) : nothing}
            ${
              view.phase === 'playing'
                ? html`<small>${view.points[ours]} : ${view.points[theirs]} · ${needed > 0 ? t('points_needed', { count: needed }) : t('points_enough')}</small>`
                : nothing
            }`
          : html`<small>${t('no_contract')}</small>`
      }
    </span>
  </div>`;
}
