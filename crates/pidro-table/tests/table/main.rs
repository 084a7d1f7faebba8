//! Which commands a table accepts, and when.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use pidro::{Action, BySeat, FairDeal, Legal, Observer, Seat, SeatSet, Secret, WordPromise};
use pidro_bots::{Basic, Bot as _, Level};
use pidro_protocol::ws::{ServerMessage, Snapshot};
use pidro_protocol::{PersonId, Spectators};
use pidro_table::{
    Access, Command, Feed, MAX_HANDS, MessageBuilder, Occupant, Options, Refusal, STAND_IN, TableEvent,
    TableState, seat_statuses,
};

/// The table of the next game.
const NEXT: &str = "019a8e0c3f6b7d2e9f3c5a7b9d1e3f50";

fn person(name: &str) -> PersonId {
    PersonId::new(name)
}

fn sit(seat: Seat) -> Command {
    Command::Sit {
        seat,
        name: format!("at {seat}"),
        promise: None,
    }
}

fn empty_table() -> TableState {
    let options = Options::new(person("host"), "finnish first_dealer=N".parse().unwrap());
    TableState::new(options, Secret::new([1; 32]))
}

fn execute(state: &mut TableState, who: &str, command: &Command) -> Result<usize, &'static str> {
    let events = state
        .decide(&person(who), command, NEXT.parse().unwrap())
        .map_err(|refusal| refusal.code())?;
    for event in &events {
        state.apply(event).unwrap();
    }
    Ok(events.len())
}

fn bot(seat: Seat) -> Command {
    Command::PutBot {
        seat,
        level: Level::Basic,
    }
}

/// A game of a, b, c and d at North, East, South and West.
fn begun(options: Options) -> TableState {
    let mut state = TableState::new(options, Secret::new([1; 32]));
    for (who, seat) in ["a", "b", "c", "d"].into_iter().zip(Seat::ALL) {
        execute(&mut state, who, &sit(seat)).unwrap();
    }
    execute(&mut state, "a", &Command::Start).unwrap();
    state
}

#[test]
fn seats_are_taken_changed_and_left_before_the_game() {
    let mut state = empty_table();
    assert_eq!(execute(&mut state, "a", &sit(Seat::North)), Ok(1));
    assert_eq!(execute(&mut state, "b", &sit(Seat::North)), Err("seat_taken"));
    assert_eq!(
        execute(&mut state, "a", &sit(Seat::South)),
        Ok(2),
        "stands up and sits down"
    );
    assert_eq!(state.seat_of(&person("a")), Some(Seat::South));
    assert_eq!(execute(&mut state, "b", &Command::Leave), Err("not_seated"));
    assert_eq!(execute(&mut state, "b", &sit(Seat::North)), Ok(1));
    assert_eq!(execute(&mut state, "b", &Command::Leave), Ok(1));
    assert_eq!(state.seat_of(&person("b")), None);
}

#[test]
fn only_the_host_and_seated_people_add_bots() {
    let mut state = empty_table();
    assert_eq!(execute(&mut state, "a", &bot(Seat::East)), Err("not_seated"));
    assert_eq!(execute(&mut state, "host", &bot(Seat::East)), Ok(1));
    assert_eq!(execute(&mut state, "a", &sit(Seat::South)), Ok(1));
    assert_eq!(execute(&mut state, "a", &bot(Seat::South)), Err("seat_taken"));
    let clear = |seat| Command::ClearBot { seat };
    assert_eq!(execute(&mut state, "a", &clear(Seat::South)), Err("no_bot"));
    assert_eq!(execute(&mut state, "a", &clear(Seat::West)), Err("no_bot"));
    assert_eq!(execute(&mut state, "a", &clear(Seat::East)), Ok(1));
    assert_eq!(
        execute(&mut state, "a", &sit(Seat::East)),
        Ok(2),
        "the seat is free again"
    );
}

