//! The full-screen terminal: set up when a screen opens, and restored however the program ends.

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
/// The maximum time between two checks for signals, and between two redraws.
const FRAME: Duration = Duration::from_millis(100);
/// How long the program may take to end by itself after a signal.
const GRACE: Duration = Duration::from_secs(1);

/// A full-screen application.
pub(crate) trait Screen {
    /// Does what is due at this time.
    fn tick(&mut self, now: Instant) -> anyhow::Result<()>;
    /// How long until `tick` has something to do, if that is known.
    fn next_tick_in(&self, now: Instant) -> Option<Duration>;
    fn draw(&self, frame: &mut Frame<'_>);
    fn key(&mut self, key: KeyCode) -> anyhow::Result<()>;
    /// Whether the user has quit.
    fn has_quit(&self) -> bool;
}

/// Why a screen was closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The user quit.
    User,
    /// This signal arrived.
    Signal(u8),
}

impl Exit {
    /// The exit code; for a signal, the one that shells use.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Exit::User => 0,
            Exit::Signal(signal) => 128 + signal,
        }
    }
}

/// Shows a screen until the user quits. Restores the terminal when it returns or panics.
pub(crate) fn show(screen: &mut impl Screen) -> anyhow::Result<Exit> {
    let mut terminal = Terminal::open()?;
    let exit = terminal.show(screen);
    if exit.is_err() {
        // A closed terminal causes an error, and its signal may come a moment later.
        thread::sleep(FRAME);
    }
    match terminal.signal.load(Ordering::Relaxed) {
        0 => exit,
        signal => Ok(Exit::Signal(signal)),
    }
}

/// An input from the terminal or the system.
enum Input {
    Key(KeyCode),
    /// A timeout, or a resized window.
    Nothing,
    Exit(Exit),
}

/// A terminal in full-screen mode. Dropping it restores the terminal; a panic restores it before
/// printing its message.
struct Terminal {
    inner: ManuallyDrop<DefaultTerminal>,
    signal: Arc<AtomicU8>,
}

impl Terminal {
    fn open() -> io::Result<Terminal> {
        let signal = Arc::new(AtomicU8::new(0));
        let received = Arc::clone(&signal);
        on_signals(move |signal| {
            received.store(signal, Ordering::Relaxed);
            // Normally the main thread exits first. If the terminal is gone, a read from it never
            // returns, so this thread restores it and exits.
            thread::sleep(GRACE);
            let _ = ratatui::try_restore();
        })?;
        Ok(Terminal {
            inner: ManuallyDrop::new(ratatui::try_init()?),
            signal,
        })
    }

    fn show(&mut self, screen: &mut impl Screen) -> anyhow::Result<Exit> {
        loop {
            let now = Instant::now();
            screen.tick(now)?;
            self.inner.draw(|frame| screen.draw(frame))?;
            let wait = screen.next_tick_in(now).unwrap_or(FRAME).min(FRAME);
            match self.next(wait)? {
                Input::Key(key) => screen.key(key)?,
                Input::Nothing => {}
                Input::Exit(exit) => return Ok(exit),
            }
            if screen.has_quit() {
                return Ok(Exit::User);
            }
        }
    }

    /// Waits for the next input, until the timeout.
    fn next(&mut self, timeout: Duration) -> io::Result<Input> {
        if event::poll(timeout).or_else(timeout_if_interrupted)? {
            return self.input(&event::read()?);
        }
        Ok(match self.signal.load(Ordering::Relaxed) {
            0 => Input::Nothing,
            signal => Input::Exit(Exit::Signal(signal)),
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
            KeyCode::Char('c') => Input::Exit(Exit::User),
            KeyCode::Char('z') => self.suspend()?,
            _ => Input::Nothing,
        })
    }

    /// Restores the terminal and suspends the program until it is in the foreground again.
    fn suspend(&mut self) -> io::Result<Input> {
        ratatui::try_restore()?;
        emulate_default_handler(SIGTSTP)?;
        *self.inner = ratatui::try_init()?;
        Ok(Input::Nothing)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Ignore errors: a terminal that is gone needs no restoring. The `Drop` of `inner` would
        // print an error that nobody can read, and panic.
        let _ = self.inner.show_cursor();
        let _ = ratatui::try_restore();
    }
}

/// Treats an interrupted wait as a timeout; the caller checks for signals after it.
fn timeout_if_interrupted(error: io::Error) -> io::Result<bool> {
    if error.kind() == io::ErrorKind::Interrupted {
        Ok(false)
    } else {
        Err(error)
    }
}

/// Calls `cleanup` on the first signal that asks the program to end, and then exits.
pub(crate) fn on_signals(cleanup: impl FnOnce(u8) + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new(SIGNALS)?;
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            cleanup(u8::try_from(signal).unwrap_or(u8::MAX));
            process::exit(128 + signal);
        }
    });
    Ok(())
}

/// Draws a screen of this size into a buffer.
#[cfg(test)]
pub(crate) fn render(screen: &impl Screen, width: u16, height: u16) -> ratatui::buffer::Buffer {
    let backend = ratatui::backend::TestBackend::new(width, height);
    let mut terminal = ratatui::Terminal::new(backend).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// Draws a screen as text, without trailing spaces.
#[cfg(test)]
pub(crate) fn render_text(screen: &impl Screen, width: u16, height: u16) -> String {
    let buffer = render(screen, width, height);
    let rows = (0..height).map(|y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>());
    rows.map(|row| row.trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use pidro_testing::Person;

    use super::*;

    /// The test below runs this one at a terminal.
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
    fn a_panic_restores_the_terminal() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let test = "terminal::tests::panics_with_the_screen_open";
        command.args(["--exact", test, "--ignored", "--nocapture"]);
        let mut person = Person::starts(&command);
        person.wait_for_text("something went wrong");
        person.wait_for_exit();
        assert!(!person.screen().contains("the table"), "{}", person.screen());
    }
}
