//! A Pidro server that loses nothing: one supervised task per table, an append-only store, bots and
//! people.
//!
//! Each table is a task that owns one [`TableState`](pidro_table::TableState). For each command,
//! the task decides which events it causes, stores them, and only then applies them and sends them
//! to clients. A table that panics restarts from the store with everything that it had
//! acknowledged. A table that nobody needs goes to sleep and costs nothing. [`run()`] serves the
//! tables over HTTP and WebSocket.

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
mod work;
mod ws;

pub use actor::{Done, Failure, Times, Watch, Watching};
pub use config::{Config, Limits, LogFormat, Patience};
pub use http::openapi;
pub use person::{Name, NameError, Person, Token};
pub use run::{ServeError, Server, run};
pub use store::{
    IndexUpdate, LoadedTable, NewTable, PlayedGame, SeatResult, Statistics, Store, StoreError, StoredEvent,
};
pub use tables::Tables;

/// Compiles and runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
