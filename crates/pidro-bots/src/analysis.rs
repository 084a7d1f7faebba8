//! What was good and what was bad in a game, with what the players could know.

mod words;

use pidro::rules::Kill;
use pidro::{Action, BySeat, ByTeam, CardSet, Event, Game, History, Mark, Phase, Seat, Team, View};
use serde::Serialize;

use crate::equity::Equity;
use crate::expert::{Expert, Limit, Opinion, choices};
use crate::stakes::Worth;

/// A game looked at decision by decision.
///
/// ```
/// use pidro::Record;
/// use pidro_bots::{Analysis, Limit};
///
/// let record = Record::parse(include_str!("../../../docs/example.pidro"))?;
/// let analysis = Analysis::of(record.history(), &Analysis::seat_names(), Limit::Worlds(20), |_| ());
/// assert!(analysis.decisions.iter().all(|decision| decision.cost.win >= 0.0));
/// assert_eq!(analysis.hands.len(), 4);
/// assert_eq!(analysis.moments.len(), 3);
/// # Ok::<(), pidro::ParseRecordError>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// Every decision that was one: where only one thing could be done, nothing was decided.
    pub decisions: Vec<Decision>,
    /// The chances at the beginning, as hand 0, and after each hand.
    pub hands: Vec<HandEnd>,
    /// How well each seat played.
    pub players: BySeat<Player>,
    /// What decided the game, the greatest first.
    pub moments: Vec<Moment>,
}

/// A decision, and what would have been best.
///
/// The best action wins the game most often; among actions that win equally often, it brings the
/// most points in the hand. A cost is the worth of the best action minus the worth of the chosen
/// one. So the cost in win chance is never negative. The cost in points is negative when the better
/// chance has to be paid for in points.
#[derive(Clone, Debug, Serialize)]
pub struct Decision {
    /// The number of its event in the log.
    pub event: usize,
    /// The hand, from 1.
    pub hand: u32,
    /// The trick, from 1, for a card that was played.
    pub trick: Option<usize>,
    /// Who decided.
    pub seat: Seat,
    /// What was done.
    pub action: Action,
    /// What would have been best, with what the seat could know.
    pub best: Action,
    /// What the seat could expect of what it did.
    pub expected: Worth,
    /// How much more it could expect of `best`.
    pub cost: Worth,
    /// What was best as the cards lay.
    pub best_in_hindsight: Action,
    /// What the chosen action was worth as the cards lay.
    pub in_hindsight: Worth,
    /// How much more `best_in_hindsight` was worth.
    pub cost_in_hindsight: Worth,
    /// How much better the cards lay than the seat could expect: the difference of the two values.
    pub luck: Worth,
    /// What to think of it.
    pub mark: Option<Mark>,
}

/// How a game stands after a hand.
#[derive(Clone, Debug, Serialize)]
pub struct HandEnd {
    /// The number of the hand.
    pub hand: u32,
    /// The number of the event that scored it.
    pub event: usize,
    /// The scores.
    pub scores: ByTeam<i32>,
    /// The chance of each team to win the game.
    pub win: ByTeam<f32>,
}

/// How well a seat played.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Player {
    /// How many decisions it took.
    pub decisions: u32,
    /// 100 is to choose the best each time; a decision that gives away a chance of 10 % counts 61.
    pub accuracy: f32,
    /// What its decisions were expected to cost, all together.
    pub cost: Worth,
    /// How much better the cards lay than it could expect, all together.
    pub luck: Worth,
}

/// Something that decided the game.
#[derive(Clone, Debug, Serialize)]
pub struct Moment {
    /// The number of its event.
    pub event: usize,
    /// The hand it was in.
    pub hand: u32,
    /// What it changed in the chance to win.
    pub win: f32,
    /// In words.
    pub text: String,
}

impl Analysis {
    /// How seats are called where nobody's name is known.
    #[must_use]
    pub fn seat_names() -> BySeat<String> {
        BySeat::from_fn(|seat| format!("{seat:?}"))
    }

