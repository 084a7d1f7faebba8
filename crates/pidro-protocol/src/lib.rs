//! Every message and error of Pidro's three interfaces, defined once: the [engine protocol](engine)
//! that `pidro engine` speaks over standard input and output, the [HTTP](http) interface of a
//! server, and its [WebSocket](ws).
//!
//! Each type implements `Serialize`, `Deserialize` and `JsonSchema`. The page's TypeScript types
//! and the server's OpenAPI description are generated from these definitions, so that they can't
//! disagree.
//!
//! This crate has no behaviour: programs on both sides of a connection can use it.

pub mod admin;
mod chat;
pub mod engine;
mod error;
pub mod http;
mod id;
mod name;
#[cfg(feature = "utoipa")]
mod openapi;
pub mod schema;
mod table;
pub mod ws;

pub use chat::{ChatMessage, Phrase, Reaction};
pub use error::{ErrorBody, ErrorText};
pub use id::{PersonId, TableId};
pub use name::{Name, NameError};
pub use table::{DecisionTime, NumberedEvent, Presence, RulesInfo, SeatStatus, ServerBot, Spectators};

/// Compiles and runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
