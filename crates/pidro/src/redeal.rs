//! The redeal: clockwise from the dealer's left, each non-dealer is filled up to six before the next one.

use crate::card::{Card, Rank, Suit};
use crate::card_set::CardSet;
use crate::deck::Deck;

/// The cards of a hand after the redeal.
pub(crate) const HAND: u8 = 6;

/// What a seat asked for in the redeal and what it got.
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
    /// Six less the trumps it held, at least 0.
    pub requested: u8,
    /// Fewer than requested where the pack ran out.
    pub received: u8,
}

/// What is left of the pack after the deal, in its order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pack {
    cards: [Card; Pack::SIZE as usize],
    /// How many of them have been dealt; those count no longer, not even when packs are compared.
    dealt: u8,
}

impl Pack {
    const SIZE: u8 = 16;

    pub(crate) const EMPTY: Pack = Pack {
        cards: [Card::new(Rank::Two, Suit::Clubs); Pack::SIZE as usize],
        dealt: Pack::SIZE,
    };

    /// What stays of a deck when nine cards have been dealt to everybody.
    pub(crate) fn of(deck: &Deck) -> Pack {
        let mut pack = Pack::EMPTY;
        pack.cards
            .copy_from_slice(&deck.cards()[Card::COUNT - usize::from(Pack::SIZE)..]);
        pack.dealt = 0;
        pack
    }

    /// The pack of these sixteen cards, the top one first.
    pub(crate) fn of_cards(cards: impl Iterator<Item = Card>) -> Pack {
        let mut pack = Pack::EMPTY;
        pack.dealt = 0;
        for (place, card) in pack.cards.iter_mut().zip(cards) {
            *place = card;
        }
        pack
    }

    /// The cards that are left, the top one first.
    pub(crate) fn as_slice(&self) -> &[Card] {
        &self.cards[usize::from(self.dealt)..]
    }

    pub(crate) const fn count(&self) -> u8 {
        Pack::SIZE - self.dealt
    }

    /// The next cards, so many (at most six) or as many as there are.
    pub(crate) fn next(&self, count: u8) -> CardSet {
        // Six steps whatever the count: a loop that ends at random costs more than the steps it saves.
        let end = Pack::SIZE.min(self.dealt + count);
        let mut cards = CardSet::NONE;
        for place in self.dealt..self.dealt + HAND {
            cards.insert_if(place < end, self.cards[usize::from(place % Pack::SIZE)]);
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

impl std::hash::Hash for Pack {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}
