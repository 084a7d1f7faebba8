//! What callers ask of a table, and what they get back.

use pidro_protocol::PersonId;
use pidro_table::Refusal;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::store::{Node, StoreError};

/// A request to watch a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WatchRequest {
    /// The connection. A new watch replaces the connection's previous one.
    pub connection: u64,
    /// The person who watches, if known.
    pub person: Option<PersonId>,
    /// Whether every event comes with a view of the game after it.
    pub views: bool,
    /// The number of the last event the client has seen. The stream continues from there if the
    /// later events are still in memory; otherwise it begins with a snapshot.
    #[serde(rename = "from")]
    pub last_seen: Option<usize>,
}

/// The acknowledgement of a command that has taken effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CommandReceipt {
    /// The index of the command's first event.
    pub first_index: usize,
    /// Whether the command had already taken effect earlier.
    pub repeated: bool,
}

/// Why a request to a table failed.
#[derive(Debug, Error)]
pub enum TableError {
    /// The table refuses the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The table refuses the command, and another node owns the table.
    #[error("{message}")]
    RefusedByOwner {
        /// The code of the refusal.
        code: String,
        /// Its sentence.
        message: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The table panicked too often.
    #[error("the table has crashed: try again later")]
    Broken,
    /// This node has lost contact with the database, or can't reach the owner of the table.
    #[error("the server can't reach the database, or the server that runs this table: try again")]
    Unreachable,
    /// The server is shutting down.
    #[error("the server is shutting down")]
    ShuttingDown,
    /// Another node owns the table. Clients see this only if it can't be reached, and don't learn
    /// its address.
    #[error("the table is moving to another server: try again")]
    OwnedBy(Node),
    /// The node that we asked doesn't own the table any more.
    #[error("the table is moving to another server: try again")]
    Moving,
}
