/** The menu of a table and its dialogs: score sheet, last trick, log, chat, settings. */
import { html, nothing } from '../vendor/lit-html.js';
import { cardImage } from '../art.js';
import { SEATS, cardName, positionFrom, teamOf } from '../cards.js';
import { t, tk } from '../lang.js';
import { settingsForm } from '../pages/me.js';
import { openDialog, confirmDialog } from '../ui.js';
import { describeEvent } from '../sentences.js';
import { POSITIONS } from './scene.js';
import { seatsWithPeople } from './seats.js';
import { scoreSheet } from './sheet.js';

const PHRASES = [
  'hello',
  'good_luck',
  'well_played',
  'well_bid',
  'thanks',
  'sorry',
  'one_moment',
  'your_turn',
  'close',
  'lucky',
  'good_game',
  'again',
  'must_go',
];
/** @type {Record<string, string>} */
const REACTIONS = { like: '👍', clap: '👏', laugh: '😄', wow: '😮', sad: '😢', heart: '❤️' };

/** The text of a chat message in the reader's language. @param {Said} message */
export const chatText = (message) => {
  if ('text' in message) return message.text;
  return 'phrase' in message ? tk(`phrase_${message.phrase}`) : REACTIONS[message.reaction];
};

/**
 * @typedef {object} TableContext
 * @property {() => import('./state.js').State} state
 * @property {import('../sentences.js').PlayerName} playerName
 * @property {(command: object) => Promise<Answer>} send
 * @property {() => string | null} myId the user's id
 */

/** @param {TableContext} context */
export function showSheet({ state }) {
  const { sheet, you } = state().table;
  openDialog(t('score_sheet'), () => scoreSheet(sheet, you ?? 'S', you !== null));
}

/** @param {TableContext} context */
export function showLastTrick({ state, playerName }) {
  const { view, you } = state().table;
  const trick = view?.tricks.at(-1);
  const from = (/** @type {Seat} */ seat) => POSITIONS[positionFrom(seat, you ?? 'S')];
  openDialog(t('last_trick'), () =>
    trick && view
      ? html`<div class="middle static">${trick.plays.map(({ seat, card }) => html`<span class="played from-${from(seat)} ${seat === trick.winner ? 'wins' : ''}">${cardImage(card, view.trump, `${playerName(seat)}: ${cardName(card)}`)}</span>`)}</div>
          <p>${t('trick_to', { who: playerName(trick.winner), points: trick.points[teamOf(trick.winner)] })}</p>`
      : html`<p>${t('no_last_trick')}</p>`,
  );
}

/** @param {TableContext} context */
function showLog({ state, playerName }) {
  const { log, table } = state();
  const lines = log
    .map((event) => describeEvent(event, playerName, table.you, table.rules.forced_top))
    .filter(Boolean);
  openDialog(
    t('what_happened'),
    () =>
      html`<ol class="event-log" reversed>${lines.toReversed().map((line) => html`<li>${line}</li>`)}</ol>`,
  );
}

/** @param {TableContext} context */
function showChat(context) {
  const say = (/** @type {object} */ what) => {
    context.send({ cmd: 'say', ...what });
    dialog.close();
  };
  const write = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const text = String(
      new FormData(/** @type {HTMLFormElement} */ (event.target)).get('text'),
    ).trim();
    if (text) say({ text });
  };
  const dialog = openDialog(
    t('say'),
    () => html`<div class="reactions">
        ${Object.entries(REACTIONS).map(([reaction, picture]) => html`<button aria-label=${tk(`reaction_${reaction}`)} @click=${() => say({ reaction })}>${picture}</button>`)}
      </div>
      <div class="phrases">${PHRASES.map((phrase) => html`<button @click=${() => say({ phrase })}>${tk(`phrase_${phrase}`)}</button>`)}</div>
      ${
        context.state().table.chat
          ? html`<form class="chat-form" @submit=${write}><input name="text" maxlength="200" aria-label=${t('write')} /><button>${t('send')}</button></form>`
          : nothing
      }`,
  );
}

