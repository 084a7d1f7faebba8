//! Splits a record's text into words, and collects the comments between them.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::Display;
use core::str::FromStr;

use super::error::Fault;
use crate::card::Card;
use crate::seat::Seat;
use crate::view::VisibleCards;

/// The keywords that start a part of a record, besides trick numbers.
pub(super) const PARTS: [&str; 15] = [
    "Cut", "Hand", "Pack", "Calls", "Trump", "Discard", "Redeal", "Keep", "Kill", "Cold", "Claim", "Left",
    "Score", "Resign", "Wins",
];

/// A word and its byte offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Word<'a> {
    pub(super) fn wrong(self, reason: impl Into<String>) -> Fault {
        Fault {
            at: self.at,
            len: self.text.len(),
            reason: reason.into(),
        }
    }

    /// Checks a stated value against the value that follows.
    pub(super) fn same<T: PartialEq + Display>(self, stated: &T, expected: &T) -> Result<(), Fault> {
        if stated == expected {
            Ok(())
        } else {
            Err(self.wrong(format!("{expected} is expected here")))
        }
    }

    /// Checks stated cards, as far as they are known, against those that follow.
    pub(super) fn same_cards(self, stated: VisibleCards, expected: VisibleCards) -> Result<(), Fault> {
        if stated == expected {
            Ok(())
        } else {
            Err(self.wrong(format!("{expected} is expected here")))
        }
    }

    pub(super) fn number<T: FromStr>(self) -> Result<T, Fault> {
        self.text.parse().map_err(|_| self.wrong("a number is expected"))
    }

    /// Two bytes of the word from this offset, or the whole word if they are not valid text.
    fn pair(self, place: usize) -> Word<'a> {
        let end = self.text.len().min(place + 2);
        match self.text.get(place..end) {
            Some(text) => Word {
                text,
                at: self.at + place,
            },
            None => self,
        }
    }

    pub(super) fn seat(self) -> Result<Seat, Fault> {
        self.text
            .parse()
            .map_err(|error: crate::ParseSeatError| self.wrong(error.to_string()))
    }

    pub(super) fn card(self) -> Result<Card, Fault> {
        self.text
            .parse()
            .map_err(|error: crate::ParseCardError| self.wrong(error.to_string()))
    }

    /// The cards in a word that lists them without separators.
    pub(super) fn cards(self) -> impl Iterator<Item = Result<(Word<'a>, Card), Fault>> {
        (0..self.text.len()).step_by(2).map(move |place| {
            let pair = self.pair(place);
            Ok((pair, pair.card()?))
        })
    }

    /// Splits the mark off the word.
    pub(super) fn unmarked(self) -> (Word<'a>, Option<Mark>) {
        let text = self.text.trim_end_matches(['!', '?']);
        let mark = Mark::ALL
            .into_iter()
            .find(|mark| mark.text() == &self.text[text.len()..]);
        match mark {
            Some(mark) => (Word { text, ..self }, Some(mark)),
            None => (self, None),
        }
    }

    /// Whether a part of the record starts with this word: a keyword or the number of a trick.
    pub(super) fn begins_part(self) -> bool {
        let number = || {
            self.text
                .strip_suffix('.')
                .is_some_and(|number| number.parse::<u8>().is_ok())
        };
        PARTS.contains(&self.text) || number()
    }
}

/// An annotator's opinion of a decision.
///
/// ```
/// use pidro::Mark;
///
/// assert_eq!(Mark::Blunder.text(), "??");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// `!`
    Good,
    /// `!!`
    Brilliant,
    /// `?!`
    Dubious,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl core::fmt::Display for Mark {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.text())
    }
}

impl Mark {
    pub(super) const ALL: [Mark; 5] = [
        Mark::Good,
        Mark::Brilliant,
        Mark::Dubious,
        Mark::Mistake,
        Mark::Blunder,
    ];

