//! The configuration of a server.

mod source;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::FalseyValueParser;

pub use source::{ConfigError, ConfigSource};

/// The configuration of a server. By default it serves only this machine, from one SQLite file.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// The address to listen on. Use 0.0.0.0 to accept other machines
    #[arg(long, env = "PIDRO_ADDRESS", default_value = "127.0.0.1:7437")]
    pub address: SocketAddr,
    /// A TOML file with any of these options. The command line and the environment take precedence
    #[arg(long, value_name = "FILE", env = "PIDRO_CONFIG")]
    pub config: Option<PathBuf>,
    /// Where to store tables: a file, or `postgres://user@host/database`. Don't put a password
    /// here: use `PIDRO_STORE` or --store-file
    #[arg(long, value_name = "FILE|URL")]
    pub store: Option<String>,
    /// A file that contains the value for --store
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    pub store_file: Option<PathBuf>,
    /// The store, if the configuration file names it. It may contain a password, because the file can
    /// be kept private.
    #[arg(skip)]
    pub(crate) store_in_file: Option<String>,
    /// How many connections to PostgreSQL this server opens at most
    #[arg(long, value_name = "N", env = "PIDRO_DATABASE_CONNECTIONS", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(4..))]
    pub database_connections: u32,
    /// Where the other servers of the same PostgreSQL database reach this one, if not at its own
    /// address
    #[arg(long, value_name = "HOST:PORT", env = "PIDRO_NODE_ADDRESS")]
    pub node_address: Option<String>,
    /// URL under which users reach the server. Used in links; browsers may connect only from pages
    /// at this URL
    #[arg(long, value_name = "URL", env = "PIDRO_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// The server is behind a proxy: take client addresses from the last address in
    /// X-Forwarded-For
    #[arg(long, env = "PIDRO_BEHIND_PROXY", value_parser = FalseyValueParser::new())]
    pub behind_proxy: bool,
    /// Serve /metrics to everybody instead of only to this machine
    #[arg(long, env = "PIDRO_PUBLIC_METRICS", value_parser = FalseyValueParser::new())]
    pub public_metrics: bool,
    /// Remove guests, sessions and tables that nobody has used for this many days. A finished game
    /// stays as long as one of its players does. 0 keeps everything
    #[arg(long, value_name = "DAYS", env = "PIDRO_KEEP", default_value_t = 180)]
    pub keep: u32,
    /// Serve the page for operators at /admin, for accounts that `pidro admin grant` has named
    #[arg(long, env = "PIDRO_ADMIN_PAGE", value_parser = FalseyValueParser::new())]
    pub admin_page: bool,
    /// Who runs this server: a name for the privacy note
    #[arg(long, value_name = "NAME", env = "PIDRO_OPERATOR")]
    pub operator: Option<String>,
    /// How people reach the operator: an address for the privacy note
    #[arg(long, value_name = "TEXT", env = "PIDRO_CONTACT")]
    pub contact: Option<String>,
    /// The log format
    #[arg(long, value_enum, default_value_t = LogFormat::Text, env = "PIDRO_LOG_FORMAT")]
    pub log_format: LogFormat,
    /// Rate limits and connection limits.
    #[command(flatten)]
    pub limits: Limits,
    /// Delays and time limits of the tables.
    #[arg(skip)]
    pub timings: Timings,
    /// How long the server waits for clients.
    #[arg(skip)]
    pub timeouts: Timeouts,
}

/// Delays and time limits of the tables. Tests use shorter ones.
#[derive(Clone, Copy, Debug)]
pub struct Timings {
    /// How long a table without watchers and requests stays awake.
    pub sleep_after: Duration,
    /// How long a player may be disconnected before a bot stands in.
    pub stand_in_after: Duration,
    /// The delay for spectators who see all cards.
    pub spectator_delay: Duration,
    /// The length of a second of decision time.
    pub second: Duration,
    /// How long the table waits for the promised words before it calls off the start.
    pub reveal_timeout: Duration,
    /// How long a table waits after the store has failed before its bots try again.
    pub store_retry: Duration,
    /// How long a bot takes for a decision when only bots play, so that spectators can follow.
    pub bots_only_pace: Duration,
    /// Bots reply at fixed intervals in games with people. Their real thinking time would reveal
    /// something about their cards.
    pub bot_reply_interval: Duration,
}

impl Default for Timings {
    fn default() -> Timings {
        Timings {
            sleep_after: Duration::from_mins(2),
            stand_in_after: Duration::from_secs(45),
            spectator_delay: Duration::from_mins(3),
            second: Duration::from_secs(1),
            reveal_timeout: Duration::from_secs(10),
            store_retry: Duration::from_secs(1),
            bots_only_pace: Duration::from_secs(1),
            bot_reply_interval: Duration::from_millis(100),
        }
    }
}

