//! Which commands a table accepts, and when.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use pidro::{Action, BySeat, FairDeal, Legal, Observer, Seat, SeatSet, Secret, WordPromise};
use pidro_bots::{Basic, Bot as _, Level};
use pidro_table::{
    Command, MOST_HANDS, MessageBuilder, Options, PersonId, Refusal, STAND_IN, ServerMessage, Snapshot,
    Spectators, TableEvent, TableState, seats,
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

fn room() -> TableState {
    let options = Options::new(person("host"), "finnish first_dealer=N".parse().unwrap());
    TableState::new(options, Secret::new([1; 32]))
}

fn does(room: &mut TableState, who: &str, command: &Command) -> Result<usize, &'static str> {
    let entries = room
        .decide(&person(who), command, NEXT.parse().unwrap())
        .map_err(|refusal| refusal.code())?;
    for entry in &entries {
        room.apply(entry).unwrap();
    }
    Ok(entries.len())
}

fn bot(seat: Seat) -> Command {
    Command::PutBot {
        seat,
        level: Level::Basic,
    }
}

/// A game of a, b, c and d at North, East, South and West.
fn begun(options: Options) -> TableState {
    let mut room = TableState::new(options, Secret::new([1; 32]));
    for (who, seat) in ["a", "b", "c", "d"].into_iter().zip(Seat::ALL) {
        does(&mut room, who, &sit(seat)).unwrap();
    }
    does(&mut room, "a", &Command::Start).unwrap();
    room
}

#[test]
fn seats_are_taken_changed_and_left_before_the_game() {
    let mut room = room();
    assert_eq!(does(&mut room, "a", &sit(Seat::North)), Ok(1));
    assert_eq!(does(&mut room, "b", &sit(Seat::North)), Err("seat_taken"));
    assert_eq!(
        does(&mut room, "a", &sit(Seat::South)),
        Ok(2),
        "stands up and sits down"
    );
    assert_eq!(room.seat_of(&person("a")), Some(Seat::South));
    assert_eq!(does(&mut room, "b", &Command::Leave), Err("not_seated"));
    assert_eq!(does(&mut room, "b", &sit(Seat::North)), Ok(1));
    assert_eq!(does(&mut room, "b", &Command::Leave), Ok(1));
    assert_eq!(room.seat_of(&person("b")), None);
}

#[test]
fn the_host_and_who_sits_there_put_bots() {
    let mut room = room();
    assert_eq!(does(&mut room, "a", &bot(Seat::East)), Err("not_seated"));
    assert_eq!(does(&mut room, "host", &bot(Seat::East)), Ok(1));
    assert_eq!(does(&mut room, "a", &sit(Seat::South)), Ok(1));
    assert_eq!(does(&mut room, "a", &bot(Seat::South)), Err("seat_taken"));
    let clear = |seat| Command::ClearBot { seat };
    assert_eq!(does(&mut room, "a", &clear(Seat::South)), Err("no_bot"));
    assert_eq!(does(&mut room, "a", &clear(Seat::West)), Err("no_bot"));
    assert_eq!(does(&mut room, "a", &clear(Seat::East)), Ok(1));
    assert_eq!(
        does(&mut room, "a", &sit(Seat::East)),
        Ok(2),
        "the seat is free again"
    );
}

