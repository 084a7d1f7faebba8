//! `pidro serve`: runs the server, with its database in the user's data folder.

use std::io::{self, Write};

use anyhow::Context;
use pidro_server::{Config, Server};

use crate::folders;

/// Serves until a signal ends the process.
pub(crate) fn run(config: Config) -> anyhow::Result<()> {
    let folder = folders::data();
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let file = folder.join("server.sqlite");
    pidro_server::run(config, &file.to_string_lossy(), print_address)?;
    Ok(())
}

fn print_address(server: &Server) {
    let text = format!(
        "Play Pidro at {}\nTables are stored in {}\nCtrl-C stops the server; games resume after a restart.\n",
        server.url(),
        server.store_location(),
    );
    // Ignore a failed write: the terminal may be gone.
    let _ = io::stdout().write_all(text.as_bytes());
}