    /// The mark as text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Mark::Good => "!",
            Mark::Brilliant => "!!",
            Mark::Dubious => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// Iterates over a text.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// The upcoming words, if already split, and how many of them have been consumed. Comments
    /// between them are not collected again.
    words: Rc<[Word<'a>]>,
    passed: usize,
    /// The comments passed since the reader last collected them.
    pub(super) comments: Vec<String>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Cursor<'a> {
        Cursor {
            text,
            at,
            words: Rc::default(),
            passed: 0,
            comments: Vec::new(),
        }
    }

    /// A cursor at the same position that has already split the text up to the word `last`, for
    /// callers that read it many times.
    pub(super) fn ahead_to(&self, last: &str) -> Cursor<'a> {
        let mut cursor = Cursor::new(self.text, self.at);
        let mut words = Vec::new();
        // Ignore errors here: reading up to that point reports them again.
        while let Ok(Some(word)) = cursor.next() {
            words.push(word);
            if word.text == last {
                break;
            }
        }
        Cursor {
            words: words.into(),
            ..Cursor::new(self.text, self.at)
        }
    }

    /// The number of pre-split words consumed.
    pub(super) const fn passed(&self) -> usize {
        self.passed
    }

    /// Returns the next word.
    pub(super) fn next(&mut self) -> Result<Option<Word<'a>>, Fault> {
        let word = self.peek()?;
        if let Some(word) = word {
            self.at = word.at + word.text.len();
            self.passed += 1;
        }
        Ok(word)
    }

    /// Returns the next word; the end of the text is an error.
    pub(super) fn expect(&mut self, what: &str) -> Result<Word<'a>, Fault> {
        self.next()?.ok_or_else(|| Fault {
            at: self.text.trim_end().len(),
            len: 0,
            reason: format!("the record ends here: {what} is expected"),
        })
    }

    /// Returns the next word without consuming it. Skips the comments before it.
    pub(super) fn peek(&mut self) -> Result<Option<Word<'a>>, Fault> {
        if let Some(word) = self.words.get(self.passed) {
            return Ok(Some(*word));
        }
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                None => return Ok(None),
                Some(b' ' | b'\n' | b'\r' | b'\t' | b',') => self.at += 1,
                Some(b'{') => self.comment('}')?,
                Some(b';') => self.comment('\n')?,
                Some(_) => break,
            }
        }
        let rest = &bytes[self.at..];
        let ends = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',' | b'{' | b';');
        let len = rest.iter().position(ends).unwrap_or(rest.len());
        Ok(Some(Word {
            text: &self.text[self.at..self.at + len],
            at: self.at,
        }))
    }

    /// Consumes the next word if it equals this text, and returns whether it did.
    pub(super) fn passes(&mut self, text: &str) -> Result<bool, Fault> {
        let found = self.peek()?.is_some_and(|word| word.text == text);
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// Consumes and returns the next word if it consists of cards and is neither a seat nor a
    /// keyword.
    pub(super) fn next_cards(&mut self) -> Result<Option<Word<'a>>, Fault> {
        match self.peek()? {
            Some(word) if word.text.len() > 1 && !word.begins_part() => self.next(),
            _ => Ok(None),
        }
    }

    /// Whether the current part of the record ends here.
    pub(super) fn part_ends(&mut self) -> Result<bool, Fault> {
        Ok(self.peek()?.is_none_or(Word::begins_part))
    }

    fn comment(&mut self, end: char) -> Result<(), Fault> {
        let inside = &self.text[self.at + 1..];
        let len = match inside.find(end) {
            Some(len) => len,
            None if end == '\n' => inside.len(),
            None => {
                return Err(Fault {
                    at: self.at,
                    len: 1,
                    reason: "this comment has no end".to_owned(),
                });
            }
        };
        self.comments.push(comment_text(&inside[..len]));
        self.at = (self.at + 1 + len + 1).min(self.text.len());
        Ok(())
    }
}

/// Normalizes a comment: one line, with parentheses for braces so that it can stand between braces.
pub(super) fn comment_text(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('{', "(").replace('}', ")")
}
