//! Any text and any bytes are parsed in time proportional to their length.

use std::hint::black_box;

use pidro::{Deck, Game, History, Record, Rules, Seat, Seed, View};
use pidro_testing::assert_linear_time;

fn read_text(text: &[u8]) {
    for record in Record::parse_all(str::from_utf8(text).unwrap()) {
        let _ = black_box(record.map_err(|error| error.to_string()));
    }
}

fn read_position(line: &[u8]) {
    let line = str::from_utf8(line).unwrap();
    let _ = black_box(Game::from_position(line));
    let _ = black_box(View::from_position(line));
}

fn read_bytes(bytes: &[u8]) {
    let _ = black_box(Record::from_bytes(bytes));
    let _ = black_box(Game::from_bytes(bytes));
}

const EXAMPLE: &str = include_str!("../../../../docs/example.pidro");
const HEAD: &str = "[Rules \"first_dealer=E\"]\n\n";

/// A game of this many hands.
fn long_game(hands: usize) -> Record {
    let seed = Seed::new("62");
    let mut history = History::new("first_dealer=E target=9999".parse().unwrap());
    for hand in (1..).take(hands) {
        history.deal(&seed.deck(hand)).unwrap();
        while let Some(seat) = history.game().turn() {
            let action = history.game().legal().nth(0).unwrap();
            history.act(seat, action).unwrap();
        }
    }
    Record::new(history, None)
}

/// The bytes of the example's game with these annotations.
fn with_notes(notes: &str) -> Vec<u8> {
    let game = Record::parse(EXAMPLE).unwrap().history().to_bytes();
    let body = [&game[..game.len() - 4], notes.as_bytes()].concat();
    [&body[..], &crc32fast::hash(&body).to_be_bytes()].concat()
}

/// A text with these repetitions in the middle of its first hand.
fn in_first_hand(text: &str, repeated: &str) -> Vec<u8> {
    let (before, after) = text.split_once("Score ").unwrap();
    format!("{before}{repeated}\nScore {after}").into_bytes()
}

#[test]
fn tags_games_and_hands_are_read_in_linear_time() {
    let tags = |count| {
        let tags = (0..count).map(|number| format!("[Tag{number} \"\"]\n"));
        tags.collect::<String>().into_bytes()
    };
    assert_linear_time("tags", 2_000, tags, read_text);
    assert_linear_time(
        "a long tag",
        4_000,
        |n| format!("[A \"{}\"]", "\\\\".repeat(n)).into_bytes(),
        read_text,
    );
    assert_linear_time(
        "games",
        4,
        |n| format!("{EXAMPLE}\n").repeat(n).into_bytes(),
        read_text,
    );
    assert_linear_time(
        "broken games",
        1_000,
        |n| "x\n[A \"\"]\n".repeat(n).into_bytes(),
        read_text,
    );
    assert_linear_time("hands", 12, |n| long_game(n).to_string().into_bytes(), read_text);
    let seen = |n| {
        long_game(n)
            .as_seen_by(Seat::South)
            .unwrap()
            .to_string()
            .into_bytes()
    };
    assert_linear_time("hands that one seat saw", 12, seen, read_text);
    let rewritten = |text: &[u8]| {
        let record = Record::parse(str::from_utf8(text).unwrap()).unwrap();
        black_box(record.to_string());
    };
    let marked = |n| long_game(n).to_string().replace(" pass", " pass!").into_bytes();
    assert_linear_time("marks, read and written", 25, marked, rewritten);
}

#[test]
fn words_and_comments_are_read_in_linear_time() {
    for (name, before, repeated, after) in [
        ("comments", HEAD, "{a} ", ""),
        ("comments to the end of the line", HEAD, ";a\n", "x"),
        ("open comments", HEAD, "{", ""),
        ("a long comment", "{", "a { ", "}"),
        (
            "a long word",
            "[Rules \"first_dealer=E\"]\nHand 1, E deals S ",
            "Ah",
            "",
        ),
        (
            "a long number",
            "[Rules \"first_dealer=E\"]\nHand ",
            "0",
            "1, E deals",
        ),
        (
            "a long line with an error",
            "[Rules \"first_dealer=E\"]\n",
            " ",
            "x",
        ),
        ("cards of a cut", "Cut ", "Ah ", ""),
        ("empty lines", "", "\n", "x"),
        ("remarks", "", "; a remark\n", "x"),
    ] {
        let make = |n| format!("{before}{}{after}", repeated.repeat(n)).into_bytes();
        assert_linear_time(name, 3_000, make, read_text);
    }
    // The parser must look for the end of the text only when something is missing there, not before
    // every word.
    let spaces = |n| {
        let text = long_game(n).to_string();
        format!("{text}{}", " ".repeat(text.len())).into_bytes()
    };
    assert_linear_time("spaces at the end", 25, spaces, read_text);
}

