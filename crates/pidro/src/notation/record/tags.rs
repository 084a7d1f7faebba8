//! The tags at the top of a record.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::{Display, Write as _};
use core::str::FromStr;

use crate::game::{Commitment, FairDeal, Game, Secret, Seed, SeedOrigin};
use crate::notation::word::{Fault, Word};
use crate::projection::Observer;
use crate::rules::Rules;
use crate::seat::{BySeat, Seat};

/// The tags of a record: those with a defined meaning, and all others verbatim.
#[derive(Clone, Default, Debug)]
pub(super) struct Tags<'a> {
    pub(super) rules: Option<Rules>,
    pub(super) position: Option<Game>,
    pub(super) view: Option<Observer>,
    pub(super) result: Option<(Word<'a>, String)>,
    pub(super) source: Source,
    pub(super) others: Vec<(String, String)>,
    secret: Option<Secret>,
    seed_text: Option<String>,
    seen: BTreeSet<&'a str>,
}

/// The source of a record's decks, as far as the record states it.
#[derive(Clone, Default, Debug)]
pub(super) struct Source {
    pub(super) seed: Option<Seed>,
    /// The commitment published before the first hand.
    pub(super) commitment: Option<Commitment>,
    /// The players' words.
    pub(super) words: BySeat<String>,
}

impl Source {
    pub(super) fn of(seed: Option<&Seed>) -> Source {
        let (commitment, words) = match seed.map(Seed::origin) {
            Some(SeedOrigin::Fair(deal)) => (Some(deal.commitment()), deal.words().clone()),
            _ => (None, BySeat::default()),
        };
        Source {
            seed: seed.cloned(),
            commitment,
            words,
        }
    }

    pub(super) fn secret_matches(&self) -> Option<bool> {
        match (self.commitment, self.seed.as_ref()?.origin()) {
            (Some(commitment), SeedOrigin::Fair(deal)) => Some(commitment.matches(deal.secret())),
            _ => None,
        }
    }

    pub(super) fn write(&self, text: &mut String) {
        if let Some(commitment) = self.commitment {
            write_tag(text, "Commitment", &commitment.to_string());
        }
        for (seat, word) in self.words.iter().filter(|(_, word)| !word.is_empty()) {
            write_tag(text, &format!("Word{seat}"), word);
        }
        match self.seed.as_ref().map(Seed::origin) {
            Some(SeedOrigin::Text(seed)) => write_tag(text, "Seed", seed),
            Some(SeedOrigin::Fair(deal)) => write_tag(text, "Secret", &deal.secret().to_hex()),
            None => {}
        }
    }
}

/// The tag for the name of the player in this seat.
pub(super) const fn player_tag(seat: Seat) -> &'static str {
    match seat {
        Seat::North => "North",
        Seat::East => "East",
        Seat::South => "South",
        Seat::West => "West",
    }
}

/// The tags with a defined meaning, which callers can't set.
pub(super) const RESERVED_TAGS: [&str; 11] = [
    "Rules",
    "Position",
    "View",
    "Result",
    "Seed",
    "Commitment",
    "Secret",
    "WordN",
    "WordE",
    "WordS",
    "WordW",
];

impl<'a> Tags<'a> {
    /// Reads the tag on this line, which starts with a bracket.
    pub(super) fn read(&mut self, line: Word<'a>) -> Result<(), Fault> {
        let (name, raw, value) = tag(line)?;
        if !self.seen.insert(name.text) {
            return Err(name.fault(format!("the tag {} appears twice", name.text)));
        }
        match name.text {
            "Rules" => self.rules = Some(parse(raw, &value)?),
            "Position" => {
                let game = Game::from_position(&value).map_err(|error| raw.fault(error.to_string()))?;
                self.position = Some(game);
            }
            "View" => self.view = Some(parse(raw, &value)?),
            "Result" => self.result = Some((raw, value)),
            "Seed" | "Secret" if self.secret.is_some() || self.seed_text.is_some() => {
                return Err(name.fault("the decks come from a secret or from a seed, not from both"));
            }
            "Seed" => self.seed_text = Some(value),
            "Commitment" => self.source.commitment = Some(parse(raw, &value)?),
            "Secret" => self.secret = Some(parse(raw, &value)?),
            other => match other.strip_prefix("Word").map(str::parse::<Seat>) {
                Some(Ok(seat)) => {
                    FairDeal::check_word(&value).map_err(|error| raw.fault(error.to_string()))?;
                    self.source.words[seat] = value;
                }
                _ => self.others.push((other.to_owned(), value)),
            },
        }
        Ok(())
    }

    /// Derives the seed from the tags, once all of them have been read.
    pub(super) fn finish(&mut self) {
        let words = self.source.words.clone();
        self.source.seed = match (&self.secret, &self.seed_text) {
            (Some(secret), _) => Some(FairDeal::with_words(secret.clone(), words).seed()),
            (None, Some(text)) => Some(Seed::new(text)),
            (None, None) => None,
        };
    }
}

/// Parses an unescaped value. Errors blame the value as it is written.
fn parse<T>(raw: Word<'_>, value: &str) -> Result<T, Fault>
where
    T: FromStr<Err: Display>,
{
    value
        .parse()
        .map_err(|error: T::Err| raw.fault(error.to_string()))
}

pub(super) fn write_tag(text: &mut String, name: &str, value: &str) {
    let escaped = value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
        .replace('\r', "\\r");
    // Writing to a `String` can't fail.
    let _ = writeln!(text, "[{name} \"{escaped}\"]");
}

/// Splits a tag into its name, its value as written, and its unescaped value.
fn tag(line: Word<'_>) -> Result<(Word<'_>, Word<'_>, String), Fault> {
    let wrong = || line.fault("a tag is written [Name \"value\"]");
    let inner = line
        .text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix("\"]"));
    let (name, raw) = inner
        .and_then(|inner| inner.split_once(" \""))
        .ok_or_else(wrong)?;
    if !is_tag_name(name) {
        return Err(wrong());
    }
    let name = Word {
        text: name,
        offset: line.offset + 1,
    };
    let raw = Word {
        text: raw,
        offset: line.offset + 1 + name.text.len() + 2,
    };
    let mut value = String::with_capacity(raw.text.len());
    let mut letters = raw.text.chars();
    while let Some(letter) = letters.next() {
        value.push(match letter {
            '\\' => match letters.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other @ ('\\' | '"')) => other,
                _ => return Err(raw.fault("after a \\ comes n, r, \\ or \"")),
            },
            '"' => return Err(raw.fault("a \" inside a value is written \\\"")),
            other => other,
        });
    }
    Ok((name, raw, value))
}

pub(super) fn is_tag_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= 40
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether this line is a tag, anywhere in the text: a tag can start a game.
pub(super) fn is_tag(line: &str) -> bool {
    let line = line.trim();
    line.strip_prefix('[')
        .and_then(|rest| rest.split_once(" \""))
        .is_some_and(|(name, value)| is_tag_name(name) && value.ends_with("\"]"))
}
