/** The chances to win in the course of a game, as a chart and as a list. */
import { html, svg } from '../vendor/lit-html.js';
import { otherTeam } from '../cards.js';
import { t } from '../lang.js';

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [460, 230, 34, 12, 34];

/**
 * @param {Analysis} analysis
 * @param {Team} team the team whose chances are drawn
 * @param {string} name the name of the team
 * @param {(event: number) => void} go shows the game at this event
 */
export function chart({ hands, moments }, team, name, go) {
  const x = (/** @type {number} */ index) =>
    LEFT + ((WIDTH - LEFT - 16) * index) / Math.max(1, hands.length - 1);
  const y = (/** @type {number} */ chance) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance);
  const points = hands
    .map((hand, index) => `${x(index).toFixed(1)},${y(hand.win[team]).toFixed(1)}`)
    .join(' ');
  const other = otherTeam(team);
  const deciding = new Set(moments.map((moment) => moment.hand));
  return html`<figure class="chart">
    <figcaption>${t('chance_chart', { team: name })}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
      ${[0, 0.25, 0.5, 0.75, 1].map(
        (chance) =>
          svg`<path class=${chance === 0.5 ? 'half-line' : 'grid-line'} d="M${LEFT} ${y(chance)}H${WIDTH - 16}" /><text x=${LEFT - 6} y=${y(chance) + 4} text-anchor="end">${Math.round(100 * chance)}</text>`,
      )}
      <polyline points=${points} />
      ${hands.map(
        (
          hand,
          index,
        ) => svg`<g class=${deciding.has(hand.hand) ? 'deciding' : ''} @click=${() => go(hand.event)}>
          <circle cx=${x(index)} cy=${y(hand.win[team])} r=${deciding.has(hand.hand) ? 7 : 5} />
          <text x=${x(index)} y=${HEIGHT - 18} text-anchor="middle">${hand.hand || ''}</text>
          <text class="scores" x=${x(index)} y=${HEIGHT - 4} text-anchor="middle">${hand.scores[team]}:${hand.scores[other]}</text>
        </g>`,
      )}
    </svg>
    <ol class="visually-hidden">
      ${hands.map((hand) => html`<li>${t('chance_row', { hand: hand.hand, chance: Math.round(100 * hand.win[team]), ns: hand.scores[team], ew: hand.scores[other] })}</li>`)}
    </ol>
  </figure>`;
}
