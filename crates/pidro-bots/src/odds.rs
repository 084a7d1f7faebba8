//! What a hand can make.

mod open;

use chacha20::ChaCha20Rng;
use pidro::rules::FirstDealer;
use pidro::{Action, Bid, BySeat, CardSet, Deck, Game, Legal, Phase, Rules, Seat, Suit};
use rand_core::SeedableRng;
use serde::Serialize;

use crate::solver::Solver;
use open::{OpenHand, Stage};

/// How well a hand of nine cards does as the bidder, with each suit as trump, over many deals of
/// the other cards. In each deal everybody knows all cards and robs, kills and plays perfectly.
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
#[derive(Clone, Debug, Serialize)]
pub struct Odds {
    /// The number of deals.
    pub deals: u32,
    /// The suits, best first.
    pub suits: Vec<SuitOdds>,
}

/// How well a hand does with one suit as trump.
#[derive(Clone, Debug, Serialize)]
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
    /// The dealer's place in the bidding order. The dealer calls last.
    pub const DEALER: u8 = 4;

    /// Computes the odds of this hand over this many deals. `place` is the seat's place in the
    /// bidding order, from 1 to 4.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    pub fn of(hand: CardSet, place: u8, rules: Rules, deals: u32, seed: u64) -> Odds {
        let dealer = Seat::North;
        let seat = dealer.left().clockwise()[usize::from(place.clamp(1, Odds::DEALER) - 1)];
        let rules = Rules {
            first_dealer: FirstDealer::Fixed(dealer),
            ..rules
        };
        let mut known = BySeat::all(CardSet::NONE);
        known[seat] = hand;
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut solver = Solver::new();
        // For each suit, the sum of the points and how often each bid was made.
        let mut counts = Suit::ALL.map(|suit| (suit, 0_u64, [0_u32; 9]));
        for _ in 0..deals {
            let deck = Deck::shuffled_with(dealer, &known, &mut rng);
            let game = bid_for(rules, seat, &deck);
            for (suit, points, made) in &mut counts {
                let mut hand = OpenHand {
                    team: seat.team(),
                    solver: &mut solver,
                };
                // This never fails: every deal can be bid and played.
                let taken = game
                    .and_then(|game| Stage::after(game, Action::Trump(*suit)))
                    .and_then(|stage| hand.taken(&stage))
                    .unwrap_or_default();
                *points += u64::from(taken);
                for (count, bid) in made.iter_mut().zip(Bid::MIN.get()..) {
                    *count += u32::from(taken >= bid);
                }
            }
        }
        let part = |count: f32| count / deals as f32;
        let mut suits = counts.map(|(suit, points, made)| SuitOdds {
            suit,
            points: part(points as f32),
            chances: made.map(|count| part(count as f32)),
        });
        suits.sort_by(|one, other| other.points.total_cmp(&one.points));
        Odds {
            deals,
            suits: suits.to_vec(),
        }
    }
}

/// Plays the auction of this deal so that this seat wins it.
fn bid_for(rules: Rules, seat: Seat, deck: &Deck) -> Option<Game> {
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
