//! Scoring: the value of a hand, and the winner of the game.

use crate::game::Contract;
use crate::rules::Target;
use crate::seat::{ByTeam, Team};

impl Contract {
    /// Whether the bidding team makes the contract with these points.
    #[must_use]
    #[inline]
    pub fn is_made(self, taken: ByTeam<u8>) -> bool {
        taken[self.seat.team()] >= self.bid.get()
    }

    /// The change to both teams' scores. The bidding team gets the points it took if it made the
    /// contract, and otherwise loses its bid; the defenders always get the points they took.
    ///
    /// ```
    /// use pidro::{Bid, ByTeam, Contract, Seat};
    ///
    /// let contract = Contract { seat: Seat::West, bid: Bid::MIN };
    /// assert_eq!(contract.score(ByTeam::new(8, 6)), ByTeam::new(8, 6));
    /// assert_eq!(contract.score(ByTeam::new(9, 5)), ByTeam::new(9, -6));
    /// ```
    #[must_use]
    #[inline]
    pub fn score(self, taken: ByTeam<u8>) -> ByTeam<i8> {
        let mut change = ByTeam::from_fn(|team| taken[team].cast_signed());
        if !self.is_made(taken) {
            change[self.seat.team()] = -self.bid.get().cast_signed();
        }
        change
    }

    /// The winner of the game with these scores after the hand. If both teams have reached the
    /// target, the bidding team wins.
    #[must_use]
    #[inline]
    pub fn winner(self, scores: ByTeam<i32>, target: Target) -> Option<Team> {
        let bidders = self.seat.team();
        [bidders, bidders.opponents()]
            .into_iter()
            .find(|team| scores[*team] >= i32::from(target.get()))
    }
}
