//! Declaring and discarding: the trump suit is named, and everybody throws the non-trumps away.

use crate::card_set::CardSet;
use crate::event::Event;
use crate::game::Game;
use crate::seat::Seat;
use crate::stage::Stage;
use crate::trump::Trump;

impl Game {
    pub(crate) fn evolve_declared(&mut self, trump: Trump) {
        self.hand.trump = Some(trump);
        self.actor = self.hand.dealer.left();
        self.stage = Stage::Discard;
    }

    /// The seat in line throws away what is no trump. The dealer is the last.
    #[inline]
    pub(crate) fn discarded(&self) -> Event {
        let seat = self.actor;
        Event::Discarded {
            seat,
            cards: self.hand.cards[seat] - self.trump().cards(),
            by_dealer: seat == self.hand.dealer,
        }
    }

    /// The trumps of a hand in which they have been named.
    pub(crate) fn trump(&self) -> Trump {
        self.hand.trump.expect("nothing after declaring comes before it")
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
