//! The `pidro` program.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use pidro_cli::Arguments;

fn main() -> ExitCode {
    Arguments::parse().run().unwrap_or_else(|error| {
        // Ignore a failed write: the terminal may be gone.
        let _ = writeln!(io::stderr(), "pidro: {error:#}");
        ExitCode::FAILURE
    })
}
