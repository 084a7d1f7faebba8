//! Compares the solver with plain minimax, in which the engine itself plays every card in every
//! order, without any cut-off.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use chacha20::ChaCha20Rng;
use pidro::{Action, ByTeam, Deck, Event, Game, Legal, Phase, Rules, Seat, Suit, Team, Trump};
use pidro_bots::{Ending, Solver};
use rand_core::{Rng, SeedableRng};

fn rules(rng: &mut ChaCha20Rng) -> Rules {
    let mut pick = |options: &[&str]| options[rng.next_u32() as usize % options.len()].to_owned();
    let words = [
        "finnish first_dealer=N".to_owned(),
        pick(&["kill=forced_top", "kill=dead", "kill=stack"]),
        pick(&["cold=immediate", "cold=on_turn"]),
        pick(&["first_lead=left_of_dealer", "first_lead=bid_winner"]),
        pick(&["hand_end=one_team_left", "hand_end=play_out"]),
        pick(&["rob=six", "rob=all_trumps"]),
        pick(&["dealer_short=keep_pool", "dealer_short=pad_from_discards"]),
    ];
    words.join(" ").parse().unwrap()
}

/// A hand at its first lead. One hand in seven has so many trumps in one seat that somebody kills.
fn first_lead(rng: &mut ChaCha20Rng, rules: Rules) -> Game {
    loop {
        let mut game = Game::new(rules);
        let mut deck = *Deck::shuffled(rng).cards();
        if rng.next_u32().is_multiple_of(7) {
            // Put many hearts into the first packets.
            deck.sort_by_cached_key(|card| (card.suit() != pidro::Suit::Hearts, rng.next_u32()));
            let (front, rest) = deck.split_at_mut(13);
            front[9..].swap_with_slice(&mut rest[20..24]);
            let mut places: Vec<usize> = [0, 1, 2, 12, 13, 14, 24, 25, 26].to_vec();
            for (from, to) in (0..9).zip(places.drain(..)) {
                deck.swap(from, to);
            }
        }
        game.deal(&Deck::new(&deck).unwrap(), |_| ()).unwrap();
        while let Some(seat) = game.turn().filter(|_| game.phase() != Phase::Playing) {
            let action = game.legal().sample(rng).unwrap();
            game.act(seat, action, |_| ()).unwrap();
        }
        if game.phase() == Phase::Playing {
            return game;
        }
    }
}

/// The points of North and South at the end of the hand if everybody plays perfectly.
fn minimax(game: &Game) -> u8 {
    let Legal::Play { cards } = game.legal() else {
        panic!("the hand is over");
    };
    let seat = game.turn().unwrap();
    let values = cards.iter().map(|card| {
        let mut next = *game;
        let mut taken = None;
        next.act(seat, Action::Play(card), |event| {
            if let Event::HandScored { taken: points, .. } = event {
                taken = Some(points[Team::NorthSouth]);
            }
        })
        .unwrap();
        taken.unwrap_or_else(|| minimax(&next))
    });
    match seat.team() {
        Team::NorthSouth => values.max().unwrap(),
        Team::EastWest => values.min().unwrap(),
    }
}

fn ending(game: &Game) -> Ending {
    Ending::of(&game.full_view()).unwrap()
}

/// The total points of this hand: fewer than fourteen if some were buried.
fn all_points(game: &Game, solved: ByTeam<u8>) -> u8 {
    let view = game.full_view();
    Team::ALL
        .iter()
        .map(|team| view.points[*team] + solved[*team])
        .sum()
}

#[track_caller]
fn check(game: &Game, solver: &mut Solver) {
    let expected = minimax(game);
    let ending = ending(game);
    let points = solver.solve(&ending);
    let view = game.full_view();
    assert_eq!(
        view.points[Team::NorthSouth] + points[Team::NorthSouth],
        expected,
        "{}",
        game.to_position()
    );
    let buried = view.trump.unwrap().points_in(view.buried.cards().unwrap());
    assert_eq!(all_points(game, points), 14 - buried);
    for team in Team::ALL {
        assert!(solver.reaches(&ending, team, points[team]));
        assert!(!solver.reaches(&ending, team, points[team] + 1));
    }
}