#[test]
fn a_game_begins_with_four_and_then_seats_stay() {
    let mut room = room();
    assert_eq!(does(&mut room, "a", &Command::Start), Err("not_seated"));
    does(&mut room, "a", &sit(Seat::East)).unwrap();
    assert_eq!(does(&mut room, "a", &Command::Start), Err("seats_free"));
    assert_eq!(
        does(&mut room, "a", &Command::Act(Action::Pass)),
        Err("not_begun")
    );
    for seat in [Seat::North, Seat::South, Seat::West] {
        assert_eq!(does(&mut room, "a", &bot(seat)), Ok(1));
    }
    assert_eq!(does(&mut room, "a", &Command::Start), Ok(1));
    for (command, code) in [
        (sit(Seat::East), "begun"),
        (sit(Seat::North), "seat_taken"),
        (bot(Seat::North), "begun"),
        (Command::ClearBot { seat: Seat::North }, "begun"),
        (Command::Start, "begun"),
    ] {
        assert_eq!(does(&mut room, "a", &command), Err(code), "{command:?}");
    }
    assert_eq!(
        does(&mut room, "b", &Command::Act(Action::Pass)),
        Err("not_seated")
    );
    let trump = Command::Act("trump h".parse().unwrap());
    assert_eq!(does(&mut room, "a", &trump), Err("wrong_phase"));
    assert_eq!(does(&mut room, "a", &Command::Undo), Err("nothing_to_undo"));
    assert_eq!(does(&mut room, "a", &Command::Act(Action::Pass)), Ok(1));
    assert_eq!(room.bot_to_move(), Some((Seat::South, Level::Basic)));
    // Bots always agree, and their decisions since then are taken back as well.
    for seat in [Seat::South, Seat::West] {
        let entries = room.act(seat, Action::Pass, false).unwrap();
        for entry in &entries {
            room.apply(entry).unwrap();
        }
    }
    assert_eq!(does(&mut room, "a", &Command::Undo), Ok(2));
    assert_eq!(room.game().unwrap().turn(), Some(Seat::East));
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
    let mut room = room();
    does(&mut room, "a", &sit_with(Seat::North, "lingonberry")).unwrap();
    does(&mut room, "c", &sit(Seat::South)).unwrap();
    does(&mut room, "c", &promise("cloudberry")).unwrap();
    for seat in [Seat::East, Seat::West] {
        does(&mut room, "a", &bot(seat)).unwrap();
    }
    room
}

fn all(seats: &[Seat]) -> SeatSet {
    seats.iter().copied().collect()
}

#[test]
fn words_are_told_when_all_promises_are_known() {
    let mut room = promised();
    assert_eq!(does(&mut room, "a", &reveal("lingonberry")), Err("not_awaited"));
    assert_eq!(does(&mut room, "a", &Command::Start), Ok(1));
    assert_eq!(room.awaited(), Some(all(&[Seat::North, Seat::South])));
    assert!(room.table().is_none());
    // Nothing may change any more, because people could choose a word to exploit it.
    for command in [
        sit_with(Seat::North, "cowberry"),
        sit(Seat::East),
        promise("cowberry"),
        bot(Seat::East),
        Command::ClearBot { seat: Seat::East },
        Command::Start,
    ] {
        assert_eq!(does(&mut room, "a", &command), Err("starting"), "{command:?}");
    }
    assert_eq!(does(&mut room, "b", &sit(Seat::East)), Err("starting"));
    assert_eq!(
        does(&mut room, "a", &Command::Act(Action::Pass)),
        Err("not_begun")
    );
    // Only the promised word is accepted, once, and only from the person who promised it.
    assert_eq!(does(&mut room, "a", &reveal("cowberry")), Err("wrong_word"));
    assert_eq!(does(&mut room, "a", &reveal("cloudberry")), Err("wrong_word"));
    assert_eq!(does(&mut room, "b", &reveal("cloudberry")), Err("not_seated"));
    assert_eq!(does(&mut room, "a", &reveal("lingonberry")), Ok(1));
    assert_eq!(does(&mut room, "a", &reveal("lingonberry")), Err("not_awaited"));
    assert_eq!(room.awaited(), Some(all(&[Seat::South])));
    assert_eq!(does(&mut room, "c", &reveal("cloudberry")), Ok(2));
    assert_eq!(room.awaited(), None);
    assert_eq!(does(&mut room, "c", &promise("cowberry")), Err("begun"));
    assert_eq!(does(&mut room, "c", &reveal("cloudberry")), Err("not_awaited"));
    let mut fair = FairDeal::new(Secret::new([1; 32]));
    fair.add_word(Seat::North, "lingonberry").unwrap();
    fair.add_word(Seat::South, "cloudberry").unwrap();
    let deck = |seed: Option<&pidro::Seed>| seed.map(|seed| seed.deck(1));
    assert_eq!(deck(room.table().unwrap().seed()), deck(Some(&fair.seed())));
}

