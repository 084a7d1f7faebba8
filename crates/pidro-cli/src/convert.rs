//! `pidro convert`: converts games between formats.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use pidro::{History, Observer, Record};

use crate::files;
use crate::games::{self, Format, LoadedGame, position_line};
use crate::perspective::Perspective;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files of games in any format; `-` is standard input
    #[arg(default_value = "-")]
    files: Vec<PathBuf>,
    /// File to write; standard output by default. An error leaves an existing file unchanged
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Format to write; implied by an output file named .pidro, .pidrob or .pos
    #[arg(short, long)]
    to: Option<Format>,
    /// Write only what this seat (N, E, S, W) or a spectator saw
    #[arg(long = "as")]
    observer: Option<Observer>,
}

/// Converts every game. Returns whether all of them could be converted; only then replaces an
/// output file.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let implied = arguments.output.as_deref().and_then(Format::of);
    let Some(format) = arguments.to.or(implied) else {
        bail!(
            "the output format is missing: use --to text, bytes or position, or -o with a file named .pidro, .pidrob or .pos"
        );
    };
    let path = arguments.output.as_deref();
    match path.filter(|path| !files::is_standard_output(path)) {
        None => write_games(arguments, format, &mut io::BufWriter::new(io::stdout().lock())),
        Some(path) if files::is_stream(path) => {
            let stream =
                File::create(path).with_context(|| format!("{} can't be written", path.display()))?;
            write_games(arguments, format, &mut io::BufWriter::new(stream))
        }
        Some(path) => {
            let mut bytes = Vec::new();
            if !write_games(arguments, format, &mut bytes)? {
                bail!(
                    "{} was left unchanged, because some games could not be converted; run without -o to print the others",
                    path.display()
                );
            }
            files::replace(path, &bytes)?;
            Ok(true)
        }
    }
}

/// Writes every game. Returns whether all of them could be converted.
fn write_games(arguments: &Arguments, format: Format, output: &mut impl Write) -> anyhow::Result<bool> {
    let mut written = 0;
    let all_succeeded = games::for_each(&arguments.files, |_, game| {
        let record = match game.game {
            LoadedGame::Record(record) => *record,
            LoadedGame::Position(game) if format == Format::Position => {
                writeln!(
                    output,
                    "{}",
                    position_line(&game, Perspective::new(arguments.observer))
                )?;
                return Ok(());
            }
            LoadedGame::Position(game) => Record::new(History::starting_at(*game), None),
            LoadedGame::View(view) if format == Format::Position => {
                writeln!(output, "{}", view.to_position())?;
                return Ok(());
            }
            LoadedGame::View(_) => {
                bail!("this is one observer's view, which can only be converted to a position")
            }
        };
        let record = match arguments.observer {
            Some(observer) => crate::show::as_seen_by(&record, observer)?,
            None => record,
        };
        output.write_all(&converted(&record, format, written)?)?;
        written += 1;
        Ok(())
    });
    output.flush()?;
    Ok(all_succeeded)
}

fn converted(record: &Record, format: Format, written: usize) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        Format::Text => {
            let between = if written == 0 { "" } else { "\n" };
            format!("{between}{record}").into_bytes()
        }
        Format::Bytes => {
            let bytes = record.to_bytes();
            // The writer accepts games that are too long for the reader: check now.
            Record::from_bytes(&bytes)?;
            games::frame(&bytes)?
        }
        Format::Position => {
            let line = position_line(record.history().game(), Perspective::of_record(record));
            format!("{line}\n").into_bytes()
        }
    })
}
