/** The results of a hand and of a game, and the proof of the deal. */
import { html, nothing } from '../vendor/lit-html.js';
import { request } from '../api.js';
import { cardImage } from '../art.js';
import { SEATS, otherTeam, teamOf } from '../cards.js';
import { about, joinNames, minus, t, tk } from '../lang.js';
import { openDialog } from '../ui.js';
import { describeHandResult, teamName } from '../sentences.js';
import { dealAlarm } from './alarm.js';
import { findViolations, revealedWord } from './fair-deal.js';
import { seatsWithPeople } from './seats.js';
import { scoreSheet, signed } from './sheet.js';

/**
 * The result of a hand.
 * @param {HandScored} event
 * @param {View} view
 * @param {HandScored[]} sheet
 * @param {import('../sentences.js').PlayerName} playerName
 * @param {Seat} bottom
 * @param {boolean} isPlayer
 */
export function handResult(event, view, sheet, playerName, bottom, isPlayer) {
  const left = SEATS.filter((seat) => event.left[seat]?.length);
  const { made, contract, change } = event;
  const ours = teamOf(bottom);
  const good = made === (teamOf(contract.seat) === ours);
  return html`<p class="verdict ${good || !isPlayer ? 'good' : 'bad'}">${t(made ? 'verdict_made' : 'verdict_failed', { side: teamOf(contract.seat) === ours || !isPlayer ? 'we' : 'other' })}</p>
    <p>${describeHandResult(event, playerName, isPlayer ? bottom : null)}</p>
    <p class="score-changes">
      ${[ours, otherTeam(ours)].map(
        (team) =>
          html`<span class=${teamOf(contract.seat) === team ? 'bidder' : ''}><small>${teamName(team, playerName)}</small><b>${signed(change[team])}</b></span>`,
      )}
    </p>
    ${left.map((seat) => html`<p class="left-over"><small>${playerName(seat)}</small> <span class="small-cards">${event.left[seat]?.map((card) => cardImage(card, view.trump))}</span></p>`)}
    ${scoreSheet(sheet, bottom, isPlayer)}`;
}

/**
 * The result of a game, and what the player can do now.
 * @param {ShownTable} table
 * @param {import('../sentences.js').PlayerName} playerName
 * @param {Seat | null} resignedSeat the seat that resigned
 * @param {() => void} rematch
 */
export function gameResult(table, playerName, resignedSeat, rematch) {
  const { view, sheet, you: me } = table;
  if (!view?.winner) return nothing;
  const hasSheet = sheet.length > 0 && view.phase === 'complete';
  const title = me
    ? teamOf(me) === view.winner
      ? t('won')
      : t('lost')
    : t('team_won', { team: teamName(view.winner, playerName) });
  const asked = me && table.rematch.includes(me);
  const ours = teamOf(me ?? 'S');
  const people = seatsWithPeople(table.seats).length;
  const others = table.rematch.filter((seat) => seat !== me);
  return html`<section class="game-end" aria-labelledby="game-end">
    <h2 id="game-end">${title}</h2>
    <p class="final-score">${minus(view.scores[ours])} : ${minus(view.scores[otherTeam(ours)])}</p>
    ${resignedSeat ? html`<p>${t('resigns', about(resignedSeat, playerName, me))}</p>` : nothing}
    ${hasSheet ? scoreSheet(sheet, me ?? 'S', me !== null) : nothing}
    ${others.length && !asked ? html`<p>${t('rematch_wanted', { who: joinNames(others.map(playerName)) })}</p>` : nothing}
    ${me && people > 1 ? html`<p class="explanation">${t('rematch_more')}</p>` : nothing}
    <div class="actions column">
      ${
        table.next
          ? html`<a class="button main" href="/t/${table.next}">${t('next_game')}</a>`
          : me
            ? html`<button class="main" data-action="rematch" ?disabled=${asked} @click=${rematch}>${asked ? t('rematch_waiting') : t('rematch')}</button>`
            : nothing
      }
      <a class="button" href="/t/${table.table}/replay">${t('review_game')}</a>
      <a class="button quiet" href="/api/tables/${table.table}/record" download>${t('download')}</a>
      <button class="quiet" data-action="verify" @click=${() => showProof(table.table, view.hand)}>${t('check_deal')}</button>
      <a class="button quiet" href="/">${t('home')}</a>
    </div>
  </section>`;
}

/**
 * How each verdict about a deal is shown.
 * @type {Record<string, { sign: string, look: string, text: string }>}
 */
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

/**
 * Shows the proof of the deal: the server's verdict about the decks, and what this browser noted
 * before the game.
 * @param {string} table
 * @param {number} hands how many hands were dealt
 */
export async function showProof(table, hands) {
  const proof = await request('GET', `/api/tables/${table}/verify`);
  const broken = findViolations(table, proof) ?? [];
  const revealed = revealedWord(table);
  const verdict = VERDICTS[proof.verdict];
  // The browser's own notes outweigh the server's verdict.
  const { sign, look } = broken.length ? VERDICTS.disproven : verdict;
  const bySeat = (/** @type {PartialBySeat<string | null> | null | undefined} */ texts) =>
    SEATS.some((seat) => texts?.[seat])
      ? SEATS.filter((seat) => texts?.[seat]).map(
          (seat) => html`<dd><small>${t(seat)}</small> <code>${texts?.[seat]}</code></dd>`,
        )
      : html`<dd>–</dd>`;
  openDialog(
    t('check_deal'),
    () => html`<p class="verdict ${look}">${sign}</p>
      ${dealAlarm(broken, t)}
      <p>${tk(verdict.text, { decks: proof.decks, hands, cuts: proof.decks - hands })}</p>
      ${[...proof.contradictions, ...proof.shortfalls].map((finding) => html`<p>${findingText(finding)}</p>`)}
      ${broken.length ? nothing : html`<p data-noted=${revealed ? 'yes' : 'no'}>${revealed ? t('deal_noted') : t('deal_not_noted')}</p>`}
      <dl class="deal-proof">
        <dt>${t('deal_commitment')}</dt><dd><code>${proof.commitment}</code></dd>
        <dt>${t('deal_secret')}</dt><dd><code>${proof.secret}</code></dd>
        ${revealed ? html`<dt>${t('deal_promises')}</dt>${bySeat(revealed.promises)}` : nothing}
        <dt>${t('deal_words')}</dt>${bySeat(proof.words)}
      </dl>
      <p>${t('deal_yourself')}</p>
      <a class="button" href="/api/tables/${table}/record" download>${t('download')}</a>`,
  );
}
