//! Dealing: nine cards each, three at a time, clockwise from the dealer's left; sixteen stay in the pack.

use crate::card_set::CardSet;
use crate::deck::Deck;
use crate::game::{Game, Hand};
use crate::redeal::Pack;
use crate::seat::{BySeat, Seat};
use crate::stage::Stage;

/// Where in the deck a card of the deal lies: the card with this number, from 0 to 8, of the seat that is so many places
/// behind the dealer's left. Three packets of three, with those of the others between them.
pub(crate) const fn place_in_deck(seat: usize, number: usize) -> usize {
    number / 3 * 12 + 3 * seat + number % 3
}

/// The nine cards that each seat is dealt of this deck.
pub(crate) fn hands(dealer: Seat, deck: &Deck) -> BySeat<CardSet> {
    let mut hands = BySeat::all(CardSet::NONE);
    let mut seat = dealer;
    for packet in deck.cards()[..36].chunks_exact(3) {
        seat = seat.left();
        hands[seat].extend(packet.iter().copied());
    }
    hands
}

impl Game {
    pub(crate) fn evolve_dealt(&mut self, dealer: Seat, deck: &Deck) {
        self.evolve_hands(dealer, hands(dealer, deck), Pack::of(deck));
    }

    /// A hand with these cards begins.
    #[inline]
    pub(crate) fn evolve_hands(&mut self, dealer: Seat, hands: BySeat<CardSet>, pack: Pack) {
        self.hand = Hand::new(dealer);
        self.hand.cards = hands;
        self.hand.pack = pack;
        self.actor = dealer.left();
        self.stage = Stage::Call;
    }
}
