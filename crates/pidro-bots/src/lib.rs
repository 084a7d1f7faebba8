//! Bots for Finnish Pidro, and the exact solver behind them.
//!
//! A [`Bot`] gets its seat's [`View`](pidro::View) and nothing else, so it can't know more than the
//! seat.
//!
//! | To … | use |
//! | --- | --- |
//! | play at a certain strength | [`Random`], [`Basic`] or [`Expert`], or [`Level`] to select one by name |
//! | write your own bot | the [`Bot`] trait |
//! | find out which bot is stronger | the [`arena`], which plays each deck twice with the teams swapped |
//! | find the best play with all cards known | [`Ending`] and [`Solver`] |
//! | get advice in a game | [`Hint`], an action with the reason for it |
//! | review a game | [`Analysis`], the cost of every decision |
//! | find out what a hand can make | [`Odds`], the chance to make each bid in each suit |
//! | know the chance to win | [`Equity`], for every pair of scores |
//!
//! # Example: a game between two levels
//!
//! ```
//! use pidro::{Seed, SeededGame, Team};
//! use pidro_bots::Level;
//!
//! let mut game = SeededGame::new("target=12".parse()?, Some(Seed::new("7")));
//! let mut bots = [Level::Basic.bot(1), Level::Random.bot(2)];
//! while let Some(seat) = game.history().game().turn() {
//!     let view = game.history().game().view(seat);
//!     let action = bots[seat.team() as usize].choose(&view).ok_or("it is the seat's turn")?;
//!     game.act(seat, action)?;
//! }
//! assert_eq!(game.history().game().winner(), Some(Team::NorthSouth));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
