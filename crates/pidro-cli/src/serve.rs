//! `pidro serve`: the server, with its file where the system wants it.

use anyhow::Context;
use pidro_server::{Config, Server};

use crate::folders;

/// Serves until the process is told to end.
pub(crate) fn run(config: Config) -> anyhow::Result<()> {
    let folder = folders::data();
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let file = folder.join("server.sqlite");
    pidro_server::run(config, &file.to_string_lossy(), tell)?;
    Ok(())
}

fn tell(server: &Server) {
    println!("Pidro is played at {}", server.url());
    println!("Tables are kept in {}", server.place());
    println!("Ctrl-C ends the server; the games go on when it is started again.");
}
