//! The expert bot, which searches the worlds that fit everything it can know.

mod calls;
mod candidates;
mod choices;
mod deals;
mod partial_ending;
mod worlds;

use std::time::{Duration, Instant};

use chacha20::ChaCha20Rng;
use pidro::{Action, ByTeam, Game, Legal, Seat, View};
use rand_core::{Rng, SeedableRng};

use crate::basic::{Basic, best_suit};
use crate::bot::Bot;
use crate::equity::Equity;
use crate::solver::Solver;
use crate::stakes::Stakes;
use candidates::Candidates;
pub use candidates::Evaluation;
use choices::distinct_choices;
pub(crate) use choices::one_per_kind;
use deals::SampledDeal;
use partial_ending::{PartialEnding, PlayResults, actual_world};
use worlds::{UnseenTrumps, World};

/// The strongest bot. It tries worlds that fit what its seat knows, solves each one exactly, and
/// picks the action with the best chance to win the game.
///
/// ```
/// use pidro::{Seat, Seed, SeededGame};
/// use pidro_bots::{Bot, Expert, SearchLimit};
///
/// let game = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// let view = game.history().game().view(Seat::East);
/// let mut expert = Expert::with_limit(7, SearchLimit::Worlds(50));
/// let evaluations = expert.evaluate(&view);
/// assert_eq!(evaluations.len(), view.legal.len());
/// assert!(evaluations[0].payoff.win >= evaluations[1].payoff.win);
/// # Ok::<(), pidro::ParseRulesError>(())
/// ```
#[derive(Clone)]
pub struct Expert {
    seed: u64,
    limit: SearchLimit,
    solver: Solver,
}

/// How long an expert may think about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SearchLimit {
    /// A time limit.
    Time(Duration),
    /// The number of worlds to try. With this limit, the same seed and view always give the same
    /// action.
    Worlds(usize),
}

impl SearchLimit {
    /// The default limit, a tenth of a second: nobody minds waiting that long.
    pub const DEFAULT: SearchLimit = SearchLimit::Time(Duration::from_millis(100));
}

impl Default for SearchLimit {
    fn default() -> SearchLimit {
        SearchLimit::DEFAULT
    }
}

/// The most worlds to try. More would not change the decision.
const MAX_WORLDS: usize = 2_000;
/// Prune clearly worse actions every this many worlds.
const PRUNE_INTERVAL: usize = 32;
/// The weight of a card's value when nobody sees another hand until the trick is finished. The rest
/// of the weight goes to its value when everybody sees all hands at once.
const HIDDEN_HANDS_WEIGHT: f32 = 0.5;

