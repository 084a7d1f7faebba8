//! Reads games from files or pipes, in any format.

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use indicatif::ProgressBar;
use pidro::{BySeat, Game, Record, RecordIter, View};
use pidro_text::Lang;

use crate::lang::{printable, seat_name};
use crate::perspective::Perspective;
use crate::progress;

/// A format for games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Format {
    /// The notation: a game as readable text
    Text,
    /// The binary format: about forty bytes per hand
    Bytes,
    /// One line per game: its final state, without the history
    Position,
}

impl Format {
    /// The format that a file name implies.
    pub(crate) fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()? {
            "pidro" | "txt" => Some(Format::Text),
            "pidrob" | "bin" => Some(Format::Bytes),
            "pos" => Some(Format::Position),
            _ => None,
        }
    }
}

/// A game read from a file.
pub(crate) enum LoadedGame {
    Record(Box<Record>),
    /// A position, without the events before it.
    Position(Box<Game>),
    /// One observer's view, without the full game.
    View(Box<View>),
}

/// The content of a file or of standard input.
pub(crate) struct Input {
    pub(crate) name: String,
    bytes: Vec<u8>,
}

impl Input {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Input> {
        if path == Path::new("-") {
            let mut bytes = Vec::new();
            io::stdin()
                .lock()
                .read_to_end(&mut bytes)
                .context("standard input can't be read")?;
            return Ok(Input {
                name: "standard input".to_owned(),
                bytes,
            });
        }
        let name = path.display().to_string();
        let bytes = std::fs::read(path).with_context(|| format!("{name} can't be read"))?;
        Ok(Input { name, bytes })
    }

    /// Iterates over the games.
    fn games(&self) -> anyhow::Result<Games<'_>> {
        if self.bytes.first() == Some(&0) {
            return Ok(Games::Bytes(&self.bytes));
        }
        let text = str::from_utf8(&self.bytes)
            .map_err(|error| anyhow!("{}: neither text nor the binary format: {error}", self.name))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let first = text
            .lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        if !first.starts_with('[') && first.split_whitespace().any(|word| word.starts_with("next:")) {
            Ok(Games::Positions { text, at: 0, line: 0 })
        } else {
            Ok(Games::Text(Record::parse_all(text)))
        }
    }
}

enum Games<'a> {
    Text(RecordIter<'a>),
    Bytes(&'a [u8]),
    Positions { text: &'a str, at: usize, line: usize },
}

impl Games<'_> {
    /// How many bytes have been read.
    fn offset(&self, all: usize) -> usize {
        match self {
            Games::Text(records) => records.bytes_read(),
            Games::Bytes(rest) => all - rest.len(),
            Games::Positions { at, .. } => *at,
        }
    }
}

impl Iterator for Games<'_> {
    type Item = anyhow::Result<LoadedGame>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Games::Text(records) => {
                let record = records.next()?;
                Some(
                    record
                        .map(|record| LoadedGame::Record(Box::new(record)))
                        .map_err(Into::into),
                )
            }
            Games::Bytes(rest) => {
                let frame = next_frame(rest)?;
                Some(frame.and_then(|bytes| Ok(LoadedGame::Record(Box::new(Record::from_bytes(bytes)?)))))
            }
            Games::Positions { text, at, line } => loop {
                let rest = &text[*at..];
                if rest.is_empty() {
                    return None;
                }
                let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
                *at += end;
                *line += 1;
                let position = rest[..end].trim();
                if !position.is_empty() {
                    return Some(read_position(position).with_context(|| format!("line {line}")));
                }
            },
        }
    }
}

/// The bytes of the next game. Their length precedes them, as four bytes in big-endian order.
fn next_frame<'a>(rest: &mut &'a [u8]) -> Option<anyhow::Result<&'a [u8]>> {
    if rest.is_empty() {
        return None;
    }
    let frame = rest.split_first_chunk().and_then(|(len, after)| {
        let len = usize::try_from(u32::from_be_bytes(*len)).ok()?;
        after.split_at_checked(len)
    });
    let Some((frame, after)) = frame else {
        *rest = &[];
        return Some(Err(anyhow!("the file ends in the middle of a game")));
    };
    *rest = after;
    Some(Ok(frame))
}

/// Prefixes the bytes of a game with their length.
pub(crate) fn frame(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let len = u32::try_from(bytes.len()).context("the game is too long")?;
    Ok([&len.to_be_bytes(), bytes].concat())
}