/** @param {TableContext} context */
export function showMenu(context) {
  const { state, send } = context;
  const { table, muted } = state();
  const isPlaying = table.view && !table.view.winner;
  const hasCompany = seatsWithPeople(table.seats).length > 1;
  const item = (
    /** @type {string} */ name,
    /** @type {string} */ text,
    /** @type {() => unknown} */ run,
  ) => {
    const closeAndRun = () => {
      dialog.close();
      run();
    };
    return html`<button class="menu-item" data-action=${name} @click=${closeAndRun}>${text}</button>`;
  };
  const ifSure = async (/** @type {string} */ question, /** @type {object} */ command) =>
    (await confirmDialog(question)) && send(command);
  const dialog = openDialog(
    t('menu'),
    () => html`<nav class="menu-items">
      ${
        table.view
          ? [
              item('sheet', t('score_sheet'), () => showSheet(context)),
              item('last-trick', t('last_trick'), () => showLastTrick(context)),
              item('log', t('what_happened'), () => showLog(context)),
            ]
          : nothing
      }
      ${table.you && hasCompany ? item('talk', t('say'), () => showChat(context)) : nothing}
      ${table.you && isPlaying ? item('undo', t('undo'), () => send({ cmd: 'undo' })) : nothing}
      ${table.claim ? item('claim', t('claim'), () => send({ cmd: 'act', action: 'claim' })) : nothing}
      ${item('settings', t('settings'), showSettings)}
      ${hasCompany && context.myId() === table.host ? hostItems(table, muted, context, item) : nothing}
      ${context.myId() ? reportItems(table, context, item) : nothing}
      ${table.you && isPlaying ? item('resign', t('resign'), () => ifSure(t('resign_sure'), { cmd: 'act', action: 'resign' })) : nothing}
      ${table.you && isPlaying ? item('leave', t('leave'), () => ifSure(t('leave_sure'), { cmd: 'leave' })) : nothing}
      <a class="button menu-item" href="/">${t('home')}</a>
    </nav>`,
  );
}

function showSettings() {
  const dialog = openDialog(t('settings'), () => settingsForm(() => dialog.draw()));
}

/** The other people at the table. @param {ShownTable} table @param {string | null} me */
const othersAt = (table, me) =>
  SEATS.flatMap((seat) => {
    const occupant = table.seats[seat];
    return occupant?.kind === 'person' && occupant.id !== me ? [{ seat, id: occupant.id }] : [];
  });

/**
 * @param {ShownTable} table
 * @param {TableContext} context
 * @param {(name: string, text: string, run: () => unknown) => unknown} item
 */
const reportItems = (table, { playerName, myId }, item) =>
  othersAt(table, myId()).map(({ seat, id }) => {
    const who = playerName(seat);
    const open = async () => (await import('./report.js')).openReport(id, who, table.table);
    return item('report', t('report', { who }), open);
  });

/**
 * @param {ShownTable} table
 * @param {Set<string>} muted
 * @param {TableContext} context
 * @param {(name: string, text: string, run: () => unknown) => unknown} item
 */
function hostItems(table, muted, { send, playerName, myId }, item) {
  return html`${item('chat', table.chat ? t('close_chat') : t('open_chat'), () => send({ cmd: 'chat', open: !table.chat }))}
  ${othersAt(table, myId()).map(({ seat, id }) => {
    const name = { who: playerName(seat) };
    const isMuted = muted.has(id);
    return html`${item('mute', isMuted ? t('unmute', name) : t('mute', name), () => send({ cmd: 'mute', person: id, muted: !isMuted }))}
    ${item('remove', t('remove', name), async () => (await confirmDialog(t('remove_sure', name))) && send({ cmd: 'remove', person: id }))}`;
  })}`;
}
