//! Ratings from the games of several match-ups.

use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use super::report::Report;

/// How strong a bot is beside the others, by Glicko-2.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Who.
    pub bot: String,
    /// 1500 is the middle of all; 200 more win three games of four.
    pub rating: f64,
    /// How far off the rating may be.
    pub deviation: f64,
}

/// The ratings after all these games, as if they had been played in turns, the strongest first.
#[must_use]
pub fn ratings(reports: &[Report]) -> Vec<Rating> {
    let mut ratings: Vec<(String, Glicko2Rating)> = Vec::new();
    for name in reports
        .iter()
        .flat_map(|report| &report.teams)
        .map(|team| &team.bot)
    {
        if !ratings.iter().any(|(known, _)| known == name) {
            ratings.push((name.clone(), Glicko2Rating::new()));
        }
    }
    let config = Glicko2Config::new();
    let most = reports
        .iter()
        .map(|report| report.games)
        .max()
        .unwrap_or_default();
    for game in 0..most {
        for report in reports.iter().filter(|report| game < report.games) {
            let place = |team: usize| {
                ratings
                    .iter()
                    .position(|(name, _)| *name == report.teams[team].bot)
            };
            let (Some(first), Some(second)) = (place(0), place(1)) else {
                continue;
            };
            // The wins, spread evenly over the games.
            let won = |games: u64| games * report.teams[0].wins / report.games;
            let outcome = if won(game + 1) > won(game) {
                Outcomes::WIN
            } else {
                Outcomes::LOSS
            };
            let (one, other) = glicko2(&ratings[first].1, &ratings[second].1, &outcome, &config);
            ratings[first].1 = one;
            ratings[second].1 = other;
        }
    }
    let mut ratings: Vec<Rating> = ratings
        .into_iter()
        .map(|(bot, rating)| Rating {
            bot,
            rating: rating.rating,
            deviation: rating.deviation,
        })
        .collect();
    ratings.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    ratings
}
