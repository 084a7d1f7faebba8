//! Dealing: nine cards each, three at a time, clockwise from the dealer's left; sixteen remain in
//! the pack.

use crate::cards::{CardSet, Deck};
use crate::game::{Game, Hand, Pack, Stage};
use crate::seat::{BySeat, Seat};

impl Game {
    pub(crate) fn evolve_dealt(&mut self, dealer: Seat, deck: &Deck) {
        self.evolve_hands(dealer, deck.hands(dealer), Pack::of(deck));
    }

    /// Starts a hand with these cards.
    #[inline]
    pub(crate) fn evolve_hands(&mut self, dealer: Seat, hands: BySeat<CardSet>, pack: Pack) {
        self.hand = Hand::new(dealer);
        self.hand.cards = hands;
        self.hand.pack = pack;
        self.actor = dealer.left();
        self.stage = Stage::Call;
    }
}
