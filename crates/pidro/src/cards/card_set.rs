//! A set of cards in one machine word.

use alloc::string::String;
use alloc::string::ToString;
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use crate::cards::{Card, ParseCardError};

/// A set of cards, such as a hand, a discard or the buried cards.
///
/// One bit per card. Iteration follows the order of card lists: spades, hearts, diamonds, clubs,
/// each from the ace down.
///
/// ```
/// use pidro::CardSet;
///
/// let hand: CardSet = "5d Ah Kc".parse()?;
/// assert_eq!(hand.to_string(), "Ah 5d Kc");
/// assert_eq!((hand - "Kc".parse()?).len(), 2);
/// # Ok::<(), pidro::ParseCardSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// The empty set.
    pub const NONE: CardSet = CardSet(0);
    /// All 52 cards.
    pub const ALL: CardSet = CardSet((1 << 52) - 1);

    /// The set with just this card.
    #[must_use]
    pub const fn of(card: Card) -> CardSet {
        CardSet(1 << card.index())
    }

    /// The set with these bits, one for each [`Card::index`]; `None` if a bit beyond the 52 cards
    /// is set.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits & !CardSet::ALL.0 == 0 {
            Some(CardSet(bits))
        } else {
            None
        }
    }

    /// One bit per card, at its [`Card::index`].
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The number of cards in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The number of cards in the set, as a `u8`.
    #[must_use]
    pub const fn count(self) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 52")]
        let count = self.0.count_ones() as u8;
        count
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether this set contains every card of the other set.
    #[must_use]
    pub const fn contains_all(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Adds a card to the set.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    /// Adds a card to the set if the condition holds, without a branch.
    pub(crate) const fn insert_if(&mut self, condition: bool, card: Card) {
        self.0 |= (condition as u64) << card.index();
    }

    /// Removes a card from the set.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.index());
    }

    /// The first card, in the order of card lists.
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 {
            None
        } else {
            #[expect(clippy::cast_possible_truncation, reason = "at most 63")]
            let lowest = self.0.trailing_zeros() as u8;
            Some(Card::at(lowest))
        }
    }

    /// The card at this index, in the order of card lists.
    ///
    /// ```
    /// let hand: pidro::CardSet = "Ah Kc 5d".parse().unwrap();
    /// assert_eq!(hand.nth(1).unwrap().to_string(), "5d");
    /// assert_eq!(hand.nth(3), None);
    /// ```
    #[must_use]
    #[inline]
    pub const fn nth(self, mut index: usize) -> Option<Card> {
        let mut rest = self;
        while index > 0 && !rest.is_empty() {
            rest = rest.after_first();
            index -= 1;
        }
        rest.first()
    }

    /// The index of a card in the list: the number of cards of the set before it.
    ///
    /// ```
    /// let hand: pidro::CardSet = "Ah Kc 5d".parse().unwrap();
    /// assert_eq!(hand.index_of("5d".parse().unwrap()), 1);
    /// ```
    #[must_use]
    pub const fn index_of(self, card: Card) -> usize {
        CardSet(self.0 & ((1 << card.index()) - 1)).len()
    }

    /// All but the first card.
    const fn after_first(self) -> CardSet {
        CardSet(self.0 & self.0.wrapping_sub(1))
    }

    /// Iterates over the cards, in the order of card lists.
    #[must_use]
    pub const fn iter(self) -> CardSetIter {
        CardSetIter(self)
    }
}

/// Iterator over the cards of a set in the order of card lists, created by [`CardSet::iter`].
#[derive(Clone, Debug)]
pub struct CardSetIter(CardSet);

impl Iterator for CardSetIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0 = self.0.after_first();
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for CardSetIter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> CardSet {
        CardSet::of(card)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::NONE;
        set.extend(cards);
        set
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        for card in cards {
            self.insert(card);
        }
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for CardSet {
    fn bitand_assign(&mut self, other: CardSet) {
        self.0 &= other.0;
    }
}

impl SubAssign for CardSet {
    fn sub_assign(&mut self, other: CardSet) {
        self.0 &= !other.0;
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cards(f, self.iter())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl core::str::FromStr for CardSet {
    type Err = ParseCardSetError;

    /// Parses cards separated by white space, in any order and without repetition.
    fn from_str(text: &str) -> Result<CardSet, ParseCardSetError> {
        let mut cards = CardSet::NONE;
        for word in text.split_whitespace() {
            let card = word.parse()?;
            if cards.contains(card) {
                return Err(ParseCardSetError::Twice(card));
            }
            cards.insert(card);
        }
        Ok(cards)
    }
}

/// Why a text can't be parsed as a set of cards.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseCardSetError {
    /// One of the words is not a card.
    #[error(transparent)]
    Card(#[from] ParseCardError),
    /// A card appears twice.
    #[error("{0} is named twice")]
    Twice(Card),
    /// There are too many cards.
    #[error("at most {0} cards can be named here")]
    TooMany(usize),
}

impl ParseCardSetError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "bad_request"
    }
}

/// These cards by rank, highest first, regardless of trumps. Cards of the same rank come in the
/// order of card lists.
pub(crate) fn by_rank(cards: CardSet) -> impl Iterator<Item = Card> {
    crate::Rank::ALL
        .into_iter()
        .rev()
        .flat_map(move |rank| crate::Suit::ALL.map(|suit| Card::new(rank, suit)))
        .filter(move |card| cards.contains(*card))
}

/// Writes cards without separators.
pub(crate) fn concat_cards(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(|card| card.to_string()).collect()
}

/// Writes cards separated by spaces.
pub(crate) fn write_cards(f: &mut fmt::Formatter<'_>, cards: impl Iterator<Item = Card>) -> fmt::Result {
    for (index, card) in cards.enumerate() {
        if index > 0 {
            f.write_str(" ")?;
        }
        write!(f, "{card}")?;
    }
    Ok(())
}
