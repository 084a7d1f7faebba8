//! A table written down as text, and read again.
//!
//! Tags come first, then a line for each deck and each decision:
//!
//! ```text
//! [Rules "finnish target=30"]
//! [Seed "närpes"]
//!
//! cut 9c Kd 3h 2s
//! deal Ah Kc …
//! N bid 6
//! ```
//!
//! What follows by itself is not written: it is worked out again when the record is read, and every line goes
//! through the rules.

use std::fmt::Write as _;

use thiserror::Error;

use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::cut::Cut;
use crate::deck::Deck;
use crate::event::Event;
use crate::history::History;
use crate::phase::Phase;
use crate::pile::Pile;
use crate::rules::{Rules, RulesError};
use crate::seat::Seat;
use crate::seed::Seed;
use crate::table::Table;

impl Table {
    /// The table as text, up to now.
    ///
    /// ```
    /// use pidro::{Rules, Seed, Table};
    ///
    /// let table = Table::new(Rules::default(), Some(Seed::new("7")));
    /// let text = table.to_record();
    /// assert_eq!(Table::from_record(&text)?.history().game(), table.history().game());
    /// # Ok::<(), pidro::RecordError>(())
    /// ```
    #[must_use]
    pub fn to_record(&self) -> String {
        let mut text = String::new();
        // Writing to a `String` can't fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "[Rules \"{}\"]", self.history().game().rules())?;
        if let Some(seed) = self.seed() {
            writeln!(text, "[Seed {}]", quoted(seed.text()))?;
        }
        writeln!(text)?;
        for event in self.history().decisions() {
            if let Some(line) = line(event) {
                writeln!(text, "{line}")?;
            }
        }
        Ok(())
    }

    /// The table that this text tells of.
    ///
    /// # Errors
    ///
    /// If a line can't be read or the rules do not allow what it says.
    pub fn from_record(text: &str) -> Result<Table, RecordError> {
        let mut rules: Option<Rules> = None;
        let mut seed = None;
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(place, line)| (place + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty())
            .peekable();
        while let Some((number, line)) = lines.next_if(|(_, line)| line.starts_with('[')) {
            let wrong = |reason: &dyn ToString| RecordError::new(number, reason);
            match tag(line) {
                Some(("Rules", value)) if rules.is_none() => {
                    rules = Some(value.parse().map_err(|error: RulesError| wrong(&error))?);
                }
                Some(("Seed", value)) if seed.is_none() => seed = Some(Seed::new(value)),
                Some((name @ ("Rules" | "Seed"), _)) => return Err(wrong(&format!("a second {name} tag"))),
                _ => return Err(wrong(&"a tag is written [Rules \"…\"] or [Seed \"…\"]")),
            }
        }
        let mut history = History::new(rules.unwrap_or_default());
        for (number, line) in lines {
            read(line, &mut history, seed.as_ref()).map_err(|reason| RecordError::new(number, &reason))?;
        }
        Ok(Table::resumed(history, seed))
    }
}

/// The line of a decision.
fn line(decision: &Event) -> Option<String> {
    match decision {
        Event::DealerCut { cut } => Some(format!("cut {}", written(cut.cards()))),
        Event::HandDealt { deck, .. } => Some(format!("deal {}", written(deck.cards()))),
        other => other.action().map(|(seat, action)| format!("{seat} {action}")),
    }
}

fn read(line: &str, history: &mut History, seed: Option<&Seed>) -> Result<(), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    if word != "cut" && word != "deal" {
        let seat: Seat = word.parse().map_err(text)?;
        let action: Action = rest.parse().map_err(text)?;
        return history.act(seat, action).map(drop).map_err(text);
    }
    let pile: Pile<52> = rest.parse().map_err(text)?;
    let deck = match (word, history.game().phase()) {
        ("cut", Phase::DealerSelection) => whole(pile)?,
        ("deal", Phase::Dealing) => Deck::new(pile.as_slice()).map_err(text)?,
        (_, phase) => return Err(format!("`{word}` can't be done in the phase {phase}")),
    };
    let Some(seed) = seed else {
        return history.deal(&deck).map(drop).map_err(text);
    };
    let own = seed.deck_for(history.game());
    if !own.cards().starts_with(pile.as_slice()) {
        return Err("this is not the deck that the seed gives".to_owned());
    }
    history.deal_within_step(&own).map_err(text)
}

/// A deck from which just these cards are cut. What lies below them does not matter.
fn whole(drawn: Pile<52>) -> Result<Deck, String> {
    let cut = Cut::new(drawn).ok_or("these cards do not decide the cut, or are more than it takes")?;
    let rest = Cards::ALL - drawn.cards();
    let cards: Vec<Card> = cut.cards().iter().copied().chain(rest).collect();
    Deck::new(&cards).map_err(text)
}

/// What a record error tells of the error that caused it.
#[expect(
    clippy::needless_pass_by_value,
    reason = "so that it can be passed to `map_err`"
)]
fn text(error: impl ToString) -> String {
    error.to_string()
}

fn written(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(Card::to_string).collect();
    words.join(" ")
}

fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// The name and value of a tag line.
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
    let mut plain = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                other => other,
            },
            other => other,
        });
    }
    Some((name, plain))
}

/// A record that can't be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct RecordError {
    line: usize,
    reason: String,
}

impl RecordError {
    fn new(line: usize, reason: &(impl ToString + ?Sized)) -> RecordError {
        RecordError {
            line,
            reason: reason.to_string(),
        }
    }

    /// The line that is wrong, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }
}
