//! One session with a program that drives the engine. It holds at most one game at a time.

use std::fmt::Display;

use pidro::{
    Game, HistoryError, IllegalAction, Legal, Observer, Record, ResumeError, Rules, Seat, SeededGame, View,
    VisibleEvent,
};
use pidro_bots::Level;
use serde::Serialize;

use super::Failure;
use super::request::{GameRequest, Request};

/// The current game, if one has been started.
#[derive(Default)]
pub(super) struct Session {
    table: Option<SeededGame>,
}

/// The content of an answer, besides `ok`.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Body {
    State { state: View },
    Step { state: View, events: Vec<Numbered> },
    Legal { seat: Option<Seat>, legal: Legal },
    View { view: View },
    Events { events: Vec<Numbered> },
    Record { record: String },
    Action { seat: Seat, action: String },
    Rules { rules: Rules },
}

/// An event with its number in the log.
#[derive(Serialize)]
pub(super) struct Numbered {
    n: usize,
    #[serde(flatten)]
    event: VisibleEvent,
}

impl Session {
    /// Executes a request and returns its answer.
    pub(super) fn answer(&mut self, line: &str) -> Result<Body, Failure> {
        let table = match Request::read(line)? {
            Request::New { rules, seed } => SeededGame::new(rules, seed),
            Request::Load { record } => load(&record)?,
            Request::OfGame(request) => {
                let table = self.table.as_mut().ok_or_else(no_game)?;
                return answer(table, &request);
            }
        };
        Ok(state(self.table.insert(table)))
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

fn answer(table: &mut SeededGame, request: &GameRequest) -> Result<Body, Failure> {
    Ok(match *request {
        GameRequest::State => state(table),
        GameRequest::Deal(ref deck) => {
            let before = table.history().log().len();
            table.deal(deck)?;
            step(table, before)
        }
        GameRequest::Act { seat, action } => {
            let before = table.history().log().len();
            table.act(seat, action)?;
            step(table, before)
        }
        GameRequest::Legal => {
            let game = table.history().game();
            Body::Legal {
                seat: game.turn(),
                legal: game.legal(),
            }
        }
        GameRequest::View(observer) => Body::View {
            view: table.history().game().view(observer),
        },
        GameRequest::Events { observer, from } => Body::Events {
            events: events(table, observer, from),
        },
        GameRequest::Undo => {
            table.undo()?;
            state(table)
        }
        GameRequest::Redo => {
            table.redo()?;
            state(table)
        }
        GameRequest::Save => Body::Record {
            record: table.to_record().to_string(),
        },
        GameRequest::Bot(level) => bot_action(table.history().game(), level)?,
        GameRequest::Rules => Body::Rules {
            rules: *table.history().game().rules(),
        },
    })
}

/// A bot's choice for the seat whose turn it is, based on that seat's view alone. The same state
/// gives the same action, unless a time limit stops the bot.
fn bot_action(game: &Game, level: Level) -> Result<Body, Failure> {
    let seat = game.turn();
    let action = seat.and_then(|seat| level.bot(game.fingerprint()).choose(&game.view(seat)));
    match (seat, action) {
        (Some(seat), Some(action)) => Ok(Body::Action {
            seat,
            action: action.to_string(),
        }),
        _ if game.winner().is_some() => Err(IllegalAction::GameOver.into()),
        _ => Err(Failure::new(
            "wrong_phase",
            &"nobody has to decide: a deck is awaited",
        )),
    }
}

fn state(table: &SeededGame) -> Body {
    Body::State {
        state: table.history().game().view(Observer::Arbiter),
    }
}

/// The state, and the events added to the log since `before`.
fn step(table: &SeededGame, before: usize) -> Body {
    Body::Step {
        state: table.history().game().view(Observer::Arbiter),
        events: events(table, Observer::Arbiter, before),
    }
}

/// The events from this number on, as the observer may see them.
fn events(table: &SeededGame, observer: Observer, from: usize) -> Vec<Numbered> {
    let seen = table.history().seen_by(observer, from);
    (from..)
        .zip(seen)
        .map(|(n, event)| Numbered { n, event })
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
