/** The rules on one page, in English. */
/** @type {RulesPage} */
export default [
  {
    title: 'What the game is',
    parts: [
      'Four people play Pidro, with 52 cards. Players who sit opposite each other are partners: North and South against East and West.',
      'Each hand has 14 points. The players bid for the right to name the trump suit: the highest bidder promises that their team will take at least that many points. The first team to reach 62 wins the game.',
      'Only trumps are played. Deal, bidding and play go clockwise. “Left of” a player means the next one clockwise.',
    ],
  },
  {
    title: 'The trumps and their points',
    parts: [
      'There are 14 trumps: the 13 cards of the trump suit, and the five of the other suit of the same colour.',
      {
        cards: ['Ah', 'Kh', 'Qh', 'Jh', 'Th', '9h', '8h', '7h', '6h', '5h', '5d', '4h', '3h', '2h'],
        caption: 'Hearts are trump: all trumps, highest first',
      },
      'Six of them are worth points: the ace, jack and ten 1 each, both fives 5 each, and the two 1.',
      { cards: ['Ah', 'Jh', 'Th', '5h', '5d', '2h'], caption: '1 + 1 + 1 + 5 + 5 + 1 = 14' },
      'The team that takes a trick gets the points in it. The two is the exception: its point goes to the team that plays it.',
    ],
  },
  {
    title: 'The right five and the wrong five',
    parts: [
      'A five of trumps is also called a pidro. The five of the trump suit is the right five. The five of the other suit of the same colour is the wrong five, a trump like any other.',
      {
        table: {
          head: ['Trump', 'Wrong five'],
          rows: [
            ['hearts', 'five of diamonds'],
            ['diamonds', 'five of hearts'],
            ['spades', 'five of clubs'],
            ['clubs', 'five of spades'],
          ],
        },
      },
      {
        cards: ['6c', '5c', '5s', '4c'],
        caption: 'Clubs are trump. From the top: six, right five, wrong five, four',
      },
    ],
  },
  {
    title: 'The deal and the bidding',
    parts: [
      'Before the first hand everybody draws a card, and the highest card deals. Players who tie for the highest draw again. After each hand the deal passes to the left.',
      'Everybody gets nine cards, three at a time. Sixteen cards stay in the pack.',
      'Everybody calls once, beginning left of the dealer: a pass, or a bid from 6 to 14 that is higher than the bids before.',
      {
        list: [
          'You may bid 14 over 14. The last 14 holds.',
          'If the other three pass, the dealer must bid 6.',
        ],
      },
    ],
  },
  {
    title: 'Trump, discard and new cards',
    parts: [
      'The highest bidder names the trump suit, which may be any suit. All cards that aren’t trumps are thrown away automatically.',
      'Everybody but the dealer gets new cards from the pack, up to six, beginning left of the dealer. If the pack runs out, the last players get fewer.',
      'Example: you have two trumps, so you ask for four cards. With six or more trumps you get none.',
    ],
  },
  {
    title: 'The rob',
    parts: [
      'If cards are left in the pack, the dealer takes them all. These cards and the dealer’s own trumps form the pool. The dealer keeps any six cards of the pool and buries the others. Nobody gets points that are buried.',
      {
        cards: ['As', 'Ks', '9s', '8s', '7s', '4s', '3s', '2s', '2c'],
        caption:
          'Spades are trump. West, the dealer, has five trumps and takes four cards from the pack: a pool of nine',
      },
      {
        cards: ['As', 'Ks', '9s', '8s', '7s', '2s'],
        caption: 'West keeps these six and buries the four, the three and the two of clubs',
      },
      'If the pool has fewer than six trumps, other cards make up the six, but they can’t be played. A pool of six cards or fewer is kept as it is.',
    ],
  },
  {
    title: 'The kill',
    parts: [
      'A hand has at most six cards. If you have more than six trumps, you kill the extra ones: you lay them face up on the table. Only trumps without points can be killed: K Q 9 8 7 6 4 3.',
      'You choose which ones to kill, and which one lies on top. The top card must be your first play. The others are dead.',
      {
        cards: ['Ah', 'Kh', 'Qh', 'Jh', '9h', '8h', '7h', '4h'],
        caption: 'Hearts are trump. East has eight trumps and must kill two',
      },
      { cards: ['9h', '4h'], caption: 'East kills these, the nine on top' },
      'East must play the nine first. The four is dead. East still holds six cards.',
    ],
  },
  {
    title: 'The play',
    parts: [
      'The player left of the dealer leads to the first trick. The others play one card each. The highest trump takes the trick, and the player who played it leads to the next one.',
      'If you have a trump you must play one, but you choose which.',
      {
        cards: ['Tc', '2c', 'Ac', '4c'],
        caption: 'Clubs are trump. East led the ten; then South, West and North played',
      },
      'West’s ace takes the trick. The ace and the ten are 2 points for East and West. South played the two: 1 point for North and South.',
    ],
  },
  {
    title: 'Going cold and the end of the hand',
    parts: [
      'If you have no trumps left, you are cold: your other cards are laid face up, and you are out of the hand. This happens at once, even in the middle of a trick. If it is a cold player’s turn to lead, the next player who is not cold leads.',
      'The hand ends when everybody is cold, or between two tricks when only one team has trumps left. That team gets the points it still holds.',
      'When it is your turn to lead, you may claim the rest of the tricks if the cards you have seen prove that you will take them all. An opponent who holds the two keeps its point.',
    ],
  },
  {
    title: 'Scoring and winning',
    parts: [
      'A team that takes at least as many points as it bid scores everything it took. If it takes fewer, it loses as many points as it bid. The other team always scores what it took.',
      {
        table: {
          head: ['Bid', 'Bidders took', 'They score', 'Others score'],
          rows: [
            ['8', '10', '+10', '+4'],
            ['9', '8', '−9', '+6'],
            ['14', '13', '−14', '+1'],
          ],
        },
      },
      'Scores can be negative. The first team with 62 or more after a hand wins. If both teams get there in the same hand, the team that won the bidding wins.',
      'Any player may resign for their team. Then the other team wins.',
    ],
  },
  {
    title: 'Who may know what',
    parts: [
      {
        list: [
          'Everybody sees the calls, the trump suit, the cards that are played and killed, and how many cards each player asks for and gets.',
          'Only you see your cards and what you throw away. The others see how many cards you throw away, unless you are the dealer.',
          'Everybody sees how many cards the dealer takes from the pack and keeps. Only the dealer knows the pool, its size and what is buried.',
          'When the game is over, nothing is hidden.',
        ],
      },
    ],
  },
  {
    title: 'Other rules',
    parts: [
      'These are the Finnish rules. A table may choose other rules, and a target other than 62.',
      'The traditional rules are how people play at tables in Finland:',
      {
        list: [
          'The highest bidder leads to the first trick.',
          'All killed cards are dead. You choose your first play freely.',
          'The dealer must keep all cards of the pool that are worth points.',
          'A player without trumps goes cold only when their turn comes.',
        ],
      },
      'The tournament rules are those of Svenska Österbottens Ungdomsförbund. They are like the traditional rules, except:',
      {
        list: [
          'Only the dealer may bid 14 over 14.',
          'A dealer with fewer than six cards takes back discards, up to six cards.',
        ],
      },
    ],
  },
];
