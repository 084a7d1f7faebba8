//! The redeal: clockwise from the dealer's left, each non-dealer in turn fills up to six cards.

use core::fmt;

use crate::cards::{Card, CardSet, Deck, Rank, Suit};

/// The number of cards in a hand after the redeal.
pub(crate) const HAND_SIZE: u8 = 6;

/// The number of cards that a seat requested and received in the redeal.
///
/// ```
/// use pidro::Redeal;
///
/// // West asked for six cards, and four were left.
/// let short = Redeal { requested: 6, received: 4 };
/// assert!(short.received < short.requested);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Redeal {
    /// Six minus the number of trumps it held, at least 0.
    pub requested: u8,
    /// Fewer than requested if the pack ran out.
    pub received: u8,
}

/// Writes the numbers as a record does: `5`, or `6/4` if the seat received fewer cards than it
/// requested.
impl fmt::Display for Redeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.requested)?;
        if self.received == self.requested {
            Ok(())
        } else {
            write!(f, "/{}", self.received)
        }
    }
}

/// The pack in order: the cards left after the deal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pack {
    cards: [Card; Pack::SIZE as usize],
    /// The number of cards dealt from it. These no longer count, not even in comparisons.
    dealt: u8,
}

impl Pack {
    const SIZE: u8 = 16;

    pub(crate) const EMPTY: Pack = Pack {
        cards: [Card::new(Rank::Two, Suit::Clubs); Pack::SIZE as usize],
        dealt: Pack::SIZE,
    };

    /// The cards of a deck that remain after each seat has got nine.
    pub(crate) fn of(deck: &Deck) -> Pack {
        let mut pack = Pack::EMPTY;
        pack.cards
            .copy_from_slice(&deck.cards()[Card::COUNT - usize::from(Pack::SIZE)..]);
        pack.dealt = 0;
        pack
    }

    /// Creates the pack from these sixteen cards, top card first.
    pub(crate) fn of_cards(cards: impl Iterator<Item = Card>) -> Pack {
        let mut pack = Pack::EMPTY;
        pack.dealt = 0;
        for (slot, card) in pack.cards.iter_mut().zip(cards) {
            *slot = card;
        }
        pack
    }

    /// The remaining cards, top card first.
    pub(crate) fn as_slice(&self) -> &[Card] {
        &self.cards[usize::from(self.dealt)..]
    }

    pub(crate) const fn count(&self) -> u8 {
        Pack::SIZE - self.dealt
    }

    /// The next `count` cards (at most six), or all that are left.
    pub(crate) fn next(&self, count: u8) -> CardSet {
        // Always six iterations: a loop with an unpredictable end costs more than the iterations it
        // saves.
        let end = Pack::SIZE.min(self.dealt + count);
        let mut cards = CardSet::NONE;
        for index in self.dealt..self.dealt + HAND_SIZE {
            cards.insert_if(index < end, self.cards[usize::from(index % Pack::SIZE)]);
        }
        cards
    }

    pub(crate) fn take(&mut self, count: u8) {
        self.dealt += count;
    }
}

impl PartialEq for Pack {
    fn eq(&self, other: &Pack) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Pack {}

impl core::hash::Hash for Pack {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}
