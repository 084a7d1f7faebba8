//! `pidro analyse`: reviews the decisions of a game.

mod svg;

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use pidro::{Action, BySeat, Mark, Record, Seat, Team};
use pidro_bots::{Analysis, Decision, Payoff, SearchLimit};
use pidro_text::Lang;
use serde_json::json;

use crate::files::{self, Replacement};
use crate::games;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// File of games in any format; `-` is standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Analyse the game with this number in the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Show every decision, not only the costly ones
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "all")]
    json: bool,
    /// Write the record with marks and comments to this file; `-` prints it instead of the report
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Draw a chart of the chance to win after each hand to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Number of worlds to sample for each decision
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u16).range(1..))]
    worlds: u16,
}

pub(crate) fn run(arguments: &Arguments, mut output: impl Write) -> anyhow::Result<()> {
    let mut record = games::read_record(&arguments.file, arguments.game)?;
    ensure!(
        record.observer().is_none(),
        "this record contains only what one seat saw; the analysis needs all cards to tell luck from skill"
    );
    let names = games::player_names(&record, Lang::En);
    let events = record.history().log().len();
    let bar = crate::progress::bar(events as u64, "analysing".to_owned());
    let limit = SearchLimit::Worlds(arguments.worlds.into());
    let analysis = Analysis::of(record.history(), &names, limit, |done| {
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    annotate(&mut record, &analysis);
    // Prepare both files before replacing either, so that an error leaves both unchanged.
    let chart = match &arguments.svg {
        Some(_) => svg::draw(&analysis, &names)?,
        None => String::new(),
    };
    let text = record.to_string();
    let to_file = |path: &&PathBuf| !files::is_standard_output(path);
    let outputs = [
        (arguments.svg.as_ref(), chart.as_bytes()),
        (arguments.record.as_ref().filter(to_file), text.as_bytes()),
    ];
    let replacements = outputs
        .into_iter()
        .filter_map(|(path, bytes)| Some(Replacement::prepare(path?, bytes)))
        .collect::<anyhow::Result<Vec<Replacement>>>()?;
    replacements.into_iter().try_for_each(Replacement::commit)?;
    if arguments.record.as_deref().is_some_and(files::is_standard_output) {
        return Ok(output.write_all(text.as_bytes())?);
    }
    if arguments.json {
        let answer = json!({"names": names, "analysis": analysis, "record": text});
        return Ok(writeln!(output, "{answer}")?);
    }
    print(&analysis, &names, arguments.all, output)
}

/// Adds the results to the record as marks and comments.
fn annotate(record: &mut Record, analysis: &Analysis) {
    for decision in &analysis.decisions {
        if let Some(mark) = decision.mark {
            record.set_mark(decision.event, mark);
            record.add_comment(decision.event + 1, &comment(decision, mark));
        }
    }
    for hand in &analysis.hands[1..] {
        let win = hand.win[Team::NorthSouth];
        record.add_comment(
            hand.event + 1,
            &format!("chance of NS to win: {:.0} %", 100.0 * win),
        );
    }
}

/// Describes what would have been better. Every figure belongs to the action named before it.
fn comment(decision: &Decision, mark: Mark) -> String {
    let gain = |cost: Payoff| {
        let win = rounded(100.0 * cost.win);
        // The action that wins more often may bring fewer points.
        match rounded(cost.points) {
            points if points < 0.0 => format!("{win:+.1} % win chance (for {:.1} points less)", -points),
            points => format!("{win:+.1} % win chance ({points:+.1} points)"),
        }
    };
    let hindsight = if decision.best_in_hindsight == decision.action {
        "nothing was better".to_owned()
    } else {
        format!(
            "best {}: {}",
            decision.best_in_hindsight,
            gain(decision.cost_in_hindsight)
        )
    };
    format!(
        "{mark} better {}: {}; as the cards lay, {hindsight}",
        decision.best,
        gain(decision.cost)
    )
}

/// Rounds to a tenth, as displayed, and turns -0 into 0.
fn rounded(number: f32) -> f32 {
    (10.0 * number).round() / 10.0 + 0.0
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
    let shown = analysis
        .decisions
        .iter()
        .filter(|decision| all || decision.mark.is_some());
    print_decisions(shown, names, width, &mut output)?;
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
        "\n{:<width$}  decisions  accuracy     game  points    luck",
        ""
    )?;
    for seat in Seat::ALL {
        let player = &analysis.players[seat];
        writeln!(
            output,
            "{:<width$}  {:>9}{:>8.1} %{}{:>8}",
            names[seat],
            player.decisions,
            player.accuracy,
            loss(player.cost),
            signed(player.luck.points)
        )?;
    }
    writeln!(output, "\nwhat decided the game")?;
    for (number, moment) in analysis.moments.iter().enumerate() {
        writeln!(output, "{}. {}", number + 1, moment.text)?;
    }
    Ok(())
}

/// Prints each decision with the better actions: given what the seat could know, and in hindsight.
fn print_decisions<'a>(
    decisions: impl Iterator<Item = &'a Decision>,
    names: &BySeat<String>,
    width: usize,
    mut output: impl Write,
) -> anyhow::Result<()> {
    let rows: Vec<(&Decision, [String; 3])> = decisions
        .map(|decision| {
            let mark = decision.mark.map_or("", Mark::text);
            let better = |best: Action| {
                if best == decision.action {
                    String::new()
                } else {
                    best.to_string()
                }
            };
            let actions = [
                format!("{}{mark}", decision.action),
                better(decision.best),
                better(decision.best_in_hindsight),
            ];
            (decision, actions)
        })
        .collect();
    let [played, better, best] =
        [("played", 0), ("better", 1), ("best in hindsight", 2)].map(|(name, column)| {
            let longest = rows.iter().map(|(_, actions)| actions[column].len()).max();
            name.len().max(longest.unwrap_or_default()) + 2
        });
    writeln!(
        output,
        "{:<width$}  hand trick  {:<played$}{:<better$}     game  points  {:<best$}     game  points    luck",
        "", "played", "better", "best in hindsight"
    )?;
    for (decision, actions) in &rows {
        let trick = decision.trick.map_or(String::new(), |trick| trick.to_string());
        writeln!(
            output,
            "{:<width$}  {:>4} {trick:>5}  {:<played$}{:<better$}{}  {:<best$}{}{:>8}",
            names[decision.seat],
            decision.hand,
            actions[0],
            actions[1],
            loss(decision.cost),
            actions[2],
            loss(decision.cost_in_hindsight),
            signed(decision.luck.points),
        )?;
    }
    writeln!(
        output,
        "\ngame and points: what the played action lost compared with the action to their left, in the chance to win \
         and in\npoints. The better action wins the game more often or, at the same chance, brings more points in the hand."
    )?;
    Ok(())
}

/// Formats a cost as negative figures: how much less the chosen action brings.
fn loss(cost: Payoff) -> String {
    format!("{:>7} %{:>8}", signed(-100.0 * cost.win), signed(-cost.points))
}

fn signed(number: f32) -> String {
    match rounded(number) {
        0.0 => "0.0".to_owned(),
        number => format!("{number:+.1}"),
    }
}
