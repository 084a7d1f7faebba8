//! `pidro convert`: converts games from one format to another.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use pidro::{History, Observer, Record};

use crate::files;
use crate::games::{self, Form, Found, position_line};
use crate::perspective::Perspective;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games in any format; `-` is standard input
    #[arg(default_value = "-")]
    files: Vec<PathBuf>,
    /// File to write; standard output by default. An existing file is replaced only after every
    /// game has been converted, and stays unchanged after an error.
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Format to write; by default the one that the name of the output implies: .pidro, .pidrob or
    /// .pos
    #[arg(short, long)]
    to: Option<Form>,
    /// Write only what this seat (N, E, S, W) or a spectator saw
    #[arg(long = "as")]
    observer: Option<Observer>,
}

/// Converts every game. Returns whether all of them could be read. A file changes only if they
/// could.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let by_name = arguments.output.as_deref().and_then(Form::of);
    let Some(form) = arguments.to.or(by_name) else {
        bail!(
            "the output format is missing: use --to text, bytes or position, or -o with a file of that kind"
        );
    };
    let path = arguments.output.as_deref();
    match path.filter(|path| !files::is_standard_output(path)) {
        None => write_games(arguments, form, &mut io::BufWriter::new(io::stdout().lock())),
        Some(path) if files::is_stream(path) => {
            let stream =
                File::create(path).with_context(|| format!("{} can't be written", path.display()))?;
            write_games(arguments, form, &mut io::BufWriter::new(stream))
        }
        Some(path) => {
            let mut bytes = Vec::new();
            if !write_games(arguments, form, &mut bytes)? {
                bail!(
                    "{} was left unchanged, because some games could not be converted; without -o the others are printed",
                    path.display()
                );
            }
            files::replace(path, &bytes)?;
            Ok(true)
        }
    }
}

/// Writes every game. Returns whether all of them could be read.
fn write_games(arguments: &Arguments, form: Form, output: &mut impl Write) -> anyhow::Result<bool> {
    let mut written = 0;
    let well = games::each(&arguments.files, |_, game| {
        let record = match game.found {
            Found::Record(record) => *record,
            Found::Position(game) if form == Form::Position => {
                writeln!(
                    output,
                    "{}",
                    position_line(&game, Perspective::new(arguments.observer))
                )?;
                return Ok(());
            }
            Found::Position(game) => Record::new(History::starting_at(*game), None),
            Found::View(view) if form == Form::Position => {
                writeln!(output, "{}", view.to_position())?;
                return Ok(());
            }
            Found::View(_) => {
                bail!("this is one observer's view, not a whole game: it can only be converted to a position")
            }
        };
        let record = match arguments.observer {
            Some(observer) => crate::show::as_seen_by(&record, observer)?,
            None => record,
        };
        output.write_all(&converted(&record, form, written)?)?;
        written += 1;
        Ok(())
    });
    output.flush()?;
    Ok(well)
}

fn converted(record: &Record, form: Form, written: usize) -> anyhow::Result<Vec<u8>> {
    Ok(match form {
        Form::Text => {
            let between = if written == 0 { "" } else { "\n" };
            format!("{between}{record}").into_bytes()
        }
        Form::Bytes => {
            let bytes = record.to_bytes();
            // We can write games longer than anybody plays, but reading refuses them: check now.
            Record::from_bytes(&bytes)?;
            games::frame(&bytes)?
        }
        Form::Position => {
            let line = position_line(record.history().game(), Perspective::of_record(record));
            format!("{line}\n").into_bytes()
        }
    })
}