    /// Looks at every decision with an expert of this limit, and tells after each how far it has come in the log. The
    /// names are those of the players.
    pub fn of(
        history: &History,
        names: &BySeat<String>,
        limit: Limit,
        mut told: impl FnMut(usize),
    ) -> Analysis {
        let mut expert = Expert::limited(62, limit);
        let mut game = *history.first();
        let mut decisions: Vec<Decision> = Vec::new();
        let mut hands = vec![hand_end(&game, 0, 0)];
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
                hands.push(hand_end(&game, hand, number));
            }
            told(number + 1);
        }
        let moments = words::moments(history, names, &decisions, &hands);
        Analysis {
            players: BySeat::from_fn(|seat| Player::of(seat, &decisions)),
            decisions,
            hands,
            moments,
        }
    }
}

fn hand_end(game: &Game, hand: u32, event: usize) -> HandEnd {
    let chance = |team: Team| match (game.winner(), game.dealer()) {
        (Some(winner), _) => f32::from(u8::from(winner == team)),
        (None, Some(dealer)) => Equity::standard().chance(team, game.scores(), game.rules(), dealer),
        // Nobody deals yet: the mean of both.
        (None, None) => 0.5,
    };
    HandEnd {
        hand,
        event,
        scores: game.scores(),
        win: ByTeam::from_fn(chance),
    }
}

/// What the expert thinks of an action. `None` if it is none that is weighed: a claim, a resignation, or no choice.
fn decision(expert: &mut Expert, game: &Game, event: usize, action: Action) -> Option<Decision> {
    let seat = game.turn()?;
    let view = game.view(seat);
    if choices(&view) < 2 {
        return None;
    }
    let known = Judged::of(&expert.weigh(&view), &view, action)?;
    let hindsight = Judged::of(&expert.hindsight(game), &view, action)?;
    Some(Decision {
        event,
        hand: game.hand_number(),
        trick: (view.phase == Phase::Playing).then(|| view.tricks.finished().count() + 1),
        seat,
        action,
        best: known.best,
        expected: known.worth,
        cost: known.cost,
        best_in_hindsight: hindsight.best,
        in_hindsight: hindsight.worth,
        cost_in_hindsight: hindsight.cost,
        luck: hindsight.worth.less(known.worth),
        mark: mark(known.cost),
    })
}

/// An action beside the best one, which is the action itself if nothing is better.
struct Judged {
    worth: Worth,
    best: Action,
    cost: Worth,
}

impl Judged {
    fn of(opinions: &[Opinion], view: &View, action: Action) -> Option<Judged> {
        let best = opinions.first()?;
        let chosen = opinions
            .iter()
            .find(|opinion| same(view, opinion.action, action))?;
        let (best, cost) = if best.worth.is_better_than(chosen.worth) {
            let cost = best.worth.less(chosen.worth);
            // Actions with the same chance to win may differ by a rounding error.
            let win = cost.win.max(0.0);
            (best.action, Worth { win, ..cost })
        } else {
            (action, Worth::default())
        };
        Some(Judged {
            worth: chosen.worth,
            best,
            cost,
        })
    }
}

/// Whether two actions come to the same. Which cards fill a hand up that are no trumps doesn't matter, and neither does
/// the order of killed cards below the top.
fn same(view: &View, one: Action, other: Action) -> bool {
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

/// From how much of the chance to win on a decision is dubious, a mistake, a blunder.
const MARKS: [(f32, Mark); 3] = [
    (0.10, Mark::Blunder),
    (0.04, Mark::Mistake),
    (0.015, Mark::Dubious),
];

fn mark(cost: Worth) -> Option<Mark> {
    MARKS
        .iter()
        .find(|(least, _)| cost.win >= *least)
        .map(|(_, mark)| *mark)
}

impl Player {
    fn of(seat: Seat, decisions: &[Decision]) -> Player {
        let mut player = Player::default();
        let mut accuracy = 0.0;
        for decision in decisions.iter().filter(|decision| decision.seat == seat) {
            player.decisions += 1;
            accuracy += 100.0 * (-5.0 * decision.cost.win).exp();
            player.cost = player.cost.plus(decision.cost);
            player.luck = player.luck.plus(decision.luck);
        }
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let count = player.decisions.max(1) as f32;
        player.accuracy = if player.decisions == 0 {
            100.0
        } else {
            accuracy / count
        };
        player
    }
}
