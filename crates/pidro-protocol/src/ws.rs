//! The messages of the WebSocket at `/ws`, over which games are played.

use pidro::json::State;
use pidro::{Action, BySeat, Legal, Seat, VisibleEvent, WordPromise};
use pidro_bots::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chat::ChatMessage;
use crate::error::ErrorText;
use crate::id::{PersonId, TableId};
use crate::table::{DecisionTime, NumberedEvent, RulesInfo, SeatStatus, ServerBot, Spectators};

/// A message from a client: a request, and its id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClientMessage {
    /// The client's id for this request. The answer repeats it. A command that is resent with the
    /// same id takes effect once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The request.
    #[serde(flatten)]
    pub request: Request,
}

/// A request of a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "cmd", rename_all = "snake_case")]
pub enum Request {
    /// Subscribe to a table, and play there if a token is given.
    Join(Join),
    /// Sit down, move to another seat, or return to the seat that you left.
    Sit {
        /// The seat.
        seat: Seat,
        /// The promise of a word for the fair deal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promise: Option<WordPromise>,
        /// Obsolete: earlier releases took the word here, without a promise. Refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        word: Option<String>,
    },
    /// Promise a word for the fair deal, or replace the promise.
    Promise {
        /// The promise.
        promise: WordPromise,
    },
    /// Reveal the promised word.
    Reveal {
        /// The word.
        word: String,
    },
    /// Put a bot on a free seat, or replace the bot there.
    Bot {
        /// The seat.
        seat: Seat,
        /// The bot's level.
        level: ServerBot,
    },
    /// Remove a bot.
    Clear {
        /// The seat.
        seat: Seat,
    },
    /// Stand up. After the game has begun, a bot stands in.
    Leave,
    /// Start the game.
    Start,
    /// Make a decision in the game.
    Act {
        /// The decision.
        action: Action,
    },
    /// Ask to take back the last decision, or agree to it.
    Undo,
    /// Refuse to take back the last decision.
    Refuse,
    /// Play again with the same people in different seats.
    Rematch,
    /// Say something.
    Say {
        /// The message.
        #[serde(flatten)]
        message: ChatMessage,
    },
    /// Allow or forbid free text in the chat.
    Chat {
        /// Whether free text is allowed.
        open: bool,
    },
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
    /// Check the connection: the server only answers.
    Ping,
}

/// Subscribe to a table, and play there if a token is given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// The table.
    pub table: TableId,
    /// The token of the person who plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The number of the last table event that the client has seen.
    #[serde(rename = "from", default, skip_serializing_if = "Option::is_none")]
    pub last_seen: Option<usize>,
    /// Whether each game event comes with a view of the game after it.
    #[serde(default)]
    pub views: bool,
}

/// The answer to a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// Whether the request succeeded.
    pub ok: bool,
    /// The request's id.
    pub id: Option<String>,
    /// The number of the first table event that the command caused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<usize>,
    /// Whether the command had already taken effect earlier.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// Why the request failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorText>,
}

/// A message from the server that answers no request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "msg", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The complete current state: sent after `join`, after a decision was taken back, to a person who
    /// took a seat during the game, and to a client that fell behind.
    Snapshot(Box<Snapshot>),
    /// The next table event.
    Happened(Box<Happened>),
    /// The seats have changed: who sits there, or whether they are connected.
    Seats {
        /// Who sits where.
        seats: Box<BySeat<Option<SeatStatus>>>,
    },
    /// A person sent a chat message.
    Said(Box<Said>),
    /// The operator of the server has something to say to everybody.
    Announcement {
        /// The text.
        text: String,
    },
}

/// The state of a table as the recipient may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// The number of the last table event.
    pub n: usize,
    /// The table.
    pub table: TableId,
    /// The person who created the table.
    pub host: PersonId,
    /// The rules of the game.
    pub rules: RulesInfo,
    /// The time limit for a decision, in seconds.
    pub time: DecisionTime,
    /// What spectators see.
    pub spectators: Spectators,
    /// The recipient's seat.
    pub you: Option<Seat>,
    /// Who sits where.
    pub seats: BySeat<Option<SeatStatus>>,
    /// The commitment to the secret that determines all deals.
    pub commitment: String,
    /// The promises of the players' words.
    pub promises: BySeat<Option<WordPromise>>,
    /// The seats whose words are still missing, while the game is about to begin.
    pub awaited: Option<Vec<Seat>>,
    /// The players' words, once the game has begun.
    pub words: Option<BySeat<String>>,
    /// The secret, once the game is over.
    pub secret: Option<String>,
    /// The number of game events so far.
    pub events: usize,
    /// The results of the previous hands.
    pub sheet: Vec<VisibleEvent>,
    /// The game, once it has begun.
    pub view: Option<State>,
    /// What the recipient may do.
    pub legal: Option<Legal>,
    /// Whether the recipient may ask for a hint now.
    pub hint: bool,
    /// Whether the recipient may claim the remaining tricks now.
    pub claim: bool,
    /// The time left for the seat whose turn it is.
    pub clock: Option<Clock>,
    /// The seats that have agreed to take back the last decision, if somebody has asked for that.
    pub undo: Option<Vec<Seat>>,
    /// The seats that want another game.
    pub rematch: Vec<Seat>,
    /// The table of the next game.
    pub next: Option<TableId>,
    /// Whether free text is allowed in the chat.
    pub chat: bool,
}

