//! Tables of Finnish Pidro that lose nothing: one supervised task a game, an append-only store, bots and people.
//!
//! A table is one task that owns one [`TableState`]. A command comes in, what it would cause is decided, the entries are stored, and only then
//! are they taken into account and told. A table that panics comes back from the store with everything that it had acknowledged; one
//! that nobody needs goes to sleep and costs nothing. [`run()`] puts the doors before them: HTTP and WebSocket.

mod actor;
mod attempts;
mod config;
mod http;
mod learn;
mod limits;
mod lobby;
mod metrics;
mod person;
mod run;
mod store;
mod stream;
mod tables;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod wire;
mod work;
mod ws;

pub use actor::{Done, Failure, Times, Watch, Watching};
pub use config::{Config, Limits, LogFormat};
pub use http::openapi;
pub use person::{Name, NameError, Person, Token};
pub use run::{ServeError, Server, run};
pub use store::{
    IndexUpdate, LoadedTable, NewTable, PlayedGame, SeatResult, Statistics, Store, StoreError, StoredEvent,
};
pub use tables::Tables;

/// The example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
