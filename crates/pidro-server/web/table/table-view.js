/**
 * Draws the page of a live table: the bar, the game or the waiting room, and what needs an answer.
 */
import { html, nothing } from '../vendor/lit-html.js';
import { t } from '../lang.js';
import { PASSIVE_SCENE, scoreBar, tableScene } from './scene.js';

/**
 * @typedef {object} TableModel
 * @property {import('./state.js').State | null} state
 * @property {'on' | 'off' | 'ended'} connection
 * @property {string} failure why the table can't be shown
 * @property {import('./fair-deal.js').BrokenPromise[]} brokenPromises
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
      ${table.view ? html`<button class="bare" data-action="sheet" @click=${() => withMenu((menu) => menu.showSheet(context))}>${scoreBar(scene(model, table, table.view))}<span class="visually-hidden">${t('score_sheet')}</span></button>` : html`<h1>Pidro</h1>`}
    </header>
    <main class=${table.view ? 'playing' : 'waiting'}>
      ${lazy.alarm?.dealAlarm(model.brokenPromises, context.playerName)}
      ${connection === 'off' ? html`<p class="offline" role="status">${t('disconnected')}</p>` : nothing}
      ${table.view ? game(model, state, table.view) : beforeGame(model, table)}
    </main>`;
}

/**
 * The game has not begun, or may not be watched.
 * @param {TableModel} model
 * @param {Snapshot} table
 */
function beforeGame({ context, lazy, seating }, table) {
  if (table.words)
    return html`<div class="page"><p>${t('no_watching')}</p><a class="button main" href="/">${t('home')}</a></div>`;
  return seating && lazy.waitingRoom?.waitingRoom(table, context.playerName, seating);
}

/** @param {TableModel} model @param {import('./state.js').State} state @param {View} view */
function game(model, state, view) {
  const { context, handEnd, lazy } = model;
  const { table, handResult } = state;
  if (view.winner && !handEnd?.isShown)
    return html`<h1 class="visually-hidden">Pidro</h1>${lazy.results?.gameResult(table, context.playerName, resignedSeat(state), () => context.send({ cmd: 'rematch' }))}`;
  return html`<h1 class="visually-hidden">${t('the_table')}</h1>
    ${tableScene({ ...scene(model, table, view), notice: notices(model, table) })}
    ${
      handResult && handEnd?.isShown
        ? html`<section class="hand-end" aria-label=${t('hand_number', { hand: table.sheet.length })}>
          ${lazy.results?.handResult(handResult, view, table.sheet, context.playerName, table.you ?? 'S', table.you !== null)}
          <button class="main" data-action="go-on" @click=${() => handEnd.close()}>${t('go_on')}</button>
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
 * @param {Snapshot} table
 * @param {View} view
 * @returns {import('./scene.js').Scene}
 */
function scene({ turn, cut, bubbles, context, withMenu }, table, view) {
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
 * What the player has to know or answer beside the cards.
 * @param {TableModel} model
 * @param {Snapshot} table
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
