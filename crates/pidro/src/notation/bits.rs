//! Reads and writes numbers in as few bits as they need, most significant bit first, between a
//! version byte and a checksum.

use alloc::vec::Vec;
use thiserror::Error;

use crate::rules::bits_for;

/// The size of the checksum, a CRC-32 as in zip and PNG: it detects every burst error of up to 32
/// bits.
const CHECKSUM: usize = 4;

/// Writes numbers.
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    /// The bits that don't fill a byte yet, and their number.
    pending: u64,
    filled: u32,
}

impl BitWriter {
    /// Starts with the version byte.
    pub(crate) fn new(version: u8) -> BitWriter {
        let mut bytes = Vec::with_capacity(128);
        bytes.push(version);
        BitWriter {
            bytes,
            pending: 0,
            filled: 0,
        }
    }

    /// Writes one of `count` possible values.
    #[inline]
    pub(crate) fn write(&mut self, value: usize, count: usize) {
        self.write_bits(value as u64, bits_for(count));
    }

    /// Writes a number of `bits` bits, at most 56.
    #[inline]
    pub(crate) fn write_bits(&mut self, value: u64, bits: u32) {
        self.pending = self.pending << bits | value;
        self.filled += bits;
        while self.filled >= 8 {
            self.filled -= 8;
            #[expect(clippy::cast_possible_truncation, reason = "the byte that is full")]
            self.bytes.push((self.pending >> self.filled) as u8);
        }
        self.pending &= (1 << self.filled) - 1;
    }

    /// Pads the last byte with zeros.
    pub(crate) fn fill_byte(&mut self) {
        self.write_bits(0, (8 - self.filled) % 8);
    }

    /// Returns all bytes with the checksum.
    pub(crate) fn seal(mut self) -> Vec<u8> {
        self.fill_byte();
        let checksum = crc32fast::hash(&self.bytes);
        self.bytes.extend(checksum.to_be_bytes());
        self.bytes
    }
}

/// Reads numbers from bits.
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    bit_offset: usize,
}

impl<'a> BitReader<'a> {
    /// Checks the version and the checksum, and starts reading between them.
    pub(crate) fn open(bytes: &'a [u8], version: u8) -> Result<BitReader<'a>, DecodeError> {
        let (body, found) = bytes
            .split_last_chunk::<CHECKSUM>()
            .ok_or(DecodeError::Truncated)?;
        let (&first, bits) = body.split_first().ok_or(DecodeError::Truncated)?;
        if first != version {
            return Err(DecodeError::Version {
                found: first,
                known: version,
            });
        }
        if crc32fast::hash(body).to_be_bytes() != *found {
            return Err(DecodeError::Checksum);
        }
        Ok(BitReader {
            bytes: bits,
            bit_offset: 0,
        })
    }

    /// The total number of bytes.
    pub(crate) const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Reads one of `count` possible values.
    #[inline]
    pub(crate) fn read(&mut self, count: usize) -> Result<usize, DecodeError> {
        #[expect(clippy::cast_possible_truncation, reason = "not more bits than `count` has")]
        let value = self.read_bits(bits_for(count))? as usize;
        if value < count {
            Ok(value)
        } else {
            Err(DecodeError::Impossible)
        }
    }

    /// Reads a number of `bits` bits, at most 56.
    #[inline]
    pub(crate) fn read_bits(&mut self, bits: u32) -> Result<u64, DecodeError> {
        let end = self.bit_offset + bits as usize;
        if end > 8 * self.bytes.len() {
            return Err(DecodeError::Truncated);
        }
        if bits == 0 {
            return Ok(0);
        }
        let rest = &self.bytes[self.bit_offset / 8..];
        let window = rest.first_chunk().copied().unwrap_or_else(|| {
            let mut window = [0; 8];
            window[..rest.len()].copy_from_slice(rest);
            window
        });
        let value = u64::from_be_bytes(window) << (self.bit_offset % 8) >> (64 - bits);
        self.bit_offset = end;
        Ok(value)
    }

    /// Reads numbers with ever fewer possible values: `count`, `count − 1`, and so on.
    ///
    /// Equivalent to repeated calls of [`read`](BitReader::read), but extracts several numbers from
    /// the bytes at once.
    #[inline]
    pub(crate) fn read_falling(
        &mut self,
        mut count: usize,
        mut take: impl FnMut(usize),
    ) -> Result<(), DecodeError> {
        // The last number has only one possible value.
        while count > 1 {
            let bits = bits_for(count);
            let of_this_size = count - (1 << (bits - 1));
            let numbers = of_this_size.min(56 / bits as usize);
            #[expect(clippy::cast_possible_truncation, reason = "at most 56")]
            let width = bits * numbers as u32;
            let mut window = self.read_bits(width)? << (64 - width);
            for _ in 0..numbers {
                #[expect(clippy::cast_possible_truncation, reason = "a few bits")]
                let value = (window >> (64 - bits)) as usize;
                if value >= count {
                    return Err(DecodeError::Impossible);
                }
                take(value);
                window <<= bits;
                count -= 1;
            }
        }
        if count == 1 {
            take(0);
        }
        Ok(())
    }

    /// Returns the remaining whole bytes, after the zero bits that pad the current one.
    pub(crate) fn rest(mut self) -> Result<&'a [u8], DecodeError> {
        let fill = (8 - self.bit_offset % 8) % 8;
        if self.read_bits(u32::try_from(fill).unwrap_or_default())? != 0 {
            return Err(DecodeError::NotCanonical);
        }
        Ok(&self.bytes[self.bit_offset / 8..])
    }

    /// Checks that nothing remains except the zero bits that pad the last byte.
    pub(crate) fn end(self) -> Result<(), DecodeError> {
        if self.rest()?.is_empty() {
            Ok(())
        } else {
            Err(DecodeError::NotCanonical)
        }
    }
}

/// Why bytes can't be decoded as a game or a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes end too early.
    #[error("the bytes end too early")]
    Truncated,
    /// The bytes are something else, or another release wrote them.
    #[error("the bytes have version {found}; this release reads version {known}")]
    Version {
        /// The version of the bytes.
        found: u8,
        /// The version that this release reads.
        known: u8,
    },
    /// The bytes were corrupted.
    #[error("the checksum does not match the bytes")]
    Checksum,
    /// The bytes describe something impossible.
    #[error("the bytes describe something that the rules do not allow")]
    Impossible,
    /// The bytes are not the canonical encoding of their content.
    #[error("the bytes are not in canonical form")]
    NotCanonical,
    /// The game has more events than the decoder accepts.
    #[error("the game has more than {0} events")]
    TooManyEvents(usize),
    /// The notes (tags, marks and comments) are longer than the decoder accepts.
    #[error("the tags and comments have more than {0} bytes")]
    NotesTooLong(usize),
}

impl DecodeError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "bad_bytes"
    }
}
