//! `pidro engine` from the outside: lines in, lines out.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod driver;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use driver::Engine;
use flate2::read::GzDecoder;
use serde_json::{Value, json};

/// Games of another engine, stored outside the repository.
const TRACES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/traces/foreign-engine.jsonl.gz"
);

#[test]
fn games_of_another_engine_replay_identically() {
    if !Path::new(TRACES).exists() {
        eprintln!("SKIPPED: {TRACES} is not there");
        return;
    }
    let lines = BufReader::new(GzDecoder::new(File::open(TRACES).unwrap())).lines();
    let mut engine = Engine::start();
    let mut games = 0;
    let mut steps = 0;
    for line in lines {
        let game: Value = serde_json::from_str(&line.unwrap()).unwrap();
        engine.ok(&json!({"cmd": "new", "rules": game["rules"], "dealer": game["dealer"]}));
        for step in game["steps"].as_array().unwrap() {
            let answer = match step["deal"].as_str() {
                Some(cards) => {
                    let deck: Vec<&str> = (0..52).map(|card| &cards[2 * card..2 * card + 2]).collect();
                    engine.ok(&json!({"cmd": "deal", "deck": deck}))
                }
                None => engine.ok(&json!({"cmd": "act", "seat": step["seat"], "action": step["act"]})),
            };
            for field in ["turn", "phase", "scores"] {
                if let Some(expected) = step.get(field) {
                    let found = &answer["state"][field];
                    assert_eq!(found, expected, "{field} after {step}");
                }
            }
            steps += 1;
        }
        games += 1;
    }
    println!("{games} games, {steps} steps");
    assert_eq!(games, 250);
}

/// A sorted deck: East is dealt the top spades.
fn sorted_deck() -> Vec<String> {
    let ranks = "AKQJT98765432";
    "shdc"
        .chars()
        .flat_map(|suit| ranks.chars().map(move |rank| format!("{rank}{suit}")))
        .collect()
}

fn dealt() -> Engine {
    let mut engine = Engine::start();
    engine.ok(&json!({"cmd": "new", "dealer": "N"}));
    engine.ok(&json!({"cmd": "deal", "deck": sorted_deck()}));
    engine
}

fn act(seat: &str, action: &str) -> Value {
    json!({"cmd": "act", "seat": seat, "action": action})
}

