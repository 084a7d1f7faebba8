//! Cards, sets and piles of cards, the deck, and the trumps.

mod card;
mod card_set;
mod deck;
mod pile;
mod trump;

pub use card::{Card, ParseCardError, Rank, Suit};
pub use card_set::{CardSet, CardSetIter, ParseCardSetError};
pub(crate) use card_set::{by_rank, concat_cards, write_cards};
pub use deck::{Deck, DeckError};
pub(crate) use deck::{deck_index, random_below};
pub use pile::Pile;
pub use trump::Trump;
