/** The rules on one page, in English. */
/** @type {RulesPage} */
export default [
  {
    title: 'What the game is',
    parts: [
      'Pidro is played by four, with 52 cards. Those who sit opposite each other are partners: North and South against East and West.',
      'Each hand has 14 points. The players bid for the right to name the trump suit: the highest bidder promises that the team will take at least so many points. The first team with 62 wins the game.',
      'Only trumps are played. Everything goes clockwise. “Left of” a player means the next one clockwise.',
    ],
  },
  {
    title: 'The trumps and their points',
    parts: [
      'There are 14 trumps: the 13 cards of the trump suit, and the five of the other suit of the same colour.',
      {
        cards: ['Ah', 'Kh', 'Qh', 'Jh', 'Th', '9h', '8h', '7h', '6h', '5h', '5d', '4h', '3h', '2h'],
        caption: 'Hearts are trump: all trumps, the highest first',
      },
      'Six of them carry points: ace, jack and ten 1 each, both fives 5 each, the two 1.',
      { cards: ['Ah', 'Jh', 'Th', '5h', '5d', '2h'], caption: '1 + 1 + 1 + 5 + 5 + 1 = 14' },
      'The team that takes a trick gets the points in it. Only the two is different: its point goes to the team that plays it.',
    ],
  },
  {
    title: 'The right five and the wrong five',
    parts: [
      'A five is also called a pidro. The five of the trump suit is the right five. The five of the other suit of the same colour is the wrong five, a trump like any other.',
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
      'For the first deal everybody draws a card, and the highest deals. Those who tie for the highest draw again. After each hand the deal passes to the left.',
      'Everybody gets nine cards, three at a time. Sixteen stay in the pack.',
      'Everybody calls once, the one left of the dealer first: a bid from 6 to 14, higher than the bids before, or a pass.',
      {
        list: [
          '14 may be bid over 14. The last 14 holds.',
          'If the other three pass, the dealer must bid 6.',
        ],
      },
    ],
  },
  {
    title: 'Trump, discard and new cards',
    parts: [
      'The highest bidder names the trump suit, any suit. All cards that are not trumps are thrown away; it happens by itself.',
      'Everybody but the dealer gets new cards from the pack, up to six, beginning left of the dealer. If the pack runs out, the last ones stay short.',
      'Example: you have two trumps, so you ask for four cards. With six trumps or more you get none.',
    ],
  },
  {
    title: 'The rob',
    parts: [
      'If cards are left in the pack, the dealer takes them all. They and the dealer’s own trumps are the pool. The dealer keeps six of them, any six, and buries the others. If points are buried, nobody gets them.',
      {
        cards: ['As', 'Ks', '9s', '8s', '7s', '4s', '3s', '2s', '2c'],
        caption:
          'Spades are trump. West, the dealer, has five trumps and takes four cards from the pack: a pool of nine',
      },
      {
        cards: ['As', 'Ks', '9s', '8s', '7s', '2s'],
        caption: 'West keeps these six and buries the four, the three and the club',
      },
      'With fewer than six trumps in the pool, other cards make up the six. They can’t be played. A pool of six or fewer is kept as it is.',
    ],
  },
  {
    title: 'The kill',
    parts: [
      'A hand has at most six cards. If you have more than six trumps, you kill the excess: you lay it face up on the table. Only trumps without points can be killed: K Q 9 8 7 6 4 3.',
      'You choose which, and which one lies on top. The top card must be your first play. The others are dead.',
      {
        cards: ['Ah', 'Kh', 'Qh', 'Jh', '9h', '8h', '7h', '4h'],
        caption: 'Hearts are trump. East has eight trumps and must kill two',
      },
      { cards: ['9h', '4h'], caption: 'East kills these, the nine on top' },
      'East must play the nine first. The four is dead. Six cards are still in hand.',
    ],
  },
  {
    title: 'The play',
    parts: [
      'The player left of the dealer leads to the first trick. The others play one card each. The highest trump takes the trick, and its owner leads to the next one.',
      'If you have a trump you must play one, but you choose which.',
      {
        cards: ['Tc', '2c', 'Ac', '4c'],
        caption: 'Clubs are trump. East led the ten, then South, West and North played',
      },
      'West’s ace takes the trick. Ace and ten make 2 points for East and West. South played the two: 1 point for North and South.',
    ],
  },
  {
    title: 'Going cold and the end of the hand',
    parts: [
      'If you have no trump left, you are cold: your other cards are laid open, and you are out of the hand. It happens at once, even in the middle of a trick. If it is a cold player’s turn to lead, the next one who is not cold leads.',
      'The hand ends when all are cold, or between two tricks when only one team still has trumps. That team gets the points it still holds.',
      'On lead you may claim the rest, if what you have seen proves that it is yours. An opponent who holds the two keeps its point.',
    ],
  },
  {
    title: 'The score and the win',
    parts: [
      'A team that takes at least what it bid scores all it took. If it takes less, it loses as many points as it bid. The other team always scores what it took.',
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
      'A score can be below zero. The first team with 62 or more after a hand wins. If both get there in the same hand, the team that bid wins.',
      'Any player may resign for the team. Then the others win.',
    ],
  },
  {
    title: 'What the others may know',
    parts: [
      {
        list: [
          'All see the calls, the trump suit, the cards played and killed, and how many cards each one asks for and gets.',
          'Only you see your cards and what you throw away. The others see how many you throw away, unless you deal.',
          'All see how many cards the dealer takes from the pack and keeps. Only the dealer knows the pool, its size and what is buried.',
          'When the game is over, nothing is hidden.',
        ],
      },
    ],
  },
  {
    title: 'Other rules',
    parts: [
      'The rules above are called Finnish. A table may choose others, and another score than 62.',
      'Traditional is how Finnish tables play:',
      {
        list: [
          'Whoever has the bid leads to the first trick.',
          'All killed cards are dead. Your first play is free.',
          'The dealer must keep all cards of the pool that carry points.',
          'A player without trumps goes cold only when the turn comes round.',
        ],
      },
      'Tournament is how Svenska Österbottens Ungdomsförbund plays. It is as traditional, and also:',
      {
        list: [
          'Only the dealer may bid 14 over 14.',
          'A dealer with fewer than six cards fills up to six from the dealer’s own discard.',
        ],
      },
    ],
  },
];
