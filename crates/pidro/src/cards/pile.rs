//! Ordered cards, top card first.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::cards::{Card, CardSet, ParseCardSetError, Rank, Suit, write_cards};

/// At most `N` distinct cards in order, top card first: the pack, the cards of the cut, or the
/// cards that a seat kills.
///
/// ```
/// use pidro::Pile;
///
/// let pile: Pile<8> = "4h Kh".parse()?;
/// assert_eq!(pile.top().unwrap().to_string(), "4h");
/// assert_eq!("4h 4h".parse::<Pile<8>>().unwrap_err().to_string(), "4h is named twice");
/// # Ok::<(), pidro::ParseCardSetError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Pile<const N: usize> {
    // Unused slots from `len` on always hold `FILLER`, so that equal piles are equal byte for byte.
    cards: [Card; N],
    len: u8,
}

const FILLER: Card = Card::new(Rank::Two, Suit::Clubs);

impl<const N: usize> Pile<N> {
    /// The empty pile.
    pub const EMPTY: Pile<N> = Pile {
        cards: [FILLER; N],
        len: 0,
    };

    /// The cards, top card first.
    #[must_use]
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// The top card.
    #[must_use]
    pub fn top(&self) -> Option<Card> {
        self.as_slice().first().copied()
    }

    /// The number of cards in the pile.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether the pile is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards as a set, without their order.
    #[must_use]
    pub fn cards(&self) -> CardSet {
        self.as_slice().iter().copied().collect()
    }

    /// Creates a pile of these cards in this order.
    ///
    /// # Errors
    ///
    /// If a card appears twice or there are more than `N`.
    pub fn new(cards: impl IntoIterator<Item = Card>) -> Result<Pile<N>, ParseCardSetError> {
        let mut pile = Pile::EMPTY;
        let mut seen = CardSet::NONE;
        for card in cards {
            if seen.contains(card) {
                return Err(ParseCardSetError::Twice(card));
            }
            if pile.len() == N {
                return Err(ParseCardSetError::TooMany(N));
            }
            seen.insert(card);
            pile.push(card);
        }
        Ok(pile)
    }

    /// Creates a pile of these cards, which the caller knows to be distinct and at most `N`.
    pub(crate) fn of(cards: &[Card]) -> Pile<N> {
        let mut pile = Pile::EMPTY;
        for card in cards {
            pile.push(*card);
        }
        pile
    }

    /// Adds a card at the bottom. The caller knows that there is room and that the card is not in
    /// the pile.
    pub(crate) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }
}

impl<const N: usize> Default for Pile<N> {
    fn default() -> Self {
        Pile::EMPTY
    }
}

impl<const N: usize> PartialEq for Pile<N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<const N: usize> Eq for Pile<N> {}

impl<const N: usize> core::hash::Hash for Pile<N> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<const N: usize> fmt::Display for Pile<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cards(f, self.as_slice().iter().copied())
    }
}

impl<const N: usize> fmt::Debug for Pile<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl<const N: usize> FromStr for Pile<N> {
    type Err = ParseCardSetError;

    fn from_str(text: &str) -> Result<Self, ParseCardSetError> {
        let cards: Vec<Card> = text
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        Pile::new(cards)
    }
}
