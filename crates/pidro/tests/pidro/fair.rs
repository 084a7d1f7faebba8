//! The proof of a fair deal.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use pidro::{
    Action, BySeat, Card, CardSet, Contradiction, Deck, FairDeal, Fairness, Game, History, Record,
    ResumeError, Seat, Secret, Seed, SeededGame, Shortfall, WordPromise,
};
use serde_json::Value;

use crate::script::rng;

const VECTORS: &str = include_str!("../../../../docs/fair-deal-vectors.json");
const CHECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fair_deal_check.py");

/// A separate program generated the vectors: they pin the construction.
#[test]
fn the_decks_match_the_test_vectors() {
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

/// Runs the Python checker with these arguments. Returns whether it proves everything, and its
/// output; `None` without Python.
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

/// Runs the Python checker on this record.
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
    // With comments, in different packets, and as the second game of a file.
    let annotated = record.replace("\nPack", " {Hand 7, N deals}\nPack ; Cut Ah\n");
    let two = format!("{record}\n{annotated}");
    let (proven, printed) = python_on(&two, &[]).unwrap();
    assert!(proven, "{printed}");
    assert_eq!(printed.matches("hand 1 ok").count(), 2);
    // Values that somebody noted before the game and that differ from the record.
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

/// The Python checker detects any change to a record.
#[test]
fn python_detects_a_changed_record() {
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

/// The record of a short game with a fair deal.
fn record() -> String {
    let mut table = SeededGame::new("target=20".parse().unwrap(), Some(deal().seed()));
    let mut rng = rng(3);
    while let Some(seat) = table.history().game().turn() {
        let legal = table.history().game().legal();
        let action = match legal.nth(0).unwrap() {
            pidro::Action::Pass => pidro::Action::Pass,
            _ => legal.sample(&mut rng).unwrap(),
        };
        table.act(seat, action).unwrap();
    }
    table.to_record().to_string()
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
    let table = Record::parse(&record).unwrap().to_game().unwrap();
    assert_eq!(table.to_record().to_string(), record);
}

#[test]
fn every_change_to_a_record_is_detected() {
    let record = record();
    let secret = deal().secret().to_hex();
    // With another secret, another word, or a missing word, the decks no longer follow.
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
        assert!(Record::parse(&tampered).unwrap().to_game().is_err(), "{what}");
    }
    // The decks follow from the secret, but it is not the promised one.
    let other = FairDeal::new(Secret::new([1; 32])).commitment().to_string();
    let tampered = record.replace(&deal().commitment().to_string(), &other);
    let proof = Record::parse(&tampered).unwrap().proof();
    assert_eq!(proof.secret_matches, Some(false));
    assert!(!proof.is_fair());
    let error = Record::parse(&tampered).unwrap().to_game().unwrap_err();
    assert_eq!(error, ResumeError::WrongSecret);
    assert!(error.to_string().contains("does not match the commitment"));
    // Without the secret nothing is proven.
    let kept: Vec<&str> = record
        .lines()
        .filter(|line| !line.starts_with("[Secret"))
        .collect();
    let proof = Record::parse(&kept.join("\n")).unwrap().proof();
    assert_eq!(proof.secret_matches, None);
    assert!(!proof.is_fair());
}

#[test]
fn one_swapped_card_in_one_deck_is_found() {
    let record = record();
    // Two cards at the bottom of the last pack: nobody would notice during the play.
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
    assert!(Record::parse(&tampered).unwrap().to_game().is_err());
}

#[test]
fn debug_output_hides_secrets() {
    let seed = deal().seed();
    let secret = deal().secret().to_hex();
    assert!(!format!("{seed:?} {:?}", deal()).contains(&secret[..8]));
    assert_eq!(format!("{:?}", deal().secret()), "Secret(…)");
}

#[test]
fn malformed_words_and_secrets_are_refused() {
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
fn promises_survive_a_round_trip_through_text() {
    let promise = WordPromise::of("kantele");
    let by_seat = BySeat::from([Some(promise), None, None, None]);
    let text = format!(r#"{{"N":"{promise}","E":null,"S":null,"W":null}}"#);
    assert_eq!(serde_json::to_string(&by_seat).unwrap(), text);
    assert_eq!(
        serde_json::from_str::<BySeat<Option<WordPromise>>>(&text).unwrap(),
        by_seat
    );
    assert!(promise.matches("kantele") && !promise.matches("kantele "));
}

/// Plays random actions until the hand or the game is over.
fn play_hand(history: &mut History) {
    let mut rng = rng(3);
    while let Some(seat) = history.game().turn() {
        let legal = history.game().legal();
        let action = match legal.nth(0).unwrap() {
            Action::Pass => Action::Pass,
            _ => legal.sample(&mut rng).unwrap(),
        };
        history.act(seat, action).unwrap();
    }
}

/// Plays on with the decks from the seed, to the end of the game.
fn play_on(history: &mut History, seed: &Seed) {
    while history.game().wants_deck() {
        let deck = seed.deck_for(history.game());
        history.deal(&deck).unwrap();
        play_hand(history);
    }
}

/// A new game under these rules, just before the deal of its first hand.
fn cut(rules: &str, seed: &Seed) -> History {
    let mut history = History::new(rules.parse().unwrap());
    if history.game().dealer().is_none() {
        history.deal(&seed.cut_deck()).unwrap();
    }
    history
}

/// Writes the record of this game as the dealing party would publish it, parses it, and returns the
/// verdict.
fn verdict(history: &History, deal: &FairDeal) -> (Fairness, String) {
    let text = Record::new(history.clone(), Some(&deal.seed())).to_string();
    read_verdict(&text)
}

fn read_verdict(text: &str) -> (Fairness, String) {
    let proof = Record::parse(text).unwrap().proof();
    assert_eq!(proof.is_fair(), proof.verdict.fairness() == Fairness::Fair);
    (proof.verdict.fairness(), proof.verdict.to_string())
}

fn not_proven(reasons: &str) -> (Fairness, String) {
    (Fairness::NotProven, format!("NOT proven: {reasons}"))
}

fn fair() -> (Fairness, String) {
    (Fairness::Fair, "fair".to_owned())
}

/// A deck that deals only spades to the seat left of the dealer.
fn rigged_deck() -> Deck {
    let mut cards: Vec<Card> = CardSet::ALL.iter().collect();
    // The first seat's nine cards are in three packets of three, twelve cards apart.
    for (place, spade) in [0, 1, 2, 12, 13, 14, 24, 25, 26].into_iter().zip(0..) {
        cards.swap(place, spade);
    }
    Deck::new(&cards).unwrap()
}

#[test]
fn a_rigged_hand_is_disproven_and_hiding_it_behind_a_position_proves_nothing() {
    let (deal, seed) = (deal(), deal().seed());
    let mut history = cut("target=20", &seed);
    history.deal(&rigged_deck()).unwrap();
    play_hand(&mut history);
    let after_rigged = *history.game();
    assert_eq!(
        after_rigged.winner(),
        None,
        "the game goes on after the rigged hand"
    );
    play_on(&mut history, &seed);
    let (outcome, text) = verdict(&history, &deal);
    assert_eq!(outcome, Fairness::Disproven);
    assert_eq!(
        text,
        "NOT fair: hand 1 does not follow from the record's secret or seed"
    );

    // A record of the same game from the second hand on: all remaining decks follow from the
    // secret.
    let mut history = History::starting_at(after_rigged);
    play_on(&mut history, &seed);
    assert!(history.game().winner().is_some());
    assert_eq!(
        verdict(&history, &deal),
        not_proven("the cut and hand 1 are missing")
    );
}

#[test]
fn a_record_that_begins_later_lacks_the_earlier_decks() {
    let (deal, seed) = (deal(), deal().seed());
    let whole = cut("target=20", &seed);
    let mut game = whole.clone();
    play_on(&mut game, &seed);
    assert_eq!(verdict(&game, &deal), fair());
    // Wherever the record starts, the decks before it are missing; only a record from the very
    // start has them all.
    let mut verdicts = Vec::new();
    for events in 0..=game.log().len() {
        let mut later = History::starting_at(game.at_event(events).unwrap());
        while later.game().winner().is_none() {
            play_hand(&mut later);
            play_on(&mut later, &seed);
        }
        let (outcome, text) = verdict(&later, &deal);
        assert_eq!(outcome == Fairness::Fair, events == 0, "{events}: {text}");
        assert_ne!(outcome, Fairness::Disproven, "{events}: {text}");
        verdicts.push(text);
    }
    verdicts.dedup();
    let hands = game.game().hand_number();
    let mut expected = vec!["fair".to_owned(), "NOT proven: the cut is missing".to_owned()];
    expected.extend((1..=hands).map(|hand| match hand {
        1 => "NOT proven: the cut and hand 1 are missing".to_owned(),
        _ => format!("NOT proven: the cut and hands 1–{hand} are missing"),
    }));
    assert_eq!(verdicts, expected);
}

#[test]
fn a_game_without_a_cut_needs_none() {
    let (deal, seed) = (deal(), deal().seed());
    let mut history = cut("target=20 first_dealer=N", &seed);
    let position = history.game().to_position();
    play_on(&mut history, &seed);
    assert_eq!(verdict(&history, &deal), fair());
    // This position is the start of the game in a different form.
    let text = Record::new(history, Some(&seed)).to_string();
    let rules = text.lines().find(|line| line.starts_with("[Rules")).unwrap();
    assert_eq!(
        read_verdict(&text.replace(rules, &format!("[Position \"{position}\"]"))),
        fair()
    );
    // If the rules require a cut, the same position omits it.
    let position = position.replace(" first_dealer=N", "");
    let text = text.replace(rules, &format!("[Position \"{position}\"]"));
    assert_eq!(read_verdict(&text), not_proven("the cut is missing"));
}

#[test]
fn a_game_that_is_not_over_or_was_never_dealt_is_not_proven() {
    let (deal, seed) = (deal(), deal().seed());
    let mut history = cut("target=20", &seed);
    assert_eq!(verdict(&history, &deal), not_proven("the game is not finished"));
    history.deal(&seed.deck(1)).unwrap();
    assert_eq!(verdict(&history, &deal), not_proven("the game is not finished"));
    history.act(Seat::North, Action::Resign).unwrap();
    assert_eq!(verdict(&history, &deal), fair());

    let mut history = History::new("finnish".parse().unwrap());
    let unbegun = "no deck was dealt; the game is not finished";
    assert_eq!(verdict(&history, &deal), not_proven(unbegun));
    history.act(Seat::North, Action::Resign).unwrap();
    assert_eq!(verdict(&history, &deal), not_proven("no deck was dealt"));
    // The same holds if the game is over before the record starts.
    let over = History::starting_at(*history.game());
    assert_eq!(verdict(&over, &deal), not_proven("no deck was dealt"));
}

#[test]
fn without_a_commitment_or_a_secret_nothing_is_proven() {
    let text = record();
    let without = |tag: &str| {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(tag)).collect();
        lines.join("\n")
    };
    assert_eq!(read_verdict(&text), fair());
    assert_eq!(
        read_verdict(&without("[Secret")),
        not_proven("the secret is missing")
    );
    assert_eq!(
        read_verdict(&without("[Commitment")),
        not_proven("there is no commitment")
    );
    let mut seeded = cut("target=20", &Seed::new("7"));
    play_on(&mut seeded, &Seed::new("7"));
    let seeded = Record::new(seeded, Some(&Seed::new("7"))).to_string();
    assert_eq!(read_verdict(&seeded), not_proven("there is no commitment"));
    let (outcome, _) = read_verdict(&seeded.replace("[Seed \"7\"]", "[Seed \"8\"]"));
    assert_eq!(outcome, Fairness::Disproven);
}

#[test]
fn a_record_of_one_seat_neither_proves_nor_disproves_a_deck() {
    let record = Record::parse(&record()).unwrap();
    let seen = record.as_seen_by(Seat::South).unwrap().to_string();
    let secret = format!("[Secret \"{}\"]\n[View", deal().secret().to_hex());
    let proof = Record::parse(&seen.replace("[View", &secret)).unwrap().proof();
    assert_eq!(proof.verdict.fairness(), Fairness::NotProven, "{}", proof.verdict);
    assert_eq!(proof.verdict.shortfalls(), [Shortfall::OneView]);
}

#[test]
fn a_verdict_names_every_reason() {
    let text = record().replace(&deal().secret().to_hex(), &"0".repeat(64));
    let proof = Record::parse(&text).unwrap().proof();
    let [Contradiction::WrongSecret, Contradiction::WrongDecks(decks)] = proof.verdict.contradictions()
    else {
        panic!("{:?}", proof.verdict);
    };
    let last = proof.decks.last().unwrap().hand;
    assert!(decks.cut());
    assert_eq!(decks.hands(), [1..=last]);
    let expected = format!(
        "NOT fair: the secret does not match the commitment; \
         the cut and hands 1–{last} do not follow from the record's secret or seed"
    );
    assert_eq!(proof.verdict.to_string(), expected);
}

/// A position may claim any number of earlier hands; the verdict must not list them one by one.
#[test]
fn consecutive_missing_hands_are_one_range() {
    let (deal, seed) = (deal(), deal().seed());
    let mut history = cut("target=9999", &seed);
    for _ in 0..4 {
        history.deal(&seed.deck_for(history.game())).unwrap();
        play_hand(&mut history);
    }
    let position = history.game().to_position();
    let later = position.replace("hand:5 ", "hand:4000000005 ");
    assert_ne!(later, position);
    let mut history = History::starting_at(Game::from_position(&later).unwrap());
    history.act(Seat::North, Action::Resign).unwrap();
    assert_eq!(
        verdict(&history, &deal),
        not_proven("the cut and hands 1–4000000004 are missing")
    );
}
