//! `pidro verify`: checks that the decks of a record match the commitment.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use pidro::{DeckProof, Fairness};

use crate::games::{self, LoadedGame};

/// Exit codes for scripts, documented in the help. As in every command, 1 is an error and 2 an
/// invalid command line.
const NOT_PROVEN: u8 = 3;
const DISPROVEN: u8 = 4;

/// Prints the proof of each game. The exit code reports the worst result: a disproven game, then an
/// unreadable one, then an unproven one.
pub(crate) fn run(files: &[PathBuf], mut output: impl Write) -> ExitCode {
    let mut worst = Fairness::Fair;
    let all_read = games::for_each(files, |input, game| {
        let LoadedGame::Record(record) = game.game else {
            bail!("a position contains no decks to verify");
        };
        let proof = record.proof();
        worst = worst.max(proof.verdict.fairness());
        let printed = writeln!(output, "{}, game {}", input.name, game.number)
            .and_then(|()| print(&proof, &mut output));
        match printed {
            // Nobody reads the output any more, but the exit code must still cover all games.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            printed => Ok(printed?),
        }
    });
    match worst {
        Fairness::Disproven => ExitCode::from(DISPROVEN),
        _ if !all_read => ExitCode::FAILURE,
        Fairness::NotProven => ExitCode::from(NOT_PROVEN),
        Fairness::Fair => ExitCode::SUCCESS,
    }
}

fn print(proof: &DeckProof, output: &mut impl Write) -> io::Result<()> {
    match proof.commitment {
        Some(commitment) => writeln!(output, "  commitment {commitment}")?,
        None => writeln!(output, "  commitment is not in the record")?,
    }
    for (seat, word) in proof.words.iter().filter(|(_, word)| !word.is_empty()) {
        writeln!(output, "  word of {seat}  {word:?}")?;
    }
    let secret = match proof.secret_matches {
        Some(true) => "matches the commitment",
        Some(false) => "does NOT match the commitment",
        None => "is not in the record, or there is no commitment",
    };
    writeln!(output, "  secret     {secret}")?;
    for deck in &proof.decks {
        let what = match deck.hand {
            0 => "cut".to_owned(),
            hand => format!("hand {hand}"),
        };
        let follows = match deck.follows {
            Some(true) if proof.commitment.is_some() => "the deck that follows from the secret",
            Some(false) if proof.commitment.is_some() => "NOT the deck that follows from the secret",
            Some(true) => "the deck that the seed gives",
            Some(false) => "NOT the deck that the seed gives",
            None => "not checked: the record has neither secret nor seed",
        };
        writeln!(output, "  {what:10} {follows}")?;
    }
    writeln!(output, "  {}", proof.verdict)
}
