//! The counts collected while bots play.

use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::time::Duration;

use pidro::{Bid, ByTeam, Contract, Seat, Team};

/// The results of two teams so far. Tallies of different games can be added.
#[derive(Clone, Default, Debug)]
pub(super) struct Tally {
    /// The number of pairs of games (same decks, teams swapped) of which the first team won none,
    /// one and both.
    pub(super) pairs: [u64; 3],
    pub(super) hands: u64,
    /// The results of each team, first team first.
    pub(super) sides: [TeamTally; 2],
    /// The first team's lead in points over the number of hands, pair by pair.
    pub(super) leads: Ratio,
    pub(super) outcomes: Outcomes,
}

/// The results of one team.
#[derive(Clone, Default, Debug)]
pub(super) struct TeamTally {
    pub(super) wins: u64,
    pub(super) points: i64,
    pub(super) contracts: u64,
    pub(super) made: u64,
    /// The sum of the bids of its contracts.
    pub(super) bids: u64,
    /// The contracts it made over the contracts it had, pair by pair.
    pub(super) made_per_contract: Ratio,
    /// The sum of its bids over the contracts it had, pair by pair.
    pub(super) bid_per_contract: Ratio,
    pub(super) decision_times: TimeHistogram,
}

/// How often hands ended in each way.
pub type Outcomes = BTreeMap<Outcome, u64>;

/// How a hand ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Outcome {
    /// Whether the dealer's team won the bid.
    pub dealers_bid: bool,
    /// The winning bid.
    pub bid: Bid,
    /// The points that the dealer's team took.
    pub dealers_took: u8,
    /// The points that the other team took.
    pub others_took: u8,
}

impl Tally {
    /// The number of games played.
    pub(super) fn games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>()
    }

    /// Completes a pair of games. The two games share their decks, so only whole pairs are
    /// independent.
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    pub(super) fn finish_pair(&mut self) {
        let [one, other] = &mut self.sides;
        self.leads
            .add((one.points - other.points) as f64, self.hands as f64);
        for side in [&mut *one, other] {
            let contracts = side.contracts as f64;
            side.made_per_contract.add(side.made as f64, contracts);
            side.bid_per_contract.add(side.bids as f64, contracts);
        }
        match one.wins {
            0 => self.pairs[0] += 1,
            1 => self.pairs[1] += 1,
            _ => self.pairs[2] += 1,
        }
    }

    /// Counts a hand. `side` tells which of the two sides sits in a team's seats.
    pub(super) fn add_hand(
        &mut self,
        side: impl Fn(Team) -> usize,
        dealer: Seat,
        contract: Contract,
        taken: ByTeam<u8>,
    ) {
        let bidder = &mut self.sides[side(contract.seat.team())];
        bidder.contracts += 1;
        bidder.made += u64::from(contract.is_made(taken));
        bidder.bids += u64::from(contract.bid.get());
        for (team, change) in contract.score(taken).iter() {
            self.sides[side(team)].points += i64::from(*change);
        }
        self.hands += 1;
        let dealers = dealer.team();
        let outcome = Outcome {
            dealers_bid: contract.seat.team() == dealers,
            bid: contract.bid,
            dealers_took: taken[dealers],
            others_took: taken[dealers.opponents()],
        };
        *self.outcomes.entry(outcome).or_default() += 1;
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        for (count, other) in self.pairs.iter_mut().zip(other.pairs) {
            *count += other;
        }
        self.hands += other.hands;
        for (side, other) in self.sides.iter_mut().zip(&other.sides) {
            side.wins += other.wins;
            side.points += other.points;
            side.contracts += other.contracts;
            side.made += other.made;
            side.bids += other.bids;
            side.made_per_contract += other.made_per_contract;
            side.bid_per_contract += other.bid_per_contract;
            side.decision_times += &other.decision_times;
        }
        self.leads += other.leads;
        for (outcome, count) in &other.outcomes {
            *self.outcomes.entry(*outcome).or_default() += count;
        }
    }
}

/// A ratio of two sums over many pairs of numbers, with its standard error.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Ratio {
    count: f64,
    sums: [f64; 2],
    /// The sums of the squared numerators, of the products, and of the squared denominators.
    squares: [f64; 3],
}

