//! Positions as text and as bytes.

use pidro::{Game, History, Observer, Seat, Seed, SeededGame, View};
use proptest::prelude::*;

use crate::script::any_history;

/// Every state of a game, including those in the middle of a step.
fn states(history: &History) -> Vec<Game> {
    let mut game = *history.initial_game();
    let mut states = vec![game];
    for event in history.log() {
        game = game.evolve(event);
        states.push(game);
    }
    states
}

/// All observers, and nobody for the full view.
const OBSERVERS: [Option<Observer>; 6] = [
    Some(Observer::Seat(Seat::North)),
    Some(Observer::Seat(Seat::East)),
    Some(Observer::Seat(Seat::South)),
    Some(Observer::Seat(Seat::West)),
    Some(Observer::Spectator),
    None,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn positions_survive_a_round_trip_through_text(history in any_history()) {
        for game in states(&history) {
            let line = game.to_position();
            prop_assert_eq!(line.lines().count(), 1);
            match Game::from_position(&line) {
                Ok(read) => prop_assert_eq!(read, game, "{}", line),
                Err(error) => prop_assert!(false, "{error}\n{line}"),
            }
        }
    }

    #[test]
    fn positions_survive_a_round_trip_through_bytes(history in any_history()) {
        for game in states(&history) {
            let bytes = game.to_bytes();
            prop_assert!(bytes.len() <= 96, "{} bytes", bytes.len());
            prop_assert_eq!(Game::from_bytes(&bytes), Ok(game));
        }
    }

    /// The checksum guards against accidents, not attackers: bytes with a valid checksum must be
    /// just as harmless.
    #[test]
    fn a_changed_position_with_a_valid_checksum_round_trips_or_is_refused(
        history in any_history(),
        state in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        bit in 0u8..8,
    ) {
        let states = states(&history);
        let mut bytes = states[state.index(states.len())].to_bytes();
        for cut in 0..bytes.len() {
            prop_assert!(Game::from_bytes(&bytes[..cut]).is_err());
        }
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        prop_assert!(Game::from_bytes(&bytes).is_err());
        bytes.truncate(bytes.len() - 4);
        bytes.extend(crc32fast::hash(&bytes).to_be_bytes());
        if let Ok(game) = Game::from_bytes(&bytes) {
            prop_assert_eq!(game.to_bytes(), bytes);
        }
    }

    /// A changed position is either another reachable position or rejected.
    #[test]
    fn a_changed_position_round_trips_or_is_refused(
        history in any_history(),
        state in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
    ) {
        let states = states(&history);
        let line = states[state.index(states.len())].to_position();
        let mut letters: Vec<char> = line.chars().collect();
        let (at, other) = (at.index(letters.len()), other.index(letters.len()));
        letters.swap(at, other);
        let changed: String = letters.into_iter().collect();
        if let Ok(game) = Game::from_position(&changed) {
            prop_assert_eq!(Game::from_position(&game.to_position()), Ok(game));
        }
    }

    #[test]
    fn views_survive_a_round_trip_through_text(history in any_history(), observer in 0usize..6) {
        for game in states(&history) {
            let view = OBSERVERS[observer].map_or_else(|| game.full_view(), |observer| game.view(observer));
            let line = view.to_position();
            match View::from_position(&line) {
                Ok(read) => prop_assert_eq!(read, view, "{}", line),
                Err(error) => prop_assert!(false, "{error}\n{line}\n{}", game.to_position()),
            }
        }
    }
}

/// A hand in which eight cards have been played and a seat is cold.
fn playing() -> String {
    let mut table = SeededGame::new("first_dealer=N".parse().unwrap(), Some(Seed::new("b")));
    while table.history().game().full_view().tricks.plays().len() < 8 {
        let game = table.history().game();
        let action = game.legal().nth(game.legal().len() - 1).unwrap();
        let seat = game.turn().unwrap();
        table.act(seat, action).unwrap();
    }
    table.history().game().to_position()
}

