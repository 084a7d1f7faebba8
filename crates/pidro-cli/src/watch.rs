//! `pidro watch`: plays back a record.

mod app;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use app::App;
use pidro::{Mark, Observer, Record};
use pidro_bots::Analysis;
use pidro_text::text;

use crate::analysing::WORLDS;
use crate::lang::{Look, printable};
use crate::look::{LookArguments, Speed};
use crate::perspective::Perspective;
use crate::show::as_seen_by;
use crate::tell::Narrator;
use crate::{games, terminal};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// File of games in any format; `-` is standard input
    file: PathBuf,
    /// Watch the game with this number in the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Show only what this seat (N, E, S, W) or a spectator saw; by default all cards are open
    #[arg(long = "as")]
    observer: Option<Observer>,
    /// Start after N events
    #[arg(long, value_name = "N", default_value_t = 0)]
    at: usize,
    /// Analyse the game first
    #[arg(long)]
    analyse: bool,
    /// Time that each event is shown during automatic playback
    #[arg(long, value_enum, default_value = "normal")]
    speed: Speed,
    #[command(flatten)]
    look: LookArguments,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut record = games::record(&arguments.file, arguments.game)?;
    if let Some(observer) = arguments.observer
        && record.observer().is_some()
    {
        record = as_seen_by(&record, observer)?;
    }
    let Some(look) = arguments.look.on_screen() else {
        tell(arguments, &record, arguments.look.in_lines(), io::stdout().lock())?;
        return Ok(ExitCode::SUCCESS);
    };
    let mut app = App::new(record, look, arguments.observer, arguments.speed.pause());
    app.go_to(arguments.at);
    if arguments.analyse {
        app.analyse();
    }
    Ok(ExitCode::from(terminal::show(&mut app)?.code()))
}

/// Whether this observer may read the comments of the record. Comments may reveal any card, so only
/// an observer who sees all cards may, or the one whose view the record holds.
fn reads_comments(record: &Record, perspective: Perspective) -> bool {
    perspective == Perspective::Everything || perspective == Perspective::of_record(record)
}

/// Prints the game as lines, with its marks, its comments and the analysis.
fn tell(arguments: &Arguments, record: &Record, look: Look, mut output: impl Write) -> anyhow::Result<()> {
    let names = games::names(record, look.lang);
    let teller = Narrator {
        look,
        names: &names,
        reader: None,
    };
    let perspective = Perspective::new(record.observer().or(arguments.observer));
    let history = record.history();
    let analysis = match (arguments.analyse, record.observer()) {
        (true, None) => Some(Analysis::of(history, &names, WORLDS, |_| ())),
        (true, Some(_)) => {
            writeln!(output, "{}", look.lang.word(text::NOT_ANALYSED))?;
            None
        }
        (false, _) => None,
    };
    for event in arguments.at..history.log().len() {
        let mark = record.marks().find(|(marked, _)| *marked == event);
        let mark = mark.map_or(String::new(), |(_, mark)| format!(" {}", Mark::text(mark)));
        for line in teller.log(history, perspective, event, event + 1) {
            writeln!(output, "{line}{mark}")?;
        }
        if reads_comments(record, perspective) {
            for (_, comment) in record.comments().filter(|(after, _)| *after == event + 1) {
                writeln!(output, "  {}", printable(comment, usize::MAX))?;
            }
        }
        if let Some(better) = analysis
            .as_ref()
            .and_then(|analysis| teller.better(analysis, history, event, perspective))
        {
            writeln!(output, "  {better}")?;
        }
    }
    Ok(())
}
