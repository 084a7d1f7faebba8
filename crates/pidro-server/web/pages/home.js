/** The first screen: play at once, invite friends, find a table, learn. */
import { html, nothing, render } from '../vendor/lit-html.js';
import { request, withIdentity } from '../api.js';
import { suitIcon } from '../art.js';
import { SUITS } from '../cards.js';
import { LANGS, LANG_NAMES, lang, t } from '../lang.js';
import { navigate } from '../main.js';
import { changeSetting, loadItem, setting } from '../settings.js';
import { showError } from '../ui.js';

/** @param {HTMLElement} root */
export function show(root) {
  const unfinished = loadItem('table');
  render(
    html`<main class="home">
      <p class="suit-icons" aria-hidden="true">${SUITS.map((suit) => suitIcon(suit))}</p>
      <h1>Pidro</h1>
      <p class="tagline">${t('tagline')}</p>
      <nav class="tiles">
        ${unfinished ? html`<a class="tile again" href="/t/${unfinished}"><b>${t('resume_game')}</b></a>` : nothing}
        <button class="tile first" data-action="play" @click=${playNow}><b>${t('play_now')}</b><span>${t('play_now_more')}</span></button>
        <a class="tile" href="/new"><b>${t('invite')}</b><span>${t('invite_more')}</span></a>
        <a class="tile" href="/tables"><b>${t('tables')}</b><span>${t('tables_more')}</span></a>
        <a class="tile" href="/learn"><b>${t('learn')}</b><span>${t('learn_more')}</span></a>
      </nav>
      <footer class="footer">
        <a href="/me">${t('settings')}</a>
        <a href="/privacy">${t('privacy')}</a>
        ${LANGS.map((one) => html`<button class="bare" lang=${one} aria-pressed=${one === lang()} @click=${() => changeSetting('lang', one)}>${LANG_NAMES[one]}</button>`)}
      </footer>
    </main>`,
    root,
  );
}

/** Starts a game against three bots. @param {Event} event */
export async function playNow(event) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  const level = setting('bots');
  const bots = { W: level, N: level, E: level };
  // The start needs a word for the fair deal. Its module loads while the server creates the table.
  import('../table/fair-deal.js');
  try {
    const created = await withIdentity(t('guest'), () =>
      request('POST', '/api/tables', { seat: 'S', bots, spectators: 'nobody' }),
    );
    navigate(`/t/${created.table}`, { start: true });
  } catch (error) {
    button.disabled = false;
    showError(error);
  }
}
