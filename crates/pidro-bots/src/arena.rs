//! Measures which of two bots is stronger, with duplicate play to cancel out luck.

mod match_up;
mod ratings;
mod report;
mod speed;
mod tally;

pub use match_up::{MatchUp, processors};
pub use ratings::{Rating, ratings};
pub use report::{Estimate, Interval, Report, TeamReport};
pub use speed::Speed;
pub use tally::{Outcome, Outcomes};
