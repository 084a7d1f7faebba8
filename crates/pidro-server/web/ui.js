/** Parts that all screens share: dialogs, messages, announcements, fields. */
import { html, render } from './vendor/lit-html.js';
import { ApiError } from './api.js';
import { t, tk } from './lang.js';

/**
 * Opens a dialog. Its `draw` updates the content.
 * @param {string} title
 * @param {() => unknown} content
 * @param {() => void} [onClose]
 */
export function openDialog(title, content, onClose) {
  const dialog = document.createElement('dialog');
  const body = document.createElement('div');
  document.body.append(dialog);
  // While a dialog is open, everything outside it is hidden from screen readers.
  dialog.append(body, ...liveRegions());
  const close = () => dialog.close();
  const draw = () =>
    render(
      html`<div class="dialog-head">
          <h2 id="dialog-title">${title}</h2>
          <button class="icon" data-action="close" aria-label=${t('close')} @click=${close}>✕</button>
        </div>
        <div class="dialog-body">${content()}</div>`,
      body,
    );
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  draw();
  dialog.addEventListener('click', (event) => event.target === dialog && close());
  dialog.addEventListener('close', () => {
    document.body.append(...liveRegions());
    dialog.remove();
    onClose?.();
  });
  dialog.showModal();
  return { draw, close };
}

/** Shows a message from the operator of the server. @param {string} text */
export const showAnnouncement = (text) => openDialog(t('announcement'), () => html`<p>${text}</p>`);

/**
 * Asks a question. Resolves to whether the answer was yes.
 * @param {string} question
 * @returns {Promise<boolean>}
 */
export function confirmDialog(question) {
  return new Promise((resolve) => {
    let answer = false;
    const closeWith = (/** @type {boolean} */ value) => {
      answer = value;
      dialog.close();
    };
    const dialog = openDialog(
      question,
      () =>
        html`<div class="actions"><button class="quiet" @click=${() => closeWith(false)}>${t('no')}</button><button class="main" data-action="yes" @click=${() => closeWith(true)}>${t('yes')}</button></div>`,
      () => resolve(answer),
    );
  });
}

/** The element that screen readers announce, and the one that shows messages. */
const liveRegions = () =>
  ['announcements', 'toast'].flatMap((id) => document.getElementById(id) ?? []);

/** @type {string[]} */
let pendingAnnouncements = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let announceTimer;

/**
 * Makes screen readers say something. Texts that arrive together are said together.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  pendingAnnouncements.push(text);
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    const region = document.getElementById('announcements');
    if (region) region.textContent = pendingAnnouncements.join(' ');
    pendingAnnouncements = [];
  }, 60);
}

/** Shows a short message for a few seconds. @param {string} text */
export function showToast(text) {
  const element = document.getElementById('toast');
  if (!element) return;
  element.textContent = text;
  element.classList.add('shown');
  clearTimeout(Number(element.dataset.timer));
  element.dataset.timer = String(setTimeout(() => element.classList.remove('shown'), 4000));
}

/** Why a request failed, in a sentence. @param {unknown} error */
export function errorText(error) {
  if (!(error instanceof ApiError)) return t('disconnected');
  const key = `error_${error.code}`;
  const known = tk(key);
  return known === key ? t('error_unknown') : known;
}

/** Shows why a request failed. @param {unknown} error */
export function showError(error) {
  showToast(errorText(error));
}

/**
 * A labelled drop-down list.
 * @param {string} label
 * @param {string} value
 * @param {[string, string][]} choices the values with their labels
 * @param {(value: string) => void} change
 * @param {string} [name]
 */
export function selectField(label, value, choices, change, name = '') {
  return html`<label class="field"
    ><span>${label}</span>
    <select name=${name} @change=${(/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value)}>
      ${choices.map(([choice, text]) => html`<option value=${choice} ?selected=${choice === value}>${text}</option>`)}
    </select></label
  >`;
}

/**
 * The header of a screen, with a link back.
 * @param {string} title
 * @param {string} [to]
 */
export const screenHeader = (title, to = '/') => html`<header class="page-header">
  <a class="icon" href=${to} aria-label=${t('back')}>‹</a>
  <h1>${title}</h1>
</header>`;

/** Copies a text, even where the page may not use the clipboard. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  showToast(t('copied'));
}
