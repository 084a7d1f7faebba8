//! One session with a program that drives the engine. It holds at most one game at a time.

use std::fmt::Display;

use pidro::json::State;
use pidro::{Game, HistoryError, IllegalAction, Record, ResumeError, SeededGame, VisibleEvent};
use pidro_bots::Level;
use pidro_protocol::NumberedEvent;
use pidro_protocol::engine::Outcome;

use super::Failure;
use super::request::{GameRequest, Request};

/// The current game, if one has been started.
#[derive(Default)]
pub(super) struct Session {
    seeded_game: Option<SeededGame>,
}

impl Session {
    /// Executes a request and returns its answer.
    pub(super) fn answer(&mut self, line: &str) -> Result<Outcome, Failure> {
        let game = match Request::parse(line)? {
            Request::New { rules, seed } => SeededGame::new(rules, seed),
            Request::Load { record } => load(&record)?,
            Request::OfGame(request) => {
                let game = self.seeded_game.as_mut().ok_or_else(no_game)?;
                return answer(game, &request);
            }
        };
        Ok(state(self.seeded_game.insert(game)))
    }
}

/// Continues a recorded game. The message of an error starts with a line and a column.
fn load(text: &str) -> Result<SeededGame, Failure> {
    let failure = |code, (line, column): (usize, usize), reason: &dyn Display| {
        Failure::new(code, &format_args!("line {line}, column {column}: {reason}"))
    };
    let record = Record::parse(text).map_err(|error| {
        let location = (error.line(), error.column());
        failure(error.code(), location, &error.reason())
    })?;
    record.to_game().map_err(|error| {
        let location = match error {
            ResumeError::WrongDeck { location, .. } => location,
            _ => None,
        };
        failure(error.code(), location.unwrap_or((1, 1)), &error)
    })
}

fn no_game() -> Failure {
    Failure::new("no_game", &"there is no game: begin one with `new` or `load`")
}

fn answer(game: &mut SeededGame, request: &GameRequest) -> Result<Outcome, Failure> {
    Ok(match *request {
        GameRequest::State => state(game),
        GameRequest::Deal(ref deck) => {
            let before = game.history().log().len();
            game.deal(deck)?;
            step(game, before)
        }
        GameRequest::Act { seat, action } => {
            let before = game.history().log().len();
            game.act(seat, action)?;
            step(game, before)
        }
        GameRequest::Legal => {
            let game = game.history().game();
            Outcome::Legal {
                seat: game.turn(),
                legal: game.legal(),
            }
        }
        GameRequest::View(observer) => Outcome::View {
            view: State::from(&game.history().game().view(observer)),
        },
        GameRequest::Events { observer, from } => Outcome::Events {
            events: match observer {
                Some(observer) => number(from, game.history().seen_by(observer, from)),
                None => number(from, game.history().in_full(from)),
            },
        },
        GameRequest::Undo => {
            game.undo()?;
            state(game)
        }
        GameRequest::Redo => {
            game.redo()?;
            state(game)
        }
        GameRequest::Save => Outcome::Record {
            record: game.to_record().to_string(),
        },
        GameRequest::Bot(level) => bot_action(game.history().game(), level)?,
        GameRequest::Rules => Outcome::Rules {
            rules: *game.history().game().rules(),
        },
    })
}

/// A bot's choice for the seat whose turn it is, based on that seat's view alone. The same state
/// gives the same action, unless a time limit stops the bot.
fn bot_action(game: &Game, level: Level) -> Result<Outcome, Failure> {
    let seat = game.turn();
    let action = seat.and_then(|seat| level.bot(game.fingerprint()).choose(&game.view(seat)));
    match (seat, action) {
        (Some(seat), Some(action)) => Ok(Outcome::Action { seat, action }),
        _ if game.winner().is_some() => Err(IllegalAction::GameOver.into()),
        _ => Err(Failure::new(
            "wrong_phase",
            &"no seat is to move: the game waits for a deck",
        )),
    }
}

fn state(game: &SeededGame) -> Outcome {
    Outcome::State {
        state: State::from(&game.history().game().full_view()),
    }
}

/// The state, and the events added to the log since `before`.
fn step(game: &SeededGame, before: usize) -> Outcome {
    Outcome::Step {
        state: State::from(&game.history().game().full_view()),
        events: number(before, game.history().in_full(before)),
    }
}

fn number(from: usize, events: impl Iterator<Item = VisibleEvent>) -> Vec<NumberedEvent> {
    (from..)
        .zip(events)
        .map(|(n, event)| NumberedEvent { n, event, view: None })
        .collect()
}

impl From<IllegalAction> for Failure {
    fn from(error: IllegalAction) -> Failure {
        Failure::new(error.code(), &error)
    }
}

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Failure {
        Failure::new(error.code(), &error)
    }
}
