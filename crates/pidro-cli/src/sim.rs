//! `pidro sim`: bots play against each other.

mod table;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pidro::Rules;
use pidro_bots::Level;
use pidro_bots::arena::{MatchUp, Rating, Report, Speed, processors, ratings};
use serde::Serialize;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::{print_json, progress};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Bots of the first team: random, basic, expert, `expert:10ms` or `expert:200w` (worlds)
    #[arg(long, default_value = "expert", value_name = "BOT")]
    team_a: Level,
    /// Bots of the second team
    #[arg(long, default_value = "basic", value_name = "BOT")]
    team_b: Level,
    /// Number of games. The bots play each deck twice, with the teams swapped, so an odd number is
    /// rounded up
    #[arg(long, default_value_t = 2_000, value_name = "N")]
    games: u64,
    /// Play every level against every other and rate them
    #[arg(long, conflicts_with_all = ["team_a", "team_b"])]
    matrix: bool,
    /// Play N hands and measure the speed, compared with bare shuffles
    #[arg(long, value_name = "N", conflicts_with_all = ["matrix", "games", "team_a", "team_b"])]
    hands: Option<u64>,
    /// Bots for the speed measurement
    #[arg(long, default_value = "random", value_name = "BOT", requires = "hands")]
    bots: Level,
    /// Seed for the decks and for the random choices of the bots
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Preset and options, as in `traditional target=42`
    #[arg(long, default_value = "finnish")]
    rules: Rules,
    /// Number of threads; all processors by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Plays and prints the results. If interrupted, prints the results so far.
pub(crate) fn run(arguments: &Arguments, mut output: impl Write) -> anyhow::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let stop_requested = Arc::clone(&stop);
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        let mut first = None;
        for signal in signals.forever() {
            stop_requested.store(true, Ordering::Relaxed);
            // A second signal ends the program at once. Within a second of the first it is only a
            // duplicate.
            if first.get_or_insert_with(Instant::now).elapsed() > Duration::from_secs(1) {
                std::process::exit(128 + signal);
            }
        }
    });
    let simulation = Simulation {
        arguments,
        threads: arguments.threads.map_or_else(processors, usize::from),
        stop: &stop,
    };
    if let Some(hands) = arguments.hands {
        let speed = simulation.speed(hands);
        return if arguments.json {
            print_json(output, &speed)
        } else {
            Ok(table::print_speed(&speed, output)?)
        };
    }
    if arguments.matrix {
        let reports = simulation.matrix();
        let matrix = Matrix {
            ratings: ratings(&reports),
            match_ups: reports,
        };
        return if arguments.json {
            print_json(output, &matrix)
        } else {
            Ok(table::print_matrix(&matrix, output)?)
        };
    }
    let report = simulation.match_up([arguments.team_a, arguments.team_b]);
    if arguments.json {
        print_json(output, &report)
    } else {
        table::print_report(&report, &mut output)?;
        if report.interrupted {
            writeln!(
                output,
                "Stopped after {} of {} games.",
                report.games, arguments.games
            )?;
        }
        Ok(())
    }
}

/// The results of all levels against each other.
#[derive(Serialize)]
struct Matrix {
    ratings: Vec<Rating>,
    match_ups: Vec<Report>,
}

struct Simulation<'a> {
    arguments: &'a Arguments,
    threads: usize,
    stop: &'a AtomicBool,
}

impl Simulation<'_> {
    fn match_up(&self, teams: [Level; 2]) -> Report {
        let match_up = MatchUp {
            teams,
            rules: self.arguments.rules,
            seed: self.arguments.seed,
        };
        let [one, other] = teams;
        let bar = progress::bar(self.arguments.games, format!("{one} against {other}"));
        let report = match_up.run_until(self.arguments.games, self.threads, self.stop, |games| {
            bar.set_position(games);
        });
        bar.finish_and_clear();
        report
    }

    fn matrix(&self) -> Vec<Report> {
        let mut reports = Vec::new();
        for (place, stronger) in Level::ALL.into_iter().enumerate().rev() {
            for weaker in Level::ALL.into_iter().take(place + 1).rev() {
                let report = self.match_up([stronger, weaker]);
                // After an interruption, the remaining match-ups have no games.
                if report.games > 0 {
                    reports.push(report);
                }
            }
        }
        reports
    }

    fn speed(&self, hands: u64) -> Speed {
        let Arguments {
            bots, rules, seed, ..
        } = *self.arguments;
        let bar = progress::bar(hands, format!("hands of {bots}"));
        let speed = Speed::measure(bots, rules, seed, hands, self.threads, self.stop, |more| {
            bar.inc(more);
        });
        bar.finish_and_clear();
        speed
    }
}