/// A hand with unknown cards is parsed repeatedly until a fitting layout is found.
#[test]
fn repeated_hands_are_read_in_linear_time() {
    let cold = "Cold N Ts6s9c, S AsKs5s\n";
    assert_linear_time(
        "a consequence",
        400,
        |n| in_first_hand(EXAMPLE, &cold.repeat(n)),
        read_text,
    );
    let seen = Record::parse(EXAMPLE)
        .unwrap()
        .as_seen_by(Seat::South)
        .unwrap()
        .to_string();
    // No layout of the cards yields these points, so the parser tries them all.
    let impossible = seen.replacen("Score NS 1 EW 13", "Score NS 2 EW 12", 1);
    for (name, text) in [("a view", &seen), ("an impossible view", &impossible)] {
        assert_linear_time(
            name,
            2_000,
            |n| in_first_hand(text, &"{again} ".repeat(n)),
            read_text,
        );
        let left = "Left E 7h6c2c, W 9sJh8d\n";
        assert_linear_time(name, 2_000, |n| in_first_hand(text, &left.repeat(n)), read_text);
    }
}

#[test]
fn positions_are_read_in_linear_time() {
    let hands = "N:?9 E:?9 S:?9 W:?9";
    let score = "hand:3 dealer:W score:21,-8";
    for (name, before, repeated, after) in [
        ("rules", "", "target=62 ", "next:deal"),
        ("words that are no rules", "", "a ", ""),
        ("letters of several bytes", "", "å ", ""),
        (
            "calls",
            &*format!("finnish next:play,S {score} {hands} calls:"),
            "-,",
            "-",
        ),
        (
            "discards",
            &*format!("finnish next:play,S {score} {hands} discards:"),
            "N?1,",
            "E?1",
        ),
        (
            "killed cards",
            &*format!("finnish next:play,S {score} {hands} killed:"),
            "N,",
            "N",
        ),
        (
            "plays",
            &*format!("finnish next:play,S {score} {hands} plays:"),
            "/",
            "",
        ),
        ("cards", &*format!("finnish next:play,S {score} N:"), "Ah", ""),
        ("a number", "finnish next:play,S hand:", "0", "1"),
    ] {
        let make = |n| format!("{before}{}{after}", repeated.repeat(n)).into_bytes();
        assert_linear_time(name, 3_000, make, read_position);
    }
}

#[test]
fn bytes_and_rules_are_read_in_linear_time() {
    // The decoder accepts at most 200 hands.
    assert_linear_time("hands", 20, |n| long_game(n).to_bytes(), read_bytes);
    assert_linear_time("no notes", 20_000, |n| with_notes(&"\0".repeat(n)), read_bytes);
    let events = Record::parse(EXAMPLE).unwrap().history().log().len();
    let backwards = |count: usize, note: &str| {
        let lines = (0..count)
            .rev()
            .map(|number| format!("{} {note}\n", number * events / count));
        with_notes(&lines.collect::<String>())
    };
    assert_linear_time("comments backwards", 1_000, |n| backwards(n, "{}"), read_bytes);
    assert_linear_time("marks backwards", 1_000, |n| backwards(n, "!"), read_bytes);
    let tags = |count: usize| {
        let tags = (0..count).map(|number| format!("[Tag{number} \"\"]\n"));
        with_notes(&tags.collect::<String>())
    };
    assert_linear_time("tags", 500, tags, read_bytes);
    // Rejects unknown options at the first one, and skips those inside a value.
    for (before, after) in [("{", "}"), ("{\"kill\":{", "}}")] {
        let rules = |count: usize| {
            let options: Vec<String> = (0..count).map(|number| format!("\"option{number}\":1")).collect();
            format!("{before}{}{after}", options.join(",")).into_bytes()
        };
        assert_linear_time("rules", 2_000, rules, |json| {
            let _ = black_box(serde_json::from_slice::<Rules>(json));
        });
    }
    let decks = |count: usize| "Ah".repeat(count).into_bytes();
    assert_linear_time("decks", 8_000, decks, |text| {
        let words = text.chunks(2).map(|word| str::from_utf8(word).unwrap().parse());
        let cards: Vec<pidro::Card> = words.collect::<Result<_, _>>().unwrap();
        let _ = black_box(Deck::new(&cards));
    });
}

/// The error doesn't repeat a very long line in full.
#[test]
fn errors_are_short_even_for_long_lines() {
    let text = format!("{HEAD}{} x {}", " ".repeat(1_000_000), "å".repeat(1_000_000));
    let error = Record::parse(&text).unwrap_err();
    assert!(error.to_string().len() < 1_000, "{}", error.to_string().len());
    assert!(size_of_val(&error) + error.reason().len() < 1_000);
    let line = format!("{} next:deal", "å".repeat(1_000_000));
    assert!(Game::from_position(&line).unwrap_err().to_string().len() < 1_000);
}
