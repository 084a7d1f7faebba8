//! What HTTP and WebSocket messages both say about a table.

use std::borrow::Cow;
use std::time::Duration;

use pidro::VisibleEvent;
use pidro::json::State;
use pidro_bots::Level;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::id::PersonId;

/// The time limit for a decision, in seconds. When it expires, a bot makes that one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Option<u8>", into = "Option<u8>")]
pub enum DecisionTime {
    /// No limit.
    #[default]
    Unlimited,
    /// 15 seconds.
    Short,
    /// 30 seconds.
    Normal,
    /// A minute.
    Long,
}

impl DecisionTime {
    /// All limits.
    pub const ALL: [DecisionTime; 4] = [
        DecisionTime::Unlimited,
        DecisionTime::Short,
        DecisionTime::Normal,
        DecisionTime::Long,
    ];

    /// The limit in seconds, if there is one.
    #[must_use]
    pub const fn seconds(self) -> Option<u8> {
        match self {
            DecisionTime::Unlimited => None,
            DecisionTime::Short => Some(15),
            DecisionTime::Normal => Some(30),
            DecisionTime::Long => Some(60),
        }
    }

    /// The limit as a duration, given the length of a second (tests use shorter ones).
    #[must_use]
    pub fn limit(self, second: Duration) -> Option<Duration> {
        self.seconds().map(|seconds| second * u32::from(seconds))
    }
}

impl From<DecisionTime> for Option<u8> {
    fn from(time: DecisionTime) -> Option<u8> {
        time.seconds()
    }
}

impl TryFrom<Option<u8>> for DecisionTime {
    type Error = &'static str;

    fn try_from(seconds: Option<u8>) -> Result<DecisionTime, &'static str> {
        let found = DecisionTime::ALL
            .into_iter()
            .find(|time| time.seconds() == seconds);
        found.ok_or("the time limit must be 15, 30 or 60 seconds, or null")
    }
}

impl JsonSchema for DecisionTime {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "DecisionTime".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"enum": DecisionTime::ALL.map(DecisionTime::seconds)})
    }
}

/// What people who don't sit at a table see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    /// Who sits where, and nothing of the game.
    Nobody,
    /// Only what all players know.
    #[default]
    Public,
    /// All cards, delayed by some minutes.
    // The name in tables of earlier releases.
    #[serde(alias = "open")]
    AllCards,
}

/// A bot that a server allows: one without a custom limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Level", into = "Level")]
pub struct ServerBot(Level);

impl TryFrom<Level> for ServerBot {
    type Error = &'static str;

    fn try_from(level: Level) -> Result<ServerBot, &'static str> {
        let known = Level::ALL.contains(&level).then_some(ServerBot(level));
        known.ok_or("a server's bots are random, basic and expert")
    }
}

impl From<ServerBot> for Level {
    fn from(bot: ServerBot) -> Level {
        bot.0
    }
}

impl JsonSchema for ServerBot {
    fn schema_name() -> Cow<'static, str> {
        "ServerBot".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "enum": Level::ALL.map(|level| level.to_string())})
    }
}

/// The rules of a table, with everything that a client needs in order to show them. Clients don't
/// have to parse `text`, or know which preset implies what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RulesInfo {
    /// The rules in one line: the nearest preset, and the options that differ from it.
    #[schemars(extend("examples" = ["finnish kill=dead target=30"]))]
    pub text: String,
    /// The nearest preset.
    #[schemars(extend("examples" = ["finnish"]))]
    pub preset: Cow<'static, str>,
    /// The options that differ from the preset, without the target.
    #[schemars(extend("examples" = [["kill=dead"]]))]
    pub options: Vec<String>,
    /// The score that wins the game.
    #[schemars(extend("examples" = [30]))]
    pub target: u16,
    /// Whether the top killed card must be the player's first play.
    pub forced_top: bool,
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatStatus {
    /// A person.
    Person {
        /// The person's id.
        id: PersonId,
        /// The person's name; null if the person has been deleted.
        name: Option<String>,
        /// Whether the person is a guest. Names of guests are not unique; names of accounts are.
        guest: bool,
        /// Whether the person is connected.
        state: Presence,
    },
    /// A bot.
    Bot {
        /// The bot's level.
        level: String,
    },
}

/// Whether a person is connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Connected.
    Here,
    /// Disconnected a short time ago.
    Away,
    /// Disconnected for longer: a bot plays until the person returns.
    StandIn,
    /// Left the table: a bot plays, and somebody else may take the seat.
    Left,
}

/// A game event with its index.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NumberedEvent {
    /// The event's index in the log of the game, counted from 0.
    pub n: usize,
    /// The event as the recipient may see it.
    #[serde(flatten)]
    pub event: VisibleEvent,
    /// The game after the event, if views were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Box<State>>,
}