#[test]
fn a_game_begins_with_four_players_and_then_seats_are_fixed() {
    let mut state = empty_table();
    assert_eq!(execute(&mut state, "a", &Command::Start), Err("not_seated"));
    execute(&mut state, "a", &sit(Seat::East)).unwrap();
    assert_eq!(execute(&mut state, "a", &Command::Start), Err("seats_free"));
    assert_eq!(
        execute(&mut state, "a", &Command::Act(Action::Pass)),
        Err("not_begun")
    );
    for seat in [Seat::North, Seat::South, Seat::West] {
        assert_eq!(execute(&mut state, "a", &bot(seat)), Ok(1));
    }
    assert_eq!(execute(&mut state, "a", &Command::Start), Ok(1));
    for (command, code) in [
        (sit(Seat::East), "begun"),
        (sit(Seat::North), "seat_taken"),
        (bot(Seat::North), "begun"),
        (Command::ClearBot { seat: Seat::North }, "begun"),
        (Command::Start, "begun"),
    ] {
        assert_eq!(execute(&mut state, "a", &command), Err(code), "{command:?}");
    }
    assert_eq!(
        execute(&mut state, "b", &Command::Act(Action::Pass)),
        Err("not_seated")
    );
    let trump = Command::Act("trump h".parse().unwrap());
    assert_eq!(execute(&mut state, "a", &trump), Err("wrong_phase"));
    assert_eq!(execute(&mut state, "a", &Command::Undo), Err("nothing_to_undo"));
    assert_eq!(execute(&mut state, "a", &Command::Act(Action::Pass)), Ok(1));
    assert_eq!(state.bot_to_move(), Some((Seat::South, Level::Basic)));
    // Bots always agree, and their decisions since then are taken back as well.
    for seat in [Seat::South, Seat::West] {
        let events = state.act(seat, Action::Pass, false).unwrap();
        for event in &events {
            state.apply(event).unwrap();
        }
    }
    assert_eq!(execute(&mut state, "a", &Command::Undo), Ok(2));
    assert_eq!(state.game().unwrap().turn(), Some(Seat::East));
}

fn promise(word: &str) -> Command {
    Command::Promise(WordPromise::of(word))
}

fn reveal(word: &str) -> Command {
    Command::Reveal { word: word.into() }
}

fn sit_with(seat: Seat, word: &str) -> Command {
    Command::Sit {
        seat,
        name: "A".into(),
        promise: Some(WordPromise::of(word)),
    }
}

/// a at North and c at South, each with a promise, and two bots.
fn promised() -> TableState {
    let mut state = empty_table();
    execute(&mut state, "a", &sit_with(Seat::North, "lingonberry")).unwrap();
    execute(&mut state, "c", &sit(Seat::South)).unwrap();
    execute(&mut state, "c", &promise("cloudberry")).unwrap();
    for seat in [Seat::East, Seat::West] {
        execute(&mut state, "a", &bot(seat)).unwrap();
    }
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
        Err("not_awaited")
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
        assert_eq!(execute(&mut state, "a", &command), Err("starting"), "{command:?}");
    }
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Err("starting"));
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
        Err("not_awaited")
    );
    assert_eq!(state.awaited(), Some(all(&[Seat::South])));
    assert_eq!(execute(&mut state, "c", &reveal("cloudberry")), Ok(2));
    assert_eq!(state.awaited(), None);
    assert_eq!(execute(&mut state, "c", &promise("cowberry")), Err("begun"));
    assert_eq!(
        execute(&mut state, "c", &reveal("cloudberry")),
        Err("not_awaited")
    );
    let mut fair = FairDeal::new(Secret::new([1; 32]));
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
    assert_eq!(execute(&mut state, "a", &promise("lingonberry")), Err("already"));
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
    for seat in [Seat::North, Seat::East, Seat::West] {
        execute(&mut state, "a", &bot(seat)).unwrap();
    }
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
    let mut fair = FairDeal::new(Secret::new([1; 32]));
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
    let mut again = TableState::new(state.options().clone(), Secret::new([1; 32]));
    for event in &events {
        again.apply(&serde_json::from_str(event).unwrap()).unwrap();
    }
    assert_eq!(again.awaited(), Some(all(&[Seat::North])));
    assert_eq!(again.promises(), state.promises());
    assert_eq!(execute(&mut again, "a", &reveal("lingonberry")), Ok(2));
}

#[test]
fn a_bot_stands_in_for_a_person_who_left_and_may_return() {
    let mut state = begun(empty_table().options().clone());
    let pass = Command::Act(Action::Pass);
    assert_eq!(execute(&mut state, "b", &Command::Leave), Ok(1));
    assert_eq!(state.bot_to_move(), Some((Seat::East, STAND_IN)));
    assert_eq!(execute(&mut state, "b", &pass), Err("not_seated"));
    assert_eq!(execute(&mut state, "b", &Command::Leave), Err("not_seated"));
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Ok(1));
    assert_eq!(state.bot_to_move(), None);
    assert_eq!(execute(&mut state, "b", &pass), Ok(1));
}

