//! Game records as text, for people and programs: tags, then the events hand by hand.
//!
//! ```text
//! [North "Anna"]
//! [Rules "finnish target=30"]
//! [Result "*"]
//!
//! Hand 1, E deals
//! S Ah7h9d 4s2c8d Kh6cTs
//! …
//! Calls S pass, W 7, N pass, E 8!
//! Trump E h
//! Redeal S 4 9h2cKd7d, W 3 QsJs8h, N 5 3d3c4d6d2s
//! Keep E 5h5dJhThQh2h, buried 3h
//! 1. S Ah 8h - 2h = S 1 two E {South draws trumps.}
//! …
//! Score NS 9 EW 5, E 8 failed, total NS 9 EW -8
//! ```
//!
//! The deals and the decisions determine the game. Everything else is there for the reader, and the
//! parser checks that it is consistent. `docs/notation.md` contains the grammar.

mod bytes;
mod check;
mod cursor;
mod error;
mod parse;
mod partial;
mod proof;
mod read;
mod statement;
mod tags;
mod transcript;
mod verdict;
mod write;

pub use error::{ParseRecordError, ResumeError};
pub use proof::{DeckCheck, DeckProof};
pub use statement::Mark;
pub use verdict::{Contradiction, DeckSet, Fairness, Shortfall, Verdict};

use crate::game::{Event, History, Seed, SeededGame};
use crate::notation::word::{Fault, Word};
use crate::projection::Observer;
use crate::seat::Seat;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use cursor::{Cursor, comment_text};
use error::Location;
use parse::Parser;
use read::Reader;
use tags::{RESERVED_TAGS, Source, Tags, player_tag};

/// The record of a game: its tags, its history, and annotations.
///
/// `Display` writes it as text, and [`parse`](Record::parse) reads it again.
/// [`SeededGame::to_record`] records a game, and [`to_game`](Record::to_game) continues it.
///
/// ```
/// use pidro::{Action, Mark, Record, Seat, Seed, SeededGame};
///
/// let mut game = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// game.act(Seat::East, Action::Pass)?;
///
/// let mut record = game.to_record();
/// record.set_player(Seat::North, "Anna");
/// record.set_mark(1, Mark::Mistake);
/// record.add_comment(2, "Three aces!");
/// let text = record.to_string();
/// assert!(text.starts_with("[North \"Anna\"]\n"));
/// assert!(text.ends_with("Calls E pass? {Three aces!}\n"));
///
/// let read = Record::parse(&text)?;
/// assert_eq!(read.player(Seat::North), Some("Anna"));
/// assert_eq!(read.history().log(), game.history().log());
/// assert_eq!(read.to_string(), text);
/// assert_eq!(read.to_game()?.history().game(), game.history().game());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    tags: Vec<(String, String)>,
    history: History,
    source: Source,
    observer: Option<Observer>,
    /// Where the decks are in the text that the record was parsed from, if its seed determines
    /// them.
    deck_locations: Vec<Location>,
    /// The marked events by index.
    marks: Vec<(usize, Mark)>,
    /// The comments, each with the number of events before it.
    comments: Vec<(usize, String)>,
}

impl Record {
    /// Creates a record of this history, with the seed that determines its decks.
    #[must_use]
    pub fn new(history: History, seed: Option<&Seed>) -> Record {
        Record {
            tags: Vec::new(),
            history,
            source: Source::of(seed),
            observer: None,
            deck_locations: Vec::new(),
            marks: Vec::new(),
            comments: Vec::new(),
        }
    }

    /// The game and its log. In a record of one observer's view, the hidden cards are made up so
    /// that the game is consistent with the record: look at it only as
    /// [`observer`](Record::observer).
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The observer whose view this record contains, if it doesn't contain everything.
    #[must_use]
    pub const fn observer(&self) -> Option<Observer> {
        self.observer
    }

