//! What came out of many games, with how sure it is.

use std::time::Duration;

use serde::Serialize;

use super::match_up::MatchUp;
use super::tally::{Outcomes, Ratio, Tally};

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
    /// The win rate over pairs of games with the same decks, from the number of pairs of which a
    /// team won no game, one, and both.
    ///
    /// Pairs are independent, but the two games of a pair are not, so this is Tango's score
    /// interval for the difference of paired proportions. Like Wilson's interval it also holds near
    /// 0 and 1, and where all pairs came out alike: a hundred pairs with one win for each team make
    /// anything else unlikely, but not impossible.
    ///
    /// ```
    /// use pidro_bots::arena::Measured;
    ///
    /// let rate = Measured::paired([0, 100, 0]);
    /// assert!((rate.value - 0.5).abs() < 1e-9);
    /// assert!((rate.interval.low - 0.4815).abs() < 1e-4);
    /// assert!((rate.interval.high - 0.5185).abs() < 1e-4);
    /// ```
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    pub fn paired([none, one, both]: [u64; 3]) -> Measured {
        let (lost, won, pairs) = (none as f64, both as f64, (none + one + both) as f64);
        if pairs == 0.0 {
            return Measured::wilson(0.0, 0.0);
        }
        let lead = (won - lost) / pairs;
        // Whether the observed pairs are plausible if the probability to win a pair exceeds the
        // probability to lose it by this much.
        let fits = |ahead: f64| {
            // The maximum likelihood estimate of the probability to lose a pair under that
            // condition.
            let linear = (2.0 * pairs - won + lost) * ahead - won - lost;
            let constant = lost * ahead * (1.0 - ahead);
            let root = (linear * linear + 8.0 * pairs * constant).max(0.0).sqrt();
            let part_lost = (root - linear) / (4.0 * pairs);
            let variance = 2.0 * part_lost + ahead * (1.0 - ahead);
            pairs * (lead - ahead).powi(2) <= Z * Z * variance
        };
        // The plausible values surround the observed lead; bisection finds their ends.
        let end = |mut outside: f64| {
            let mut inside = lead;
            for _ in 0..50 {
                let middle = f64::midpoint(inside, outside);
                if fits(middle) {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            f64::midpoint(1.0, inside)
        };
        Measured {
            value: f64::midpoint(1.0, lead),
            interval: Interval {
                low: end(-1.0),
                high: end(1.0),
            },
        }
    }

    /// The part of the contracts made, from pairs with the same decks.
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn made(pairs: &Ratio, contracts: u64) -> Measured {
        let (part, contracts) = (pairs.value(), contracts as f64);
        // The number of independent contracts that would be as informative. Pairs that are all
        // alike say nothing about their spread; then the contracts of a deck count once.
        let worth = part * (1.0 - part) / pairs.error().powi(2);
        let count = if worth.is_normal() {
            worth.min(contracts)
        } else {
            contracts / 2.0
        };
        Measured::wilson(part, count)
    }

    /// Wilson's score interval, which also holds for proportions near 0 and 1.
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
        let games = tally.games();
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
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let points_per_hand = side.points as f64 / (tally.hands as f64).max(1.0);
        // Each pair that one team lost is one that the other won.
        let mut pairs = tally.pairs;
        if number == 1 {
            pairs.reverse();
        }
        TeamReport {
            bot,
            wins: side.wins,
            win_rate: Measured::paired(pairs),
            points_per_hand,
            contracts: side.contracts,
            bids_made: Measured::made(&side.made_per_contract, side.contracts),
            average_bid: Measured::mean(side.bid_per_contract.value(), side.bid_per_contract.error()),
            decisions: side.times.count(),
            decision_ms: side.times.mean_ms(),
            decision_p99_ms: side.times.p99_ms(),
            decision_max_ms: side.times.longest_ms(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha20Rng;
    use rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn wilson_holds_near_all_and_near_none() {
        let Interval { low, high } = Measured::wilson(0.99, 1_000.0).interval;
        assert!((low - 0.9817).abs() < 1e-4 && (high - 0.9946).abs() < 1e-4);
        let Interval { low, high } = Measured::wilson(0.0, 0.0).interval;
        assert_eq!((low, high), (0.0, 1.0));
    }

    /// Every contract comes twice, because both games have the same cards: 800 contracts are as
    /// informative as 400.
    #[test]
    fn contracts_of_the_same_deck_count_once() {
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        let (matches, truth) = (2_000, 0.7);
        let mut covered = [0; 2];
        for _ in 0..matches {
            let mut pairs = Ratio::default();
            for _ in 0..80 {
                let made = (0..5).filter(|_| rng.next_u32() % 10 < 7).count();
                pairs.add(f64::from(u8::try_from(2 * made).unwrap()), 10.0);
            }
            let paired = Measured::made(&pairs, 800);
            let alone = Measured::wilson(paired.value, 800.0);
            for (covered, Measured { interval, .. }) in covered.iter_mut().zip([paired, alone]) {
                *covered += i32::from((interval.low..=interval.high).contains(&truth));
            }
        }
        let [paired, alone] = covered.map(|count| f64::from(count) / f64::from(matches));
        assert!(paired > 0.93 && alone < 0.87, "{paired}, {alone}");
    }

    /// Without a spread to measure, both contracts of a deck count as one.
    #[test]
    fn contracts_that_were_all_made_are_no_proof() {
        let mut pairs = Ratio::default();
        for _ in 0..10 {
            pairs.add(8.0, 8.0);
        }
        assert_eq!(Measured::made(&pairs, 80), Measured::wilson(1.0, 40.0));
        assert_eq!(Measured::made(&Ratio::default(), 0), Measured::wilson(0.0, 0.0));
    }
}
