//! The messages between nodes, as JSON in the text frames of a WebSocket.

use pidro_protocol::http::LobbyTable;
use pidro_protocol::ws::ServerMessage;
use pidro_protocol::{ChatMessage, PersonId, TableId};
use pidro_table::Command;
use serde::{Deserialize, Serialize};

use crate::request::{CommandReceipt, TableError, WatchRequest};
use crate::store::StoreError;

/// From the node that asks to the node that owns the table.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToOwner {
    /// A request. The answer repeats the id.
    Request { id: u64, request: PeerRequest },
    /// Ends the stream of the watch request with this id.
    StopWatching { id: u64 },
}

/// A request of another node, on behalf of a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PeerRequest {
    /// A person's command, with the id that the client chose.
    Command {
        table: TableId,
        person: PersonId,
        id: String,
        command: Command,
    },
    /// Subscribe to a table.
    Watch { table: TableId, watch: WatchRequest },
    /// Send a chat message to everybody at the table.
    Say {
        table: TableId,
        person: PersonId,
        message: ChatMessage,
    },
    /// The newest tables of this node in the lobby.
    Lobby { limit: usize },
}

/// From the owner of a table to the node that asked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FromOwner {
    Answer {
        id: u64,
        answer: Result<PeerAnswer, PeerError>,
    },
    /// The next message of a stream.
    Message { id: u64, message: Box<ServerMessage> },
    /// The end of a stream.
    StreamEnded { id: u64 },
}

/// What an owner answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PeerAnswer {
    Executed(CommandReceipt),
    /// The stream has begun.
    Watching,
    Said,
    Lobby(Vec<LobbyTable>),
}

/// Why an owner can't do what another node asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PeerError {
    Refused {
        code: String,
        message: String,
    },
    NoTable(TableId),
    NotStored,
    OutcomeUnknown,
    Unavailable,
    Broken,
    /// Ask again: the table belongs to another node by now, or will soon.
    NotOwner,
}

impl From<TableError> for PeerError {
    fn from(error: TableError) -> PeerError {
        match error {
            TableError::Refused(refusal) => PeerError::Refused {
                code: refusal.code().to_owned(),
                message: refusal.to_string(),
            },
            TableError::RefusedByOwner { code, message } => PeerError::Refused { code, message },
            TableError::Store(StoreError::NoTable(table)) => PeerError::NoTable(table),
            TableError::Store(StoreError::OutcomeUnknown) => PeerError::OutcomeUnknown,
            TableError::Store(StoreError::Unreadable) | TableError::Unreachable => PeerError::Unavailable,
            TableError::Store(error) => {
                tracing::error!(%error, "the store failed");
                PeerError::NotStored
            }
            TableError::Broken => PeerError::Broken,
            TableError::OwnedBy(_) | TableError::Moving | TableError::ShuttingDown => PeerError::NotOwner,
        }
    }
}

impl From<PeerError> for TableError {
    fn from(error: PeerError) -> TableError {
        match error {
            PeerError::Refused { code, message } => TableError::RefusedByOwner { code, message },
            PeerError::NoTable(table) => StoreError::NoTable(table).into(),
            PeerError::NotStored => StoreError::NotStored.into(),
            PeerError::OutcomeUnknown => StoreError::OutcomeUnknown.into(),
            PeerError::Unavailable => StoreError::Unreadable.into(),
            PeerError::Broken => TableError::Broken,
            PeerError::NotOwner => TableError::Moving,
        }
    }
}
