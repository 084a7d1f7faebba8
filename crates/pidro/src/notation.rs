//! Games and positions as text and as bytes.

mod binary;
mod bits;
mod position;
mod record;
mod word;

pub use bits::DecodeError;
pub use position::ParsePositionError;
pub use record::{
    Contradiction, DeckCheck, DeckProof, DeckSet, Fairness, Mark, ParseRecordError, Record, RecordIter,
    ResumeError, Shortfall, Verdict,
};
