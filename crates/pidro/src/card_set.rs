//! A set of cards in one machine word.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use crate::card::{Card, ParseCardError};

/// A set of cards: a hand, a discard, what was buried.
///
/// One bit a card. Iteration goes as lists of cards are written: spades, hearts, diamonds, clubs, each from
/// the ace down.
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
    /// No card.
    pub const NONE: CardSet = CardSet(0);
    /// The whole pack.
    pub const ALL: CardSet = CardSet((1 << 52) - 1);

    /// Just this card.
    #[must_use]
    pub const fn of(card: Card) -> CardSet {
        CardSet(1 << card.index())
    }

    /// The set with these bits, one for each [`Card::index`]; `None` if a bit above the 52nd is set.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits & !CardSet::ALL.0 == 0 {
            Some(CardSet(bits))
        } else {
            None
        }
    }

    /// One bit for each card, at its [`Card::index`].
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// How many cards are in the set, as the small number it is.
    #[must_use]
    pub const fn count(self) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 52")]
        let count = self.0.count_ones() as u8;
        count
    }

    /// Whether there is no card in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether every card of the other set is in this one.
    #[must_use]
    pub const fn contains_all(self, other: CardSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Puts a card into the set.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    /// Puts a card into the set if the condition holds, without a branch.
    pub(crate) const fn insert_if(&mut self, condition: bool, card: Card) {
        self.0 |= (condition as u64) << card.index();
    }

    /// Takes a card out of the set.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.index());
    }

    /// The first card, as lists are written.
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

    /// The card at this place of the list, counted from 0.
    ///
    /// ```
    /// let hand: pidro::CardSet = "Ah Kc 5d".parse().unwrap();
    /// assert_eq!(hand.nth(1).unwrap().to_string(), "5d");
    /// assert_eq!(hand.nth(3), None);
    /// ```
    #[must_use]
    #[inline]
    pub const fn nth(self, mut place: usize) -> Option<Card> {
        let mut rest = self;
        while place > 0 && !rest.is_empty() {
            rest = rest.after_first();
            place -= 1;
        }
        rest.first()
    }

    /// The place of a card in the list: how many cards of the set come before it.
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

    /// The cards, as lists are written.
    #[must_use]
    pub const fn iter(self) -> CardSetIter {
        CardSetIter(self)
    }
}

/// The cards of a set, as lists are written. Made by [`CardSet::iter`].
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

impl std::str::FromStr for CardSet {
    type Err = ParseCardSetError;

    /// Reads cards parted by white space, in any order, none of them twice.
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

/// A text that names no set of cards.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseCardSetError {
    /// One of the words is no card.
    #[error(transparent)]
    Card(#[from] ParseCardError),
    /// A card is named twice.
    #[error("{0} is named twice")]
    Twice(Card),
    /// More cards are named than there can be.
    #[error("at most {0} cards can be named here")]
    TooMany(usize),
}

/// Cards from the top where suits don't count: by rank, those of one rank as lists are written.
pub(crate) fn by_rank(cards: CardSet) -> impl Iterator<Item = Card> {
    crate::Rank::ALL
        .into_iter()
        .rev()
        .flat_map(move |rank| crate::Suit::ALL.map(|suit| Card::new(rank, suit)))
        .filter(move |card| cards.contains(*card))
}

/// Cards without anything between them.
pub(crate) fn together(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(|card| card.to_string()).collect()
}

/// Writes cards with a space between them.
pub(crate) fn write_cards(f: &mut fmt::Formatter<'_>, cards: impl Iterator<Item = Card>) -> fmt::Result {
    for (place, card) in cards.enumerate() {
        if place > 0 {
            f.write_str(" ")?;
        }
        write!(f, "{card}")?;
    }
    Ok(())
}
