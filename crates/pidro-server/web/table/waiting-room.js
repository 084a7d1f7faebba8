/** A table before the game: the seats, the link, and the start. */
import { html, nothing } from '../vendor/lit-html.js';
import { SEATS } from '../cards.js';
import { joinNames, t, tk } from '../lang.js';
import { setting } from '../settings.js';
import { copyText } from '../ui.js';
import { occupantLabel, occupantName } from './seats.js';

/** @typedef {import('./seating.js').Seating} Seating */

/**
 * @param {Snapshot} table
 * @param {import('../sentences.js').PlayerName} playerName
 * @param {Seating} seating
 */
export function waitingRoom(table, playerName, seating) {
  const { seats, you, awaited } = table;
  const free = SEATS.filter((seat) => !seats[seat]);
  const link = `${location.origin}/t/${table.table}`;
  const start = async () => {
    // Takes a name that was typed but not saved.
    const typed = /** @type {HTMLInputElement | null} */ (
      document.querySelector('.waiting-room [name=name]')
    )?.value.trim();
    if (you && typed && typed !== occupantName(seats[you], you)) await seating.rename(typed);
    for (const seat of free) seating.send({ cmd: 'bot', seat, level: setting('bots') });
    seating.start();
  };
  return html`<div class="waiting-room">
    <div class="seat-map" role="group" aria-label=${t('the_table')}>
      ${SEATS.map((seat) => chair(table, seat, seating))}
      <p class="rules-summary">${describeRules(table)}</p>
    </div>
    ${awaited ? html`<p class="awaited" role="status">${t('words_awaited', { who: joinNames(awaited.map(playerName)) })}</p>` : nothing}
    ${you ? nothing : html`<p class="explanation">${t('take_a_seat')}</p>`}
    <section class="invite" aria-labelledby="invite">
      <h2 id="invite">${t('invite')}</h2>
      <p>${t('share_this')}</p>
      <p class="invite-link"><code>${link}</code></p>
      <div class="actions">
        <button data-action="copy" @click=${() => copyText(link)}>${t('copy_link')}</button>
        ${'share' in navigator ? html`<button @click=${() => navigator.share({ title: 'Pidro', url: link }).catch(() => {})}>${t('share_link')}</button>` : nothing}
      </div>
    </section>
    ${
      you
        ? html`<div class="actions column">
          <button class="main" data-action="start" @click=${start}>${free.length ? t('fill_and_start') : t('start')}</button>
          ${saveForm('name', t('your_name'), occupantName(seats[you], you), (name) => seating.rename(name))}
          <button class="quiet" data-action="stand" @click=${() => seating.send({ cmd: 'leave' })}>${t('stand_up')}</button>
        </div>`
        : nothing
    }
    <img class="qr" src="/t/${table.table}/qr.svg" alt=${t('qr_code')} width="220" height="220" />
    ${fairDealSection(table, seating)}
  </div>`;
}

/** The rules of a table in words. @param {{rules: RulesInfo, time: number | null}} table */
export function describeRules({ rules, time }) {
  const { preset, options, target } = rules;
  const parts = [tk(`rules_${preset}`), ...options, t('target', { target: String(target) })];
  if (time) parts.push(t('time_seconds', { count: time }));
  return parts.join(' · ');
}

/** @param {Snapshot} table @param {Seat} seat @param {Seating} seating */
function chair({ seats, you }, seat, seating) {
  const occupant = seats[seat];
  const isFree = occupant?.kind !== 'person';
  const relation =
    !you || you === seat
      ? ''
      : (SEATS.indexOf(you) + SEATS.indexOf(seat)) % 2 === 0
        ? t('partner')
        : t('opponent');
  return html`<div class="chair chair-${seat} ${you === seat ? 'mine' : ''}" data-chair=${seat}>
    <b>${occupant?.kind === 'person' ? occupantName(occupant, seat) : occupant ? occupantLabel(occupant) : t('free_seat')}</b>
    <small>${you === seat ? t('you_as_name') : relation || t(seat)}${occupant?.kind === 'person' && occupantLabel(occupant) ? ` · ${occupantLabel(occupant)}` : ''}</small>
    ${isFree ? html`<button data-action="sit" @click=${() => seating.sit(seat)}>${t('sit_here')}</button>` : nothing}
    ${you && !occupant ? html`<button class="quiet" data-action="bot" @click=${() => seating.send({ cmd: 'bot', seat, level: setting('bots') })}>${t('add_bot')}</button>` : nothing}
    ${you && occupant?.kind === 'bot' ? html`<button class="quiet" aria-label=${t('remove_bot')} @click=${() => seating.send({ cmd: 'clear', seat })}>✕</button>` : nothing}
  </div>`;
}

/**
 * The commitment to the deal, and a field to add to one's word.
 * @param {Snapshot} table
 * @param {Seating} seating
 */
function fairDealSection({ you, commitment }, seating) {
  return html`<details class="fair-deal">
    <summary>${t('fair_deal')}</summary>
    <p>${t('deal_commitment')}: <code>${commitment}</code></p>
    ${you ? html`<p>${t('your_word_more')}</p>${saveForm('word', t('your_word'), '', (typed) => seating.addToWord(typed))}` : nothing}
  </details>`;
}

/**
 * A form with one field.
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} save
 */
function saveForm(name, label, value, save) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    save(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get(name)).trim());
  };
  return html`<form class="fields inline" @submit=${submit}>
    <label class="field"><span>${label}</span><input name=${name} required maxlength="24" autocomplete="off" .value=${value} /></label><button data-action="save-${name}">${t('save')}</button>
  </form>`;
}