#[test]
fn only_a_person_who_knows_no_other_cards_may_take_over_a_seat() {
    let mut state = begun(empty_table().options().clone());
    assert_eq!(execute(&mut state, "e", &sit(Seat::East)), Err("seat_taken"));
    execute(&mut state, "b", &Command::Leave).unwrap();
    assert_eq!(
        execute(&mut state, "a", &sit(Seat::East)),
        Err("seat_taken"),
        "a has seen North's cards"
    );
    assert_eq!(execute(&mut state, "e", &sit(Seat::East)), Ok(1));
    assert_eq!(state.seat_of(&person("b")), None);
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Err("seat_taken"));
    // b has seen East's cards and must not see any others.
    execute(&mut state, "c", &Command::Leave).unwrap();
    assert_eq!(execute(&mut state, "b", &sit(Seat::South)), Err("seat_taken"));
    execute(&mut state, "e", &Command::Leave).unwrap();
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Ok(1));
    // A disconnected person keeps the seat.
    state
        .apply(&TableEvent::Left {
            seat: Seat::West,
            away: true,
        })
        .unwrap();
    assert_eq!(execute(&mut state, "f", &sit(Seat::West)), Err("seat_taken"));
    assert_eq!(execute(&mut state, "d", &sit(Seat::West)), Ok(1));
    // If spectators see all cards, nobody may take over a seat.
    let open = Options {
        spectators: Spectators::Open,
        ..state.options().clone()
    };
    let mut state = begun(open);
    execute(&mut state, "b", &Command::Leave).unwrap();
    assert_eq!(execute(&mut state, "e", &sit(Seat::East)), Err("seat_taken"));
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Ok(1));
}

#[test]
fn an_undo_needs_everybody() {
    let mut state = begun(empty_table().options().clone());
    execute(&mut state, "b", &Command::Act(Action::Pass)).unwrap();
    execute(&mut state, "d", &Command::Leave).unwrap();
    assert_eq!(execute(&mut state, "b", &Command::Undo), Ok(1));
    assert_eq!(execute(&mut state, "b", &Command::Undo), Err("already"));
    assert_eq!(execute(&mut state, "a", &Command::Undo), Ok(1));
    assert_eq!(
        execute(&mut state, "c", &Command::Undo),
        Ok(1),
        "an absent person has not agreed"
    );
    execute(&mut state, "d", &sit(Seat::West)).unwrap();
    assert_eq!(execute(&mut state, "d", &Command::Undo), Ok(2));
    assert_eq!(state.game().unwrap().turn(), Some(Seat::East));
    assert_eq!(
        execute(&mut state, "a", &Command::RefuseUndo),
        Err("no_undo_asked")
    );
}

#[test]
fn a_rematch_needs_everybody_present_and_changes_partners() {
    let mut state = begun(empty_table().options().clone());
    let rematch = Command::Rematch;
    assert_eq!(execute(&mut state, "a", &rematch), Err("not_over"));
    execute(&mut state, "b", &Command::Act(Action::Resign)).unwrap();
    assert!(state.is_over());
    assert_eq!(execute(&mut state, "a", &Command::Undo), Err("game_over"));
    execute(&mut state, "d", &Command::Leave).unwrap();
    assert_eq!(execute(&mut state, "a", &rematch), Ok(1));
    assert_eq!(execute(&mut state, "b", &rematch), Ok(1));
    assert_eq!(state.next_table(), None);
    assert_eq!(execute(&mut state, "c", &rematch), Ok(2));
    assert_eq!(state.next_table(), NEXT.parse().ok());
    assert_eq!(execute(&mut state, "a", &rematch), Err("rematched"));
    // Over three games everybody partners everybody.
    let mut partners = std::collections::BTreeSet::new();
    let mut state = begun(state.options().clone());
    for _ in 0..3 {
        let at = |seat| state.person_at(seat).unwrap().to_string();
        partners.extend([
            (at(Seat::North), at(Seat::South)),
            (at(Seat::South), at(Seat::North)),
        ]);
        partners.extend([(at(Seat::East), at(Seat::West)), (at(Seat::West), at(Seat::East))]);
        let mut next = TableState::new(state.options().clone(), Secret::new([2; 32]));
        for event in &state.rotated_seating() {
            next.apply(event).unwrap();
        }
        state = next;
    }
    assert_eq!(partners.len(), 12);
}

