/**
 * Draws a table, for live games, the lesson and replays, and the page of a live table around it: the
 * bar, the game or the waiting room, and notices. One module, because each further one delays the
 * first view of a table on a slow connection.
 */
import { html, nothing } from '../vendor/lit-html.js';
import { cardImage, suitIcon } from '../art.js';
import { SEATS, cardName, otherTeam, positionFrom, teamOf } from '../cards.js';
import { minus, t, tk } from '../lang.js';
import { choicePanel, handList } from './choice-panel.js';
import { hiddenCards, occupantName, shownPiles, seatPanel } from './seats.js';

/**
 * @typedef {object} Scene
 * @property {View} view
 * @property {BySeat<SeatStatus | null>} seats
 * @property {Seat} bottom the seat at the bottom
 * @property {Seat | null} me the player's own seat
 * @property {Choice | null} choice
 * @property {string} hint
 * @property {RulesInfo} rules
 * @property {RunningClock | null} clock
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
  return html`<p class="waiting-line">${view.turn === me ? '' : t('turn_of', { who: playerName(scene, view.turn) })}</p>`;
}

/** The other seats, clockwise, which is the order of play. @param {Seat} bottom */
const othersClockwise = (bottom) =>
  [1, 2, 3].map((offset) => SEATS[(SEATS.indexOf(bottom) + offset) % 4]);

