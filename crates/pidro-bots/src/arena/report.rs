//! The results of a match-up, with confidence intervals.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::tally::{Outcomes, Ratio, Tally};
use crate::level::Level;

/// The results of a match-up.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Report {
    /// The number of games played: always even, because each deck is played twice.
    pub games: u64,
    /// Whether fewer games were played than requested.
    pub interrupted: bool,
    /// The number of hands played.
    pub hands: u64,
    /// The results of each team.
    pub teams: [TeamReport; 2],
    /// The first team's lead in points per hand.
    pub lead: Estimate,
    /// How long the match-up took, in seconds.
    pub seconds: f64,
    /// How often hands ended in each way.
    #[serde(skip)]
    pub outcomes: Outcomes,
}

/// The results of one team.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TeamReport {
    /// The name of the bot.
    pub bot: String,
    /// The number of games it won.
    pub wins: u64,
    /// The proportion of games it won.
    pub win_rate: Estimate,
    /// Its mean score per hand.
    pub points_per_hand: f64,
    /// The number of contracts it had.
    pub contracts: u64,
    /// The proportion of its contracts that it made.
    pub bids_made: Estimate,
    /// The mean bid of its contracts.
    pub average_bid: Estimate,
    /// The number of decisions it made.
    pub decisions: u64,
    /// The mean time of a decision, in milliseconds.
    pub decision_ms: f64,
    /// The 99th percentile of its decision times, in milliseconds.
    pub decision_p99_ms: f64,
    /// The longest decision, in milliseconds.
    pub decision_max_ms: f64,
}

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// The observed value.
    pub value: f64,
    /// The confidence interval.
    pub interval: Interval,
}

/// A closed interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "[f64; 2]", from = "[Option<f64>; 2]")]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(with = "[Option<f64>; 2]"))]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> [f64; 2] {
        [interval.low, interval.high]
    }
}

/// JSON has no infinity, so an end that is unknown or infinite is `null` there.
impl From<[Option<f64>; 2]> for Interval {
    fn from([low, high]: [Option<f64>; 2]) -> Interval {
        Interval {
            low: low.unwrap_or(f64::NEG_INFINITY),
            high: high.unwrap_or(f64::INFINITY),
        }
    }
}

/// The number of standard errors on either side that cover 95 %.
const Z: f64 = 1.96;

