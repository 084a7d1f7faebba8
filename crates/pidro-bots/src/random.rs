//! The bot that plays at random.

use chacha20::ChaCha20Rng;
use pidro::{Action, Bid, Legal, View};
use rand_core::{Rng, SeedableRng};

use crate::bot::Bot;

/// Any legal action, all with the same chance; but modest in bidding, because players who always overbid never reach
/// the end of a game.
///
/// ```
/// use pidro::{Seat, Seed, SeededGame};
/// use pidro_bots::{Bot, Random};
///
/// let table = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// let view = table.history().game().view(Seat::East);
/// // The same seed, the same choice.
/// assert_eq!(Random::new(7).choose(&view), Random::new(7).choose(&view));
/// // It is not North's turn.
/// assert_eq!(Random::new(7).choose(&table.history().game().view(Seat::North)), None);
/// # Ok::<(), pidro::ParseRulesError>(())
/// ```
#[derive(Debug)]
pub struct Random {
    rng: ChaCha20Rng,
}

impl Random {
    /// A bot with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random {
            rng: ChaCha20Rng::seed_from_u64(seed),
        }
    }
}

impl Random {
    /// One of these actions. `None` if there is nothing to do.
    #[inline]
    pub(crate) fn pick(&mut self, legal: Legal) -> Option<Action> {
        match legal {
            // A third of the calls are the lowest bid that there is, up to seven.
            Legal::Call { bids, pass: true } => {
                let lowest = bids.nth(0).filter(|bid| bid.get() <= Bid::MIN.get() + 1);
                let bids = self.rng.next_u32().is_multiple_of(3);
                Some(lowest.filter(|_| bids).map_or(Action::Pass, Action::Bid))
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
