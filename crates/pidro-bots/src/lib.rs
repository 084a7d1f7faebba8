//! Bots for Finnish Pidro, and the exact solver behind them.
//!
//! A [`Bot`] sees only what its seat may know. [`Random`], [`Basic`] and [`Expert`] are the bots of
//! this crate, and [`Level`] selects one by name. With all cards known, the [`Solver`] computes
//! what both teams take in the rest of a hand. The [`arena`] measures which bot is stronger,
//! [`Analysis`] reviews the decisions of a game, [`Hint`] suggests an action and gives the reason,
//! and [`Odds`] estimates what a hand can make.

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

pub use analysis::{Analysis, Decision, HandResult, KeyMoment, PlayerSummary};
pub use basic::Basic;
pub use bot::Bot;
pub use ending::Ending;
pub use equity::Equity;
pub use expert::{Evaluation, Expert, SearchLimit};
pub use hint::{Hint, Reason, Strength};
pub use level::{Level, ParseLevelError};
pub use odds::{Odds, SuitOdds};
pub use random::Random;
pub use solver::Solver;
pub use stakes::Payoff;

/// Runs the examples of the bot guide as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bots.md")]
struct Guide;

/// Runs the example of the crate README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