fn read_position(line: &str) -> anyhow::Result<LoadedGame> {
    if line.split_whitespace().any(|word| word.starts_with("view:")) {
        Ok(LoadedGame::View(Box::new(View::from_position(line)?)))
    } else {
        Ok(LoadedGame::Position(Box::new(Game::from_position(line)?)))
    }
}

/// A game's position in one line: all of it, or what an observer knows.
pub(crate) fn position_line(game: &Game, perspective: Perspective) -> String {
    match perspective {
        Perspective::Of(observer) => game.view(observer).to_position(),
        Perspective::Everything => game.to_position(),
    }
}

/// A game with its number in the file, counted from 1.
pub(crate) struct NumberedGame {
    pub(crate) number: usize,
    pub(crate) game: LoadedGame,
}

/// The maximum number of errors to report per file. A file that isn't a game can have thousands.
const MAX_ERRORS: usize = 20;

/// Calls `action` for every game in these files. Reports errors and continues with the next game or
/// file. Returns whether everything succeeded.
pub(crate) fn for_each(
    files: &[PathBuf],
    mut action: impl FnMut(&Input, NumberedGame) -> anyhow::Result<()>,
) -> bool {
    let mut all_succeeded = true;
    for path in files {
        match for_each_in(path, &mut action) {
            Ok(succeeded) => all_succeeded &= succeeded,
            // A closed pipe is not an error: the program that reads our output may stop early.
            Err(error) if is_broken_pipe(&error) => return all_succeeded,
            Err(error) => {
                all_succeeded = false;
                report(&format_args!("{error:#}"));
            }
        }
    }
    all_succeeded
}

fn for_each_in(
    path: &Path,
    action: &mut impl FnMut(&Input, NumberedGame) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let input = Input::read(path)?;
    let progress = bar(input.bytes.len());
    let mut games = input.games()?;
    let (mut number, mut errors) = (0, 0);
    while let Some(game) = games.next() {
        number += 1;
        match game.and_then(|game| action(&input, NumberedGame { number, game })) {
            Ok(()) => {}
            Err(error) if is_broken_pipe(&error) => return Err(error),
            Err(error) => {
                errors += 1;
                if errors <= MAX_ERRORS {
                    progress.suspend(|| report(&format_args!("{}: game {number}: {error:#}", input.name)));
                }
            }
        }
        progress.set_position(games.offset(input.bytes.len()) as u64);
    }
    progress.finish_and_clear();
    if let Some(more) = errors.checked_sub(MAX_ERRORS).filter(|more| *more > 0) {
        let games = if more == 1 { "game" } else { "games" };
        report(&format_args!("{}: and {more} more broken {games}", input.name));
    }
    if number == 0 {
        bail!("{}: no games found", input.name);
    }
    Ok(errors == 0)
}

/// Prints an error to standard error. Ignores a failed write.
fn report(error: &dyn Display) {
    let _ = writeln!(io::stderr(), "pidro: {error}");
}

/// Reads the game with this number from a file.
pub(crate) fn read_one(file: &Path, number: usize) -> anyhow::Result<LoadedGame> {
    let input = Input::read(file)?;
    let game = input.games()?.nth(number.saturating_sub(1));
    game.with_context(|| format!("there is no game {number} in {}", input.name))?
        .with_context(|| format!("{}: game {number}", input.name))
}

/// Reads the game with this number from a file and requires it to be a record.
pub(crate) fn read_record(file: &Path, number: usize) -> anyhow::Result<Record> {
    match read_one(file, number)? {
        LoadedGame::Record(record) => Ok(*record),
        LoadedGame::Position(_) | LoadedGame::View(_) => {
            bail!("this is a position, without a history; a record is needed")
        }
    }
}

/// The names of the players. A player without a name is named after the seat.
pub(crate) fn player_names(record: &Record, lang: Lang) -> BySeat<String> {
    BySeat::from_fn(|seat| match record.player(seat) {
        Some(name) => printable(name, MAX_NAME_LENGTH),
        None => seat_name(lang, seat).to_owned(),
    })
}

/// The maximum length of a name. Longer ones leave no room for anything else on the screen.
pub(crate) const MAX_NAME_LENGTH: usize = 16;

pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A progress bar on standard error, hidden for small files and without a terminal.
fn bar(bytes: usize) -> ProgressBar {
    if bytes < 1 << 20 {
        return ProgressBar::hidden();
    }
    progress::styled(bytes as u64, "{bar:40} {percent}% of {total_bytes}, {eta} left")
}
