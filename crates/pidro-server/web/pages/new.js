/** A table for friends: how it shall be. */
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
  const wanted = {
    preset: loadItem('preset') ?? presets[0],
    target: String(default_target),
    time: '',
    listed: '',
    spectators: 'public',
  };
  const set = (/** @type {keyof typeof wanted} */ name) => (/** @type {string} */ value) => {
    wanted[name] = value;
    draw();
  };
  const make = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { preset, target, time, listed, spectators } = wanted;
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
          <form class="fields" @submit=${make}>
            <button class="main" data-action="make">${t('make_table')}</button>
            ${selectField(
              t('rules'),
              wanted.preset,
              presets.map((preset) => [preset, tk(`rules_${preset}`)]),
              set('preset'),
              'preset',
            )}
            <p class="explanation">${tk(`rules_${wanted.preset}_more`)}</p>
            ${selectField(
              t('play_to'),
              wanted.target,
              targets.map((target) => [String(target), String(target)]),
              set('target'),
              'target',
            )}
            ${selectField(t('time_limit'), wanted.time, [['', t('time_none')], ...time_limits.map((count) => /** @type {[string, string]} */ ([String(count), t('time_seconds', { count })]))], set('time'), 'time')}
            ${selectField(
              t('who_finds'),
              wanted.listed,
              [
                ['', t('by_link')],
                ['yes', t('in_lobby')],
              ],
              set('listed'),
              'listed',
            )}
            ${selectField(
              t('who_watches'),
              wanted.spectators,
              [
                ['public', t('watch_public')],
                ['open', t('watch_open')],
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
