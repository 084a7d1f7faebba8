//! Cards: single ones, sets and piles of them, the deck, and the trumps.

mod card;
mod card_set;
mod deck;
mod pile;
mod trump;

pub use card::{Card, ParseCardError, Rank, Suit};
pub use card_set::{CardSet, CardSetIter, ParseCardSetError};
pub(crate) use card_set::{by_rank, together, write_cards};
pub use deck::{Deck, DeckError};
pub(crate) use deck::{below, place_in_deck};
pub use pile::Pile;
pub use trump::Trump;
