//! The kill: a seat with more than six trumps lays the excess aside, face up.

use crate::cards::{Card, Pile};
use crate::game::Play;
use crate::seat::{Seat, SeatSet};

/// The killed cards of a hand. Points can't be killed, so all seats together kill at most eight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KilledCards {
    cards: [Option<Play>; 8],
    /// The seats that must still play their top killed card first.
    pub(crate) top_forced: SeatSet,
    /// The seats that have played their top killed card.
    pub(crate) top_played: SeatSet,
}

impl KilledCards {
    pub(crate) const NONE: KilledCards = KilledCards {
        cards: [None; 8],
        top_forced: SeatSet::NONE,
        top_played: SeatSet::NONE,
    };

    /// The current pile of this seat, top card first; `None` if it killed nothing. A top card that
    /// the seat has played is no longer in the pile.
    #[must_use]
    pub fn pile(&self, seat: Seat) -> Option<Pile<8>> {
        let mut cards = self.of(seat).peekable();
        cards.peek()?;
        let mut pile = Pile::EMPTY;
        for card in cards.skip(usize::from(self.top_played.contains(seat))) {
            pile.push(card);
        }
        Some(pile)
    }

    /// All killed cards, top card first for each seat, including a top card that has since been
    /// played.
    pub(crate) const fn all(&self) -> &[Option<Play>; 8] {
        &self.cards
    }

    /// Whether this seat has played its top card.
    pub(crate) const fn top_was_played(&self, seat: Seat) -> bool {
        self.top_played.contains(seat)
    }

    fn of(&self, seat: Seat) -> impl Iterator<Item = Card> {
        self.cards
            .iter()
            .flatten()
            .filter(move |play| play.seat == seat)
            .map(|play| play.card)
    }

    /// The top card of this seat's pile, if the seat must still play it first.
    #[must_use]
    pub fn forced_top(&self, seat: Seat) -> Option<Card> {
        if self.top_forced.contains(seat) {
            self.of(seat).next()
        } else {
            None
        }
    }

    pub(crate) fn add(&mut self, seat: Seat, cards: &Pile<8>) {
        let free = self.cards.iter_mut().filter(|slot| slot.is_none());
        for (slot, &card) in free.zip(cards.as_slice()) {
            *slot = Some(Play { seat, card });
        }
    }
}
