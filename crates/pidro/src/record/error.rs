//! Errors in a record, and their locations.

use alloc::string::String;
use alloc::string::ToString;
use core::fmt;

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
    shown: String,
    skipped: usize,
}

/// The maximum length of the excerpt: only the surroundings of the error are shown of a very long
/// line.
const SHOWN: usize = 160;

impl ParseRecordError {
    pub(super) fn new(text: &str, first_line: usize, fault: &Fault) -> ParseRecordError {
        let start = text[..fault.at].rfind('\n').map_or(0, |end| end + 1);
        let end = text[fault.at..]
            .find('\n')
            .map_or(text.len(), |end| fault.at + end);
        let source = text[start..end].trim_end_matches('\r');
        let column = text[start..fault.at].chars().count() + 1;
        let skipped = column.saturating_sub(SHOWN / 2);
        let shown: String = source.chars().skip(skipped).take(SHOWN).collect();
        let last = text.floor_char_boundary((fault.at + fault.len).min(end));
        let width = text[fault.at..last].chars().count();
        ParseRecordError {
            line: first_line + text[..start].matches('\n').count(),
            column,
            width: width.max(1),
            reason: fault.reason.clone(),
            shown: shown.replace('\t', " "),
            skipped,
        }
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
        let indent = " ".repeat(self.column - 1 - self.skipped);
        let carets = "^".repeat(self.width.min(40));
        writeln!(f, "line {}, column {}: {}", self.line, self.column, self.reason)?;
        writeln!(f, "{number} | {}", self.shown)?;
        write!(f, "{margin} | {indent}{carets}")
    }
}

impl core::error::Error for ParseRecordError {}

/// An error at a byte offset in the text.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) len: usize,
    pub(super) reason: String,
}