#[test]
fn endings_agree_with_plain_minimax() {
    let mut rng = ChaCha20Rng::from_seed([4; 32]);
    let mut solver = Solver::new();
    let mut endings = 0;
    while endings < 100_000 {
        let rules = rules(&mut rng);
        let mut game = first_lead(&mut rng, rules);
        while game.phase() == Phase::Playing {
            let view = game.full_view();
            let trumps = view.trump.unwrap().cards();
            let left: usize = pidro::Seat::ALL
                .iter()
                .map(|seat| (view.hands[*seat].cards().unwrap() & trumps).len())
                .sum();
            if left <= 7 {
                check(&game, &mut solver);
                endings += 1;
            }
            let action = game.legal().sample(&mut rng).unwrap();
            game.act(game.turn().unwrap(), action, |_| ()).unwrap();
        }
    }
    println!("{endings} endings");
}

#[test]
fn whole_hands_agree_with_plain_minimax() {
    let mut rng = ChaCha20Rng::from_seed([5; 32]);
    let mut solver = Solver::new();
    let mut kills = 0;
    for _ in 0..1_000 {
        let rules = rules(&mut rng);
        let game = first_lead(&mut rng, rules);
        let view = game.full_view();
        kills += usize::from(
            pidro::Seat::ALL
                .iter()
                .any(|seat| view.killed.pile(*seat).is_some()),
        );
        check(&game, &mut solver);
    }
    println!("1000 hands, {kills} with killed cards");
    assert!(kills > 20);
}

#[test]
fn the_value_of_a_card_is_that_of_the_position_after_it() {
    let mut rng = ChaCha20Rng::from_seed([6; 32]);
    let mut solver = Solver::new();
    for _ in 0..2_000 {
        let rules = rules(&mut rng);
        let mut game = first_lead(&mut rng, rules);
        while game.phase() == Phase::Playing {
            let (seat, Legal::Play { cards }) = (game.turn().unwrap(), game.legal()) else {
                panic!("somebody plays");
            };
            let values = solver.values(&ending(&game));
            assert_eq!(
                values.iter().map(|(card, _)| *card).collect::<pidro::CardSet>(),
                cards
            );
            // The best card is worth as much as the position.
            let team = seat.team();
            let best = values.iter().map(|(_, points)| points[team]).max();
            assert_eq!(best, Some(solver.solve(&ending(&game))[team]));
            // Each card is worth as much as the position after it, including the trick that it may
            // end.
            let before = game.full_view().points;
            let (card, points) = values[rng.next_u32() as usize % values.len()];
            let mut taken = None;
            game.act(seat, Action::Play(card), |event| {
                if let Event::HandScored { taken: points, .. } = event {
                    taken = Some(points[Team::NorthSouth]);
                }
            })
            .unwrap();
            let after = taken.unwrap_or_else(|| {
                let view = game.full_view();
                view.points[Team::NorthSouth] + solver.solve(&ending(&game))[Team::NorthSouth]
            });
            assert_eq!(
                before[Team::NorthSouth] + points[Team::NorthSouth],
                after,
                "{card}"
            );
        }
    }
}

/// Players who only see their own cards give a five to a partner who is sure to take the trick,
/// give nothing to an opponent, and take a trick with points from the last seat.
#[test]
fn careful_players_finish_a_trick_by_rule() {
    let value = |hands: [&str; 4], lead: &str| {
        let mut ending = Ending::new(Trump::new(Suit::Hearts), Seat::North);
        for (seat, hand) in Seat::ALL.into_iter().zip(hands) {
            ending.give(seat, hand.parse().unwrap());
        }
        let values = Solver::new().values_with_hidden_hands(&ending);
        let card = lead.parse().unwrap();
        values.into_iter().find(|(other, _)| *other == card).unwrap().1
    };
    // The ace takes the trick: East keeps the five, South gives one. The opponents take the rest,
    // because West has the nine.
    let hands = ["Ah", "5h 3h", "5d 4h", "9h 8h"];
    assert_eq!(value(hands, "Ah"), ByTeam::new(6, 5));
    // West plays last and takes the jack and the ten with the lowest card that can: the king, not
    // the ace.
    let hands = ["Jh", "3h", "Th", "Ah Kh"];
    assert_eq!(value(hands, "Jh"), ByTeam::new(0, 3));
    // West takes the trick with the five, which might be lost otherwise.
    let hands = ["3h", "2h", "4h", "5h Qh"];
    assert_eq!(value(hands, "3h"), ByTeam::new(0, 6));
    // The trick has no points: East saves the ace for the jack, and South's king takes the trick.
    let hands = ["9h Jh", "Ah 3h", "Kh", "8h"];
    assert_eq!(value(hands, "9h"), ByTeam::new(0, 2));
}
