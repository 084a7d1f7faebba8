//! Words of the notation with their offsets in the text, and errors at such offsets.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Display;
use core::str::FromStr;

use crate::cards::Card;

/// A word and its byte offset in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

/// An error in a part of the text.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The byte offset and the length of that part.
    pub(crate) offset: usize,
    pub(crate) len: usize,
    pub(crate) reason: String,
}

impl<'a> Word<'a> {
    /// An error that blames this word.
    #[cold]
    pub(crate) fn fault(self, reason: impl Into<String>) -> Fault {
        Fault {
            offset: self.offset,
            len: self.text.len(),
            reason: reason.into(),
        }
    }

    /// The value of the whole word.
    pub(crate) fn parse<T>(self) -> Result<T, Fault>
    where
        T: FromStr<Err: Display>,
    {
        self.text
            .parse()
            .map_err(|error: T::Err| self.fault(error.to_string()))
    }

    pub(crate) fn number<T: FromStr>(self) -> Result<T, Fault> {
        self.text
            .parse()
            .map_err(|_| self.fault("a number is expected here"))
    }

    /// The cards in a word that lists them without separators, each with its own two letters.
    pub(crate) fn cards(self) -> impl Iterator<Item = Result<(Word<'a>, Card), Fault>> {
        (0..self.text.len()).step_by(2).map(move |start| {
            let letters = self.letters(start);
            Ok((letters, letters.parse()?))
        })
    }

    /// Two bytes of the word from this offset, or the whole word if they are not valid text.
    fn letters(self, start: usize) -> Word<'a> {
        let end = self.text.len().min(start + 2);
        match self.text.get(start..end) {
            Some(text) => Word {
                text,
                offset: self.offset + start,
            },
            None => self,
        }
    }

    /// The start of the word, short enough for an error message.
    pub(crate) fn excerpt(self) -> String {
        self.text.chars().take(40).collect()
    }

    /// The error for a stated value that differs from the one that follows.
    #[cold]
    pub(crate) fn expected(self, value: impl Display) -> Fault {
        self.fault(format!("{value} is expected here"))
    }
}
