//! The engine protocol answers any line in time proportional to the length of the line.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use pidro_testing::assert_linear_time;
use serde_json::json;

fn answer(line: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    pidro_cli::engine::run(line, &mut output).unwrap();
    output
}

/// Fails unless a line is answered in time proportional to its length.
#[track_caller]
fn is_linear(name: &str, line: impl Fn(usize) -> String) {
    let answer = |line: &[u8]| {
        let output = answer(line);
        assert!(output.starts_with(b"{\"ok\":"), "{name}");
    };
    assert_linear_time(name, 3_000, |size| line(size).into_bytes(), answer);
}

#[test]
fn the_engine_answers_a_line_in_linear_time() {
    let tags = |count: usize| {
        let tags = (0..count).map(|number| format!("[Tag{number} \"\"]\n"));
        json!({"cmd": "load", "record": tags.collect::<String>()}).to_string()
    };
    is_linear("a record with many tags", tags);
    let comments = |count: usize| {
        let record = format!("[Rules \"first_dealer=N\"]\n{}", "{a} ".repeat(count));
        json!({"cmd": "load", "record": record}).to_string()
    };
    is_linear("a record with many comments", comments);
    let rules = |count: usize| {
        let options: serde_json::Map<_, _> = (0..count)
            .map(|number| (format!("o{number}"), json!(1)))
            .collect();
        json!({"cmd": "new", "rules": options}).to_string()
    };
    is_linear("many rules", rules);
    is_linear("many cards", |n| {
        json!({"cmd": "deal", "deck": vec!["Ah"; n]}).to_string()
    });
    is_linear("a long action", |n| {
        json!({"cmd": "act", "seat": "N", "action": format!("keep{}", " Ah".repeat(n))}).to_string()
    });
    is_linear("a long seed", |n| {
        json!({"cmd": "new", "seed": "a".repeat(n)}).to_string()
    });
    is_linear("a long number", |n| {
        format!("{{\"cmd\":\"new\",\"seed\":{}}}", "9".repeat(n))
    });
    is_linear("deep arrays", |n| "[".repeat(n));
    is_linear("many fields", |n| {
        let fields: Vec<String> = (0..n).map(|number| format!("\"f{number}\":0")).collect();
        format!("{{\"cmd\":\"state\",{}}}", fields.join(","))
    });
}

/// Regression test: 3.3 MB of tags took more than a minute.
#[test]
fn the_longest_line_is_answered() {
    let tags = (0..170_000).map(|number| format!("[Tag{number} \"x\"]\n"));
    let line = json!({"cmd": "load", "record": tags.collect::<String>()}).to_string();
    assert!(line.len() > 3_000_000, "{}", line.len());
    let output = answer(line.as_bytes());
    assert!(output.starts_with(b"{\"ok\":true,"));
}
