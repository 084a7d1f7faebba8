//! The bot that plays at random.

use chacha20::ChaCha20Rng;
use pidro::{Action, Bid, Legal, View};
use rand_core::{Rng, SeedableRng};

use crate::bot::Bot;

/// Plays at random: every legal action is equally likely, except in the bidding. There it makes the
/// lowest bid, up to seven, one time in three and otherwise passes: with players who always
/// overbid, games would never end.
///
/// ```
/// use pidro::{Seat, Seed, SeededGame};
/// use pidro_bots::{Bot, Random};
///
/// let game = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// let view = game.history().game().view(Seat::East);
/// // The same seed, the same choice.
/// assert_eq!(Random::new(7).choose(&view), Random::new(7).choose(&view));
/// // It is not North's turn.
/// assert_eq!(Random::new(7).choose(&game.history().game().view(Seat::North)), None);
/// # Ok::<(), pidro::ParseRulesError>(())
/// ```
#[derive(Debug)]
pub struct Random {
    rng: ChaCha20Rng,
}

impl Random {
    /// Creates a bot with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random {
            rng: ChaCha20Rng::seed_from_u64(seed),
        }
    }

    /// Picks one of these actions. Returns `None` if there are none.
    #[inline]
    pub(crate) fn pick(&mut self, legal: Legal) -> Option<Action> {
        match legal {
            // Make the lowest possible bid a third of the time, but never bid more than seven.
            Legal::Call { bids, pass: true } => {
                let lowest = bids.nth(0).filter(|bid| bid.get() <= Bid::MIN.get() + 1);
                let should_bid = self.rng.next_u32().is_multiple_of(3);
                Some(lowest.filter(|_| should_bid).map_or(Action::Pass, Action::Bid))
            }
            legal => legal.sample(&mut self.rng),
        }
    }
}

impl Bot for Random {
    fn choose(&mut self, view: &View) -> Option<Action> {
        self.pick(view.legal)
    }
}
