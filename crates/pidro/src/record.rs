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
//! through the rules. The decks of a record that has a seed, or the secret of a fair deal, must be the ones
//! that these give.

use std::fmt::Write as _;

use thiserror::Error;

use crate::action::Action;
use crate::card::Card;
use crate::cut::Cut;
use crate::deck::Deck;
use crate::event::Event;
use crate::fair::{Commitment, FairDeal, Secret};
use crate::history::History;
use crate::phase::Phase;
use crate::pile::Pile;
use crate::rules::Rules;
use crate::seat::{BySeat, Seat};
use crate::seed::{Seed, SeedOrigin};
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
        match self.seed().map(Seed::origin) {
            Some(SeedOrigin::Text(seed)) => writeln!(text, "[Seed {}]", quoted(seed))?,
            Some(SeedOrigin::Fair(deal)) => {
                writeln!(text, "[Commitment \"{}\"]", deal.commitment())?;
                for (seat, word) in deal.words().iter().filter(|(_, word)| !word.is_empty()) {
                    writeln!(text, "[Word{seat} {}]", quoted(word))?;
                }
                writeln!(text, "[Secret \"{}\"]", deal.secret().to_hex())?;
            }
            None => {}
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
    /// If a line can't be read, the rules do not allow what it says, or a deck is not the one that the record's
    /// seed or secret gives.
    pub fn from_record(text: &str) -> Result<Table, RecordError> {
        let record = Record::read(text)?;
        if record.tags.promise_kept() == Some(false) {
            return Err(RecordError::new(1, "the secret is not the one that was promised"));
        }
        if let Some(deck) = record.decks.iter().find(|deck| deck.follows == Some(false)) {
            let reason = "this is not the deck that the seed gives";
            return Err(RecordError::new(deck.line, reason));
        }
        Ok(Table::resumed(record.history, record.seed))
    }
}

/// Whether the decks of a record are those that were promised. Made by [`DeckProof::of_record`].
///
/// ```
/// use pidro::{DeckProof, FairDeal, Secret, Table};
///
/// let deal = FairDeal::new(Secret::new([7; 32]));
/// let table = Table::new("finnish".parse()?, Some(deal.seed()));
/// let proof = DeckProof::of_record(&table.to_record())?;
/// assert_eq!(proof.commitment, Some(deal.commitment()));
/// assert!(proof.is_fair());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckProof {
    /// What was promised before the first hand.
    pub commitment: Option<Commitment>,
    /// Whether the record's secret is the one that was promised; `None` without a commitment or a secret.
    pub promise_kept: Option<bool>,
    /// The players' words.
    pub words: BySeat<String>,
    /// The decks in their order.
    pub decks: Vec<DeckCheck>,
}

/// One deck of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckCheck {
    /// The number of the hand; 0 for the cut.
    pub hand: u32,
    /// The line of the record.
    pub line: usize,
    /// Whether it is the deck that the seed or the secret gives; `None` where there is neither.
    pub follows: Option<bool>,
}

impl DeckProof {
    /// Works every deck of the record out again.
    ///
    /// # Errors
    ///
    /// If the record can't be read.
    pub fn of_record(text: &str) -> Result<DeckProof, RecordError> {
        let record = Record::read(text)?;
        Ok(DeckProof {
            commitment: record.tags.commitment,
            promise_kept: record.tags.promise_kept(),
            words: record.tags.words,
            decks: record.decks,
        })
    }

    /// Whether everything is proven: a secret was promised, it is the one that was shown, and every deck
    /// follows from it.
    #[must_use]
    pub fn is_fair(&self) -> bool {
        self.promise_kept == Some(true) && self.decks.iter().all(|deck| deck.follows == Some(true))
    }
}

/// A record that has been read, with what its decks should be.
struct Record {
    tags: Tags,
    /// What the decks follow from.
    seed: Option<Seed>,
    history: History,
    decks: Vec<DeckCheck>,
}

