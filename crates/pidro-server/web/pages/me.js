/** The user's settings, name and games. */
import { html, nothing, render } from '../vendor/lit-html.js';
import { rename, request, token, withIdentity } from '../api.js';
import { LANGS, LANG_NAMES, lang, t } from '../lang.js';
import { changeSetting, loadItem, setting } from '../settings.js';
import { screenHeader, showToast, showError, selectField } from '../ui.js';

/** @typedef {import('../settings.js').Setting} Setting */

/** The settings with their choices. @returns {[Setting, string, [string, string][]][]} */
const fields = () => [
  [
    'size',
    t('card_size'),
    [
      ['normal', t('size_normal')],
      ['large', t('size_large')],
      ['huge', t('size_huge')],
    ],
  ],
  [
    'colours',
    t('four_colours'),
    [
      ['two', t('no')],
      ['four', t('yes')],
    ],
  ],
  [
    'tap',
    t('one_tap'),
    [
      ['two', t('no')],
      ['one', t('yes')],
    ],
  ],
  [
    'pace',
    t('pace'),
    [
      ['slow', t('pace_slow')],
      ['normal', t('pace_normal')],
      ['fast', t('pace_fast')],
    ],
  ],
  [
    'sound',
    t('sounds'),
    [
      ['off', t('no')],
      ['on', t('yes')],
    ],
  ],
  [
    'theme',
    t('theme'),
    [
      ['auto', t('theme_auto')],
      ['light', t('theme_light')],
      ['dark', t('theme_dark')],
    ],
  ],
  [
    'keys',
    t('shortcuts'),
    [
      ['on', t('yes')],
      ['off', t('no')],
    ],
  ],
  [
    'bots',
    t('bot_level'),
    [
      ['random', t('bot_random')],
      ['basic', t('bot_basic')],
      ['expert', t('bot_expert')],
    ],
  ],
];

/** @param {() => void} changed */
export const settingsForm = (changed) => html`<div class="fields">
  ${selectField(
    t('language'),
    lang(),
    LANGS.map((one) => [one, LANG_NAMES[one]]),
    (value) => changeSetting('lang', value),
    'lang',
  )}
  ${fields().map(([name, label, choices]) =>
    selectField(
      label,
      setting(name),
      choices,
      (value) => {
        changeSetting(name, value);
        changed();
      },
      name,
    ),
  )}
  <p class="explanation keyboard-help">${t('keys')}: ${t('keys_more')}</p>
</div>`;

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {{person: Person, statistics: {games: number, won: number}} | null} */
  let me = null;
  /** @type {{table: string, at: number, won: boolean | null}[]} */
  let games = [];
  const load = async () => {
    if (!token()) return;
    me = await request('GET', '/api/me');
    games = (await request('GET', '/api/me/games')).games;
  };
  /** @param {(form: FormData) => Promise<void>} work */
  const submit = (work) => async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target), event.submitter);
    try {
      await work(form);
      await load();
      showToast(t('saved'));
    } catch (error) {
      showError(error);
    }
    draw();
  };
  const changeName = submit((form) =>
    withIdentity(t('guest'), () => rename(String(form.get('name')))),
  );
  const draw = () =>
    render(
      html`${screenHeader(t('settings'))}
        <main class="page">
          ${
            me && !me.person.guest
              ? html`<p>${t('signed_in', { name: me.person.name })}</p>`
              : html`<form class="fields inline" @submit=${changeName}>
                <label class="field"><span>${t('your_name')}</span><input name="name" required maxlength="24" .value=${loadItem('name') ?? ''} autocomplete="nickname" /></label><button>${t('save')}</button>
              </form>`
          }
          <a class="button" href="/account">${t('account')}</a>
          ${settingsForm(draw)}
          <section aria-labelledby="games">
            <h2 id="games">${t('your_games')}</h2>
            ${me ? html`<p>${t('games_played', me.statistics)}${me.person.rated ? html` · ${t('rating', { rating: me.person.rating })}` : nothing}</p>` : nothing}
            ${
              games.length
                ? html`<ul class="tile-list">${games.map((game) => html`<li><a class="tile" href="/t/${game.table}${game.won === null ? '' : '/replay'}"><b>${new Date(game.at).toLocaleString(lang())}</b><span>${game.won === null ? t('game_unfinished') : game.won ? t('game_won') : t('game_lost')}</span></a></li>`)}</ul>`
                : html`<p>${t('no_games')}</p>`
            }
          </section>
        </main>`,
      root,
    );
  draw();
  await load().then(draw, showError);
}
