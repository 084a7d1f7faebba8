//! The options of a table, chosen when it is created.

use std::time::Duration;

use pidro::Rules;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::PersonId;

/// The maximum number of hands in a game. Real games end after ten or twenty. Without a limit, four
/// clients that keep bidding 14 would fill the store.
pub const MOST_HANDS: u32 = 250;

/// The options of a table. They never change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The person who created the table. The host can mute and remove people and opens the chat.
    pub host: PersonId,
    /// The rules of the game.
    pub rules: Rules,
    /// Whether the lobby lists the table. Unlisted tables can only be found by their link.
    pub listed: bool,
    /// The time limit for a decision.
    pub time: DecisionTime,
    /// What spectators see.
    pub spectators: Spectators,
}

impl Options {
    /// A private table without a clock, at which anybody with the link may watch.
    #[must_use]
    pub const fn new(host: PersonId, rules: Rules) -> Options {
        Options {
            host,
            rules,
            listed: false,
            time: DecisionTime::Unlimited,
            spectators: Spectators::Public,
        }
    }
}

/// The time limit for a decision, serialized in seconds. When it expires, a bot makes that one
/// decision.
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
        found.ok_or("the time for a decision is 15, 30 or 60 seconds, or null")
    }
}

/// What people who don't sit at a table see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    /// Nothing: nobody may watch.
    Nobody,
    /// Only what all players know.
    #[default]
    Public,
    /// All cards, delayed by some minutes.
    Open,
}
