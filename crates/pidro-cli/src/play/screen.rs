//! The game on a full screen.

mod app;
mod choice;
mod draw;
mod keys;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::process::ExitCode;

use app::App;

use super::sitting::Sitting;
use crate::lang::Look;
use crate::look::Speed;
use crate::terminal;

/// Plays until somebody leaves. What is on the screen then is gone; where the game is, is told below it.
pub(super) fn run(sitting: Sitting, look: Look, speed: Speed) -> anyhow::Result<ExitCode> {
    let mut app = App::new(sitting, look, speed.pause());
    let left = terminal::show(&mut app);
    // Nobody may be there to read it.
    let _ = writeln!(
        io::stdout(),
        "{}",
        super::left(&app.sitting, look, app.not_saved())
    );
    Ok(ExitCode::from(left?.code()))
}
