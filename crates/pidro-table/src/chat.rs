//! What people can say to each other: short phrases in every language, and texts where the host allows them.

use serde::{Deserialize, Serialize};

/// Something said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatMessage {
    /// One of the phrases, which everybody reads in their own language.
    Phrase(Phrase),
    /// A reaction, shown as a picture.
    Reaction(Reaction),
    /// Words of one's own.
    Text(String),
}

impl ChatMessage {
    /// The longest text, in characters.
    pub const LONGEST: usize = 200;

    /// Whether it can be said at all: a text has something in it, and not too much.
    #[must_use]
    pub fn is_sayable(&self) -> bool {
        match self {
            ChatMessage::Phrase(_) | ChatMessage::Reaction(_) => true,
            ChatMessage::Text(text) => {
                !text.trim().is_empty()
                    && text.chars().count() <= ChatMessage::LONGEST
                    && !text.chars().any(char::is_control)
            }
        }
    }
}

/// A phrase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// Well bid!
    WellBid,
    /// Thank you!
    Thanks,
    /// Sorry, partner.
    Sorry,
    /// One moment, please.
    OneMoment,
    /// Your turn!
    YourTurn,
    /// That was close.
    Close,
    /// What luck!
    Lucky,
    /// Good game!
    GoodGame,
    /// Another one?
    Again,
    /// I have to go.
    MustGo,
}

/// A reaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// A thumb up.
    Like,
    /// Clapping hands.
    Clap,
    /// A laugh.
    Laugh,
    /// Surprise.
    Wow,
    /// A tear.
    Sad,
    /// A heart.
    Heart,
}
