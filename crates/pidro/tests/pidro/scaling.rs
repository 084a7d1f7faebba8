//! Any text and any bytes are parsed in time proportional to their length.
//!
//! Each input comes in two sizes, one eight times as long as the other, and may take up to 24 times
//! as long: a quadratic parser would take 64 times as long. Only the fastest of many rounds counts,
//! so that other processes don't affect the result.

use std::hint::black_box;
use std::time::{Duration, Instant};

use pidro::{Deck, Game, History, Record, Rules, Seat, Seed, View};

/// The length of the second input relative to the first.
const LONGER: usize = 8;
/// The maximum time ratio, which no linear parser reaches even on a busy machine.
const DEARER: u32 = 24;
/// The minimum time to measure before a test fails; there is also a minimum number of rounds.
const PATIENCE: Duration = Duration::from_secs(20);
const ROUNDS: usize = 8;

/// Parses an input of this size and one that is eight times as long, until both have had an
/// undisturbed round.
#[track_caller]
fn is_linear(name: &str, size: usize, make: impl Fn(usize) -> Vec<u8>, read: impl Fn(&[u8])) {
    let (short, long) = (make(size), make(LONGER * size));
    let times = long.len() / short.len();
    assert!(
        (LONGER / 2..=2 * LONGER).contains(&times),
        "{name}: {times} times as long"
    );
    let time = |input: &[u8]| {
        let start = Instant::now();
        read(input);
        start.elapsed()
    };
    let mut best = [Duration::MAX; 2];
    let begun = Instant::now();
    let mut rounds = 0;
    while rounds < ROUNDS || begun.elapsed() < PATIENCE {
        rounds += 1;
        best[0] = best[0].min(time(&short));
        best[1] = best[1].min(time(&long));
        if best[1] <= DEARER * best[0] {
            return;
        }
    }
    panic!(
        "{name}: {} bytes take {:?}, {} bytes take {:?}",
        short.len(),
        best[0],
        long.len(),
        best[1]
    );
}

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
    is_linear("tags", 2_000, tags, read_text);
    is_linear(
        "a long tag",
        4_000,
        |n| format!("[A \"{}\"]", "\\\\".repeat(n)).into_bytes(),
        read_text,
    );
    is_linear(
        "games",
        4,
        |n| format!("{EXAMPLE}\n").repeat(n).into_bytes(),
        read_text,
    );
    is_linear(
        "broken games",
        1_000,
        |n| "x\n[A \"\"]\n".repeat(n).into_bytes(),
        read_text,
    );
    is_linear("hands", 12, |n| long_game(n).to_string().into_bytes(), read_text);
    let seen = |n| {
        long_game(n)
            .as_seen_by(Seat::South)
            .unwrap()
            .to_string()
            .into_bytes()
    };
    is_linear("hands that one seat saw", 12, seen, read_text);
    let rewritten = |text: &[u8]| {
        let record = Record::parse(str::from_utf8(text).unwrap()).unwrap();
        black_box(record.to_string());
    };
    let marked = |n| long_game(n).to_string().replace(" pass", " pass!").into_bytes();
    is_linear("marks, read and written", 25, marked, rewritten);
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
        is_linear(name, 3_000, make, read_text);
    }
    // The parser must look for the end of the text only when something is missing there, not before
    // every word.
    let spaces = |n| {
        let text = long_game(n).to_string();
        format!("{text}{}", " ".repeat(text.len())).into_bytes()
    };
    is_linear("spaces at the end", 25, spaces, read_text);
}

/// A hand with unknown cards is parsed repeatedly until a fitting layout is found.
#[test]
fn hands_that_are_read_many_times_are_read_in_linear_time() {
    let cold = "Cold N Ts6s9c, S AsKs5s\n";
    is_linear(
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
        is_linear(
            name,
            2_000,
            |n| in_first_hand(text, &"{again} ".repeat(n)),
            read_text,
        );
        let left = "Left E 7h6c2c, W 9sJh8d\n";
        is_linear(name, 2_000, |n| in_first_hand(text, &left.repeat(n)), read_text);
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
        is_linear(name, 3_000, make, read_position);
    }
}

#[test]
fn bytes_and_rules_are_read_in_linear_time() {
    // The decoder accepts at most 200 hands.
    is_linear("hands", 20, |n| long_game(n).to_bytes(), read_bytes);
    is_linear("no notes", 20_000, |n| with_notes(&"\0".repeat(n)), read_bytes);
    let events = Record::parse(EXAMPLE).unwrap().history().log().len();
    let backwards = |count: usize, note: &str| {
        let lines = (0..count)
            .rev()
            .map(|number| format!("{} {note}\n", number * events / count));
        with_notes(&lines.collect::<String>())
    };
    is_linear("comments backwards", 1_000, |n| backwards(n, "{}"), read_bytes);
    is_linear("marks backwards", 1_000, |n| backwards(n, "!"), read_bytes);
    let tags = |count: usize| {
        let tags = (0..count).map(|number| format!("[Tag{number} \"\"]\n"));
        with_notes(&tags.collect::<String>())
    };
    is_linear("tags", 500, tags, read_bytes);
    // Rejects unknown options at the first one, and skips those inside a value.
    for (before, after) in [("{", "}"), ("{\"kill\":{", "}}")] {
        let rules = |count: usize| {
            let options: Vec<String> = (0..count).map(|number| format!("\"option{number}\":1")).collect();
            format!("{before}{}{after}", options.join(",")).into_bytes()
        };
        is_linear("rules", 2_000, rules, |json| {
            let _ = black_box(serde_json::from_slice::<Rules>(json));
        });
    }
    let decks = |count: usize| "Ah".repeat(count).into_bytes();
    is_linear("decks", 8_000, decks, |text| {
        let words = text.chunks(2).map(|word| str::from_utf8(word).unwrap().parse());
        let cards: Vec<pidro::Card> = words.collect::<Result<_, _>>().unwrap();
        let _ = black_box(Deck::new(&cards));
    });
}

/// The error doesn't repeat a very long line in full.
#[test]
fn an_error_is_short_however_long_the_line_is() {
    let text = format!("{HEAD}{} x {}", " ".repeat(1_000_000), "å".repeat(1_000_000));
    let error = Record::parse(&text).unwrap_err();
    assert!(error.to_string().len() < 1_000, "{}", error.to_string().len());
    assert!(size_of_val(&error) + error.reason().len() < 1_000);
    let line = format!("{} next:deal", "å".repeat(1_000_000));
    assert!(Game::from_position(&line).unwrap_err().to_string().len() < 1_000);
}
