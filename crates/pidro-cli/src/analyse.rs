//! `pidro analyse`: what was good and what was bad in a game.

mod svg;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use pidro::{BySeat, Mark, Record, Seat, Team};
use pidro_bots::{Analysis, Limit};
use serde_json::json;

use crate::games;
use crate::lang::Lang;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A file of games in any form; `-` is standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Only the game with this number in the file.
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Every decision, and not only those that cost something.
    #[arg(long)]
    all: bool,
    /// As JSON.
    #[arg(long, conflicts_with = "all")]
    json: bool,
    /// Write the record with marks and comments to this file; `-` prints it instead of the report.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Draw the chances to win over the game into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// In how many worlds each decision is weighed.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..))]
    worlds: u16,
}

pub(crate) fn run(arguments: &Arguments, mut output: impl Write) -> anyhow::Result<()> {
    let mut record = games::record(&arguments.file, arguments.game)?;
    ensure!(
        record.observer().is_none(),
        "this record tells only what one seat saw: the hands of the others are needed to tell luck from skill"
    );
    let names = games::names(&record, Lang::En);
    let events = record.history().log().len();
    let bar = crate::progress::bar(events as u64, "analysing".to_owned());
    let limit = Limit::Worlds(arguments.worlds.into());
    let analysis = Analysis::of(record.history(), &names, limit, |done| {
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    annotate(&mut record, &analysis);
    if let Some(path) = &arguments.svg {
        let picture = svg::draw(&analysis, &names)?;
        std::fs::write(path, picture).with_context(|| format!("{} can't be written", path.display()))?;
    }
    if let Some(path) = &arguments.record {
        if path.as_os_str() == "-" {
            return Ok(output.write_all(record.to_text().as_bytes())?);
        }
        std::fs::write(path, record.to_text())
            .with_context(|| format!("{} can't be written", path.display()))?;
    }
    if arguments.json {
        let answer = json!({"names": names, "analysis": analysis, "record": record.to_text()});
        return Ok(writeln!(output, "{answer}")?);
    }
    print(&analysis, &names, arguments.all, output)
}

/// Writes what was found into the record.
fn annotate(record: &mut Record, analysis: &Analysis) {
    for decision in &analysis.decisions {
        if let Some(mark) = decision.mark {
            record.set_mark(decision.event, mark);
            let text = format!(
                "{mark} better {}: {:+.1} points, {:+.1} % of the game; as the cards lay {:+.1} points",
                decision.best,
                decision.cost.points,
                100.0 * decision.cost.win,
                decision.cost_in_hindsight.points
            );
            record.comment(decision.event + 1, &text);
        }
    }
    for hand in &analysis.hands[1..] {
        let win = hand.win[Team::NorthSouth];
        record.comment(hand.event + 1, &format!("NS win with {:.0} %", 100.0 * win));
    }
}

fn print(
    analysis: &Analysis,
    names: &BySeat<String>,
    all: bool,
    mut output: impl Write,
) -> anyhow::Result<()> {
    let width = Seat::ALL
        .into_iter()
        .map(|seat| names[seat].chars().count())
        .max()
        .unwrap_or_default()
        .max(6);
    writeln!(
        output,
        "{:<width$}  hand trick  {:<20}{:<20}{:>8}{:>8}{:>12}{:>8}",
        "", "played", "better", "points", "game", "hindsight", "luck"
    )?;
    let shown = analysis
        .decisions
        .iter()
        .filter(|decision| all || decision.mark.is_some());
    for decision in shown {
        let mark = decision.mark.map_or("", Mark::text);
        let trick = decision.trick.map_or(String::new(), |trick| trick.to_string());
        let better = if decision.cost.win > 0.0 {
            decision.best.to_string()
        } else {
            String::new()
        };
        writeln!(
            output,
            "{:<width$}  {:>4} {trick:>5}  {:<20}{better:<20}{:>8.1}{:>6.1} %{:>12.1}{:>+8.1}",
            names[decision.seat],
            decision.hand,
            format!("{}{mark}", decision.action),
            0.0 - decision.cost.points,
            0.0 - 100.0 * decision.cost.win,
            0.0 - decision.cost_in_hindsight.points,
            decision.luck.points,
        )?;
    }
    writeln!(output, "\nchance to win after each hand, North and South")?;
    for hand in &analysis.hands {
        let win = hand.win[Team::NorthSouth];
        writeln!(
            output,
            "{:>4}  {:>4} : {:<4}{:>4.0} %  {}",
            hand.hand,
            hand.scores[Team::NorthSouth],
            hand.scores[Team::EastWest],
            100.0 * win,
            crate::progress::blocks(win, 30)
        )?;
    }
    writeln!(
        output,
        "\n{:<width$}  decisions  accuracy  points lost    luck",
        ""
    )?;
    for seat in Seat::ALL {
        let player = &analysis.players[seat];
        writeln!(
            output,
            "{:<width$}  {:>9}{:>8.1} %{:>13.1}{:>+8.1}",
            names[seat], player.decisions, player.accuracy, player.cost.points, player.luck.points
        )?;
    }
    writeln!(output, "\nwhat decided the game")?;
    for (number, moment) in analysis.moments.iter().enumerate() {
        writeln!(output, "{}. {}", number + 1, moment.text)?;
    }
    Ok(())
}
