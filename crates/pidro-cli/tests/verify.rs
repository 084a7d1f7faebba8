//! End-to-end tests of `pidro verify`.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::path::PathBuf;
use std::process::{Command, Stdio};

use pidro::{Action, Card, CardSet, Deck, FairDeal, History, Record, Seat, Secret, SeededGame};

fn deal() -> FairDeal {
    let mut deal = FairDeal::new(Secret::new([14; 32]));
    deal.add_word(Seat::West, "åbo").unwrap();
    deal
}

/// The record of a game that ended by resignation in its first hand.
fn record() -> String {
    let mut table = SeededGame::new("finnish".parse().unwrap(), Some(deal().seed()));
    table.act(Seat::North, Action::Resign).unwrap();
    table.to_record().to_string()
}

/// A game whose first hand is dealt from this deck and whose second hand ends by resignation.
/// Returns the second hand alone, which starts from a position, and the whole game.
fn two_hands(first_deck: &Deck) -> (History, History) {
    let mut history = History::new("finnish".parse().unwrap());
    history.deal(&deal().seed().cut_deck()).unwrap();
    history.deal(first_deck).unwrap();
    while let Some(seat) = history.game().turn() {
        let action = history.game().legal().nth(0).unwrap();
        history.act(seat, action).unwrap();
    }
    let between = History::starting_at(*history.game());
    (finished(between), finished(history))
}

fn finished(mut history: History) -> History {
    history.deal(&deal().seed().deck(2)).unwrap();
    history.act(Seat::North, Action::Resign).unwrap();
    history
}

/// The record of this game as the dealing server would publish it.
fn published(history: History) -> String {
    Record::new(history, Some(&deal().seed())).to_string()
}

/// A deck that gives the seat to the left of the dealer nine spades.
fn rigged_deck() -> Deck {
    let mut cards: Vec<Card> = CardSet::ALL.iter().collect();
    // That seat's nine cards lie in three packets of three, twelve cards apart.
    for (spade, place) in [0, 1, 2, 12, 13, 14, 24, 25, 26].into_iter().enumerate() {
        cards.swap(place, spade);
    }
    Deck::new(&cards).unwrap()
}

/// Runs `pidro verify` on a file with this text. Returns the exit code and the output.
fn verify(name: &str, text: &str) -> (Option<i32>, String) {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_pidro"))
        .arg("verify")
        .arg(&file)
        .output()
        .unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(printed).unwrap())
}

#[test]
fn a_fair_game_is_proven() {
    let (code, printed) = verify("fair.pidro", &record());
    assert_eq!(code, Some(0), "{printed}");
    for line in [
        "  word of W  \"åbo\"",
        "  secret     matches the commitment",
        "  cut        the deck that follows from the secret",
        "  hand 1     the deck that follows from the secret",
        "  fair",
    ] {
        assert!(printed.contains(line), "{line} is missing in\n{printed}");
    }
}

#[test]
fn a_tampered_game_is_not_fair() {
    let (code, printed) = verify("tampered.pidro", &record().replace("åbo", "turku"));
    assert_eq!(code, Some(4));
    assert!(
        printed.contains("hand 1     NOT the deck that follows from the secret"),
        "{printed}"
    );
    let verdict = "  NOT fair: the cut and hand 1 do not follow from the record's secret or seed\n";
    assert!(printed.ends_with(verdict), "{printed}");
}

#[test]
fn a_rigged_hand_is_found_among_fair_ones() {
    let (behind_position, whole) = two_hands(&rigged_deck());
    let (code, printed) = verify("rigged.pidro", &published(whole));
    assert_eq!(code, Some(4), "{printed}");
    assert!(
        printed.contains("  cut        the deck that follows from the secret\n"),
        "{printed}"
    );
    assert!(
        printed.contains("  hand 1     NOT the deck that follows from the secret\n"),
        "{printed}"
    );
    assert!(
        printed.contains("  hand 2     the deck that follows from the secret\n"),
        "{printed}"
    );
    let verdict = "  NOT fair: hand 1 does not follow from the record's secret or seed\n";
    assert!(printed.ends_with(verdict), "{printed}");

    // A position replaces the rigged hand, so every remaining deck matches the commitment.
    let text = published(behind_position);
    assert!(text.contains("[Position \"finnish next:deal hand:2 "), "{text}");
    let (code, printed) = verify("behind.pidro", &text);
    assert_eq!(code, Some(3), "{printed}");
    assert!(!printed.contains("NOT the deck"), "{printed}");
    assert!(
        printed.ends_with("  NOT proven: the cut and hand 1 are missing\n"),
        "{printed}"
    );
}

