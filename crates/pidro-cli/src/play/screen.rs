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

use super::local_game::LocalGame;
use crate::display::Speed;
use crate::lang::TextStyle;
use crate::terminal;

/// Plays until the player quits. Then clears the screen and prints where the game is saved.
pub(super) fn run(local_game: LocalGame, style: TextStyle, speed: Speed) -> anyhow::Result<ExitCode> {
    let mut app = App::new(local_game, style, speed.pause());
    let exit = terminal::show(&mut app);
    // Ignore a failed write: the terminal may be gone.
    let _ = writeln!(
        io::stdout(),
        "{}",
        super::exit_message(&app.local_game, style, app.not_saved())
    );
    Ok(ExitCode::from(exit?.code()))
}