/// A table event as its recipient may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Happened {
    /// The number of the table event, counted from 1.
    pub n: usize,
    /// The change at the table. Absent for a decision: `events` describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<TableChange>,
    /// The players' words, when the game begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<BySeat<String>>,
    /// Whether a bot made the decision because the time ran out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub timed_out: bool,
    /// What happened in the game, with views if the client asked for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<NumberedEvent>,
    /// What the recipient may do now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Legal>,
    /// Whether the recipient may ask for a hint now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hint: bool,
    /// Whether the recipient may claim the remaining tricks now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub claim: bool,
    /// The time left for the seat whose turn it is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The secret that determined all deals, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// A change at a table that everybody there may see. Decisions in the game are not among them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TableChange {
    /// A person took a seat. The message `seats` that follows has the person's name.
    Sat {
        /// The seat.
        seat: Seat,
        /// The person.
        person: PersonId,
        /// The promise of the person's word for the fair deal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promise: Option<WordPromise>,
    },
    /// A person promised a word for the fair deal, or replaced the promise.
    Promised {
        /// The seat.
        seat: Seat,
        /// The promise.
        promise: WordPromise,
    },
    /// Somebody put a bot on a seat.
    BotSat {
        /// The seat.
        seat: Seat,
        /// The bot's level.
        level: Level,
    },
    /// A seat became free before the game.
    SeatFreed {
        /// The seat.
        seat: Seat,
    },
    /// The game is about to begin: seats and promises are final, and the table waits for the
    /// promised words.
    Starting {
        /// All promises. Everybody receives them before the first word is revealed.
        promises: BySeat<Option<WordPromise>>,
    },
    /// A seat revealed the word that it had promised.
    Revealed {
        /// The seat.
        seat: Seat,
        /// The word.
        word: String,
    },
    /// The start was called off: words were missing, or somebody left or was removed. These seats
    /// are free, and all promises are void.
    StartCalledOff {
        /// The seats that became free.
        seats: Vec<Seat>,
    },
    /// The game began.
    Started,
    /// A bot now stands in for a disconnected player, who gets the seat back on reconnecting.
    StandIn {
        /// The seat.
        seat: Seat,
    },
    /// A person left during the game, and a bot plays. The seat stays theirs unless somebody else
    /// takes it.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// A person who had left or was disconnected plays again.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// A seat asked to take back the last decision.
    UndoAsked {
        /// The seat.
        seat: Seat,
    },
    /// A seat agreed to take back the last decision.
    UndoAgreed {
        /// The seat.
        seat: Seat,
    },
    /// A seat refused to take back the last decision.
    UndoRefused {
        /// The seat.
        seat: Seat,
    },
    /// Everybody agreed: the last decision was taken back, with everything that followed from it.
    Undone,
    /// A seat wants another game.
    RematchAsked {
        /// The seat.
        seat: Seat,
    },
    /// Everybody wants another game. It takes place at a new table.
    Rematched {
        /// The new table.
        table: TableId,
    },
    /// The host allowed or forbade free text.
    ChatSet {
        /// Whether free text is allowed.
        open: bool,
    },
    /// The host muted or unmuted a person.
    MuteSet {
        /// The person.
        person: PersonId,
        /// Whether the person is now muted.
        muted: bool,
    },
    /// The host removed a person for good. Their seat is now free, or a bot plays it if the game
    /// has begun.
    Removed {
        /// The person.
        person: PersonId,
    },
}

/// The time left for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The milliseconds left.
    pub ms: u64,
}

/// A chat message and who sent it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Said {
    /// The sender's seat.
    pub seat: Seat,
    /// The message.
    #[serde(flatten)]
    pub message: ChatMessage,
}