impl Record {
    fn read(text: &str) -> Result<Record, RecordError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(place, line)| (place + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty())
            .peekable();
        let mut tags = Tags::default();
        while let Some((number, line)) = lines.next_if(|(_, line)| line.starts_with('[')) {
            tags.read(line)
                .map_err(|reason| RecordError::new(number, &reason))?;
        }
        let mut record = Record {
            history: History::new(tags.rules.unwrap_or_default()),
            seed: tags.seed(),
            tags,
            decks: Vec::new(),
        };
        for (number, line) in lines {
            record
                .read_line(number, line)
                .map_err(|reason| RecordError::new(number, &reason))?;
        }
        Ok(record)
    }

    fn read_line(&mut self, number: usize, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word != "cut" && word != "deal" {
            let seat: Seat = word.parse().map_err(text)?;
            let action: Action = rest.parse().map_err(text)?;
            return self.history.act(seat, action).map(drop).map_err(text);
        }
        let pile: Pile<52> = rest.parse().map_err(text)?;
        let game = *self.history.game();
        let deck = match (word, game.phase()) {
            ("cut", Phase::DealerSelection) => {
                Cut::new(pile).ok_or("these cards do not decide the cut, or are more than it takes")?;
                Deck::beginning_with(pile.as_slice())
            }
            ("deal", Phase::Dealing) => Deck::new(pile.as_slice()),
            (_, phase) => return Err(format!("`{word}` can't be done in the phase {phase}")),
        }
        .map_err(text)?;
        let own = self.seed.as_ref().map(|seed| seed.deck_for(&game));
        self.decks.push(DeckCheck {
            hand: game.dealer().map_or(0, |_| game.hand_number()),
            line: number,
            follows: own.map(|own| own.cards().starts_with(pile.as_slice())),
        });
        if self.seed.is_some() {
            self.history.deal_within_step(&deck).map_err(text)
        } else {
            self.history.deal(&deck).map(drop).map_err(text)
        }
    }
}

/// What stands at the head of a record.
#[derive(Default)]
struct Tags {
    rules: Option<Rules>,
    seed: Option<String>,
    commitment: Option<Commitment>,
    secret: Option<Secret>,
    words: BySeat<String>,
}

impl Tags {
    fn read(&mut self, line: &str) -> Result<(), String> {
        let (name, value) = tag(line).ok_or("a tag is written [Name \"value\"]")?;
        let twice = || format!("a second {name} tag");
        match name {
            "Rules" => fill(&mut self.rules, value.parse().map_err(text)?).ok_or_else(twice),
            "Seed" => fill(&mut self.seed, value).ok_or_else(twice),
            "Commitment" => fill(&mut self.commitment, value.parse().map_err(text)?).ok_or_else(twice),
            "Secret" => fill(&mut self.secret, value.parse().map_err(text)?).ok_or_else(twice),
            _ => {
                let seat = name
                    .strip_prefix("Word")
                    .and_then(|seat| seat.parse::<Seat>().ok());
                let seat = seat.ok_or_else(|| {
                    format!("there is no tag {name}: the tags are Rules, Seed, Commitment, Secret and WordN")
                })?;
                FairDeal::check_word(&value).map_err(text)?;
                self.words[seat] = value;
                Ok(())
            }
        }
    }

    /// What the decks follow from.
    fn seed(&self) -> Option<Seed> {
        match (&self.secret, &self.seed) {
            (Some(secret), _) => Some(FairDeal::with_words(secret.clone(), self.words.clone()).seed()),
            (None, Some(text)) => Some(Seed::new(text)),
            (None, None) => None,
        }
    }

    fn promise_kept(&self) -> Option<bool> {
        let (commitment, secret) = (self.commitment?, self.secret.as_ref()?);
        Some(commitment.is_opened_by(secret))
    }
}

/// Fills an empty place; `None` if it was full.
fn fill<T>(place: &mut Option<T>, value: T) -> Option<()> {
    if place.is_some() {
        return None;
    }
    *place = Some(value);
    Some(())
}

/// The line of a decision.
fn line(decision: &Event) -> Option<String> {
    match decision {
        Event::DealerCut { cut } => Some(format!("cut {}", written(cut.cards()))),
        Event::HandDealt { deck, .. } => Some(format!("deal {}", written(deck.cards()))),
        other => other.action().map(|(seat, action)| format!("{seat} {action}")),
    }
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
