//! The proof of a fair deal.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use pidro::{BySeat, Card, FairDeal, Record, Seat, Secret, Table, WordPromise};
use serde_json::Value;

use crate::script::rng;

const VECTORS: &str = include_str!("../../../../docs/fair-deal-vectors.json");
const CHECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fair_deal_check.py");

/// The vectors were made by a separate program: they hold the construction fixed.
#[test]
fn the_decks_are_those_of_the_test_vectors() {
    let vectors: Vec<Value> = serde_json::from_str(VECTORS).unwrap();
    assert!(vectors.len() >= 3);
    for vector in vectors {
        let mut deal = FairDeal::new(vector["secret"].as_str().unwrap().parse().unwrap());
        for (seat, word) in vector["words"].as_object().unwrap() {
            let word = word.as_str().unwrap();
            deal.add_word(seat.parse().unwrap(), word).unwrap();
            assert_eq!(
                WordPromise::of(word).to_string(),
                vector["promises"][seat],
                "{word}"
            );
        }
        assert_eq!(deal.commitment().to_string(), vector["commitment"]);
        for (hand, cards) in vector["decks"].as_object().unwrap() {
            let deck = deal.seed().deck(hand.parse().unwrap());
            let written: String = deck.cards().iter().map(Card::to_string).collect();
            assert_eq!(written, cards.as_str().unwrap(), "hand {hand}");
        }
    }
}

/// What the check in Python says to these arguments: whether all is proven, and what it prints. `None` without Python.
fn python(arguments: &[&str]) -> Option<(bool, String)> {
    match Command::new("python3").arg(CHECK).args(arguments).output() {
        Ok(output) => {
            let printed = [output.stdout, output.stderr].concat();
            Some((
                output.status.success(),
                String::from_utf8_lossy(&printed).into_owned(),
            ))
        }
        Err(error) => {
            eprintln!("SKIPPED: python3 does not run here: {error}");
            None
        }
    }
}

#[test]
fn a_player_can_check_the_vectors_with_python_alone() {
    if let Some((proven, printed)) = python(&[]) {
        assert!(proven, "{printed}");
    }
}

/// What Python says of this record.
fn python_on(record: &str, more: &[&str]) -> Option<(bool, String)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("pidro-fair-{}-{number}.pidro", std::process::id());
    let file = std::env::temp_dir().join(name);
    std::fs::write(&file, record).unwrap();
    let said = python(&[&[file.to_str().unwrap()], more].concat());
    std::fs::remove_file(file).unwrap();
    said
}

#[test]
fn a_player_can_check_a_game_with_python_alone() {
    let record = record();
    let commitment = deal().commitment().to_string();
    let promise = WordPromise::of("kantele \"of\" Närpes").to_string();
    let noted = [
        "--word",
        "kantele \"of\" Närpes",
        "--commitment",
        &commitment,
        "--promise",
        &format!("E={promise}"),
        "--promise",
        "N=",
    ];
    for more in [&[][..], &noted] {
        let Some((proven, printed)) = python_on(&record, more) else {
            return;
        };
        assert!(proven, "{printed}");
        assert!(printed.contains(&promise), "{printed}");
    }
    // With comments, in other packets, and as the second game of a file.
    let retold = record.replace("\nPack", " {Hand 7, N deals}\nPack ; Cut Ah\n");
    let two = format!("{record}\n{retold}");
    let (proven, printed) = python_on(&two, &[]).unwrap();
    assert!(proven, "{printed}");
    assert_eq!(printed.matches("hand 1 ok").count(), 2);
    // What somebody noted before the game is not what the record says.
    for (option, value) in [
        ("--word", "Kantele"),
        ("--commitment", &"0".repeat(64)),
        ("--promise", &format!("E={}", "0".repeat(64))),
        ("--promise", &format!("N={promise}")),
        ("--promise", "E="),
    ] {
        let (proven, printed) = python_on(&record, &[option, value]).unwrap();
        assert!(
            !proven && printed.contains("NOT PROVEN"),
            "{option} {value}: {printed}"
        );
    }
}

