/** What can be done at a table beside playing: talk, take back, look, leave. */
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

/** What was said, as everybody reads it. @param {ChatMessage} said */
export const chatText = (said) =>
  said.text ?? (said.phrase ? tk(`phrase_${said.phrase}`) : (REACTIONS[said.reaction ?? ''] ?? ''));

/**
 * @typedef {object} TableContext
 * @property {() => import('./state.js').State} state
 * @property {import('../sentences.js').PlayerName} playerName
 * @property {(command: object) => Promise<Answer>} send
 * @property {() => string | null} myId who we are
 */

/** @param {TableContext} seated */
export function showSheet({ state }) {
  const { sheet, you } = state().table;
  openDialog(t('score_sheet'), () => scoreSheet(sheet, you ?? 'S', you !== null));
}

/** @param {TableContext} seated */
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

/** @param {TableContext} seated */
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

/** @param {TableContext} seated */
function showChat(seated) {
  const say = (/** @type {object} */ what) => {
    seated.send({ cmd: 'say', ...what });
    shown.close();
  };
  const write = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const text = String(
      new FormData(/** @type {HTMLFormElement} */ (event.target)).get('text'),
    ).trim();
    if (text) say({ text });
  };
  const shown = openDialog(
    t('say'),
    () => html`<div class="reactions">
        ${Object.entries(REACTIONS).map(([reaction, picture]) => html`<button aria-label=${tk(`reaction_${reaction}`)} @click=${() => say({ reaction })}>${picture}</button>`)}
      </div>
      <div class="phrases">${PHRASES.map((phrase) => html`<button @click=${() => say({ phrase })}>${tk(`phrase_${phrase}`)}</button>`)}</div>
      ${
        seated.state().table.chat
          ? html`<form class="chat-form" @submit=${write}><input name="text" maxlength="200" aria-label=${t('write')} /><button>${t('send')}</button></form>`
          : nothing
      }`,
  );
}

/** @param {TableContext} seated */
export function showMenu(seated) {
  const { state, send } = seated;
  const { table, muted } = state();
  const on = table.view && !table.view.winner;
  const company = seatsWithPeople(table.seats).length > 1;
  const item = (
    /** @type {string} */ name,
    /** @type {string} */ text,
    /** @type {() => unknown} */ run,
  ) => {
    const closeAndRun = () => {
      shown.close();
      run();
    };
    return html`<button class="menu-item" data-action=${name} @click=${closeAndRun}>${text}</button>`;
  };
  const ifSure = async (/** @type {string} */ question, /** @type {object} */ command) =>
    (await confirmDialog(question)) && send(command);
  const shown = openDialog(
    t('menu'),
    () => html`<nav class="menu-items">
      ${
        table.view
          ? [
              item('sheet', t('score_sheet'), () => showSheet(seated)),
              item('last-trick', t('last_trick'), () => showLastTrick(seated)),
              item('log', t('what_happened'), () => showLog(seated)),
            ]
          : nothing
      }
      ${table.you && company ? item('talk', t('say'), () => showChat(seated)) : nothing}
      ${table.you && on ? item('undo', t('undo'), () => send({ cmd: 'undo' })) : nothing}
      ${table.claim ? item('claim', t('claim'), () => send({ cmd: 'act', action: 'claim' })) : nothing}
      ${item('settings', t('settings'), showSettings)}
      ${company && seated.myId() === table.host ? hostItems(table, muted, seated, item) : nothing}
      ${table.you && on ? item('resign', t('resign'), () => ifSure(t('resign_sure'), { cmd: 'act', action: 'resign' })) : nothing}
      ${table.you && on ? item('leave', t('leave'), () => ifSure(t('leave_sure'), { cmd: 'leave' })) : nothing}
      <a class="button menu-item" href="/">${t('home')}</a>
    </nav>`,
  );
}

function showSettings() {
  const shown = openDialog(t('settings'), () => settingsForm(() => shown.draw()));
}

/**
 * @param {Snapshot} table
 * @param {Set<string>} muted
 * @param {TableContext} seated
 * @param {(name: string, text: string, run: () => unknown) => unknown} item
 */
function hostItems(table, muted, { send, playerName, myId }, item) {
  const me = myId();
  const others = SEATS.flatMap((seat) => {
    const sitter = table.seats[seat];
    return sitter?.kind === 'person' && sitter.id !== me ? [{ seat, id: sitter.id }] : [];
  });
  return html`${item('chat', table.chat ? t('close_chat') : t('open_chat'), () => send({ cmd: 'chat', open: !table.chat }))}
  ${others.map(({ seat, id }) => {
    const name = { who: playerName(seat) };
    const quiet = muted.has(id);
    return html`${item('mute', quiet ? t('unmute', name) : t('mute', name), () => send({ cmd: 'mute', person: id, muted: !quiet }))}
    ${item('remove', t('remove', name), async () => (await confirmDialog(t('remove_sure', name))) && send({ cmd: 'remove', person: id }))}`;
  })}`;
}
