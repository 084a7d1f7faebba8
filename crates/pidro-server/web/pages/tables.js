/** The lobby: tables that anybody may join or watch. */
import { html, render } from '../vendor/lit-html.js';
import { request } from '../api.js';
import { SEATS } from '../cards.js';
import { t, tk } from '../lang.js';
import { screenHeader, showError } from '../ui.js';
import { personName } from '../table/seats.js';
import { describeRules } from '../table/waiting-room.js';

const REFRESH_INTERVAL = 5000;

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {LobbyTable[] | null} */
  let tables = null;
  const refresh = async () => {
    if (document.hidden) return;
    try {
      tables = (await request('GET', '/api/tables')).tables;
      draw();
    } catch (error) {
      showError(error);
    }
  };
  const draw = () =>
    render(
      html`${screenHeader(t('tables'))}
        <main class="page">
          ${!tables ? html`<p>${t('loading')}</p>` : tables.length ? html`<ul class="tile-list">${tables.map(tableItem)}</ul>` : html`<p>${t('no_tables')}</p>`}
          <a class="button main" href="/new">${t('new_table')}</a>
        </main>`,
      root,
    );
  draw();
  await refresh();
  const timer = setInterval(refresh, REFRESH_INTERVAL);
  return () => clearInterval(timer);
}

/** @param {LobbyTable} table */
function tableItem(table) {
  const free = SEATS.filter((seat) => !table.seats[seat]).length;
  const names = SEATS.map((seat) => table.seats[seat]).map((occupant) => {
    if (!occupant) return t('free_seat');
    return occupant.kind === 'person' ? personName(occupant) : tk(`bot_${occupant.level}`);
  });
  return html`<li>
    <a class="tile" href="/t/${table.table}">
      <b>${names.join(', ')}</b>
      <span>${describeRules(table)}</span>
      <span>${table.begun ? t('game_in_progress') : t('free_seats', { count: free })} · ${free && !table.begun ? t('join') : t('watch')}</span>
    </a>
  </li>`;
}
