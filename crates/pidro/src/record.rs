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
mod partial;
mod proof;
mod read;
mod tags;
mod verdict;
mod write;

pub use cursor::Mark;
pub use error::ParseRecordError;
pub use proof::{DeckCheck, DeckProof};
pub use verdict::{Contradiction, Decks, Outcome, Shortfall, Verdict};

use crate::event::Event;
use crate::history::History;
use crate::seed::Seed;
use crate::seeded_game::SeededGame;
use crate::view::Observer;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use cursor::{Cursor, Word, comment_text};
use error::Fault;
use read::Reader;
use tags::{RESERVED_TAGS, Source, Tags};

/// The record of a game: its tags, its history, and annotations.
///
/// ```
/// use pidro::{Action, Mark, Record, Seat, Seed, SeededGame};
///
/// let mut table = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
/// table.act(Seat::East, Action::Pass)?;
///
/// let mut record = Record::of(&table);
/// record.set_tag("North", "Anna");
/// record.set_mark(1, Mark::Mistake);
/// record.comment(2, "Three aces!");
/// let text = record.to_text();
/// assert!(text.starts_with("[North \"Anna\"]\n"));
/// assert!(text.ends_with("Calls E pass? {Three aces!}\n"));
///
/// let read = Record::parse(&text)?;
/// assert_eq!(read.history().log(), table.history().log());
/// assert_eq!(read.to_text(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    tags: Vec<(String, String)>,
    history: History,
    source: Source,
    observer: Option<Observer>,
    /// The byte offsets of the decks in the text that the record was parsed from.
    decks: Vec<usize>,
    /// The marked events by index.
    marks: Vec<(usize, Mark)>,
    /// The comments, each with the number of events before it.
    comments: Vec<(usize, String)>,
}

impl Record {
    /// Records a game with its seed.
    #[must_use]
    pub fn of(table: &SeededGame) -> Record {
        Record::new(table.history().clone(), table.seed())
    }

    /// Creates a record of this history, with the seed that determines its decks.
    #[must_use]
    pub fn new(history: History, seed: Option<&Seed>) -> Record {
        Record {
            tags: Vec::new(),
            history,
            source: Source::of(seed),
            observer: None,
            decks: Vec::new(),
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
    /// hidden cards. `None` for a record that starts from a position: it doesn't tell what the
    /// observer had seen before.
    ///
    /// ```
    /// use pidro::{Record, Seat, Seed, SeededGame};
    ///
    /// let table = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
    /// let record = Record::of(&table).as_seen_by(Seat::West).ok_or("it is a whole game")?;
    /// assert!(record.to_text().contains("N ?9\nPack ?16"));
    /// // The cards that West doesn't know are other ones now.
    /// assert_ne!(record.history().game(), table.history().game());
    /// assert_eq!(record.history().game().view(Seat::West), table.history().game().view(Seat::West));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn as_seen_by(&self, observer: impl Into<Observer>) -> Option<Record> {
        let observer = observer.into();
        if observer == Observer::Arbiter || self.observer == Some(observer) {
            return Some(self.clone());
        }
        if self.observer.is_some() || !self.history.starts_new() {
            return None;
        }
        let mut seen = Record::new(self.history.clone(), None);
        seen.observer = Some(observer);
        seen.tags.clone_from(&self.tags);
        seen.source.commitment = self.source.commitment;
        seen.source.words.clone_from(&self.source.words);
        // Removing the hidden cards from the text is not enough: parsing it again puts other cards
        // in their place.
        Record::parse(&seen.to_text()).ok()
    }

    /// The value of a tag such as `Event`, `Date` or `North`, or of any other tag that doesn't
    /// define the game itself.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(known, _)| known == name)?;
        Some(value)
    }

    /// All these tags in order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (&**name, &**value))
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
            Ok(place) => self.marks[place].1 = mark,
            Err(place) => self.marks.insert(place, (event, mark)),
        }
    }

    /// The comments, each with the number of events before it.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.comments.iter().map(|(after, comment)| (*after, &**comment))
    }

    /// Adds a comment after the first `after` events, or after the last of them that a record
    /// writes in place. Replaces braces with parentheses and joins all lines into one.
    pub fn comment(&mut self, after: usize, text: &str) {
        let after = self.place_of_comment(after);
        let place = self.comments.partition_point(|(other, _)| *other <= after);
        self.comments.insert(place, (after, comment_text(text)));
    }

    /// Moves `after` back over events that a record doesn't write in place.
    fn place_of_comment(&self, after: usize) -> usize {
        let events = self.history.log().iter().take(after);
        events.len() - events.rev().take_while(|event| !has_a_place(event)).count()
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

    /// The record as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        write::text(self)
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
            let fault = Word {
                text: "",
                at: records.start(),
            }
            .wrong("a second game begins here: one is expected");
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
            at: 0,
            line: 1,
        }
    }

    fn read(text: &str, first_line: usize) -> Result<Record, ParseRecordError> {
        read(text).map_err(|fault| ParseRecordError::new(text, first_line, &fault))
    }
}

