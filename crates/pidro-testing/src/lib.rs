//! What the tests of several crates share. It is never part of the program.

#![expect(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    reason = "a test that can't go on fails"
)]

mod golden;
mod scaling;
#[cfg(feature = "terminal")]
mod terminal;

pub use golden::golden;
pub use scaling::assert_linear_time;
#[cfg(feature = "terminal")]
pub use terminal::{Person, Signal, WaitStatus};
