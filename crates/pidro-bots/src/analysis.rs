//! Reviews the decisions of a game, judged by what the players could know.

mod moments;

use pidro::rules::Kill;
use pidro::{Action, BySeat, ByTeam, CardSet, Event, Game, History, Mark, Phase, Seat, Team, View};
use serde::{Deserialize, Serialize};

use crate::equity::Equity;
use crate::expert::{Evaluation, Expert, SearchLimit, choice_count};
use crate::stakes::Payoff;

/// The review of a game, decision by decision.
///
/// ```
/// use pidro::Record;
/// use pidro_bots::{Analysis, SearchLimit};
///
/// let record = Record::parse(include_str!("../../../docs/example.pidro"))?;
/// let limit = SearchLimit::Worlds(20);
/// let analysis = Analysis::of(record.history(), &Analysis::seat_names(), limit, |_| ());
/// assert!(analysis.decisions.iter().all(|decision| decision.cost.win >= 0.0));
/// assert_eq!(analysis.hands.len(), 4);
/// assert_eq!(analysis.moments.len(), 3);
/// # Ok::<(), pidro::ParseRecordError>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Analysis {
    /// Every decision. Forced actions don't count.
    pub decisions: Vec<Decision>,
    /// The chances at the start, as hand 0, and after each hand.
    pub hands: Vec<HandResult>,
    /// How well each seat played.
    pub players: BySeat<PlayerSummary>,
    /// The moments that decided the game, most important first.
    pub moments: Vec<KeyMoment>,
}

/// A decision, and the best alternative.
///
/// The best action wins the game most often; among actions that win equally often, it brings the
/// most points in the hand. A cost is the payoff of the best action minus the payoff of the chosen
/// one. The cost in win chance is therefore never negative. The cost in points is negative if the
/// better chance costs points.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Decision {
    /// The index of its event in the log.
    pub event: usize,
    /// The number of the hand, from 1.
    pub hand: u32,
    /// The number of the trick, from 1, if a card was played.
    pub trick: Option<usize>,
    /// The seat that decided.
    pub seat: Seat,
    /// The chosen action.
    pub action: Action,
    /// The best action, given what the seat could know.
    pub best: Action,
    /// The expected payoff of the chosen action, given what the seat could know.
    pub expected: Payoff,
    /// The expected payoff of `best` minus `expected`.
    pub cost: Payoff,
    /// The best action as the cards lay.
    pub best_in_hindsight: Action,
    /// The payoff of the chosen action as the cards lay.
    pub in_hindsight: Payoff,
    /// The payoff of `best_in_hindsight` as the cards lay, minus `in_hindsight`.
    pub cost_in_hindsight: Payoff,
    /// How much better the cards lay than the seat could expect: `in_hindsight` minus `expected`.
    pub luck: Payoff,
    /// The mark for a bad decision.
    pub mark: Option<Mark>,
}

/// The scores and chances after a hand.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HandResult {
    /// The number of the hand.
    pub hand: u32,
    /// The index of the event that scored it.
    pub event: usize,
    /// The scores after the hand.
    pub scores: ByTeam<i32>,
    /// Each team's chance to win the game.
    pub win: ByTeam<f32>,
}

/// How well a seat played.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayerSummary {
    /// The number of decisions it made.
    pub decisions: u32,
    /// The mean score of its decisions: 100 for the best action, 61 for one that costs ten
    /// percentage points of win chance.
    pub accuracy: f32,
    /// The total expected cost of its decisions.
    pub cost: Payoff,
    /// How much better the cards lay than the seat could expect, in total.
    pub luck: Payoff,
}

/// A moment that helped decide the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct KeyMoment {
    /// The index of its event in the log.
    pub event: usize,
    /// The number of its hand.
    pub hand: u32,
    /// How much it changed the chance to win.
    pub win: f32,
    /// A description in words.
    pub text: String,
}

impl Analysis {
    /// Names for the seats of players whose names are unknown.
    #[must_use]
    pub fn seat_names() -> BySeat<String> {
        BySeat::from_fn(|seat| format!("{seat:?}"))
    }

    /// Reviews every decision with an expert of this limit. `names` are the players' names for the
    /// descriptions of the moments. After each event of the log, `on_progress` gets the number of
    /// events reviewed so far.
    pub fn of(
        history: &History,
        names: &BySeat<String>,
        limit: SearchLimit,
        mut on_progress: impl FnMut(usize),
    ) -> Analysis {
        let mut expert = Expert::with_limit(62, limit);
        let mut game = *history.initial_game();
        let mut decisions: Vec<Decision> = Vec::new();
        let mut hands = vec![hand_result(&game, 0, 0)];
        for (number, event) in history.log().iter().enumerate() {
            if let Some((seat, action)) = event.action()
                && game.turn() == Some(seat)
                && let Some(decision) = decision(&mut expert, &game, number, action)
            {
                decisions.push(decision);
            }
            let hand = game.hand_number();
            game = game.evolve(event);
            if let Event::HandScored { .. } = event {
                hands.push(hand_result(&game, hand, number));
            }
            on_progress(number + 1);
        }
        let moments = moments::key_moments(history, names, &decisions, &hands);
        Analysis {
            players: BySeat::from_fn(|seat| PlayerSummary::of(seat, &decisions)),
            decisions,
            hands,
            moments,
        }
    }
}

