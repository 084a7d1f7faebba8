//! A simulated person at a terminal, who types and sees the screen.

#![expect(
    clippy::must_use_candidate,
    reason = "a test often only waits until it sees something"
)]

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ptyprocess::PtyProcess;
pub use ptyprocess::{Signal, WaitStatus};

/// How long to wait for something to appear.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Somebody at a terminal.
pub struct Person {
    process: PtyProcess,
    keyboard: File,
    screen: Arc<Mutex<vt100::Parser>>,
}

fn size(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

impl Person {
    /// Starts a program in a terminal of 80 columns and 24 lines. The terminal echoes input until
    /// the program changes that.
    pub fn starts(command: &Command) -> Person {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", "stty sane && exec \"$0\" \"$@\""])
            .arg(command.get_program())
            .args(command.get_args())
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8");
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        let mut process = PtyProcess::spawn(shell).unwrap();
        process.set_window_size(80, 24).unwrap();
        let keyboard = process.get_raw_handle().unwrap();
        let mut output = process.get_raw_handle().unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(size(24), size(80), 0)));
        let shown = Arc::clone(&screen);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The read fails once no process has the terminal open any more.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        Person {
            process,
            keyboard,
            screen,
        }
    }

    /// Types these keys.
    pub fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// The lines of the screen, without trailing spaces.
    pub fn screen(&self) -> String {
        let contents = self.screen.lock().unwrap().screen().contents();
        let lines: Vec<&str> = contents.lines().map(str::trim_end).collect();
        lines.join("\n")
    }

    /// How many cells of the screen have a colour other than the default.
    pub fn colours(&self) -> usize {
        let parser = self.screen.lock().unwrap();
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        let coloured = cells.filter_map(|(row, column)| parser.screen().cell(row, column));
        coloured
            .filter(|cell| cell.fgcolor() != vt100::Color::Default)
            .count()
    }

    /// Waits until this text is on the screen.
    #[track_caller]
    pub fn wait_for_text(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until this text is gone from the screen.
    #[track_caller]
    pub fn wait_until_gone(&self, text: &str) -> String {
        self.wait_until(text, |screen| !screen.contains(text))
    }

    /// Waits until the screen satisfies a condition.
    #[track_caller]
    pub fn wait_until(&self, what: &str, seen: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + TIMEOUT;
        loop {
            let screen = self.screen();
            if seen(&screen) {
                return screen;
            }
            assert!(Instant::now() < end, "{what} never appears:\n{screen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Resizes the terminal.
    pub fn resizes(&mut self, columns: u16, rows: u16) {
        let mut screen = self.screen.lock().unwrap();
        screen.screen_mut().set_size(size(rows), size(columns));
        self.process.set_window_size(columns, rows).unwrap();
    }

    /// Sends a signal to the program.
    pub fn signals(&mut self, signal: Signal) {
        self.process.signal(signal).unwrap();
    }

    /// Whether the terminal is in the state it had before the program.
    pub fn terminal_is_free(&self) -> bool {
        let parser = self.screen.lock().unwrap();
        self.process.get_echo() == Ok(true) && !parser.screen().alternate_screen()
    }

    /// Waits for the program to end, and checks that it has restored the terminal.
    #[track_caller]
    pub fn wait_for_exit(&mut self) -> WaitStatus {
        let status = self.process.wait().unwrap();
        // The last output may still be on its way.
        thread::sleep(Duration::from_millis(100));
        assert_eq!(
            self.process.get_echo(),
            Ok(true),
            "the terminal echoes input again"
        );
        let parser = self.screen.lock().unwrap();
        assert!(
            !parser.screen().alternate_screen(),
            "the program has left the alternate screen"
        );
        assert!(!parser.screen().hide_cursor(), "the cursor is visible");
        status
    }
}
