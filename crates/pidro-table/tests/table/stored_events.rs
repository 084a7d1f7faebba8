//! The JSON of stored events never changes, and stored options stay readable.

use pidro::{Action, BySeat, Seat, WordPromise};
use pidro_protocol::Spectators;
use pidro_table::{TableEvent, TableOptions};

use crate::{NEXT, options, person};

#[test]
fn stored_events_keep_their_json() {
    let events = [
        TableEvent::Sat {
            seat: Seat::West,
            person: person("p2"),
            word: "hej".to_owned(),
            promise: None,
        },
        TableEvent::Sat {
            seat: Seat::North,
            person: person("p1"),
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
            disconnected: false,
        },
        TableEvent::Left {
            seat: Seat::North,
            disconnected: true,
        },
        TableEvent::Back { seat: Seat::North },
        TableEvent::UndoAsked { seat: Seat::West },
        TableEvent::UndoAgreed { seat: Seat::North },
        TableEvent::UndoRefused { seat: Seat::East },
        TableEvent::Undone,
        TableEvent::RematchAsked { seat: Seat::North },
        TableEvent::Rematched {
            table: NEXT.parse().unwrap(),
        },
        TableEvent::ChatOpened { open: true },
        TableEvent::Muted {
            person: person("p1"),
            muted: true,
        },
        TableEvent::Removed { person: person("p1") },
    ];
    let stored = [
        r#"{"kind":"sat","seat":"W","person":"p2","word":"hej"}"#,
        r#"{"kind":"sat","seat":"N","person":"p1"}"#,
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
fn names_in_events_of_earlier_releases_are_dropped() {
    let stored = r#"{"kind":"sat","seat":"W","person":"p2","name":"Bo","word":"hej"}"#;
    let event: TableEvent = serde_json::from_str(stored).unwrap();
    assert_eq!(event.sits(), Some(&person("p2")));
    let kept = r#"{"kind":"sat","seat":"W","person":"p2","word":"hej"}"#;
    assert_eq!(serde_json::to_string(&event).unwrap(), kept);
}

#[test]
fn stored_events_of_a_start_keep_their_json() {
    let events = [
        TableEvent::Sat {
            seat: Seat::North,
            person: person("p1"),
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
        r#"{"kind":"sat","seat":"N","person":"p1","promise":"HEJ"}"#,
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
fn stored_options_of_earlier_releases_are_read() {
    let options = TableOptions {
        spectators: Spectators::AllCards,
        ..options()
    };
    let stored = serde_json::to_string(&options).unwrap();
    assert!(stored.contains(r#""spectators":"all_cards""#), "{stored}");
    let earlier = stored.replace("all_cards", "open");
    for stored in [stored, earlier] {
        assert_eq!(serde_json::from_str::<TableOptions>(&stored).unwrap(), options);
    }
}
