//! The bot that weighs all it can know.

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
use deals::Imagined;
use hands::Frame;
pub(crate) use hands::distinct;
pub use options::Opinion;
use options::Options;
use worlds::{Unseen, World};

/// Takes the worlds that fit what its seat knows, solves each exactly, and does what brings the best chance to win the
/// game.
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

/// How long a bot may think about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// So long.
    Time(Duration),
    /// In so many worlds: the same seed and view always give the same action.
    Worlds(usize),
}

impl Limit {
    /// What nobody minds to wait for: a tenth of a second.
    pub const STANDARD: Limit = Limit::Time(Duration::from_millis(100));
}

/// More worlds than these change nothing.
const ENOUGH: usize = 2_000;
/// After so many worlds it is time to look whether anything is still to be decided.
const ROUND: usize = 32;
/// How much counts what a card brings if nobody sees another hand before the trick is finished; the rest is what it brings
/// if everybody sees everything at once.
const IN_THE_DARK: f32 = 0.5;

/// A decision that is being thought about.
struct Question<'a> {
    view: &'a View,
    seat: Seat,
    stakes: Stakes,
    start: Instant,
    /// Whether to go on about what is clearly worse.
    thorough: bool,
}

impl Question<'_> {
    /// What the seat whose turn it is has to decide.
    fn of(view: &View, thorough: bool) -> Option<Question<'_>> {
        let seat = view.turn?;
        Some(Question {
            view,
            seat,
            stakes: Stakes::of(view, seat)?,
            start: Instant::now(),
            thorough,
        })
    }
}

impl Expert {
    /// An expert that takes a tenth of a second at most for a decision.
    #[must_use]
    pub fn new(seed: u64) -> Expert {
        Expert::limited(seed, Limit::STANDARD)
    }

    /// An expert with this limit.
    #[must_use]
    pub fn limited(seed: u64, limit: Limit) -> Expert {
        // Worked out before the first decision, whose time it would take otherwise.
        let _ = Equity::standard();
        Expert {
            seed,
            limit,
            solver: Solver::new(),
        }
    }

    /// What it thinks of everything that may be done, the best first; nothing where there is nothing to do.
    #[must_use]
    pub fn weigh(&mut self, view: &View) -> Vec<Opinion> {
        self.consider(view, true).unwrap_or_default()
    }

    /// What everything that may be done really brings, as the cards lie.
    pub(crate) fn hindsight(&mut self, game: &Game) -> Vec<Opinion> {
        self.look_back(game).unwrap_or_default()
    }

    fn consider(&mut self, view: &View, thorough: bool) -> Option<Vec<Opinion>> {
        let question = Question::of(view, thorough)?;
        let rng = ChaCha20Rng::seed_from_u64(self.seed);
        let options = match view.legal {
            Legal::Nothing | Legal::Deal => return None,
            Legal::Call { .. } | Legal::Trump => self.in_deals(&question, rng)?,
            Legal::Keep { .. } | Legal::Kill { .. } | Legal::Play { .. } => self.in_worlds(&question, rng)?,
        };
        (options.worlds() > 0).then(|| options.opinions())
    }

    /// Tries every call or suit in deals that fit the seat's hand.
    fn in_deals(&mut self, question: &Question, mut rng: ChaCha20Rng) -> Option<Options> {
        let mut options = Options::new(question.view.legal.iter());
        while !self.is_enough(question, &mut options) {
            let imagined = Imagined::deal(question.view, question.seat, &mut rng)?;
            let weight = imagined.likely(question.seat);
            self.try_deal(question, imagined, weight, &mut options)?;
        }
        Some(options)
    }

    /// Tries everything that can be kept, killed or played in worlds that fit what the seat knows: all of them, or as many
    /// as there is time for.
    fn in_worlds(&mut self, question: &Question, mut rng: ChaCha20Rng) -> Option<Options> {
        let Question { view, seat, .. } = *question;
        let mut options = Options::new(hands::choices(view)?);
        let frame = Frame::of(view, seat)?;
        #[expect(clippy::cast_precision_loss, reason = "any number from 0 to 1 will do")]
        let luck = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let most = match self.limit {
            Limit::Time(_) => ENOUGH,
            Limit::Worlds(most) => most.clamp(1, ENOUGH),
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
            self.try_world(question, &frame, world, IN_THE_DARK, &mut options);
        }
        Some(options)
    }

    /// Tries everything in the one world that is true.
    fn look_back(&mut self, game: &Game) -> Option<Vec<Opinion>> {
        let view = game.view(Observer::Arbiter);
        let question = Question::of(&view, true)?;
        let mut options;
        if let Legal::Call { .. } | Legal::Trump = view.legal {
            options = Options::new(view.legal.iter());
            self.try_deal(&question, Imagined::new(*game), 1.0, &mut options)?;
        } else {
            options = Options::new(hands::choices(&view)?);
            let frame = Frame::of(&view, question.seat)?;
            self.try_world(&question, &frame, &hands::actual(&view)?, 0.0, &mut options);
        }
        Some(options.opinions())
    }

    fn try_deal(
        &mut self,
        question: &Question,
        mut imagined: Imagined,
        weight: f32,
        options: &mut Options,
    ) -> Option<()> {
        let Question {
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
        question: &Question,
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

    /// Whether there is nothing left to decide, or no time.
    fn is_enough(&self, question: &Question, options: &mut Options) -> bool {
        let worlds = options.worlds();
        let limit = match self.limit {
            Limit::Time(time) => worlds > 0 && question.start.elapsed() >= time,
            Limit::Worlds(most) => worlds >= most.max(1),
        };
        let mut decided = || worlds > 0 && worlds.is_multiple_of(ROUND) && !options.give_up();
        limit || worlds >= ENOUGH || !question.thorough && decided()
    }
}

/// How many different things the seat can do. Such that come to the same count once.
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
