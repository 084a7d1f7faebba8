//! What may be done at a table, and when.

use super::*;

/// The table of the next game.
const NEXT: &str = "019a8e0c3f6b7d2e9f3c5a7b9d1e3f50";

fn person(name: &str) -> PersonId {
    PersonId::new(name)
}

fn sit(seat: Seat) -> Command {
    Command::Sit {
        seat,
        name: format!("at {seat}"),
        word: String::new(),
    }
}

fn room() -> Room {
    let options = Options::new(person("host"), "finnish first_dealer=N".parse().unwrap());
    Room::new(options, Secret::new([1; 32]))
}

fn does(room: &mut Room, who: &str, command: &Command) -> Result<usize, &'static str> {
    let entries = room
        .decide(&person(who), command, NEXT.parse().unwrap())
        .map_err(|refusal| refusal.code())?;
    for entry in &entries {
        room.evolve(entry);
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
fn begun(options: Options) -> Room {
    let mut room = Room::new(options, Secret::new([1; 32]));
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
    // Bots agree to everything, and what they decided since is taken back as well.
    for seat in [Seat::South, Seat::West] {
        let entries = room.act(seat, Action::Pass, false).unwrap();
        for entry in &entries {
            room.evolve(entry);
        }
    }
    assert_eq!(does(&mut room, "a", &Command::Undo), Ok(2));
    assert_eq!(room.game().unwrap().turn(), Some(Seat::East));
}

#[test]
fn a_word_goes_into_the_decks_and_stays_with_who_gave_it() {
    let word = |seat, word: &str| Command::Sit {
        seat,
        name: "A".into(),
        word: word.into(),
    };
    let mut room = room();
    does(&mut room, "a", &word(Seat::North, "lingonberry")).unwrap();
    assert_eq!(room.deal().words()[Seat::North], "lingonberry");
    does(&mut room, "a", &word(Seat::South, "cloudberry")).unwrap();
    assert_eq!(room.deal().words()[Seat::North], "", "it moves with its owner");
    let long = "x".repeat(256);
    assert_eq!(does(&mut room, "a", &word(Seat::South, &long)), Err("bad_word"));
    for seat in [Seat::North, Seat::East, Seat::West] {
        does(&mut room, "a", &bot(seat)).unwrap();
    }
    does(&mut room, "a", &Command::Start).unwrap();
    let mut fair = FairDeal::new(Secret::new([1; 32]));
    fair.add_word(Seat::South, "cloudberry").unwrap();
    let deck = |seed: Option<&pidro::Seed>| seed.map(|seed| seed.deck(1));
    assert_eq!(deck(room.table().unwrap().seed()), deck(Some(&fair.seed())));
}

#[test]
fn who_left_is_stood_in_for_and_may_come_back() {
    let mut room = begun(room().options.clone());
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
    let mut room = begun(room().options.clone());
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
    // b has seen East's cards and may have no other ones.
    does(&mut room, "c", &Command::Leave).unwrap();
    assert_eq!(does(&mut room, "b", &sit(Seat::South)), Err("seat_taken"));
    does(&mut room, "e", &Command::Leave).unwrap();
    assert_eq!(does(&mut room, "b", &sit(Seat::East)), Ok(1));
    // Who is only cut off keeps the seat.
    room.evolve(&Entry::Left {
        seat: Seat::West,
        away: true,
    });
    assert_eq!(does(&mut room, "f", &sit(Seat::West)), Err("seat_taken"));
    assert_eq!(does(&mut room, "d", &sit(Seat::West)), Ok(1));
    // Where spectators see all cards, nobody takes a seat over.
    let open = Options {
        spectators: Spectators::Open,
        ..room.options.clone()
    };
    let mut room = begun(open);
    does(&mut room, "b", &Command::Leave).unwrap();
    assert_eq!(does(&mut room, "e", &sit(Seat::East)), Err("seat_taken"));
    assert_eq!(does(&mut room, "b", &sit(Seat::East)), Ok(1));
}

#[test]
fn an_undo_needs_everybody() {
    let mut room = begun(room().options.clone());
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
    let mut room = begun(room().options.clone());
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
    // In three games everybody has been everybody's partner.
    let mut partners = std::collections::BTreeSet::new();
    let mut room = begun(room.options.clone());
    for _ in 0..3 {
        let at = |seat| room.person_at(seat).unwrap().to_string();
        partners.extend([
            (at(Seat::North), at(Seat::South)),
            (at(Seat::South), at(Seat::North)),
        ]);
        partners.extend([(at(Seat::East), at(Seat::West)), (at(Seat::West), at(Seat::East))]);
        let mut next = Room::new(room.options.clone(), Secret::new([2; 32]));
        for entry in &room.rotated() {
            next.evolve(entry);
        }
        room = next;
    }
    assert_eq!(partners.len(), 12);
}

#[test]
fn the_host_opens_the_chat_mutes_and_removes() {
    let mut room = begun(room().options.clone());
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
        Entry::Sat {
            seat: Seat::West,
            person: person("p2"),
            name: "Bo".to_owned(),
            word: "hej".to_owned(),
        },
        Entry::Sat {
            seat: Seat::North,
            person: person("p1"),
            name: "Anna".to_owned(),
            word: String::new(),
        },
        Entry::BotSat {
            seat: Seat::East,
            level: "expert:10ms".parse().unwrap(),
        },
        Entry::Stood { seat: Seat::East },
        Entry::Started,
        Entry::Acted {
            seat: Seat::South,
            action: "kill Kh 4h".parse().unwrap(),
            late: false,
        },
        Entry::Acted {
            seat: Seat::South,
            action: Action::Pass,
            late: true,
        },
        Entry::Left {
            seat: Seat::North,
            away: false,
        },
        Entry::Left {
            seat: Seat::North,
            away: true,
        },
        Entry::Back { seat: Seat::North },
        Entry::UndoAsked { seat: Seat::West },
        Entry::UndoAgreed { seat: Seat::North },
        Entry::UndoRefused { seat: Seat::East },
        Entry::Undone,
        Entry::RematchAsked { seat: Seat::North },
        Entry::Rematched {
            table: "019a8e0c3f6b7d2e9f3c5a7b9d1e3f50".parse().unwrap(),
        },
        Entry::ChatOpened { open: true },
        Entry::Muted {
            person: person("p1"),
            muted: true,
        },
        Entry::Removed { person: person("p1") },
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
        assert_eq!(serde_json::from_str::<Entry>(kept).unwrap(), *entry);
    }
}

#[test]
fn a_table_has_an_end_to_all_that_is_no_decision() {
    let mut room = room();
    does(&mut room, "a", &sit(Seat::North)).unwrap();
    let mut done = 1;
    while does(&mut room, "a", &bot(Seat::South)).is_ok() {
        done += 1;
    }
    assert_eq!(done, MOST_OTHERS);
    assert_eq!(does(&mut room, "a", &Command::Leave), Err("too_much"));
}
