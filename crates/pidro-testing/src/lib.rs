//! Helpers shared by the tests of several crates. Never part of the program.

#![expect(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    reason = "a test that can't go on fails"
)]

#[cfg(feature = "tables")]
mod databases;
mod golden;
mod scaling;
#[cfg(feature = "tables")]
mod tables;
#[cfg(feature = "terminal")]
mod terminal;

#[cfg(feature = "tables")]
pub use databases::{new_databases, new_file, new_postgres};
pub use golden::golden;
pub use scaling::assert_linear_time;
#[cfg(feature = "tables")]
pub use tables::{PlayedGame, long_game, play_game};
#[cfg(feature = "terminal")]
pub use terminal::{Person, Signal, WaitStatus};