#[test]
fn missing_parts_of_a_record_are_named_and_not_proven() {
    let (behind_position, whole) = two_hands(&deal().seed().deck(1));
    assert_eq!(verify("whole.pidro", &published(whole)).0, Some(0));
    let record = record();
    let tags = record.split_once("\nCut").unwrap().0;
    let without = |tag: &str| {
        let lines: Vec<&str> = record.lines().filter(|line| !line.starts_with(tag)).collect();
        lines.join("\n")
    };
    let unfinished = record.split_once("Resign").unwrap().0.replace("EW 0 to 0", "*");
    for (name, text, reasons) in [
        (
            "no-first-hand",
            published(behind_position),
            "the cut and hand 1 are missing",
        ),
        (
            "only-tags",
            tags.replace("EW 0 to 0", "*"),
            "no deck was dealt; the game is not finished",
        ),
        ("unfinished", unfinished, "the game is not finished"),
        ("no-secret", without("[Secret"), "the secret is missing"),
        ("no-commitment", without("[Commitment"), "there is no commitment"),
    ] {
        let (code, printed) = verify(&format!("{name}.pidro"), &text);
        assert_eq!(code, Some(3), "{name}: {printed}");
        assert!(
            printed.ends_with(&format!("  NOT proven: {reasons}\n")),
            "{name}: {printed}"
        );
    }
}

/// If the reader of the output stops early, the remaining games must not count as fair.
#[test]
fn the_exit_code_covers_all_games_even_if_the_output_is_closed() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("unread.pidro");
    let games = [record(), record().replace("åbo", "turku")].join("\n");
    std::fs::write(&file, games).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_pidro"))
        .arg("verify")
        .arg(&file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(4));
}

#[test]
fn a_malformed_record_is_an_error_with_its_place() {
    let (code, printed) = verify("broken.pidro", "[Rules \"finnish\"]\n\nnonsense\n");
    assert_eq!(code, Some(1));
    assert!(
        printed.contains("broken.pidro: game 1: line 3, column 1: a part"),
        "{printed}"
    );
    assert!(printed.contains("3 | nonsense\n  | ^^^^^^^^"), "{printed}");
}

#[test]
fn every_game_of_a_file_must_be_fair() {
    let other = record().replace("åbo", "turku");
    let (code, printed) = verify(
        "many.pidro",
        &format!("{}\n{other}\nnonsense\n{}", record(), record()),
    );
    assert_eq!(code, Some(1));
    assert_eq!(printed.matches("  fair\n").count(), 2, "{printed}");
    assert_eq!(printed.matches("  NOT ").count(), 0, "{printed}");
    assert!(printed.contains("game 2: line"), "{printed}");
    // The worst result counts: disproven before unreadable before not proven.
    let uncommitted = record().replace("[Commitment", "[Other");
    for (games, expected) in [
        (vec![record(), uncommitted.clone()], 3),
        (
            vec![
                uncommitted.clone(),
                "[Rules \"\"]\nnonsense\n".to_owned(),
                record(),
            ],
            1,
        ),
        (vec![other, "[Rules \"\"]\nnonsense\n".to_owned(), uncommitted], 4),
    ] {
        let (code, printed) = verify("worst.pidro", &games.join("\n"));
        assert_eq!(code, Some(expected), "{printed}");
    }
}

#[test]
fn the_help_lists_the_exit_codes() {
    let help = Command::new(env!("CARGO_BIN_EXE_pidro"))
        .args(["verify", "--help"])
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for line in [
        "0  every game is proven fair",
        "3  a game is not proven",
        "4  a game is disproven",
    ] {
        assert!(help.contains(line), "{help}");
    }
}
