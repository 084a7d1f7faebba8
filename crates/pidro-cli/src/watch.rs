//! `pidro watch`: plays back a record.

mod app;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use app::App;
use pidro::{Mark, Observer, Record};
use pidro_bots::Analysis;
use pidro_text::text;

use crate::background_analysis::ANALYSIS_LIMIT;
use crate::display::{DisplayArguments, Speed};
use crate::lang::{TextStyle, printable};
use crate::narrator::Narrator;
use crate::perspective::Perspective;
use crate::show::as_seen_by;
use crate::{games, terminal};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// File of games in any format; `-` is standard input
    file: PathBuf,
    /// Replay the game with this number in the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Show only what this seat (N, E, S, W) or a spectator saw; by default all cards are open
    #[arg(long = "as")]
    observer: Option<Observer>,
    /// Start after N events
    #[arg(long, value_name = "N", default_value_t = 0)]
    at: usize,
    /// Analyse the game
    #[arg(long)]
    analyse: bool,
    /// Pause after each event during automatic playback
    #[arg(long, value_enum, default_value = "normal")]
    speed: Speed,
    #[command(flatten)]
    display: DisplayArguments,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut record = games::read_record(&arguments.file, arguments.game)?;
    if let Some(observer) = arguments.observer
        && record.observer().is_some()
    {
        record = as_seen_by(&record, observer)?;
    }
    let Some(style) = arguments.display.screen_style() else {
        print_lines(
            arguments,
            &record,
            arguments.display.line_style(),
            io::stdout().lock(),
        )?;
        return Ok(ExitCode::SUCCESS);
    };
    let mut app = App::new(record, style, arguments.observer, arguments.speed.pause());
    app.go_to(arguments.at);
    if arguments.analyse {
        app.analyse();
    }
    Ok(ExitCode::from(terminal::show(&mut app)?.code()))
}

/// Whether to show the comments of the record. They may reveal any card, so this needs the
/// perspective in which the record was written, or all cards open.
fn shows_comments(record: &Record, perspective: Perspective) -> bool {
    perspective == Perspective::Everything || perspective == Perspective::of_record(record)
}

/// Prints the game as lines, with its marks, its comments and the analysis.
fn print_lines(
    arguments: &Arguments,
    record: &Record,
    style: TextStyle,
    mut output: impl Write,
) -> anyhow::Result<()> {
    let names = games::player_names(record, style.lang);
    let narrator = Narrator {
        style,
        names: &names,
        reader: None,
    };
    let perspective = Perspective::new(record.observer().or(arguments.observer));
    let history = record.history();
    let analysis = match (arguments.analyse, record.observer()) {
        (true, None) => Some(Analysis::of(history, &names, ANALYSIS_LIMIT, |_| ())),
        (true, Some(_)) => {
            writeln!(output, "{}", style.lang.get(text::NOT_ANALYSED))?;
            None
        }
        (false, _) => None,
    };
    for event in arguments.at..history.log().len() {
        let mark = record.marks().find(|(marked, _)| *marked == event);
        let mark = mark.map_or(String::new(), |(_, mark)| format!(" {}", Mark::text(mark)));
        for line in narrator.describe_events(history, perspective, event, event + 1) {
            writeln!(output, "{line}{mark}")?;
        }
        if shows_comments(record, perspective) {
            for (_, comment) in record.comments().filter(|(after, _)| *after == event + 1) {
                writeln!(output, "  {}", printable(comment, usize::MAX))?;
            }
        }
        if let Some(better) = analysis
            .as_ref()
            .and_then(|analysis| narrator.better(analysis, history, event, perspective))
        {
            writeln!(output, "  {better}")?;
        }
    }
    Ok(())
}
