/** What the server keeps about people, why, and for how long. */
import { html, render } from '../vendor/lit-html.js';
import { request } from '../api.js';
import { lang, t } from '../lang.js';
import { screenHeader, showError } from '../ui.js';

/** @param {HTMLElement} root */
export async function show(root) {
  const [note, server] = await Promise.all([
    import(`../texts/privacy-${lang()}.js`),
    request('GET', '/api/server').catch(showError),
  ]);
  const sections = /** @type {(server: ServerInfo) => PrivacyNote} */ (note.default)(
    server ?? { operator: null, contact: null, keep_days: null },
  );
  render(
    html`${screenHeader(t('privacy'))}
      <main class="page rules-page">
        ${sections.map(({ title, parts }) => html`<section><h2>${title}</h2>${parts.map((part) => (typeof part === 'string' ? html`<p>${part}</p>` : html`<ul>${part.map((item) => html`<li>${item}</li>`)}</ul>`))}</section>`)}
      </main>`,
    root,
  );
}
