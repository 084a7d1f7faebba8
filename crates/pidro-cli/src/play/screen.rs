//! The game on a full screen.

mod app;
mod choice;
mod draw;
#[cfg(test)]
mod tests;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use app::App;

use super::Speed;
use super::sitting::{Setup, Sitting};
use crate::lang::{Look, text};
use crate::terminal::{Input, Leave, Terminal};

/// The longest time until the screen is drawn again.
const FRAME: Duration = Duration::from_millis(100);

/// Plays until somebody leaves. What is on the screen then is gone; where the game is, is told below it.
pub(super) fn run(sitting: Sitting, setup: Setup, look: Look, speed: Speed) -> anyhow::Result<ExitCode> {
    let mut app = App::new(sitting, setup, look, speed.pause());
    let left = play(&mut app);
    let lang = look.lang;
    if let Some(error) = app.not_saved() {
        println!("{}", lang.say(text::NOT_SAVED, &[("reason", &error)]));
    } else if app.is_over() {
        println!("{}", lang.say(text::RECORD_AT, &[("file", &app.file())]));
    } else {
        println!("{}", lang.word(text::LEFT));
    }
    Ok(ExitCode::from(left?.code()))
}

/// The screen is given back when this returns, or panics.
fn play(app: &mut App) -> anyhow::Result<Leave> {
    let mut terminal = Terminal::open()?;
    loop {
        let now = Instant::now();
        app.tick(now)?;
        terminal.draw(|frame| app.draw(frame))?;
        let left = app.wakes_in(now).unwrap_or(FRAME).min(FRAME);
        match terminal.next(left)? {
            Input::Key(key) => app.key(key)?,
            Input::Nothing => {}
            Input::Leave(leave) => return Ok(leave),
        }
        if app.left {
            return Ok(Leave::Asked);
        }
    }
}