#[test]
fn the_host_opens_the_chat_mutes_and_removes() {
    let mut state = begun(empty_table().options().clone());
    let (host, b) = ("host", person("b"));
    let mute = |muted| Command::Mute {
        person: b.clone(),
        muted,
    };
    let remove = Command::Remove { person: b.clone() };
    for command in [Command::OpenChat(true), mute(true), remove.clone()] {
        assert_eq!(execute(&mut state, "a", &command), Err("not_host"));
    }
    assert_eq!(state.may_say(&b, false), Ok(Seat::East));
    assert_eq!(state.may_say(&b, true), Err(Refusal::ChatClosed));
    assert_eq!(state.may_say(&person("x"), false), Err(Refusal::NotSeated));
    execute(&mut state, host, &Command::OpenChat(true)).unwrap();
    assert_eq!(state.may_say(&b, true), Ok(Seat::East));
    execute(&mut state, host, &mute(true)).unwrap();
    assert_eq!(state.may_say(&b, false), Err(Refusal::Muted));
    assert_eq!(execute(&mut state, host, &mute(true)), Err("already"));
    execute(&mut state, host, &mute(false)).unwrap();
    assert_eq!(state.may_say(&b, false), Ok(Seat::East));
    let own = Command::Remove { person: person(host) };
    assert_eq!(execute(&mut state, host, &own), Err("host_stays"));
    execute(&mut state, host, &remove).unwrap();
    assert_eq!(execute(&mut state, "b", &sit(Seat::East)), Err("removed"));
    assert_eq!(state.check_admitted(Some(&b)), Err(Refusal::Removed));
    assert_eq!(state.may_say(&b, false), Err(Refusal::Removed));
    assert_eq!(state.bot_to_move(), Some((Seat::East, STAND_IN)));
    assert_eq!(
        execute(&mut state, "e", &sit(Seat::East)),
        Ok(1),
        "and the seat may be taken"
    );
}

#[test]
fn entries_keep_their_form() {
    let events = [
        TableEvent::Sat {
            seat: Seat::West,
            person: person("p2"),
            name: "Bo".to_owned(),
            word: "hej".to_owned(),
            promise: None,
        },
        TableEvent::Sat {
            seat: Seat::North,
            person: person("p1"),
            name: "Anna".to_owned(),
            word: String::new(),
            promise: None,
        },
        TableEvent::BotSat {
            seat: Seat::East,
            level: "expert:10ms".parse().unwrap(),
        },
        TableEvent::Stood { seat: Seat::East },
        TableEvent::Started,
        TableEvent::Acted {
            seat: Seat::South,
            action: "kill Kh 4h".parse().unwrap(),
            timed_out: false,
        },
        TableEvent::Acted {
            seat: Seat::South,
            action: Action::Pass,
            timed_out: true,
        },
        TableEvent::Left {
            seat: Seat::North,
            away: false,
        },
        TableEvent::Left {
            seat: Seat::North,
            away: true,
        },
        TableEvent::Back { seat: Seat::North },
        TableEvent::UndoAsked { seat: Seat::West },
        TableEvent::UndoAgreed { seat: Seat::North },
        TableEvent::UndoRefused { seat: Seat::East },
        TableEvent::Undone,
        TableEvent::RematchAsked { seat: Seat::North },
        TableEvent::Rematched {
            table: "019a8e0c3f6b7d2e9f3c5a7b9d1e3f50".parse().unwrap(),
        },
        TableEvent::ChatOpened { open: true },
        TableEvent::Muted {
            person: person("p1"),
            muted: true,
        },
        TableEvent::Removed { person: person("p1") },
    ];
    let stored = [
        r#"{"kind":"sat","seat":"W","person":"p2","name":"Bo","word":"hej"}"#,
        r#"{"kind":"sat","seat":"N","person":"p1","name":"Anna"}"#,
        r#"{"kind":"bot_sat","seat":"E","level":"expert:10ms"}"#,
        r#"{"kind":"stood","seat":"E"}"#,
        r#"{"kind":"started"}"#,
        r#"{"kind":"acted","seat":"S","action":"kill Kh 4h"}"#,
        r#"{"kind":"acted","seat":"S","action":"pass","late":true}"#,
        r#"{"kind":"left","seat":"N"}"#,
        r#"{"kind":"left","seat":"N","away":true}"#,
        r#"{"kind":"back","seat":"N"}"#,
        r#"{"kind":"undo_asked","seat":"W"}"#,
        r#"{"kind":"undo_agreed","seat":"N"}"#,
        r#"{"kind":"undo_refused","seat":"E"}"#,
        r#"{"kind":"undone"}"#,
        r#"{"kind":"rematch_asked","seat":"N"}"#,
        r#"{"kind":"rematched","table":"019a8e0c3f6b7d2e9f3c5a7b9d1e3f50"}"#,
        r#"{"kind":"chat_opened","open":true}"#,
        r#"{"kind":"muted","person":"p1","muted":true}"#,
        r#"{"kind":"removed","person":"p1"}"#,
    ];
    assert_eq!(events.len(), stored.len());
    for (event, stored) in events.iter().zip(stored) {
        assert_eq!(serde_json::to_string(event).unwrap(), stored);
        assert_eq!(serde_json::from_str::<TableEvent>(stored).unwrap(), *event);
    }
}

