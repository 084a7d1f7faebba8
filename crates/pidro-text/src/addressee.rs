//! Who a sentence is about, from its reader's point of view.

use crate::value::Value;

/// A player as the reader of a sentence sees them. Sentences select on it: "You bid", "Anna bids".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addressee {
    /// The reader.
    You,
    /// The reader's partner. Sentences that don't distinguish partners treat it as
    /// [`Addressee::Other`].
    Partner,
    /// Anybody else, or anybody if the reader doesn't play.
    Other,
}

impl From<Addressee> for Value<'_> {
    fn from(person: Addressee) -> Self {
        Value::from(match person {
            Addressee::You => "you",
            Addressee::Partner => "partner",
            Addressee::Other => "other",
        })
    }
}

/// A team as the reader of a sentence sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The reader's team.
    We,
    /// The other team, or any team if the reader doesn't play.
    Other,
}

impl From<Side> for Value<'_> {
    fn from(side: Side) -> Self {
        Value::from(match side {
            Side::We => "we",
            Side::Other => "other",
        })
    }
}