#[test]
fn malformed_lines_get_an_error_and_the_session_continues() {
    let mut engine = dealt();
    let before = engine.ok(&json!({"cmd": "state"}));
    let long = format!(r#"{{"cmd":"load","record":"{}"}}"#, "x".repeat(10_000_000));
    let deep = "[".repeat(100_000);
    let lines: [&[u8]; 16] = [
        b"",
        b"not json",
        b"{",
        b"null",
        b"[]",
        br#"["state",null,null,null,null,null,null,null,null,null]"#,
        b"42",
        b"{}",
        br#"{"cmd":7}"#,
        br#"{"cmd":"dance"}"#,
        br#"{"cmd":"state"} {"cmd":"state"}"#,
        b"{\"cmd\":\"\xff\xfe\"}",
        b"\x00\x01\x02",
        br#"{"cmd":"act","seat":5,"action":"pass"}"#,
        deep.as_bytes(),
        long.as_bytes(),
    ];
    for line in lines {
        let answer = engine.raw(line);
        let shown = String::from_utf8_lossy(&line[..line.len().min(40)]);
        assert_eq!(answer["ok"], false, "{shown}");
        assert_eq!(answer["error"]["code"], "bad_request", "{shown}");
        assert!(
            answer["error"]["message"].as_str().unwrap().len() < 400,
            "{shown}"
        );
    }
    assert_eq!(engine.ok(&json!({"cmd": "state"})), before);
    assert_eq!(engine.finish(), (Some(0), String::new()));
}

#[test]
fn the_end_of_input_ends_the_program_even_within_a_line() {
    assert_eq!(Engine::start().finish(), (Some(0), String::new()));
    let mut engine = Engine::start();
    engine.send(br#"{"cmd":"rules"}"#);
    let (code, rest) = engine.finish();
    assert_eq!(code, Some(0));
    assert!(rest.contains("no_game"), "{rest}");
}

#[test]
fn errors_have_stable_codes() {
    let mut engine = Engine::start();
    for cmd in ["state", "legal", "undo", "redo", "save", "rules", "events"] {
        assert_eq!(engine.code(&json!({"cmd": cmd})), "no_game");
    }
    assert_eq!(engine.code(&json!({"cmd": "view", "as": "N"})), "no_game");
    assert_eq!(engine.code(&act("N", "pass")), "no_game");
    for rules in [
        json!("chess"),
        json!({"target": 0}),
        json!({"kill": "no"}),
        json!({"jokers": 1}),
        json!(3),
    ] {
        assert_eq!(engine.code(&json!({"cmd": "new", "rules": rules})), "bad_rules");
    }
    assert_eq!(engine.code(&json!({"cmd": "new", "dealer": "X"})), "bad_request");
    assert_eq!(engine.code(&json!({"cmd": "new", "seed": 1.5})), "bad_request");
    assert_eq!(engine.code(&json!({"cmd": "load"})), "bad_request");
    assert_eq!(
        engine.code(&json!({"cmd": "load", "record": "nonsense"})),
        "bad_record"
    );

    engine.ok(&json!({"cmd": "new", "dealer": "N"}));
    assert_eq!(engine.code(&act("E", "pass")), "wrong_phase");
    assert_eq!(engine.code(&json!({"cmd": "undo"})), "nothing_to_undo");
    assert_eq!(engine.code(&json!({"cmd": "redo"})), "nothing_to_redo");
    assert_eq!(engine.code(&json!({"cmd": "deal"})), "bad_request");
    let mut twice = sorted_deck();
    twice[51] = twice[0].clone();
    let mut unknown = sorted_deck();
    unknown[7] = "1x".to_owned();
    for deck in [
        json!(twice),
        json!(sorted_deck()[1..]),
        json!(unknown),
        json!("AsKs"),
        json!([1, 2]),
        json!([]),
    ] {
        assert_eq!(engine.code(&json!({"cmd": "deal", "deck": deck})), "bad_deck");
    }

    engine.ok(&json!({"cmd": "deal", "deck": sorted_deck()}));
    assert_eq!(
        engine.code(&json!({"cmd": "deal", "deck": sorted_deck()})),
        "wrong_phase"
    );
    for (seat, action, code) in [
        ("S", "pass", "not_your_turn"),
        ("X", "pass", "bad_request"),
        ("E", "fold", "bad_request"),
        ("E", "bid", "bad_request"),
        ("E", "bid 99999999999", "illegal_bid"),
        ("E", "bid 6.5", "illegal_bid"),
        ("E", "bid 5", "illegal_bid"),
        ("E", "play As", "wrong_phase"),
        ("E", "trump s", "wrong_phase"),
        ("E", "claim", "wrong_phase"),
    ] {
        assert_eq!(engine.code(&act(seat, action)), code, "{seat} {action}");
    }
    assert_eq!(engine.code(&json!({"cmd": "view"})), "bad_request");
    assert_eq!(
        engine.code(&json!({"cmd": "view", "as": "nobody"})),
        "bad_request"
    );
    assert_eq!(engine.code(&json!({"cmd": "events", "from": -1})), "bad_request");
    assert_eq!(
        engine.code(&json!({"cmd": "bot", "level": "unbeatable"})),
        "bad_request"
    );

    engine.ok(&act("W", "resign"));
    assert_eq!(engine.code(&act("W", "resign")), "game_over");
    assert_eq!(engine.code(&act("E", "pass")), "game_over");
    assert_eq!(
        engine.code(&json!({"cmd": "deal", "deck": sorted_deck()})),
        "game_over"
    );
}

#[test]
fn a_state_has_the_documented_fields_in_order() {
    let mut engine = Engine::start();
    engine.send_line(br#"{"cmd":"new","seed":"1"}"#);
    let line = engine.line();
    let fields = [
        "phase",
        "hand",
        "dealer",
        "turn",
        "hands",
        "deck",
        "calls",
        "contract",
        "trump",
        "requested",
        "received",
        "pool_size",
        "buried",
        "killed",
        "trick",
        "tricks",
        "cold",
        "points",
        "scores",
        "winner",
    ];
    let places: Vec<usize> = fields
        .iter()
        .map(|field| line.find(&format!("\"{field}\":")).unwrap())
        .collect();
    assert!(places.is_sorted(), "{line}");
    let state: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(state["state"].as_object().unwrap().len(), fields.len());
}

#[test]
fn views_show_counts_for_what_is_hidden() {
    let mut engine = dealt();
    let view = engine.ok(&json!({"cmd": "view", "as": "E"}))["view"].take();
    assert_eq!(view["hands"]["E"][0], "As");
    assert_eq!(view["hands"]["S"], 9);
    assert_eq!(view["deck"], 16);
    let view = engine.ok(&json!({"cmd": "view", "as": "spectator"}))["view"].take();
    assert_eq!(view["hands"], json!({"N": 9, "E": 9, "S": 9, "W": 9}));
    let events = engine.ok(&json!({"cmd": "events", "as": "S", "from": 0}))["events"].take();
    assert_eq!(events[0]["n"], 0);
    assert_eq!(events[0]["event"], "hand_dealt");
    assert_eq!(events[0]["hands"]["E"], 9);
    assert_eq!(events[0]["deck"], 52);
    let events = engine.ok(&json!({"cmd": "events"}))["events"].take();
    assert_eq!(events[0]["deck"], json!(sorted_deck()));
    assert_eq!(
        engine.ok(&json!({"cmd": "events", "from": 7}))["events"],
        json!([])
    );
}

#[test]
fn act_returns_all_its_events_and_undo_reverts_them() {
    let mut engine = dealt();
    for (seat, action) in [("E", "bid 7"), ("S", "pass"), ("W", "pass"), ("N", "pass")] {
        engine.ok(&act(seat, action));
    }
    let before = engine.ok(&json!({"cmd": "state"}));
    let answer = engine.ok(&act("E", "trump s"));
    let events = answer["events"].as_array().unwrap();
    let names: Vec<&str> = events
        .iter()
        .map(|event| event["event"].as_str().unwrap())
        .collect();
    let expected = "trump_declared discarded discarded discarded discarded redealt redealt redealt";
    assert_eq!(names.join(" "), expected);
    let first = events[0]["n"].as_u64().unwrap();
    assert!((first..).zip(events).all(|(n, event)| event["n"] == n));
    assert_eq!(engine.ok(&json!({"cmd": "undo"}))["state"], before["state"]);
    assert_eq!(engine.ok(&json!({"cmd": "redo"}))["state"], answer["state"]);
}

/// Plays a whole seeded game by always taking the first legal choice. Returns every answer.
fn whole_game(seed: &Value) -> Vec<Value> {
    let mut engine = Engine::start();
    let mut answers = vec![engine.ok(&json!({"cmd": "new", "seed": seed, "rules": {"target": 20}}))];
    loop {
        let asked = engine.ok(&json!({"cmd": "legal"}));
        let legal = &asked["legal"];
        let cards = |list: &Value, count: usize| {
            let cards: Vec<&str> = list.as_array().unwrap()[..count]
                .iter()
                .filter_map(Value::as_str)
                .collect();
            cards.join(" ")
        };
        let action = match legal["kind"].as_str().unwrap() {
            "bid" if legal["pass"] == true => "pass".to_owned(),
            "bid" => format!("bid {}", legal["bids"][0]),
            "trump" => "trump h".to_owned(),
            "keep" => format!("keep {}", cards(&legal["from"], 6)),
            "kill" => {
                let count = usize::try_from(legal["count"].as_u64().unwrap()).unwrap();
                format!("kill {}", cards(&legal["from"], count))
            }
            "play" => format!("play {}", legal["cards"][0].as_str().unwrap()),
            "none" => break,
            other => panic!("{other} in a seeded game"),
        };
        answers.push(engine.ok(&act(asked["seat"].as_str().unwrap(), &action)));
    }
    answers.push(engine.ok(&json!({"cmd": "save"})));
    answers
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = whole_game(&json!("vörå"));
    assert_eq!(game, whole_game(&json!("vörå")));
    assert_ne!(game, whole_game(&json!("vora")));
    // A numeric seed means its digits.
    assert_eq!(whole_game(&json!(62)), whole_game(&json!("62")));
}

#[test]
fn a_loaded_game_hides_nothing_once_it_is_over() {
    let game = whole_game(&json!(7));
    let [.., last, save] = game.as_slice() else {
        panic!("a game has several answers");
    };
    let mut engine = Engine::start();
    let loaded = engine.ok(&json!({"cmd": "load", "record": save["record"]}));
    assert_eq!(loaded["state"], last["state"]);
    assert_eq!(loaded["state"]["phase"], "complete");
    assert_eq!(
        engine.ok(&json!({"cmd": "view", "as": "N"}))["view"],
        last["state"]
    );
    let all = engine.ok(&json!({"cmd": "events"}));
    assert_eq!(engine.ok(&json!({"cmd": "events", "as": "spectator"})), all);
    // After an undo back into the game, secrets are hidden again.
    engine.ok(&json!({"cmd": "undo"}));
    assert!(engine.ok(&json!({"cmd": "view", "as": "N"}))["view"]["hands"]["E"].is_number());
}

const GUIDE: &str = include_str!("../../../docs/protocol.md");

/// Runs the session of `docs/protocol.md`. Sends the lines with `>` and compares the answers with
/// the lines with `<`, where `…` stands for anything.
#[test]
fn the_session_in_the_protocol_guide_is_accurate() {
    let (_, session) = GUIDE.split_once("## A session").unwrap();
    let block = session.split("```").nth(1).unwrap();
    let mut engine = Engine::start();
    let mut answers = 0;
    for exchange in block.split("\n> ").skip(1) {
        let (request, expected) = exchange.split_once("\n< ").unwrap();
        let expected: String = expected.lines().map(str::trim).collect();
        engine.send_line(request.as_bytes());
        let answer = engine.line();
        let answer = answer.trim_end();
        let mut rest = answer;
        for (place, piece) in expected.split('…').enumerate() {
            let found = if place == 0 {
                rest.starts_with(piece).then_some(0)
            } else {
                rest.find(piece)
            };
            let found = found.unwrap_or_else(|| panic!("{request}\nanswered {answer}\nand not {expected}"));
            rest = &rest[found + piece.len()..];
        }
        assert!(
            rest.is_empty() || expected.ends_with('…'),
            "{request}\nanswered {answer}"
        );
        answers += 1;
    }
    assert!(answers > 10, "only {answers} answers were checked");
}

/// Two bots play a game through the pipes. Their actions are legal, and the same state gives the
/// same action.
#[test]
fn bots_play_a_game() {
    let mut engine = Engine::start();
    assert_eq!(engine.code(&json!({"cmd": "bot", "level": "basic"})), "no_game");
    engine.ok(&json!({"cmd": "new", "rules": {"target": 20}, "dealer": "N"}));
    assert_eq!(
        engine.code(&json!({"cmd": "bot", "level": "basic"})),
        "wrong_phase"
    );
    let mut state = engine.ok(&json!({"cmd": "new", "rules": {"target": 20}, "seed": "bots"}));
    while state["state"]["phase"] != "complete" {
        let level = if state["state"]["turn"] == "N" {
            "random"
        } else {
            "basic"
        };
        let bot = engine.ok(&json!({"cmd": "bot", "level": level}));
        assert_eq!(engine.ok(&json!({"cmd": "bot", "level": level})), bot);
        assert_eq!(bot["seat"], state["state"]["turn"]);
        state = engine.ok(&json!({"cmd": "act", "seat": bot["seat"], "action": bot["action"]}));
    }
    assert_eq!(engine.code(&json!({"cmd": "bot", "level": "basic"})), "game_over");
}