#[test]
fn a_position_line_has_the_documented_fields() {
    assert_eq!(
        playing(),
        "finnish first_dealer=N next:play,S hand:1 dealer:N score:0,0 N:Jh7h6hQd E:9hKdAc6c S:3hKcQcJc W:6s8h2h9d \
         calls:14,14,14,14 contract:N14 trump:c discards:NQsTs8s7s4sQhTh7d,EKs5hTd6d4d3d,SAs2sAd2d,WJs3sAh4hJd8d5d \
         redeal:E3/3,S1/1,W4/4 pool:9 buried:9s5sKh plays:E3c,S8c,W2c,N7c/STc,W4c,N9c,E5c/ cold:NW points:6,1"
    );
}

#[test]
fn consequences_may_be_omitted() {
    let short = playing()
        .replace(" contract:N14", "")
        .replace(" redeal:E3/3,S1/1,W4/4", "")
        .replace(" cold:NW points:6,1", "");
    assert_eq!(Game::from_position(&short).unwrap().to_position(), playing());
}

/// Each change to the position above, and the error message.
#[test]
fn unreachable_positions_are_refused_with_a_reason() {
    let changes: &[(&str, &str, &str)] = &[
        ("N:Jh", "N:KcJh", "Kc is in two places"),
        ("N:Jh7h", "N:Jh", "7h is missing"),
        ("N:Jh", "N:Xh", "column 64: `Xh` is not a card"),
        ("E:9hKdAc6c", "E:9hKdAc6cKs5hTd6d4d3d", "E holds 10 cards"),
        (
            "cold:NW",
            "cold:NEW",
            "`cold` is NEW, but the other fields imply NW",
        ),
        ("cold:NW", "cold:", "`cold` is , but the other fields imply NW"),
        (
            "points:6,1",
            "points:5,1",
            "`points` is 5,1, but the other fields imply 6,1",
        ),
        (
            "redeal:E3/3",
            "redeal:E4/3",
            "`redeal` is E4/3,S1/1,W4/4, but the other fields imply E3/3,S1/1,W4/4",
        ),
        (
            "contract:N14",
            "contract:E14",
            "`contract` is E14, but the other fields imply N14",
        ),
        ("calls:14,14,14,14", "calls:14,14,14,7", "N can't bid 7"),
        (
            "calls:14,14,14,14",
            "calls:14,14,14",
            "the other fields imply `call,N`",
        ),
        (
            "next:play,S",
            "next:play,E",
            "`next` is `play,E`, but the other fields imply `play,S`",
        ),
        (
            "next:play,S",
            "next:trick_end",
            "E5c/, but the other fields imply E3c,S8c,W2c,N7c/STc,W4c,N9c,E5c",
        ),
        ("next:play,S", "next:dance", "`dance` can't come next"),
        ("hand:1", "hand:2", "N can't deal hand 2 if N deals the first"),
        (
            "score:0,0",
            "score:0,1",
            "no game can have 0 and 1 points before hand 1",
        ),
        ("score:0,0", "score:0", "a score is two numbers"),
        ("score:0,0", "score:0,062", "`062` is not a valid number"),
        (
            "STc,W4c,N9c,E5c",
            "W4c,STc,N9c,E5c",
            "W can't play 4c: it is S's turn, not W's",
        ),
        ("NW points", "NW claim:S points", "S can't claim"),
        ("trump:c", "trump:x", "`x` is not a suit"),
        (
            "trump:c",
            "trump:h",
            "must come from nine dealt cards and the redeal",
        ),
        ("buried:9s5sKh", "buried:?3", "cards are unknown"),
        ("pool:9", "pool:8", "N can't keep Jh 7h 6h Qd 9c 7c"),
        ("pool:9", "", "no sequence of plays leads to this layout"),
        (" dealer:N", "", "the field `dealer` is missing"),
        ("finnish", "french", "`french`"),
        ("plays:", "tricks:", "there is no field `tricks`"),
        ("cold:NW", "cold:NW cold:NW", "the field `cold` appears twice"),
    ];
    let mut failures = Vec::new();
    for (from, to, reason) in changes {
        let line = playing();
        assert!(line.contains(from), "{from}");
        let outcome = match Game::from_position(&line.replacen(from, to, 1)) {
            Ok(_) => "it was accepted".to_owned(),
            Err(error) => error.to_string(),
        };
        if !outcome.contains(reason) {
            failures.push(format!("{from} -> {to}: {outcome}"));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// East has no trump left and has shown its cards, so it can't lead.
#[test]
fn trick_led_by_a_cold_seat_is_refused() {
    let line = playing()
        .replace("E:9hKdAc6c", "E:9hKd6cQd")
        .replace("N:Jh7h6hQd", "N:Jh7h6h9d")
        .replace("W:6s8h2h9d", "W:6s8h2h")
        .replace("E5c/", "E5c/WAc")
        .replace("next:play,S", "next:play,N");
    let error = Game::from_position(&line).unwrap_err().to_string();
    assert!(error.contains("W can't play Ac"), "{error}");
}

#[test]
fn ten_cards_in_a_hand_are_refused() {
    let line = playing()
        .replace("E:9hKdAc6c", "E:9hKdAc6cKs5hTd6d4d3d")
        .replace("EKs5hTd6d4d3d,", "");
    let error = Game::from_position(&line).unwrap_err().to_string();
    assert_eq!(error, "E holds 10 cards: nobody holds more than nine");
}

/// Between hands, the score includes the hand on the table: the score before it must be possible.
#[test]
fn the_score_before_the_last_hand_must_be_possible() {
    let mut table = SeededGame::new("first_dealer=N".parse().unwrap(), Some(Seed::new("b")));
    while table.history().game().hand_number() == 1 {
        let game = table.history().game();
        let (seat, action) = (game.turn().unwrap(), game.legal().nth(0).unwrap());
        table.act(seat, action).unwrap();
    }
    // The deal of the second hand belongs to the last step.
    let events = table.history().log().len();
    let line = table.history().at_event(events - 1).unwrap().to_position();
    assert!(Game::from_position(&line).is_ok());
    let score = line
        .split_whitespace()
        .find(|word| word.starts_with("score:"))
        .unwrap();
    for (wrong, reason) in [
        ("score:5,5", "before hand 1"),
        ("score:99,0", "the game would have been over"),
        ("score:0,0", "before hand 1"),
    ] {
        let error = Game::from_position(&line.replace(score, wrong))
            .unwrap_err()
            .to_string();
        assert!(error.contains(reason), "{error}");
    }
}

/// In the second hand, only the results of a single hand are possible; later, only bounds apply.
#[test]
fn unreachable_scores_are_refused() {
    let dealt = |rules: &str, number: u32, score: &str| {
        let mut game = Game::new(format!("{rules} first_dealer=N").parse().unwrap());
        game.deal(&Seed::new("1").deck(1), |_| ()).unwrap();
        let line = game.to_position();
        let line = line
            .replace("first_dealer=N ", "")
            .replace("hand:1", &format!("hand:{number}"));
        Game::from_position(&line.replace("score:0,0", &format!("score:{score}")))
    };
    for (rules, number, score, possible) in [
        ("finnish", 2, "6,0", true),
        ("finnish", 2, "5,5", false),
        ("finnish", 2, "-6,14", true),
        ("finnish", 2, "-5,14", false),
        ("finnish", 2, "10,5", false),
        ("traditional", 2, "6,8", true),
        ("traditional", 2, "6,7", false),
        ("traditional", 2, "-8,6", false),
        ("traditional", 2, "-8,7", true),
        ("finnish", 3, "28,0", true),
        ("finnish", 3, "28,1", false),
        ("finnish", 3, "-28,0", true),
        ("finnish", 3, "-29,0", false),
        ("finnish", 9, "62,0", false),
    ] {
        assert_eq!(
            dealt(rules, number, score).is_ok(),
            possible,
            "{rules}: hand {number}, {score}"
        );
    }
}

/// Rejects counts that no hand and no pack can have, without overflow.
#[test]
fn view_with_absurd_counts_is_refused() {
    let game = Game::from_position(&playing()).unwrap();
    let view = game.view(Seat::East).to_position();
    assert!(View::from_position(&view).is_ok());
    for (from, to) in [
        ("N:Jh7h6hQd", "N:?255"),
        ("S:?4", "S:?255"),
        ("N?", "N?255"),
        ("S?4", "S?250"),
        ("plays:", "pack:?255 plays:"),
    ] {
        assert!(view.contains(from), "{from} is not in {view}");
        assert!(View::from_position(&view.replacen(from, to, 1)).is_err(), "{to}");
    }
}
