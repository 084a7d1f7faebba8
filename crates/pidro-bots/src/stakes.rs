//! What the end of a hand is worth to a team.

use std::cmp::Ordering;

use pidro::{ByTeam, Contract, Rules, Seat, Team, View};
use serde::Serialize;

use crate::equity::Equity;

/// What something brings a team.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Worth {
    /// The points that the team scores in the hand, less those of the other team.
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

    /// Which of two is better: a better chance to win or, with the same chance, more points.
    pub(crate) fn compared_to(self, other: Worth) -> Ordering {
        let win = self.win.total_cmp(&other.win);
        win.then(self.points.total_cmp(&other.points))
    }

    pub(crate) fn less(self, other: Worth) -> Worth {
        self.plus(other.times(-1.0))
    }
}

/// What is at stake for a team in a hand.
pub(crate) struct Stakes {
    team: Team,
    scores: ByTeam<i32>,
    rules: Rules,
    next_dealer: Seat,
}

impl Stakes {
    /// For the team of this seat. `None` outside a hand.
    pub(crate) fn of(view: &View, seat: Seat) -> Option<Stakes> {
        Some(Stakes {
            team: seat.team(),
            scores: view.scores,
            rules: view.rules,
            next_dealer: view.dealer?.left(),
        })
    }

    /// What it is worth if the teams take these points under this contract.
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
