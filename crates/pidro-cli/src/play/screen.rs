//! The full-screen game.

mod app;
mod choice;
mod draw;
mod keys;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::process::ExitCode;

use app::App;

use super::sitting::LocalGame;
use crate::lang::Look;
use crate::look::Speed;
use crate::terminal;

/// Plays until the player leaves. Leaving clears the screen, so this then prints where the game is
/// saved.
pub(super) fn run(sitting: LocalGame, look: Look, speed: Speed) -> anyhow::Result<ExitCode> {
    let mut app = App::new(sitting, look, speed.pause());
    let left = terminal::show(&mut app);
    // Ignore a failed write: the terminal may be gone.
    let _ = writeln!(
        io::stdout(),
        "{}",
        super::left(&app.sitting, look, app.not_saved())
    );
    Ok(ExitCode::from(left?.code()))
}
