//! The program `pidro`.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use pidro_cli::Arguments;

fn main() -> ExitCode {
    Arguments::parse().run().unwrap_or_else(|error| {
        // Nobody may be there to read it: a terminal can be gone.
        let _ = writeln!(io::stderr(), "pidro: {error:#}");
        ExitCode::FAILURE
    })
}
