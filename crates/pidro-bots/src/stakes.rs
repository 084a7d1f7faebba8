//! The value of the result of a hand to a team.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

use pidro::{ByTeam, Contract, Rules, Seat, Team, View};
use serde::{Deserialize, Serialize};

use crate::equity::Equity;

/// What a team gets from an action or a result, or the difference between two such payoffs.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Payoff {
    /// The team's score in the hand minus the other team's.
    pub points: f32,
    /// The chance to win the game.
    pub win: f32,
}

impl Add for Payoff {
    type Output = Payoff;

    fn add(self, other: Payoff) -> Payoff {
        Payoff {
            points: self.points + other.points,
            win: self.win + other.win,
        }
    }
}

impl Sub for Payoff {
    type Output = Payoff;

    fn sub(self, other: Payoff) -> Payoff {
        Payoff {
            points: self.points - other.points,
            win: self.win - other.win,
        }
    }
}

impl Mul<f32> for Payoff {
    type Output = Payoff;

    fn mul(self, factor: f32) -> Payoff {
        Payoff {
            points: self.points * factor,
            win: self.win * factor,
        }
    }
}

impl Payoff {
    /// Returns whether this is better: a better chance to win or, with the same chance, more
    /// points.
    pub(crate) fn is_better_than(self, other: Payoff) -> bool {
        let win = self.win - other.win;
        win > ROUNDING_ERROR.win
            || win >= -ROUNDING_ERROR.win && self.points > other.points + ROUNDING_ERROR.points
    }

    /// Orders by the chance to win, then by points.
    pub(crate) fn total_cmp(self, other: Payoff) -> Ordering {
        let win = self.win.total_cmp(&other.win);
        win.then(self.points.total_cmp(&other.points))
    }
}

/// Payoffs that differ by no more than this are equal: means over many worlds are rounded.
pub(crate) const ROUNDING_ERROR: Payoff = Payoff {
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

    /// The team's payoff if the teams take these points under this contract.
    pub(crate) fn payoff(&self, contract: Contract, taken: ByTeam<u8>) -> Payoff {
        let change = contract.score(taken);
        let scores = ByTeam::from_fn(|team| self.scores[team] + i32::from(change[team]));
        let points = f32::from(change[self.team]) - f32::from(change[self.team.opponents()]);
        let win = match contract.winner(scores, self.rules.target) {
            Some(winner) => f32::from(u8::from(winner == self.team)),
            None => Equity::standard().chance(self.team, scores, &self.rules, self.next_dealer),
        };
        Payoff { points, win }
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
        stakes(seat, scores).payoff(EAST_SIX, taken).win
    }

    #[test]
    fn the_end_of_the_game_decides_the_chance() {
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
    fn more_points_mean_a_better_chance_to_win() {
        let even = ByTeam::both(20);
        let at = |ours: u8| stakes(Seat::North, even).payoff(EAST_SIX, ByTeam::new(ours, 14 - ours));
        // If North and South take nine of the fourteen points, East has five and loses six.
        assert!((at(9).points - 15.0).abs() < 1e-6 && (at(8).points - 2.0).abs() < 1e-6);
        for ours in 0..14 {
            assert!(at(ours + 1).win > at(ours).win, "{ours}");
        }
        let both = stakes(Seat::West, even).payoff(EAST_SIX, ByTeam::new(9, 5)).win + at(9).win;
        assert!((both - 1.0).abs() < 1e-5);
    }
}
