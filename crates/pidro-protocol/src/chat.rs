//! Chat: predefined phrases, which clients translate, and free text where the host allows it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChatMessage {
    /// A predefined phrase. Each client shows it in its user's language.
    Phrase(Phrase),
    /// A reaction, shown as an emoji.
    Reaction(Reaction),
    /// Free text.
    Text(String),
}

impl ChatMessage {
    /// The maximum length of a text, in characters.
    pub const MAX_CHARS: usize = 200;

    /// Whether the message is valid: a text must not be blank, too long, or contain control
    /// characters.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        match self {
            ChatMessage::Phrase(_) | ChatMessage::Reaction(_) => true,
            ChatMessage::Text(text) => {
                !text.trim().is_empty()
                    && text.chars().count() <= ChatMessage::MAX_CHARS
                    && !text.chars().any(char::is_control)
            }
        }
    }
}

/// A predefined phrase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Thumbs up.
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
