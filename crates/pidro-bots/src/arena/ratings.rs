//! Ratings from the games of several match-ups.

use serde::{Deserialize, Deserializer, Serialize};

use super::report::Report;

/// A bot's strength relative to the others, on the Elo scale: 400 points more win ten games out of
/// eleven, and the average is 1500.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Rating {
    /// The name of the bot.
    pub bot: String,
    /// The rating.
    pub rating: f64,
    /// The standard error of the rating; infinite if the bot only met itself.
    #[serde(deserialize_with = "standard_error")]
    pub error: f64,
}

/// Reads a standard error. JSON has no infinity, so an infinite error is `null` there.
fn standard_error<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let error = Option::<f64>::deserialize(deserializer)?;
    Ok(error.unwrap_or(f64::INFINITY))
}

/// Computes the ratings that best explain the wins of all these games, strongest first.
///
/// Bots don't learn between games, so we fit all games at once (the Bradley–Terry model) instead of
/// updating ratings game by game. Each pair of bots gets one extra drawn game: otherwise a bot that
/// has never lost would be infinitely strong.
#[must_use]
pub fn ratings(reports: &[Report]) -> Vec<Rating> {
    let mut names: Vec<&str> = Vec::new();
    for name in reports
        .iter()
        .flat_map(|report| &report.teams)
        .map(|team| &*team.bot)
    {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let pairs: Vec<Pair> = reports
        .iter()
        .filter_map(|report| Pair::of(report, &names))
        .collect();
    // A bot's chance to win is its share of the two bots' strengths. We iterate until the strengths
    // converge.
    let mut strengths = vec![1.0; names.len()];
    for _ in 0..1_000 {
        for bot in 0..names.len() {
            let (mut wins, mut expected) = (0.0, 0.0);
            for pair in &pairs {
                if let Some((own, other)) = pair.wins_of(bot) {
                    wins += own;
                    expected += pair.games / (strengths[bot] + strengths[other]);
                }
            }
            if expected > 0.0 {
                strengths[bot] = wins / expected;
            }
        }
    }
    let scale = 400.0 / std::f64::consts::LN_10;
    let elo: Vec<f64> = strengths
        .iter()
        .map(|strength| scale * f64::ln(*strength))
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "a handful of bots")]
    let average = elo.iter().sum::<f64>() / elo.len().max(1) as f64;
    let rating = |bot: usize| {
        let information = pairs.iter().filter_map(|pair| {
            let (_, other) = pair.wins_of(bot)?;
            let chance = strengths[bot] / (strengths[bot] + strengths[other]);
            Some(pair.games * chance * (1.0 - chance))
        });
        Rating {
            bot: names[bot].to_owned(),
            rating: 1500.0 + elo[bot] - average,
            // A bot that only met itself has an infinite error. We fold from 0.0 because the sum of
            // an empty iterator is negative zero.
            error: scale / information.fold(0.0, |sum, term| sum + term).sqrt(),
        }
    };
    let mut ratings: Vec<Rating> = (0..names.len()).map(rating).collect();
    ratings.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    ratings
}

/// The results of two bots against each other.
struct Pair {
    bots: [usize; 2],
    wins: [f64; 2],
    games: f64,
}

impl Pair {
    /// Returns `None` for a bot against itself, which says nothing about its strength.
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn of(report: &Report, names: &[&str]) -> Option<Pair> {
        let index = |team: usize| names.iter().position(|name| *name == report.teams[team].bot);
        let bots = [index(0)?, index(1)?];
        let wins = [0, 1].map(|team| report.teams[team].wins as f64 + 0.5);
        (bots[0] != bots[1]).then_some(Pair {
            bots,
            wins,
            games: wins[0] + wins[1],
        })
    }

    /// The wins of this bot, and the index of the other one.
    fn wins_of(&self, bot: usize) -> Option<(f64, usize)> {
        let side = self.bots.iter().position(|other| *other == bot)?;
        Some((self.wins[side], self.bots[1 - side]))
    }
}
