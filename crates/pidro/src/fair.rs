//! The proof of a fair deal: a secret that is promised before the first hand and shown after the last.
//!
//! `docs/fair-deal.md` has the construction, what it proves and what it can't.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::seat::{BySeat, Seat};

/// The decks of a game that nobody can choose and everybody can check afterwards.
///
/// Whoever deals the cards makes a secret and publishes the [`commitment`](FairDeal::commitment) to it. Then every
/// player may add a word: first everybody publishes the [`WordPromise`] of theirs, and only when all promises are
/// known are the words themselves told. All decks of the game follow from the secret and the words, so neither the
/// dealer of cards nor the players can choose them. When the game is over the secret is published, and anybody can
/// work the decks out again.
///
/// ```
/// use pidro::{FairDeal, Secret, Seat, SeededGame, WordPromise};
///
/// // 32 bytes from the system's generator; the same ones here, so that the example can be checked.
/// let mut deal = FairDeal::new(Secret::new([7; 32]));
/// let published = deal.commitment();
/// // South promises a word, and tells it when all promises are known.
/// let promised = WordPromise::of("lingonberry");
/// assert!(promised.is_kept_by("lingonberry"));
/// deal.add_word(Seat::South, "lingonberry")?;
///
/// let table = SeededGame::new("first_dealer=N".parse()?, Some(deal.seed()));
///
/// // After the game: the secret is the one that was promised, and it gives the decks that were played.
/// assert!(published.is_opened_by(deal.secret()));
/// assert_eq!(table.seed().map(|seed| seed.deck(1)), Some(deal.seed().deck(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FairDeal {
    secret: Secret,
    words: BySeat<String>,
}

impl FairDeal {
    /// The longest word, in bytes.
    pub const LONGEST_WORD: usize = 255;

    /// A deal from this secret, to which nobody has added a word yet.
    #[must_use]
    pub fn new(secret: Secret) -> FairDeal {
        FairDeal::with_words(secret, BySeat::default())
    }

    /// A deal with these words, each of which has been checked.
    pub(crate) const fn with_words(secret: Secret, words: BySeat<String>) -> FairDeal {
        FairDeal { secret, words }
    }

    /// Whether a word is short enough.
    pub(crate) const fn check_word(word: &str) -> Result<(), FairDealError> {
        if word.len() > FairDeal::LONGEST_WORD {
            return Err(FairDealError::LongWord(word.len()));
        }
        Ok(())
    }

    /// The secret. Who knows it before the game is over knows every card.
    #[must_use]
    pub const fn secret(&self) -> &Secret {
        &self.secret
    }

    /// What is published before anybody adds a word.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        self.secret.commitment()
    }

    /// The words of the players; an empty one where none was added.
    #[must_use]
    pub const fn words(&self) -> &BySeat<String> {
        &self.words
    }

    /// Adds a player's word, in the place of an earlier one. Words count only before the first deck is made.
    ///
    /// # Errors
    ///
    /// If it is longer than [`LONGEST_WORD`](FairDeal::LONGEST_WORD) bytes.
    pub fn add_word(&mut self, seat: Seat, word: &str) -> Result<(), FairDealError> {
        FairDeal::check_word(word)?;
        word.clone_into(&mut self.words[seat]);
        Ok(())
    }

    /// The key of the game's decks: the HMAC of the words under the secret.
    pub(crate) fn key(&self) -> [u8; 32] {
        // A short key is padded with zeros to a block.
        let mut key = [0; 64];
        key[..32].copy_from_slice(&self.secret.0);
        let mut mac = Hmac::<Sha256>::new(&key.into());
        mac.update(b"pidro/fair-deal/1/key\0");
        for (_, word) in self.words.iter() {
            // `check_word` lets nothing longer in.
            let length = u8::try_from(word.len()).unwrap_or(u8::MAX);
            mac.update(&[length]);
            mac.update(word.as_bytes());
        }
        mac.finalize().into_bytes().into()
    }
}

/// 32 random bytes that nobody may know before the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// The secret of these bytes, which must come from a generator nobody can predict.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// The secret as 64 hexadecimal digits. It has no `Display`, so that it is not shown by accident.
    #[must_use]
    pub fn to_hex(&self) -> String {
        Hex(&self.0).to_string()
    }

    /// The promise that this secret opens.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(b"pidro/fair-deal/1/commitment\0");
        hash.update(self.0);
        Commitment(hash.finalize().into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl FromStr for Secret {
    type Err = FairDealError;

    fn from_str(text: &str) -> Result<Secret, FairDealError> {
        from_hex(text).map(Secret)
    }
}

/// A promise of a [`Secret`]: it tells nothing of it, and no other secret opens it.
///
/// ```
/// use pidro::{Commitment, Secret};
///
/// let promise: Commitment = Secret::new([1; 32]).commitment().to_string().parse()?;
/// assert!(promise.is_opened_by(&Secret::new([1; 32])));
/// assert!(!promise.is_opened_by(&Secret::new([2; 32])));
/// # Ok::<(), pidro::FairDealError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// Whether this is the secret that was promised.
    #[must_use]
    pub fn is_opened_by(&self, secret: &Secret) -> bool {
        secret.commitment() == *self
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Hex(&self.0), f)
    }
}

impl FromStr for Commitment {
    type Err = FairDealError;

    fn from_str(text: &str) -> Result<Commitment, FairDealError> {
        from_hex(text).map(Commitment)
    }
}

/// A promise of a player's word: it tells nothing of a word that can't be guessed, and no other word keeps it.
///
/// Every player who adds a word publishes its promise first. Nobody tells a word before all promises are known, so
/// nobody can choose a word that fits those of the others.
///
/// ```
/// use pidro::WordPromise;
///
/// let promise: WordPromise = WordPromise::of("lingonberry").to_string().parse()?;
/// assert!(promise.is_kept_by("lingonberry"));
/// assert!(!promise.is_kept_by("cloudberry"));
/// # Ok::<(), pidro::FairDealError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WordPromise([u8; 32]);

impl WordPromise {
    /// The promise of this word.
    #[must_use]
    pub fn of(word: &str) -> WordPromise {
        let mut hash = Sha256::new();
        hash.update(b"pidro/fair-deal/1/word\0");
        hash.update(word);
        WordPromise(hash.finalize().into())
    }

    /// Whether this is the word that was promised.
    #[must_use]
    pub fn is_kept_by(&self, word: &str) -> bool {
        WordPromise::of(word) == *self
    }
}

impl fmt::Display for WordPromise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Hex(&self.0), f)
    }
}

impl FromStr for WordPromise {
    type Err = FairDealError;

    fn from_str(text: &str) -> Result<WordPromise, FairDealError> {
        from_hex(text).map(WordPromise)
    }
}

/// Bytes as hexadecimal digits.
struct Hex<'a>(&'a [u8; 32]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn from_hex(text: &str) -> Result<[u8; 32], FairDealError> {
    let mut bytes = [0; 32];
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return Err(FairDealError::NotHex);
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        for digit in pair {
            let value = char::from(*digit).to_digit(16).ok_or(FairDealError::NotHex)?;
            *byte = *byte << 4 | u8::try_from(value).map_err(|_| FairDealError::NotHex)?;
        }
    }
    Ok(bytes)
}

/// What can't be part of a fair deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum FairDealError {
    /// The word is too long.
    #[error("a word has at most {most} bytes, not {0}", most = FairDeal::LONGEST_WORD)]
    LongWord(usize),
    /// The text is no secret, commitment or promise.
    #[error("a secret, a commitment or a promise is 64 hexadecimal digits")]
    NotHex,
}
