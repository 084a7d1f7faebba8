/** Events, actions and advice in sentences. */
import { cardName, cardNames, cardSymbol, otherTeam, teamOf } from './cards.js';
import { about, minus, t, tk } from './lang.js';

/** @typedef {import('./lang.js').PlayerName} PlayerName */

const NOBODY = { who: '', person: /** @type {const} */ ('other') };

/**
 * An event in a sentence; empty if there is nothing to say.
 * @param {GameEvent} event
 * @param {PlayerName} playerName
 * @param {Seat | null} me
 * @param {boolean} forcedTop whether the top killed card must be played first
 * @returns {string}
 */
export function describeEvent(event, playerName, me, forcedTop) {
  const player = 'seat' in event ? about(event.seat, playerName, me) : NOBODY;
  switch (event.event) {
    case 'dealer_cut':
      return t('cut', {
        cards: event.cut
          .map(({ seat, card }) => `${playerName(seat)} ${cardSymbol(card)}`)
          .join(', '),
      });
    case 'dealer_chosen':
      return t('deals_first', player);
    case 'hand_dealt':
      return describeDeal(event, playerName, me);
    case 'call_made':
      return event.bid === null ? t('passes', player) : t('bids', { ...player, bid: event.bid });
    case 'bidding_won':
      return t('bidding_won', { ...player, bid: event.bid });
    case 'trump_declared':
      return t('names_trump', { ...player, suit: tk(`suit_${event.trump}`) });
    case 'discarded':
      return '';
    case 'redealt':
      return describeRedeal(event, playerName, me);
    case 'robbed':
      return t('robs', {
        ...player,
        taken: event.taken,
        kept: Array.isArray(event.kept) ? cardNames(event.kept) : event.kept,
      });
    case 'killed': {
      const kills = t('kills', { ...player, cards: cardNames(event.cards) });
      const top = event.top ?? event.cards[0];
      return forcedTop ? `${kills} ${t('kills_on_top', { card: cardName(top) })}` : kills;
    }
    case 'card_played':
      return t('plays', { ...player, card: cardName(event.card) });
    case 'went_cold':
      return event.shown.length
        ? t('goes_cold_showing', { ...player, cards: cardNames(event.shown) })
        : t('goes_cold', player);
    case 'trick_won':
      return describeTrick(event, playerName, me);
    case 'claimed':
      return t('claims', player);
    case 'hand_scored':
      return `${describeHandResult(event, playerName, me)} ${describeScores(event, playerName, me)}`;
    case 'game_won':
      return t('wins', {
        side: me && teamOf(me) === event.team ? 'we' : 'other',
        team: teamName(event.team, playerName),
      });
    case 'resigned':
      return t('resigns', player);
  }
}

/**
 * @param {Extract<GameEvent, {event: 'hand_dealt'}>} event
 * @param {PlayerName} playerName
 * @param {Seat | null} me
 */
function describeDeal({ dealer, view }, playerName, me) {
  const deals = t('hand_dealt', { hand: view.hand, ...about(dealer, playerName, me) });
  const hand = me && view.hands[me];
  return me && Array.isArray(hand)
    ? `${deals} ${describeReceived(me, hand, playerName, me)}`
    : deals;
}

/**
 * @param {Extract<GameEvent, {event: 'redealt'}>} event
 * @param {PlayerName} playerName
 * @param {Seat | null} me
 */
function describeRedeal({ seat, requested: asked, received: got, cards }, playerName, me) {
  const player = about(seat, playerName, me);
  const asks =
    got < asked ? t('asks_gets', { ...player, asked, got }) : t('asks', { ...player, asked });
  const known = seat === me && Array.isArray(cards) && cards.length;
  return known ? `${asks} ${describeReceived(seat, cards, playerName, me)}` : asks;
}

/**
 * The cards that a player gets.
 * @param {Seat} seat
 * @param {Card[]} cards
 * @param {PlayerName} playerName
 * @param {Seat | null} me
 */
const describeReceived = (seat, cards, playerName, me) =>
  t('gets', { ...about(seat, playerName, me), cards: cardNames(cards) });

/**
 * Who takes a trick, and who gets the point of the two if the other team played it.
 * @param {Extract<GameEvent, {event: 'trick_won'}>} event
 * @param {PlayerName} playerName
 * @param {Seat | null} me
 */
function describeTrick({ seat, points, two }, playerName, me) {
  const elsewhere = two && teamOf(two) !== teamOf(seat);
  const own = two && !elsewhere ? 1 : 0;
  const takes = t('takes', { ...about(seat, playerName, me), points: points + own });
  return elsewhere ? `${takes} ${t('two_stays', about(two, playerName, me))}` : takes;
}

/**
 * Whether the bid was made.
 * @param {HandScored} event
 * @param {PlayerName} playerName
 * @param {Seat | null} me
 */
export function describeHandResult({ contract: { seat, bid }, taken, made }, playerName, me) {
  const team = teamOf(seat);
  const { who, person } = about(seat, playerName, me);
  const isPartner = me && seat !== me && teamOf(me) === team;
  return t(made ? 'bid_made' : 'bid_failed', {
    who,
    person: isPartner ? 'partner' : person,
    bid,
    team: teamName(team, playerName),
    taken: taken[team],
  });
}

/**
 * The scores of both teams, the reader's first.
 * @param {HandScored & { view: View }} event
 * @param {PlayerName} playerName
 * @param {Seat | null} me
 */
function describeScores({ contract, change, view }, playerName, me) {
  const first = teamOf(me ?? contract.seat);
  const name = (/** @type {Team} */ team) =>
    me ? (team === first ? t('we') : t('they')) : teamName(team, playerName);
  return [first, otherTeam(first)]
    .map((team) =>
      t('scores', {
        team: name(team),
        change: `${change[team] < 0 ? '' : '+'}${minus(change[team])}`,
        score: minus(view.scores[team]),
      }),
    )
    .join(' ');
}

/** @param {Team} team @param {PlayerName} playerName */
export function teamName(team, playerName) {
  const [one, other] =
    team === 'NS' ? [playerName('N'), playerName('S')] : [playerName('E'), playerName('W')];
  return t('and', { one, other: other === t('you_as_name') ? t('you') : other });
}

/** The values of an action's words. @param {string} action */
function actionValues(action) {
  const [kind, ...rest] = action.split(' ');
  const symbols = rest.map((word) => (word.length === 2 ? cardSymbol(word) : word)).join(' ');
  const suit = tk(`suit_${rest[0]}`);
  return { kind, values: { bid: rest[0] ?? '', suit, card: symbols, cards: symbols } };
}

/** An action in the imperative. @param {string} action */
export function describeAction(action) {
  const { kind, values } = actionValues(action);
  return tk(`do_${kind}`, values);
}

/** An action in the past tense. @param {string} action */
export function describePastAction(action) {
  const { kind, values } = actionValues(action);
  return tk(`did_${kind}`, values);
}

/** Why the expert advises an action. @param {Advice['reason']} reason */
export const describeReason = (reason) =>
  tk(`why_${reason.kind}`, {
    suit: 'suit' in reason ? tk(`suit_${reason.suit}`) : '',
    trumps: 'trumps' in reason ? reason.trumps : 0,
    points: 'points' in reason ? reason.points : 0,
  });

/** The expert's advice in a sentence. The hand marks the cards to keep. @param {Advice} advice */
export const describeAdvice = ({ action, reason }) =>
  t('hint_is', {
    action: action.startsWith('keep ') ? t('do_keep_marked') : describeAction(action),
    reason: describeReason(reason),
  });
