//! The commands that people send to a table.

use pidro::{Action, Seat, WordPromise};
use pidro_bots::Level;

use pidro_protocol::PersonId;
use serde::{Deserialize, Serialize};

/// A request to change something at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Sit down, move to another seat, or return to the seat one has left.
    Sit {
        /// The seat.
        seat: Seat,
        /// The promise of a word for the [fair deal](pidro::FairDeal).
        promise: Option<WordPromise>,
    },
    /// Promise a word for the fair deal, or replace the promise.
    Promise(WordPromise),
    /// Reveal the promised word.
    Reveal {
        /// The word.
        word: String,
    },
    /// Put a bot on a free seat, or replace the bot there.
    PutBot {
        /// The seat.
        seat: Seat,
        /// The bot's level.
        level: Level,
    },
    /// Remove a bot.
    ClearBot {
        /// The seat.
        seat: Seat,
    },
    /// Stand up. After the game has begun, a bot stands in.
    Leave,
    /// Start the game.
    Start,
    /// Make a decision in the game.
    Act(Action),
    /// Ask to take back the last decision, or agree to it.
    Undo,
    /// Refuse to take back the last decision.
    RefuseUndo,
    /// Play again with the same people in different seats.
    Rematch,
    /// Allow or forbid free text in the chat.
    OpenChat(bool),
    /// Mute or unmute a person.
    Mute {
        /// The person.
        person: PersonId,
        /// `true` to mute, `false` to unmute.
        muted: bool,
    },
    /// Remove a person from the table.
    Remove {
        /// The person.
        person: PersonId,
    },
}
