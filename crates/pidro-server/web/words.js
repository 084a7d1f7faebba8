/** What happens and what could be done, in sentences. */
import { cardName, cardNames, cardSign, otherTeam, teamOf } from './cards.js';
import { about, minus, t, tk } from './lang.js';

/** @typedef {(seat: Seat) => string} Who how somebody is called */

const NOBODY = { who: '', person: /** @type {const} */ ('other') };

/**
 * An event in words; nothing where there is nothing to say.
 * @param {GameEvent} event
 * @param {Who} who
 * @param {Seat | null} me
 * @param {boolean} [forcedTop] whether the top killed card is played first
 * @returns {string}
 */
export function told(event, who, me, forcedTop = true) {
  const by = 'seat' in event ? about(event.seat, who, me) : NOBODY;
  switch (event.event) {
    case 'dealer_cut':
      return t('cut', {
        cards: event.cut.map(({ seat, card }) => `${who(seat)} ${cardSign(card)}`).join(', '),
      });
    case 'dealer_chosen':
      return t('deals_first', by);
    case 'hand_dealt':
      return dealt(event, who, me);
    case 'call_made':
      return event.bid === null ? t('passes', by) : t('bids', { ...by, bid: event.bid });
    case 'bidding_won':
      return t('bidding_won', { ...by, bid: event.bid });
    case 'trump_declared':
      return t('names_trump', { ...by, suit: tk(`suit_${event.trump}`) });
    case 'discarded':
      return '';
    case 'redealt':
      return redealt(event, who, me);
    case 'robbed':
      return t('robs', {
        ...by,
        taken: event.taken,
        kept: Array.isArray(event.kept) ? cardNames(event.kept) : event.kept,
      });
    case 'killed': {
      const killed = t('kills', { ...by, cards: cardNames(event.cards) });
      return forcedTop ? `${killed} ${t('kills_on_top', { card: cardName(event.top) })}` : killed;
    }
    case 'card_played':
      return t('plays', { ...by, card: cardName(event.card) });
    case 'went_cold':
      return event.shown.length
        ? t('goes_cold_showing', { ...by, cards: cardNames(event.shown) })
        : t('goes_cold', by);
    case 'trick_won':
      return trickWon(event, who, me);
    case 'claimed':
      return t('claims', by);
    case 'hand_scored':
      return `${scored(event, who, me)} ${scores(event, who, me)}`;
    case 'game_won':
      return t('wins', {
        side: me && teamOf(me) === event.team ? 'we' : 'other',
        team: teamName(event.team, who),
      });
    case 'resigned':
      return t('resigns', by);
  }
}

/** @param {Extract<GameEvent, {event: 'hand_dealt'}>} event @param {Who} who @param {Seat | null} me */
function dealt(event, who, me) {
  const hand = me && event.view.hands[me];
  const cards = Array.isArray(hand) ? ` ${gets(me, hand, who, me)}` : '';
  return `${t('hand_dealt', { hand: event.view.hand, ...about(event.dealer, who, me) })}${cards}`;
}

/** @param {Extract<GameEvent, {event: 'redealt'}>} event @param {Who} who @param {Seat | null} me */
function redealt({ seat, requested: asked, received: got, cards }, who, me) {
  const by = about(seat, who, me);
  const text = got < asked ? t('asks_gets', { ...by, asked, got }) : t('asks', { ...by, asked });
  const known = seat === me && Array.isArray(cards) && cards.length;
  return known ? `${text} ${gets(seat, cards, who, me)}` : text;
}

/** @param {Seat | null} seat @param {Card[]} cards @param {Who} who @param {Seat | null} me */
const gets = (seat, cards, who, me) =>
  seat ? t('gets', { ...about(seat, who, me), cards: cardNames(cards) }) : '';

/**
 * Who takes a trick, and who gets the point of the two if the other team played it.
 * @param {Extract<GameEvent, {event: 'trick_won'}>} event
 * @param {Who} who
 * @param {Seat | null} me
 */
function trickWon({ seat, points, two }, who, me) {
  const elsewhere = two && teamOf(two) !== teamOf(seat);
  const own = two && !elsewhere ? 1 : 0;
  const text = t('takes', { ...about(seat, who, me), points: points + own });
  return elsewhere ? `${text} ${t('two_stays', about(two, who, me))}` : text;
}

/** Whether a hand was made. @param {Scored} event @param {Who} who @param {Seat | null} me */
export function scored({ contract: { seat, bid }, taken, made }, who, me) {
  const team = teamOf(seat);
  const values = {
    ...about(seat, who, me),
    bid,
    team: teamName(team, who),
    taken: taken[team],
  };
  /** @type {'you' | 'partner' | 'other'} */
  const person = me && seat !== me && teamOf(me) === team ? 'partner' : values.person;
  return t(made ? 'bid_made' : 'bid_failed', { ...values, person });
}

/** What both teams score, the reader's first. @param {Scored & { view: View }} event @param {Who} who @param {Seat | null} me */
function scores({ contract, change, view }, who, me) {
  const first = teamOf(me ?? contract.seat);
  const name = (/** @type {Team} */ team) =>
    me ? (team === first ? t('we') : t('they')) : teamName(team, who);
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

/** @param {Team} team @param {Who} who */
export function teamName(team, who) {
  const [one, other] = team === 'NS' ? [who('N'), who('S')] : [who('E'), who('W')];
  return t('and', { one, other: other === t('You') ? t('you') : other });
}

/** The values of an action's words. @param {string} action */
function actionValues(action) {
  const [kind, ...rest] = action.split(' ');
  const signs = rest.map((word) => (word.length === 2 ? cardSign(word) : word)).join(' ');
  const values = { bid: rest[0] ?? '', suit: tk(`suit_${rest[0]}`), card: signs, cards: signs };
  return { kind, values };
}

/** An action to be done, in words. @param {string} action */
export function actionWords(action) {
  const { kind, values } = actionValues(action);
  return tk(`do_${kind}`, values);
}

/** An action as it was done, in words. @param {string} action */
export function doneWords(action) {
  const { kind, values } = actionValues(action);
  return tk(`did_${kind}`, values);
}

/** Why the expert would do something. @param {Advice['reason']} reason */
export const reasonWords = (reason) =>
  tk(`why_${reason.kind}`, {
    suit: tk(`suit_${reason.suit}`),
    trumps: reason.trumps ?? 0,
    points: reason.points ?? 0,
  });

/** What the expert says; the cards to keep are marked. @param {Advice} advice */
export const adviceWords = ({ action, reason }) =>
  t('hint_is', {
    action: action.startsWith('keep ') ? t('do_keep_marked') : actionWords(action),
    reason: reasonWords(reason),
  });