impl Estimate {
    /// The win rate over pairs of games with the same decks. The arguments are the numbers of pairs
    /// of which a team won no game, one game, and both.
    ///
    /// Pairs are independent, but the two games of a pair are not, so this is Tango's score
    /// interval for the difference of paired proportions. Like Wilson's interval, it also holds
    /// near 0 and 1, and when all pairs came out alike: a hundred pairs with one win for each team
    /// make any other rate unlikely but not impossible.
    ///
    /// ```
    /// use pidro_bots::arena::Estimate;
    ///
    /// let rate = Estimate::from_pairs([0, 100, 0]);
    /// assert!((rate.value - 0.5).abs() < 1e-9);
    /// assert!((rate.interval.low - 0.4815).abs() < 1e-4);
    /// assert!((rate.interval.high - 0.5185).abs() < 1e-4);
    /// ```
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    pub fn from_pairs([none, one, both]: [u64; 3]) -> Estimate {
        let (lost, won, pairs) = (none as f64, both as f64, (none + one + both) as f64);
        if pairs == 0.0 {
            return Estimate::wilson(0.0, 0.0);
        }
        let lead = (won - lost) / pairs;
        // Whether the observed pairs are plausible if the probability of winning a pair exceeds the
        // probability of losing it by `ahead`.
        let is_plausible = |ahead: f64| {
            // The maximum likelihood estimate of the probability of losing a pair under that
            // condition.
            let linear = (2.0 * pairs - won + lost) * ahead - won - lost;
            let constant = lost * ahead * (1.0 - ahead);
            let root = (linear * linear + 8.0 * pairs * constant).max(0.0).sqrt();
            let lost_share = (root - linear) / (4.0 * pairs);
            let variance = 2.0 * lost_share + ahead * (1.0 - ahead);
            pairs * (lead - ahead).powi(2) <= Z * Z * variance
        };
        // The plausible values surround the observed lead; bisection finds both ends.
        let end = |mut outside: f64| {
            let mut inside = lead;
            for _ in 0..50 {
                let middle = f64::midpoint(inside, outside);
                if is_plausible(middle) {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            f64::midpoint(1.0, inside)
        };
        Estimate {
            value: f64::midpoint(1.0, lead),
            interval: Interval {
                low: end(-1.0),
                high: end(1.0),
            },
        }
    }

    /// The proportion of contracts made, from pairs with the same decks.
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn made_rate(pairs: &Ratio, contracts: u64) -> Estimate {
        let (rate, contracts) = (pairs.value(), contracts as f64);
        // The number of independent contracts that would be equally informative. If all pairs are
        // alike, they say nothing about the spread; in that case the contracts of a deck count
        // once.
        let independent = rate * (1.0 - rate) / pairs.standard_error().powi(2);
        let count = if independent.is_normal() {
            independent.min(contracts)
        } else {
            contracts / 2.0
        };
        Estimate::wilson(rate, count)
    }

    /// Wilson's score interval, which also holds for proportions near 0 and 1.
    fn wilson(value: f64, count: f64) -> Estimate {
        if count == 0.0 {
            let interval = Interval { low: 0.0, high: 1.0 };
            return Estimate { value, interval };
        }
        let scale = 1.0 + Z * Z / count;
        let middle = (value + Z * Z / (2.0 * count)) / scale;
        let half = Z / scale * (value * (1.0 - value) / count + Z * Z / (4.0 * count * count)).sqrt();
        let interval = Interval {
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        };
        Estimate { value, interval }
    }

    fn mean(ratio: &Ratio) -> Estimate {
        let (value, half) = (ratio.value(), Z * ratio.standard_error());
        let interval = Interval {
            low: value - half,
            high: value + half,
        };
        Estimate { value, interval }
    }
}

impl Report {
    pub(super) fn new(teams: &[Level; 2], tally: &Tally, requested: u64, time: Duration) -> Report {
        let games = tally.games();
        let team = |side: usize| TeamReport::new(teams[side].to_string(), side, tally);
        Report {
            games,
            interrupted: games < requested,
            hands: tally.hands,
            teams: [team(0), team(1)],
            lead: Estimate::mean(&tally.leads),
            seconds: time.as_secs_f64(),
            outcomes: tally.outcomes.clone(),
        }
    }
}

impl TeamReport {
    fn new(bot: String, number: usize, tally: &Tally) -> TeamReport {
        let side = &tally.sides[number];
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let points_per_hand = side.points as f64 / (tally.hands as f64).max(1.0);
        // A pair that one team lost is a pair that the other team won.
        let mut pairs = tally.pairs;
        if number == 1 {
            pairs.reverse();
        }
        TeamReport {
            bot,
            wins: side.wins,
            win_rate: Estimate::from_pairs(pairs),
            points_per_hand,
            contracts: side.contracts,
            bids_made: Estimate::made_rate(&side.made_per_contract, side.contracts),
            average_bid: Estimate::mean(&side.bid_per_contract),
            decisions: side.decision_times.count(),
            decision_ms: side.decision_times.mean_ms(),
            decision_p99_ms: side.decision_times.p99_ms(),
            decision_max_ms: side.decision_times.longest_ms(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha20Rng;
    use rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn wilson_interval_holds_near_0_and_1() {
        let Interval { low, high } = Estimate::wilson(0.99, 1_000.0).interval;
        assert!((low - 0.9817).abs() < 1e-4 && (high - 0.9946).abs() < 1e-4);
        let Interval { low, high } = Estimate::wilson(0.0, 0.0).interval;
        assert_eq!((low, high), (0.0, 1.0));
    }

    /// Both games of a pair have the same cards, so every contract occurs twice: 800 contracts are
    /// only as informative as 400.
    #[test]
    fn contracts_with_the_same_deck_count_once() {
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        let (matches, truth) = (2_000, 0.7);
        let mut covered = [0; 2];
        for _ in 0..matches {
            let mut pairs = Ratio::default();
            for _ in 0..80 {
                let made = (0..5).filter(|_| rng.next_u32() % 10 < 7).count();
                pairs.add(f64::from(u8::try_from(2 * made).unwrap()), 10.0);
            }
            let paired = Estimate::made_rate(&pairs, 800);
            let alone = Estimate::wilson(paired.value, 800.0);
            for (covered, Estimate { interval, .. }) in covered.iter_mut().zip([paired, alone]) {
                *covered += i32::from((interval.low..=interval.high).contains(&truth));
            }
        }
        let [paired, alone] = covered.map(|count| f64::from(count) / f64::from(matches));
        assert!(paired > 0.93 && alone < 0.87, "{paired}, {alone}");
    }

    /// If there is no spread to measure, the two contracts of a deck count as one.
    #[test]
    fn an_interval_has_a_width_even_if_all_contracts_were_made() {
        let mut pairs = Ratio::default();
        for _ in 0..10 {
            pairs.add(8.0, 8.0);
        }
        assert_eq!(Estimate::made_rate(&pairs, 80), Estimate::wilson(1.0, 40.0));
        assert_eq!(
            Estimate::made_rate(&Ratio::default(), 0),
            Estimate::wilson(0.0, 0.0)
        );
    }
}
