//! `pidro repl`: a prompt for people who study the engine.

mod commands;
mod prompt;
mod session;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use session::Session;

use crate::exit_code;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Script with one command per line; `-` is standard input. Without it, commands are typed at a
    /// prompt.
    script: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let output = anstream::stdout().lock();
    match &arguments.script {
        Some(path) if path.as_os_str() != "-" => {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path).with_context(|| format!("{name} can't be read"))?;
            Ok(exit_code(script(&name, text.as_bytes(), output)?))
        }
        None if io::stdin().is_terminal() => prompt::run(output).map(|()| ExitCode::SUCCESS),
        Some(_) | None => Ok(exit_code(script("standard input", io::stdin().lock(), output)?)),
    }
}

/// Runs the commands of a script and echoes each before its output. Stops at the first error and
/// reports its line. Returns whether every command succeeded.
fn script(name: &str, input: impl BufRead, mut output: impl Write) -> anyhow::Result<bool> {
    let mut session = Session::default();
    for (number, line) in (1..).zip(input.lines()) {
        let line = line.with_context(|| format!("{name} can't be read"))?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        writeln!(output, "> {line}")?;
        match session.execute(line, &mut output) {
            Ok(true) => {}
            Ok(false) => return Ok(true),
            Err(error) if crate::games::is_broken_pipe(&error) => return Err(error),
            Err(error) => {
                output.flush()?;
                eprintln!("{name}:{number}: {error:#}");
                return Ok(false);
            }
        }
    }
    Ok(true)
}
