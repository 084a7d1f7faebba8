//! Ratings from the games of several match-ups.

use serde::Serialize;

use super::report::Report;

/// How strong a bot is beside the others, on the scale of Elo: 400 points more win ten games of eleven, 1500 is the middle.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Who.
    pub bot: String,
    /// The rating.
    pub rating: f64,
    /// Its standard error.
    pub error: f64,
}

/// The ratings that explain the wins of all these games best, the strongest first.
///
/// Bots don't learn from game to game, so all games are taken at once (Bradley and Terry's model) and not in an order. One
/// game more of each pair is taken to be drawn: who has never lost would be infinitely strong otherwise.
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
    // Strengths of which a bot's part of the sum of two is its chance to win, improved until they stay.
    let mut strengths = vec![1.0; names.len()];
    for _ in 0..1_000 {
        for bot in 0..names.len() {
            let (mut wins, mut expected) = (0.0, 0.0);
            for pair in &pairs {
                if let Some((own, other)) = pair.seen_by(bot) {
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
    let middle = elo.iter().sum::<f64>() / elo.len().max(1) as f64;
    let rating = |bot: usize| {
        let known = pairs.iter().filter_map(|pair| {
            let (_, other) = pair.seen_by(bot)?;
            let chance = strengths[bot] / (strengths[bot] + strengths[other]);
            Some(pair.games * chance * (1.0 - chance))
        });
        Rating {
            bot: names[bot].to_owned(),
            rating: 1500.0 + elo[bot] - middle,
            // Nothing is known of a bot that met only itself. The sum of no numbers is a negative zero.
            error: scale / known.fold(0.0, |sum, part| sum + part).sqrt(),
        }
    };
    let mut ratings: Vec<Rating> = (0..names.len()).map(rating).collect();
    ratings.sort_by(|one, other| other.rating.total_cmp(&one.rating));
    ratings
}

/// What two bots did against each other.
struct Pair {
    bots: [usize; 2],
    wins: [f64; 2],
    games: f64,
}

impl Pair {
    /// `None` for a bot against itself, which tells nothing.
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn of(report: &Report, names: &[&str]) -> Option<Pair> {
        let place = |team: usize| names.iter().position(|name| *name == report.teams[team].bot);
        let bots = [place(0)?, place(1)?];
        let wins = [0, 1].map(|team| report.teams[team].wins as f64 + 0.5);
        (bots[0] != bots[1]).then_some(Pair {
            bots,
            wins,
            games: wins[0] + wins[1],
        })
    }

    /// The wins of this bot, and who the other one is.
    fn seen_by(&self, bot: usize) -> Option<(f64, usize)> {
        let side = self.bots.iter().position(|other| *other == bot)?;
        Some((self.wins[side], self.bots[1 - side]))
    }
}
