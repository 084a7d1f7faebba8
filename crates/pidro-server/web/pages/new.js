/** The options of a new table. */
import { html, render } from '../vendor/lit-html.js';
import { request, withIdentity } from '../api.js';
import { gameData } from '../cards.js';
import { t, tk } from '../lang.js';
import { navigate } from '../main.js';
import { loadItem } from '../settings.js';
import { screenHeader, showError, selectField } from '../ui.js';

/** @param {HTMLElement} root */
export function show(root) {
  const { presets, targets, default_target, time_limits } = gameData();
  const form = {
    preset: loadItem('preset') ?? presets[0],
    target: String(default_target),
    time: '',
    listed: '',
    spectators: 'public',
  };
  const set = (/** @type {keyof typeof form} */ name) => (/** @type {string} */ value) => {
    form[name] = value;
    draw();
  };
  const createTable = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { preset, target, time, listed, spectators } = form;
    const options = {
      rules: { preset, target: Number(target) },
      time: time ? Number(time) : null,
      listed: listed === 'yes',
      spectators,
      seat: 'S',
    };
    try {
      navigate(
        `/t/${(await withIdentity(t('guest'), () => request('POST', '/api/tables', options))).table}`,
      );
    } catch (error) {
      showError(error);
    }
  };
  const draw = () =>
    render(
      html`${screenHeader(t('new_table'))}
        <main class="page">
          <form class="fields" @submit=${createTable}>
            <button class="main" data-action="create">${t('create_table')}</button>
            ${selectField(
              t('rules'),
              form.preset,
              presets.map((preset) => [preset, tk(`rules_${preset}`)]),
              set('preset'),
              'preset',
            )}
            <p class="explanation">${tk(`rules_${form.preset}_more`)}</p>
            ${selectField(
              t('play_to'),
              form.target,
              targets.map((target) => [String(target), String(target)]),
              set('target'),
              'target',
            )}
            ${selectField(t('time_limit'), form.time, [['', t('time_none')], ...time_limits.map((count) => /** @type {[string, string]} */ ([String(count), t('time_seconds', { count })]))], set('time'), 'time')}
            ${selectField(
              t('who_finds'),
              form.listed,
              [
                ['', t('by_link')],
                ['yes', t('in_lobby')],
              ],
              set('listed'),
              'listed',
            )}
            ${selectField(
              t('who_watches'),
              form.spectators,
              [
                ['public', t('watch_public')],
                ['all_cards', t('watch_all_cards')],
                ['nobody', t('watch_nobody')],
              ],
              set('spectators'),
              'spectators',
            )}
          </form>
        </main>`,
      root,
    );
  draw();
}
