//! Estimates what a hand can make as the bidder.

mod open_cards;

use chacha20::ChaCha20Rng;
use pidro::rules::FirstDealer;
use pidro::{Action, Bid, BySeat, CardSet, Deck, Game, Legal, Phase, Rules, Seat, Suit};
use rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use crate::solver::Solver;
use open_cards::{OpenCards, OpenCardsNode};

/// How well a hand of nine cards does as the bidder, with each suit as trump.
///
/// The odds come from many deals of the other cards. In each deal everybody knows all cards and
/// robs, kills and plays perfectly.
///
/// ```
/// use pidro::{Bid, Rules, Suit};
/// use pidro_bots::Odds;
///
/// let odds = Odds::of("Ah Kh Qh Jh 5h 5d 2h 9c 4s".parse()?, Odds::DEALER, Rules::default(), 100, 1);
/// let hearts = odds.suits.iter().find(|odds| odds.suit == Suit::Hearts).unwrap();
/// assert!(hearts.makes(Bid::new(10).unwrap()) > 0.9);
/// # Ok::<(), pidro::ParseCardSetError>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Odds {
    /// The number of deals.
    pub deals: u32,
    /// The suits, best first.
    pub suits: Vec<SuitOdds>,
}

/// How well a hand does with one suit as trump.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SuitOdds {
    /// The suit.
    pub suit: Suit,
    /// The mean number of points that the team takes.
    pub points: f32,
    /// The proportion of deals in which the team makes each bid, from 6 to 14.
    pub chances: [f32; 9],
}

impl SuitOdds {
    /// The chance to make this bid.
    #[must_use]
    pub fn makes(&self, bid: Bid) -> f32 {
        self.chances[usize::from(bid.get() - Bid::MIN.get())]
    }
}

impl Odds {
    /// The dealer's position in the bidding. The dealer calls last.
    pub const DEALER: u8 = 4;

    /// Estimates the odds of this hand over this many random deals. `position` is the hand's
    /// position in the bidding, from 1 to [`Odds::DEALER`].
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    pub fn of(hand: CardSet, position: u8, rules: Rules, deals: u32, seed: u64) -> Odds {
        let dealer = Seat::North;
        let seat = dealer.left().clockwise()[usize::from(position.clamp(1, Odds::DEALER) - 1)];
        let rules = Rules {
            first_dealer: FirstDealer::Fixed(dealer),
            ..rules
        };
        let mut known = BySeat::all(CardSet::NONE);
        known[seat] = hand;
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut solver = Solver::new();
        // For each suit, the sum of the points and how often each bid was made.
        let mut totals = Suit::ALL.map(|suit| (suit, 0_u64, [0_u32; 9]));
        for _ in 0..deals {
            let deck = Deck::shuffled_with(dealer, &known, &mut rng);
            let game = won_auction(rules, seat, &deck);
            for (suit, points, made) in &mut totals {
                let mut search = OpenCards {
                    team: seat.team(),
                    solver: &mut solver,
                };
                // This never fails: every deal can be bid and played.
                let taken = game
                    .and_then(|game| OpenCardsNode::after(game, Action::Trump(*suit)))
                    .and_then(|stage| search.taken(&stage))
                    .unwrap_or_default();
                *points += u64::from(taken);
                for (count, bid) in made.iter_mut().zip(Bid::MIN.get()..) {
                    *count += u32::from(taken >= bid);
                }
            }
        }
        let mean = |sum: f32| sum / deals as f32;
        let mut suits = totals.map(|(suit, points, made)| SuitOdds {
            suit,
            points: mean(points as f32),
            chances: made.map(|count| mean(count as f32)),
        });
        suits.sort_by(|one, other| other.points.total_cmp(&one.points));
        Odds {
            deals,
            suits: suits.to_vec(),
        }
    }
}

/// Plays the auction of this deal so that this seat wins it: the others pass if they can.
fn won_auction(rules: Rules, seat: Seat, deck: &Deck) -> Option<Game> {
    let mut game = Game::new(rules);
    game.deal(deck, |_| ()).ok()?;
    while let Some(caller) = game.turn().filter(|_| game.phase() == Phase::Bidding) {
        let Legal::Call { bids, pass } = game.legal() else {
            return None;
        };
        let call = match bids.nth(0) {
            Some(lowest) if caller == seat || !pass => Action::Bid(lowest),
            _ => Action::Pass,
        };
        game.act(caller, call, |_| ()).ok()?;
    }
    Some(game)
}
