/** The score sheet: a column of running totals for each team. */
import { html } from '../vendor/lit-html.js';
import { otherTeam, teamOf } from '../cards.js';
import { minus, t } from '../lang.js';

/**
 * @param {HandScored[]} sheet
 * @param {Seat} bottom
 * @param {boolean} isPlayer whether the user plays
 */
export function scoreSheet(sheet, bottom, isPlayer) {
  const ours = teamOf(bottom);
  const theirs = otherTeam(ours);
  let [we, they] = [0, 0];
  const rows = sheet.map(({ contract, change, made }, index) => {
    we += change[ours];
    they += change[theirs];
    const mine = teamOf(contract.seat) === ours;
    const bid = html`<small class=${made ? 'good' : 'bad'}>${contract.bid} ${made ? '✓' : '✗'}</small>`;
    return html`<tr>
      <th scope="row">${index + 1}</th>
      <td>${mine ? bid : ''} <span class="change">${signed(change[ours])}</span> <b>${minus(we)}</b></td>
      <td>${mine ? '' : bid} <span class="change">${signed(change[theirs])}</span> <b>${minus(they)}</b></td>
    </tr>`;
  });
  return html`<table class="sheet">
    <thead>
      <tr><th scope="col"><span class="visually-hidden">${t('hand_number', { hand: '' })}</span></th><th scope="col">${isPlayer ? t('we') : t(ours)}</th><th scope="col">${isPlayer ? t('they') : t(theirs)}</th></tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
    <tfoot>
      <tr><th scope="row">${t('total')}</th><td><b>${minus(we)}</b></td><td><b>${minus(they)}</b></td></tr>
    </tfoot>
  </table>`;
}

/** @param {number} change */
export const signed = (change) => (change < 0 ? minus(change) : `+${change}`);
