//! Complete deals that fit the seat's hand, played out from here: for bidding and naming trump.

use chacha20::ChaCha20Rng;
use pidro::rules::FirstDealer;
use pidro::{
    Action, BySeat, ByTeam, CardSet, Contract, Deck, Event, Game, Legal, Observer, Phase, Seat, Suit, View,
};

use super::calls;
use super::worlds::bury_fives_probability;
use crate::basic::{Basic, best_suit, hand_strength};
use crate::bot::Bot;
use crate::ending::Ending;
use crate::solver::Solver;
use crate::stakes::{Payoff, Stakes};

/// A game that matches everything the seat has seen, with random hands for the others.
pub(super) struct SampledDeal {
    game: Game,
    /// A cache of what both teams take, by the winner of the auction and the trump suit.
    taken: BySeat<[Option<ByTeam<u8>>; 4]>,
}

impl SampledDeal {
    pub(super) fn new(game: Game) -> SampledDeal {
        let taken = BySeat::all([None; 4]);
        SampledDeal { game, taken }
    }

    /// Deals at random around this seat's actual hand, and repeats the calls made so far.
    pub(super) fn deal(view: &View, seat: Seat, rng: &mut ChaCha20Rng) -> Option<SampledDeal> {
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
        Some(SampledDeal::new(game))
    }

    /// The likelihood of the other seats' calls, given the hands they have here.
    pub(super) fn likelihood(&self, seat: Seat) -> f32 {
        let view = self.game.full_view();
        let others = calls::calls_in_context(&view.auction).filter(|(caller, ..)| *caller != seat);
        others
            .map(|(caller, call, highest)| {
                let hand = view.hands[caller].cards().unwrap_or_default();
                calls::call_likelihood(caller, call, highest, hand_strength(hand, best_suit(hand)))
            })
            .product()
    }

    /// The payoff of this action, assuming that the seat names `suit` if it wins the auction, that
    /// everybody else follows the rules of [`Basic`] up to the first card, and that everybody plays
    /// perfectly from there.
    pub(super) fn payoff(
        &mut self,
        seat: Seat,
        action: Action,
        suit: Suit,
        stakes: &Stakes,
        solver: &mut Solver,
    ) -> Option<Payoff> {
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
            None => *known.insert(taken_with_trump(game, trump, solver)?),
        };
        Some(stakes.payoff(contract, taken))
    }
}

fn contract(game: &Game) -> Option<Contract> {
    game.view(Observer::Spectator).auction.contract()
}

/// What both teams take if trump is this suit, everybody follows the rules of [`Basic`] up to the
/// first card, and everybody plays perfectly from there. The suit may have been named already.
fn taken_with_trump(mut game: Game, trump: Suit, solver: &mut Solver) -> Option<ByTeam<u8>> {
    // If only one team has trumps, the hand ends before a card is played.
    let mut scored = None;
    while let Some(seat) = game
        .turn()
        .filter(|_| game.phase() != Phase::Playing && scored.is_none())
    {
        let action = match game.legal() {
            Legal::Trump => Action::Trump(trump),
            Legal::Keep { .. } => keep_like_expert(&game.view(seat))?,
            _ => Basic.choose(&game.view(seat))?,
        };
        let on_event = |event: &Event| {
            if let Event::HandScored { taken, .. } = event {
                scored = Some(*taken);
            }
        };
        game.act(seat, action, on_event).ok()?;
    }
    if scored.is_some() {
        return scored;
    }
    let view = game.full_view();
    let ending = Ending::of(&view)?;
    let rest = solver.solve(&ending);
    Some(ByTeam::from_fn(|team| rest[team] + ending.taken()[team]))
}

/// Chooses the cards that a dealer keeps: those of [`Basic`], except that a defending dealer with
/// few trumps buries the fives, as experts do.
fn keep_like_expert(view: &View) -> Option<Action> {
    let trump = view.trump?;
    let by_rule = Basic.choose(view)?;
    let Legal::Keep { from, must, count } = view.legal else {
        return Some(by_rule);
    };
    let defends = view.turn?.team() != view.auction.contract()?.seat.team();
    let fives = trump.fives() - must;
    let rest = from - fives;
    let buries = bury_fives_probability((from & trump.cards()).count().into()) > 0.5;
    if !defends || !buries || rest.len() < count {
        return Some(by_rule);
    }
    let trumps = rest & trump.cards();
    let others = (rest - trump.cards())
        .iter()
        .take(count.saturating_sub(trumps.len()));
    Some(Action::Keep(trumps | others.collect()))
}
