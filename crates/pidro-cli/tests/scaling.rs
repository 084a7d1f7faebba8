//! The engine protocol answers any line in time proportional to the length of the line.
//!
//! Only the fastest of many rounds counts, so that other programs on the machine don't disturb the
//! result.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::time::{Duration, Instant};

use serde_json::json;

/// The time to answer this line, and the answer.
fn answered(line: &str) -> (Duration, Vec<u8>) {
    let mut output = Vec::new();
    let start = Instant::now();
    pidro_cli::engine::run(line.as_bytes(), &mut output).unwrap();
    (start.elapsed(), output)
}

/// Compares a line with one that is eight times as long. A quadratic reader takes 64 times as long
/// for it. If it takes more than 24 times as long for twenty seconds, the cause is not noise.
fn is_linear(name: &str, size: usize, line: impl Fn(usize) -> String) {
    let (short, long) = (line(size), line(8 * size));
    let mut best = [Duration::MAX; 2];
    let begun = Instant::now();
    let mut rounds = 0;
    while rounds < 8 || begun.elapsed() < Duration::from_secs(20) {
        rounds += 1;
        for (best, line) in best.iter_mut().zip([&short, &long]) {
            let (time, output) = answered(line);
            assert!(output.starts_with(b"{\"ok\":"), "{name}");
            *best = (*best).min(time);
        }
        if best[1] <= 24 * best[0] {
            return;
        }
    }
    panic!(
        "{name}: {} bytes take {:?}, {} bytes take {:?}",
        short.len(),
        best[0],
        long.len(),
        best[1]
    );
}

#[test]
fn a_line_is_answered_in_linear_time() {
    let tags = |count: usize| {
        let tags = (0..count).map(|number| format!("[Tag{number} \"\"]\n"));
        json!({"cmd": "load", "record": tags.collect::<String>()}).to_string()
    };
    is_linear("a record with many tags", 3_000, tags);
    let comments = |count: usize| {
        let record = format!("[Rules \"first_dealer=N\"]\n{}", "{a} ".repeat(count));
        json!({"cmd": "load", "record": record}).to_string()
    };
    is_linear("a record with many comments", 3_000, comments);
    let rules = |count: usize| {
        let options: serde_json::Map<_, _> = (0..count)
            .map(|number| (format!("o{number}"), json!(1)))
            .collect();
        json!({"cmd": "new", "rules": options}).to_string()
    };
    is_linear("many rules", 3_000, rules);
    is_linear("many cards", 3_000, |n| {
        json!({"cmd": "deal", "deck": vec!["Ah"; n]}).to_string()
    });
    is_linear("a long action", 3_000, |n| {
        json!({"cmd": "act", "seat": "N", "action": format!("keep{}", " Ah".repeat(n))}).to_string()
    });
    is_linear("a long seed", 3_000, |n| {
        json!({"cmd": "new", "seed": "a".repeat(n)}).to_string()
    });
    is_linear("a long number", 3_000, |n| {
        format!("{{\"cmd\":\"new\",\"seed\":{}}}", "9".repeat(n))
    });
    is_linear("deep arrays", 3_000, |n| "[".repeat(n));
    is_linear("many fields", 3_000, |n| {
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
    let (_, output) = answered(&line);
    assert!(output.starts_with(b"{\"ok\":true,"));
}
