//! Words for the fair deal: promised, revealed, and void after a start that was called off.

use pidro::{Action, BySeat, FairDeal, Seat, SeatSet, WordPromise};
use pidro_table::{Command, TableEvent, TableState};

use crate::{NEXT, add_bots, bot, empty_table, execute, person, secret, sit};

fn promise(word: &str) -> Command {
    Command::Promise(WordPromise::of(word))
}

fn reveal(word: &str) -> Command {
    Command::Reveal { word: word.into() }
}

fn sit_with(seat: Seat, word: &str) -> Command {
    Command::Sit {
        seat,
        promise: Some(WordPromise::of(word)),
    }
}

/// a at North and c at South, each with a promise, and two bots.
fn promised() -> TableState {
    let mut state = empty_table();
    execute(&mut state, "a", &sit_with(Seat::North, "lingonberry")).unwrap();
    execute(&mut state, "c", &sit(Seat::South)).unwrap();
    execute(&mut state, "c", &promise("cloudberry")).unwrap();
    add_bots(&mut state, "a", &[Seat::East, Seat::West]);
    state
}

fn all(seats: &[Seat]) -> SeatSet {
    seats.iter().copied().collect()
}

#[test]
fn words_are_revealed_once_all_promises_are_known() {
    let mut state = promised();
    assert_eq!(
        execute(&mut state, "a", &reveal("lingonberry")),
        Err("word_not_expected")
    );
    assert_eq!(execute(&mut state, "a", &Command::Start), Ok(1));
    assert_eq!(state.awaited(), Some(all(&[Seat::North, Seat::South])));
    assert!(state.seeded_game().is_none());
    // Nothing may change any more, because people could choose a word to exploit it.
    for command in [
        sit_with(Seat::North, "cowberry"),
        sit(Seat::East),
        promise("cowberry"),
        bot(Seat::East),
        Command::ClearBot { seat: Seat::East },
        Command::Start,
    ] {
        assert_eq!(
            execute(&mut state, "a", &command),
            Err("game_starting"),
            "{command:?}"
        );
    }
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Err("game_starting"));
    assert_eq!(
        execute(&mut state, "a", &Command::Act(Action::Pass)),
        Err("not_begun")
    );
    // Only the promised word is accepted, once, and only from the person who promised it.
    assert_eq!(execute(&mut state, "a", &reveal("cowberry")), Err("wrong_word"));
    assert_eq!(execute(&mut state, "a", &reveal("cloudberry")), Err("wrong_word"));
    assert_eq!(execute(&mut state, "b", &reveal("cloudberry")), Err("not_seated"));
    assert_eq!(execute(&mut state, "a", &reveal("lingonberry")), Ok(1));
    assert_eq!(
        execute(&mut state, "a", &reveal("lingonberry")),
        Err("word_not_expected")
    );
    assert_eq!(state.awaited(), Some(all(&[Seat::South])));
    assert_eq!(execute(&mut state, "c", &reveal("cloudberry")), Ok(2));
    assert_eq!(state.awaited(), None);
    assert_eq!(
        execute(&mut state, "c", &promise("cowberry")),
        Err("game_started")
    );
    assert_eq!(
        execute(&mut state, "c", &reveal("cloudberry")),
        Err("word_not_expected")
    );
    let mut fair = FairDeal::new(secret());
    fair.add_word(Seat::North, "lingonberry").unwrap();
    fair.add_word(Seat::South, "cloudberry").unwrap();
    let deck = |seed: Option<&pidro::Seed>| seed.map(|seed| seed.deck(1));
    assert_eq!(
        deck(state.seeded_game().unwrap().seed()),
        deck(Some(&fair.seed()))
    );
}

#[test]
fn a_promise_belongs_to_the_person_who_made_it() {
    let mut state = empty_table();
    execute(&mut state, "a", &sit_with(Seat::North, "lingonberry")).unwrap();
    assert_eq!(
        execute(&mut state, "a", &promise("lingonberry")),
        Err("no_change")
    );
    assert_eq!(execute(&mut state, "b", &promise("cowberry")), Err("not_seated"));
    execute(&mut state, "a", &promise("cloudberry")).unwrap();
    execute(&mut state, "a", &sit_with(Seat::South, "cloudberry")).unwrap();
    let cloudberry = Some(WordPromise::of("cloudberry"));
    assert_eq!(state.promises(), &BySeat::from([None, None, cloudberry, None]));
    execute(&mut state, "a", &Command::Leave).unwrap();
    assert_eq!(state.promises(), &BySeat::default());
    // A word that is too long can be promised, but not revealed.
    let long = "x".repeat(256);
    execute(&mut state, "a", &sit_with(Seat::South, &long)).unwrap();
    add_bots(&mut state, "a", &[Seat::North, Seat::East, Seat::West]);
    execute(&mut state, "a", &Command::Start).unwrap();
    assert_eq!(execute(&mut state, "a", &reveal(&long)), Err("bad_word"));
}

