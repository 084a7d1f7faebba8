//! The engine protocol, which `pidro engine` speaks: one JSON object per line, one answer for each.

use pidro::json::State;
use pidro::{Action, Card, Legal, Observer, Rules, Seat};
use pidro_bots::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::ErrorBody;
use crate::table::NumberedEvent;

/// A request. Fields that a command doesn't know are ignored.
///
/// Some fields hold JSON that the program parses itself, because a mistake in them has its own
/// code, such as `bad_deck`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "cmd", rename_all = "snake_case")]
pub enum Request {
    /// Start a game.
    New {
        /// The rules: the name of a preset, or an object of options.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<Rules>")]
        rules: Option<Value>,
        /// The seed from which the engine shuffles by itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<SeedText>,
        /// The first dealer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dealer: Option<Seat>,
    },
    /// Deal this deck.
    Deal {
        /// The 52 cards, top card first.
        #[schemars(with = "Vec<Card>")]
        deck: Value,
    },
    /// Make a decision.
    Act {
        /// The seat that decides.
        seat: Seat,
        /// The decision.
        #[schemars(with = "Action")]
        action: String,
    },
    /// Return whose turn it is and what they may do.
    Legal,
    /// Return the complete state.
    State,
    /// Return what an observer may know.
    View {
        /// A seat or `spectator`.
        #[serde(rename = "as")]
        observer: Observer,
    },
    /// Return the events.
    Events {
        /// A seat or `spectator`; without it, nothing is hidden.
        #[serde(rename = "as", default, skip_serializing_if = "Option::is_none")]
        observer: Option<Observer>,
        /// The number of the first event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<usize>,
    },
    /// Take back the last decision.
    Undo,
    /// Repeat the decision that was last taken back.
    Redo,
    /// Return the record of the game.
    Save,
    /// Continue the game of a record.
    Load {
        /// The record.
        record: String,
    },
    /// Ask a bot what it would do.
    Bot {
        /// The bot's level.
        level: Level,
    },
    /// Return the rules.
    Rules,
}

impl Request {
    /// The names of all commands.
    pub const COMMANDS: [&str; 13] = [
        "new", "deal", "act", "legal", "state", "view", "events", "undo", "redo", "save", "load", "bot",
        "rules",
    ];
}

/// A seed: any text, or an integer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SeedText {
    /// A text.
    Text(String),
    /// A non-negative integer.
    Unsigned(u64),
    /// A negative integer.
    Signed(i64),
}

/// The answer to a request: one line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    /// The request failed and has changed nothing.
    Failed(ErrorBody),
    /// The request succeeded.
    Done {
        /// Always true.
        ok: bool,
        /// The result.
        #[serde(flatten)]
        outcome: Box<Outcome>,
    },
}

/// The result of a request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Outcome {
    /// The state, and the events that the request caused.
    Step {
        /// The complete state.
        state: State,
        /// The events.
        events: Vec<NumberedEvent>,
    },
    /// The complete state.
    State {
        /// The state.
        state: State,
    },
    /// What may be done.
    Legal {
        /// The seat whose turn it is.
        seat: Option<Seat>,
        /// What it may do.
        legal: Legal,
    },
    /// What an observer may know.
    View {
        /// The state as far as the observer knows it.
        view: State,
    },
    /// Events.
    Events {
        /// The events.
        events: Vec<NumberedEvent>,
    },
    /// A record.
    Record {
        /// The record.
        record: String,
    },
    /// What a bot would do.
    Action {
        /// The seat whose turn it is.
        seat: Seat,
        /// What the bot would do there.
        action: Action,
    },
    /// The rules.
    Rules {
        /// All options.
        rules: Rules,
    },
}