/// Whether a record writes the event where it happened, instead of on a separate line later or not
/// at all.
const fn has_a_place(event: &Event) -> bool {
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

fn read(text: &str) -> Result<Record, Fault> {
    let mut tags = Tags::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.starts_with('[') {
            let indent = line.len() - line.trim_start().len();
            tags.read(Word {
                text: trimmed,
                at: at + indent,
            })?;
        } else if !trimmed.is_empty() {
            break;
        }
        at += line.len();
    }
    tags.finish();
    let start = Word { text: "", at };
    match (tags.position, tags.rules, tags.view) {
        (Some(_), Some(_), _) => {
            return Err(start.wrong("a position has its own rules: a tag Rules is too much"));
        }
        (Some(_), _, Some(_)) => return Err(start.wrong("a record of one view can't begin with a position")),
        _ => {}
    }
    let history = match tags.position {
        Some(game) => History::starting_at(game),
        None => History::new(tags.rules.unwrap_or_default()),
    };
    let reader = Reader::new(Cursor::new(text, at), history, tags.source, tags.view);
    let record = reader.read(tags.others)?;
    match tags.result {
        Some((word, stated)) if stated != record.result() => {
            Err(word.wrong(format!("the result is {}", record.result())))
        }
        _ => Ok(record),
    }
}

/// Iterator over the games in a text, created by [`Record::parse_all`].
#[derive(Clone, Debug)]
pub struct RecordIter<'a> {
    text: &'a str,
    start: usize,
    at: usize,
    line: usize,
}

impl RecordIter<'_> {
    /// The number of bytes read so far.
    #[must_use]
    pub const fn read_bytes(&self) -> usize {
        self.at
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
        for line in self.text[self.at..].split_inclusive('\n') {
            if !line.trim().is_empty() && !line.trim_start().starts_with(';') {
                break;
            }
            self.at += line.len();
            self.line += usize::from(line.ends_with('\n'));
        }
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        self.start = self.at;
        let mut end = 0;
        let mut told = false;
        for line in rest.split_inclusive('\n') {
            if told && tags::is_tag(line) {
                break;
            }
            let trimmed = line.trim_start();
            told |= !trimmed.starts_with('[');
            end += line.len();
        }
        let first_line = self.line;
        self.line += rest[..end].matches('\n').count();
        self.at += end;
        Some(Record::read(&rest[..end], first_line))
    }
}

impl SeededGame {
    /// The game so far as text.
    ///
    /// ```
    /// use pidro::{Rules, Seed, SeededGame};
    ///
    /// let table = SeededGame::new(Rules::default(), Some(Seed::new("7")));
    /// let text = table.to_record();
    /// assert_eq!(SeededGame::from_record(&text)?.history().game(), table.history().game());
    /// # Ok::<(), pidro::ParseRecordError>(())
    /// ```
    #[must_use]
    pub fn to_record(&self) -> String {
        Record::of(self).to_text()
    }

    /// Restores a game from its record, so that it can continue.
    ///
    /// # Errors
    ///
    /// If the text is not the record of one complete game log, or a deck doesn't follow from the
    /// record's seed or secret.
    pub fn from_record(text: &str) -> Result<SeededGame, ParseRecordError> {
        let record = Record::parse(text)?;
        let wrong = |at, reason: &str| {
            let fault = Word { text: "", at }.wrong(reason);
            Err(ParseRecordError::new(text, 1, &fault))
        };
        let proof = record.proof();
        if record.observer.is_some() {
            return wrong(
                0,
                "this record tells what one observer saw: the other cards are not in it",
            );
        }
        if proof.promise_kept == Some(false) {
            return wrong(0, "the secret is not the one that was promised");
        }
        for (deck, place) in proof.decks.iter().zip(&record.decks) {
            if deck.follows == Some(false) {
                return wrong(*place, "this is not the deck that the seed gives");
            }
        }
        Ok(SeededGame::resumed(record.history, record.source.seed))
    }
}
