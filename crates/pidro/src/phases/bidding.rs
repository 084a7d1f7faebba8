//! The bidding.

use crate::game::{Call, Contract, Event, Game, IllegalAction, Legal, Stage};
use crate::seat::Seat;

impl Game {
    #[inline]
    pub(crate) fn legal_call(&self) -> Legal {
        let (bids, pass) = self.hand.auction.choices(self.actor, &self.rules);
        Legal::Call { bids, pass }
    }

    /// Explains why this call is refused.
    pub(crate) fn call_refused(&self, call: Call) -> IllegalAction {
        let Legal::Call { bids, pass } = self.legal_call() else {
            return IllegalAction::GameOver;
        };
        match call {
            Call::Pass => IllegalAction::MustBid { bids },
            Call::Bid(bid) => IllegalAction::IllegalBid { bid, bids, pass },
        }
    }

    pub(crate) fn evolve_called(&mut self, seat: Seat, call: Call) {
        self.hand.auction.add(seat, call);
        match self.hand.auction.next(seat, &self.rules) {
            Some(next) => self.actor = next,
            None => self.stage = Stage::CloseBidding,
        }
    }

    /// The event that ends the bidding.
    #[inline]
    pub(crate) fn bidding_won(&self) -> Event {
        Event::BiddingWon {
            contract: self.contract(),
        }
    }

    /// The contract of a hand whose bidding is over. It always exists, because the dealer must bid
    /// after three passes.
    pub(crate) fn contract(&self) -> Contract {
        self.hand.auction.contract().expect("bidding ends with a bid")
    }

    pub(crate) fn evolve_bidding_won(&mut self, contract: Contract) {
        self.actor = contract.seat;
        self.stage = Stage::Declare;
    }
}