#[test]
fn a_promise_stays_with_who_gave_it() {
    let mut room = room();
    does(&mut room, "a", &sit_with(Seat::North, "lingonberry")).unwrap();
    assert_eq!(does(&mut room, "a", &promise("lingonberry")), Err("already"));
    assert_eq!(does(&mut room, "b", &promise("cowberry")), Err("not_seated"));
    does(&mut room, "a", &promise("cloudberry")).unwrap();
    does(&mut room, "a", &sit_with(Seat::South, "cloudberry")).unwrap();
    let cloudberry = Some(WordPromise::of("cloudberry"));
    assert_eq!(room.promises(), &BySeat::from([None, None, cloudberry, None]));
    does(&mut room, "a", &Command::Leave).unwrap();
    assert_eq!(room.promises(), &BySeat::default());
    // A word that is too long can be promised, but not revealed.
    let long = "x".repeat(256);
    does(&mut room, "a", &sit_with(Seat::South, &long)).unwrap();
    for seat in [Seat::North, Seat::East, Seat::West] {
        does(&mut room, "a", &bot(seat)).unwrap();
    }
    does(&mut room, "a", &Command::Start).unwrap();
    assert_eq!(does(&mut room, "a", &reveal(&long)), Err("bad_word"));
}

#[test]
fn a_start_without_all_words_is_called_off_and_everybody_promises_anew() {
    assert_eq!(promised().call_off(), []);
    let called_off = |room: &mut TableState| {
        for entry in &room.call_off() {
            room.apply(entry).unwrap();
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
        let mut room = promised();
        does(&mut room, "a", &Command::Start).unwrap();
        does(&mut room, "a", &reveal("lingonberry")).unwrap();
        if let Some(command) = command {
            does(&mut room, who, &command).unwrap();
        }
        called_off(&mut room);
        assert_eq!(room.awaited(), None, "{what}");
        assert_eq!(room.promises(), &BySeat::default(), "{what}");
        assert_eq!(room.deal().words(), &BySeat::default(), "{what}");
        assert_eq!(room.seat_of(&person("a")), Some(Seat::North), "{what}");
        assert_eq!(room.seat_of(&person("c")), None, "{what}");
        assert_eq!(does(&mut room, "a", &Command::Start), Err("seats_free"), "{what}");
        // Another start, with new words.
        does(&mut room, "d", &sit_with(Seat::South, "cranberry")).unwrap();
        does(&mut room, "a", &promise("crowberry")).unwrap();
        does(&mut room, "a", &Command::Start).unwrap();
        assert_eq!(does(&mut room, "a", &reveal("lingonberry")), Err("wrong_word"));
        does(&mut room, "a", &reveal("crowberry")).unwrap();
        assert_eq!(does(&mut room, "d", &reveal("cranberry")), Ok(2), "{what}");
        let words = ["crowberry", "", "cranberry", ""].map(str::to_owned);
        assert_eq!(room.deal().words(), &BySeat::from(words), "{what}");
    }
}

#[test]
fn tables_of_earlier_releases_keep_their_words() {
    let sat = |seat: Seat, word: &str| {
        let json =
            format!(r#"{{"kind":"sat","seat":"{seat}","person":"p{seat}","name":"P","word":"{word}"}}"#);
        serde_json::from_str::<TableEvent>(&json).unwrap()
    };
    let mut old = room();
    for seat in Seat::ALL {
        old.apply(&sat(seat, "lingonberry")).unwrap();
    }
    let mut begun = old.clone();
    begun.apply(&TableEvent::Started).unwrap();
    assert_eq!(begun.deal().words()[Seat::East], "lingonberry");
    let mut fair = FairDeal::new(Secret::new([1; 32]));
    for seat in Seat::ALL {
        fair.add_word(seat, "lingonberry").unwrap();
    }
    let deck = |seed: Option<&pidro::Seed>| seed.map(|seed| seed.deck(1));
    assert_eq!(deck(begun.table().unwrap().seed()), deck(Some(&fair.seed())));
    // A game that starts now uses only promised words.
    let (first, second) = (format!("p{}", Seat::North), format!("p{}", Seat::South));
    does(&mut old, &first, &promise("cloudberry")).unwrap();
    does(&mut old, &second, &Command::Start).unwrap();
    assert_eq!(does(&mut old, &first, &reveal("cloudberry")), Ok(2));
    let words = ["cloudberry", "", "", ""].map(str::to_owned);
    assert_eq!(old.deal().words(), &BySeat::from(words));
}

#[test]
fn a_table_comes_back_from_its_entries_in_the_middle_of_a_start() {
    let mut room = room();
    let mut entries = Vec::new();
    for (who, command) in [
        ("a", sit_with(Seat::North, "lingonberry")),
        ("b", sit_with(Seat::East, "cloudberry")),
        ("a", bot(Seat::South)),
        ("a", bot(Seat::West)),
        ("b", Command::Start),
        ("b", reveal("cloudberry")),
    ] {
        let caused = room
            .decide(&person(who), &command, NEXT.parse().unwrap())
            .unwrap();
        for entry in caused {
            room.apply(&entry).unwrap();
            entries.push(serde_json::to_string(&entry).unwrap());
        }
    }
    let mut again = TableState::new(room.options().clone(), Secret::new([1; 32]));
    for entry in &entries {
        again.apply(&serde_json::from_str(entry).unwrap()).unwrap();
    }
    assert_eq!(again.awaited(), Some(all(&[Seat::North])));
    assert_eq!(again.promises(), room.promises());
    assert_eq!(does(&mut again, "a", &reveal("lingonberry")), Ok(2));
}

#[test]
fn who_left_is_stood_in_for_and_may_come_back() {
    let mut room = begun(room().options().clone());
    let pass = Command::Act(Action::Pass);
    assert_eq!(does(&mut room, "b", &Command::Leave), Ok(1));
    assert_eq!(room.bot_to_move(), Some((Seat::East, STAND_IN)));
    assert_eq!(does(&mut room, "b", &pass), Err("not_seated"));
    assert_eq!(does(&mut room, "b", &Command::Leave), Err("not_seated"));
    assert_eq!(does(&mut room, "b", &sit(Seat::East)), Ok(1));
    assert_eq!(room.bot_to_move(), None);
    assert_eq!(does(&mut room, "b", &pass), Ok(1));
}

#[test]
fn only_who_can_know_no_other_cards_takes_a_seat_that_was_left() {
    let mut room = begun(room().options().clone());
    assert_eq!(does(&mut room, "e", &sit(Seat::East)), Err("seat_taken"));
    does(&mut room, "b", &Command::Leave).unwrap();
    assert_eq!(
        does(&mut room, "a", &sit(Seat::East)),
        Err("seat_taken"),
        "a has seen North's cards"
    );
    assert_eq!(does(&mut room, "e", &sit(Seat::East)), Ok(1));
    assert_eq!(room.seat_of(&person("b")), None);
    assert_eq!(does(&mut room, "b", &sit(Seat::East)), Err("seat_taken"));
    // b has seen East's cards and must not see any others.
    does(&mut room, "c", &Command::Leave).unwrap();
    assert_eq!(does(&mut room, "b", &sit(Seat::South)), Err("seat_taken"));
    does(&mut room, "e", &Command::Leave).unwrap();
    assert_eq!(does(&mut room, "b", &sit(Seat::East)), Ok(1));
    // A disconnected person keeps the seat.
    room.apply(&TableEvent::Left {
        seat: Seat::West,
        away: true,
    })
    .unwrap();
    assert_eq!(does(&mut room, "f", &sit(Seat::West)), Err("seat_taken"));
    assert_eq!(does(&mut room, "d", &sit(Seat::West)), Ok(1));
    // If spectators see all cards, nobody may take over a seat.
    let open = Options {
        spectators: Spectators::Open,
        ..room.options().clone()
    };
    let mut room = begun(open);
    does(&mut room, "b", &Command::Leave).unwrap();
    assert_eq!(does(&mut room, "e", &sit(Seat::East)), Err("seat_taken"));
    assert_eq!(does(&mut room, "b", &sit(Seat::East)), Ok(1));
}

#[test]
fn an_undo_needs_everybody() {
    let mut room = begun(room().options().clone());
    does(&mut room, "b", &Command::Act(Action::Pass)).unwrap();
    does(&mut room, "d", &Command::Leave).unwrap();
    assert_eq!(does(&mut room, "b", &Command::Undo), Ok(1));
    assert_eq!(does(&mut room, "b", &Command::Undo), Err("already"));
    assert_eq!(does(&mut room, "a", &Command::Undo), Ok(1));
    assert_eq!(
        does(&mut room, "c", &Command::Undo),
        Ok(1),
        "who has gone has not agreed"
    );
    does(&mut room, "d", &sit(Seat::West)).unwrap();
    assert_eq!(does(&mut room, "d", &Command::Undo), Ok(2));
    assert_eq!(room.game().unwrap().turn(), Some(Seat::East));
    assert_eq!(does(&mut room, "a", &Command::RefuseUndo), Err("no_undo_asked"));
}

#[test]
fn a_rematch_needs_those_who_are_there_and_changes_partners() {
    let mut room = begun(room().options().clone());
    let rematch = Command::Rematch;
    assert_eq!(does(&mut room, "a", &rematch), Err("not_over"));
    does(&mut room, "b", &Command::Act(Action::Resign)).unwrap();
    assert!(room.is_over());
    assert_eq!(does(&mut room, "a", &Command::Undo), Err("game_over"));
    does(&mut room, "d", &Command::Leave).unwrap();
    assert_eq!(does(&mut room, "a", &rematch), Ok(1));
    assert_eq!(does(&mut room, "b", &rematch), Ok(1));
    assert_eq!(room.next(), None);
    assert_eq!(does(&mut room, "c", &rematch), Ok(2));
    assert_eq!(room.next(), NEXT.parse().ok());
    assert_eq!(does(&mut room, "a", &rematch), Err("rematched"));
    // Over three games everybody partners everybody.
    let mut partners = std::collections::BTreeSet::new();
    let mut room = begun(room.options().clone());
    for _ in 0..3 {
        let at = |seat| room.person_at(seat).unwrap().to_string();
        partners.extend([
            (at(Seat::North), at(Seat::South)),
            (at(Seat::South), at(Seat::North)),
        ]);
        partners.extend([(at(Seat::East), at(Seat::West)), (at(Seat::West), at(Seat::East))]);
        let mut next = TableState::new(room.options().clone(), Secret::new([2; 32]));
        for entry in &room.rotated() {
            next.apply(entry).unwrap();
        }
        room = next;
    }
    assert_eq!(partners.len(), 12);
}

#[test]
fn the_host_opens_the_chat_mutes_and_removes() {
    let mut room = begun(room().options().clone());
    let (host, b) = ("host", person("b"));
    let mute = |muted| Command::Mute {
        person: b.clone(),
        muted,
    };
    let remove = Command::Remove { person: b.clone() };
    for command in [Command::OpenChat(true), mute(true), remove.clone()] {
        assert_eq!(does(&mut room, "a", &command), Err("not_host"));
    }
    assert_eq!(room.may_say(&b, false), Ok(Seat::East));
    assert_eq!(room.may_say(&b, true), Err(Refusal::ChatClosed));
    assert_eq!(room.may_say(&person("x"), false), Err(Refusal::NotSeated));
    does(&mut room, host, &Command::OpenChat(true)).unwrap();
    assert_eq!(room.may_say(&b, true), Ok(Seat::East));
    does(&mut room, host, &mute(true)).unwrap();
    assert_eq!(room.may_say(&b, false), Err(Refusal::Muted));
    assert_eq!(does(&mut room, host, &mute(true)), Err("already"));
    does(&mut room, host, &mute(false)).unwrap();
    assert_eq!(room.may_say(&b, false), Ok(Seat::East));
    let own = Command::Remove { person: person(host) };
    assert_eq!(does(&mut room, host, &own), Err("host_stays"));
    does(&mut room, host, &remove).unwrap();
    assert_eq!(does(&mut room, "b", &sit(Seat::East)), Err("removed"));
    assert_eq!(room.admits(Some(&b)), Err(Refusal::Removed));
    assert_eq!(room.may_say(&b, false), Err(Refusal::Removed));
    assert_eq!(room.bot_to_move(), Some((Seat::East, STAND_IN)));
    assert_eq!(
        does(&mut room, "e", &sit(Seat::East)),
        Ok(1),
        "and the seat may be taken"
    );
}

#[test]
fn entries_keep_their_form() {
    let entries = [
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
            late: false,
        },
        TableEvent::Acted {
            seat: Seat::South,
            action: Action::Pass,
            late: true,
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
    let kept = [
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
    assert_eq!(entries.len(), kept.len());
    for (entry, kept) in entries.iter().zip(kept) {
        assert_eq!(serde_json::to_string(entry).unwrap(), kept);
        assert_eq!(serde_json::from_str::<TableEvent>(kept).unwrap(), *entry);
    }
}

#[test]
fn entries_of_a_start_keep_their_form() {
    let entries = [
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
    let kept = [
        r#"{"kind":"sat","seat":"N","person":"p1","name":"Anna","promise":"HEJ"}"#,
        r#"{"kind":"promised","seat":"E","promise":"HEJ"}"#,
        r#"{"kind":"starting","promises":{"N":null,"E":"HEJ","S":null,"W":null}}"#,
        r#"{"kind":"revealed","seat":"E","word":"hej"}"#,
        r#"{"kind":"start_called_off","seats":["E","W"]}"#,
    ];
    assert_eq!(entries.len(), kept.len());
    // SHA-256 of "pidro/fair-deal/1/word", 00 and "hej".
    let hej = "1c4f20b80fa504860051a03e4a703ac46573d7623a71d208927edcab633b0613";
    for (entry, kept) in entries.iter().zip(kept) {
        let kept = kept.replace("HEJ", hej);
        assert_eq!(serde_json::to_string(entry).unwrap(), kept);
        assert_eq!(serde_json::from_str::<TableEvent>(&kept).unwrap(), *entry);
    }
}

#[test]
fn a_game_that_never_ends_is_ended() {
    let mut room = begun(Options::new(
        person("a"),
        "finnish first_dealer=N".parse().unwrap(),
    ));
    let mut decisions = 0;
    // Everybody bids as high as possible, so that no team ever has the score to win.
    let refused = loop {
        let game = room.game().unwrap();
        let seat = game.turn().expect("nobody wins like this");
        let legal = game.legal();
        let action = match legal {
            Legal::Call { bids, .. } => bids.iter().last().map_or(Action::Pass, Action::Bid),
            other => other.nth(0).unwrap(),
        };
        let name = ["a", "b", "c", "d"][seat as usize];
        if let Err(code) = does(&mut room, name, &Command::Act(action)) {
            break code;
        }
        decisions += 1;
        assert!(decisions < 20_000, "there is an end");
    };
    assert_eq!(refused, "game_too_long");
    assert_eq!(room.game().unwrap().hand_number(), MOST_HANDS + 1);
    assert!(!room.is_over(), "nobody has won");
    // The table waits for nobody any more, but people can start another game.
    assert!(room.bot_to_move().is_none());
    for name in ["a", "b", "c", "d"] {
        does(&mut room, name, &Command::Rematch).unwrap();
    }
    assert!(room.next().is_some());
}

/// What the table tells a recipient.
fn snapshot(room: &TableState, seat: Option<Seat>) -> Snapshot {
    let builder = MessageBuilder {
        table: NEXT.parse().unwrap(),
        room,
        n: 0,
        clock: None,
        seats: &seats(room, |_| true),
    };
    let observer = seat.map_or(Observer::Spectator, Observer::Seat);
    match builder.snapshot(seat, Some(observer)) {
        ServerMessage::Snapshot(snapshot) => *snapshot,
        other => panic!("{other:?}"),
    }
}

/// Lets basic bots play for everybody, and calls back before each decision.
fn play_out(room: &mut TableState, mut before: impl FnMut(&TableState, Seat)) {
    while let Some(seat) = room.game().and_then(pidro::Game::turn) {
        before(room, seat);
        let action = Basic.choose(&room.game().unwrap().view(seat)).unwrap();
        room.apply(&TableEvent::Acted {
            seat,
            action,
            late: false,
        })
        .unwrap();
    }
}

#[test]
fn messages_offer_hints_where_the_table_gives_them() {
    let rules = "finnish first_dealer=N target=30".parse().unwrap();
    let mut four = begun(Options::new(person("a"), rules));
    let (mut offered, mut refused) = (0, 0);
    play_out(&mut four, |room, turn| {
        let robs = matches!(room.game().unwrap().legal(), Legal::Keep { .. });
        for seat in Seat::ALL {
            let hint = snapshot(room, Some(seat)).hint;
            assert_eq!(hint, room.may_ask_hint(seat).is_ok());
            assert_eq!(
                hint,
                seat == turn && robs,
                "people play together: only for the rob"
            );
        }
        assert!(!snapshot(room, None).hint, "spectators get no hints");
        if robs { offered += 1 } else { refused += 1 }
    });
    assert!(offered > 0 && refused > 0);

    let mut alone = TableState::new(Options::new(person("a"), rules), Secret::new([1; 32]));
    does(&mut alone, "a", &sit(Seat::South)).unwrap();
    for seat in [Seat::North, Seat::East, Seat::West] {
        does(&mut alone, "a", &bot(seat)).unwrap();
    }
    does(&mut alone, "a", &Command::Start).unwrap();
    play_out(&mut alone, |room, turn| {
        let told = snapshot(room, Some(Seat::South));
        assert_eq!(told.hint, turn == Seat::South, "against bots: for every decision");
        assert_eq!(told.hint, told.legal.is_some());
    });
}

#[test]
fn messages_offer_a_claim_on_lead_alone() {
    let rules = "finnish first_dealer=N target=30".parse().unwrap();
    let mut room = begun(Options::new(person("a"), rules));
    let mut offered = 0;
    play_out(&mut room, |room, turn| {
        let view = room.game().unwrap().view(turn);
        let on_lead = matches!(view.legal, Legal::Play { .. }) && view.tricks.current().plays().is_empty();
        for seat in Seat::ALL {
            assert_eq!(snapshot(room, Some(seat)).claim, seat == turn && on_lead);
        }
        offered += usize::from(on_lead);
        if !on_lead {
            // Where no claim is offered, none is accepted.
            let name = ["a", "b", "c", "d"][turn as usize];
            let claim = room.decide(&person(name), &Command::Act(Action::Claim), NEXT.parse().unwrap());
            assert!(claim.is_err());
        }
    });
    assert!(offered > 0);
}
