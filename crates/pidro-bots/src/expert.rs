//! The expert bot, which searches the worlds that fit everything it can know.

mod calls;
mod deals;
mod hands;
mod options;
mod worlds;

use std::time::{Duration, Instant};

use chacha20::ChaCha20Rng;
use pidro::{Action, ByTeam, Game, Legal, Observer, Seat, View};
use rand_core::{Rng, SeedableRng};

use crate::basic::{Basic, best_suit};
use crate::bot::Bot;
use crate::equity::Equity;
use crate::solver::Solver;
use crate::stakes::Stakes;
use deals::SampledDeal;
use hands::Frame;
pub(crate) use hands::distinct;
pub use options::Opinion;
use options::Options;
use worlds::{Unseen, World};

/// Tries worlds that fit what its seat knows, solves each one exactly, and picks the action with
/// the best chance to win the game.
///
/// ```
/// use pidro::{Seat, Seed, SeededGame};
/// use pidro_bots::{Bot, Expert, Limit};
///
/// let table = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// let view = table.history().game().view(Seat::East);
/// let mut expert = Expert::limited(7, Limit::Worlds(50));
/// let opinions = expert.weigh(&view);
/// assert_eq!(opinions.len(), view.legal.len());
/// assert!(opinions[0].worth.win >= opinions[1].worth.win);
/// # Ok::<(), pidro::ParseRulesError>(())
/// ```
#[derive(Clone)]
pub struct Expert {
    seed: u64,
    limit: Limit,
    solver: Solver,
}

/// How much thought a bot may give to a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// A time limit.
    Time(Duration),
    /// The number of worlds to try. With this limit, the same seed and view always give the same
    /// action.
    Worlds(usize),
}

impl Limit {
    /// The default limit, a tenth of a second: nobody minds waiting that long.
    pub const STANDARD: Limit = Limit::Time(Duration::from_millis(100));
}

/// The most worlds to try. More would not change the decision.
const MAX_WORLDS: usize = 2_000;
/// The number of worlds between two checks whether anything is left to decide.
const ROUND: usize = 32;
/// The weight of a card's value when nobody sees another hand until the trick is finished. The rest
/// of the weight goes to its value when everybody sees all hands at once.
const HIDDEN_HANDS_WEIGHT: f32 = 0.5;

/// A decision under consideration.
struct DecisionContext<'a> {
    view: &'a View,
    seat: Seat,
    stakes: Stakes,
    start: Instant,
    /// Whether to keep evaluating actions that are clearly worse.
    thorough: bool,
}

impl DecisionContext<'_> {
    /// The decision that the seat to act has to make.
    fn of(view: &View, thorough: bool) -> Option<DecisionContext<'_>> {
        let seat = view.turn?;
        Some(DecisionContext {
            view,
            seat,
            stakes: Stakes::of(view, seat)?,
            start: Instant::now(),
            thorough,
        })
    }
}

impl Expert {
    /// Creates an expert that takes at most a tenth of a second for a decision.
    #[must_use]
    pub fn new(seed: u64) -> Expert {
        Expert::limited(seed, Limit::STANDARD)
    }

    /// Creates an expert with this limit.
    #[must_use]
    pub fn limited(seed: u64, limit: Limit) -> Expert {
        // Build the table now, or the first decision would spend its time on it.
        let _ = Equity::standard();
        Expert {
            seed,
            limit,
            solver: Solver::new(),
        }
    }

    /// Evaluates every legal action, best first. Returns nothing if there is nothing to decide.
    #[must_use]
    pub fn weigh(&mut self, view: &View) -> Vec<Opinion> {
        self.consider(view, true).unwrap_or_default()
    }

    /// Evaluates every legal action as the cards actually lie.
    pub(crate) fn hindsight(&mut self, game: &Game) -> Vec<Opinion> {
        self.look_back(game).unwrap_or_default()
    }

    fn consider(&mut self, view: &View, thorough: bool) -> Option<Vec<Opinion>> {
        let question = DecisionContext::of(view, thorough)?;
        let rng = ChaCha20Rng::seed_from_u64(self.seed);
        let options = match view.legal {
            Legal::Nothing | Legal::Deal => return None,
            Legal::Call { .. } | Legal::Trump => self.in_deals(&question, rng)?,
            Legal::Keep { .. } | Legal::Kill { .. } | Legal::Play { .. } => self.in_worlds(&question, rng)?,
        };
        (options.worlds() > 0).then(|| options.opinions())
    }

    /// Evaluates every call or suit in deals that fit the seat's hand.
    fn in_deals(&mut self, question: &DecisionContext, mut rng: ChaCha20Rng) -> Option<Options> {
        let mut options = Options::new(question.view.legal.iter());
        while !self.is_enough(question, &mut options) {
            let imagined = SampledDeal::deal(question.view, question.seat, &mut rng)?;
            let weight = imagined.likely(question.seat);
            self.try_deal(question, imagined, weight, &mut options)?;
        }
        Some(options)
    }

