//! What happens at a table, as it is kept in the store.

use pidro::{Action, Seat};
use pidro_bots::Level;
use serde::{Deserialize, Serialize};

use crate::person::PersonId;

/// A fact of a table. Its entries in their order are the table: [`Room::evolve`](crate::Room::evolve) over them gives it again.
///
/// What has been released keeps its form and its meaning, so that next year's program reads this year's tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entry {
    /// A person took a seat.
    Sat {
        /// The seat.
        seat: Seat,
        /// Who it is.
        person: PersonId,
        /// What the person is called at this table.
        name: String,
    },
    /// A bot was put on a seat.
    BotSat {
        /// The seat.
        seat: Seat,
        /// How strong it is.
        level: Level,
    },
    /// A seat became free.
    Stood {
        /// The seat.
        seat: Seat,
    },
    /// The game began.
    Started,
    /// A seat decided.
    Acted {
        /// The seat.
        seat: Seat,
        /// What it did, in the words of the protocol.
        action: Action,
    },
    /// A seat asked to take the last decision back.
    UndoAsked {
        /// The seat.
        seat: Seat,
    },
    /// A seat agreed to that.
    UndoAgreed {
        /// The seat.
        seat: Seat,
    },
    /// A seat did not.
    UndoRefused {
        /// The seat.
        seat: Seat,
    },
    /// All had agreed: the last decision was taken back, with all that it caused.
    Undone,
}
