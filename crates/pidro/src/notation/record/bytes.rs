//! Records as bytes: the bytes of the game, followed by the tags, marks and comments as text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::cursor::comment_text;
use super::statement::Mark;
use super::tags::{self, Tags};
use super::{Record, note_text};
use crate::game::History;
use crate::notation::binary::VERSION;
use crate::notation::bits::{BitReader, BitWriter, DecodeError};
use crate::notation::word::Word;

/// The maximum length of the text after a game, which keeps decoding below a megabyte of memory.
const MAX_NOTES_LEN: usize = 1 << 16;

impl Record {
    /// Encodes the record: the [game's bytes](History::to_bytes), followed by everything else in
    /// the record. A record without tags, seed and annotations has the same bytes as its game.
    ///
    /// ```
    /// use pidro::{Record, Seat, Seed, SeededGame};
    ///
    /// let game = SeededGame::new("traditional".parse()?, Some(Seed::new("7")));
    /// let mut record = game.to_record();
    /// record.set_player(Seat::East, "Bo");
    /// let bytes = record.to_bytes();
    /// assert_eq!(Record::from_bytes(&bytes)?.to_string(), record.to_string());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bits = BitWriter::new(VERSION);
        self.history.write_bits(&mut bits);
        bits.fill_byte();
        for byte in self.notes().bytes() {
            bits.write_bits(byte.into(), 8);
        }
        bits.seal()
    }

    /// Decodes a record.
    ///
    /// # Errors
    ///
    /// If the bytes are not the output of [`to_bytes`](Record::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Record, DecodeError> {
        let mut bits = BitReader::open(bytes, VERSION)?;
        let history = History::read_bits(&mut bits)?;
        let notes = bits.rest()?;
        let mut record = Record::new(history, None);
        if notes.is_empty() {
            return Ok(record);
        }
        if notes.len() > MAX_NOTES_LEN {
            return Err(DecodeError::NotesTooLong(MAX_NOTES_LEN));
        }
        let text = str::from_utf8(notes).map_err(|_| DecodeError::Impossible)?;
        record.read_notes(text).ok_or(DecodeError::Impossible)?;
        if record.notes() == text {
            Ok(record)
        } else {
            Err(DecodeError::NotCanonical)
        }
    }

    /// Everything except the game: the tags as in a text, and one line per mark and comment.
    fn notes(&self) -> String {
        let mut text = String::new();
        self.write_tags(&mut text);
        self.write_source(&mut text);
        // Writing to a `String` can't fail.
        for (event, mark) in &self.marks {
            let _ = writeln!(text, "{event} {}", mark.text());
        }
        for (after, comment) in &self.comments {
            let _ = writeln!(text, "{after} {}", note_text(comment));
        }
        text
    }

    fn read_notes(&mut self, text: &str) -> Option<()> {
        let mut tags = Tags::default();
        for line in text.lines() {
            if tags::is_tag(line) {
                tags.read(Word {
                    text: line,
                    offset: 0,
                })
                .ok()?;
                continue;
            }
            let (event, note) = line.split_once(' ')?;
            let event: usize = event
                .parse()
                .ok()
                .filter(|event| *event <= self.history.log().len())?;
            if let Some(mark) = Mark::from_text(note) {
                self.set_mark(event, mark);
            } else {
                let text = comment_text(note.strip_prefix('{')?.strip_suffix('}')?);
                self.comments.push((self.comment_position(event), text));
            }
        }
        // Sort once at the end instead of on each insertion: the input may list them in reverse.
        self.comments.sort_by_key(|(after, _)| *after);
        tags.finish();
        self.source = tags.source;
        self.observer = tags.view;
        self.tags = tags.others;
        Some(())
    }
}
