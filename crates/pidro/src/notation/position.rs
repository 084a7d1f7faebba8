//! Positions: any state of a game, or one observer's knowledge of it, as a line of text; and a
//! state as bytes.
//!
//! ```text
//! traditional next:play,S hand:3 dealer:W score:21,-8 N:AhJh6c E:Kh9h S:Qh5d2h W:ThTc …
//! ```
//!
//! `docs/notation.md` explains every field.

pub(crate) mod facts;
pub(crate) mod partial;

mod bytes;
mod read;
mod replay;
mod write;

use alloc::format;
use alloc::string::String;
use thiserror::Error;

use crate::game::Game;
use crate::projection::View;
use read::{Problem, Reader};
use write::Position;

impl Game {
    /// Writes the game as one line.
    ///
    /// ```
    /// use pidro::{Game, Rules, Seat};
    ///
    /// let line = "finnish first_dealer=W next:deal hand:1 dealer:W score:0,0";
    /// let game = Game::from_position(line)?;
    /// assert_eq!(game.dealer(), Some(Seat::West));
    /// assert_eq!(game.to_position(), line);
    /// # Ok::<(), pidro::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn to_position(&self) -> String {
        Position::of_game(self).to_line()
    }

    /// Parses a game from its position.
    ///
    /// # Errors
    ///
    /// If the line is malformed, or no game can reach the position. To check that, this deals and
    /// plays a hand that leads to it.
    ///
    /// ```
    /// use pidro::Game;
    ///
    /// let error = Game::from_position("finnish next:deal hand:2 dealer:W score:0,0").unwrap_err();
    /// assert!(error.to_string().contains("hand 1"), "{error}");
    /// ```
    pub fn from_position(line: &str) -> Result<Game, ParsePositionError> {
        read_game(line).map_err(|problem| problem.in_line(line))
    }
}

fn read_game(line: &str) -> Result<Game, Problem> {
    let reader = Reader::new(line)?;
    if reader.is_view() {
        return Err(Problem::whole(
            "this is what one observer knows, not a whole position",
        ));
    }
    let facts = reader
        .partial_facts()?
        .all_known()
        .ok_or_else(|| Problem::whole("cards are unknown: only a view may leave cards open"))?;
    let game = facts.game()?;
    reader.check(&Position::of_game(&game))?;
    Ok(game)
}

impl View {
    /// Writes the observer's knowledge as one line, with `?9` for nine unknown cards, and `?` if
    /// even the number is unknown.
    ///
    /// ```
    /// use pidro::{Observer, Seat, Seed, SeededGame, View};
    ///
    /// let game = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
    /// let view = game.history().game().view(Seat::South);
    /// let line = view.to_position();
    /// assert!(line.contains("view:S next:bidding,E") && line.contains("W:?9 pack:?16"), "{line}");
    /// assert_eq!(View::from_position(&line)?, view);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_position(&self) -> String {
        Position::of_view(self).to_line()
    }

    /// Parses a view from its position.
    ///
    /// # Errors
    ///
    /// If the line is malformed, or no game can look like this to the observer. To check that, this
    /// constructs such a game.
    pub fn from_position(line: &str) -> Result<View, ParsePositionError> {
        read_view(line).map_err(|problem| problem.in_line(line))
    }
}

fn read_view(line: &str) -> Result<View, Problem> {
    let reader = Reader::new(line)?;
    if !reader.is_view() {
        return Err(Problem::whole(
            "the field `view` is missing: this is a whole position",
        ));
    }
    let observer = reader.observer()?;
    let (phase, awaited) = reader.phase()?;
    let fits = |game: &Game| reader.matches(&Position::of_view(&game.view_for(observer)));
    let game = reader.partial_facts()?.find_game(phase, awaited, fits);
    game.map(|game| game.view_for(observer))
        .ok_or_else(|| Problem::whole("no game looks like this to the observer"))
}

/// Why a position is invalid: the line is malformed, or no game can reach the position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{reason}", .column.map(|column| format!("column {column}: ")).unwrap_or_default())]
pub struct ParsePositionError {
    column: Option<usize>,
    reason: String,
}

impl ParsePositionError {
    /// The column of the error, counted from 1, if it is in one place.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        self.column
    }
}
