//! Recomputes every decision of an analysis: expected values with a fresh expert, and hindsight
//! with the engine and the solver.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use chacha20::ChaCha20Rng;
use pidro::{Action, ByTeam, Card, CardSet, Deck, Event, Game, History, Legal, Mark, Phase, Rules, Seat};
use pidro_bots::{
    Analysis, Basic, Bot, Decision, Ending, Equity, Expert, Payoff, Random, SearchLimit, Solver,
};
use rand_core::{Rng, SeedableRng};

/// A few worlds are enough, because the relations hold for any number of worlds.
const LIMIT: SearchLimit = SearchLimit::Worlds(12);
/// The seed of the expert that the analysis uses.
const SEED: u64 = 62;

/// A game between bots, some of which play badly enough to make every kind of mistake.
fn played_game(number: u64) -> History {
    let mut rng = ChaCha20Rng::seed_from_u64(number);
    let words = [
        ["finnish", "traditional", "tournament"][rng.next_u32() as usize % 3],
        ["", "kill=dead", "kill=forced_top"][rng.next_u32() as usize % 3],
        ["", "rob=all_trumps", "rob_points=free"][rng.next_u32() as usize % 3],
        // Short games are often decided before their last card.
        ["target=20", "target=30", "target=62"][rng.next_u32() as usize % 3],
    ];
    let rules: Rules = words.join(" ").parse().unwrap();
    let mut history = History::new(rules);
    let mut random = Random::new(number);
    while history.game().winner().is_none() {
        let Some(seat) = history.game().turn() else {
            // A cut that stays tied needs another deck.
            let _ = history.deal(&Deck::shuffled(&mut rng));
            continue;
        };
        let view = history.game().view(seat);
        let action = if rng.next_u32().is_multiple_of(3) {
            random.choose(&view)
        } else {
            Basic.choose(&view)
        };
        history.act(seat, action.unwrap()).unwrap();
    }
    history
}

/// What a strong dealer keeps in imagined deals: a defender with at most four trumps buries the
/// fives.
fn keep(game: &Game, dealer: Seat) -> Action {
    let view = game.view(dealer);
    let by_rule = Basic.choose(&view).unwrap();
    let (Legal::Keep { from, must, count }, Some(trump)) = (view.legal, view.trump) else {
        return by_rule;
    };
    let defends = view.auction.contract().unwrap().seat.team() != dealer.team();
    let rest = from - (trump.fives() - must);
    if !defends || (from & trump.cards()).len() > 4 || rest.len() < count {
        return by_rule;
    }
    let trumps = rest & trump.cards();
    let others = (rest - trumps).iter().take(count - trumps.len());
    Action::Keep(trumps | others.collect())
}

/// The payoff of an action as the cards lay: everybody plays by rule up to the first card, and
/// perfectly from there.
fn as_the_cards_lay(game: &Game, seat: Seat, action: Action, solver: &mut Solver) -> Payoff {
    let (dealer, before) = (game.dealer().unwrap(), game.scores());
    let mut next = *game;
    let mut result = None;
    let act = |next: &mut Game, seat: Seat, action: Action, result: &mut Option<_>| {
        next.act(seat, action, |event| {
            if let Event::HandScored { contract, taken, .. } = event {
                *result = Some((*contract, *taken));
            }
        })
        .unwrap();
    };
    act(&mut next, seat, action, &mut result);
    while result.is_none() && next.phase() != Phase::Playing {
        let turn = next.turn().unwrap();
        let action = match next.legal() {
            Legal::Keep { .. } => keep(&next, turn),
            _ => Basic.choose(&next.view(turn)).unwrap(),
        };
        act(&mut next, turn, action, &mut result);
    }
    let (contract, taken) = result.unwrap_or_else(|| {
        let view = next.full_view();
        let ending = Ending::of(&view).unwrap();
        let rest = solver.solve(&ending);
        let taken = ByTeam::from_fn(|team| rest[team] + ending.taken()[team]);
        (view.auction.contract().unwrap(), taken)
    });
    let change = contract.score(taken);
    let scores = ByTeam::from_fn(|team| before[team] + i32::from(change[team]));
    let team = seat.team();
    let win = match contract.winner(scores, game.rules().target) {
        Some(winner) => f32::from(u8::from(winner == team)),
        None => Equity::standard().chance(team, scores, game.rules(), dealer.left()),
    };
    let points = f32::from(change[team]) - f32::from(change[team.opponents()]);
    Payoff { points, win }
}

/// The part of an action that matters. The cards that fill up a hand don't, and neither does the
/// order of dead cards.
fn essential_part(game: &Game, action: Action) -> (Option<Action>, CardSet, Option<Card>) {
    let view = game.full_view();
    match action {
        Action::Keep(cards) => (None, cards & view.trump.unwrap().cards(), None),
        Action::Kill(pile) => {
            let counts = view.rules.kill == pidro::rules::Kill::ForcedTop;
            (None, pile.cards(), pile.top().filter(|_| counts))
        }
        action => (Some(action), CardSet::NONE, None),
    }
}

