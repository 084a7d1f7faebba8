//! Bots for Finnish Pidro, and the exact solver behind them.
//!
//! So far there is the [`Solver`]: with all cards known, what both teams get out of the rest of a hand.

mod ending;
mod solver;

pub use ending::Ending;
pub use solver::Solver;
