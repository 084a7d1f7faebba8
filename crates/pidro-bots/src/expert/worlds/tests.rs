use pidro::{Action, Deck, Game, Observer, Phase, Rules, Suit};
use rand_core::{Rng, SeedableRng};

use super::*;

/// Rules with a random value for every option, and a target that is sometimes near.
fn random_rules(rng: &mut impl Rng) -> Rules {
    let mut rules = Rules::default();
    for (option, values) in Rules::choices() {
        let value = values[rng.next_u32() as usize % values.len()];
        rules.set(option, &value.to_string()).unwrap();
    }
    let target = ["20", "62"][rng.next_u32() as usize % 2];
    rules.set("target", target).unwrap();
    rules
}

fn world_of(game: &Game) -> BySeat<u16> {
    let view = game.full_view();
    let trump = view.trump.unwrap();
    BySeat::from_fn(|seat| bits_of(trump, view.hands[seat].cards().unwrap()))
}

fn contains(unseen: &UnseenTrumps, hands: BySeat<u16>) -> bool {
    let mut found = false;
    unseen.for_each(&mut |world, weight| found |= *world == hands && weight > 0.0);
    found
}

/// The actual world is always among the worlds, under any rules and however badly everybody plays.
#[test]
fn the_actual_world_is_always_among_the_worlds() {
    let mut rng = chacha20::ChaCha20Rng::seed_from_u64(5);
    let mut checked = 0;
    while checked < 20_000 {
        let mut game = Game::new(random_rules(&mut rng));
        while game.winner().is_none() && game.hand_number() < 3 {
            let Some(seat) = game.turn() else {
                let _ = game.deal(&Deck::shuffled(&mut rng), |_| ());
                continue;
            };
            if let Legal::Keep { .. } | Legal::Kill { .. } | Legal::Play { .. } = game.legal() {
                let unseen = UnseenTrumps::of(&game.view(seat), seat, false).unwrap();
                assert!(
                    contains(&unseen, world_of(&game)),
                    "{seat}: {}",
                    game.to_position()
                );
                checked += 1;
            }
            let action = game.legal().sample(&mut rng).unwrap();
            game.act(seat, action, |_| ()).unwrap();
        }
    }
}

/// If the dealer only buries what must be buried, the actual world is among the much fewer worlds
/// of sensible dealers.
#[test]
fn the_actual_world_of_a_sensible_dealer_is_among_the_worlds() {
    let mut rng = chacha20::ChaCha20Rng::seed_from_u64(6);
    for _ in 0..2_000 {
        let mut game = Game::new("auto_rob=true".parse().unwrap());
        while game.hand_number() < 2 && game.winner().is_none() {
            let Some(seat) = game.turn() else {
                let _ = game.deal(&Deck::shuffled(&mut rng), |_| ());
                continue;
            };
            if game.phase() == Phase::Playing {
                let unseen = UnseenTrumps::of(&game.view(seat), seat, true).unwrap();
                assert!(
                    contains(&unseen, world_of(&game)),
                    "{seat}: {}",
                    game.to_position()
                );
            }
            let action = game.legal().sample(&mut rng).unwrap();
            game.act(seat, action, |_| ()).unwrap();
        }
    }
}

/// Questions about a world: who has the ace, who has at least three trumps, and whether trumps are
/// buried.
fn answers(hands: BySeat<u16>) -> [bool; 9] {
    let mut all = 0;
    let mut answers = [false; 9];
    for (seat, hand) in hands.iter() {
        answers[seat as usize] = hand >> 13 & 1 == 1;
        answers[4 + seat as usize] = hand.count_ones() >= 3;
        all |= hand;
    }
    answers[8] = all.count_ones() < 14;
    answers
}

/// Over many deals, events happen as often as the weights predict. Calls reveal nothing here.
#[test]
fn weights_match_observed_frequencies() {
    let mut rng = chacha20::ChaCha20Rng::seed_from_u64(7);
    let rules: Rules = "auto_rob=true auto_kill=true rob_points=protected first_dealer=N"
        .parse()
        .unwrap();
    let no_calls = Game::new(rules).view(Observer::Spectator).auction;
    let mut predicted = [0.0_f64; 9];
    let mut observed = [0.0_f64; 9];
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
        let truth = world_of(&game);
        // With few trumps in the hand there are too many worlds for a fast test.
        if truth[seat].count_ones() < 3 {
            continue;
        }
        deals += 1;
        let mut view = game.view(seat);
        view.auction = no_calls;
        let mut total = 0.0;
        let mut sums = [0.0_f64; 9];
        UnseenTrumps::of(&view, seat, true)
            .unwrap()
            .for_each(&mut |hands, weight| {
                total += f64::from(weight);
                for (sum, answer) in sums.iter_mut().zip(answers(*hands)) {
                    *sum += f64::from(weight) * f64::from(u8::from(answer));
                }
            });
        for (index, answer) in answers(truth).into_iter().enumerate() {
            predicted[index] += sums[index] / total;
            observed[index] += f64::from(u8::from(answer));
        }
    }
    let deals = f64::from(deals);
    for (predicted, observed) in predicted.iter().zip(&observed) {
        // Allow four standard errors of a count.
        let error = (observed * (1.0 - observed / deals)).sqrt().max(1.0);
        assert!(
            (predicted - observed).abs() < 4.0 * error,
            "predicted {predicted}, observed {observed}"
        );
    }
    // Every question has both answers often enough to be a test.
    assert!(
        observed
            .iter()
            .all(|count| *count >= 10.0 && *count < deals - 10.0),
        "{observed:?}"
    );
}

#[test]
fn a_sample_has_the_requested_size() {
    let game = Game::new("auto_rob=true first_dealer=N".parse().unwrap());
    let mut game = game.decide_deal(&pidro::Seed::new("3").deck(1)).unwrap().finish();
    while game.phase() != Phase::Playing {
        let action = game.legal().nth(0).unwrap();
        game.act(game.turn().unwrap(), action, |_| ()).unwrap();
    }
    let seat = game.turn().unwrap();
    let unseen = UnseenTrumps::of(&game.view(seat), seat, true).unwrap();
    let mut all = 0;
    unseen.for_each(&mut |_, _| all += 1);
    assert!(all > 500, "{all}");
    assert_eq!(unseen.worlds(usize::MAX, 0.5).len(), all);
    let sampled = unseen.worlds(100, 0.5).len();
    assert!((99..=101).contains(&sampled), "{sampled}");
}
