//! Compares the odds with an exhaustive search over every legal rob, kill and card.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::collections::HashSet;

use chacha20::ChaCha20Rng;
use pidro::rules::FirstDealer;
use pidro::{Action, BySeat, Card, CardSet, Deck, Event, Game, Legal, Phase, Rules, Seat, Suit, Team};
use pidro_bots::{Ending, Odds, Solver};
use rand_core::SeedableRng;

/// Computes what a team takes from the first lead on.
type Leaf<'a> = &'a mut dyn FnMut(&Game, Team) -> u8;

/// What the team takes if every seat tries everything the engine allows and picks what is best for
/// its own team.
fn exhaustive(game: &Game, team: Team, suit: Suit, leaf: Leaf) -> u8 {
    if game.phase() == Phase::Playing {
        return leaf(game, team);
    }
    let seat = game.turn().unwrap();
    let actions: Vec<Action> = match game.legal() {
        Legal::Trump => vec![Action::Trump(suit)],
        legal => {
            // Only trumps are played, so try only one of the robs that differ in their other cards.
            let trumps = pidro::Trump::new(suit).cards();
            let mut known: HashSet<(CardSet, Vec<Card>)> = HashSet::new();
            let mut is_new = |action: &Action| match action {
                Action::Keep(cards) => known.insert((*cards & trumps, Vec::new())),
                Action::Kill(pile) => known.insert((CardSet::NONE, pile.as_slice().to_vec())),
                _ => panic!("{action} before the first lead"),
            };
            legal.iter().filter(|action| is_new(action)).collect()
        }
    };
    let values = actions.into_iter().map(|action| {
        let mut next = *game;
        let mut scored = None;
        next.act(seat, action, |event| {
            if let Event::HandScored { taken, .. } = event {
                scored = Some(taken[team]);
            }
        })
        .unwrap();
        scored.unwrap_or_else(|| exhaustive(&next, team, suit, leaf))
    });
    if seat.team() == team {
        values.max().unwrap()
    } else {
        values.min().unwrap()
    }
}

/// Tries every card in every order, without any cut-off.
fn minimax(game: &Game, team: Team) -> u8 {
    let Legal::Play { cards } = game.legal() else {
        panic!("somebody plays");
    };
    let seat = game.turn().unwrap();
    let values = cards.iter().map(|card| {
        let mut next = *game;
        let mut scored = None;
        next.act(seat, Action::Play(card), |event| {
            if let Event::HandScored { taken, .. } = event {
                scored = Some(taken[team]);
            }
        })
        .unwrap();
        scored.unwrap_or_else(|| minimax(&next, team))
    });
    if seat.team() == team {
        values.max().unwrap()
    } else {
        values.min().unwrap()
    }
}

/// Games in which this hand, in this position in the bidding, has won the bid. The cards are
/// those that `Odds` deals for this seed.
fn bids_won(hand: CardSet, position: u8, rules: Rules, deals: u32, seed: u64) -> (Team, Vec<Game>) {
    let dealer = Seat::North;
    let seat = dealer.left().clockwise()[usize::from(position) - 1];
    let rules = Rules {
        first_dealer: FirstDealer::Fixed(dealer),
        ..rules
    };
    let mut known = BySeat::all(CardSet::NONE);
    known[seat] = hand;
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let game = |_| {
        let mut game = Game::new(rules);
        game.deal(&Deck::shuffled_with(dealer, &known, &mut rng), |_| ())
            .unwrap();
        while game.phase() == Phase::Bidding {
            let caller = game.turn().unwrap();
            let Legal::Call { bids, pass } = game.legal() else {
                panic!("somebody calls");
            };
            let call = match bids.nth(0) {
                Some(bid) if caller == seat || !pass => Action::Bid(bid),
                _ => Action::Pass,
            };
            game.act(caller, call, |_| ()).unwrap();
        }
        game
    };
    (seat.team(), (0..deals).map(game).collect())
}

/// Checks how often each bid is made in each suit.
#[track_caller]
fn check(hand: &str, position: u8, rules: &str, deals: u32, leaf: Leaf) {
    let (hand, parsed) = (hand.parse().unwrap(), rules.parse().unwrap());
    let seed = 7 + u64::from(position);
    let odds = Odds::of(hand, position, parsed, deals, seed);
    let (team, games) = bids_won(hand, position, parsed, deals, seed);
    for suit in Suit::ALL {
        let taken: Vec<u8> = games
            .iter()
            .map(|game| exhaustive(game, team, suit, leaf))
            .collect();
        let suit_odds = odds.suits.iter().find(|odds| odds.suit == suit).unwrap();
        for (bid, chance) in (6..).zip(suit_odds.chances) {
            let made: u32 = taken.iter().map(|taken| u32::from(*taken >= bid)).sum();
            let expected = f64::from(made) / f64::from(deals);
            assert!(
                (f64::from(chance) - expected).abs() < 1e-5,
                "{hand} in position {position}, {rules}: the chance to make {bid} in {suit:?} is {chance}, not {expected}"
            );
        }
        let points: u32 = taken.iter().map(|taken| u32::from(*taken)).sum();
        assert!((f64::from(suit_odds.points) - f64::from(points) / f64::from(deals)).abs() < 1e-4);
    }
}

/// Various hands, two of them with more than six trumps.
const HANDS: [&str; 4] = [
    "Ah Kh 5h 5d 9h 2c 7s 8s Qd",
    "Qs Js 4s 2s 5c 9h 3d 8c Kd",
    "Ah Kh Qh 9h 8h 7h 4h 3h 5d",
    "Ad Jd Td 9d 8d 6d 5d 5h 2d",
];

const RULES: [&str; 8] = [
    "finnish",
    "finnish rob_points=protected",
    "finnish rob=all_trumps",
    "finnish kill=dead first_lead=bid_winner",
    "finnish kill=stack cold=on_turn",
    "finnish auto_rob=true auto_kill=true",
    "traditional",
    "tournament",
];

#[test]
fn everybody_robs_and_kills_perfectly() {
    let mut solver = Solver::new();
    let mut leaf = |game: &Game, team: Team| {
        let ending = Ending::of(&game.full_view()).unwrap();
        solver.solve(&ending)[team] + ending.taken()[team]
    };
    for (number, hand) in HANDS.into_iter().enumerate() {
        for (position, rules) in (0..).zip(RULES) {
            check(
                hand,
                1 + (position + u8::try_from(number).unwrap()) % 4,
                rules,
                20,
                &mut leaf,
            );
        }
    }
    // A dealer who may bury points: as an opponent, as the partner and as the bidder.
    for position in 1..=4 {
        check(HANDS[0], position, "finnish", 150, &mut leaf);
    }
}

/// The same without the solver: the engine plays every card in every order.
#[test]
fn plain_minimax_finds_no_better_rob() {
    for position in 1..=4 {
        check(HANDS[1], position, "finnish", 1, &mut |game, team| {
            minimax(game, team)
        });
    }
}
