//! `pidro engine`: the engine protocol over standard input and output.

mod request;
mod session;

use std::io::{self, BufRead, Read, Write};

use pidro_protocol::ErrorBody;
use pidro_protocol::engine::Answer;

use session::Session;

/// The maximum length of an input line. A record of several hundred hands fits.
const MAX_LINE_LENGTH: u64 = 4 * 1024 * 1024;

/// Answers every input line with one output line, until the input ends.
///
/// # Errors
///
/// Fails if reading the input or writing the output fails.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::default();
    while let Some(line) = read_line(&mut input)? {
        let answer = match line.and_then(|line| session.answer(&line)) {
            Ok(outcome) => Answer::Done {
                ok: true,
                outcome: Box::new(outcome),
            },
            Err(Failure(error)) => Answer::Failed(error),
        };
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(())
}

/// Reads the next line; `None` at the end of the input. Skips the rest of a line that is too long.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, Failure>>> {
    let mut line = Vec::new();
    if input
        .by_ref()
        .take(MAX_LINE_LENGTH)
        .read_until(b'\n', &mut line)?
        == 0
    {
        return Ok(None);
    }
    if line.len() as u64 == MAX_LINE_LENGTH && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        let message = format!("a line has at most {MAX_LINE_LENGTH} bytes");
        return Ok(Some(Err(Failure::bad_request(&message))));
    }
    // Trim only the end, so that column numbers in error messages match the line as sent.
    line.truncate(line.trim_ascii_end().len());
    let text = String::from_utf8(line).map_err(|_| Failure::bad_request(&"the line is not UTF-8"));
    Ok(Some(text))
}

/// Why a request failed. A failed request changes nothing.
struct Failure(ErrorBody);

impl Failure {
    fn new(code: &'static str, message: &impl ToString) -> Failure {
        Failure(ErrorBody::new(code, message.to_string()))
    }

    fn bad_request(message: &impl ToString) -> Failure {
        Failure::new("bad_request", message)
    }
}