impl Ratio {
    pub(super) fn add(&mut self, numerator: f64, denominator: f64) {
        *self += Ratio {
            count: 1.0,
            sums: [numerator, denominator],
            squares: [
                numerator * numerator,
                numerator * denominator,
                denominator * denominator,
            ],
        };
    }

    pub(super) fn value(&self) -> f64 {
        if self.sums[1] == 0.0 {
            0.0
        } else {
            self.sums[0] / self.sums[1]
        }
    }

    /// The standard error of the value; infinite if there are too few pairs to tell.
    pub(super) fn standard_error(&self) -> f64 {
        if self.count < 2.0 {
            return f64::INFINITY;
        }
        let value = self.value();
        let [numerators, products, denominators] = self.squares;
        let residual = (numerators - 2.0 * value * products + value * value * denominators).max(0.0);
        (residual * self.count / (self.count - 1.0)).sqrt() / self.sums[1]
    }
}

impl AddAssign for Ratio {
    fn add_assign(&mut self, other: Ratio) {
        self.count += other.count;
        for (sum, other) in self.sums.iter_mut().zip(other.sums) {
            *sum += other;
        }
        for (square, other) in self.squares.iter_mut().zip(other.squares) {
            *square += other;
        }
    }
}

/// A histogram of decision times, with eight buckets per doubling.
#[derive(Clone, Debug)]
pub(super) struct TimeHistogram {
    counts: Vec<u64>,
    total: Duration,
    longest: Duration,
}

const BUCKETS_PER_DOUBLING: f64 = 8.0;

impl Default for TimeHistogram {
    fn default() -> TimeHistogram {
        TimeHistogram {
            counts: vec![0; 320],
            total: Duration::ZERO,
            longest: Duration::ZERO,
        }
    }
}

impl TimeHistogram {
    pub(super) fn add(&mut self, time: Duration) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "buckets are an eighth of a doubling wide"
        )]
        let bucket = ((time.as_nanos().max(1) as f64).log2() * BUCKETS_PER_DOUBLING) as usize;
        let last = self.counts.len() - 1;
        self.counts[bucket.min(last)] += 1;
        self.total += time;
        self.longest = self.longest.max(time);
    }

    pub(super) fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    pub(super) fn mean_ms(&self) -> f64 {
        1e3 * self.total.as_secs_f64() / (self.count() as f64).max(1.0)
    }

    /// The 99th percentile, in milliseconds.
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    pub(super) fn p99_ms(&self) -> f64 {
        let needed = self.count() as f64 * 0.99;
        let mut passed = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            passed += count;
            if passed > 0 && passed as f64 >= needed {
                return (2.0_f64.powf((bucket as f64 + 1.0) / BUCKETS_PER_DOUBLING) / 1e6)
                    .min(self.longest_ms());
            }
        }
        0.0
    }

    pub(super) fn longest_ms(&self) -> f64 {
        1e3 * self.longest.as_secs_f64()
    }
}

impl AddAssign<&TimeHistogram> for TimeHistogram {
    fn add_assign(&mut self, other: &TimeHistogram) {
        for (count, other) in self.counts.iter_mut().zip(&other.counts) {
            *count += other;
        }
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_error_of_a_ratio_comes_from_its_residuals() {
        let mut ratio = Ratio::default();
        assert!(ratio.standard_error().is_infinite());
        for (points, hands) in [(10.0, 10.0), (30.0, 10.0), (20.0, 20.0), (60.0, 20.0)] {
            ratio.add(points, hands);
        }
        // Two points per hand. The pairs are off by 10 or 20 points: the squares add up to 1000,
        // times 4/3, over 60 hands.
        assert!((ratio.value() - 2.0).abs() < 1e-9);
        assert!((ratio.standard_error() - (1000.0_f64 * 4.0 / 3.0).sqrt() / 60.0).abs() < 1e-9);
    }

    #[test]
    fn the_99th_percentile_is_accurate_to_a_bucket() {
        let mut times = TimeHistogram::default();
        for micros in 1..=1_000 {
            times.add(Duration::from_micros(micros));
        }
        assert_eq!(times.count(), 1_000);
        assert!((times.mean_ms() - 0.5005).abs() < 1e-6);
        // A bucket is an eighth of a doubling wide.
        assert!((0.99..=1.09).contains(&times.p99_ms()), "{}", times.p99_ms());
        assert!((times.longest_ms() - 1.0).abs() < 1e-9);
    }
}
