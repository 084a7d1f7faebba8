//! Decks that follow from a seed, the same on every machine and in every release.

use std::fmt;

use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};

use crate::deck::{Deck, DeckError};
use crate::fair::FairDeal;
use crate::game::Game;

/// A seed, from which every deck of a game follows.
///
/// The seed's text is hashed with SHA-256 to a `ChaCha20` key; the deck of hand *n* is shuffled with the key
/// stream number *n* (the 64-bit nonce), and the deck that is cut from for the first deal with number 0.
/// So a deck depends on the seed and the hand's number alone, whatever was undone and played again.
///
/// ```
/// use pidro::Seed;
///
/// let seed = Seed::new("närpes");
/// assert_eq!(seed.deck(1), Seed::new("närpes").deck(1));
/// assert_ne!(seed.deck(1), seed.deck(2));
/// ```
///
/// The seed of a [`FairDeal`] has the deal's key instead; all else is the same.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed {
    origin: SeedOrigin,
    key: [u8; 32],
}

/// What a seed was made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeedOrigin {
    /// A text, whose hash is the key.
    Text(String),
    /// A secret and the players' words.
    Fair(FairDeal),
}

impl Seed {
    /// The seed with this text. A number's text is its decimal digits.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Seed {
        let text = text.into();
        let key = Sha256::digest(&text).into();
        let origin = SeedOrigin::Text(text);
        Seed { origin, key }
    }

    pub(crate) const fn fair(deal: FairDeal, key: [u8; 32]) -> Seed {
        let origin = SeedOrigin::Fair(deal);
        Seed { origin, key }
    }

    /// What the seed was made of.
    #[must_use]
    pub const fn origin(&self) -> &SeedOrigin {
        &self.origin
    }

    /// The deck of the hand with this number, counted from 1.
    #[must_use]
    pub fn deck(&self, hand: u32) -> Deck {
        Deck::shuffled(&mut self.stream(hand))
    }

    /// The deck that is cut from for the first deal: the first of its stream in which the cut is decided.
    #[must_use]
    pub fn cut_deck(&self) -> Deck {
        let mut stream = self.stream(0);
        loop {
            let deck = Deck::shuffled(&mut stream);
            if crate::cut::draw(&deck) != Err(DeckError::Undecided) {
                return deck;
            }
        }
    }

    /// The deck that this game wants next.
    #[must_use]
    pub fn deck_for(&self, game: &Game) -> Deck {
        match game.dealer() {
            None => self.cut_deck(),
            Some(_) => self.deck(game.hand_number()),
        }
    }

    fn stream(&self, number: u32) -> ChaCha20Rng {
        let mut stream = ChaCha20Rng::from_seed(self.key);
        stream.set_stream(u64::from(number));
        stream
    }
}

/// The key is as good as every card of the game, so it is not shown.
impl FairDeal {
    /// The seed of the game: its key is the HMAC of the words under the secret.
    #[must_use]
    pub fn seed(&self) -> Seed {
        Seed::fair(self.clone(), self.key())
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Seed").field(&self.origin).finish()
    }
}