/// How long the server waits for clients, and how long they wait to log in. Tests use shorter
/// times.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For a complete request, head and body.
    pub request: Duration,
    /// For a client that reads nothing of its response. A slow client that keeps reading may take
    /// as long as it needs.
    pub response: Duration,
    /// The same during a shutdown.
    pub shutdown: Duration,
    /// The first delay of login attempts, after some wrong passwords.
    pub login_delay: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            request: Duration::from_secs(15),
            response: Duration::from_mins(1),
            shutdown: Duration::from_secs(2),
            login_delay: Duration::from_secs(1),
        }
    }
}

/// The log format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum LogFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per line.
    Json,
}

/// Rate limits and connection limits. Requests beyond a limit get an error and can be retried
/// later.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Requests per minute from one address
    #[arg(
        long,
        value_name = "N",
        env = "PIDRO_REQUESTS_PER_MINUTE",
        default_value_t = 600
    )]
    pub requests_per_minute: u32,
    /// New guests per hour from one address
    #[arg(long, value_name = "N", env = "PIDRO_GUESTS_PER_HOUR", default_value_t = 120)]
    pub guests_per_hour: u32,
    /// New accounts per hour from one address
    #[arg(long, value_name = "N", env = "PIDRO_ACCOUNTS_PER_HOUR", default_value_t = 60)]
    pub accounts_per_hour: u32,
    /// Logins per hour from one address, including those with a wrong password
    #[arg(long, value_name = "N", env = "PIDRO_LOGINS_PER_HOUR", default_value_t = 120)]
    pub logins_per_hour: u32,
    /// Wrong passwords for one account before further attempts are delayed
    #[arg(long, value_name = "N", env = "PIDRO_WRONG_PASSWORDS", default_value_t = 5)]
    pub wrong_passwords: u32,
    /// New tables per hour by one person
    #[arg(long, value_name = "N", env = "PIDRO_TABLES_PER_HOUR", default_value_t = 30)]
    pub tables_per_hour: u32,
    /// WebSocket connections from one address
    #[arg(
        long,
        value_name = "N",
        env = "PIDRO_CONNECTIONS_PER_ADDRESS",
        default_value_t = 64
    )]
    pub connections_per_address: u32,
    /// WebSocket connections of one person
    #[arg(
        long,
        value_name = "N",
        env = "PIDRO_CONNECTIONS_PER_PERSON",
        default_value_t = 8
    )]
    pub connections_per_person: u32,
    /// Messages per second on one connection
    #[arg(
        long,
        value_name = "N",
        env = "PIDRO_MESSAGES_PER_SECOND",
        default_value_t = 10
    )]
    pub messages_per_second: u32,
}

impl Config {
    /// The default configuration with this store, on a port chosen by the system, for tests and
    /// examples.
    #[must_use]
    pub fn with_store(store: &str) -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            config: None,
            store: Some(store.to_owned()),
            store_file: None,
            store_in_file: None,
            database_connections: 10,
            node_address: None,
            public_url: None,
            behind_proxy: false,
            public_metrics: false,
            keep: 180,
            admin_page: false,
            operator: None,
            contact: None,
            log_format: LogFormat::Text,
            limits: Limits::NONE,
            timings: Timings::default(),
            timeouts: Timeouts::default(),
        }
    }

    /// This configuration with those options of a new one that take effect without a restart.
    pub(crate) fn reloaded(&self, new: &Config) -> Config {
        Config {
            behind_proxy: new.behind_proxy,
            public_metrics: new.public_metrics,
            keep: new.keep,
            admin_page: new.admin_page,
            operator: new.operator.clone(),
            contact: new.contact.clone(),
            limits: new.limits,
            ..self.clone()
        }
    }

    /// The options that differ from these and take effect only after a restart.
    pub(crate) fn needing_restart(&self, new: &Config) -> Vec<&'static str> {
        let options = [
            ("address", self.address != new.address),
            (
                "store",
                self.store != new.store || self.store_in_file != new.store_in_file,
            ),
            ("store-file", self.store_file != new.store_file),
            (
                "database-connections",
                self.database_connections != new.database_connections,
            ),
            ("node-address", self.node_address != new.node_address),
            ("public-url", self.public_url != new.public_url),
            ("log-format", self.log_format != new.log_format),
        ];
        let differing = options.into_iter().filter(|(_, differs)| *differs);
        differing.map(|(option, _)| option).collect()
    }
}

impl Limits {
    /// Practically no limits.
    pub const NONE: Limits = Limits {
        requests_per_minute: 100_000_000,
        guests_per_hour: 100_000_000,
        accounts_per_hour: 100_000_000,
        logins_per_hour: 100_000_000,
        wrong_passwords: 100_000_000,
        tables_per_hour: 100_000_000,
        connections_per_address: u32::MAX,
        connections_per_person: u32::MAX,
        messages_per_second: 100_000_000,
    };
}
