//! The provably fair deal: a secret that the dealing party commits to before the first hand and
//! reveals after the last.
//!
//! `docs/fair-deal.md` describes the construction, what it proves, and what it can't.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;
use core::fmt;
use core::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::seat::{BySeat, Seat};

/// The decks of a game that nobody can choose and everybody can verify afterwards.
///
/// The dealing party (a server or a program) generates a secret and publishes its
/// [`commitment`](FairDeal::commitment). Then every player may add a word: first they all publish
/// the [`WordPromise`] of their word, and only when all promises are known do they reveal the words
/// themselves. The secret and the words determine all decks of the game, so neither the dealing
/// party nor the players can choose them. After the game the dealing party publishes the secret,
/// and anybody can recompute the decks.
///
/// ```
/// use pidro::{FairDeal, Secret, Seat, SeededGame, WordPromise};
///
/// // Real secrets come from the system's generator.
/// let mut deal = FairDeal::new(Secret::new([7; 32]));
/// let published = deal.commitment();
/// // South promises a word, and reveals it once all promises are known.
/// let promised = WordPromise::of("lingonberry");
/// assert!(promised.matches("lingonberry"));
/// deal.add_word(Seat::South, "lingonberry")?;
///
/// let game = SeededGame::new("first_dealer=N".parse()?, Some(deal.seed()));
///
/// // After the game, anybody can check the secret and recompute the decks.
/// assert!(published.matches(deal.secret()));
/// assert_eq!(game.seed().map(|seed| seed.deck(1)), Some(deal.seed().deck(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FairDeal {
    secret: Secret,
    words: BySeat<String>,
}

impl FairDeal {
    /// The maximum length of a word in bytes.
    pub const MAX_WORD_LEN: usize = 255;

    /// Creates a deal from this secret, without any words yet.
    #[must_use]
    pub fn new(secret: Secret) -> FairDeal {
        FairDeal::with_words(secret, BySeat::default())
    }

    /// Creates a deal with these words, which the caller has checked.
    pub(crate) const fn with_words(secret: Secret, words: BySeat<String>) -> FairDeal {
        FairDeal { secret, words }
    }

    /// Checks that a word is not too long.
    pub(crate) const fn check_word(word: &str) -> Result<(), FairDealError> {
        if word.len() > FairDeal::MAX_WORD_LEN {
            return Err(FairDealError::WordTooLong(word.len()));
        }
        Ok(())
    }

    /// The secret. Whoever knows it before the game is over knows every card.
    #[must_use]
    pub const fn secret(&self) -> &Secret {
        &self.secret
    }

    /// The commitment to publish before anybody adds a word.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        self.secret.commitment()
    }

    /// The players' words; empty if a player added none.
    #[must_use]
    pub const fn words(&self) -> &BySeat<String> {
        &self.words
    }

    /// Sets a player's word, and replaces an earlier one. Words count only before the first deck is
    /// made.
    ///
    /// # Errors
    ///
    /// If the word is longer than [`MAX_WORD_LEN`](FairDeal::MAX_WORD_LEN) bytes.
    pub fn add_word(&mut self, seat: Seat, word: &str) -> Result<(), FairDealError> {
        FairDeal::check_word(word)?;
        word.clone_into(&mut self.words[seat]);
        Ok(())
    }

    /// The key for the game's decks: the HMAC of the words under the secret.
    pub(crate) fn key(&self) -> [u8; 32] {
        // HMAC pads a short key with zeros to a full block.
        let mut key = [0; 64];
        key[..32].copy_from_slice(&self.secret.0);
        let mut mac = Hmac::<Sha256>::new(&key.into());
        mac.update(b"pidro/fair-deal/1/key\0");
        for (_, word) in self.words.iter() {
            // `check_word` rejects anything longer.
            let length = u8::try_from(word.len()).unwrap_or(u8::MAX);
            mac.update(&[length]);
            mac.update(word.as_bytes());
        }
        mac.finalize().into_bytes().into()
    }
}

/// 32 random bytes that must stay secret until the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Creates a secret from these bytes, which must come from an unpredictable generator.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// The secret as 64 hexadecimal digits. There is no `Display` implementation, to prevent
    /// accidental disclosure.
    #[must_use]
    pub fn to_hex(&self) -> String {
        Hex(&self.0).to_string()
    }

    /// The commitment to this secret.
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

/// A commitment to a [`Secret`]: it reveals nothing about the secret, and no other secret matches
/// it.
///
/// ```
/// use pidro::{Commitment, Secret};
///
/// let commitment: Commitment = Secret::new([1; 32]).commitment().to_string().parse()?;
/// assert!(commitment.matches(&Secret::new([1; 32])));
/// assert!(!commitment.matches(&Secret::new([2; 32])));
/// # Ok::<(), pidro::FairDealError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// Whether this is the committed secret.
    #[must_use]
    pub fn matches(&self, secret: &Secret) -> bool {
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

/// A commitment to a player's word: it reveals nothing about a word that can't be guessed, and no
/// other word matches it.
///
/// Every player who adds a word publishes its promise first. Nobody reveals a word before all
/// promises are known, so nobody can choose a word that depends on those of the others.
///
/// ```
/// use pidro::WordPromise;
///
/// let promise: WordPromise = WordPromise::of("lingonberry").to_string().parse()?;
/// assert!(promise.matches("lingonberry"));
/// assert!(!promise.matches("cloudberry"));
/// # Ok::<(), pidro::FairDealError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WordPromise([u8; 32]);

impl WordPromise {
    /// Creates the promise of this word.
    #[must_use]
    pub fn of(word: &str) -> WordPromise {
        let mut hash = Sha256::new();
        hash.update(b"pidro/fair-deal/1/word\0");
        hash.update(word);
        WordPromise(hash.finalize().into())
    }

    /// Whether this is the promised word.
    #[must_use]
    pub fn matches(&self, word: &str) -> bool {
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

/// Displays bytes as hexadecimal digits.
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

/// Why a word or a text can't be part of a fair deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FairDealError {
    /// The word is too long.
    #[error("a word has at most {most} bytes, not {0}", most = FairDeal::MAX_WORD_LEN)]
    WordTooLong(usize),
    /// The text is not a secret, commitment or promise.
    #[error("a secret, a commitment or a promise is 64 hexadecimal digits")]
    NotHex,
}

impl FairDealError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "bad_word"
    }
}
