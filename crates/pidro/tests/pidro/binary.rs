//! Games as bytes.

use pidro::{Action, Deck, DecodeError, Game, History, Record, Rules};
use proptest::prelude::*;

use crate::script::{any_history, any_script, draw, rng};

/// A whole game of random play with modest bids.
fn random_game(seed: u64, rules: Rules) -> History {
    let mut rng = rng(seed);
    let mut history = History::new(rules);
    while history.game().winner().is_none() {
        let game = *history.game();
        let Some(seat) = game.turn() else {
            history.deal(&Deck::shuffled(&mut rng)).unwrap();
            continue;
        };
        let legal = game.legal();
        let action = match legal.sample(&mut rng).unwrap() {
            Action::Bid(bid) if bid.get() > 7 && legal.contains(&Action::Pass) => Action::Pass,
            action => action,
        };
        history.act(seat, action).unwrap();
    }
    history
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn games_survive_a_round_trip_through_bytes(history in any_history(), undone in 0usize..5) {
        let mut history = history;
        for _ in 0..undone {
            let _ = history.undo();
        }
        let bytes = history.to_bytes();
        let mut read = History::from_bytes(&bytes).unwrap();
        prop_assert_eq!(read.game(), history.game());
        prop_assert_eq!(read.log(), history.log());
        prop_assert_eq!(read.to_bytes(), bytes);
        // The steps are the same, too.
        while history.undo().is_ok() {
            read.undo().unwrap();
            prop_assert_eq!(read.game(), history.game());
        }
        prop_assert!(read.undo().is_err());
    }

    #[test]
    fn every_legal_action_is_found_at_its_index(script in any_script()) {
        script.play(|before, _| {
            let legal = before.legal();
            for place in (0..legal.len()).step_by(1 + legal.len() / 500) {
                let action = legal.nth(place).unwrap();
                assert_eq!(legal.index_of(&action), Some(place), "{action}");
            }
        });
    }

    #[test]
    fn any_bytes_yield_a_game_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(History::from_bytes(&bytes).is_err());
    }

    /// The checksum guards against accidents, not attackers: bytes with a valid checksum must be
    /// just as harmless.
    #[test]
    fn bytes_with_a_valid_checksum_round_trip_or_are_refused(body in prop::collection::vec(any::<u8>(), 0..400)) {
        let bytes = sealed(&[&[1], &body[..]].concat());
        if let Ok(history) = History::from_bytes(&bytes) {
            prop_assert_eq!(history.to_bytes(), bytes);
        }
    }

    #[test]
    fn a_changed_game_with_a_valid_checksum_round_trips_or_is_refused(
        seed in 0u64..20,
        at in any::<prop::sample::Index>(),
        bit in 0u8..8,
    ) {
        let bytes = random_game(seed, Rules::default()).to_bytes();
        let mut body = bytes[..bytes.len() - 4].to_vec();
        let at = 1 + at.index(body.len() - 1);
        body[at] ^= 1 << bit;
        let bytes = sealed(&body);
        if let Ok(history) = History::from_bytes(&bytes) {
            prop_assert_eq!(history.to_bytes(), bytes);
        }
    }
}

fn sealed(body: &[u8]) -> Vec<u8> {
    [body, &crc32fast::hash(body).to_be_bytes()].concat()
}

#[test]
fn a_hand_takes_less_than_eighty_bytes_on_average() {
    let mut bytes = 0;
    let mut hands = 0;
    let mut rng = rng(80);
    for game in 0..1000 {
        let rules = crate::script::rules_of(u64::try_from(draw(&mut rng, 1 << 30)).unwrap());
        let history = random_game(game, rules);
        bytes += history.to_bytes().len();
        hands += usize::try_from(history.game().hand_number()).unwrap();
    }
    println!(
        "1000 games, {hands} hands, {bytes} bytes: {} a hand",
        bytes / hands
    );
    assert!(bytes < 80 * hands, "{bytes} bytes for {hands} hands");
    assert!(
        bytes < 48 * hands,
        "it was fewer than 48 a hand: {bytes} bytes for {hands} hands"
    );
}

