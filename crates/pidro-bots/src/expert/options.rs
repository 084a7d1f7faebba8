//! The candidate actions, and how each one has done in the worlds tried so far.

use pidro::Action;
use serde::Serialize;

use crate::stakes::{SAME, Worth};

/// An action and its expected worth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Opinion {
    /// The action.
    pub action: Action,
    /// The expected worth for the acting seat's team.
    pub worth: Worth,
}

/// The candidate actions.
pub(super) struct Options {
    options: Vec<Tried>,
    weights: Vec<f32>,
}

struct Tried {
    action: Action,
    /// Its worth in each world, until it was dropped.
    worths: Vec<Worth>,
    given_up: bool,
}

impl Options {
    pub(super) fn new(actions: impl IntoIterator<Item = Action>) -> Options {
        let tried = |action| Tried {
            action,
            worths: Vec::new(),
            given_up: false,
        };
        Options {
            options: actions.into_iter().map(tried).collect(),
            weights: Vec::new(),
        }
    }

    /// Evaluates every action that has not been dropped in a world of this weight.
    pub(super) fn try_all(&mut self, weight: f32, mut worth: impl FnMut(&Action) -> Worth) {
        self.weights.push(weight);
        for option in self.options.iter_mut().filter(|option| !option.given_up) {
            option.worths.push(worth(&option.action));
        }
    }

    pub(super) fn worlds(&self) -> usize {
        self.weights.len()
    }

    /// Drops the options that are clearly worse than the best one, or equal to it in every world.
    /// Returns whether anything is left to decide.
    pub(super) fn prune(&mut self) -> bool {
        let Some(best) = self.best() else { return false };
        for option in 0..self.options.len() {
            if option != best && !self.options[option].given_up {
                let (lead, error) = self.lead(best, option);
                self.options[option].given_up = lead >= 4.0 * error;
            }
        }
        self.options.iter().filter(|option| !option.given_up).count() > 1
    }

    /// The index of the best option that has not been dropped. Among the options with the best
    /// chance to win, it has the most points, so that the bot doesn't throw points away once the
    /// game is decided.
    fn best(&self) -> Option<usize> {
        let open = (0..self.options.len()).filter(|place| !self.options[*place].given_up);
        let means: Vec<(usize, Worth)> = open.map(|place| (place, self.mean(place))).collect();
        let most = means.iter().map(|(_, mean)| mean.win).max_by(f32::total_cmp)?;
        let equals = means.iter().filter(|(_, mean)| mean.win >= most - SAME.win);
        equals
            .max_by(|(_, one), (_, other)| one.points.total_cmp(&other.points))
            .map(|(place, _)| *place)
    }

    #[expect(clippy::cast_possible_truncation, reason = "rounded once, at the end")]
    fn mean(&self, place: usize) -> Worth {
        let (mut points, mut win, mut weights) = (0.0, 0.0, 0.0);
        for (worth, weight) in self.options[place].worths.iter().zip(&self.weights) {
            let weight = f64::from(*weight);
            points += weight * f64::from(worth.points);
            win += weight * f64::from(worth.win);
            weights += weight;
        }
        if weights == 0.0 {
            return Worth::default();
        }
        Worth {
            points: (points / weights) as f32,
            win: (win / weights) as f32,
        }
    }

    /// The lead of the best option over another one, and the standard error of that lead.
    fn lead(&self, best: usize, other: usize) -> (f32, f32) {
        let pairs = self.options[best].worths.iter().zip(&self.options[other].worths);
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

    /// The expected worth of each action, best first.
    pub(super) fn opinions(&self) -> Vec<Opinion> {
        let best = self.best();
        let opinion = |place: usize| Opinion {
            action: self.options[place].action,
            worth: self.mean(place),
        };
        // The best option goes first explicitly: a dropped option may look better, because it was
        // tried in fewer worlds.
        let mut others: Vec<Opinion> = (0..self.options.len())
            .filter(|place| Some(*place) != best)
            .map(opinion)
            .collect();
        others.sort_by(|one, other| other.worth.compared_to(one.worth));
        best.map(opinion).into_iter().chain(others).collect()
    }
}
