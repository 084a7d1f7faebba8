//! What each observer may know about a game and its events, and its JSON form.

#[cfg(feature = "serde")]
mod cards_or_count;
#[cfg(feature = "serde")]
pub mod json;
mod view;

pub use view::{Observer, View, VisibleCards, VisibleEvent};
