//! The program `pidro`.

use std::process::ExitCode;

use clap::Parser;
use pidro_cli::Arguments;

fn main() -> ExitCode {
    Arguments::parse().run().unwrap_or_else(|error| {
        eprintln!("pidro: {error:#}");
        ExitCode::FAILURE
    })
}
