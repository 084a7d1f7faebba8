//! Golden files that pin all three formats (text, bytes and positions) and the fingerprints.
//!
//! `PIDRO_BLESS=1 cargo nextest run -p pidro golden` rewrites them. Released data must stay
//! readable, so changing the bytes requires a new version, and changing the fingerprints a very
//! good reason.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use pidro::{Action, FairDeal, Game, Record, Seat, Secret, SeededGame, View};
use pidro_testing::golden;

use crate::script::rng;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

fn check(name: &str, text: &str) {
    let record = Record::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(record.to_string(), text, "{name}");
    let bytes = record.to_bytes();
    if record.observer().is_none() {
        golden(&format!("tests/golden/{name}.hex"), &format!("{}\n", hex(&bytes)));
    }
    assert_eq!(Record::from_bytes(&bytes).unwrap().to_string(), text, "{name}");

    let mut positions = String::new();
    let history = record.history();
    for event in 0..=history.log().len() {
        let game = history.at_event(event).unwrap();
        let line = match record.observer() {
            Some(observer) => game.view(observer).to_position(),
            None => game.to_position(),
        };
        if record.observer().is_none() {
            assert_eq!(Game::from_position(&line), Ok(game));
            assert_eq!(Game::from_bytes(&game.to_bytes()), Ok(game));
            writeln!(
                positions,
                "{:016x} {} {line}",
                game.fingerprint(),
                hex(&game.to_bytes())
            )
            .unwrap();
        } else {
            assert_eq!(View::from_position(&line).unwrap().to_position(), line);
            writeln!(positions, "{line}").unwrap();
        }
    }
    golden(&format!("tests/golden/{name}.positions"), &positions);
}

#[test]
fn the_formats_of_the_example_never_change() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let example = read(&docs.join("example.pidro"));
    check("example", &example);
    let guide = read(&docs.join("notation.md"));
    assert!(
        guide.contains(&format!("```pidro\n{example}```\n")),
        "the guide to the notation shows another game"
    );
}

#[test]
fn the_formats_of_other_games_never_change() {
    for name in ["kills", "claim", "position", "view"] {
        check(name, &read(&folder().join(format!("{name}.pidro"))));
    }
}

/// West's view of the example is the same, whether derived from the complete record or parsed from
/// its own record.
#[test]
fn the_examples_view_has_its_golden_record() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let example = Record::parse(&read(&docs.join("example.pidro"))).unwrap();
    let seen = example.as_seen_by(Seat::West).unwrap().to_string();
    assert_eq!(seen, read(&folder().join("view.pidro")));
    // The seed would reveal all the cards.
    assert!(!seen.contains("[Seed"));
}

/// The game that the README asks readers to verify.
#[test]
fn fair_game_of_the_guide_is_fair() {
    let mut deal = FairDeal::new(Secret::new(*b"a secret of thirty-two bytes: 14"));
    deal.add_word(Seat::North, "lingonberry").unwrap();
    deal.add_word(Seat::West, "Kvarken").unwrap();
    let mut table = SeededGame::new("traditional target=20".parse().unwrap(), Some(deal.seed()));
    let mut rng = rng(7);
    while let Some(seat) = table.history().game().turn() {
        let legal = table.history().game().legal();
        let action = match legal.sample(&mut rng).unwrap() {
            Action::Bid(bid) if bid.get() > 7 && legal.contains(&Action::Pass) => Action::Pass,
            action => action,
        };
        table.act(seat, action).unwrap();
    }
    let record = table.to_record();
    golden("../../docs/fair-game.pidro", &record.to_string());
    assert!(record.proof().is_fair());
    assert_eq!(
        record.proof().decks.len(),
        table.history().game().hand_number() as usize + 1
    );
}
