//! How a server is set up.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::FalseyValueParser;

use crate::actor::Times;

/// How a server is set up. Without anything it serves this machine, from one SQLite file.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Where to listen. 0.0.0.0 lets other machines in
    #[arg(long, env = "PIDRO_ADDRESS", default_value = "127.0.0.1:7437")]
    pub address: SocketAddr,
    /// Where tables are kept: a file, or `postgres://user@host/database`. A password is not given here but in `PIDRO_STORE` or a file
    #[arg(long, value_name = "FILE|URL")]
    pub store: Option<String>,
    /// A file in which the value for --store is
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    pub store_file: Option<PathBuf>,
    /// The address that people use, if a proxy stands in front: it is printed, and pages from there may connect
    #[arg(long, value_name = "URL", env = "PIDRO_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// A proxy stands in front: take the address of clients from the last X-Forwarded-For
    #[arg(long, env = "PIDRO_BEHIND_PROXY", value_parser = FalseyValueParser::new())]
    pub behind_proxy: bool,
    /// Show /metrics to everybody and not to this machine alone
    #[arg(long, env = "PIDRO_PUBLIC_METRICS", value_parser = FalseyValueParser::new())]
    pub public_metrics: bool,
    /// How logs are written
    #[arg(long, value_enum, default_value_t = LogFormat::Text, env = "PIDRO_LOG_FORMAT")]
    pub log_format: LogFormat,
    /// What may be done how often.
    #[command(flatten)]
    pub limits: Limits,
    /// How long things take.
    #[arg(skip)]
    pub times: Times,
    /// How long the server waits for clients.
    #[arg(skip)]
    pub(crate) patience: Patience,
}

/// How long the server waits for clients. Only tests have less of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// For a whole request, head and body.
    pub(crate) request: Duration,
    /// For a client that takes nothing of its answer. One that is slow but takes some of it has as long as it needs.
    pub(crate) answer: Duration,
    /// The same while the server ends.
    pub(crate) goodbye: Duration,
    /// The first delay of an attempt to log in, after some wrong passwords.
    pub(crate) login: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            request: Duration::from_secs(15),
            answer: Duration::from_mins(1),
            goodbye: Duration::from_secs(2),
            login: Duration::from_secs(1),
        }
    }
}

/// How logs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// What may be done how often. Who does more is told to wait.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Requests a minute from one address
    #[arg(long, value_name = "N", default_value_t = 600)]
    pub requests_per_minute: u32,
    /// New guests an hour from one address
    #[arg(long, value_name = "N", default_value_t = 120)]
    pub guests_per_hour: u32,
    /// New accounts an hour from one address
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub accounts_per_hour: u32,
    /// Logins an hour from one address, those with a wrong password among them
    #[arg(long, value_name = "N", default_value_t = 120)]
    pub logins_per_hour: u32,
    /// Wrong passwords for one account before further attempts are delayed
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub wrong_passwords: u32,
    /// New tables an hour by one person
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub tables_per_hour: u32,
    /// Connections from one address
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub connections_per_address: u32,
    /// Connections of one person
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub connections_per_person: u32,
    /// Messages a second on one connection
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub messages_per_second: u32,
}

impl Config {
    /// The default settings with this store, at a port of the system's choice: for tests and examples.
    #[must_use]
    pub fn with_store(store: &str) -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            store: Some(store.to_owned()),
            store_file: None,
            public_url: None,
            behind_proxy: false,
            public_metrics: false,
            log_format: LogFormat::Text,
            limits: Limits::NONE,
            times: Times::default(),
            patience: Patience::default(),
        }
    }
}

impl Limits {
    /// As good as none.
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
