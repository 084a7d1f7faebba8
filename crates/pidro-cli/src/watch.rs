//! `pidro watch`: a record played back.

mod app;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use app::App;
use pidro::{Mark, Observer};

use crate::games;
use crate::lang::Look;
use crate::play::{LookArguments, Speed};
use crate::show::as_seen_by;
use crate::tell::Teller;
use crate::terminal::{Input, Leave, Terminal};

/// The longest time until the screen is drawn again.
const FRAME: Duration = Duration::from_millis(100);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A file of games in any form; `-` is standard input.
    file: PathBuf,
    /// The game with this number in the file.
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// What this seat saw (N, E, S, W) or a spectator; without it all cards are open.
    #[arg(long = "as")]
    observer: Option<Observer>,
    /// Begin after so many events.
    #[arg(long, value_name = "N", default_value_t = 0)]
    at: usize,
    /// Analyse the game first.
    #[arg(long)]
    analyse: bool,
    /// How long each event is seen when it plays by itself.
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
    let mut terminal = Terminal::open()?;
    loop {
        let now = Instant::now();
        app.tick(now);
        terminal.draw(|frame| app.draw(frame))?;
        match terminal.next(app.wakes_in(now).unwrap_or(FRAME).min(FRAME))? {
            Input::Key(key) => app.key(key, Instant::now()),
            Input::Nothing => {}
            Input::Leave(leave) => return Ok(ExitCode::from(leave.code())),
        }
        if app.left {
            return Ok(ExitCode::from(Leave::Asked.code()));
        }
    }
}

/// The game in lines, with its marks and comments.
fn tell(
    arguments: &Arguments,
    record: &pidro::Record,
    look: Look,
    mut output: impl Write,
) -> anyhow::Result<()> {
    let names = games::names(record);
    let teller = Teller { look, names: &names };
    let eyes = record
        .observer()
        .or(arguments.observer)
        .unwrap_or(Observer::Arbiter);
    let history = record.history();
    for event in arguments.at..history.log().len() {
        let mark = record.marks().find(|(marked, _)| *marked == event);
        let mark = mark.map_or(String::new(), |(_, mark)| format!(" {}", Mark::text(mark)));
        for line in teller.log(history, eyes, event, event + 1) {
            writeln!(output, "{line}{mark}")?;
        }
        for (_, comment) in record.comments().filter(|(after, _)| *after == event + 1) {
            writeln!(output, "  {comment}")?;
        }
    }
    Ok(())
}