/// Whatever is changed in a record, the check in Python finds it.
#[test]
fn python_finds_what_is_changed_in_a_record() {
    let record = record();
    let secret = deal().secret().to_hex();
    let commitment = deal().commitment().to_string();
    let hand = record.find("\nHand 1").unwrap();
    let second = record.find("\nHand 2").unwrap();
    let (_, after) = record.rsplit_once("Pack ").unwrap();
    let pack = &after[..35];
    let swapped = format!("{}{}{}", &pack[..31], &pack[33..], &pack[31..33]);
    let dealer = &record[hand + 9..hand + 10];
    let other = if dealer == "N" { "E" } else { "N" };
    for (what, tampered) in [
        ("secret", record.replace(&secret, &"0".repeat(64))),
        ("no secret", record.replace("[Secret", "[Hidden")),
        ("damaged secret", record.replace(&secret, "secret")),
        ("commitment", record.replace(&commitment, &"0".repeat(64))),
        ("no commitment", record.replace("[Commitment", "[Hidden")),
        ("word", record.replace("kantele", "Kantele")),
        ("another's word", record.replace("[WordE", "[WordW")),
        (
            "a second secret",
            record.replacen("[Secret", &format!("[Secret \"{secret}\"]\n[Secret"), 1),
        ),
        ("two cards of the last pack", record.replace(pack, &swapped)),
        (
            "dealer",
            record.replacen(&format!("Hand 1, {dealer}"), &format!("Hand 1, {other}"), 1),
        ),
        (
            "a hand left out",
            format!("{}{}", &record[..hand], &record[second..]),
        ),
        ("no hand", record[..hand].to_owned()),
        ("a hand's number", record.replacen("Hand 1,", "Hand one,", 1)),
        ("a hidden hand", record.replacen("Pack", "Pack ?16", 1)),
    ] {
        let Some((proven, printed)) = python_on(&tampered, &[]) else {
            return;
        };
        assert_ne!(tampered, record, "{what}");
        assert!(!proven && printed.contains("NOT PROVEN"), "{what}: {printed}");
    }
}

fn deal() -> FairDeal {
    let mut deal = FairDeal::new(Secret::new([62; 32]));
    deal.add_word(Seat::East, "kantele \"of\" Närpes").unwrap();
    deal
}

/// The record of a short game that was dealt fairly.
fn record() -> String {
    let mut table = Table::new("target=20".parse().unwrap(), Some(deal().seed()));
    let mut rng = rng(3);
    while let Some(seat) = table.history().game().turn() {
        let legal = table.history().game().legal();
        let action = match legal.nth(0).unwrap() {
            pidro::Action::Pass => pidro::Action::Pass,
            _ => legal.sample(&mut rng).unwrap(),
        };
        table.act(seat, action).unwrap();
    }
    table.to_record()
}

#[test]
fn a_fair_game_is_proven_hand_by_hand() {
    let record = record();
    let proof = Record::parse(&record).unwrap().proof();
    assert!(proof.is_fair());
    assert_eq!(proof.commitment, Some(deal().commitment()));
    assert_eq!(proof.words[Seat::East], "kantele \"of\" Närpes");
    let hands: Vec<u32> = proof.decks.iter().map(|deck| deck.hand).collect();
    assert_eq!(
        hands,
        (0..u32::try_from(hands.len()).unwrap()).collect::<Vec<_>>()
    );
    assert!(hands.len() > 2);
    let table = Table::from_record(&record).unwrap();
    assert_eq!(table.to_record(), record);
}

