/** What is shown after a hand and after a game. */
import { html, nothing } from '../vendor/lit-html.js';
import { ask } from '../api.js';
import { lying } from '../art.js';
import { SEATS, otherTeam, teamOf } from '../cards.js';
import { about, listed, minus, t, tk } from '../lang.js';
import { openDialog } from '../ui.js';
import { scored, teamName } from '../words.js';
import { dealAlarm } from './alarm.js';
import { broken, toldAt } from './deal.js';
import { peopleAt } from './seats.js';
import { scoreSheet, signed } from './sheet.js';

/**
 * How a hand ended.
 * @param {Scored} event
 * @param {View} view
 * @param {Scored[]} sheet
 * @param {import('../words.js').Who} who
 * @param {Seat} below
 * @param {boolean} plays
 */
export function handEnd(event, view, sheet, who, below, plays) {
  const left = SEATS.filter((seat) => event.left[seat]?.length);
  const { made, contract, change } = event;
  const ours = teamOf(below);
  const good = made === (teamOf(contract.seat) === ours);
  return html`<p class="verdict ${good || !plays ? 'good' : 'bad'}">${t(made ? 'verdict_made' : 'verdict_failed', { side: teamOf(contract.seat) === ours || !plays ? 'we' : 'other' })}</p>
    <p>${scored(event, who, plays ? below : null)}</p>
    <p class="changes">
      ${[ours, otherTeam(ours)].map(
        (team) =>
          html`<span class=${teamOf(contract.seat) === team ? 'bidder' : ''}><small>${teamName(team, who)}</small><b>${signed(change[team])}</b></span>`,
      )}
    </p>
    ${left.map((seat) => html`<p class="left-over"><small>${who(seat)}</small> <span class="small">${event.left[seat]?.map((card) => lying(card, view.trump))}</span></p>`)}
    ${scoreSheet(sheet, below, plays)}`;
}

/**
 * How a game ended, and what can be done now.
 * @param {Snapshot} table
 * @param {import('../words.js').Who} who
 * @param {Seat | null} resigned who has given it up
 * @param {() => void} rematch
 */
export function gameEnd(table, who, resigned, rematch) {
  const { view, sheet, you: me } = table;
  if (!view?.winner) return nothing;
  const reached = sheet.length > 0 && view.phase === 'complete';
  const title = me
    ? teamOf(me) === view.winner
      ? t('won')
      : t('lost')
    : t('team_won', { team: teamName(view.winner, who) });
  const asked = me && table.rematch.includes(me);
  const ours = teamOf(me ?? 'S');
  const people = peopleAt(table.seats).length;
  const others = table.rematch.filter((seat) => seat !== me);
  return html`<section class="game-end" aria-labelledby="game-end">
    <h2 id="game-end">${title}</h2>
    <p class="final">${minus(view.scores[ours])} : ${minus(view.scores[otherTeam(ours)])}</p>
    ${resigned ? html`<p>${t('resigns', about(resigned, who, me))}</p>` : nothing}
    ${reached ? scoreSheet(sheet, me ?? 'S', me !== null) : nothing}
    ${others.length && !asked ? html`<p>${t('rematch_wanted', { who: listed(others.map(who)) })}</p>` : nothing}
    ${me && people > 1 ? html`<p class="means">${t('rematch_more')}</p>` : nothing}
    <div class="do column">
      ${
        table.next
          ? html`<a class="button main" href="/t/${table.next}">${t('next_game')}</a>`
          : me
            ? html`<button class="main" data-do="rematch" ?disabled=${asked} @click=${rematch}>${asked ? t('rematch_waiting') : t('rematch')}</button>`
            : nothing
      }
      <a class="button" href="/t/${table.table}/replay">${t('look_back')}</a>
      <a class="button quiet" href="/api/tables/${table.table}/record" download>${t('download')}</a>
      <button class="quiet" data-do="verify" @click=${() => showProof(table.table)}>${t('check_deal')}</button>
      <a class="button quiet" href="/">${t('home')}</a>
    </div>
  </section>`;
}

/** How each verdict on a deal is shown. @type {Record<string, { sign: string, look: string, text: string }>} */
const VERDICTS = {
  fair: { sign: '✓', look: 'good', text: 'deal_fair' },
  not_proven: { sign: '?', look: '', text: 'deal_not_proven' },
  disproven: { sign: '✗', look: 'bad', text: 'deal_unfair' },
};

/**
 * Why a deal is not proven fair, as a sentence.
 * @param {{ code: string, cut: boolean, hands: [number, number][] }} finding
 */
function findingText({ code, cut, hands }) {
  const ranges = hands.map(([first, last]) =>
    t('hand_number', { hand: first === last ? first : `${first}–${last}` }),
  );
  return tk(`deal_${code}`, { decks: [...(cut ? [t('deal_cut')] : []), ...ranges].join(', ') });
}

/** The proof of the deal: what the server says of the decks, and what this browser had noted before the game. @param {string} table */
export async function showProof(table) {
  const proof = await ask('GET', `/api/tables/${table}/verify`);
  const wrong = broken(table, proof) ?? [];
  const told = toldAt(table);
  const verdict = VERDICTS[proof.verdict];
  // What this browser has noted counts for more than what the server says.
  const { sign, look } = wrong.length ? VERDICTS.disproven : verdict;
  const bySeat = (/** @type {Some<string | null> | null | undefined} */ texts) =>
    SEATS.some((seat) => texts?.[seat])
      ? SEATS.filter((seat) => texts?.[seat]).map(
          (seat) => html`<dd><small>${t(seat)}</small> <code>${texts?.[seat]}</code></dd>`,
        )
      : html`<dd>–</dd>`;
  openDialog(
    t('check_deal'),
    () => html`<p class="verdict ${look}">${sign}</p>
      ${dealAlarm(wrong, t)}
      <p>${tk(verdict.text, { decks: proof.decks })}</p>
      ${[...proof.contradictions, ...proof.shortfalls].map((finding) => html`<p>${findingText(finding)}</p>`)}
      ${wrong.length ? nothing : html`<p data-noted=${told ? 'yes' : 'no'}>${told ? t('deal_noted') : t('deal_not_noted')}</p>`}
      <dl class="proof">
        <dt>${t('deal_promise')}</dt><dd><code>${proof.commitment}</code></dd>
        <dt>${t('deal_secret')}</dt><dd><code>${proof.secret}</code></dd>
        ${told ? html`<dt>${t('deal_promises')}</dt>${bySeat(told.promises)}` : nothing}
        <dt>${t('deal_words')}</dt>${bySeat(proof.words)}
      </dl>
      <p>${t('deal_yourself')}</p>
      <a class="button" href="/api/tables/${table}/record" download>${t('download')}</a>`,
  );
}
