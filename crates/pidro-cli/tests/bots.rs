//! `pidro sim`, `pidro odds` and `pidro analyse`, as they are used.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use program::{example, pidro, pidro_with, printed, temporary};
use serde_json::Value;

fn text(arguments: &[&str]) -> String {
    printed(&pidro(arguments))
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(arguments)).unwrap()
}

#[test]
fn bots_play_and_the_result_adds_up() {
    let result = json(&[
        "sim", "--team-a", "basic", "--team-b", "random", "--games", "40", "--json",
    ]);
    let wins = [0, 1].map(|team| result["teams"][team]["wins"].as_u64().unwrap());
    assert_eq!(wins[0] + wins[1], 40);
    assert!(wins[0] > 30);
    let rate = &result["teams"][0]["win_rate"];
    let [low, high] = [0, 1].map(|bound| rate["interval"][bound].as_f64().unwrap());
    assert!(low < rate["value"].as_f64().unwrap() && high <= 1.0);
    let contracts = [0, 1].map(|team| result["teams"][team]["contracts"].as_u64().unwrap());
    assert_eq!(contracts[0] + contracts[1], result["hands"].as_u64().unwrap());
}

#[test]
fn a_table_is_for_people() {
    let table = text(&["sim", "--team-a", "basic", "--team-b", "random", "--games", "4"]);
    for line in [
        "games won",
        "points a hand",
        "bids made",
        "average bid",
        "99 % under",
        "points a hand ahead",
    ] {
        assert!(table.contains(line), "{line} in\n{table}");
    }
}

#[test]
fn the_matrix_has_every_pair_and_ratings() {
    // An expert's games take a while; two of each pair will do.
    let result = json(&["sim", "--matrix", "--games", "2", "--json"]);
    assert_eq!(result["match_ups"].as_array().unwrap().len(), 6);
    let names: Vec<&str> = result["ratings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rating| rating["bot"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 3);
    assert_eq!(names[2], "random");
}

#[test]
fn speed_is_measured_beside_shuffles() {
    let result = json(&[
        "sim",
        "--hands",
        "3000",
        "--bots",
        "random",
        "--threads",
        "1",
        "--json",
    ]);
    assert_eq!(result["hands"], 3_000);
    assert_eq!(result["threads"], 1);
    assert!(result["hands_per_second"].as_f64().unwrap() > 0.0);
    assert!(result["shuffles_per_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn an_interrupted_simulation_tells_what_it_knows() {
    let arguments = [
        "sim",
        "--team-a",
        "basic",
        "--team-b",
        "random",
        "--games",
        "100000000",
        "--json",
    ];
    let child = Command::new(env!("CARGO_BIN_EXE_pidro"))
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(700));
    let told = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(told.success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = result["games"].as_u64().unwrap();
    assert!(
        games > 0 && games < 100_000_000 && games.is_multiple_of(2),
        "{games}"
    );
    let wins = [0, 1].map(|team| result["teams"][team]["wins"].as_u64().unwrap());
    assert_eq!(wins[0] + wins[1], games);
}

#[test]
fn odds_are_told_for_every_bid_in_every_suit() {
    let hand = "Ah Kh 5h 5d 9h 2c 7s 8s Qd";
    let result = json(&["odds", hand, "--seat", "dealer", "--deals", "300", "--json"]);
    let suits = result["suits"].as_array().unwrap();
    assert_eq!(suits.len(), 4);
    assert_eq!(suits[0]["suit"], "h");
    for suit in suits {
        let chances: Vec<f64> = suit["chances"]
            .as_array()
            .unwrap()
            .iter()
            .map(|chance| chance.as_f64().unwrap())
            .collect();
        assert_eq!(chances.len(), 9);
        assert!(
            chances.is_sorted_by(|lower, higher| lower >= higher),
            "{chances:?}"
        );
    }
    let table = text(&["odds", hand, "--seat", "1", "--deals", "100"]);
    assert!(
        table.contains("hearts") && table.contains('█') && table.lines().any(|line| line.starts_with(" 14 "))
    );

    let refused = pidro(&["odds", "Ah Kh"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("nine cards, not 2"));
    assert!(!pidro(&["odds", hand, "--seat", "5"]).status.success());
}

#[test]
fn a_game_is_analysed() {
    let (svg, marked) = (temporary("analysed.svg"), temporary("analysed.pidro"));
    let table = text(&[
        "analyse",
        example().to_str().unwrap(),
        "--worlds",
        "40",
        "--svg",
        svg.to_str().unwrap(),
        "--record",
        marked.to_str().unwrap(),
    ]);
    assert!(
        table.contains("what decided the game") && table.contains("accuracy"),
        "{table}"
    );
    assert_eq!(
        table.lines().filter(|line| line.contains("hand 3:")).count(),
        3,
        "{table}"
    );
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(
        svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>") && svg.contains("Anna and Cecilia")
    );

    // The record with its comments is still the same game.
    let marked = std::fs::read_to_string(marked).unwrap();
    assert!(marked.contains("% of the game"));
    let again = pidro::Record::parse(&marked).unwrap();
    let before = pidro::Record::parse(&std::fs::read_to_string(example()).unwrap()).unwrap();
    assert_eq!(again.history().log(), before.history().log());
    assert!(again.marks().count() > before.marks().count());
}

#[test]
fn an_analysis_tells_cost_hindsight_and_luck() {
    let result = json(&["analyse", example().to_str().unwrap(), "--worlds", "40", "--json"]);
    let decisions = result["analysis"]["decisions"].as_array().unwrap();
    assert!(decisions.len() > 30);
    for decision in decisions {
        let points = |what: &str| decision[what]["points"].as_f64().unwrap();
        let luck = points("in_hindsight") - points("expected");
        assert!((points("luck") - luck).abs() < 1e-4, "{decision}");
        assert!(decision["cost"]["win"].as_f64().unwrap() >= 0.0);
    }
    assert_eq!(result["analysis"]["moments"].as_array().unwrap().len(), 3);
    let last = result["analysis"]["hands"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()
        .clone();
    assert_eq!(last["win"]["EW"], 1.0);
}

#[test]
fn what_can_not_be_analysed_is_refused() {
    let seen = text(&[
        "convert",
        example().to_str().unwrap(),
        "--as",
        "W",
        "--to",
        "text",
    ]);
    let output = pidro_with(&["analyse"], seen.as_bytes());
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("only what one seat saw"));
    assert!(
        !pidro(&["analyse", example().to_str().unwrap(), "--game", "2"])
            .status
            .success()
    );
}

/// `pidro odds … | head -1` is no error.
#[test]
fn a_reader_may_have_seen_enough() {
    let hand = "Ah Kh 5h 5d 9h 2c 7s 8s Qd";
    let mut child = Command::new(env!("CARGO_BIN_EXE_pidro"))
        .args(["odds", hand, "--deals", "200"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

/// The guide's bot in another language plays a whole game.
#[test]
fn a_bot_in_python_plays_through_the_engine() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bot.py");
    let output = Command::new("python3")
        .args([script, env!("CARGO_BIN_EXE_pidro")])
        .output()
        .unwrap();
    let said = printed(&output);
    assert!(
        said.starts_with("NS won,") || said.starts_with("EW won,"),
        "{said}"
    );
}