/**
 * The trick on the table. A finished trick stays until the next one begins.
 * @param {View} view
 * @returns {{plays: Play[], taken: FinishedTrick | null}}
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
  scene.me === seat ? t('you_as_name') : occupantName(scene.seats[seat], seat);

/** The bar above the table: scores, contract, points. @param {Scene} scene */
export function scoreBar({ view, seats, rules, me, bottom }) {
  const ours = teamOf(bottom);
  const theirs = otherTeam(ours);
  const { contract } = view;
  const needed = contract ? contract.bid - view.points[teamOf(contract.seat)] : 0;
  const declarer =
    contract &&
    (me === contract.seat ? t('you_as_name') : occupantName(seats[contract.seat], contract.seat));
  const team = (/** @type {Team} */ team) => (me ? (team === ours ? t('we') : t('they')) : t(team));
  return html`<div class="score-bar">
    <span class="score ours"><small>${team(ours)}</small><b>${minus(view.scores[ours])}</b></span>
    <span class="score theirs"><small>${team(theirs)}</small><b>${minus(view.scores[theirs])}</b></span>
    <small class="target">${t('target', { target: String(rules.target) })}</small>
    <span class="contract-status">
      ${
        contract
          ? html`<b>${t('contract_is', { who: declarer ?? '', bid: contract.bid })}</b>${view.trump ? suitIcon(view.trump, tk(`suit_${view.trump}`)) : nothing}
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

/**
 * @typedef {object} TableModel
 * @property {import('./state.js').State | null} state
 * @property {'on' | 'off' | 'ended'} connection
 * @property {string} failure why the table can't be shown
 * @property {import('./fair-deal.js').Violation[]} violations
 * @property {import('./turn.js').Turn} turn
 * @property {import('./hand-end.js').HandEnd | null} handEnd
 * @property {import('./seating.js').Seating | null} seating
 * @property {Play[] | null} cut the cards drawn for the first deal, while they are shown
 * @property {PartialBySeat<string>} bubbles what players have just said
 * @property {import('./menu.js').TableContext} context
 * @property {(use: (menu: typeof import('./menu.js')) => void) => void} withMenu
 * @property {Partial<import('../pages/table.js').LazyModules>} lazy
 */

/** @param {TableModel} model */
export function tablePage(model) {
  const { state, connection, context, lazy, withMenu } = model;
  if (connection === 'ended')
    return html`<main class="page"><h1>Pidro</h1><p role="alert">${model.failure}</p><a class="button main" href="/">${t('home')}</a></main>`;
  if (!state) return html`<main class="page"><p>${t('loading')}</p></main>`;
  const { table } = state;
  return html`<header class="bar">
      <button class="icon" data-action="menu" aria-label=${t('menu')} @click=${() => withMenu((menu) => menu.showMenu(context))}>☰</button>
      ${table.view ? html`<button class="bare" data-action="sheet" @click=${() => withMenu((menu) => menu.showSheet(context))}>${scoreBar(liveScene(model, table, table.view))}<span class="visually-hidden">${t('score_sheet')}</span></button>` : html`<h1>Pidro</h1>`}
    </header>
    <main class=${table.view ? 'playing' : 'waiting'}>
      ${lazy.alarm?.dealAlarm(model.violations, context.playerName)}
      ${connection === 'off' ? html`<p class="offline" role="status">${t('disconnected')}</p>` : nothing}
      ${table.view ? game(model, state, table.view) : beforeGame(model, table)}
    </main>`;
}

/**
 * The waiting room, or a note that the game can't be watched.
 * @param {TableModel} model
 * @param {ShownTable} table
 */
function beforeGame({ context, lazy, seating }, table) {
  if (table.words)
    return html`<div class="page"><p>${t('no_spectators')}</p><a class="button main" href="/">${t('home')}</a></div>`;
  return seating && lazy.waitingRoom?.waitingRoom(table, context.playerName, seating);
}

/** @param {TableModel} model @param {import('./state.js').State} state @param {View} view */
function game(model, state, view) {
  const { context, handEnd, lazy } = model;
  const { table, handResult } = state;
  if (view.winner && !handEnd?.isShown)
    return html`<h1 class="visually-hidden">Pidro</h1>${lazy.results?.gameResult(table, context.playerName, resignedSeat(state), () => context.send({ cmd: 'rematch' }))}`;
  return html`<h1 class="visually-hidden">${t('the_table')}</h1>
    ${tableScene({ ...liveScene(model, table, view), notice: notices(model, table) })}
    ${
      handResult && handEnd?.isShown
        ? html`<section class="hand-end" aria-label=${t('hand_number', { hand: table.sheet.length })}>
          ${lazy.results?.handResult(handResult, view, table.sheet, context.playerName, table.you ?? 'S', table.you !== null)}
          <button class="main" data-action="continue" @click=${() => handEnd.close()}>${t('continue')}</button>
        </section>`
        : nothing
    }`;
}

/**
 * The seat that has resigned the game.
 * @param {import('./state.js').State} state
 * @returns {Seat | null}
 */
function resignedSeat({ log }) {
  const event = log.findLast((event) => event.event === 'resigned');
  return event?.event === 'resigned' ? event.seat : null;
}

/**
 * @param {TableModel} model
 * @param {ShownTable} table
 * @param {View} view
 * @returns {import('./scene.js').Scene}
 */
function liveScene({ turn, cut, bubbles, context, withMenu }, table, view) {
  return {
    ...PASSIVE_SCENE,
    view,
    rules: table.rules,
    seats: table.seats,
    bottom: table.you ?? 'S',
    me: table.you,
    choice: turn.choice,
    hint: turn.hint,
    clock: table.clock,
    cut,
    bubbles,
    select: (item) => turn.select(item),
    confirm: () => turn.confirm(),
    askHint: table.hint ? () => turn.askHint() : null,
    takeSeat: table.you ? null : (seat) => context.send({ cmd: 'sit', seat }),
    showLastTrick: view.tricks.length
      ? () => withMenu((menu) => menu.showLastTrick(context))
      : null,
  };
}

/**
 * Notices and requests: watching, having left, an undo to agree to.
 * @param {TableModel} model
 * @param {ShownTable} table
 */
function notices({ context }, { undo, you, seats }) {
  const mine = you && seats[you];
  const hasLeft = mine && mine.kind === 'person' && mine.state === 'left';
  const { playerName, send } = context;
  return html`${you ? nothing : html`<p class="notice">${t('watching')}</p>`}
  ${hasLeft ? html`<p class="notice"><button class="main" data-action="come-back" @click=${() => send({ cmd: 'sit', seat: you })}>${t('come_back')}</button></p>` : nothing}
  ${
    undo && you
      ? html`<div class="notice" role="status">
        ${
          undo.includes(you)
            ? html`<p>${t('undo_waiting')}</p>`
            : html`<p>${t('undo_wanted', { who: playerName(undo[0]) })}</p>
              <div class="actions"><button class="quiet" data-action="refuse" @click=${() => send({ cmd: 'refuse' })}>${t('refuse')}</button><button class="main" data-action="agree" @click=${() => send({ cmd: 'undo' })}>${t('agree')}</button></div>`
        }
      </div>`
      : nothing
  }`;
}
