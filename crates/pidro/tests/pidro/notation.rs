//! Game records as text.

use pidro::{
    Action, Game, History, Mark, Observer, Record, ResumeError, Seat, Seed, SeededGame, Suit, View,
    VisibleEvent,
};
use proptest::prelude::*;

use crate::script::{Script, any_history, deck_with_trumps, draw, rng, rules_of};

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn records_survive_a_round_trip_through_text(
        history in any_history(),
        notes in prop::collection::vec((any::<prop::sample::Index>(), "[a-zåäö{};\\[\\]\" ]{0,12}", 0usize..5), 0..6),
        names in prop::collection::vec(".{0,10}", 4),
    ) {
        let mut record = Record::new(history.clone(), None);
        for (name, value) in ["North", "East", "South", "Event"].into_iter().zip(&names) {
            prop_assert!(record.set_tag(name, value));
        }
        for (place, comment, mark) in notes {
            let event = place.index(history.log().len() + 1);
            record.add_comment(event, &comment);
            if let Some(mark) = [Mark::Good, Mark::Brilliant, Mark::Mistake, Mark::Blunder].get(mark) {
                record.set_mark(event, *mark);
            }
        }
        let bytes = record.to_bytes();
        let from_bytes = Record::from_bytes(&bytes).unwrap();
        prop_assert_eq!(from_bytes.to_string(), record.to_string());
        prop_assert_eq!(from_bytes.to_bytes(), bytes);
        let text = record.to_string();
        let read = match Record::parse(&text) {
            Ok(read) => read,
            Err(error) => return Err(TestCaseError::fail(format!("{error}\n{text}"))),
        };
        prop_assert_eq!(read.history().log(), history.log());
        prop_assert_eq!(read.to_string(), text);
        prop_assert_eq!(read.comments().collect::<Vec<_>>(), record.comments().collect::<Vec<_>>());
        prop_assert_eq!(read.marks().collect::<Vec<_>>(), record.marks().collect::<Vec<_>>());
        prop_assert_eq!(read.tags().collect::<Vec<_>>(), record.tags().collect::<Vec<_>>());
    }

    /// In the game constructed from the record, the observer sees the same as in the original.
    #[test]
    fn records_of_one_view_survive_a_round_trip(history in any_history(), observer in 0usize..5) {
        let observer = Seat::ALL.get(observer).map_or(Observer::Spectator, |seat| Observer::Seat(*seat));
        let seen = Record::new(history.clone(), None).as_seen_by(observer).unwrap();
        let text = seen.to_string();
        let read = match Record::parse(&text) {
            Ok(read) => read,
            Err(error) => return Err(TestCaseError::fail(format!("{error}\n{text}"))),
        };
        prop_assert_eq!(read.observer(), Some(observer));
        prop_assert_eq!(read.to_string(), text);
        // The hidden cards are made up in the same way, with and without a text.
        prop_assert_eq!(read.history().log(), seen.history().log());
        prop_assert_eq!(read.to_bytes(), seen.to_bytes());
        let seen = |history: &History| -> Vec<VisibleEvent> {
            let rules = *history.game().rules();
            history.log().iter().map(|event| event.seen_by(observer, &rules)).collect()
        };
        prop_assert_eq!(seen(read.history()), seen(&history));
    }
}

const EXAMPLE: &str = include_str!("../../../../docs/example.pidro");

