//! `pidro verify`: whether the decks of a record are those that were promised.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use pidro::DeckProof;

use crate::games::{self, Found};

/// Prints the proof of each game; whether all of them are fair.
pub(crate) fn run(files: &[PathBuf], mut output: impl Write) -> anyhow::Result<bool> {
    games::each(files, |input, game| {
        let Found::Record(record) = game.found else {
            bail!("this is a position: no deck is in it");
        };
        let proof = record.proof();
        writeln!(output, "{}, game {}", input.name, game.number)?;
        print(&proof, &mut output)?;
        Ok(proof.is_fair())
    })
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
    let verdict = if proof.is_fair() { "fair" } else { "NOT proven" };
    writeln!(output, "  {verdict}")
}
