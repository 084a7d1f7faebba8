//! The bidding and the trump: whole deals that fit the seat's hand, played on from here.

use chacha20::ChaCha20Rng;
use pidro::rules::FirstDealer;
use pidro::{
    Action, BySeat, ByTeam, CardSet, Contract, Deck, Event, Game, Legal, Observer, Phase, Seat, Suit, View,
};

use super::calls;
use super::worlds::buries_fives;
use crate::basic::{Basic, best_suit, strength};
use crate::bot::Bot;
use crate::ending::Ending;
use crate::solver::Solver;
use crate::stakes::{Stakes, Worth};

/// A game in which everything has happened that the seat has seen, with the other hands made up.
pub(super) struct Imagined {
    game: Game,
    /// What both teams take, by who won the bid and in which suit, once it is known.
    taken: BySeat<[Option<ByTeam<u8>>; 4]>,
}

impl Imagined {
    pub(super) fn new(game: Game) -> Imagined {
        let taken = BySeat::all([None; 4]);
        Imagined { game, taken }
    }

    /// A random deal in which this seat has the hand that it has, and everybody has called as they did.
    pub(super) fn deal(view: &View, seat: Seat, rng: &mut ChaCha20Rng) -> Option<Imagined> {
        let dealer = view.dealer?;
        let mut known = BySeat::all(CardSet::NONE);
        known[seat] = view.hands[seat].cards()?;
        let mut rules = view.rules;
        rules.first_dealer = FirstDealer::Fixed(dealer);
        let mut game = Game::new(rules);
        game.deal(&Deck::shuffled_with(dealer, &known, rng), |_| ())
            .ok()?;
        for (caller, call) in view.auction.calls() {
            game.act(caller, call.action(), |_| ()).ok()?;
        }
        Some(Imagined::new(game))
    }

    /// How likely the others call as they did with the hands that they have here.
    pub(super) fn likely(&self, seat: Seat) -> f32 {
        let view = self.game.view(Observer::Arbiter);
        let others = calls::each(&view.auction).filter(|(caller, ..)| *caller != seat);
        others
            .map(|(caller, call, highest)| {
                let hand = view.hands[caller].cards().unwrap_or_default();
                calls::likely(caller, call, highest, strength(hand, best_suit(hand)))
            })
            .product()
    }

    /// What it is worth if the seat does this now, names this suit if it gets the bid, and everybody else goes on by
    /// rule up to the first card. From there on the best play is known.
    pub(super) fn worth(
        &mut self,
        seat: Seat,
        action: Action,
        suit: Suit,
        stakes: &Stakes,
        solver: &mut Solver,
    ) -> Option<Worth> {
        let mut game = self.game;
        game.act(seat, action, |_| ()).ok()?;
        while game.phase() == Phase::Bidding {
            let caller = game.turn()?;
            game.act(caller, Basic.choose(&game.view(caller))?, |_| ()).ok()?;
        }
        let contract = contract(&game)?;
        let trump = match action {
            Action::Trump(suit) => suit,
            _ if contract.seat == seat => suit,
            _ => best_suit(game.view(contract.seat).hands[contract.seat].cards()?),
        };
        let known = &mut self.taken[contract.seat][trump as usize];
        let taken = match *known {
            Some(taken) => taken,
            None => *known.insert(taken_with(game, trump, solver)?),
        };
        Some(stakes.worth(contract, taken))
    }
}

fn contract(game: &Game) -> Option<Contract> {
    game.view(Observer::Spectator).auction.contract()
}

/// What both teams take if this suit is named, or has been, everybody goes on by rule up to the first card, and from there on as
/// well as can be.
fn taken_with(mut game: Game, trump: Suit, solver: &mut Solver) -> Option<ByTeam<u8>> {
    // Where only one team has trumps, the hand is over before a card is played.
    let mut scored = None;
    while let Some(seat) = game
        .turn()
        .filter(|_| game.phase() != Phase::Playing && scored.is_none())
    {
        let action = match game.legal() {
            Legal::Trump => Action::Trump(trump),
            Legal::Keep { .. } => keep(&game.view(seat))?,
            _ => Basic.choose(&game.view(seat))?,
        };
        let told = |event: &Event| {
            if let Event::HandScored { taken, .. } = event {
                scored = Some(*taken);
            }
        };
        game.act(seat, action, told).ok()?;
    }
    if scored.is_some() {
        return scored;
    }
    let view = game.view(Observer::Arbiter);
    let ending = Ending::of(&view)?;
    let rest = solver.solve(&ending);
    Some(ByTeam::from_fn(|team| rest[team] + ending.taken()[team]))
}

/// What a strong dealer keeps.
fn keep(view: &View) -> Option<Action> {
    let trump = view.trump?;
    let by_rule = Basic.choose(view)?;
    let Legal::Keep { from, must, count } = view.legal else {
        return Some(by_rule);
    };
    let defends = view.turn?.team() != view.auction.contract()?.seat.team();
    let fives = trump.fives() - must;
    let rest = from - fives;
    let buries = buries_fives((from & trump.cards()).count().into()) > 0.5;
    if !defends || !buries || rest.len() < count {
        return Some(by_rule);
    }
    let trumps = rest & trump.cards();
    let others = (rest - trump.cards())
        .iter()
        .take(count.saturating_sub(trumps.len()));
    Some(Action::Keep(trumps | others.collect()))
}
