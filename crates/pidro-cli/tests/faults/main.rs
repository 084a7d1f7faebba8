//! Real faults under load: full and read-only disks, locks, kills at every step of an append, too
//! few file descriptors, a PostgreSQL server that can't prove who it is, stops, crashes, stalls, disconnects its clients
//! or falls silent, and nodes of a cluster that die, hang, or can't reach each other.
//!
//! Each test starts `pidro serve`, lets clients play and create tables without a pause, causes the
//! fault, and then inspects the database through its own connection. Everything that the server
//! acknowledged must be there exactly once, nothing that it reported as not stored may be there,
//! and nothing else may be there either.
//!
//! `PIDRO_FAULTS_PROGRAM` names another program to test, such as an older release.

#![cfg(all(target_os = "linux", feature = "serve"))]
#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod audit;
mod disk;
mod kills;
mod load;
mod nodes;
mod postgres;
mod proxy;
mod server;
mod sqlite;
mod store;
mod tls;

use std::time::Duration;

/// How long a test waits for something before it gives up.
const LONG: Duration = Duration::from_secs(100);
/// How soon a server must recover once the fault is over.
const SOON: Duration = Duration::from_secs(5);