#[test]
fn whatever_is_changed_in_a_record_shows() {
    let record = record();
    let secret = deal().secret().to_hex();
    // Another secret, another word, a word left out: the decks no longer follow.
    for (what, tampered) in [
        ("secret", record.replace(&secret, &"0".repeat(64))),
        ("word", record.replace("kantele", "Kantele")),
        ("words", record.replace("[WordE", "[WordW")),
    ] {
        let proof = Record::parse(&tampered).unwrap().proof();
        assert!(!proof.is_fair(), "{what}");
        assert!(
            proof.decks.iter().all(|deck| deck.follows == Some(false)),
            "{what}"
        );
        assert!(Table::from_record(&tampered).is_err(), "{what}");
    }
    // A secret that was not the promised one, though the decks follow from it.
    let other = FairDeal::new(Secret::new([1; 32])).commitment().to_string();
    let tampered = record.replace(&deal().commitment().to_string(), &other);
    let proof = Record::parse(&tampered).unwrap().proof();
    assert_eq!(proof.promise_kept, Some(false));
    assert!(!proof.is_fair());
    let error = Table::from_record(&tampered).unwrap_err();
    assert!(error.to_string().contains("not the one that was promised"));
    // Without the secret nothing is proven.
    let kept: Vec<&str> = record
        .lines()
        .filter(|line| !line.starts_with("[Secret"))
        .collect();
    let proof = Record::parse(&kept.join("\n")).unwrap().proof();
    assert_eq!(proof.promise_kept, None);
    assert!(!proof.is_fair());
}

#[test]
fn one_swapped_card_in_one_deck_is_found() {
    let record = record();
    // Two cards at the bottom of the last pack: nobody would see it in the play.
    let (before, after) = record.rsplit_once("Pack ").unwrap();
    let (pack, rest) = after.split_at(35);
    let (kept, last) = pack.split_at(31);
    let tampered = format!("{before}Pack {kept}{}{}{rest}", &last[2..], &last[..2]);
    let proof = Record::parse(&tampered).unwrap().proof();
    let wrong: Vec<_> = proof
        .decks
        .iter()
        .filter(|deck| deck.follows == Some(false))
        .collect();
    assert_eq!(wrong.len(), 1);
    assert_eq!(wrong[0].hand, proof.decks.last().unwrap().hand);
    assert!(!proof.is_fair());
    assert!(Table::from_record(&tampered).is_err());
}

#[test]
fn secrets_are_not_shown_by_accident() {
    let seed = deal().seed();
    let secret = deal().secret().to_hex();
    assert!(!format!("{seed:?} {:?}", deal()).contains(&secret[..8]));
    assert_eq!(format!("{:?}", deal().secret()), "Secret(…)");
}

#[test]
fn words_and_secrets_that_can_not_be_are_refused() {
    let mut deal = deal();
    assert!(deal.add_word(Seat::North, &"å".repeat(128)).is_err());
    assert!(deal.add_word(Seat::North, &"å".repeat(127)).is_ok());
    for wrong in ["", "ab", &"g".repeat(64), &"a".repeat(63), &"å".repeat(32)] {
        assert!(wrong.parse::<Secret>().is_err(), "{wrong}");
    }
    assert_eq!(
        "AB".repeat(32).parse::<Secret>().unwrap(),
        Secret::new([0xab; 32])
    );
    for wrong in ["", &"g".repeat(64), &"a".repeat(65)] {
        assert!(wrong.parse::<WordPromise>().is_err(), "{wrong}");
    }
}

#[test]
fn promises_are_written_and_read_as_text() {
    let promise = WordPromise::of("kantele");
    let by_seat = BySeat::from([Some(promise), None, None, None]);
    let text = format!(r#"{{"N":"{promise}","E":null,"S":null,"W":null}}"#);
    assert_eq!(serde_json::to_string(&by_seat).unwrap(), text);
    assert_eq!(
        serde_json::from_str::<BySeat<Option<WordPromise>>>(&text).unwrap(),
        by_seat
    );
    assert!(promise.is_kept_by("kantele") && !promise.is_kept_by("kantele "));
}