#[test]
fn every_truncation_and_every_flipped_bit_is_an_error() {
    let bytes = random_game(1, "target=12".parse().unwrap()).to_bytes();
    for end in 0..bytes.len() {
        assert!(History::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
    }
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(History::from_bytes(&flipped).is_err(), "bit {bit}");
    }
    assert!(History::from_bytes(&[bytes.clone(), vec![0]].concat()).is_err());
    // More zeros before the checksum would be a second encoding of the same game.
    let body = &bytes[..bytes.len() - 4];
    assert!(History::from_bytes(&sealed(&[body, &[0]].concat())).is_err());
    assert_eq!(
        History::from_bytes(&sealed(&[&[9], &body[1..]].concat()))
            .unwrap_err()
            .to_string(),
        "the bytes have version 9; this release reads version 1"
    );
}

#[test]
fn an_excessive_log_is_refused_before_it_fills_memory() {
    // Hands without a winner: everybody passes, and the dealer fails with six again and again.
    let mut history = History::new("first_dealer=N target=9999".parse().unwrap());
    let mut rng = rng(2);
    while history.log().len() < 20_000 {
        let game = *history.game();
        match game.turn() {
            Some(seat) => {
                let action = game.legal().nth(0).unwrap();
                history.act(seat, action).unwrap();
            }
            None => drop(history.deal(&Deck::shuffled(&mut rng)).unwrap()),
        }
    }
    let error = History::from_bytes(&history.to_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "the game has more than 10240 events");
}

/// Rejects annotations that are not in the form the record would write.
#[test]
fn annotations_have_one_encoding() {
    let bytes = random_game(1, "target=12".parse().unwrap()).to_bytes();
    let body = &bytes[..bytes.len() - 4];
    let with = |notes: &str| Record::from_bytes(&sealed(&[body, notes.as_bytes()].concat()));
    assert!(with("[North \"Anna\"]\n4 !\n5 {good}\n").is_ok());
    for notes in [
        "5 {two  spaces}\n",
        "5 {good}",
        "5 {good}\n4 !\n",
        "05 {good}\n",
        "4 !\n4 ?\n",
        "4 !\n3 !\n",
        "[Result \"*\"]\n",
        "[View \"N\"]\n[North \"Anna\"]\n",
    ] {
        assert_eq!(with(notes).map(drop), Err(DecodeError::NotCanonical), "{notes}");
    }
    for notes in [
        "99999 {good}\n",
        "5 good\n",
        "x\n",
        "5 {good\n",
        "[North \"Anna\"]\n[North \"Bo\"]\n",
    ] {
        assert_eq!(with(notes).map(drop), Err(DecodeError::Impossible), "{notes}");
    }
}

/// A game from the start must not be encoded as a game that starts from a position.
#[test]
fn a_new_game_has_one_encoding() {
    let new = Game::new("finnish".parse().unwrap());
    let position: Vec<String> = new.to_bytes().iter().map(|byte| format!("{byte:08b}")).collect();
    // A position of 145 bits after the version, then the end of the record.
    let mut body = format!("{:08b}1{}000", 1, &position.concat()[8..8 + 145]);
    body += &"0".repeat((8 - body.len() % 8) % 8);
    let body: Vec<u8> = (0..body.len())
        .step_by(8)
        .map(|at| u8::from_str_radix(&body[at..at + 8], 2).unwrap())
        .collect();
    assert_eq!(
        History::from_bytes(&sealed(&body)).map(drop),
        Err(DecodeError::NotCanonical)
    );
    let history = History::starting_at(new);
    assert_eq!(
        History::from_bytes(&history.to_bytes()).map(|read| *read.game()),
        Ok(new)
    );
}