/// Each change to the example, the location of the error, and its message.
#[test]
fn impossible_consequences_are_refused_with_their_place() {
    #[rustfmt::skip]
    let changes: &[(&str, &str, usize, usize, &str)] = &[
        ("[Rules \"finnish", "[Rules \"finish", 7, 9, "there is no preset `finish`"),
        ("[Date", "[Event", 2, 2, "the tag Event appears twice"),
        ("[Seed \"vasa\"]", "[Seed vasa]", 8, 1, "a tag is written"),
        ("EW 25 to 9", "EW 25 to 8", 9, 10, "the result is EW 25 to 9"),
        ("3h, E deals", "3h, S deals", 11, 24, "E is expected here"),
        ("Ah 5s As 3h", "Ah 5s As Ac", 11, 1, "Ac is named twice"),
        ("Ah 5s As 3h", "Ah 5s As", 11, 1, "do not decide the cut"),
        ("Hand 1,", "Hand 2,", 13, 6, "1 is expected here"),
        ("Hand 1, E", "Hand 1, N", 13, 9, "E is expected here"),
        ("S Ad3d2h", "S Ad3d2d", 14, 10, "2d is dealt twice"),
        ("S Ad3d2h", "S Ad3dXh", 14, 7, "`Xh` is not a card"),
        ("S Ad3d2h", "S Ad3dÅh", 14, 7, "is not a card"),
        ("4d9h7s", "4d9h7s6c", 16, 23, "only 9 cards are expected, and this is one more"),
        ("Pack Ks3h", "Pack 3h", 19, 1, "16 cards are expected"),
        ("W 7, N pass", "W 5, N pass", 19, 15, "`5` is not a bid"),
        ("W 7, N pass", "W 6, N pass", 19, 15, "6 can't be bid"),
        ("W 7, N pass", "N 7, N pass", 19, 15, "it is W's turn, not N's"),
        ("Trump W h", "Trump S h", 20, 9, "it is W's turn, not S's"),
        ("Redeal S 5", "Redeal S 4", 21, 10, "5 is expected here"),
        ("W 2 9s8d", "W 2 9s8c", 21, 28, "9s8d is expected here"),
        ("Keep E KhTh", "Keep E QhTh", 22, 8, "is expected here"),
        ("1. S 3h Qh 4h", "1. S 3h Qh Ah", 23, 12, "Ah is not among the seat's cards"),
        ("1. S 3h", "2. S 3h", 23, 1, "1. is expected here"),
        ("1. S 3h", "1. W 3h", 23, 6, "it is S's turn, not W's"),
        ("5d! = W 5", "5d! = E 5", 23, 21, "W is expected here"),
        ("5d! = W 5", "5d! = W 6", 23, 23, "5 is expected here"),
        ("2h = E 5 two S", "2h = E 5 two W", 25, 28, "S is expected here"),
        ("4h 5d! = W 5 {East", "4h - = W 5 {East", 23, 15, "E is not cold: a card is expected"),
        ("3. W 5h 9h Kh 2h =", "3. W 5h 9h Kh =", 25, 17, "the trick is not over"),
        ("Cold N Ts6s9c", "Cold E Ts6s9c", 26, 6, "E is not cold here"),
        ("Cold N Ts6s9c", "Cold N Ts6s", 26, 8, "Ts6s9c is expected here"),
        ("Left E 7h6c2c", "Left E 7h6c", 27, 8, "7h6c2c is expected here"),
        ("Score NS 1 EW 13", "Score NS 2 EW 13", 28, 10, "1 is expected here"),
        ("W 7 made", "W 7 failed", 28, 23, "made is expected here"),
        ("total NS 1 EW 13", "total NS 1 EW 14", 28, 43, "13 is expected here"),
        ("Wins EW", "Wins NS", 63, 6, "EW is expected here"),
        ("Wins EW", "Wins EW\nCalls N 6", 64, 9, "the game is over"),
        ("{East holds", "{East {holds", 0, 0, ""),
        ("the last trump that could beat the ten.}", "the last", 63, 9, "this comment has no end"),
        ("Wins EW", "Shouts EW", 63, 1, "a part of a game is expected"),
        ("6c2c\n1. S", "6c2c?\n1. S", 22, 8, "no choice here that could be marked"),
        ("8h = W 2\n3. W", "8h", 24, 18, "the trick is over: the next one begins with its number"),
        ("5d! = W", "5d! =! W", 23, 19, "the trick is over"),
        ("[Rules \"", "[Position \"finnish next:deal hand:1 dealer:W score:0,0\"]\n[Rules \"", 12, 1, "remove the tag Rules"),
    ];
    let mut failures = Vec::new();
    for &(from, to, line, column, reason) in changes {
        assert!(EXAMPLE.contains(from), "{from}");
        let outcome = match Record::parse(&EXAMPLE.replacen(from, to, 1)) {
            Ok(_) if line == 0 => continue,
            Ok(_) => "it was accepted".to_owned(),
            Err(error)
                if (error.line(), error.column()) == (line, column) && error.reason().contains(reason) =>
            {
                continue;
            }
            Err(error) => error.to_string(),
        };
        failures.push(format!("{from} -> {to}: {outcome}"));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn error_shows_the_line_and_underlines_the_word() {
    let error = Record::parse(&EXAMPLE.replacen("total NS 1 EW 13", "total NS 1 EW 14", 1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 28, column 43: 13 is expected here\n\
         28 | Score NS 1 EW 13, W 7 made, total NS 1 EW 14\n   \
         |                                           ^^"
    );
}

#[test]
fn consequences_may_be_omitted() {
    let short: String = EXAMPLE
        .lines()
        .filter(|line| {
            !["Redeal", "Cold", "Left", "Score", "Wins", "[Result"]
                .iter()
                .any(|name| line.starts_with(name))
        })
        .map(|line| match line.split_once(" = ") {
            Some((plays, _)) => format!("{plays}\n"),
            None => format!("{line}\n"),
        })
        .collect();
    let (short, whole) = (Record::parse(&short).unwrap(), Record::parse(EXAMPLE).unwrap());
    assert_eq!(short.history().log(), whole.history().log());
}

#[test]
fn words_may_be_on_any_line() {
    let (tags, game) = EXAMPLE.split_once("\n\n").unwrap();
    let long = game.replace('\n', " ");
    let tall = game.replace(' ', "\n").replace('{', "{ ");
    for game in [long, tall, game.replace('\n', "\r\n")] {
        let read = Record::parse(&format!("{tags}\n\n{game}")).unwrap();
        assert_eq!(read.to_string(), EXAMPLE);
    }
}

#[test]
fn semicolon_comments_end_with_their_line() {
    let text = EXAMPLE.replacen("Trump W h", "Trump W h ; {not} a part of it\n;nor this", 1);
    let record = Record::parse(&text).unwrap();
    let comments: Vec<&str> = record.comments().map(|(_, text)| text).collect();
    assert!(
        comments.contains(&"(not) a part of it") && comments.contains(&"nor this"),
        "{comments:?}"
    );
    // The output must be parseable again.
    assert!(
        Record::parse(&record.to_string())
            .unwrap()
            .to_string()
            .contains("(not) a part of it")
    );
}

#[test]
fn a_broken_game_among_many_is_reported_and_the_others_are_read() {
    let broken = EXAMPLE.replacen("total NS 15 EW 13", "total NS 15 EW 14", 1);
    let unclosed = EXAMPLE.replacen("12", "12 {", 1);
    let text = format!("\n\n{EXAMPLE}\n{broken}{EXAMPLE}\n\n{unclosed}[Rules \"finnish\"]\n{EXAMPLE}");
    let games: Vec<_> = Record::parse_all(&text).collect();
    let lines: Vec<Option<usize>> = games
        .iter()
        .map(|game| game.as_ref().err().map(pidro::ParseRecordError::line))
        .collect();
    assert_eq!(lines[..3], [None, Some(110), None], "{games:?}");
    assert_eq!(games.len(), 5);
    assert_eq!(games[2].as_ref().unwrap().to_string(), EXAMPLE);
    assert!(Record::parse(&text).is_err());
}

#[test]
fn unexpected_letters_are_refused_with_their_place() {
    for (game, column) in [("E Ah€ €", 3), ("E ÅhAd", 3), ("E AhÅd", 5), ("€ Ah", 1)] {
        let error = Record::parse(&format!(
            "[Rules \"first_dealer=N\"]\n\nHand 1, N deals\n{game}\n"
        ))
        .unwrap_err();
        assert_eq!((error.line(), error.column()), (4, column), "{error}");
    }
}

#[test]
fn comments_on_a_file_may_precede_its_first_game() {
    let games: Vec<_> = Record::parse_all(&format!("; Games of 2026\n;\n\n{EXAMPLE}; more\n")).collect();
    assert_eq!(games.len(), 1);
    assert!(
        games[0]
            .as_ref()
            .is_ok_and(|record| record.comments().last().is_some_and(|(_, text)| text == "more"))
    );
}

/// Hands that chance rarely deals: many trumps in one hand, none in another, an empty pack.
#[test]
fn views_of_rare_hands_survive_a_round_trip() {
    let mut rng = rng(301);
    let mut count = 0;
    for _ in 0..2_000 {
        let rules = rules_of(draw(&mut rng, 1 << 30) as u64);
        let suit = Suit::ALL[draw(&mut rng, 4)];
        let decks = (0..3).map(|_| {
            let mut left = 14;
            let mut trumps = [0; 4].map(|_: usize| {
                let held = draw(&mut rng, left.min(9) + 1);
                left -= held;
                held
            });
            trumps.rotate_left(draw(&mut rng, 4));
            let trumps_on_top = draw(&mut rng, 2) == 0;
            deck_with_trumps(&mut rng, suit, trumps, trumps_on_top)
        });
        let decks = decks.collect();
        let script = Script::random(&mut rng, rules, decks, Some(suit));
        let mut history = script.play(|_, _| ());
        for _ in 0..draw(&mut rng, 12) {
            let _ = history.undo();
        }
        if draw(&mut rng, 3) == 0 {
            let _ = history.act(Seat::ALL[draw(&mut rng, 4)], Action::Resign);
        }
        let game = *history.game();
        assert_eq!(Game::from_position(&game.to_position()), Ok(game));
        assert_eq!(Game::from_bytes(&game.to_bytes()), Ok(game));
        let record = Record::new(history, None);
        for observer in Seat::ALL
            .map(Observer::Seat)
            .into_iter()
            .chain([Observer::Spectator])
        {
            let seen = record.as_seen_by(observer);
            assert!(seen.is_some(), "as {observer:?}\n{record}");
            let view = record.history().game().view(observer);
            assert_eq!(View::from_position(&view.to_position()), Ok(view), "{record}");
            count += 1;
        }
    }
    println!("{count} views");
}

/// East was dealt nine trumps, and so discarded nothing.
#[test]
fn a_view_of_nine_trumps_survives_a_round_trip() {
    let mut game = crate::test_game::TestGame::new("finnish auto_rob=true");
    game.deal(
        pidro::Suit::Hearts,
        &[(Seat::East, "Ah Kh Qh Jh Th 9h 8h 7h 6h")],
        "",
    );
    game.act("E bid 6, S pass, W pass, N pass, E trump h");
    for resigned in [false, true] {
        for observer in [Seat::North, Seat::South] {
            let seen = Record::new(game.history.clone(), None)
                .as_seen_by(observer)
                .unwrap()
                .to_string();
            assert!(seen.contains("Discard E ?0"), "{seen}");
            assert_eq!(Record::parse(&seen).unwrap().to_string(), seen);
        }
        if !resigned {
            game.act("S resign");
        }
    }
}

#[test]
fn a_record_of_one_observer_contains_nothing_hidden() {
    let whole = Record::parse(EXAMPLE).unwrap();
    let seen = whole.as_seen_by(Seat::West).unwrap();
    assert_ne!(seen.history().log(), whole.history().log());
    let bytes = Record::from_bytes(&seen.to_bytes()).unwrap();
    assert_eq!(bytes.history().log(), seen.history().log());
    assert_eq!((seen.comments().count(), seen.marks().count()), (0, 0));
    // A record of one view can't be converted to another observer's view.
    assert!(seen.as_seen_by(Seat::East).is_none());
    let position = pidro::History::starting_at(*whole.history().game());
    assert!(Record::new(position, None).as_seen_by(Seat::East).is_none());
}

#[test]
fn a_comment_after_a_hidden_discard_moves_to_the_event_before() {
    let seen = Record::parse(EXAMPLE)
        .unwrap()
        .as_seen_by(Seat::West)
        .unwrap()
        .to_string();
    let text = seen.replacen("\nRedeal", " {eight cards}\nRedeal", 1);
    let record = Record::parse(&text).unwrap();
    assert_eq!(
        Record::from_bytes(&record.to_bytes()).unwrap().to_string(),
        record.to_string()
    );
    assert_eq!(
        Record::parse(&record.to_string()).unwrap().to_string(),
        record.to_string()
    );
}

#[test]
fn game_without_decisions_has_only_tags() {
    let read = Record::parse("[Rules \"traditional\"]\n").unwrap();
    assert_eq!(read.to_string(), "[Rules \"traditional\"]\n[Result \"*\"]\n\n");
    assert_eq!(Record::parse("").unwrap().history().log().len(), 0);
}

#[test]
fn player_names_survive_every_form_of_a_record() {
    let mut record = Record::new(History::new("finnish".parse().unwrap()), None);
    assert_eq!(Seat::ALL.map(|seat| record.player(seat)), [None; 4]);
    let names = ["Anna", "Bo \"B\" Åberg", "", "a\\b\nc"];
    for (seat, name) in Seat::ALL
        .into_iter()
        .zip(["x"; 4])
        .chain(Seat::ALL.into_iter().zip(names))
    {
        record.set_player(seat, name);
    }
    for record in [
        Record::parse(&record.to_string()).unwrap(),
        Record::from_bytes(&record.to_bytes()).unwrap(),
        record.as_seen_by(Seat::South).unwrap(),
        record,
    ] {
        assert_eq!(Seat::ALL.map(|seat| record.player(seat)), names.map(Some));
        assert_eq!(record.tags().next(), Some(("North", "Anna")));
    }
}

#[test]
fn contradictory_tags_are_refused() {
    let secret = "0".repeat(64);
    for (tags, reason) in [
        (format!("[Seed \"1\"]\n[Secret \"{secret}\"]"), "not from both"),
        (format!("[Secret \"{secret}\"]\n[Seed \"1\"]"), "not from both"),
        (
            "[WordN \"a\"]\n[WordN \"b\"]".to_owned(),
            "the tag WordN appears twice",
        ),
        (
            "[Event \"a\"]\n[Event \"b\"]".to_owned(),
            "the tag Event appears twice",
        ),
        ("[Event \"a\"b\"]".to_owned(), "is written \\\""),
        ("[Event \"a\\tb\"]".to_owned(), "after a \\ comes"),
        (format!("[WordN \"{}\"]", "x".repeat(256)), "255"),
        ("[View \"X\"]".to_owned(), "`X` is not a seat"),
        ("[Position \"finnish\"]".to_owned(), "the field `next` is missing"),
    ] {
        let error = Record::parse(&format!("{tags}\n")).unwrap_err();
        assert!(error.reason().contains(reason), "{error}");
    }
}

#[test]
fn the_decks_of_a_seeded_game_come_from_its_seed() {
    let table = SeededGame::new("first_dealer=N".parse().unwrap(), Some(Seed::new("1")));
    let record = table.to_record();
    assert!(record.to_game().is_ok());
    let text = record.to_string();
    let tampered = Record::parse(&text.replace("[Seed \"1\"]", "[Seed \"2\"]")).unwrap();
    let error = tampered.to_game().unwrap_err();
    assert_eq!(
        error,
        ResumeError::WrongDeck {
            hand: 1,
            location: Some((5, 1))
        }
    );
    assert_eq!(
        error.to_string(),
        "hand 1 is not from the deck that the seed gives"
    );
    // The same record without a text has no location.
    let wrong_seed = Record::new(table.history().clone(), Some(&Seed::new("2")));
    assert_eq!(
        wrong_seed.to_game().unwrap_err(),
        ResumeError::WrongDeck {
            hand: 1,
            location: None
        }
    );
    let view = record.as_seen_by(Seat::North).unwrap();
    assert_eq!(view.to_game().unwrap_err(), ResumeError::OneView);
}

/// The location counts characters and the lines of the games before.
#[test]
fn wrong_deck_is_located_in_a_file_of_several_games() {
    let text = format!("{EXAMPLE}\n{}", EXAMPLE.replacen("\nHand 2", "{å} Hand 2", 1));
    // Two cards of the pool: the dealer sees them in another order.
    let text = text.replace("4d5h6s4h", "4d5h4h6s");
    let locations: Vec<_> = Record::parse_all(&text)
        .map(|record| match record.unwrap().to_game().unwrap_err() {
            ResumeError::WrongDeck { hand, location } => (hand, location),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(locations, [(2, Some((30, 1))), (2, Some((93, 5)))]);
}

/// A record of one view must contain nothing that the observer can't know, and must not omit
/// anything.
#[test]
fn a_view_with_too_much_or_too_little_knowledge_is_refused() {
    let view = Record::parse(EXAMPLE)
        .unwrap()
        .as_seen_by(Seat::West)
        .unwrap()
        .to_string();
    for (from, to, reason) in [
        ("S ?9", "S Ad3d2h2d3sKcJcQd2s", "and ?9 for the others"),
        ("W AhQhJh5h", "W ?9 {", "the observer's nine cards"),
        ("Keep E ?6", "Keep E KhTh7h5d6c2c", "is expected here"),
        ("Redeal S 5", "Redeal S 4", "5 is expected here"),
        ("Redeal S 5, W 2 9s8d, N 5", "Redeal S 200, W 200, N 200", ""),
        ("Cold N Ts6s9c, S AsKs5s\n", "", ""),
        ("Left E 7h6c2c, W 9sJh8d\n", "", ""),
        ("1. S 3h", "1. S Ah", ""),
        ("total NS 1 EW 13", "total NS 1 EW 12", "13 is expected here"),
    ] {
        assert!(view.contains(from), "{from} is not in\n{view}");
        let error = Record::parse(&view.replacen(from, to, 1)).unwrap_err();
        assert!(error.reason().contains(reason), "{from}: {error}");
    }
}
