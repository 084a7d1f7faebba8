//! Scoring: what the hand was worth, and whether the game is won.

use crate::bidding::Contract;
use crate::rules::Target;
use crate::seat::{ByTeam, Team};

impl Contract {
    /// Whether these points make the contract.
    #[must_use]
    #[inline]
    pub fn is_made(self, taken: ByTeam<u8>) -> bool {
        taken[self.seat.team()] >= self.bid.get()
    }

    /// What both teams score. The bidding team gets what it took if that reaches the bid, and loses the bid if not; the
    /// defenders always get what they took.
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

    /// Who has won with these scores after the hand. Where both teams are at the target, the bidding team wins.
    #[must_use]
    #[inline]
    pub fn winner(self, scores: ByTeam<i32>, target: Target) -> Option<Team> {
        let bidders = self.seat.team();
        [bidders, bidders.opponents()]
            .into_iter()
            .find(|team| scores[*team] >= i32::from(target.get()))
    }
}