    /// Evaluates every way to keep, kill or play in worlds that fit what the seat knows. It tries
    /// all of these worlds, or as many as time allows.
    fn in_worlds(&mut self, question: &DecisionContext, mut rng: ChaCha20Rng) -> Option<Options> {
        let DecisionContext { view, seat, .. } = *question;
        let mut options = Options::new(hands::choices(view)?);
        let frame = Frame::of(view, seat)?;
        #[expect(clippy::cast_precision_loss, reason = "any number from 0 to 1 will do")]
        let luck = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let most = match self.limit {
            Limit::Time(_) => MAX_WORLDS,
            Limit::Worlds(most) => most.clamp(1, MAX_WORLDS),
        };
        let mut worlds = Unseen::of(view, seat, true)?.worlds(most, luck);
        if worlds.is_empty() {
            worlds = Unseen::of(view, seat, false)?.worlds(most, luck);
        }
        worlds.sort_by_cached_key(|_| rng.next_u64());
        for world in &worlds {
            if self.is_enough(question, &mut options) {
                break;
            }
            self.try_world(question, &frame, world, HIDDEN_HANDS_WEIGHT, &mut options);
        }
        Some(options)
    }

    /// Evaluates every action in the actual world.
    fn look_back(&mut self, game: &Game) -> Option<Vec<Opinion>> {
        let view = game.view(Observer::Arbiter);
        let question = DecisionContext::of(&view, true)?;
        let mut options;
        if let Legal::Call { .. } | Legal::Trump = view.legal {
            options = Options::new(view.legal.iter());
            self.try_deal(&question, SampledDeal::new(*game), 1.0, &mut options)?;
        } else {
            options = Options::new(hands::choices(&view)?);
            let frame = Frame::of(&view, question.seat)?;
            self.try_world(&question, &frame, &hands::actual(&view)?, 0.0, &mut options);
        }
        Some(options.opinions())
    }

    fn try_deal(
        &mut self,
        question: &DecisionContext,
        mut imagined: SampledDeal,
        weight: f32,
        options: &mut Options,
    ) -> Option<()> {
        let DecisionContext {
            view,
            seat,
            ref stakes,
            ..
        } = *question;
        let suit = best_suit(view.hands[seat].cards()?);
        options.try_all(weight, |action| {
            let worth = imagined.worth(seat, *action, suit, stakes, &mut self.solver);
            worth.unwrap_or_default()
        });
        Some(())
    }

    fn try_world(
        &mut self,
        question: &DecisionContext,
        frame: &Frame,
        world: &World,
        in_the_dark: f32,
        options: &mut Options,
    ) {
        let worth = |taken: ByTeam<u8>| question.stakes.worth(frame.contract(), taken);
        let solver = &mut self.solver;
        if !frame.is_play() {
            options.try_all(world.weight, |action| worth(frame.after(action, world, solver)));
            return;
        }
        let seen = frame.plays(world, solver);
        let dark = (in_the_dark > 0.0).then(|| frame.plays_in_the_dark(world, solver));
        options.try_all(world.weight, |action| {
            let of = |plays: &hands::Plays| plays.taken(action).map(worth).unwrap_or_default();
            match &dark {
                Some(dark) => of(&seen)
                    .times(1.0 - in_the_dark)
                    .plus(of(dark).times(in_the_dark)),
                None => of(&seen),
            }
        });
    }

    /// Returns whether nothing is left to decide, or no time is left.
    fn is_enough(&self, question: &DecisionContext, options: &mut Options) -> bool {
        let worlds = options.worlds();
        let limit = match self.limit {
            Limit::Time(time) => worlds > 0 && question.start.elapsed() >= time,
            Limit::Worlds(most) => worlds >= most.max(1),
        };
        let mut decided = || worlds > 0 && worlds.is_multiple_of(ROUND) && !options.prune();
        limit || worlds >= MAX_WORLDS || !question.thorough && decided()
    }
}

/// Counts the seat's choices. Equivalent actions count once.
pub(crate) fn choices(view: &View) -> usize {
    match view.legal {
        Legal::Keep { .. } | Legal::Kill { .. } => hands::choices(view).map_or(0, |choices| choices.len()),
        legal => legal.len(),
    }
}

impl Bot for Expert {
    fn choose(&mut self, view: &View) -> Option<Action> {
        if view.legal.len() == 1 {
            return view.legal.nth(0);
        }
        let best = self
            .consider(view, false)
            .and_then(|opinions| opinions.first().copied());
        match best {
            Some(best) => Some(best.action),
            None => Basic.choose(view),
        }
    }
}
