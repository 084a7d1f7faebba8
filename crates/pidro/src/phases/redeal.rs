//! The redeal: all seats except the dealer fill up to six cards.

use crate::cards::CardSet;
use crate::game::{Event, Game, HAND_SIZE, Redeal};
use crate::seat::Seat;

impl Game {
    /// The redeal to the seat in turn. A seat with six or more trumps gets nothing, and nobody gets
    /// anything once the pack has run out.
    #[inline]
    pub(crate) fn redealt(&self) -> Event {
        let seat = self.actor;
        let requested = HAND_SIZE.saturating_sub(self.hand.cards[seat].count());
        Event::Redealt {
            seat,
            requested,
            cards: self.hand.pack.next(requested),
        }
    }

    #[inline]
    pub(crate) fn evolve_redealt(&mut self, seat: Seat, requested: u8, cards: CardSet) {
        let received = cards.count();
        self.hand.pack.take(received);
        self.hand.cards[seat] |= cards;
        self.hand.redeal[seat] = Some(Redeal { requested, received });
        self.actor = seat.left();
        if self.actor != self.hand.dealer {
            return;
        }
        if self.hand.pack.count() > 0 {
            self.hand.pool_size = Some(self.pool().count());
        }
        match self.rob() {
            Some(rob) => self.stage = rob,
            None => self.evolve_to_kills(),
        }
    }
}
