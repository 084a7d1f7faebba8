//! `pidro verify` as a player uses it.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::path::PathBuf;
use std::process::Command;

use pidro::{FairDeal, Seat, Secret, Table};

/// The record of a game that was given up in its first hand.
fn record() -> String {
    let mut deal = FairDeal::new(Secret::new([14; 32]));
    deal.add_word(Seat::West, "åbo").unwrap();
    let mut table = Table::new("finnish".parse().unwrap(), Some(deal.seed()));
    table.act(Seat::North, pidro::Action::Resign).unwrap();
    table.to_record()
}

/// Runs `pidro verify` on a file with this text; gives the exit code and what it printed.
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
        "  word of W \"åbo\"",
        "  secret    is the one that was promised",
        "  cut       the deck that was promised",
        "  hand 1    the deck that was promised",
        "  fair",
    ] {
        assert!(printed.contains(line), "{line} is missing in\n{printed}");
    }
}

#[test]
fn a_tampered_game_is_found_out() {
    let (code, printed) = verify("tampered.pidro", &record().replace("åbo", "turku"));
    assert_eq!(code, Some(1));
    assert!(
        printed.contains("hand 1    NOT the deck that was promised"),
        "{printed}"
    );
    assert!(printed.contains("NOT proven"), "{printed}");
}

#[test]
fn what_is_no_record_is_an_error_with_its_place() {
    let (code, printed) = verify("broken.pidro", "[Rules \"finnish\"]\n\nnonsense\n");
    assert_eq!(code, Some(1));
    assert!(
        printed.contains("broken.pidro: game 1: line 3, column 1: a part"),
        "{printed}"
    );
    assert!(printed.contains("3 | nonsense\n  | ^^^^^^^^"), "{printed}");
}

#[test]
fn of_many_games_every_one_must_be_fair() {
    let other = record().replace("åbo", "turku");
    let (code, printed) = verify(
        "many.pidro",
        &format!("{}\n{other}\nnonsense\n{}", record(), record()),
    );
    assert_eq!(code, Some(1));
    assert_eq!(printed.matches("  fair\n").count(), 2, "{printed}");
    assert_eq!(printed.matches("  NOT proven\n").count(), 0, "{printed}");
    assert!(printed.contains("game 2: line"), "{printed}");
}
