//! The cut for the first deal.

use crate::game::{Event, Game, Stage};
use crate::seat::Seat;

impl Game {
    pub(crate) fn evolve_cut(&mut self, highest: Seat) {
        self.actor = highest;
        self.stage = Stage::ChooseDealer;
    }

    pub(crate) fn dealer_chosen(&self) -> Event {
        Event::DealerChosen { seat: self.actor }
    }

    pub(crate) fn evolve_chosen(&mut self, dealer: Seat) {
        self.dealer = Some(dealer);
        self.stage = Stage::Deal;
    }
}
