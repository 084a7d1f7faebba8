//! Decks that follow from a seed, the same on every machine and in every release.

use alloc::string::String;
use core::fmt;

use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};

use crate::cards::{Deck, DeckError};
use crate::game::{FairDeal, Game};

/// A seed that determines every deck of a game.
///
/// SHA-256 hashes the seed's text to a `ChaCha20` key. The deck of hand *n* is shuffled with key
/// stream number *n* (the 64-bit nonce), and the deck for the cut with number 0. A deck therefore
/// depends only on the seed and the number of the hand, whatever was undone and replayed.
///
/// ```
/// use pidro::Seed;
///
/// let seed = Seed::new("närpes");
/// assert_eq!(seed.deck(1), Seed::new("närpes").deck(1));
/// assert_ne!(seed.deck(1), seed.deck(2));
/// ```
///
/// The seed of a [`FairDeal`] uses the deal's key instead; everything else is the same.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed {
    origin: SeedOrigin,
    key: [u8; 32],
}

/// The source of a seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeedOrigin {
    /// A text whose hash is the key.
    Text(String),
    /// A secret and the players' words.
    Fair(FairDeal),
}

impl Seed {
    /// Creates a seed from this text. For a number, the text is its decimal digits.
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

    /// The source of the seed.
    #[must_use]
    pub const fn origin(&self) -> &SeedOrigin {
        &self.origin
    }

    /// The deck of the hand with this number, counted from 1.
    #[must_use]
    pub fn deck(&self, hand: u32) -> Deck {
        Deck::shuffled(&mut self.stream(hand))
    }

    /// The deck for the cut for the first deal: the first deck of its stream that decides the cut.
    #[must_use]
    pub fn cut_deck(&self) -> Deck {
        let mut stream = self.stream(0);
        loop {
            let deck = Deck::shuffled(&mut stream);
            if crate::game::cut::draw(&deck) != Err(DeckError::Undecided) {
                return deck;
            }
        }
    }

    /// The deck that this game needs next.
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

impl FairDeal {
    /// The seed for the game's decks, which is as secret as the deal: it determines every card.
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
