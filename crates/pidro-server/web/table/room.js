/** Before the game: who sits where, the link, and the start. */
import { html, nothing } from '../vendor/lit-html.js';
import { SEATS } from '../cards.js';
import { t, tk } from '../lang.js';
import { setting } from '../settings.js';
import { copy } from '../ui.js';
import { labelOf, nameOf } from './seats.js';

/**
 * @param {Snapshot} table
 * @param {(command: object) => void} send
 */
export function waitingRoom(table, send) {
  const { seats, you } = table;
  const free = SEATS.filter((seat) => !seats[seat]);
  const link = `${location.origin}/t/${table.table}`;
  const start = () => {
    for (const seat of free) send({ cmd: 'bot', seat, level: setting('bots') });
    send({ cmd: 'start' });
  };
  return html`<div class="room">
    <div class="round" role="group" aria-label=${t('the_table')}>
      ${SEATS.map((seat) => chair(table, seat, send))}
      <p class="center">${rulesLine(table)}</p>
    </div>
    ${you
      ? html`<div class="do column">
          <button class="main" data-do="start" @click=${start}>${free.length ? t('fill_and_start') : t('start')}</button>
        </div>`
      : nothing}
    <section class="invite" aria-labelledby="invite">
      <h2 id="invite">${t('invite')}</h2>
      <p>${t('share_this')}</p>
      <p class="link"><code>${link}</code></p>
      <div class="do">
        <button data-do="copy" @click=${() => copy(link)}>${t('copy_link')}</button>
        ${'share' in navigator ? html`<button @click=${() => navigator.share({ title: 'Pidro', url: link }).catch(() => {})}>${t('share_link')}</button>` : nothing}
      </div>
      <img class="qr" src="/t/${table.table}/qr.svg" alt=${t('qr_code')} width="220" height="220" />
    </section>
    ${you ? word(you, send) : nothing}
  </div>`;
}

/** The rules of a table in words. @param {{rules: string, time: number | null}} table */
export function rulesLine({ rules, time }) {
  const [preset, ...options] = rules.split(' ');
  const shown = options.filter((option) => !option.startsWith('target='));
  const target = /target=(\d+)/.exec(rules)?.[1] ?? '62';
  const parts = [tk(`rules_${preset}`), ...shown, t('target', { target })];
  if (time) parts.push(t('time_seconds', { count: time }));
  return parts.join(' · ');
}

/** @param {Snapshot} table @param {Seat} seat @param {(command: object) => void} send */
function chair({ seats, you }, seat, send) {
  const sitter = seats[seat];
  const takes = sitter?.kind !== 'person';
  const side = !you || you === seat ? '' : (SEATS.indexOf(you) + SEATS.indexOf(seat)) % 2 === 0 ? t('partner') : t('opponent');
  return html`<div class="chair chair-${seat} ${you === seat ? 'mine' : ''}" data-chair=${seat}>
    <b>${sitter?.kind === 'person' ? nameOf(sitter, seat) : sitter ? labelOf(sitter) : t('free_seat')}</b>
    <small>${you === seat ? t('You') : side || t(seat)}${sitter?.kind === 'person' && labelOf(sitter) ? ` · ${labelOf(sitter)}` : ''}</small>
    ${takes ? html`<button data-do="sit" @click=${() => send({ cmd: 'sit', seat })}>${t('sit_here')}</button>` : nothing}
    ${you && !sitter ? html`<button class="quiet" data-do="bot" @click=${() => send({ cmd: 'bot', seat, level: setting('bots') })}>${t('put_bot')}</button>` : nothing}
    ${you && sitter?.kind === 'bot' ? html`<button class="quiet" aria-label=${t('take_bot_away')} @click=${() => send({ cmd: 'clear', seat })}>✕</button>` : nothing}
  </div>`;
}

/** @param {Seat} seat @param {(command: object) => void} send */
function word(seat, send) {
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    send({ cmd: 'sit', seat, word: String(form.get('word')) });
  };
  return html`<details class="word">
    <summary>${t('your_word')}</summary>
    <p>${t('your_word_more')}</p>
    <form @submit=${save}><input name="word" maxlength="60" autocomplete="off" aria-label=${t('your_word')} /><button>${t('save')}</button></form>
  </details>`;
}
