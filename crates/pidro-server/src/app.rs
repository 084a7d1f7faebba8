//! The state that all requests share.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use crate::actor::Tables;
use crate::attempts::LoginAttempts;
use crate::config::Config;
use crate::limits::Limiters;
use crate::metrics::Metrics;
use crate::people::Passwords;
use crate::table_router::TableRouter;

/// How many requests may wait for the answers of other nodes at the same time.
const MAX_FORWARDING: usize = 256;

/// The state that all requests share.
pub(crate) struct App {
    /// The tables that this node owns.
    pub(crate) tables: Tables,
    /// The tables of all nodes.
    pub(crate) table_router: TableRouter,
    pub(crate) metrics: Metrics,
    pub(crate) limiters: Limiters,
    pub(crate) config: Config,
    /// The URL for users.
    pub(crate) url: String,
    pub(crate) passwords: Passwords,
    pub(crate) login_attempts: LoginAttempts,
    /// Limits how many requests wait for the answers of other nodes, each over its own connection.
    pub(crate) forwarding: Arc<Semaphore>,
    /// The open connections.
    pub(crate) open_connections: TaskTracker,
    next_connection_id: AtomicU64,
}

impl App {
    pub(crate) fn new(tables: Tables, config: Config, url: String) -> App {
        App {
            metrics: Metrics::new(tables.store().metrics(), tables.metrics()),
            limiters: Limiters::new(&config.limits),
            passwords: Passwords::new(tables.work_queue().clone()),
            login_attempts: LoginAttempts::new(
                tables.store().clone(),
                config.limits.wrong_passwords,
                config.timeouts.login_delay,
            ),
            table_router: TableRouter::new(tables.clone()),
            tables,
            config,
            url,
            forwarding: Arc::new(Semaphore::new(MAX_FORWARDING)),
            open_connections: TaskTracker::new(),
            // The owner of a table knows the connections of all nodes by their ids, so each node
            // counts from a random number.
            next_connection_id: AtomicU64::new(RandomState::new().hash_one(0)),
        }
    }

    /// A unique id for a connection.
    pub(crate) fn new_connection_id(&self) -> u64 {
        self.next_connection_id.fetch_add(1, Ordering::Relaxed)
    }

    /// The full URL of a path.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }
}