    /// Returns this record as the observer saw the game while it was played: without the seed or
    /// secret, without the hidden cards, and without marks and comments, because those may reveal
    /// hidden cards. `None` for a record that starts from a position: it doesn't contain
    /// what the observer had seen before.
    ///
    /// ```
    /// use pidro::{Record, Seat, Seed, SeededGame};
    ///
    /// let game = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
    /// let record = game.to_record().as_seen_by(Seat::West).ok_or("it is a whole game")?;
    /// assert!(record.to_string().contains("N ?9\nPack ?16"));
    /// // The cards that West doesn't know are other ones now.
    /// assert_ne!(record.history().game(), game.history().game());
    /// assert_eq!(record.history().game().view(Seat::West), game.history().game().view(Seat::West));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn as_seen_by(&self, observer: impl Into<Observer>) -> Option<Record> {
        let observer = observer.into();
        if self.observer == Some(observer) {
            return Some(self.clone());
        }
        if self.observer.is_some() || !self.history.starts_with_new_game() {
            return None;
        }
        let source = Source {
            seed: None,
            commitment: self.source.commitment,
            words: self.source.words.clone(),
        };
        // The new record has its own history, with other cards in place of the hidden ones.
        let history = History::new(*self.history.initial_game().rules());
        let mut reader = Reader::new(history, source, Some(observer));
        reader
            .apply_all(&transcript::statements(&self.history, Some(observer)))
            .ok()?;
        Some(Record {
            tags: self.tags.clone(),
            ..Record::from(reader)
        })
    }

    /// The value of a tag such as `Event`, `Date` or `North`, or of any other tag that doesn't
    /// define the game itself.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(known, _)| known == name)?;
        Some(value)
    }

    /// All of these tags, in order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (&**name, &**value))
    }

    /// The name of the player in this seat: the tag `North`, `East`, `South` or `West`.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&str> {
        self.tag(player_tag(seat))
    }

    /// Sets the name of the player in this seat.
    pub fn set_player(&mut self, seat: Seat, name: &str) {
        self.set_tag(player_tag(seat), name);
    }

    /// Sets a tag, and returns whether that succeeded. Tags that define the game itself can't be
    /// set, and a name may contain only letters, digits and underscores.
    pub fn set_tag(&mut self, name: &str, value: &str) -> bool {
        if !tags::is_tag_name(name) || RESERVED_TAGS.contains(&name) {
            return false;
        }
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
        true
    }

    /// The marked events by index.
    pub fn marks(&self) -> impl Iterator<Item = (usize, Mark)> {
        self.marks.iter().copied()
    }

    /// Marks the event at this index, if it is a seat's decision.
    pub fn set_mark(&mut self, event: usize, mark: Mark) {
        if !self.history.is_step(event) || self.history.log()[event].action().is_none() {
            return;
        }
        match self.marks.binary_search_by_key(&event, |(marked, _)| *marked) {
            Ok(index) => self.marks[index].1 = mark,
            Err(index) => self.marks.insert(index, (event, mark)),
        }
    }

    /// The comments, each with the number of events before it.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.comments.iter().map(|(after, comment)| (*after, &**comment))
    }

    /// Adds a comment after event number `after`; 0 is before the first. Some events (discards,
    /// going cold, …) have no place of their own in the text; a comment after one of them moves to
    /// the event before it. Replaces braces with parentheses and joins all lines into one.
    pub fn add_comment(&mut self, after: usize, text: &str) {
        let after = self.comment_position(after);
        let index = self.comments.partition_point(|(other, _)| *other <= after);
        self.comments.insert(index, (after, comment_text(text)));
    }

    /// Moves `after` back over events that have no place of their own in the text.
    fn comment_position(&self, after: usize) -> usize {
        let events = self.history.log().iter().take(after);
        events.len() - events.rev().take_while(|event| !has_own_place(event)).count()
    }

    /// The winner and how it won, or `*`.
    pub(crate) fn result(&self) -> String {
        let game = self.history.game();
        match game.winner() {
            Some(team) => format!(
                "{team} {} to {}",
                game.scores()[team],
                game.scores()[team.opponents()]
            ),
            None => "*".to_owned(),
        }
    }

    /// Writes the tags that describe the game.
    fn write_tags(&self, text: &mut String) {
        for (name, value) in &self.tags {
            tags::write_tag(text, name, value);
        }
    }

    /// Writes the tags for the source of the decks and for the observer.
    fn write_source(&self, text: &mut String) {
        self.source.write(text);
        if let Some(observer) = self.observer {
            tags::write_tag(text, "View", &observer.to_string());
        }
    }

    /// Parses a record of exactly one game.
    ///
    /// # Errors
    ///
    /// If the text is malformed, the rules forbid a decision, a stated consequence is wrong, or
    /// there are several games.
    pub fn parse(text: &str) -> Result<Record, ParseRecordError> {
        let mut records = Record::parse_all(text);
        let first = records.next().unwrap_or_else(|| Record::read(text, 1));
        if first.is_ok() && records.next().is_some() {
            let second = Word {
                text: "",
                offset: records.start(),
            };
            let fault = second.fault("a second game begins here, but only one is expected");
            return Err(ParseRecordError::new(text, 1, &fault));
        }
        first
    }

    /// Parses all games in a text, one after the other. An invalid game doesn't stop the iteration.
    #[must_use]
    pub const fn parse_all(text: &str) -> RecordIter<'_> {
        RecordIter {
            text,
            start: 0,
            offset: 0,
            line: 1,
        }
    }

    fn read(text: &str, first_line: usize) -> Result<Record, ParseRecordError> {
        read(text, first_line).map_err(|fault| ParseRecordError::new(text, first_line, &fault))
    }

    /// Continues the recorded game. Its decks must be those that follow from the record's seed or
    /// secret.
    ///
    /// # Errors
    ///
    /// If the record contains only what one observer saw, or the secret or a deck is wrong.
    ///
    /// ```
    /// use pidro::{Record, ResumeError, Rules, Seat, Seed, SeededGame};
    ///
    /// let game = SeededGame::new(Rules::default(), Some(Seed::new("7")));
    /// let record = game.to_record();
    /// assert_eq!(record.to_game()?.history().game(), game.history().game());
    ///
    /// let view = record.as_seen_by(Seat::North).ok_or("it is a whole game")?;
    /// assert_eq!(view.to_game().unwrap_err(), ResumeError::OneView);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_game(&self) -> Result<SeededGame, ResumeError> {
        if self.observer.is_some() {
            return Err(ResumeError::OneView);
        }
        let proof = self.proof();
        if proof.secret_matches == Some(false) {
            return Err(ResumeError::WrongSecret);
        }
        let mut decks = proof.decks.iter().enumerate();
        if let Some((index, wrong)) = decks.find(|(_, deck)| deck.follows == Some(false)) {
            return Err(ResumeError::WrongDeck {
                hand: wrong.hand,
                location: self.deck_locations.get(index).copied(),
            });
        }
        Ok(SeededGame::resume(self.history.clone(), self.source.seed.clone()))
    }
}

