/** “What would you bid?”: example hands, with the odds of each bid. */
import { html, nothing, render } from '../vendor/lit-html.js';
import { request } from '../api.js';
import { suitIcon } from '../art.js';
import { t, tk } from '../lang.js';
import { saveItem, loadItem } from '../settings.js';
import { announce, screenHeader, showError } from '../ui.js';
import { describeAction, describeReason } from '../sentences.js';
import { handList } from '../table/choice-panel.js';
import { occupantName } from '../table/seats.js';

/** @param {HTMLElement} root */
export async function show(root) {
  let number = Number(loadItem('puzzle') ?? Math.floor(Math.random() * 100_000));
  /** @type {Puzzle | null} */
  let puzzle = null;
  let answer = '';
  const load = async () => {
    saveItem('puzzle', String(number));
    [puzzle, answer] = [null, ''];
    draw();
    try {
      puzzle = await request('GET', `/api/puzzles/${number}`);
      draw();
    } catch (error) {
      showError(error);
    }
  };
  const next = () => {
    number = (number + 1) % 1_000_000;
    load();
  };
  const answerWith = (/** @type {string} */ call) => {
    answer = call === 'pass' ? 'pass' : `bid ${call}`;
    if (puzzle?.advice) announce(describeExpert(puzzle.advice));
    draw();
  };
  const draw = () =>
    render(
      html`${screenHeader(t('puzzles'), '/learn')}
        <main class="page puzzle">
          ${
            puzzle
              ? html`<p><b>${t('puzzle_number', { number: String(puzzle.puzzle) })}</b></p>
                ${callsBefore(puzzle)} ${handList(/** @type {Card[]} */ (puzzle.view.hands[puzzle.you]), null, null, () => {})}
                ${answer ? solution(puzzle, answer) : question(puzzle, answerWith)}
                ${answer ? html`<button class="main" data-action="next" @click=${next}>${t('puzzle_next')}</button>` : nothing}`
              : html`<p>${t('loading')}</p>`
          }
        </main>`,
      root,
    );
  await load();
}

/** @param {Puzzle} puzzle */
function callsBefore({ view }) {
  const { calls, dealer } = view;
  const playerName = (/** @type {Seat} */ seat) =>
    seat === 'S' ? t('you_as_name') : occupantName(null, seat);
  const dealerChip = dealer
    ? html`<span class="chip dealer">${playerName(dealer)}: ${t('dealer')}</span>`
    : nothing;
  if (!calls.length) return html`<p>${dealerChip} ${t('puzzle_none_before')}</p>`;
  return html`<p>${dealerChip} ${t('puzzle_calls')}: ${calls.map(({ seat, bid }) => html`<span class="chip">${playerName(seat)} ${bid ?? t('passed')}</span>`)}</p>`;
}

/** @param {Puzzle} puzzle @param {(call: string) => void} guess */
function question({ legal }, guess) {
  if (legal.kind !== 'bid') return nothing;
  return html`<h2>${t('puzzle_ask')}</h2>
    <div class="bids">
      <button class="bid" data-call="pass" @click=${() => guess('pass')}>${t('pass')}</button>
      ${legal.bids.map((bid) => html`<button class="bid" data-call=${bid} @click=${() => guess(String(bid))}>${bid}</button>`)}
    </div>`;
}

/** What the expert would call, and why. @param {Advice} advice */
const describeExpert = ({ action, reason }) =>
  t('puzzle_expert', { action: describeAction(action), reason: describeReason(reason) });

/** @param {Puzzle} puzzle @param {string} answer */
function solution({ advice, odds, deals, legal }, answer) {
  const shown = odds.slice(0, 2);
  const bids = legal.kind === 'bid' ? legal.bids : [];
  return html`${
    advice
      ? html`<p class="verdict ${advice.action === answer ? 'good' : ''}">${advice.action === answer ? t('puzzle_same') : t('puzzle_other')}</p>
          <p>${describeExpert(advice)}</p>`
      : nothing
  }
    <p>${t('puzzle_odds', { deals })}</p>
    <div class="scroll" tabindex="0" role="group" aria-label=${t('puzzle_odds', { deals })}>
      <table class="odds">
        <thead>
          <tr>
            <th scope="col">${t('bid_column')}</th>
            ${shown.map(({ suit, points }) => html`<th scope="col">${suitIcon(suit)} ${tk(`suit_${suit}`)} <small>${t('puzzle_mean', { points })}</small></th>`)}
          </tr>
        </thead>
        <tbody>
          ${bids.map((bid) => {
            return html`<tr class=${answer === `bid ${bid}` ? 'mine' : ''}>
              <th scope="row">${bid}</th>
              ${shown.map(({ chances }) => html`<td><meter min="0" max="1" .value=${chances[bid]} aria-hidden="true"></meter> ${Math.round(100 * chances[bid])} %</td>`)}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
}