/// Every possible action with its payoff.
struct Payoffs<'a> {
    game: &'a Game,
    payoffs: Vec<(Action, Payoff)>,
}

impl Payoffs<'_> {
    fn known(game: &Game, seat: Seat) -> Payoffs<'_> {
        let evaluations = Expert::with_limit(SEED, LIMIT).evaluate(&game.view(seat));
        let payoffs = evaluations
            .iter()
            .map(|evaluation| (evaluation.action, evaluation.payoff));
        Payoffs {
            game,
            payoffs: payoffs.collect(),
        }
    }

    fn in_hindsight<'a>(game: &'a Game, seat: Seat, solver: &mut Solver) -> Payoffs<'a> {
        let mut known = std::collections::HashSet::new();
        let legal = game.legal();
        let payoffs = legal.iter().filter_map(|action| {
            let (call, cards, top) = essential_part(game, action);
            let is_new = known.insert((call.map(|call| call.to_string()), cards, top));
            is_new.then(|| (action, as_the_cards_lay(game, seat, action, solver)))
        });
        Payoffs {
            game,
            payoffs: payoffs.collect(),
        }
    }

    #[track_caller]
    fn of(&self, action: Action) -> Payoff {
        let wanted = essential_part(self.game, action);
        let found = self
            .payoffs
            .iter()
            .find(|(other, _)| essential_part(self.game, *other) == wanted);
        found.unwrap().1
    }

    /// Checks that the cost matches the named best action, and that no other action is better.
    #[track_caller]
    fn check(&self, done: Action, best: Action, cost: Payoff, what: &str) {
        let (done, best_payoff) = (self.of(done), self.of(best));
        let close = |one: f32, other: f32, by: f32| (one - other).abs() <= by;
        assert!(
            close(cost.win, best_payoff.win - done.win, 2e-6),
            "{what}: {cost:?}"
        );
        assert!(
            close(cost.points, best_payoff.points - done.points, 1e-3),
            "{what}: {cost:?}, but {best_payoff:?} less {done:?}"
        );
        assert!(cost.win >= 0.0, "{what}");
        for (other, payoff) in &self.payoffs {
            let gain = payoff.win - best_payoff.win;
            assert!(gain <= 2e-6, "{what}: {other} wins more often");
            assert!(
                gain < -2e-6 || payoff.points <= best_payoff.points + 1e-3,
                "{what}: {other} wins as often and brings {} points more",
                payoff.points - best_payoff.points
            );
        }
    }
}

#[test]
fn every_decision_has_the_right_payoffs_and_costs() {
    let mut solver = Solver::new();
    // Counts of all decisions, of marked ones, of marked ones with a different best action in
    // hindsight, of those that threw points away at the same win chance, and of those whose better
    // win chance costs points.
    let [mut all, mut marked, mut differ, mut decided, mut paid_for] = [0; 5];
    for number in 0..24 {
        let history = played_game(number);
        let analysis = Analysis::of(&history, &Analysis::seat_names(), LIMIT, |_| ());
        for decision in &analysis.decisions {
            let Decision {
                event,
                seat,
                action,
                best,
                cost,
                best_in_hindsight,
                cost_in_hindsight,
                mark,
                ..
            } = *decision;
            let game = history.at_event(event).unwrap();
            let what = format!("game {number}, event {event}: {action}");
            let known = Payoffs::known(&game, seat);
            known.check(action, best, cost, &format!("{what}, better {best}"));
            assert_eq!(decision.expected, known.of(action), "{what}");
            let hindsight = Payoffs::in_hindsight(&game, seat, &mut solver);
            let lay = format!("{what}, as the cards lay {best_in_hindsight}");
            hindsight.check(action, best_in_hindsight, cost_in_hindsight, &lay);
            assert_eq!(decision.in_hindsight, hindsight.of(action), "{what}");
            let costs = [cost, cost_in_hindsight];
            for (best, cost) in [best, best_in_hindsight].into_iter().zip(costs) {
                let nothing = cost == Payoff::default();
                assert_eq!(best == action, nothing, "{what}: {best} for {cost:?}");
            }
            assert_eq!(mark.is_some(), cost.win >= 0.015, "{what}");
            assert!(mark != Some(Mark::Blunder) || cost.win >= 0.1, "{what}");
            all += 1;
            marked += u32::from(mark.is_some());
            differ += u32::from(mark.is_some() && best != best_in_hindsight);
            decided += u32::from(cost_in_hindsight.win == 0.0 && cost_in_hindsight.points > 0.0);
            paid_for += u32::from(cost.points < 0.0);
        }
    }
    println!(
        "{all} decisions, {marked} marked, {differ} with another best, {decided} decided, {paid_for} paid for"
    );
    assert!(
        all > 1_000 && marked > 200 && differ > 50 && decided > 20 && paid_for > 5,
        "{all} {marked} {differ} {decided} {paid_for}"
    );
}