/// A decision under consideration.
struct DecisionContext<'a> {
    view: &'a View,
    seat: Seat,
    stakes: Stakes,
    start: Instant,
    /// Whether to evaluate every action in every world, even if it is clearly worse.
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
        Expert::with_limit(seed, SearchLimit::DEFAULT)
    }

    /// Creates an expert with this limit.
    #[must_use]
    pub fn with_limit(seed: u64, limit: SearchLimit) -> Expert {
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
    pub fn evaluate(&mut self, view: &View) -> Vec<Evaluation> {
        self.search(view, true).unwrap_or_default()
    }

    /// Evaluates every legal action as the cards actually lie, best first.
    pub(crate) fn evaluate_in_hindsight(&mut self, game: &Game) -> Vec<Evaluation> {
        self.search_actual_world(game).unwrap_or_default()
    }

    fn search(&mut self, view: &View, thorough: bool) -> Option<Vec<Evaluation>> {
        let context = DecisionContext::of(view, thorough)?;
        let rng = ChaCha20Rng::seed_from_u64(self.seed);
        let candidates = match view.legal {
            Legal::Nothing | Legal::Deal => return None,
            Legal::Call { .. } | Legal::Trump => self.search_deals(&context, rng)?,
            Legal::Keep { .. } | Legal::Kill { .. } | Legal::Play { .. } => {
                self.search_worlds(&context, rng)?
            }
        };
        (candidates.worlds() > 0).then(|| candidates.evaluations())
    }

    /// Evaluates every call or suit in deals that fit the seat's hand.
    fn search_deals(&mut self, context: &DecisionContext, mut rng: ChaCha20Rng) -> Option<Candidates> {
        let mut candidates = Candidates::new(context.view.legal.iter());
        while !self.should_stop(context, &mut candidates) {
            let deal = SampledDeal::deal(context.view, context.seat, &mut rng)?;
            let weight = deal.likelihood(context.seat);
            self.try_deal(context, deal, weight, &mut candidates)?;
        }
        Some(candidates)
    }

    /// Evaluates every way to keep, kill or play in worlds that fit what the seat knows. It tries
    /// all of these worlds, or as many as time allows.
    fn search_worlds(&mut self, context: &DecisionContext, mut rng: ChaCha20Rng) -> Option<Candidates> {
        let DecisionContext { view, seat, .. } = *context;
        let mut candidates = Candidates::new(distinct_choices(view)?);
        let ending = PartialEnding::of(view, seat)?;
        #[expect(clippy::cast_precision_loss, reason = "any number from 0 to 1 will do")]
        let offset = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let max_worlds = match self.limit {
            SearchLimit::Time(_) => MAX_WORLDS,
            SearchLimit::Worlds(worlds) => worlds.clamp(1, MAX_WORLDS),
        };
        let mut worlds = UnseenTrumps::of(view, seat, true)?.worlds(max_worlds, offset);
        if worlds.is_empty() {
            // The dealer did something that makes no sense.
            worlds = UnseenTrumps::of(view, seat, false)?.worlds(max_worlds, offset);
        }
        // In random order, because time may run out before all worlds have been tried.
        worlds.sort_by_cached_key(|_| rng.next_u64());
        for world in &worlds {
            if self.should_stop(context, &mut candidates) {
                break;
            }
            self.try_world(context, &ending, world, HIDDEN_HANDS_WEIGHT, &mut candidates);
        }
        Some(candidates)
    }

    /// Evaluates every action in the actual world.
    fn search_actual_world(&mut self, game: &Game) -> Option<Vec<Evaluation>> {
        let view = game.full_view();
        let context = DecisionContext::of(&view, true)?;
        let mut candidates;
        if let Legal::Call { .. } | Legal::Trump = view.legal {
            candidates = Candidates::new(view.legal.iter());
            self.try_deal(&context, SampledDeal::new(*game), 1.0, &mut candidates)?;
        } else {
            candidates = Candidates::new(distinct_choices(&view)?);
            let ending = PartialEnding::of(&view, context.seat)?;
            self.try_world(&context, &ending, &actual_world(&view)?, 0.0, &mut candidates);
        }
        Some(candidates.evaluations())
    }

    /// Evaluates every call or suit in this deal.
    fn try_deal(
        &mut self,
        context: &DecisionContext,
        mut deal: SampledDeal,
        weight: f32,
        candidates: &mut Candidates,
    ) -> Option<()> {
        let DecisionContext {
            view,
            seat,
            ref stakes,
            ..
        } = *context;
        let suit = best_suit(view.hands[seat].cards()?);
        candidates.add_world(weight, |action| {
            let payoff = deal.payoff(seat, *action, suit, stakes, &mut self.solver);
            payoff.unwrap_or_default()
        });
        Some(())
    }

    /// Evaluates every way to keep, kill or play in this world. `hidden_weight` is the weight of
    /// the line in which nobody sees another hand until the trick is finished.
    fn try_world(
        &mut self,
        context: &DecisionContext,
        ending: &PartialEnding,
        world: &World,
        hidden_weight: f32,
        candidates: &mut Candidates,
    ) {
        let payoff = |taken: ByTeam<u8>| context.stakes.payoff(ending.contract(), taken);
        let solver = &mut self.solver;
        if !ending.is_play() {
            candidates.add_world(world.weight, |action| {
                payoff(ending.after_keep_or_kill(action, world, solver))
            });
            return;
        }
        let open = ending.plays(world, solver);
        let hidden = (hidden_weight > 0.0).then(|| ending.plays_with_hidden_hands(world, solver));
        candidates.add_world(world.weight, |action| {
            let of = |plays: &PlayResults| plays.taken(action).map(payoff).unwrap_or_default();
            match &hidden {
                Some(hidden) => of(&open) * (1.0 - hidden_weight) + of(hidden) * hidden_weight,
                None => of(&open),
            }
        });
    }

    /// Returns whether the limit is reached or nothing is left to decide. Prunes candidates from
    /// time to time.
    fn should_stop(&self, context: &DecisionContext, candidates: &mut Candidates) -> bool {
        let worlds = candidates.worlds();
        let limit_reached = match self.limit {
            SearchLimit::Time(time) => worlds > 0 && context.start.elapsed() >= time,
            SearchLimit::Worlds(limit) => worlds >= limit.max(1),
        };
        let mut is_decided = || worlds > 0 && worlds.is_multiple_of(PRUNE_INTERVAL) && !candidates.prune();
        limit_reached || worlds >= MAX_WORLDS || !context.thorough && is_decided()
    }
}

/// Counts the seat's choices. Equivalent actions count once.
pub(crate) fn choice_count(view: &View) -> usize {
    match view.legal {
        Legal::Keep { .. } | Legal::Kill { .. } => distinct_choices(view).map_or(0, |choices| choices.len()),
        legal => legal.len(),
    }
}

impl Bot for Expert {
    fn choose(&mut self, view: &View) -> Option<Action> {
        if view.legal.len() == 1 {
            return view.legal.nth(0);
        }
        match self.search(view, false).as_deref() {
            Some([best, ..]) => Some(best.action),
            _ => Basic.choose(view),
        }
    }
}
