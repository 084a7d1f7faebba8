//! `pidro serve`: runs the server, with its database in the user's data folder.

use std::io::{self, Write};

use anyhow::Context;
use pidro_server::{ConfigSource, Server};

use crate::folders;

/// Serves until a signal ends the process. The configuration is parsed from the arguments again,
/// together with its file, which may change while the server runs.
pub(crate) fn run() -> anyhow::Result<()> {
    let arguments = std::env::args_os()
        .skip_while(|argument| argument != "serve")
        .skip(1);
    let source = ConfigSource::new(arguments.collect());
    let folder = folders::data();
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let file = folder.join("server.sqlite");
    pidro_server::run(&source, &file.to_string_lossy(), print_address)?;
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
