/** What happens and what could be done, in sentences. */
import { cardName, cardNames, cardSign, otherTeam, teamOf } from './cards.js';
import { t, tk } from './lang.js';

/** @typedef {(seat: Seat) => string} Who how somebody is called */

/**
 * An event in words; nothing where there is nothing to say.
 * @param {GameEvent} event
 * @param {Who} who
 * @param {Seat | null} me
 * @param {boolean} forcedTop whether the top killed card is played first
 * @returns {string}
 */
export function told(event, who, me, forcedTop) {
  switch (event.event) {
    case 'dealer_cut':
      return t('says_dealer_cut', {
        cards: event.cut.map(({ seat, card }) => `${who(seat)} ${cardSign(card)}`).join(', '),
      });
    case 'dealer_chosen':
      return t('says_dealer_chosen', { who: who(event.seat) });
    case 'hand_dealt':
      return dealt(event, who, me);
    case 'call_made':
      return event.bid === null
        ? t('says_pass', { who: who(event.seat) })
        : t('says_bid', { who: who(event.seat), bid: event.bid });
    case 'bidding_won':
      return t('says_bidding_won', { who: who(event.seat), bid: event.bid });
    case 'trump_declared':
      return t('says_trump', { who: who(event.seat), suit: tk(`suit_${event.trump}`) });
    case 'discarded':
      return '';
    case 'redealt':
      return redealt(event, who, me);
    case 'robbed':
      return t('says_robbed', {
        who: who(event.seat),
        taken: event.taken,
        kept: Array.isArray(event.kept) ? cardNames(event.kept) : event.kept,
      });
    case 'killed':
      return t(forcedTop ? 'says_killed' : 'says_killed_dead', {
        who: who(event.seat),
        cards: cardNames(event.cards),
        top: cardName(event.top),
      });
    case 'card_played':
      return t('says_played', { who: who(event.seat), card: cardName(event.card) });
    case 'went_cold':
      return event.shown.length
        ? t('says_cold', { who: who(event.seat), cards: cardNames(event.shown) })
        : t('says_cold_empty', { who: who(event.seat) });
    case 'trick_won':
      return event.two
        ? t('says_trick_two', { who: who(event.seat), points: event.points, two: who(event.two) })
        : t('says_trick', { who: who(event.seat), points: event.points });
    case 'claimed':
      return t('says_claimed', { who: who(event.seat) });
    case 'hand_scored':
      return `${scored(event, who)} ${scores(event.view, me)}`;
    case 'game_won':
      return t('says_game_won', { team: teamName(event.team, who) });
    case 'resigned':
      return t('says_resigned', { who: who(event.seat) });
  }
}

/** @param {Extract<GameEvent, {event: 'hand_dealt'}>} event @param {Who} who @param {Seat | null} me */
function dealt(event, who, me) {
  const hand = me && event.view.hands[me];
  const cards = Array.isArray(hand) ? ` ${t('says_your_cards', { cards: cardNames(hand) })}` : '';
  return `${t('says_hand_dealt', { hand: event.view.hand, who: who(event.dealer) })}${cards}`;
}

/** @param {Extract<GameEvent, {event: 'redealt'}>} event @param {Who} who @param {Seat | null} me */
function redealt(event, who, me) {
  const values = { who: who(event.seat), asked: event.requested, got: event.received };
  const text =
    event.received < event.requested ? t('says_redealt_short', values) : t('says_redealt', values);
  const cards =
    event.seat === me && Array.isArray(event.cards) && event.cards.length
      ? ` ${t('says_redealt_you', { cards: cardNames(event.cards) })}`
      : '';
  return text + cards;
}

/** @param {Scored} event @param {Who} who */
export function scored({ contract, taken, made }, who) {
  const team = teamOf(contract.seat);
  const values = {
    who: who(contract.seat),
    bid: contract.bid,
    team: teamName(team, who),
    taken: taken[team],
  };
  return made ? t('says_made', values) : t('says_failed', values);
}

/** @param {View} view @param {Seat | null} me */
function scores({ scores }, me) {
  if (!me) return t('says_scores_of', { ns: scores.NS, ew: scores.EW });
  const ours = teamOf(me);
  return t('says_scores', { we: scores[ours], they: scores[otherTeam(ours)] });
}

/** @param {Team} team @param {Who} who */
export function teamName(team, who) {
  const [one, other] = team === 'NS' ? [who('N'), who('S')] : [who('E'), who('W')];
  return t('and', { one, other: other === t('You') ? t('you') : other });
}

/** An action in words: to be done, or as it was done. @param {string} action @param {'do' | 'did'} [when] */
export function actionWords(action, when = 'do') {
  const [kind, ...rest] = action.split(' ');
  const signs = rest.map((word) => (word.length === 2 ? cardSign(word) : word)).join(' ');
  const key = when === 'do' ? `do_${kind}` : `did_${kind}`;
  return tk(key, { bid: rest[0], suit: tk(`suit_${rest[0]}`), card: signs, cards: signs });
}

/** What the expert says. @param {Advice} advice */
export function adviceWords({ action, reason }) {
  const why = tk(`why_${reason.kind}`, {
    suit: tk(`suit_${reason.suit}`),
    trumps: reason.trumps ?? '',
    points: reason.points ?? '',
  });
  return t('hint_is', { action: actionWords(action), reason: why });
}
