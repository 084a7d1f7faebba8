//! Errors in a record, and their locations.

use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use crate::notation::word::Fault;

/// Why a record is invalid: the location, and what the parser expected there.
///
/// `Display` shows the line with a marker under the location:
///
/// ```
/// let error = pidro::Record::parse("[Rules \"french\"]").unwrap_err();
/// assert_eq!((error.line(), error.column()), (1, 9));
/// assert!(error.to_string().ends_with("\n1 | [Rules \"french\"]\n  |         ^^^^^^"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseRecordError {
    line: usize,
    column: usize,
    width: usize,
    reason: String,
    /// The excerpt of the line to show, and the number of characters before it.
    excerpt: String,
    chars_before: usize,
}

/// The maximum length of the excerpt: a very long line is cut to the surroundings of the error.
const EXCERPT_CHARS: usize = 160;

impl ParseRecordError {
    pub(super) fn new(text: &str, first_line: usize, fault: &Fault) -> ParseRecordError {
        let start = text[..fault.offset].rfind('\n').map_or(0, |end| end + 1);
        let end = text[fault.offset..]
            .find('\n')
            .map_or(text.len(), |end| fault.offset + end);
        let source = text[start..end].trim_end_matches('\r');
        let column = text[start..fault.offset].chars().count() + 1;
        let chars_before = column.saturating_sub(EXCERPT_CHARS / 2);
        let excerpt: String = source.chars().skip(chars_before).take(EXCERPT_CHARS).collect();
        let last = text.floor_char_boundary((fault.offset + fault.len).min(end));
        let width = text[fault.offset..last].chars().count();
        ParseRecordError {
            line: first_line + text[..start].matches('\n').count(),
            column,
            width: width.max(1),
            reason: fault.reason.clone(),
            excerpt: excerpt.replace('\t', " "),
            chars_before,
        }
    }

    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "bad_record"
    }

    /// The line, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The column, counted from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// The error message without the location.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for ParseRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let indent = " ".repeat(self.column - 1 - self.chars_before);
        let carets = "^".repeat(self.width.min(40));
        writeln!(f, "line {}, column {}: {}", self.line, self.column, self.reason)?;
        writeln!(f, "{number} | {}", self.excerpt)?;
        write!(f, "{margin} | {indent}{carets}")
    }
}

impl core::error::Error for ParseRecordError {}

/// A line and a column, both counted from 1.
pub(super) type Location = (usize, usize);

/// The locations of these byte offsets, which are in ascending order, in a text that begins in
/// `first_line`.
pub(super) fn locations(text: &str, first_line: usize, offsets: &[usize]) -> Vec<Location> {
    let mut counted = 0;
    let (mut line, mut column) = (first_line, 1);
    let locate = |&offset: &usize| {
        let between = &text[counted..offset];
        counted = offset;
        match between.rfind('\n') {
            Some(end) => {
                line += between.bytes().filter(|byte| *byte == b'\n').count();
                column = between[end + 1..].chars().count() + 1;
            }
            None => column += between.chars().count(),
        }
        (line, column)
    };
    offsets.iter().map(locate).collect()
}

/// Why a recorded game can't be continued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ResumeError {
    /// The record contains only what one observer saw.
    OneView,
    /// The record's secret does not match the commitment.
    WrongSecret,
    /// A deck does not follow from the record's seed or secret.
    WrongDeck {
        /// The number of the hand; 0 for the cut.
        hand: u32,
        /// The line and the column of the deck, counted from 1, if the record was parsed from text.
        location: Option<(usize, usize)>,
    },
}

impl ResumeError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "bad_record"
    }
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::OneView => {
                f.write_str("this record contains only what one observer saw: the other cards are missing")
            }
            ResumeError::WrongSecret => f.write_str("the secret does not match the commitment"),
            ResumeError::WrongDeck { hand: 0, .. } => {
                f.write_str("the cut is not from the deck that the seed gives")
            }
            ResumeError::WrongDeck { hand, .. } => {
                write!(f, "hand {hand} is not from the deck that the seed gives")
            }
        }
    }
}

impl core::error::Error for ResumeError {}
