/** The rules on one page, with pictures of cards. */
import { html, render } from '../vendor/lit-html.js';
import { cardImage } from '../art.js';
import { lang, t } from '../lang.js';
import { screenHeader } from '../ui.js';

/** @param {HTMLElement} root */
export async function show(root) {
  const rules = /** @type {RulesPage} */ ((await import(`../texts/rules-${lang()}.js`)).default);
  render(
    html`${screenHeader(t('rules_page'), '/learn')}
      <main class="page rules-page">
        ${rules.map(({ title, parts }) => html`<section><h2>${title}</h2>${parts.map(renderPart)}</section>`)}
        <a class="button main" href="/learn/lesson">${t('lesson')}</a>
      </main>`,
    root,
  );
}

/** @param {RulesPart} part */
function renderPart(part) {
  if (typeof part === 'string') return html`<p>${part}</p>`;
  if ('cards' in part)
    return html`<figure><div class="small-cards spaced">${part.cards.map((card) => cardImage(card, null))}</div><figcaption>${part.caption}</figcaption></figure>`;
  if ('list' in part) return html`<ul>${part.list.map((item) => html`<li>${item}</li>`)}</ul>`;
  const [first, ...rest] = part.table.head;
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${first}>
    <table>
      <thead><tr><th scope="col">${first}</th>${rest.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
      <tbody>${part.table.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table>
  </div>`;
}
