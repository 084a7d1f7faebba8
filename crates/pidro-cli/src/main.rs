//! The program `pidro`.

mod engine;

use std::io;

use clap::{Parser, Subcommand};

/// The card game Finnish Pidro.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Drive games from another program: one JSON object a line in, one a line out.
    #[command(
        long_about = "Drive games from another program: one JSON object a line on standard input, one \
                            answer a line on standard output. docs/protocol.md has every request."
    )]
    Engine,
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Engine => match engine::run(io::stdin().lock(), io::stdout().lock()) {
            // Whoever drives the engine may hang up at any time.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            result => Ok(result?),
        },
    }
}
