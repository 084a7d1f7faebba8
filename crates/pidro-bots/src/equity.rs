//! The chance to win the game at each pair of scores.

use std::sync::LazyLock;

use pidro::{Bid, ByTeam, Contract, Rules, Seat, Team};

/// Counts of how hands between strong players ended: who bid, how much, and what the dealer's team
/// and the other team took. `cargo run --release -p pidro-bots --example outcomes` generates the
/// file. Those players use the table that this crate computes from the file's previous version;
/// repeating this no longer changes the table noticeably.
const HAND_OUTCOMES: &str = include_str!("../data/hands.txt");

/// Each team's chance to win the game, given what both teams still need and who deals next.
///
/// This is a table over all pairs of scores, including negative ones. It is computed from how often
/// hands end in each way: the chance at a pair of scores is the mean of the chances at the pairs
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
    dealing_team: Vec<f32>,
}

/// The most points that the table distinguishes. A team that needs more is treated as if it needed
/// this many.
const MAX_NEED: usize = 120;
/// If both teams need more than this, only the difference between them counts.
const MAX_LEADER_NEED: i32 = 62;

/// How a hand ended, from the dealing team's point of view.
struct Outcome {
    /// What the dealer's team and the other team score.
    change: [i32; 2],
    /// Whether the dealer's team bid, and therefore wins if both teams reach the target.
    dealers_bid: bool,
    probability: f32,
}

impl Equity {
    /// The table for strong players.
    #[must_use]
    pub fn standard() -> &'static Equity {
        static STANDARD: LazyLock<Equity> =
            LazyLock::new(|| Equity::from_outcomes(&parse_outcomes(HAND_OUTCOMES)));
        &STANDARD
    }

    /// This team's chance at these scores, between two hands, if `next_dealer` deals next.
    #[must_use]
    pub fn chance(&self, team: Team, scores: ByTeam<i32>, rules: &Rules, next_dealer: Seat) -> f32 {
        let target = i32::from(rules.target.get());
        let dealing = next_dealer.team();
        let needs = [target - scores[dealing], target - scores[dealing.opponents()]];
        let chance = self.dealing_teams_chance(needs);
        if team == dealing { chance } else { 1.0 - chance }
    }

    /// The dealing team's chance, given what it and the other team need.
    fn dealing_teams_chance(&self, needs: [i32; 2]) -> f32 {
        let [own, other] = needs;
        if own <= 0 {
            return 1.0;
        }
        if other <= 0 {
            return 0.0;
        }
        let excess = (own.min(other) - MAX_LEADER_NEED).max(0);
        self.dealing_team[index(own - excess, other - excess)]
    }

    /// Computes the table backwards from the end of the game. Scores can also fall, so it repeats
    /// this until the table no longer changes.
    fn from_outcomes(outcomes: &[Outcome]) -> Equity {
        let mut equity = Equity {
            dealing_team: vec![0.5; MAX_NEED * MAX_NEED],
        };
        let max_need = i32::try_from(MAX_NEED).unwrap_or(i32::MAX);
        loop {
            let mut largest_change: f32 = 0.0;
            for sum in 2..=2 * max_need {
                for own in (sum - max_need).max(1)..=(sum - 1).min(max_need) {
                    let other = sum - own;
                    if own.min(other) > MAX_LEADER_NEED {
                        continue;
                    }
                    let chance: f32 = outcomes
                        .iter()
                        .map(|outcome| equity.contribution(own, other, outcome))
                        .sum();
                    let known = &mut equity.dealing_team[index(own, other)];
                    largest_change = largest_change.max((*known - chance).abs());
                    *known = chance;
                }
            }
            if largest_change < 1e-5 {
                return equity;
            }
        }
    }

    /// The share of the dealing team's chance that comes from one outcome of the hand. The other
    /// team deals next.
    fn contribution(&self, own: i32, other: i32, outcome: &Outcome) -> f32 {
        let [own, other] = [own - outcome.change[0], other - outcome.change[1]];
        let chance = if own <= 0 && other <= 0 {
            f32::from(u8::from(outcome.dealers_bid))
        } else {
            1.0 - self.dealing_teams_chance([other, own])
        };
        outcome.probability * chance
    }
}

fn index(own: i32, other: i32) -> usize {
    let clamped = |need: i32| usize::try_from(need - 1).map_or(0, |need| need.min(MAX_NEED - 1));
    clamped(own) * MAX_NEED + clamped(other)
}

/// Parses [`HAND_OUTCOMES`]. Each line has who bid (`dealer` or `other`), the bid, what the
/// dealer's team and the other team took, and how often that happened.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn parse_outcomes(text: &str) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut total = 0;
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
            Some(known) => known.probability += count as f32,
            None => outcomes.push(Outcome {
                change,
                dealers_bid,
                probability: count as f32,
            }),
        }
        total += count;
    }
    for outcome in &mut outcomes {
        outcome.probability /= total as f32;
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha20Rng;
    use rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn simulated_games_agree_with_the_table() {
        let outcomes = parse_outcomes(HAND_OUTCOMES);
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        for start in [[0, 0], [50, 40], [-30, 20], [61, 61], [0, 55]] {
            let games = 4_000;
            let mut wins = 0;
            for _ in 0..games {
                // The scores of the first dealer's team and of the other team, and which of them
                // deals.
                let (mut scores, mut dealing) = (start, 0);
                let winner = loop {
                    #[expect(clippy::cast_precision_loss, reason = "any number from 0 to 1 will do")]
                    let mut drawn = rng.next_u32() as f32 / u32::MAX as f32;
                    let outcome = outcomes.iter().find(|outcome| {
                        drawn -= outcome.probability;
                        drawn <= 0.0
                    });
                    let outcome = outcome.unwrap_or(&outcomes[0]);
                    scores[dealing] += outcome.change[0];
                    scores[1 - dealing] += outcome.change[1];
                    let bidders = if outcome.dealers_bid { dealing } else { 1 - dealing };
                    let winner = [bidders, 1 - bidders]
                        .into_iter()
                        .find(|team| scores[*team] >= 62);
                    if let Some(winner) = winner {
                        break winner;
                    }
                    dealing = 1 - dealing;
                };
                wins += u32::from(winner == 0);
            }
            let predicted =
                f64::from(Equity::standard().dealing_teams_chance([62 - start[0], 62 - start[1]]));
            let observed = f64::from(wins) / f64::from(games);
            assert!(
                (predicted - observed).abs() < 4.0 * (0.25 / f64::from(games)).sqrt(),
                "{start:?}: {predicted}, {observed}"
            );
        }
    }

    #[test]
    fn more_points_are_never_worse() {
        let equity = Equity::standard();
        for own in -50..61 {
            for other in -50..62 {
                let chance = |own: i32| equity.dealing_teams_chance([62 - own, 62 - other]);
                assert!(chance(own + 1) >= chance(own) - 1e-4, "{own} to {other}");
            }
        }
    }

    /// A long game with the same difference in scores has the same chances as a shorter one.
    #[test]
    fn far_from_the_end_only_the_difference_counts() {
        let equity = Equity::standard();
        assert_eq!(
            equity.dealing_teams_chance([162, 150]).to_bits(),
            equity.dealing_teams_chance([74, 62]).to_bits()
        );
        assert!(equity.dealing_teams_chance([1_000, 990]) < 0.5);
    }
}
