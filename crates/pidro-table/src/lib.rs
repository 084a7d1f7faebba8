//! A Pidro table and its people: who sits where, what they may do, what happens, and what each of
//! them may see.
//!
//! The design follows the engine. [`TableState::decide`] returns the [`TableEvent`]s that a
//! [`Command`] would cause, or a [`Refusal`], and changes nothing; [`TableState::apply`] applies an
//! event. Replaying a table's events therefore restores it after a crash. [`MessageBuilder`] turns
//! a table into [`ServerMessage`](pidro_protocol::ws::ServerMessage)s that reveal only what the
//! recipient may know.
//!
//! This crate does no I/O: it never waits, stores, sends or reads a clock.
//!
//! ```
//! use pidro::{Seat, Secret};
//! use pidro_protocol::{PersonId, TableId};
//! use pidro_table::{Command, TableOptions, TableState};
//!
//! let anna = PersonId::new("anna");
//! let options = TableOptions::new(anna.clone(), "finnish".parse()?);
//! let mut table = TableState::new(options, Secret::new([7; 32]));
//!
//! let sit = Command::Sit { seat: Seat::North, promise: None };
//! for event in table.decide(&anna, &sit, TableId::new())? {
//!     table.apply(&event)?;
//! }
//! assert_eq!(table.seat_of(&anna), Some(Seat::North));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access;
mod command;
mod event;
mod message;
mod options;
mod refusal;
mod state;

pub use access::{Access, Feed};
pub use command::Command;
pub use event::{AppliedEvent, TableEvent};
pub use message::{MessageBuilder, People, PersonLabel, numbered_events, rules_info, seat_statuses};
pub use options::{MAX_HANDS, TableOptions};
pub use refusal::Refusal;
pub use state::{Absence, ApplyError, Occupant, STAND_IN, TableState};

/// Compiles and runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
