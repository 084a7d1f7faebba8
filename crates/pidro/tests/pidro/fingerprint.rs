//! Fingerprints of games.

use pidro::{Deck, Fingerprint, Game};
use proptest::prelude::*;

use crate::script::{any_deck, any_history, any_rules, any_script, rng, rules_of};

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// One event at a time, and several events at once.
    #[test]
    fn an_incremental_fingerprint_equals_a_fresh_one(history in any_history(), at_once in 1usize..9) {
        let mut game = *history.initial_game();
        let mut fingerprint = Fingerprint::of(&game);
        for events in history.log().chunks(at_once) {
            game = events.iter().fold(game, Game::evolve);
            fingerprint.update(events, &game);
            prop_assert_eq!(fingerprint, Fingerprint::of(&game));
            prop_assert_eq!(fingerprint.get(), game.fingerprint());
        }
    }

    /// At every event of a game, not only at its steps.
    #[test]
    fn fingerprints_are_equal_exactly_for_equal_states(script in any_script()) {
        let history = script.play(|_, _| ());
        let mut seen = std::collections::HashMap::new();
        let mut game = Game::new(script.rules);
        seen.insert(game.fingerprint(), game);
        for (place, event) in history.log().iter().enumerate() {
            game = game.evolve(event);
            prop_assert_eq!(history.at_event(place + 1).unwrap().fingerprint(), game.fingerprint());
            if let Some(other) = seen.insert(game.fingerprint(), game) {
                prop_assert_eq!(other, game);
            }
        }
    }

    #[test]
    fn an_option_or_a_swapped_card_changes_the_fingerprint(
        rules in any_rules(),
        deck in any_deck(),
        one in 0usize..52,
        other in 0usize..52,
    ) {
        let mut others = rules;
        others.auto_kill = !others.auto_kill;
        prop_assert_ne!(Game::new(others).fingerprint(), Game::new(rules).fingerprint());

        let new = Game::new("first_dealer=N".parse().unwrap());
        let dealt = |deck: &Deck| new.decide_deal(deck).unwrap().finish();
        let mut cards = *deck.cards();
        cards.swap(one, other);
        let (game, swapped) = (dealt(&deck), dealt(&Deck::new(&cards).unwrap()));
        // Swapping two cards within a hand makes no difference.
        prop_assert_eq!(game == swapped, game.fingerprint() == swapped.fingerprint());
    }
}

/// The probability that any two of 10 million states collide is 1 in 370,000.
#[test]
fn ten_million_positions_have_ten_million_fingerprints() {
    const POSITIONS: usize = 10_000_000;
    let mut rng = rng(64);
    let mut seen: Vec<u64> = Vec::with_capacity(POSITIONS + 100);
    let mut rules = 0;
    while seen.len() < POSITIONS {
        // A few hands under each of many rules. Every deck is new, so all positions differ.
        rules += 7919;
        let mut game = Game::new(rules_of(rules));
        while game.winner().is_none() && game.hand_number() < 20 && seen.len() < POSITIONS {
            if let Some(seat) = game.turn() {
                let action = game.legal().sample(&mut rng).unwrap();
                game.act(seat, action, |_| ()).unwrap();
                seen.push(game.fingerprint());
            } else {
                // A cut changes only the dealer, so the same state can come up again.
                let cut = game.dealer().is_none();
                game.deal(&Deck::shuffled(&mut rng), |_| ()).unwrap();
                if !cut {
                    seen.push(game.fingerprint());
                }
            }
        }
    }
    seen.sort_unstable();
    let agreeing = seen.windows(2).filter(|pair| pair[0] == pair[1]).count();
    println!("{} positions, {agreeing} of them agree with another", seen.len());
    assert_eq!(agreeing, 0);
}
