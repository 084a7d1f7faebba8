//! The proof of a fair deal.

use std::process::Command;

use pidro::{Card, FairDeal, Record, Seat, Secret, Table};
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
            deal.add_word(seat.parse().unwrap(), word.as_str().unwrap())
                .unwrap();
        }
        assert_eq!(deal.commitment().to_string(), vector["commitment"]);
        for (hand, cards) in vector["decks"].as_object().unwrap() {
            let deck = deal.seed().deck(hand.parse().unwrap());
            let written: String = deck.cards().iter().map(Card::to_string).collect();
            assert_eq!(written, cards.as_str().unwrap(), "hand {hand}");
        }
    }
}

#[test]
fn a_player_can_check_the_vectors_with_twenty_lines_of_python() {
    match Command::new("python3").arg(CHECK).output() {
        Ok(output) => assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        ),
        Err(error) => eprintln!("SKIPPED: python3 does not run here: {error}"),
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
}
