//! What the result of a hand is worth to a team.

use std::cmp::Ordering;

use pidro::{ByTeam, Contract, Rules, Seat, Team, View};
use serde::Serialize;

use crate::equity::Equity;

/// What an action or a result is worth to a team.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Worth {
    /// The team's score in the hand minus the other team's.
    pub points: f32,
    /// The chance to win the game.
    pub win: f32,
}

impl Worth {
    pub(crate) fn plus(self, other: Worth) -> Worth {
        Worth {
            points: self.points + other.points,
            win: self.win + other.win,
        }
    }

    pub(crate) fn times(self, factor: f32) -> Worth {
        Worth {
            points: self.points * factor,
            win: self.win * factor,
        }
    }

    /// Returns whether this is better: a better chance to win or, with the same chance, more
    /// points.
    pub(crate) fn is_better_than(self, other: Worth) -> bool {
        let win = self.win - other.win;
        win > SAME.win || win >= -SAME.win && self.points > other.points + SAME.points
    }

    /// Orders by the chance to win, then by points.
    pub(crate) fn compared_to(self, other: Worth) -> Ordering {
        let win = self.win.total_cmp(&other.win);
        win.then(self.points.total_cmp(&other.points))
    }

    pub(crate) fn less(self, other: Worth) -> Worth {
        self.plus(other.times(-1.0))
    }
}

/// Differences up to this are rounding errors, because means over many worlds are rounded.
pub(crate) const SAME: Worth = Worth {
    points: 1e-4,
    win: 1e-6,
};

/// What is at stake for a team in a hand.
pub(crate) struct Stakes {
    team: Team,
    scores: ByTeam<i32>,
    rules: Rules,
    next_dealer: Seat,
}

impl Stakes {
    /// The stakes for this seat's team. Returns `None` outside a hand.
    pub(crate) fn of(view: &View, seat: Seat) -> Option<Stakes> {
        Some(Stakes {
            team: seat.team(),
            scores: view.scores,
            rules: view.rules,
            next_dealer: view.dealer?.left(),
        })
    }

    /// The worth for the team if the teams take these points under this contract.
    pub(crate) fn worth(&self, contract: Contract, taken: ByTeam<u8>) -> Worth {
        let change = contract.score(taken);
        let scores = ByTeam::from_fn(|team| self.scores[team] + i32::from(change[team]));
        let points = f32::from(change[self.team]) - f32::from(change[self.team.opponents()]);
        let win = match contract.winner(scores, self.rules.target) {
            Some(winner) => f32::from(u8::from(winner == self.team)),
            None => Equity::standard().chance(self.team, scores, &self.rules, self.next_dealer),
        };
        Worth { points, win }
    }
}

#[cfg(test)]
mod tests {
    use pidro::{Bid, Game};

    use super::*;

    /// The stakes for this seat at these scores, with North as the dealer.
    fn stakes(seat: Seat, scores: ByTeam<i32>) -> Stakes {
        let mut view = Game::new("first_dealer=N".parse().unwrap()).view(seat);
        view.scores = scores;
        Stakes::of(&view, seat).unwrap()
    }

    const EAST_SIX: Contract = Contract {
        seat: Seat::East,
        bid: Bid::MIN,
    };

    fn win(seat: Seat, scores: ByTeam<i32>, taken: ByTeam<u8>) -> f32 {
        stakes(seat, scores).worth(EAST_SIX, taken).win
    }

    #[test]
    fn a_game_that_is_won_is_won() {
        assert_eq!(
            win(Seat::North, ByTeam::new(55, 0), ByTeam::new(8, 6)).to_bits(),
            1.0_f32.to_bits()
        );
        assert_eq!(
            win(Seat::East, ByTeam::new(55, 0), ByTeam::new(8, 6)).to_bits(),
            0.0_f32.to_bits()
        );
        // Both teams reach the target, and East bid.
        assert_eq!(
            win(Seat::North, ByTeam::new(55, 57), ByTeam::new(8, 6)).to_bits(),
            0.0_f32.to_bits()
        );
        // East fails, so only the defenders reach the target.
        assert_eq!(
            win(Seat::South, ByTeam::new(55, 57), ByTeam::new(9, 5)).to_bits(),
            1.0_f32.to_bits()
        );
    }

    #[test]
    fn what_is_worth_more_points_is_worth_more() {
        let even = ByTeam::both(20);
        let at = |ours: u8| stakes(Seat::North, even).worth(EAST_SIX, ByTeam::new(ours, 14 - ours));
        // If North and South take nine of the fourteen points, East has five and loses six.
        assert!((at(9).points - 15.0).abs() < 1e-6 && (at(8).points - 2.0).abs() < 1e-6);
        for ours in 0..14 {
            assert!(at(ours + 1).win > at(ours).win, "{ours}");
        }
        let both = stakes(Seat::West, even).worth(EAST_SIX, ByTeam::new(9, 5)).win + at(9).win;
        assert!((both - 1.0).abs() < 1e-5);
    }
}
