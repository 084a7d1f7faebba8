//! The chance to win the game at each pair of scores.

use std::sync::LazyLock;

use pidro::{Bid, ByTeam, Contract, Rules, Seat, Team};

/// How often hands between strong players end in which way: who bid, how much, and what the
/// dealer's team and the other team took. `cargo run --release -p pidro-bots --example outcomes`
/// generates the counts. The players use the previous version of this table, which has converged.
const HANDS: &str = include_str!("../data/hands.txt");

/// Each team's chance to win the game, given what both teams still need and who deals next.
///
/// This is a table over all pairs of scores, including negative ones. It is computed from how often
/// hands end in which way: the chance at a pair of scores is the mean of the chances at the pairs
/// that the next hand leads to.
///
/// ```
/// use pidro::{ByTeam, Rules, Seat, Team};
/// use pidro_bots::Equity;
///
/// let equity = Equity::standard();
/// let rules = Rules::default();
/// let chance = |north_south, east_west| {
///     equity.chance(Team::NorthSouth, ByTeam::new(north_south, east_west), &rules, Seat::North)
/// };
/// assert!((0.4..0.6).contains(&chance(0, 0)));
/// assert!(chance(50, 20) > 0.9);
/// assert!(chance(-20, 40) < 0.1);
/// ```
#[derive(Debug)]
pub struct Equity {
    /// The dealing team's chance, by what it needs and then by what the other team needs.
    dealers: Vec<f32>,
}

/// The largest need that the table tells apart. It treats larger needs like this one.
const MOST: usize = 120;
/// If both teams need more than this, only the difference counts.
const LEVEL: i32 = 62;

/// How a hand ended, from the dealing team's point of view.
struct Outcome {
    /// What the dealer's team and the other team score.
    change: [i32; 2],
    /// Whether the dealer's team bid, and therefore wins if both teams reach the target.
    dealers_bid: bool,
    chance: f32,
}

impl Equity {
    /// The table for strong players.
    #[must_use]
    pub fn standard() -> &'static Equity {
        static STANDARD: LazyLock<Equity> = LazyLock::new(|| Equity::from_outcomes(&outcomes(HANDS)));
        &STANDARD
    }

    /// This team's chance at these scores, between two hands, if `next_dealer` deals next.
    #[must_use]
    pub fn chance(&self, team: Team, scores: ByTeam<i32>, rules: &Rules, next_dealer: Seat) -> f32 {
        let target = i32::from(rules.target.get());
        let dealers = next_dealer.team();
        let needs = [target - scores[dealers], target - scores[dealers.opponents()]];
        let chance = self.of_dealers(needs);
        if team == dealers { chance } else { 1.0 - chance }
    }

    fn of_dealers(&self, needs: [i32; 2]) -> f32 {
        let [own, other] = needs;
        if own <= 0 {
            return 1.0;
        }
        if other <= 0 {
            return 0.0;
        }
        let above = (own.min(other) - LEVEL).max(0);
        self.dealers[place(own - above, other - above)]
    }

    /// Computes the table backwards from the end of the game. Scores can also fall, so it repeats
    /// this until the table no longer changes.
    fn from_outcomes(outcomes: &[Outcome]) -> Equity {
        let mut equity = Equity {
            dealers: vec![0.5; MOST * MOST],
        };
        let most = i32::try_from(MOST).unwrap_or(i32::MAX);
        loop {
            let mut changed: f32 = 0.0;
            for sum in 2..=2 * most {
                for own in (sum - most).max(1)..=(sum - 1).min(most) {
                    let other = sum - own;
                    if own.min(other) > LEVEL {
                        continue;
                    }
                    let chance: f32 = outcomes
                        .iter()
                        .map(|outcome| equity.after(own, other, outcome))
                        .sum();
                    let known = &mut equity.dealers[place(own, other)];
                    changed = changed.max((*known - chance).abs());
                    *known = chance;
                }
            }
            if changed < 1e-5 {
                return equity;
            }
        }
    }

    /// The share of the dealing team's chance that comes from one outcome of the hand. The other
    /// team deals next.
    fn after(&self, own: i32, other: i32, outcome: &Outcome) -> f32 {
        let [own, other] = [own - outcome.change[0], other - outcome.change[1]];
        let wins = if own <= 0 && other <= 0 {
            f32::from(u8::from(outcome.dealers_bid))
        } else {
            1.0 - self.of_dealers([other, own])
        };
        outcome.chance * wins
    }
}

