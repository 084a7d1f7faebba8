//! The program `pidro`.

mod engine;
mod verify;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

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
    /// Check that every deck of a finished game is the one that was promised before it.
    #[command(
        long_about = "Check that every deck of a finished game is the one that was promised before it. The \
                            exit code is 0 only if all records are proven fair. docs/fair-deal.md explains the proof."
    )]
    Verify {
        /// Records of games.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    run(Arguments::parse().command).unwrap_or_else(|error| {
        eprintln!("pidro: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Engine => match engine::run(io::stdin().lock(), io::stdout().lock()) {
            // Whoever drives the engine may hang up at any time.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(ExitCode::SUCCESS),
        },
        Command::Verify { files } => {
            let fair = verify::run(&files, io::stdout().lock())?;
            Ok(ExitCode::from(u8::from(!fair)))
        }
    }
}
