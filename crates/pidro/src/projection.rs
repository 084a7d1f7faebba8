//! What each observer may know about a game and its events, and how that is written as JSON.

#[cfg(feature = "serde")]
mod cards_or_count;
#[cfg(feature = "serde")]
pub mod json;
mod view;

pub(crate) use view::Sight;
pub use view::{Observer, View, VisibleCards, VisibleEvent};
