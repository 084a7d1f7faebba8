//! Replays the worked examples of `docs/rules.md`, so that the guide can't contain a false one.
//!
//! An example is a code block marked `example`. It consists of these lines, in order:
//!
//! - `rules TEXT`: a new game with these rules.
//! - `deal TRUMP`, followed by `SEAT: CARDS` lines and optionally `pack: CARDS`: a deal with the
//!   named cards in these places; cards that are not trumps in that suit fill up the rest, as far
//!   as possible.
//! - `SEAT ACTION`: an action that must be legal. `play on` makes everybody play the first legal
//!   card until the hand has been scored.
//! - `! SEAT ACTION -> CODE`: an action that must be refused with this code.
//! - `= FIELD VALUE`: the expected value of a field of the state, named as in the protocol
//!   (`hands.E`, `scores.NS`).
//! - `# …`: a comment.

use serde_json::Value;

use crate::test_game::TestGame;
use pidro::{Seat, Suit};

const GUIDE: &str = include_str!("../../../../docs/rules.md");

#[test]
fn the_worked_examples_of_the_rules_guide_are_accurate() {
    let mut examples = 0;
    let mut lines = GUIDE.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line.trim() == "```example" {
            let body: Vec<(usize, &str)> = lines
                .by_ref()
                .map(|(number, line)| (number + 1, line.trim()))
                .take_while(|(_, line)| *line != "```")
                .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
                .collect();
            println!("example at line {}: {} lines", number + 1, body.len());
            replay(&body);
            examples += 1;
        }
    }
    assert!(examples >= 6, "the guide has {examples} examples");
}

fn replay(lines: &[(usize, &str)]) {
    let mut game: Option<TestGame> = None;
    let mut lines = lines.iter().copied().peekable();
    while let Some((number, line)) = lines.next() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "rules" {
            game = Some(TestGame::with_rules(rest));
            continue;
        }
        let game = game.as_mut().expect("an example begins with its rules");
        match word {
            "deal" => {
                let trump: Suit = rest.parse().unwrap();
                let mut hands = Vec::new();
                let mut pack = "";
                while let Some((_, line)) = lines.next_if(|(_, line)| line.contains(':')) {
                    let (place, cards) = line.split_once(':').unwrap();
                    match place {
                        "pack" => pack = cards,
                        seat => hands.push((seat.parse::<Seat>().unwrap(), cards)),
                    }
                }
                game.deal(trump, &hands, pack);
            }
            "play" => {
                game.play_out();
            }
            "!" => {
                let (act, code) = rest.split_once(" -> ").unwrap();
                assert_eq!(game.refused(act), code, "line {number}: {line}");
            }
            "=" => {
                let (path, expected) = rest.split_once(' ').unwrap_or((rest, ""));
                let state = game.state_json();
                let value = path.split('.').fold(&state, |value, key| &value[key]);
                assert_eq!(written(value), expected, "line {number}: {line}");
            }
            _ => {
                game.act(line);
            }
        }
    }
}

/// A value as an example writes it: list items separated by spaces, `seat card` for a play.
fn written(value: &Value) -> String {
    match value {
        Value::Array(parts) => parts.iter().map(written).collect::<Vec<_>>().join(" "),
        Value::String(text) => text.clone(),
        Value::Object(fields) => fields.values().map(written).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
