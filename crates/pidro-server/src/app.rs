//! The state that all requests share.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use crate::actor::Tables;
use crate::attempts::LoginAttempts;
use crate::config::Config;
use crate::limits::Limiters;
use crate::metrics::Metrics;
use crate::notices::Notices;
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
    config: RwLock<Arc<Config>>,
    /// The URL for users.
    pub(crate) url: String,
    pub(crate) passwords: Passwords,
    pub(crate) login_attempts: LoginAttempts,
    /// What operators have done.
    pub(crate) notices: Notices,
    /// Limits how many requests wait for the answers of other nodes, each over its own connection.
    pub(crate) forwarding: Arc<Semaphore>,
    /// The open connections.
    pub(crate) open_connections: TaskTracker,
    next_connection_id: AtomicU64,
}

impl App {
    pub(crate) fn new(tables: Tables, notices: Notices, config: Config, url: String) -> App {
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
            notices,
            config: RwLock::new(Arc::new(config)),
            url,
            forwarding: Arc::new(Semaphore::new(MAX_FORWARDING)),
            open_connections: TaskTracker::new(),
            // The owner of a table knows the connections of all nodes by their ids, so each node
            // counts from a random number.
            next_connection_id: AtomicU64::new(RandomState::new().hash_one(0)),
        }
    }

    /// The current configuration.
    pub(crate) fn config(&self) -> Arc<Config> {
        Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Applies a new configuration. Returns the options that take effect only after a restart.
    pub(crate) fn reconfigure(&self, new: &Config) -> Vec<&'static str> {
        let old = self.config();
        let kept = old.needing_restart(new);
        self.limiters.update(&new.limits);
        self.login_attempts.set_free(new.limits.wrong_passwords);
        let reloaded = Arc::new(old.reloaded(new));
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = reloaded;
        kept
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
