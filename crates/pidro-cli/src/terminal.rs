//! The terminal as a full screen: taken when a table is shown, given back on every way out.

#[cfg(test)]
#[expect(dead_code, reason = "other tests need all of it")]
#[path = "../tests/program/pty.rs"]
mod pty;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::{DefaultTerminal, Frame};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

/// The signals that ask a program to end.
const SIGNALS: [i32; 3] = [SIGHUP, SIGINT, SIGTERM];

/// The longest time without a look at the signals.
const GLANCE: Duration = Duration::from_millis(50);

/// A terminal in its own mode. Dropped, it is as it was before; a panic gives it back before its message is printed.
pub(crate) struct Terminal {
    inner: DefaultTerminal,
    signal: Arc<AtomicUsize>,
}

/// What comes from outside.
pub(crate) enum Input {
    /// A key.
    Key(KeyCode),
    /// Nothing within the time, or a change of the window's size.
    Nothing,
    /// Somebody wants it to end: by a signal, or with Ctrl-C.
    Leave(Leave),
}

/// Why the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leave {
    /// The player has had enough.
    Asked,
    /// This signal.
    Signal(u8),
}

impl Leave {
    /// The exit code: as shells tell it where a signal ended the program.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Leave::Asked => 0,
            Leave::Signal(signal) => 128 + signal,
        }
    }
}

impl Terminal {
    pub(crate) fn open() -> io::Result<Terminal> {
        let signal = Arc::new(AtomicUsize::new(0));
        for number in SIGNALS {
            flag::register_usize(
                number,
                Arc::clone(&signal),
                usize::try_from(number).unwrap_or_default(),
            )?;
        }
        let inner = ratatui::try_init()?;
        Ok(Terminal { inner, signal })
    }

    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.inner.draw(draw).map(|_| ())
    }

    /// The next thing that comes, at most after this time.
    pub(crate) fn next(&mut self, most: Duration) -> io::Result<Input> {
        let end = Instant::now() + most;
        loop {
            if let Ok(signal @ 1..) = u8::try_from(self.signal.load(Ordering::Relaxed)) {
                return Ok(Input::Leave(Leave::Signal(signal)));
            }
            let left = end.saturating_duration_since(Instant::now());
            match event::poll(left.min(GLANCE)) {
                Ok(true) => return Ok(input(&event::read()?)),
                Ok(false) if left.is_zero() => return Ok(Input::Nothing),
                Ok(false) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

fn input(event: &Event) -> Input {
    match event {
        Event::Key(KeyEvent {
            code: KeyCode::Char('c'),
            modifiers,
            ..
        }) if modifiers.contains(KeyModifiers::CONTROL) => Input::Leave(Leave::Asked),
        Event::Key(key) if key.kind != KeyEventKind::Release => Input::Key(key.code),
        _ => Input::Nothing,
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A terminal that has gone away needs nothing back.
        let _ = ratatui::try_restore();
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::pty::Person;
    use super::*;

    /// Run by the test below, at a terminal.
    #[test]
    #[ignore = "it panics"]
    fn panics_with_the_screen_open() {
        let mut terminal = Terminal::open().unwrap();
        terminal
            .draw(|frame| frame.render_widget("the table", frame.area()))
            .unwrap();
        panic!("something went wrong");
    }

    #[test]
    fn a_panic_gives_the_terminal_back() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args([
            "--exact",
            "terminal::tests::panics_with_the_screen_open",
            "--ignored",
            "--nocapture",
        ]);
        let mut person = Person::starts(&command);
        person.sees("something went wrong");
        person.sees_the_end();
        assert!(!person.screen().contains("the table"), "{}", person.screen());
    }
}
