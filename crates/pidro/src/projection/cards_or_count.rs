//! Cards in order as JSON: a list, or only a number if they are hidden.

use alloc::vec::Vec;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::{Card, Deck};

/// Cards in order, or how many there are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum CardsOrCount {
    /// The cards.
    Cards(Vec<Card>),
    /// Only their number.
    Count(u8),
}

/// Writes a deck, or its size if it is hidden.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
pub(super) fn serialize<S: Serializer>(deck: &Option<Deck>, serializer: S) -> Result<S::Ok, S::Error> {
    match deck {
        Some(deck) => deck.serialize(serializer),
        None => Card::COUNT.serialize(serializer),
    }
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Deck>, D::Error> {
    match CardsOrCount::deserialize(deserializer)? {
        CardsOrCount::Cards(cards) => Deck::new(&cards).map(Some).map_err(D::Error::custom),
        CardsOrCount::Count(_) => Ok(None),
    }
}
