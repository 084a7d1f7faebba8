//! The interactive prompt, with history, completion and hints.

use std::borrow::Cow;
use std::io::{self, Write};

use pidro::Seat;
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::config::{CompletionType, Configurer};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use super::commands::{COMMANDS, usage};
use super::session::Session;
use crate::{folders, terminal};

/// Reads and executes commands until the user leaves.
pub(super) fn run(mut output: impl Write) -> anyhow::Result<()> {
    let mut editor: Editor<PromptHelper, DefaultHistory> = Editor::new()?;
    editor.set_completion_type(CompletionType::List);
    editor.set_auto_add_history(true);
    editor.set_helper(Some(PromptHelper::default()));
    let history_file = folders::state().join("history");
    // The history file doesn't exist on the first run.
    let _ = editor.load_history(&history_file);
    let _ = std::fs::create_dir_all(folders::state());
    restore_terminal_on_signals()?;
    let mut session = Session::default();
    writeln!(
        output,
        "Pidro {}. `help` lists the commands, Tab completes them.",
        env!("CARGO_PKG_VERSION")
    )?;
    loop {
        if let Some(helper) = editor.helper_mut() {
            helper.actions = session.suggestions();
        }
        let line = match editor.readline(&session.prompt()) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        };
        // Failing to save the history is not worth an error message.
        let _ = editor.append_history(&history_file);
        match session.execute(line.trim(), &mut output) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => writeln!(output, "{error:#}")?,
        }
        output.flush()?;
    }
    Ok(())
}

/// Restores the terminal mode if a signal ends the program while the user types a line.
fn restore_terminal_on_signals() -> anyhow::Result<()> {
    let before = tcgetattr(io::stdin())?;
    terminal::on_signals(move |_| {
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
    })?;
    Ok(())
}

/// Completion and hints for the line editor.
#[derive(Default)]
struct PromptHelper {
    /// The actions that are legal now.
    actions: Vec<String>,
    files: FilenameCompleter,
}

impl PromptHelper {
    /// Completions for the typed text.
    fn candidates(&self, typed: &str) -> Vec<String> {
        let names = || COMMANDS.iter().map(|entry| entry.name.to_owned());
        let with_arguments =
            |name: &str, words: &[&str]| words.iter().map(|word| format!("{name} {word}")).collect();
        match typed.split_once(' ') {
            None => names().chain(self.actions.iter().cloned()).collect(),
            Some(("help", _)) => names().map(|name| format!("help {name}")).collect(),
            Some(("as", _)) => with_arguments("as", &["N", "E", "S", "W", "spectator", "all"]),
            Some(("bot", _)) => with_arguments("bot", &["random", "basic", "expert"]),
            Some(("new", _)) => with_arguments("new", &["finnish", "traditional", "tournament"]),
            Some((seat, _)) if seat.parse::<Seat>().is_ok() => {
                self.actions.iter().map(|line| format!("{seat} {line}")).collect()
            }
            Some(_) => self.actions.clone(),
        }
    }
}

impl Completer for PromptHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..cursor];
        if typed.starts_with("load ") || typed.starts_with("save ") {
            return self.files.complete(line, cursor, context);
        }
        let candidates = self
            .candidates(typed)
            .into_iter()
            .filter(|candidate| candidate.starts_with(typed));
        let pairs = candidates.map(|text| Pair {
            display: text.clone(),
            replacement: text,
        });
        Ok((0, pairs.collect()))
    }
}

impl Hinter for PromptHelper {
    type Hint = String;

    fn hint(&self, line: &str, cursor: usize, _: &Context<'_>) -> Option<String> {
        usage(line).filter(|_| cursor == line.len())
    }
}

impl Highlighter for PromptHelper {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[0m"))
    }
}

impl Validator for PromptHelper {}

impl Helper for PromptHelper {}

#[cfg(test)]
mod tests {
    use rustyline::history::DefaultHistory;

    use super::*;

    #[test]
    fn commands_and_legal_actions_are_completed() {
        let helper = PromptHelper {
            actions: vec!["bid 8".to_owned(), "bid 9".to_owned(), "pass".to_owned()],
            ..PromptHelper::default()
        };
        let history = DefaultHistory::new();
        let context = Context::new(&history);
        let complete = |typed: &str| {
            let (start, pairs) = helper.complete(typed, typed.len(), &context).unwrap();
            assert_eq!(start, 0);
            pairs.into_iter().map(|pair| pair.replacement).collect::<Vec<_>>()
        };
        assert_eq!(complete("bi"), ["bid 8", "bid 9"]);
        assert_eq!(complete("re"), ["redo"]);
        assert_eq!(complete("p"), ["position", "pass"]);
        assert_eq!(complete("N bi"), ["N bid 8", "N bid 9"]);
        assert_eq!(complete("help go"), ["help goto"]);
        assert_eq!(complete("as s"), ["as spectator"]);
        assert_eq!(complete("bid "), ["bid 8", "bid 9"]);
        assert_eq!(complete("x"), Vec::<String>::new());
    }
}
