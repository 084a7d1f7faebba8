//! Bots for Finnish Pidro, and the exact solver behind them.
//!
//! A [`Bot`] sees what its seat may know and nothing else. [`Random`] and [`Basic`] are two of them. The [`Solver`] tells,
//! with all cards known, what both teams get out of the rest of a hand.

mod basic;
mod bot;
mod ending;
mod level;
mod random;
mod solver;

pub use basic::Basic;
pub use bot::Bot;
pub use ending::Ending;
pub use level::{Level, LevelError};
pub use random::Random;
pub use solver::Solver;
