//! Trumps: the fourteen cards that a suit makes trumps, their order and their points.

use core::fmt;

use crate::cards::{Card, CardSet, Rank, Suit};

/// The trumps of a hand: the thirteen cards of the trump suit and the other five of the same
/// colour.
///
/// From high to low: A K Q J 10 9 8 7 6, the right five, the wrong five, 4 3 2. Six of them carry
/// the fourteen points of a hand.
///
/// ```
/// use pidro::{Suit, Trump};
///
/// let hearts = Trump::new(Suit::Hearts);
/// let wrong_five = "5d".parse()?;
/// assert!(hearts.contains(wrong_five));
/// assert_eq!(hearts.points(wrong_five), 5);
/// assert_eq!(hearts.cards().len(), 14);
/// # Ok::<(), pidro::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Trump(Suit);

impl Trump {
    /// The total points of a hand.
    pub const POINTS: u8 = 14;

    /// The trumps for this suit.
    #[must_use]
    pub const fn new(suit: Suit) -> Trump {
        Trump(suit)
    }

    /// The trump suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        self.0
    }

    /// The five of the trump suit.
    #[must_use]
    pub const fn right_five(self) -> Card {
        Card::new(Rank::Five, self.0)
    }

    /// The five of the other suit of the same colour.
    #[must_use]
    pub const fn wrong_five(self) -> Card {
        Card::new(Rank::Five, self.0.same_colour())
    }

    /// The two, whose point goes to the team that plays it.
    #[must_use]
    pub const fn two(self) -> Card {
        Card::new(Rank::Two, self.0)
    }

    /// The fourteen trumps.
    #[must_use]
    pub const fn cards(self) -> CardSet {
        TABLES[self.0 as usize].trumps
    }

    /// Whether the card is a trump.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.cards().contains(card)
    }

    /// The two fives.
    ///
    /// ```
    /// use pidro::{Suit, Trump};
    ///
    /// assert_eq!(Trump::new(Suit::Hearts).fives(), "5h 5d".parse()?);
    /// # Ok::<(), pidro::ParseCardSetError>(())
    /// ```
    #[must_use]
    pub fn fives(self) -> CardSet {
        CardSet::of(self.right_five()) | CardSet::of(self.wrong_five())
    }

    /// The six trumps that carry points.
    #[must_use]
    pub const fn point_cards(self) -> CardSet {
        TABLES[self.0 as usize].points
    }

    /// The trumps that can be killed, those without points: K Q 9 8 7 6 4 3.
    #[must_use]
    pub fn killable(self) -> CardSet {
        self.cards() - self.point_cards()
    }

    /// The points of a card: 5 for each five, 1 for the A, J, 10 and 2 of the trump suit.
    #[must_use]
    pub fn points(self, card: Card) -> u8 {
        self.points_in(CardSet::of(card))
    }

    /// The total points of these cards.
    ///
    /// ```
    /// use pidro::{CardSet, Suit, Trump};
    ///
    /// assert_eq!(Trump::new(Suit::Spades).points_in(CardSet::ALL), Trump::POINTS);
    /// ```
    #[must_use]
    pub fn points_in(self, cards: CardSet) -> u8 {
        let tables = &TABLES[self.0 as usize];
        (cards & tables.points).count() + 4 * (cards & tables.fives).count()
    }

    /// The strength of a trump: 0 for the two, the lowest, up to 13 for the ace. `None` for a
    /// non-trump.
    ///
    /// ```
    /// use pidro::{Suit, Trump};
    ///
    /// let clubs = Trump::new(Suit::Clubs);
    /// let strength = |card: &str| clubs.strength(card.parse().unwrap());
    /// assert!(strength("6c") > strength("5c"));
    /// assert!(strength("5c") > strength("5s"));
    /// assert!(strength("5s") > strength("4c"));
    /// assert_eq!(strength("Ah"), None);
    /// ```
    #[must_use]
    pub const fn strength(self, card: Card) -> Option<u8> {
        TABLES[self.0 as usize].sort_key(card).checked_sub(1)
    }

    /// Orders cards by strength: 0 for every non-trump, then 1 for the two up to 14 for the ace.
    /// Comparing keys is faster than comparing the optional [`strength`](Trump::strength).
    pub(crate) fn sort_key(self, card: Card) -> u8 {
        TABLES[self.0 as usize].sort_key(card)
    }

    /// The trumps among these cards, highest first. Skips non-trumps.
    pub fn highest_first(self, cards: CardSet) -> impl Iterator<Item = Card> {
        let order = &TABLES[self.0 as usize].order;
        order.iter().copied().filter(move |card| cards.contains(*card))
    }
}

impl From<Suit> for Trump {
    fn from(suit: Suit) -> Trump {
        Trump::new(suit)
    }
}

impl fmt::Display for Trump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Trump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Trump({:?})", self.0)
    }
}

/// Facts about a trump suit that every play needs, computed once.
struct TrumpTables {
    trumps: CardSet,
    points: CardSet,
    fives: CardSet,
    /// The trumps, highest first.
    order: [Card; 14],
    /// [`Trump::sort_key`] by card index. The size is a power of two, so that indexing by a card
    /// needs no bounds check.
    sort_keys: [u8; 64],
}

static TABLES: [TrumpTables; 4] = [
    TrumpTables::of(Suit::Spades),
    TrumpTables::of(Suit::Hearts),
    TrumpTables::of(Suit::Diamonds),
    TrumpTables::of(Suit::Clubs),
];

impl TrumpTables {
    const fn of(suit: Suit) -> TrumpTables {
        const RANKS: [Rank; 14] = [
            Rank::Ace,
            Rank::King,
            Rank::Queen,
            Rank::Jack,
            Rank::Ten,
            Rank::Nine,
            Rank::Eight,
            Rank::Seven,
            Rank::Six,
            Rank::Five,
            Rank::Five,
            Rank::Four,
            Rank::Three,
            Rank::Two,
        ];
        const WRONG_FIVE: usize = 10;
        let mut tables = TrumpTables {
            trumps: CardSet::NONE,
            points: CardSet::NONE,
            fives: CardSet::NONE,
            order: [Card::new(Rank::Two, suit); 14],
            sort_keys: [0; 64],
        };
        let mut index = 0;
        while index < 14 {
            let suit = if index == WRONG_FIVE {
                suit.same_colour()
            } else {
                suit
            };
            let card = Card::new(RANKS[index], suit);
            tables.order[index] = card;
            #[expect(clippy::cast_possible_truncation, reason = "at most 14")]
            let sort_key = 14 - index as u8;
            tables.sort_keys[card.index() as usize] = sort_key;
            tables.trumps.insert(card);
            match card.rank() {
                Rank::Five => {
                    tables.fives.insert(card);
                    tables.points.insert(card);
                }
                Rank::Ace | Rank::Jack | Rank::Ten | Rank::Two => tables.points.insert(card),
                _ => {}
            }
            index += 1;
        }
        tables
    }

    const fn sort_key(&self, card: Card) -> u8 {
        self.sort_keys[card.index() as usize % 64]
    }
}