#[test]
fn a_start_with_missing_words_is_called_off_and_all_promises_are_void() {
    assert_eq!(promised().call_off(), []);
    let called_off = |state: &mut TableState| {
        for event in &state.call_off() {
            state.apply(event).unwrap();
        }
    };
    for (what, who, command) in [
        ("the word didn't come", "", None),
        ("c left", "c", Some(Command::Leave)),
        (
            "the host removed c",
            "host",
            Some(Command::Remove { person: person("c") }),
        ),
    ] {
        let mut state = promised();
        execute(&mut state, "a", &Command::Start).unwrap();
        execute(&mut state, "a", &reveal("lingonberry")).unwrap();
        if let Some(command) = command {
            execute(&mut state, who, &command).unwrap();
        }
        called_off(&mut state);
        assert_eq!(state.awaited(), None, "{what}");
        assert_eq!(state.promises(), &BySeat::default(), "{what}");
        assert_eq!(state.fair_deal().words(), &BySeat::default(), "{what}");
        assert_eq!(state.seat_of(&person("a")), Some(Seat::North), "{what}");
        assert_eq!(state.seat_of(&person("c")), None, "{what}");
        assert_eq!(
            execute(&mut state, "a", &Command::Start),
            Err("seats_free"),
            "{what}"
        );
        // Another start, with new words.
        execute(&mut state, "d", &sit_with(Seat::South, "cranberry")).unwrap();
        execute(&mut state, "a", &promise("crowberry")).unwrap();
        execute(&mut state, "a", &Command::Start).unwrap();
        assert_eq!(
            execute(&mut state, "a", &reveal("lingonberry")),
            Err("wrong_word")
        );
        execute(&mut state, "a", &reveal("crowberry")).unwrap();
        assert_eq!(execute(&mut state, "d", &reveal("cranberry")), Ok(2), "{what}");
        let words = ["crowberry", "", "cranberry", ""].map(str::to_owned);
        assert_eq!(state.fair_deal().words(), &BySeat::from(words), "{what}");
    }
}

#[test]
fn tables_of_earlier_releases_keep_their_words() {
    let sat = |seat: Seat, word: &str| {
        let json =
            format!(r#"{{"kind":"sat","seat":"{seat}","person":"p{seat}","name":"P","word":"{word}"}}"#);
        serde_json::from_str::<TableEvent>(&json).unwrap()
    };
    let mut old = empty_table();
    for seat in Seat::ALL {
        old.apply(&sat(seat, "lingonberry")).unwrap();
    }
    let mut begun = old.clone();
    begun.apply(&TableEvent::Started).unwrap();
    assert_eq!(begun.fair_deal().words()[Seat::East], "lingonberry");
    let mut fair = FairDeal::new(secret());
    for seat in Seat::ALL {
        fair.add_word(seat, "lingonberry").unwrap();
    }
    let deck = |seed: Option<&pidro::Seed>| seed.map(|seed| seed.deck(1));
    assert_eq!(
        deck(begun.seeded_game().unwrap().seed()),
        deck(Some(&fair.seed()))
    );
    // A game that starts now uses only promised words.
    let (first, second) = (format!("p{}", Seat::North), format!("p{}", Seat::South));
    execute(&mut old, &first, &promise("cloudberry")).unwrap();
    execute(&mut old, &second, &Command::Start).unwrap();
    assert_eq!(execute(&mut old, &first, &reveal("cloudberry")), Ok(2));
    let words = ["cloudberry", "", "", ""].map(str::to_owned);
    assert_eq!(old.fair_deal().words(), &BySeat::from(words));
}

#[test]
fn a_table_is_restored_from_its_events_in_the_middle_of_a_start() {
    let mut state = empty_table();
    let mut events = Vec::new();
    for (who, command) in [
        ("a", sit_with(Seat::North, "lingonberry")),
        ("b", sit_with(Seat::East, "cloudberry")),
        ("a", bot(Seat::South)),
        ("a", bot(Seat::West)),
        ("b", Command::Start),
        ("b", reveal("cloudberry")),
    ] {
        let caused = state
            .decide(&person(who), &command, NEXT.parse().unwrap())
            .unwrap();
        for event in caused {
            state.apply(&event).unwrap();
            events.push(serde_json::to_string(&event).unwrap());
        }
    }
    let mut again = TableState::new(state.options().clone(), secret());
    for event in &events {
        again.apply(&serde_json::from_str(event).unwrap()).unwrap();
    }
    assert_eq!(again.awaited(), Some(all(&[Seat::North])));
    assert_eq!(again.promises(), state.promises());
    assert_eq!(execute(&mut again, "a", &reveal("lingonberry")), Ok(2));
}
