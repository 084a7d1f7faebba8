/** Events, actions and advice in sentences. */
import { cardName, cardNames, cardSymbol, otherTeam, teamOf } from './cards.js';
import { t, tk } from './lang.js';

/** @typedef {(seat: Seat) => string} PlayerName the name of the player at a seat */

/**
 * An event in a sentence; empty if there is nothing to say.
 * @param {GameEvent} event
 * @param {PlayerName} playerName
 * @param {Seat | null} me
 * @param {boolean} forcedTop whether the top killed card must be played first
 * @returns {string}
 */
export function describeEvent(event, playerName, me, forcedTop) {
  switch (event.event) {
    case 'dealer_cut':
      return t('says_dealer_cut', {
        cards: event.cut
          .map(({ seat, card }) => `${playerName(seat)} ${cardSymbol(card)}`)
          .join(', '),
      });
    case 'dealer_chosen':
      return t('says_dealer_chosen', { who: playerName(event.seat) });
    case 'hand_dealt':
      return describeDeal(event, playerName, me);
    case 'call_made':
      return event.bid === null
        ? t('says_pass', { who: playerName(event.seat) })
        : t('says_bid', { who: playerName(event.seat), bid: event.bid });
    case 'bidding_won':
      return t('says_bidding_won', { who: playerName(event.seat), bid: event.bid });
    case 'trump_declared':
      return t('says_trump', { who: playerName(event.seat), suit: tk(`suit_${event.trump}`) });
    case 'discarded':
      return '';
    case 'redealt':
      return describeRedeal(event, playerName, me);
    case 'robbed':
      return t('says_robbed', {
        who: playerName(event.seat),
        taken: event.taken,
        kept: Array.isArray(event.kept) ? cardNames(event.kept) : event.kept,
      });
    case 'killed':
      return t(forcedTop ? 'says_killed' : 'says_killed_dead', {
        who: playerName(event.seat),
        cards: cardNames(event.cards),
        top: cardName(event.top),
      });
    case 'card_played':
      return t('says_played', { who: playerName(event.seat), card: cardName(event.card) });
    case 'went_cold':
      return event.shown.length
        ? t('says_cold', { who: playerName(event.seat), cards: cardNames(event.shown) })
        : t('says_cold_empty', { who: playerName(event.seat) });
    case 'trick_won':
      return event.two
        ? t('says_trick_two', {
            who: playerName(event.seat),
            points: event.points,
            two: playerName(event.two),
          })
        : t('says_trick', { who: playerName(event.seat), points: event.points });
    case 'claimed':
      return t('says_claimed', { who: playerName(event.seat) });
    case 'hand_scored':
      return `${describeHandResult(event, playerName)} ${describeScores(event.view, me)}`;
    case 'game_won':
      return t('says_game_won', { team: teamName(event.team, playerName) });
    case 'resigned':
      return t('says_resigned', { who: playerName(event.seat) });
  }
}

/**
 * @param {Extract<GameEvent, {event: 'hand_dealt'}>} event
 * @param {PlayerName} playerName
 * @param {Seat | null} me
 */
function describeDeal(event, playerName, me) {
  const hand = me && event.view.hands[me];
  const cards = Array.isArray(hand) ? ` ${t('says_your_cards', { cards: cardNames(hand) })}` : '';
  return `${t('says_hand_dealt', { hand: event.view.hand, who: playerName(event.dealer) })}${cards}`;
}

/**
 * @param {Extract<GameEvent, {event: 'redealt'}>} event
 * @param {PlayerName} playerName
 * @param {Seat | null} me
 */
function describeRedeal(event, playerName, me) {
  const values = { who: playerName(event.seat), asked: event.requested, got: event.received };
  const text =
    event.received < event.requested ? t('says_redealt_short', values) : t('says_redealt', values);
  const cards =
    event.seat === me && Array.isArray(event.cards) && event.cards.length
      ? ` ${t('says_redealt_you', { cards: cardNames(event.cards) })}`
      : '';
  return text + cards;
}

/** @param {HandScored} event @param {PlayerName} playerName */
export function describeHandResult({ contract, taken, made }, playerName) {
  const team = teamOf(contract.seat);
  const values = {
    who: playerName(contract.seat),
    bid: contract.bid,
    team: teamName(team, playerName),
    taken: taken[team],
  };
  return made ? t('says_made', values) : t('says_failed', values);
}

/** @param {View} view @param {Seat | null} me */
function describeScores({ scores }, me) {
  if (!me) return t('says_scores_of', { ns: scores.NS, ew: scores.EW });
  const ours = teamOf(me);
  return t('says_scores', { we: scores[ours], they: scores[otherTeam(ours)] });
}

/** @param {Team} team @param {PlayerName} playerName */
export function teamName(team, playerName) {
  const [one, other] =
    team === 'NS' ? [playerName('N'), playerName('S')] : [playerName('E'), playerName('W')];
  return t('and', { one, other: other === t('You') ? t('you') : other });
}

/**
 * An action in words, in the imperative or in the past tense.
 * @param {string} action
 * @param {'do' | 'did'} [when]
 */
export function describeAction(action, when = 'do') {
  const [kind, ...rest] = action.split(' ');
  const signs = rest.map((word) => (word.length === 2 ? cardSymbol(word) : word)).join(' ');
  const key = when === 'do' ? `do_${kind}` : `did_${kind}`;
  return tk(key, { bid: rest[0], suit: tk(`suit_${rest[0]}`), card: signs, cards: signs });
}

/** The expert's advice in a sentence. @param {Advice} advice */
export function describeAdvice({ action, reason }) {
  const why = tk(`why_${reason.kind}`, {
    suit: tk(`suit_${reason.suit}`),
    trumps: reason.trumps ?? '',
    points: reason.points ?? '',
  });
  return t('hint_is', { action: describeAction(action), reason: why });
}
