//! What people want at a table.

use pidro::{Action, Seat, WordPromise};
use pidro_bots::Level;

use crate::id::PersonId;

/// What somebody wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// To sit down, at another seat, or again where one has left.
    Sit {
        /// Where.
        seat: Seat,
        /// Under which name.
        name: String,
        /// The promise of a word for the [fair deal](pidro::FairDeal).
        promise: Option<WordPromise>,
    },
    /// To promise a word for the fair deal, or another one.
    Promise(WordPromise),
    /// To tell the word that was promised.
    Reveal {
        /// The word.
        word: String,
    },
    /// To put a bot on a free seat, or another one in its place.
    PutBot {
        /// Where.
        seat: Seat,
        /// How strong.
        level: Level,
    },
    /// To take a bot away.
    ClearBot {
        /// From where.
        seat: Seat,
    },
    /// To stand up; once the game has begun, to let a bot stand in.
    Leave,
    /// To begin the game.
    Start,
    /// To decide something in the game.
    Act(Action),
    /// To take the last decision back, or to agree to that.
    Undo,
    /// Not to take it back.
    RefuseUndo,
    /// To play again with the same people at other seats.
    Rematch,
    /// To allow free texts, or not.
    OpenChat(bool),
    /// To mute somebody, or to let them speak again.
    Mute {
        /// Whom.
        person: PersonId,
        /// Whether they are muted.
        muted: bool,
    },
    /// To remove somebody.
    Remove {
        /// Whom.
        person: PersonId,
    },
}