fn place(own: i32, other: i32) -> usize {
    let clamped = |need: i32| usize::try_from(need - 1).map_or(0, |need| need.min(MOST - 1));
    clamped(own) * MOST + clamped(other)
}

/// Parses the counts. Each line has who bid (`dealer` or `other`), the bid, what the dealer's team
/// and the other team took, and how often that happened.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn outcomes(text: &str) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut all = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [who, bid, own, other, count] = words[..] else {
            continue;
        };
        let number = |word: &str| word.parse::<u8>().unwrap_or_default();
        let Some(bid) = Bid::new(number(bid)) else {
            continue;
        };
        let count: u32 = count.parse().unwrap_or_default();
        let dealers_bid = who == "dealer";
        // North and South stand for the dealer's team here.
        let seat = if dealers_bid { Seat::North } else { Seat::East };
        let change = Contract { seat, bid }.score(ByTeam::new(number(own), number(other)));
        let change = [change[Team::NorthSouth], change[Team::EastWest]].map(i32::from);
        let same = |known: &&mut Outcome| known.change == change && known.dealers_bid == dealers_bid;
        match outcomes.iter_mut().find(same) {
            Some(known) => known.chance += count as f32,
            None => outcomes.push(Outcome {
                change,
                dealers_bid,
                chance: count as f32,
            }),
        }
        all += count;
    }
    for outcome in &mut outcomes {
        outcome.chance /= all as f32;
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha20Rng;
    use rand_core::{Rng, SeedableRng};

    use super::*;

    /// Simulated games are won as often as the table says.
    #[test]
    fn games_that_are_drawn_agree_with_the_table() {
        let outcomes = outcomes(HANDS);
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        for start in [[0, 0], [50, 40], [-30, 20], [61, 61], [0, 55]] {
            let games = 4_000;
            let mut wins = 0;
            for _ in 0..games {
                // The scores of the first dealer's team and of the other team, and which of them
                // deals.
                let (mut scores, mut dealers) = (start, 0);
                let winner = loop {
                    #[expect(clippy::cast_precision_loss, reason = "any number from 0 to 1 will do")]
                    let mut luck = rng.next_u32() as f32 / u32::MAX as f32;
                    let drawn = outcomes.iter().find(|outcome| {
                        luck -= outcome.chance;
                        luck <= 0.0
                    });
                    let outcome = drawn.unwrap_or(&outcomes[0]);
                    scores[dealers] += outcome.change[0];
                    scores[1 - dealers] += outcome.change[1];
                    let bidders = if outcome.dealers_bid { dealers } else { 1 - dealers };
                    let there = [bidders, 1 - bidders]
                        .into_iter()
                        .find(|team| scores[*team] >= 62);
                    if let Some(winner) = there {
                        break winner;
                    }
                    dealers = 1 - dealers;
                };
                wins += u32::from(winner == 0);
            }
            let said = f64::from(Equity::standard().of_dealers([62 - start[0], 62 - start[1]]));
            let seen = f64::from(wins) / f64::from(games);
            assert!(
                (said - seen).abs() < 4.0 * (0.25 / f64::from(games)).sqrt(),
                "{start:?}: {said}, {seen}"
            );
        }
    }

    #[test]
    fn more_points_are_never_worse() {
        let equity = Equity::standard();
        for own in -50..61 {
            for other in -50..62 {
                let chance = |own: i32| equity.of_dealers([62 - own, 62 - other]);
                assert!(chance(own + 1) >= chance(own) - 1e-4, "{own} to {other}");
            }
        }
    }

    /// A long game with the same difference in scores has the same chances as a shorter one.
    #[test]
    fn far_from_the_end_only_the_difference_counts() {
        let equity = Equity::standard();
        assert_eq!(
            equity.of_dealers([162, 150]).to_bits(),
            equity.of_dealers([74, 62]).to_bits()
        );
        assert!(equity.of_dealers([1_000, 990]) < 0.5);
    }
}
