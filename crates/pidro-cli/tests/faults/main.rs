//! Real faults under load: full and read-only disks, locks, kills at every step of an append, too few
//! files, and a PostgreSQL server that stops, crashes, stalls, throws its clients out or falls silent.
//!
//! Each test starts `pidro serve`, lets people play and make tables without a pause, causes the
//! fault, and then looks at the database through a connection of its own: everything that was
//! acknowledged is there once, what was said not to be stored is not there, and nothing else is.
//!
//! `PIDRO_FAULTS_PROGRAM` names another program to put to the test, such as an older release.

#![cfg(all(target_os = "linux", feature = "serve"))]
#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod audit;
mod disk;
mod kills;
mod load;
mod postgres;
mod proxy;
mod server;
mod sqlite;
mod store;

use std::time::Duration;

/// How long a test waits for something before it gives up.
const LONG: Duration = Duration::from_secs(100);
/// How soon a server must go on once the fault is over.
const SOON: Duration = Duration::from_secs(5);
