//! A Pidro table with its people: who sits where, what they may do, what happens, and who sees what.
//!
//! It is the engine's idea once more. [`TableState::decide`] answers what a [`Command`] causes, a list
//! of [`TableEvent`]s or a [`Refusal`], and changes nothing; [`TableState::apply`] applies an event. So
//! the events of a table restore it after a crash. [`MessageBuilder`] turns a table into
//! [`ServerMessage`]s, each with no more in it than its reader may know.
//!
//! Nothing here waits, stores, sends or reads a clock.

mod chat;
mod command;
mod event;
mod id;
mod message;
mod options;
mod refusal;
mod state;

pub use chat::{ChatMessage, Phrase, Reaction};
pub use command::Command;
pub use event::TableEvent;
pub use id::{PersonId, TableId};
pub use message::{
    Clock, Happened, MessageBuilder, NumberedEvent, Presence, Said, SeatStatus, ServerMessage, Snapshot,
    seats,
};
pub use options::{DecisionTime, MOST_HANDS, Options, Spectators};
pub use refusal::Refusal;
pub use state::{Absence, ApplyError, Occupant, STAND_IN, TableState};

/// The example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
