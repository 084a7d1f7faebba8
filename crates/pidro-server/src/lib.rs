//! A Pidro server that loses nothing: one supervised task per table, an append-only store, bots and
//! people.
//!
//! Each table is a task that owns one [`TableState`](pidro_table::TableState). For each command,
//! the task decides which events it causes, stores them, and only then applies them and sends them
//! to clients. A table that panics restarts from the store with everything that it had
//! acknowledged. A table that nobody needs goes to sleep and costs nothing. [`run()`] serves the
//! tables over HTTP and WebSocket.

mod actor;
mod admin;
mod app;
mod attempts;
mod cluster;
mod config;
mod http;
mod limits;
mod metrics;
mod notices;
mod people;
mod request;
mod run;
mod store;
mod table_router;
#[cfg(test)]
mod testing;
mod work;
mod ws;

pub use actor::{Tables, WatchStream};
pub use admin::{Admin, AdminError, CheckResult, DamagedTable, restore_backup};
pub use config::{Config, ConfigError, ConfigSource, Limits, LogFormat, Timeouts, Timings};
pub use request::{CommandReceipt, TableError, WatchRequest};
pub use run::{ServeError, Server, run, store_location};
pub use store::{BackupError, LoadedTable, NewTable, Node, NodeId, Store, StoreError, StoredEvent};

/// Compiles and runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