fn hand_result(game: &Game, hand: u32, event: usize) -> HandResult {
    let chance = |team: Team| match (game.winner(), game.dealer()) {
        (Some(winner), _) => f32::from(u8::from(winner == team)),
        (None, Some(dealer)) => Equity::standard().chance(team, game.scores(), game.rules(), dealer),
        // Nobody deals yet, so the chance is the mean over both dealers.
        (None, None) => 0.5,
    };
    HandResult {
        hand,
        event,
        scores: game.scores(),
        win: ByTeam::from_fn(chance),
    }
}

/// Lets the expert judge an action. Returns `None` if there is nothing to judge: a claim, a
/// resignation, or a forced action.
fn decision(expert: &mut Expert, game: &Game, event: usize, action: Action) -> Option<Decision> {
    let seat = game.turn()?;
    let view = game.view(seat);
    if choice_count(&view) < 2 {
        return None;
    }
    let known = Comparison::of(&expert.evaluate(&view), &view, action)?;
    let hindsight = Comparison::of(&expert.evaluate_in_hindsight(game), &view, action)?;
    Some(Decision {
        event,
        hand: game.hand_number(),
        trick: (view.phase == Phase::Playing).then(|| view.tricks.finished().count() + 1),
        seat,
        action,
        best: known.best,
        expected: known.payoff,
        cost: known.cost,
        best_in_hindsight: hindsight.best,
        in_hindsight: hindsight.payoff,
        cost_in_hindsight: hindsight.cost,
        luck: hindsight.payoff - known.payoff,
        mark: mark(known.cost),
    })
}

/// An action compared with the best one, which is the action itself if nothing is better.
struct Comparison {
    payoff: Payoff,
    best: Action,
    cost: Payoff,
}

impl Comparison {
    fn of(evaluations: &[Evaluation], view: &View, action: Action) -> Option<Comparison> {
        let best = evaluations.first()?;
        let chosen = evaluations
            .iter()
            .find(|evaluation| is_equivalent(view, evaluation.action, action))?;
        let (best, cost) = if best.payoff.is_better_than(chosen.payoff) {
            let cost = best.payoff - chosen.payoff;
            // Actions with the same chance to win may differ by a rounding error.
            let win = cost.win.max(0.0);
            (best.action, Payoff { win, ..cost })
        } else {
            (action, Payoff::default())
        };
        Some(Comparison {
            payoff: chosen.payoff,
            best,
            cost,
        })
    }
}

/// Returns whether two actions are equivalent. The non-trumps that fill up a hand don't matter, and
/// neither does the order of killed cards below the top.
fn is_equivalent(view: &View, one: Action, other: Action) -> bool {
    match (one, other, view.trump) {
        (Action::Keep(one), Action::Keep(other), Some(trump)) => {
            let trumps = |cards: CardSet| cards & trump.cards();
            trumps(one) == trumps(other)
        }
        (Action::Kill(one), Action::Kill(other), _) => {
            let top_counts = view.rules.kill == Kill::ForcedTop;
            one.cards() == other.cards() && (one.top() == other.top() || !top_counts)
        }
        _ => one == other,
    }
}

/// The marks, each with the cost in win chance from which on a decision gets it.
const MARK_THRESHOLDS: [(f32, Mark); 3] = [
    (0.10, Mark::Blunder),
    (0.04, Mark::Mistake),
    (0.015, Mark::Dubious),
];

fn mark(cost: Payoff) -> Option<Mark> {
    MARK_THRESHOLDS
        .iter()
        .find(|(threshold, _)| cost.win >= *threshold)
        .map(|(_, mark)| *mark)
}

impl PlayerSummary {
    fn of(seat: Seat, decisions: &[Decision]) -> PlayerSummary {
        let mut summary = PlayerSummary::default();
        let mut accuracies = 0.0;
        for decision in decisions.iter().filter(|decision| decision.seat == seat) {
            summary.decisions += 1;
            accuracies += 100.0 * (-5.0 * decision.cost.win).exp();
            summary.cost = summary.cost + decision.cost;
            summary.luck = summary.luck + decision.luck;
        }
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let count = summary.decisions.max(1) as f32;
        summary.accuracy = if summary.decisions == 0 {
            100.0
        } else {
            accuracies / count
        };
        summary
    }
}
