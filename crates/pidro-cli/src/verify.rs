//! `pidro verify`: whether the decks of a record are those that were promised.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use pidro::DeckProof;

/// Prints the proof of each record; whether all of them are fair.
pub(crate) fn run(files: &[PathBuf], mut output: impl Write) -> anyhow::Result<bool> {
    let mut all = true;
    for file in files {
        let name = file.display();
        let record = std::fs::read_to_string(file).with_context(|| format!("{name} can't be read"))?;
        let proof = DeckProof::of_record(&record).with_context(|| format!("{name} is no record"))?;
        writeln!(output, "{name}")?;
        print(&proof, &mut output)?;
        all &= proof.is_fair();
    }
    Ok(all)
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
            Some(true) => "the deck that was promised",
            Some(false) => "NOT the deck that was promised",
            None => "there is nothing to check it against",
        };
        writeln!(output, "  {what:8}  {follows}")?;
    }
    let verdict = if proof.is_fair() { "fair" } else { "NOT proven" };
    writeln!(output, "  {verdict}")
}
