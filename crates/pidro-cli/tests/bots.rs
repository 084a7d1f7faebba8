//! End-to-end tests of `pidro sim`, `pidro odds` and `pidro analyse`.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod program;

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use pidro::{Action, Game, Record, Seed, SeededGame};
use pidro_bots::{Basic, Bot, Ending, Random, Solver};
use program::{example, pidro, pidro_with, printed, temporary};
use serde_json::Value;

fn text(arguments: &[&str]) -> String {
    printed(&pidro(arguments))
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(arguments)).unwrap()
}

#[test]
fn the_results_of_a_simulation_add_up() {
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
fn sim_prints_a_readable_table() {
    let table = text(&["sim", "--team-a", "basic", "--team-b", "random", "--games", "4"]);
    for line in [
        "games won",
        "points per hand",
        "bids made",
        "average bid",
        "99 % under",
        "points per hand ahead",
    ] {
        assert!(table.contains(line), "{line} in\n{table}");
    }
}

#[test]
fn the_matrix_contains_every_pair_and_ratings() {
    // Experts are slow; two games per pair are enough.
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
fn speed_is_compared_with_shuffles() {
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
fn an_interrupted_simulation_prints_its_results() {
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
    let signalled = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(signalled.success());
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
fn odds_cover_every_bid_in_every_suit() {
    let hand = "Ah Kh 5h 5d 9h 2c 7s 8s Qd";
    let result = json(&["odds", hand, "--position", "dealer", "--deals", "300", "--json"]);
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
    let table = text(&["odds", hand, "--position", "1", "--deals", "100"]);
    // The earlier name of the option.
    assert_eq!(text(&["odds", hand, "--seat", "1", "--deals", "100"]), table);
    assert!(
        table.contains("hearts") && table.contains('█') && table.lines().any(|line| line.starts_with(" 14 "))
    );

    let refused = pidro(&["odds", "Ah Kh"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("nine cards, not 2"));
    assert!(!pidro(&["odds", hand, "--position", "5"]).status.success());
}

#[test]
fn analyse_writes_a_report_a_chart_and_an_annotated_record() {
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

    // The annotated record still contains the same game.
    let marked = std::fs::read_to_string(marked).unwrap();
    assert!(marked.contains("% win chance"));
    let again = pidro::Record::parse(&marked).unwrap();
    let before = pidro::Record::parse(&std::fs::read_to_string(example()).unwrap()).unwrap();
    assert_eq!(again.history().log(), before.history().log());
    assert!(again.marks().count() > before.marks().count());
}

#[test]
fn an_analysis_reports_cost_hindsight_and_luck() {
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

/// A game whose players sometimes act at random.
fn careless(number: u64) -> Record {
    let seed = Seed::new(format!("careless {number}"));
    let mut table = SeededGame::new("finnish target=40".parse().unwrap(), Some(seed));
    let mut random = Random::new(number);
    let mut decisions = number;
    while let Some(seat) = table.history().game().turn() {
        let view = table.history().game().view(seat);
        let action = match decisions % 3 {
            0 => random.choose(&view),
            _ => Basic.choose(&view),
        };
        table.act(seat, action.unwrap()).unwrap();
        decisions += 1;
    }
    table.to_record()
}

/// What a comment claims about an action: how much it adds to the chance to win and to the points.
#[derive(Debug)]
struct Claim {
    action: String,
    win: f64,
    points: f64,
}

impl Claim {
    /// Parses `play Qh: +4.0 % win chance (+3.0 points)`, or `(for 1.0 points less)` at the end.
    fn read(text: &str) -> Claim {
        let (action, figures) = text.split_once(": ").unwrap();
        let (win, points) = figures.split_once(" % win chance (").unwrap();
        let points: f64 = match points.strip_prefix("for ") {
            Some(price) => -price
                .strip_suffix(" points less)")
                .unwrap()
                .parse::<f64>()
                .unwrap(),
            None => points.strip_suffix(" points)").unwrap().parse().unwrap(),
        };
        Claim {
            action: action.to_owned(),
            win: win.parse().unwrap(),
            points,
        }
    }

    /// Checks that the claim is about this action and matches this cost.
    #[track_caller]
    fn check(&self, action: &Value, cost: &Value) {
        assert_eq!(self.action, action.as_str().unwrap());
        for (claimed, cost) in [
            (self.win, 100.0 * cost["win"].as_f64().unwrap()),
            (self.points, cost["points"].as_f64().unwrap()),
        ] {
            assert!((claimed - cost).abs() < 0.051, "{self:?}, not {cost}");
        }
        assert!(self.win >= 0.0, "{self:?}");
    }
}

/// How many more points one card brings its team than another as the cards lie, according to the
/// solver.
fn difference(game: &Game, card: &str, other: &str) -> f64 {
    let view = game.full_view();
    let (team, contract) = (view.turn.unwrap().team(), view.auction.contract().unwrap());
    let ending = Ending::of(&view).unwrap();
    let values = Solver::new().values(&ending);
    let points = |card: &str| {
        let action: Action = card.parse().unwrap();
        let (_, rest) = values
            .iter()
            .find(|(card, _)| Action::Play(*card) == action)
            .unwrap();
        let taken = pidro::ByTeam::from_fn(|team| rest[team] + ending.taken()[team]);
        let change = contract.score(taken);
        f64::from(change[team]) - f64::from(change[team.opponents()])
    };
    points(card) - points(other)
}

#[test]
fn the_figures_in_a_comment_belong_to_the_action_it_names() {
    let [mut comments, mut plays, mut differ] = [0; 3];
    for number in 0..12 {
        let record = careless(number);
        let output = pidro_with(
            &["analyse", "-", "--worlds", "10", "--json"],
            record.to_string().as_bytes(),
        );
        let result: Value = serde_json::from_str(&printed(&output)).unwrap();
        let annotated = Record::parse(result["record"].as_str().unwrap()).unwrap();
        let decisions = result["analysis"]["decisions"].as_array().unwrap();
        let mut marked = decisions.iter().filter(|decision| !decision["mark"].is_null());
        let texts = annotated.comments().map(|(_, text)| text);
        for text in texts.filter(|text| text.starts_with('?')) {
            let decision = marked.next().unwrap();
            let text = text
                .strip_prefix(decision["mark"].as_str().unwrap())
                .and_then(|text| text.strip_prefix(" better "))
                .unwrap();
            let (better, hindsight) = text.split_once("; as the cards lay, ").unwrap();
            let better = Claim::read(better);
            better.check(&decision["best"], &decision["cost"]);
            assert!(better.win >= 1.5, "{text}");
            comments += 1;
            let done = decision["action"].as_str().unwrap();
            if hindsight == "nothing was better" {
                assert_eq!(decision["best_in_hindsight"], decision["action"], "{text}");
                continue;
            }
            let best = Claim::read(hindsight.strip_prefix("best ").unwrap());
            best.check(&decision["best_in_hindsight"], &decision["cost_in_hindsight"]);
            assert!(best.win > 0.0 || best.points >= 0.0, "{text}");
            differ += u32::from(best.action != better.action);
            if done.starts_with("play") {
                let event = usize::try_from(decision["event"].as_u64().unwrap()).unwrap();
                let game = record.history().at_event(event).unwrap();
                let points = difference(&game, &best.action, done);
                assert!((points - best.points).abs() < 0.051, "{text}: {points}");
                plays += 1;
            }
        }
        assert!(marked.next().is_none(), "every mark has its comment");
    }
    println!("{comments} comments, {plays} about cards, {differ} with another best in hindsight");
    assert!(comments > 100 && plays > 20 && differ > 20);
}

/// The table agrees with the record: a row names both better actions, each with its own figures.
#[test]
fn the_report_names_the_better_action_in_hindsight() {
    let record = careless(1).to_string();
    let table = printed(&pidro_with(
        &["analyse", "-", "--worlds", "10"],
        record.as_bytes(),
    ));
    let result = printed(&pidro_with(
        &["analyse", "-", "--worlds", "10", "--json"],
        record.as_bytes(),
    ));
    let result: Value = serde_json::from_str(&result).unwrap();
    let decisions = result["analysis"]["decisions"].as_array().unwrap();
    let marked: Vec<&Value> = decisions
        .iter()
        .filter(|decision| !decision["mark"].is_null())
        .collect();
    let rows: Vec<&str> = table.lines().skip(1).take(marked.len()).collect();
    assert!(marked.len() > 5);
    for (decision, row) in marked.into_iter().zip(rows) {
        let column = |text: &str| {
            row.find(text)
                .unwrap_or_else(|| panic!("{text} in {row}\n{decision}"))
        };
        let lost = |cost: &str| {
            let signed = |cost: f64| match (-10.0 * cost).round() / 10.0 {
                0.0 => "0.0".to_owned(),
                lost => format!("{lost:+.1}"),
            };
            let [win, points] = ["win", "points"].map(|what| decision[cost][what].as_f64().unwrap());
            format!("{:>7} %{:>8}", signed(100.0 * win), signed(points))
        };
        let best = decision["best"].as_str().unwrap();
        let known = format!("{}  ", lost("cost"));
        assert!(column(best) < column(&known), "{row}");
        let (_, hindsight) = row.split_once(&known).unwrap();
        if decision["best_in_hindsight"] != decision["action"] {
            let best = decision["best_in_hindsight"].as_str().unwrap();
            assert!(hindsight.starts_with(best), "{best} in {row}");
        }
        assert!(hindsight.contains(&lost("cost_in_hindsight")), "{row}");
    }
    assert!(table.contains("wins the game more often"), "{table}");
}

#[test]
fn analysis_refuses_games_it_cannot_analyse() {
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

/// `pidro odds … | head -1` is not an error.
#[test]
fn a_closed_output_is_not_an_error() {
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

/// The bot from the guide, written in Python, plays a whole game.
#[test]
fn a_python_bot_plays_through_the_engine() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bot.py");
    let output = Command::new("python3")
        .args([script, env!("CARGO_BIN_EXE_pidro")])
        .output()
        .unwrap();
    let text = printed(&output);
    assert!(
        text.starts_with("NS won,") || text.starts_with("EW won,"),
        "{text}"
    );
}
