//! Commands that are typed: with a history, completion and help as one types.

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;

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

/// Reads and obeys until somebody leaves.
pub(super) fn run(mut output: impl Write) -> anyhow::Result<()> {
    let mut editor: Editor<Aid, DefaultHistory> = Editor::new()?;
    editor.set_completion_type(CompletionType::List);
    editor.set_auto_add_history(true);
    editor.set_helper(Some(Aid::default()));
    let past = history_file();
    // There is none the first time.
    let _ = past.as_ref().map(|past| editor.load_history(past));
    let mut session = Session::default();
    writeln!(
        output,
        "Pidro {}. `help` lists the commands, Tab completes them.",
        env!("CARGO_PKG_VERSION")
    )?;
    loop {
        if let Some(aid) = editor.helper_mut() {
            aid.lines = session.suggestions();
        }
        let line = match editor.readline(&session.prompt()) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        };
        match session.obey(line.trim(), &mut output) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => writeln!(output, "{error:#}")?,
        }
        output.flush()?;
    }
    if let Some(past) = past {
        let folder = past.parent().map(std::fs::create_dir_all);
        // A history that can't be kept is no reason to complain.
        let _ = folder.map(|_| editor.save_history(&past));
    }
    Ok(())
}

fn history_file() -> Option<PathBuf> {
    let set = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")))?;
    Some(state.join("pidro/history"))
}

/// What helps while a line is typed.
#[derive(Default)]
struct Aid {
    /// The lines that would be taken now.
    lines: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for Aid {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        place: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..place];
        if typed.starts_with("load ") || typed.starts_with("save ") {
            return self.files.complete(line, place, context);
        }
        let commands = COMMANDS.iter().map(|entry| entry.name.to_owned());
        let fitting = commands
            .chain(self.lines.iter().cloned())
            .filter(|candidate| candidate.starts_with(typed));
        let pairs = fitting.map(|text| Pair {
            display: text.clone(),
            replacement: text,
        });
        Ok((0, pairs.collect()))
    }
}

impl Hinter for Aid {
    type Hint = String;

    fn hint(&self, line: &str, place: usize, _: &Context<'_>) -> Option<String> {
        usage(line).filter(|_| place == line.len())
    }
}

impl Highlighter for Aid {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[0m"))
    }
}

impl Validator for Aid {}

impl Helper for Aid {}

#[cfg(test)]
mod tests {
    use rustyline::history::DefaultHistory;

    use super::*;

    #[test]
    fn commands_and_legal_actions_are_completed() {
        let aid = Aid {
            lines: vec!["bid 8".to_owned(), "bid 9".to_owned(), "pass".to_owned()],
            ..Aid::default()
        };
        let history = DefaultHistory::new();
        let context = Context::new(&history);
        let complete = |typed: &str| {
            let (start, pairs) = aid.complete(typed, typed.len(), &context).unwrap();
            assert_eq!(start, 0);
            pairs.into_iter().map(|pair| pair.replacement).collect::<Vec<_>>()
        };
        assert_eq!(complete("bi"), ["bid 8", "bid 9"]);
        assert_eq!(complete("re"), ["redo"]);
        assert_eq!(complete("p"), ["position", "pass"]);
        assert_eq!(complete("x"), Vec::<String>::new());
    }
}