#[test]
fn entries_of_a_start_keep_their_form() {
    let events = [
        TableEvent::Sat {
            seat: Seat::North,
            person: person("p1"),
            name: "Anna".to_owned(),
            word: String::new(),
            promise: Some(WordPromise::of("hej")),
        },
        TableEvent::Promised {
            seat: Seat::East,
            promise: WordPromise::of("hej"),
        },
        TableEvent::Starting {
            promises: BySeat::from([None, Some(WordPromise::of("hej")), None, None]),
        },
        TableEvent::Revealed {
            seat: Seat::East,
            word: "hej".to_owned(),
        },
        TableEvent::StartCalledOff {
            seats: vec![Seat::East, Seat::West],
        },
    ];
    let stored = [
        r#"{"kind":"sat","seat":"N","person":"p1","name":"Anna","promise":"HEJ"}"#,
        r#"{"kind":"promised","seat":"E","promise":"HEJ"}"#,
        r#"{"kind":"starting","promises":{"N":null,"E":"HEJ","S":null,"W":null}}"#,
        r#"{"kind":"revealed","seat":"E","word":"hej"}"#,
        r#"{"kind":"start_called_off","seats":["E","W"]}"#,
    ];
    assert_eq!(events.len(), stored.len());
    // SHA-256 of "pidro/fair-deal/1/word", 00 and "hej".
    let hej = "1c4f20b80fa504860051a03e4a703ac46573d7623a71d208927edcab633b0613";
    for (event, stored) in events.iter().zip(stored) {
        let stored = stored.replace("HEJ", hej);
        assert_eq!(serde_json::to_string(event).unwrap(), stored);
        assert_eq!(serde_json::from_str::<TableEvent>(&stored).unwrap(), *event);
    }
}

#[test]
fn a_game_without_end_is_stopped() {
    let mut state = begun(Options::new(
        person("a"),
        "finnish first_dealer=N".parse().unwrap(),
    ));
    let mut decisions = 0;
    // Everybody bids as high as possible, so that no team ever has the score to win.
    let refused = loop {
        let game = state.game().unwrap();
        let seat = game.turn().expect("nobody wins like this");
        let legal = game.legal();
        let action = match legal {
            Legal::Call { bids, .. } => bids.iter().last().map_or(Action::Pass, Action::Bid),
            other => other.nth(0).unwrap(),
        };
        let name = ["a", "b", "c", "d"][seat as usize];
        if let Err(code) = execute(&mut state, name, &Command::Act(action)) {
            break code;
        }
        decisions += 1;
        assert!(decisions < 20_000, "there is an end");
    };
    assert_eq!(refused, "game_too_long");
    assert_eq!(state.game().unwrap().hand_number(), MAX_HANDS + 1);
    assert!(!state.is_over(), "nobody has won");
    // The table waits for nobody any more, but people can start another game.
    assert!(state.bot_to_move().is_none());
    for name in ["a", "b", "c", "d"] {
        execute(&mut state, name, &Command::Rematch).unwrap();
    }
    assert!(state.next_table().is_some());
}

