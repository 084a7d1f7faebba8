//! Bots for Finnish Pidro, and the exact solver behind them.
//!
//! A [`Bot`] sees what its seat may know and nothing else: [`Random`], [`Basic`] and [`Expert`] do, and a [`Level`] names them. The
//! [`Solver`] tells, with all cards known, what both teams get out of the rest of a hand. The [`arena`] tells which bot is
//! stronger, [`Analysis`] what was good and bad in a game, a
//! [`Hint`] what to do and why, and [`Odds`] what a hand can make.

pub mod arena;

mod analysis;
mod basic;
mod bot;
mod ending;
mod equity;
mod expert;
mod hint;
mod level;
mod odds;
mod random;
mod solver;
mod stakes;
#[cfg(test)]
mod testing;

pub use analysis::{Analysis, Decision, HandEnd, Moment, Player};
pub use basic::Basic;
pub use bot::Bot;
pub use ending::Ending;
pub use equity::Equity;
pub use expert::{Expert, Limit, Opinion};
pub use hint::{Hint, Reason, Strength};
pub use level::{Level, LevelError};
pub use odds::{Odds, SuitOdds};
pub use random::Random;
pub use solver::Solver;
pub use stakes::Worth;

/// The examples of the guide to bots, run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bots.md")]
struct Guide;

/// The example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
