//! The terminal as a full screen: taken when something is shown, given back on every way out.

#[cfg(test)]
#[expect(dead_code, reason = "other tests need all of it")]
#[path = "../tests/program/pty.rs"]
mod pty;

use std::io;
use std::mem::ManuallyDrop;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::{DefaultTerminal, Frame};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// The signals that ask a program to end.
const SIGNALS: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
/// The longest time without a look at the signals, and the longest until the screen is drawn again.
const FRAME: Duration = Duration::from_millis(100);
/// How long a program that was asked to end may take.
const GRACE: Duration = Duration::from_secs(1);

/// Something on a full screen.
pub(crate) trait Screen {
    /// Lets happen what is due by itself.
    fn tick(&mut self, now: Instant) -> anyhow::Result<()>;
    /// How long nothing happens by itself, if that is known.
    fn wakes_in(&self, now: Instant) -> Option<Duration>;
    fn draw(&self, frame: &mut Frame<'_>);
    fn key(&mut self, key: KeyCode) -> anyhow::Result<()>;
    /// Whether somebody has had enough.
    fn is_left(&self) -> bool;
}

/// Why a screen was left.
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

/// Shows a screen until it is left. The terminal is as it was before when this returns, or panics.
pub(crate) fn show(screen: &mut impl Screen) -> anyhow::Result<Leave> {
    let mut terminal = Terminal::open()?;
    let left = terminal.show(screen);
    if left.is_err() {
        // A terminal that is closed fails, and its signal may come a moment later.
        thread::sleep(FRAME);
    }
    match terminal.signal.load(Ordering::Relaxed) {
        0 => left,
        signal => Ok(Leave::Signal(signal)),
    }
}

/// What comes from outside.
enum Input {
    Key(KeyCode),
    /// Nothing within the time, or a change of the window's size.
    Nothing,
    Leave(Leave),
}

/// A terminal in its own mode. Dropped, it is as it was before; a panic gives it back before its message is printed.
struct Terminal {
    inner: ManuallyDrop<DefaultTerminal>,
    signal: Arc<AtomicU8>,
}

impl Terminal {
    fn open() -> io::Result<Terminal> {
        let signal = Arc::new(AtomicU8::new(0));
        let asked = Arc::clone(&signal);
        on_signals(move |signal| {
            asked.store(signal, Ordering::Relaxed);
            // Where the terminal is gone, reading from it never comes back.
            thread::sleep(GRACE);
            let _ = ratatui::try_restore();
        })?;
        Ok(Terminal {
            inner: ManuallyDrop::new(ratatui::try_init()?),
            signal,
        })
    }

    fn show(&mut self, screen: &mut impl Screen) -> anyhow::Result<Leave> {
        loop {
            let now = Instant::now();
            screen.tick(now)?;
            self.inner.draw(|frame| screen.draw(frame))?;
            let wait = screen.wakes_in(now).unwrap_or(FRAME).min(FRAME);
            match self.next(wait)? {
                Input::Key(key) => screen.key(key)?,
                Input::Nothing => {}
                Input::Leave(leave) => return Ok(leave),
            }
            if screen.is_left() {
                return Ok(Leave::Asked);
            }
        }
    }

    /// The next thing that comes, at most after this time.
    fn next(&mut self, most: Duration) -> io::Result<Input> {
        if event::poll(most).or_else(interrupted)? {
            return self.input(&event::read()?);
        }
        Ok(match self.signal.load(Ordering::Relaxed) {
            0 => Input::Nothing,
            signal => Input::Leave(Leave::Signal(signal)),
        })
    }

    fn input(&mut self, event: &Event) -> io::Result<Input> {
        let Event::Key(KeyEvent {
            code,
            modifiers,
            kind: KeyEventKind::Press | KeyEventKind::Repeat,
            ..
        }) = *event
        else {
            return Ok(Input::Nothing);
        };
        Ok(match code {
            code if !modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => Input::Key(code),
            KeyCode::Char('c') => Input::Leave(Leave::Asked),
            KeyCode::Char('z') => self.suspend()?,
            _ => Input::Nothing,
        })
    }

    /// Gives the terminal back until the program goes on in the foreground.
    fn suspend(&mut self) -> io::Result<Input> {
        ratatui::try_restore()?;
        emulate_default_handler(SIGTSTP)?;
        *self.inner = ratatui::try_init()?;
        Ok(Input::Nothing)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A terminal that has gone away needs nothing back. Dropped by itself, `inner` would complain of it where nobody can read
        // that, and panic.
        let _ = self.inner.show_cursor();
        let _ = ratatui::try_restore();
    }
}

/// A signal that interrupts a wait is looked at after it.
fn interrupted(error: io::Error) -> io::Result<bool> {
    if error.kind() == io::ErrorKind::Interrupted {
        Ok(false)
    } else {
        Err(error)
    }
}

/// Does this when somebody wants the program to end, and ends it.
pub(crate) fn on_signals(done: impl FnOnce(u8) + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new(SIGNALS)?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            done(u8::try_from(signal).unwrap_or(u8::MAX));
            process::exit(128 + signal);
        }
    });
    Ok(())
}

/// What a screen of this size shows.
#[cfg(test)]
pub(crate) fn drawn(screen: &impl Screen, width: u16, height: u16) -> ratatui::buffer::Buffer {
    let backend = ratatui::backend::TestBackend::new(width, height);
    let mut terminal = ratatui::Terminal::new(backend).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The same as text, without the spaces at the ends of its lines.
#[cfg(test)]
pub(crate) fn drawn_text(screen: &impl Screen, width: u16, height: u16) -> String {
    let buffer = drawn(screen, width, height);
    let rows = (0..height).map(|y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>());
    rows.map(|row| row.trim_end().to_owned() + "\n").collect()
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
            .inner
            .draw(|frame| frame.render_widget("the table", frame.area()))
            .unwrap();
        panic!("something went wrong");
    }

    #[test]
    fn a_panic_gives_the_terminal_back() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let test = "terminal::tests::panics_with_the_screen_open";
        command.args(["--exact", test, "--ignored", "--nocapture"]);
        let mut person = Person::starts(&command);
        person.sees("something went wrong");
        person.sees_the_end();
        assert!(!person.screen().contains("the table"), "{}", person.screen());
    }
}
