/** The overview for new players. */
import { html, render } from '../vendor/lit-html.js';
import { t } from '../lang.js';
import { screenHeader } from '../ui.js';

/** @param {HTMLElement} root */
export function show(root) {
  render(
    html`${screenHeader(t('learn'))}
      <main class="page">
        <nav class="tiles">
          <a class="tile first" href="/learn/lesson"><b>${t('lesson')}</b><span>${t('lesson_more')}</span></a>
          <a class="tile" href="/learn/rules"><b>${t('rules_page')}</b><span>${t('rules_page_more')}</span></a>
          <a class="tile" href="/learn/puzzles"><b>${t('puzzles')}</b><span>${t('puzzles_more')}</span></a>
        </nav>
      </main>`,
    root,
  );
}