#[test]
fn access_depends_on_the_seat_the_spectators_and_the_end_of_the_game() {
    let everything = Access::Everything;
    let north = Access::Observer(Observer::Seat(Seat::North));
    let spectator = Access::Observer(Observer::Spectator);
    let (player, guest) = (person("a"), person("guest"));
    for (spectators, live, delayed) in [
        (Spectators::Nobody, Access::Nothing, Access::Nothing),
        (Spectators::Public, spectator, spectator),
        (Spectators::Open, spectator, everything),
    ] {
        let options = Options {
            spectators,
            ..empty_table().options().clone()
        };
        let mut state = begun(options);
        for feed in [Feed::Live, Feed::Delayed] {
            assert_eq!(state.access(Some(&player), feed), north, "{feed:?}");
        }
        assert_eq!(state.record_access(Some(&player)), north);
        for somebody in [Some(&guest), None] {
            assert_eq!(state.access(somebody, Feed::Live), live);
            assert_eq!(state.access(somebody, Feed::Delayed), delayed);
            assert_eq!(state.record_access(somebody), live, "a record has no delay");
            assert_eq!(state.watches_delayed(somebody), spectators == Spectators::Open);
        }
        assert!(!state.watches_delayed(Some(&player)));
        assert!(state.published_secret().is_none());
        // Once the game is over, its record is public. Watching doesn't change.
        execute(&mut state, "a", &Command::Act(Action::Resign)).unwrap();
        assert!(state.is_over() && state.published_secret().is_some());
        for somebody in [Some(&player), Some(&guest), None] {
            assert_eq!(state.record_access(somebody), everything);
        }
        assert_eq!(state.access(Some(&player), Feed::Live), north);
        assert_eq!(state.access(None, Feed::Live), live);
    }
}

/// The snapshot for the person at this seat, or for a spectator.
fn snapshot(state: &TableState, seat: Option<Seat>) -> Snapshot {
    let builder = MessageBuilder {
        table: NEXT.parse().unwrap(),
        state,
        feed: Feed::Live,
        n: 0,
        clock: None,
        seats: &seat_statuses(state, |_| true),
    };
    let person = seat.and_then(|seat| match &state.seats()[seat] {
        Some(Occupant::Person { id, .. }) => Some(id),
        _ => None,
    });
    match builder.snapshot(person) {
        ServerMessage::Snapshot(snapshot) => *snapshot,
        other => panic!("{other:?}"),
    }
}

/// Lets basic bots play for everybody, and calls back before each decision.
fn play_out(state: &mut TableState, mut before: impl FnMut(&TableState, Seat)) {
    while let Some(seat) = state.game().and_then(pidro::Game::turn) {
        before(state, seat);
        let action = Basic.choose(&state.game().unwrap().view(seat)).unwrap();
        state
            .apply(&TableEvent::Acted {
                seat,
                action,
                timed_out: false,
            })
            .unwrap();
    }
}

#[test]
fn messages_offer_hints_where_the_table_gives_them() {
    let rules = "finnish first_dealer=N target=30".parse().unwrap();
    let mut four = begun(Options::new(person("a"), rules));
    let (mut offered, mut refused) = (0, 0);
    play_out(&mut four, |state, turn| {
        let robs = matches!(state.game().unwrap().legal(), Legal::Keep { .. });
        for seat in Seat::ALL {
            let hint = snapshot(state, Some(seat)).hint;
            assert_eq!(hint, state.may_ask_hint(seat).is_ok());
            assert_eq!(
                hint,
                seat == turn && robs,
                "people play together: only for the rob"
            );
        }
        assert!(!snapshot(state, None).hint, "spectators get no hints");
        if robs { offered += 1 } else { refused += 1 }
    });
    assert!(offered > 0 && refused > 0);

    let mut alone = TableState::new(Options::new(person("a"), rules), Secret::new([1; 32]));
    execute(&mut alone, "a", &sit(Seat::South)).unwrap();
    for seat in [Seat::North, Seat::East, Seat::West] {
        execute(&mut alone, "a", &bot(seat)).unwrap();
    }
    execute(&mut alone, "a", &Command::Start).unwrap();
    play_out(&mut alone, |state, turn| {
        let sent = snapshot(state, Some(Seat::South));
        assert_eq!(sent.hint, turn == Seat::South, "against bots: for every decision");
        assert_eq!(sent.hint, sent.legal.is_some());
    });
}

#[test]
fn messages_offer_a_claim_on_lead_alone() {
    let rules = "finnish first_dealer=N target=30".parse().unwrap();
    let mut state = begun(Options::new(person("a"), rules));
    let mut offered = 0;
    play_out(&mut state, |state, turn| {
        let view = state.game().unwrap().view(turn);
        let on_lead = matches!(view.legal, Legal::Play { .. }) && view.tricks.current().is_empty();
        for seat in Seat::ALL {
            assert_eq!(snapshot(state, Some(seat)).claim, seat == turn && on_lead);
        }
        offered += usize::from(on_lead);
        if !on_lead {
            // Where no claim is offered, none is accepted.
            let name = ["a", "b", "c", "d"][turn as usize];
            let claim = state.decide(&person(name), &Command::Act(Action::Claim), NEXT.parse().unwrap());
            assert!(claim.is_err());
        }
    });
    assert!(offered > 0);
}
