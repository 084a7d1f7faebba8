//! What came out of many games, with how sure it is.

use std::time::Duration;

use serde::Serialize;

use super::match_up::MatchUp;
use super::tally::{Moments, Outcomes, Tally};

/// What came out of a match-up.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How many games were played: an even number, each deck twice.
    pub games: u64,
    /// Whether fewer games were played than were asked for.
    pub interrupted: bool,
    /// How many hands.
    pub hands: u64,
    /// The two teams.
    pub teams: [TeamReport; 2],
    /// The points a hand by which the first team was ahead.
    pub lead: Measured,
    /// How long it took.
    pub seconds: f64,
    /// How the hands ended.
    #[serde(skip)]
    pub outcomes: Outcomes,
}

/// What one team did.
#[derive(Clone, Debug, Serialize)]
pub struct TeamReport {
    /// Who it was.
    pub bot: String,
    /// The games it won.
    pub wins: u64,
    /// The part of the games that it won.
    pub win_rate: Measured,
    /// What it scored in a hand.
    pub points_per_hand: f64,
    /// How many contracts it had.
    pub contracts: u64,
    /// The part of them that it made.
    pub bids_made: Measured,
    /// What it bid.
    pub average_bid: Measured,
    /// How many decisions it took.
    pub decisions: u64,
    /// How long a decision took in the mean, in milliseconds.
    pub decision_ms: f64,
    /// What 99 of 100 decisions stay under.
    pub decision_p99_ms: f64,
    /// The longest decision.
    pub decision_max_ms: f64,
}

/// A number, and where it is with a certainty of 95 %.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// What was seen.
    pub value: f64,
    /// Where it is.
    pub interval: Interval,
}

/// From the lowest to the highest.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(into = "[f64; 2]")]
pub struct Interval {
    /// The lowest.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> [f64; 2] {
        [interval.low, interval.high]
    }
}

/// So many standard errors to both sides hold 95 %.
const Z: f64 = 1.96;

impl Measured {
    /// A part of all, by Wilson's formula, which also holds for parts near none and near all.
    ///
    /// ```
    /// use pidro_bots::arena::Measured;
    ///
    /// let rate = Measured::part(990, 1_000);
    /// assert!((rate.interval.low - 0.9817).abs() < 1e-4);
    /// assert!((rate.interval.high - 0.9946).abs() < 1e-4);
    /// ```
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    pub fn part(some: u64, all: u64) -> Measured {
        match all {
            0 => Measured::wilson(0.0, 0.0),
            all => Measured::wilson(some as f64 / all as f64, all as f64),
        }
    }

    /// The games won, of pairs with the same decks: where luck cancels, they tell as much as more games without that.
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn wins(part: f64, pairs: &Moments, games: u64) -> Measured {
        let variance = pairs.error() * pairs.error();
        let worth = part * (1.0 - part) / variance;
        // All pairs alike tell nothing of their spread.
        let count = if worth.is_normal() { worth } else { games as f64 };
        Measured::wilson(part, count)
    }

    fn wilson(value: f64, count: f64) -> Measured {
        if count == 0.0 {
            let interval = Interval { low: 0.0, high: 1.0 };
            return Measured { value, interval };
        }
        let scale = 1.0 + Z * Z / count;
        let middle = (value + Z * Z / (2.0 * count)) / scale;
        let half = Z / scale * (value * (1.0 - value) / count + Z * Z / (4.0 * count * count)).sqrt();
        let interval = Interval {
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        };
        Measured { value, interval }
    }

    fn mean(value: f64, error: f64) -> Measured {
        let interval = Interval {
            low: value - Z * error,
            high: value + Z * error,
        };
        Measured { value, interval }
    }
}

impl Report {
    pub(super) fn new(match_up: &MatchUp, tally: &Tally, asked: u64, time: Duration) -> Report {
        let games = 2 * tally.pairs;
        let team = |side: usize| TeamReport::new(match_up.teams[side].to_string(), side, tally);
        Report {
            games,
            interrupted: games < asked,
            hands: tally.hands,
            teams: [team(0), team(1)],
            lead: Measured::mean(tally.leads.value(), tally.leads.error()),
            seconds: time.as_secs_f64(),
            outcomes: tally.outcomes.clone(),
        }
    }
}

impl TeamReport {
    fn new(bot: String, number: usize, tally: &Tally) -> TeamReport {
        let side = &tally.sides[number];
        let games = 2 * tally.pairs;
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let [points_per_hand, wins] = [
            side.points as f64 / (tally.hands as f64).max(1.0),
            side.wins as f64 / (games as f64).max(1.0),
        ];
        TeamReport {
            bot,
            wins: side.wins,
            win_rate: Measured::wins(wins, &tally.wins, games),
            points_per_hand,
            contracts: side.contracts,
            bids_made: Measured::part(side.made, side.contracts),
            average_bid: Measured::mean(side.bids.mean(), side.bids.error()),
            decisions: side.times.count(),
            decision_ms: side.times.mean_ms(),
            decision_p99_ms: side.times.p99_ms(),
            decision_max_ms: side.times.longest_ms(),
        }
    }
}
