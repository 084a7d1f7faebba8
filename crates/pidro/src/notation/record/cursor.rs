//! Splits a record's text into words, and collects the comments between them.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::notation::word::{Fault, Word};

/// Iterates over the words of a text.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    /// The comments passed since the reader last collected them.
    pub(super) comments: Vec<String>,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str, offset: usize) -> Cursor<'a> {
        Cursor {
            text,
            offset,
            comments: Vec::new(),
        }
    }

    /// A cursor at the same place, to look ahead with.
    pub(super) const fn fork(&self) -> Cursor<'a> {
        Cursor::new(self.text, self.offset)
    }

    /// Returns the next word.
    fn next(&mut self) -> Result<Option<Word<'a>>, Fault> {
        let word = self.peek()?;
        if let Some(word) = word {
            self.offset = word.offset + word.text.len();
        }
        Ok(word)
    }

    /// Returns the next word; the end of the text is an error.
    pub(super) fn expect(&mut self, what: &str) -> Result<Word<'a>, Fault> {
        self.next()?.ok_or_else(|| Fault {
            offset: self.text.trim_end().len(),
            len: 0,
            reason: format!("the record ends here, but {what} is expected"),
        })
    }

    /// Consumes a word that has to be this one.
    pub(super) fn expect_word(&mut self, text: &str) -> Result<Word<'a>, Fault> {
        let word = self.expect(text)?;
        if word.text == text {
            Ok(word)
        } else {
            Err(word.expected(text))
        }
    }

    /// Returns the next word without consuming it. Skips the comments before it.
    pub(super) fn peek(&mut self) -> Result<Option<Word<'a>>, Fault> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.offset) {
                None => return Ok(None),
                Some(b' ' | b'\n' | b'\r' | b'\t' | b',') => self.offset += 1,
                Some(b'{') => self.comment('}')?,
                Some(b';') => self.comment('\n')?,
                Some(_) => break,
            }
        }
        let rest = &bytes[self.offset..];
        let ends = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',' | b'{' | b';');
        let len = rest.iter().position(ends).unwrap_or(rest.len());
        Ok(Some(Word {
            text: &self.text[self.offset..self.offset + len],
            offset: self.offset,
        }))
    }

    /// Consumes and returns the next word if the condition holds for it.
    pub(super) fn next_if(
        &mut self,
        condition: impl FnOnce(Word<'a>) -> bool,
    ) -> Result<Option<Word<'a>>, Fault> {
        match self.peek()? {
            Some(word) if condition(word) => self.next(),
            _ => Ok(None),
        }
    }

    fn comment(&mut self, end: char) -> Result<(), Fault> {
        let inside = &self.text[self.offset + 1..];
        let len = match inside.find(end) {
            Some(len) => len,
            None if end == '\n' => inside.len(),
            None => {
                return Err(Fault {
                    offset: self.offset,
                    len: 1,
                    reason: "this comment has no end".to_owned(),
                });
            }
        };
        self.comments.push(comment_text(&inside[..len]));
        self.offset = (self.offset + 1 + len + 1).min(self.text.len());
        Ok(())
    }
}

/// Normalizes a comment: one line, with parentheses for braces so that it can stand between braces.
pub(super) fn comment_text(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('{', "(").replace('}', ")")
}
