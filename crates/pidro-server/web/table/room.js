/** Before the game: who sits where, the link, and the start. */
import { html, nothing } from '../vendor/lit-html.js';
import { SEATS } from '../cards.js';
import { listed, t, tk } from '../lang.js';
import { setting } from '../settings.js';
import { copy } from '../ui.js';
import { labelOf, nameOf } from './seats.js';
import { targetOf } from './state.js';

/**
 * @typedef {object} Room
 * @property {(command: object) => void} send
 * @property {(seat: Seat) => void} sit
 * @property {() => void} start
 * @property {(name: string) => Promise<void>} takeName
 * @property {(typed: string) => void} takeWord
 */

/**
 * @param {Snapshot} table
 * @param {import('../words.js').Who} who
 * @param {Room} room what can be done here
 */
export function waitingRoom(table, who, { send, sit, start: begin, takeName, takeWord }) {
  const { seats, you, awaited } = table;
  const free = SEATS.filter((seat) => !seats[seat]);
  const link = `${location.origin}/t/${table.table}`;
  const start = async () => {
    // A name that was typed is meant, also without a tap on its button.
    const typed = /** @type {HTMLInputElement | null} */ (
      document.querySelector('.room [name=name]')
    )?.value.trim();
    if (you && typed && typed !== nameOf(seats[you], you)) await takeName(typed);
    for (const seat of free) send({ cmd: 'bot', seat, level: setting('bots') });
    begin();
  };
  return html`<div class="room">
    <div class="round" role="group" aria-label=${t('the_table')}>
      ${SEATS.map((seat) => chair(table, seat, sit, send))}
      <p class="center">${rulesLine(table)}</p>
    </div>
    ${awaited ? html`<p class="awaited" role="status">${t('words_awaited', { who: listed(awaited.map(who)) })}</p>` : nothing}
    ${you ? nothing : html`<p class="means">${t('take_a_seat')}</p>`}
    <section class="invite" aria-labelledby="invite">
      <h2 id="invite">${t('invite')}</h2>
      <p>${t('share_this')}</p>
      <p class="link"><code>${link}</code></p>
      <div class="do">
        <button data-do="copy" @click=${() => copy(link)}>${t('copy_link')}</button>
        ${'share' in navigator ? html`<button @click=${() => navigator.share({ title: 'Pidro', url: link }).catch(() => {})}>${t('share_link')}</button>` : nothing}
      </div>
    </section>
    ${
      you
        ? html`<div class="do column">
          <button class="main" data-do="start" @click=${start}>${free.length ? t('fill_and_start') : t('start')}</button>
          ${field('name', t('your_name'), nameOf(seats[you], you), takeName)}
          <button class="quiet" data-do="stand" @click=${() => send({ cmd: 'leave' })}>${t('stand_up')}</button>
        </div>`
        : nothing
    }
    <img class="qr" src="/t/${table.table}/qr.svg" alt=${t('qr_code')} width="220" height="220" />
    ${deal(table, takeWord)}
  </div>`;
}

/** The rules of a table in words. @param {{rules: string, time: number | null}} table */
export function rulesLine({ rules, time }) {
  const [preset, ...options] = rules.split(' ');
  const shown = options.filter((option) => !option.startsWith('target='));
  const parts = [tk(`rules_${preset}`), ...shown, t('target', { target: targetOf(rules) })];
  if (time) parts.push(t('time_seconds', { count: time }));
  return parts.join(' · ');
}

/** @param {Snapshot} table @param {Seat} seat @param {Room['sit']} sit @param {Room['send']} send */
function chair({ seats, you }, seat, sit, send) {
  const sitter = seats[seat];
  const takes = sitter?.kind !== 'person';
  const side =
    !you || you === seat
      ? ''
      : (SEATS.indexOf(you) + SEATS.indexOf(seat)) % 2 === 0
        ? t('partner')
        : t('opponent');
  return html`<div class="chair chair-${seat} ${you === seat ? 'mine' : ''}" data-chair=${seat}>
    <b>${sitter?.kind === 'person' ? nameOf(sitter, seat) : sitter ? labelOf(sitter) : t('free_seat')}</b>
    <small>${you === seat ? t('You') : side || t(seat)}${sitter?.kind === 'person' && labelOf(sitter) ? ` · ${labelOf(sitter)}` : ''}</small>
    ${takes ? html`<button data-do="sit" @click=${() => sit(seat)}>${t('sit_here')}</button>` : nothing}
    ${you && !sitter ? html`<button class="quiet" data-do="bot" @click=${() => send({ cmd: 'bot', seat, level: setting('bots') })}>${t('put_bot')}</button>` : nothing}
    ${you && sitter?.kind === 'bot' ? html`<button class="quiet" aria-label=${t('take_bot_away')} @click=${() => send({ cmd: 'clear', seat })}>✕</button>` : nothing}
  </div>`;
}

/** The promise of the deal, and a word of one's own for it. @param {Snapshot} table @param {Room['takeWord']} takeWord */
function deal({ you, commitment }, takeWord) {
  return html`<details class="word">
    <summary>${t('fair_deal')}</summary>
    <p>${t('deal_promise')}: <code>${commitment}</code></p>
    ${you ? html`<p>${t('your_word_more')}</p>${field('word', t('your_word'), '', takeWord)}` : nothing}
  </details>`;
}

/**
 * A line that is filled in and saved.
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} save
 */
function field(name, label, value, save) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    save(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get(name)).trim());
  };
  return html`<form class="fields line" @submit=${submit}>
    <label class="field"><span>${label}</span><input name=${name} required maxlength="24" autocomplete="off" .value=${value} /></label><button data-do="save-${name}">${t('save')}</button>
  </form>`;
}
