//! `pidro verify`: whether the decks of a record are those that were promised.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use pidro::{DeckProof, Outcome};

use crate::games::{self, Found};

/// The exit codes besides 0: what is documented, so that a script can tell them apart. 1 is any
/// command's error, 2 a command line that can't be understood.
const NOT_PROVEN: u8 = 3;
const DISPROVEN: u8 = 4;

/// Prints the proof of each game. The exit code tells the worst that was found: a game that is
/// disproven, then one that can't be read, then one that isn't proven.
pub(crate) fn run(files: &[PathBuf], mut output: impl Write) -> ExitCode {
    let mut worst = Outcome::Fair;
    let all_read = games::each(files, |input, game| {
        let Found::Record(record) = game.found else {
            bail!("this is a position: no deck is in it");
        };
        let proof = record.proof();
        worst = worst.max(proof.verdict.outcome());
        let printed = writeln!(output, "{}, game {}", input.name, game.number)
            .and_then(|()| print(&proof, &mut output));
        match printed {
            // Nobody reads on, but the exit code still has to be that of all the games.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            printed => Ok(printed?),
        }
    });
    match worst {
        Outcome::Disproven => ExitCode::from(DISPROVEN),
        _ if !all_read => ExitCode::FAILURE,
        Outcome::NotProven => ExitCode::from(NOT_PROVEN),
        Outcome::Fair => ExitCode::SUCCESS,
    }
}

fn print(proof: &DeckProof, output: &mut impl Write) -> io::Result<()> {
    match proof.commitment {
        Some(commitment) => writeln!(output, "  promised  {commitment}")?,
        None => writeln!(output, "  promised  nothing: the record has no commitment")?,
    }
    for (seat, word) in proof.words.iter().filter(|(_, word)| !word.is_empty()) {
        writeln!(output, "  word of {seat} {word:?}")?;
    }
    let secret = match proof.promise_kept {
        Some(true) => "is the one that was promised",
        Some(false) => "is NOT the one that was promised",
        None => "is not in the record, or was not promised",
    };
    writeln!(output, "  secret    {secret}")?;
    for deck in &proof.decks {
        let what = match deck.hand {
            0 => "cut".to_owned(),
            hand => format!("hand {hand}"),
        };
        let follows = match deck.follows {
            Some(true) if proof.commitment.is_some() => "the deck that was promised",
            Some(false) if proof.commitment.is_some() => "NOT the deck that was promised",
            Some(true) => "the deck that the seed gives",
            Some(false) => "NOT the deck that the seed gives",
            None => "there is nothing to check it against",
        };
        writeln!(output, "  {what:8}  {follows}")?;
    }
    writeln!(output, "  {}", proof.verdict)
}
