//! The candidate actions, and their payoffs in the worlds tried so far.

use pidro::Action;
use serde::{Deserialize, Serialize};

use crate::stakes::{Payoff, ROUNDING_ERROR};

/// An action and its expected payoff.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Evaluation {
    /// The action.
    pub action: Action,
    /// The expected payoff for the acting seat's team; `worth` in JSON.
    #[serde(rename = "worth")]
    pub payoff: Payoff,
}

/// The candidate actions.
pub(super) struct Candidates {
    candidates: Vec<Candidate>,
    /// The weight of each world tried so far.
    weights: Vec<f32>,
}

struct Candidate {
    action: Action,
    /// Its payoff in each world, until it was pruned.
    payoffs: Vec<Payoff>,
    is_pruned: bool,
}

impl Candidates {
    pub(super) fn new(actions: impl IntoIterator<Item = Action>) -> Candidates {
        let candidate = |action| Candidate {
            action,
            payoffs: Vec::new(),
            is_pruned: false,
        };
        Candidates {
            candidates: actions.into_iter().map(candidate).collect(),
            weights: Vec::new(),
        }
    }

    /// Adds a world of this weight, in which `payoff` evaluates every action that has not been
    /// pruned.
    pub(super) fn add_world(&mut self, weight: f32, mut payoff: impl FnMut(&Action) -> Payoff) {
        self.weights.push(weight);
        for candidate in self
            .candidates
            .iter_mut()
            .filter(|candidate| !candidate.is_pruned)
        {
            candidate.payoffs.push(payoff(&candidate.action));
        }
    }

    /// The number of worlds tried so far.
    pub(super) fn worlds(&self) -> usize {
        self.weights.len()
    }

    /// Prunes the candidates that are clearly worse than the best one, or equal to it in every
    /// world. Returns whether anything is left to decide.
    pub(super) fn prune(&mut self) -> bool {
        let Some(best) = self.best() else { return false };
        for index in 0..self.candidates.len() {
            if index != best && !self.candidates[index].is_pruned {
                let (lead, standard_error) = self.lead(best, index);
                self.candidates[index].is_pruned = lead >= 4.0 * standard_error;
            }
        }
        self.remaining().count() > 1
    }

    /// The indices of the candidates that have not been pruned.
    fn remaining(&self) -> impl Iterator<Item = usize> {
        (0..self.candidates.len()).filter(|index| !self.candidates[*index].is_pruned)
    }

    /// The index of the best candidate that has not been pruned. Among the candidates with the best
    /// chance to win, it has the most points, so that the bot doesn't throw points away once the
    /// game is decided.
    fn best(&self) -> Option<usize> {
        let means: Vec<(usize, Payoff)> = self.remaining().map(|index| (index, self.mean(index))).collect();
        let best_chance = means.iter().map(|(_, mean)| mean.win).max_by(f32::total_cmp)?;
        means
            .iter()
            .filter(|(_, mean)| mean.win >= best_chance - ROUNDING_ERROR.win)
            .max_by(|(_, one), (_, other)| one.points.total_cmp(&other.points))
            .map(|(index, _)| *index)
    }

    /// The mean payoff of a candidate over its worlds, by weight.
    #[expect(clippy::cast_possible_truncation, reason = "rounded once, at the end")]
    fn mean(&self, index: usize) -> Payoff {
        let (mut points, mut win, mut weights) = (0.0, 0.0, 0.0);
        for (payoff, weight) in self.candidates[index].payoffs.iter().zip(&self.weights) {
            let weight = f64::from(*weight);
            points += weight * f64::from(payoff.points);
            win += weight * f64::from(payoff.win);
            weights += weight;
        }
        if weights == 0.0 {
            return Payoff::default();
        }
        Payoff {
            points: (points / weights) as f32,
            win: (win / weights) as f32,
        }
    }

    /// The lead of the best candidate over another one in the chance to win, and the standard error
    /// of that lead.
    fn lead(&self, best: usize, other: usize) -> (f32, f32) {
        let pairs = self.candidates[best]
            .payoffs
            .iter()
            .zip(&self.candidates[other].payoffs);
        let (mut sum, mut squares, mut weights, mut weights_squared) = (0.0, 0.0, 0.0, 0.0);
        for ((best, other), weight) in pairs.zip(&self.weights) {
            let lead = best.win - other.win;
            sum += weight * lead;
            squares += weight * lead * lead;
            weights += weight;
            weights_squared += weight * weight;
        }
        let mean = sum / weights;
        let variance = (squares / weights - mean * mean).max(0.0);
        (mean, (variance * weights_squared).sqrt() / weights)
    }

    /// The expected payoff of each action, best first.
    pub(super) fn evaluations(&self) -> Vec<Evaluation> {
        let best = self.best();
        let evaluation = |index: usize| Evaluation {
            action: self.candidates[index].action,
            payoff: self.mean(index),
        };
        // The best candidate goes first explicitly: a pruned candidate may look better, because it
        // was tried in fewer worlds.
        let mut others: Vec<Evaluation> = (0..self.candidates.len())
            .filter(|index| Some(*index) != best)
            .map(evaluation)
            .collect();
        others.sort_by(|one, other| other.payoff.total_cmp(one.payoff));
        best.map(evaluation).into_iter().chain(others).collect()
    }
}
