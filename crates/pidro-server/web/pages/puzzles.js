/** “What would you bid?”: hands, and what comes of each bid. */
import { html, nothing, render } from '../vendor/lit-html.js';
import { ask } from '../api.js';
import { sign } from '../art.js';
import { t, tk } from '../lang.js';
import { keep, recall } from '../settings.js';
import { announce, heading, noteError } from '../ui.js';
import { actionWords, reasonWords } from '../words.js';
import { handList } from '../table/choose.js';
import { nameOf } from '../table/seats.js';

/** @param {HTMLElement} root */
export async function show(root) {
  let number = Number(recall('puzzle') ?? Math.floor(Math.random() * 100_000));
  /** @type {Puzzle | null} */
  let puzzle = null;
  let answer = '';
  const load = async () => {
    keep('puzzle', String(number));
    [puzzle, answer] = [null, ''];
    draw();
    try {
      puzzle = await ask('GET', `/api/puzzles/${number}`);
      draw();
    } catch (error) {
      noteError(error);
    }
  };
  const next = () => {
    number = (number + 1) % 1_000_000;
    load();
  };
  const guess = (/** @type {string} */ call) => {
    answer = call === 'pass' ? 'pass' : `bid ${call}`;
    if (puzzle?.advice) announce(expertSays(puzzle.advice));
    draw();
  };
  const draw = () =>
    render(
      html`${heading(t('puzzles'), '/learn')}
        <main class="plain puzzle">
          ${
            puzzle
              ? html`<p><b>${t('puzzle_number', { number: String(puzzle.puzzle) })}</b></p>
                ${callsBefore(puzzle)} ${handList(/** @type {Card[]} */ (puzzle.view.hands[puzzle.you]), null, null, () => {})}
                ${answer ? solution(puzzle, answer) : question(puzzle, guess)}
                ${answer ? html`<button class="main" data-do="next" @click=${next}>${t('puzzle_next')}</button>` : nothing}`
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
  const who = (/** @type {Seat} */ seat) => (seat === 'S' ? t('You') : nameOf(null, seat));
  const dealt = dealer
    ? html`<span class="chip dealer">${who(dealer)}: ${t('dealer')}</span>`
    : nothing;
  if (!calls.length) return html`<p>${dealt} ${t('puzzle_none_before')}</p>`;
  return html`<p>${dealt} ${t('puzzle_calls')}: ${calls.map(({ seat, bid }) => html`<span class="chip">${who(seat)} ${bid ?? t('passed')}</span>`)}</p>`;
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

/** @param {Advice} advice */
const expertSays = ({ action, reason }) =>
  t('puzzle_expert', { action: actionWords(action), reason: reasonWords(reason) });

/** @param {Puzzle} puzzle @param {string} answer */
function solution({ advice, odds, deals, legal }, answer) {
  const shown = odds.slice(0, 2);
  const bids = legal.kind === 'bid' ? legal.bids : [];
  return html`${
    advice
      ? html`<p class="verdict ${advice.action === answer ? 'good' : ''}">${advice.action === answer ? t('puzzle_same') : t('puzzle_other')}</p>
          <p>${expertSays(advice)}</p>`
      : nothing
  }
    <p>${t('puzzle_odds', { deals })}</p>
    <div class="scroll" tabindex="0" role="group" aria-label=${t('puzzle_odds', { deals })}>
      <table class="odds">
        <thead>
          <tr>
            <th scope="col">${t('bid_column')}</th>
            ${shown.map(({ suit, points }) => html`<th scope="col">${sign(suit)} ${tk(`suit_${suit}`)} <small>${t('puzzle_mean', { points })}</small></th>`)}
          </tr>
        </thead>
        <tbody>
          ${bids.map((bid) => {
            const place = bid - 6;
            return html`<tr class=${answer === `bid ${bid}` ? 'mine' : ''}>
              <th scope="row">${bid}</th>
              ${shown.map(({ chances }) => html`<td><meter min="0" max="1" .value=${chances[place]} aria-hidden="true"></meter> ${Math.round(100 * chances[place])} %</td>`)}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
}