/// Writes the record as text.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write::text(self))
    }
}

/// Parses a record of exactly one game.
impl FromStr for Record {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<Record, ParseRecordError> {
        Record::parse(text)
    }
}

impl From<Reader> for Record {
    fn from(reader: Reader) -> Record {
        Record {
            tags: Vec::new(),
            history: reader.history,
            source: reader.source,
            observer: reader.observer,
            deck_locations: Vec::new(),
            marks: reader.marks,
            comments: reader.comments,
        }
    }
}

/// Whether the event has a place of its own in the text, so that a comment can follow it.
const fn has_own_place(event: &Event) -> bool {
    !matches!(
        event,
        Event::DealerChosen { .. }
            | Event::BiddingWon { .. }
            | Event::Discarded { .. }
            | Event::WentCold { .. }
    )
}

/// A comment as the text contains it.
fn note_text(comment: &str) -> String {
    format!("{{{comment}}}")
}

fn read(text: &str, first_line: usize) -> Result<Record, Fault> {
    let mut tags = Tags::default();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.starts_with('[') {
            let indent = line.len() - line.trim_start().len();
            tags.read(Word {
                text: trimmed,
                offset: offset + indent,
            })?;
        } else if !trimmed.is_empty() {
            break;
        }
        offset += line.len();
    }
    tags.finish();
    let start = Word { text: "", offset };
    match (tags.position, tags.rules, tags.view) {
        (Some(_), Some(_), _) => {
            return Err(start.fault("a position has its own rules: remove the tag Rules"));
        }
        (Some(_), _, Some(_)) => return Err(start.fault("a record of one view can't begin with a position")),
        _ => {}
    }
    let history = match tags.position {
        Some(game) => History::starting_at(game),
        None => History::new(tags.rules.unwrap_or_default()),
    };
    let mut reader = Reader::new(history, tags.source, tags.view);
    reader.read(&mut Parser::new(Cursor::new(text, offset), tags.view))?;
    let deck_locations = match reader.source.seed {
        Some(_) => error::locations(text, first_line, &reader.deck_offsets),
        None => Vec::new(),
    };
    let record = Record {
        tags: tags.others,
        deck_locations,
        ..Record::from(reader)
    };
    match tags.result {
        Some((word, stated)) if stated != record.result() => {
            Err(word.fault(format!("the result is {}", record.result())))
        }
        _ => Ok(record),
    }
}

/// Iterator over the games in a text, created by [`Record::parse_all`].
#[derive(Clone, Debug)]
pub struct RecordIter<'a> {
    text: &'a str,
    start: usize,
    offset: usize,
    line: usize,
}

impl RecordIter<'_> {
    /// The number of bytes read so far.
    #[must_use]
    pub const fn bytes_read(&self) -> usize {
        self.offset
    }

    /// The byte offset at which the last game starts.
    const fn start(&self) -> usize {
        self.start
    }
}

impl Iterator for RecordIter<'_> {
    type Item = Result<Record, ParseRecordError>;

    /// A game ends before a tag that follows an empty line or a line that is not a tag.
    fn next(&mut self) -> Option<Self::Item> {
        // Skip blank lines and file comments before the game.
        for line in self.text[self.offset..].split_inclusive('\n') {
            if !line.trim().is_empty() && !line.trim_start().starts_with(';') {
                break;
            }
            self.offset += line.len();
            self.line += usize::from(line.ends_with('\n'));
        }
        let rest = &self.text[self.offset..];
        if rest.is_empty() {
            return None;
        }
        self.start = self.offset;
        let mut end = 0;
        let mut after_tags = false;
        for line in rest.split_inclusive('\n') {
            if after_tags && tags::is_tag(line) {
                break;
            }
            after_tags |= !line.trim_start().starts_with('[');
            end += line.len();
        }
        let first_line = self.line;
        self.line += rest[..end].matches('\n').count();
        self.offset += end;
        Some(Record::read(&rest[..end], first_line))
    }
}

impl SeededGame {
    /// Records the game so far, with its seed.
    #[must_use]
    pub fn to_record(&self) -> Record {
        Record::new(self.history().clone(), self.seed())
    }
}
