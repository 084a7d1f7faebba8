//! Declaring and discarding: the bid winner names the trump suit, and all seats discard their
//! non-trumps.

use crate::cards::{CardSet, Trump};
use crate::game::{Event, Game, Stage};
use crate::seat::Seat;

impl Game {
    pub(crate) fn evolve_declared(&mut self, trump: Trump) {
        self.hand.trump = Some(trump);
        self.actor = self.hand.dealer.left();
        self.stage = Stage::Discard;
    }

    /// The discard of the seat in turn: its non-trumps. The dealer discards last.
    #[inline]
    pub(crate) fn discarded(&self) -> Event {
        let seat = self.actor;
        Event::Discarded {
            seat,
            cards: self.hand.cards[seat] - self.trump().cards(),
            by_dealer: seat == self.hand.dealer,
        }
    }

    /// The trumps. Panics before trump has been declared.
    pub(crate) fn trump(&self) -> Trump {
        self.hand.trump.expect("trump has been declared")
    }

    #[inline]
    pub(crate) fn evolve_discarded(&mut self, seat: Seat, cards: CardSet) {
        self.hand.cards[seat] -= cards;
        self.hand.discards[seat] = cards;
        self.actor = seat.left();
        if seat == self.hand.dealer {
            self.stage = Stage::Redeal;
        }
    }
}
