//! Load tests for the server, on loopback: `cargo run --release -p pidro-server --example load --
//! pace`.
//!
//! The server runs in its own process, with an SQLite file and durable writes. The load generator
//! runs on the same machine. `docs/server.md` has the figures.

mod experts;
mod hostile;
mod measurements;
mod memory;
mod player;
mod run;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};
use pidro_server::{Config, Limits, Server};

use player::Behaviour;
use run::LoadTest;

/// Load tests for the server.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    scenario: Scenario,
}

#[derive(Subcommand)]
enum Scenario {
    /// Tables with four clients that think like people: the time from a command until all four
    /// know.
    Pace {
        #[arg(long, default_value_t = 1000)]
        tables: usize,
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        #[command(flatten)]
        nodes: Nodes,
    },
    /// Tables with four clients that don't think: the decisions stored per second.
    Rate {
        #[arg(long, default_value_t = 500)]
        tables: usize,
        #[arg(long, default_value_t = 20)]
        seconds: u64,
        #[command(flatten)]
        nodes: Nodes,
    },
    /// Clients that disconnect, reconnect, send garbage and send duplicates: what is lost, and
    /// whether memory grows.
    Soak {
        #[arg(long, default_value_t = 200)]
        tables: usize,
        #[arg(long, default_value_t = 600)]
        seconds: u64,
        #[command(flatten)]
        nodes: Nodes,
    },
    /// The memory that tables need, awake at the end of a game and asleep.
    Memory {
        #[arg(long, default_value_t = 2000)]
        awake: usize,
        #[arg(long, default_value_t = 10_000)]
        asleep: usize,
    },
    /// Misbehaving clients: what they cost a server with default limits.
    Hostile {
        /// Another `pidro` binary to test instead of this program.
        #[arg(long)]
        server: Option<PathBuf>,
    },
    /// Tables where four experts play: their decisions per second.
    Experts {
        #[arg(long, default_value_t = 150)]
        tables: usize,
        #[arg(long, default_value_t = 30)]
        seconds: u64,
    },
    /// The server, in its own process.
    #[command(hide = true)]
    Serve {
        #[command(flatten)]
        config: Box<Config>,
        /// Without limits.
        #[arg(long)]
        unlimited: bool,
    },
}

/// The servers under load.
#[derive(clap::Args)]
struct Nodes {
    /// Where the servers store tables; a new SQLite file by default
    #[arg(long, value_name = "URL")]
    store: Option<String>,
    /// How many servers share the store. The four clients of a table connect to different ones
    #[arg(long, default_value_t = 1, requires_if("2", "store"))]
    nodes: usize,
}

/// Any error.
type BoxError = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    match Arguments::parse().scenario {
        Scenario::Pace {
            tables,
            seconds,
            nodes,
        } => play(tables, Behaviour::HUMAN, seconds, nodes).await,
        Scenario::Rate {
            tables,
            seconds,
            nodes,
        } => play(tables, Behaviour::FAST, seconds, nodes).await,
        Scenario::Soak {
            tables,
            seconds,
            nodes,
        } => play(tables, Behaviour::MISBEHAVING, seconds, nodes).await,
        Scenario::Memory { awake, asleep } => memory::measure(awake, asleep).await,
        Scenario::Experts { tables, seconds } => experts::measure(tables, seconds).await,
        Scenario::Hostile { server } => hostile::measure(server.as_deref()).await,
        Scenario::Serve {
            mut config,
            unlimited,
        } => {
            if unlimited {
                config.limits = Limits::NONE;
            }
            let server = Server::start(*config, "").await?;
            let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
            terminate.recv().await;
            server.stop().await;
            Ok(())
        }
    }
}

async fn play(tables: usize, behaviour: Behaviour, seconds: u64, nodes: Nodes) -> Result<(), BoxError> {
    let test = LoadTest::new(tables, behaviour, nodes).await?;
    test.run(Duration::from_secs(seconds)).await
}
