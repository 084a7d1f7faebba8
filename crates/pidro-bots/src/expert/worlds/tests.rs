#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use pidro::{Action, Deck, Game, Observer, Phase, Rules, Suit};
use rand_core::SeedableRng;

use super::*;
use crate::testing::random_rules;

fn world_of(game: &Game) -> BySeat<u16> {
    let view = game.view(Observer::Arbiter);
    let trump = view.trump.unwrap();
    let mut hands = BySeat::from_fn(|seat| bits_of(trump, view.hands[seat].cards().unwrap()));
    // What the dealer keeps is not decided yet, and in no world.
    if let Legal::Keep { .. } = view.legal {
        hands[view.dealer.unwrap()] = bits_of(trump, view.hands[view.dealer.unwrap()].cards().unwrap());
    }
    hands
}

fn has(unseen: &Unseen, hands: &BySeat<u16>) -> bool {
    let mut found = false;
    unseen.each(&mut |world, weight| found |= world == hands && weight > 0.0);
    found
}

/// Whatever the rules, and however badly everybody plays: how it really is, is among the worlds.
#[test]
fn the_truth_is_always_among_the_worlds() {
    let mut rng = chacha20::ChaCha20Rng::seed_from_u64(5);
    let mut looked = 0;
    while looked < 20_000 {
        let mut game = Game::new(random_rules(&mut rng));
        while game.winner().is_none() && game.hand_number() < 3 {
            let Some(seat) = game.turn() else {
                let _ = game.deal(&Deck::shuffled(&mut rng), |_| ());
                continue;
            };
            if let Legal::Keep { .. } | Legal::Kill { .. } | Legal::Play { .. } = game.legal() {
                let unseen = Unseen::of(&game.view(seat), seat, false).unwrap();
                assert!(has(&unseen, &world_of(&game)), "{seat}: {}", game.to_position());
                looked += 1;
            }
            let action = game.legal().sample(&mut rng).unwrap();
            game.act(seat, action, |_| ()).unwrap();
        }
    }
}

/// A dealer who buries only what must be buried is found in the few worlds of sensible dealers.
#[test]
fn the_truth_is_among_the_worlds_of_a_sensible_dealer() {
    let mut rng = chacha20::ChaCha20Rng::seed_from_u64(6);
    for _ in 0..2_000 {
        let mut game = Game::new("auto_rob=true".parse().unwrap());
        while game.hand_number() < 2 && game.winner().is_none() {
            let Some(seat) = game.turn() else {
                let _ = game.deal(&Deck::shuffled(&mut rng), |_| ());
                continue;
            };
            if game.phase() == Phase::Playing {
                let unseen = Unseen::of(&game.view(seat), seat, true).unwrap();
                assert!(has(&unseen, &world_of(&game)), "{seat}: {}", game.to_position());
            }
            let action = game.legal().sample(&mut rng).unwrap();
            game.act(seat, action, |_| ()).unwrap();
        }
    }
}

/// Over many deals, what the weights say comes true as often as they say. Calls tell nothing here.
#[test]
fn weights_are_how_often_cards_lie_so() {
    let mut rng = chacha20::ChaCha20Rng::seed_from_u64(7);
    let rules: Rules = "auto_rob=true auto_kill=true first_dealer=N".parse().unwrap();
    let calls_of_nobody = Game::new(rules).view(Observer::Spectator).auction;
    // How often the seat holds the ace, and how often at least three trumps: said, and seen.
    let mut said = [[0.0_f64; 2]; 4];
    let mut seen = [[0.0_f64; 2]; 4];
    let ace = 1 << 13;
    let questions: [fn(u16) -> bool; 2] = [|hand| hand & (1 << 13) != 0, |hand| hand.count_ones() >= 3];
    let mut deals = 0;
    while deals < 3_000 {
        let mut game = Game::new(rules);
        game.deal(&Deck::shuffled(&mut rng), |_| ()).unwrap();
        while game.phase() == Phase::Bidding {
            let call = game.legal().nth(0).unwrap();
            game.act(game.turn().unwrap(), call, |_| ()).unwrap();
        }
        game.act(game.turn().unwrap(), Action::Trump(Suit::Hearts), |_| ())
            .unwrap();
        let Some(seat) = game.turn() else { continue };
        let mut view = game.view(seat);
        view.auction = calls_of_nobody;
        let truth = world_of(&game);
        // The weights must hold in every sort of hand: long suits make many worlds of few, short ones the other way round.
        if truth[seat] & ace != 0 || truth[seat].count_ones() < 2 {
            continue;
        }
        deals += 1;
        let unseen = Unseen::of(&view, seat, true).unwrap();
        let mut total = 0.0;
        let mut sums = [[0.0_f64; 2]; 4];
        unseen.each(&mut |hands, weight| {
            total += f64::from(weight);
            for other in Seat::ALL {
                for (sum, question) in sums[other as usize].iter_mut().zip(questions) {
                    *sum += f64::from(weight) * f64::from(u8::from(question(hands[other])));
                }
            }
        });
        for other in Seat::ALL {
            for (place, question) in questions.iter().enumerate() {
                said[other as usize][place] += sums[other as usize][place] / total;
                seen[other as usize][place] += f64::from(u8::from(question(truth[other])));
            }
        }
    }
    for (said, seen) in said.iter().flatten().zip(seen.iter().flatten()) {
        // Four standard errors of a part of the deals.
        assert!(
            (said - seen).abs() < 4.0 * (f64::from(deals) / 4.0).sqrt(),
            "{said} and {seen}"
        );
    }
    // And nothing of it is trivial.
    assert!(
        seen.iter().flatten().filter(|count| **count > 200.0).count() >= 6,
        "{seen:?}"
    );
}

#[test]
fn a_sample_has_as_many_worlds_as_asked_for() {
    let game = Game::new("auto_rob=true first_dealer=N".parse().unwrap());
    let mut game = game.decide_deal(&pidro::Seed::new("3").deck(1)).unwrap().finish();
    while game.phase() != Phase::Playing {
        let action = game.legal().nth(0).unwrap();
        game.act(game.turn().unwrap(), action, |_| ()).unwrap();
    }
    let seat = game.turn().unwrap();
    let unseen = Unseen::of(&game.view(seat), seat, true).unwrap();
    let mut all = 0;
    unseen.each(&mut |_, _| all += 1);
    assert!(all > 500, "{all}");
    assert_eq!(unseen.worlds(usize::MAX, 0.5).len(), all);
    let some = unseen.worlds(100, 0.5).len();
    assert!((99..=101).contains(&some), "{some}");
}
