//! What is agreed on when a table is made.

use std::time::Duration;

use pidro::Rules;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::PersonId;

/// The most hands of a game. Real games end after ten or twenty; without a limit, four clients that
/// keep bidding 14 would fill the store.
pub const MOST_HANDS: u32 = 250;

/// How a table was made. It doesn't change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Who made it: the host may mute and remove, and opens the chat.
    pub host: PersonId,
    /// The rules of the game.
    pub rules: Rules,
    /// Whether it is shown in the lobby. Others are found by their link alone.
    pub listed: bool,
    /// How long a decision may take.
    pub time: DecisionTime,
    /// What those see who don't sit there.
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

/// How long a decision may take, in seconds. Who takes longer has a bot decide this once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Option<u8>", into = "Option<u8>")]
pub enum DecisionTime {
    /// As long as it takes.
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
    const ALL: [DecisionTime; 4] = [
        DecisionTime::Unlimited,
        DecisionTime::Short,
        DecisionTime::Normal,
        DecisionTime::Long,
    ];

    /// The seconds, if they are counted.
    #[must_use]
    pub const fn seconds(self) -> Option<u8> {
        match self {
            DecisionTime::Unlimited => None,
            DecisionTime::Short => Some(15),
            DecisionTime::Normal => Some(30),
            DecisionTime::Long => Some(60),
        }
    }

    /// How long that is where a second is this long.
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

/// What those see who don't sit at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    /// Nothing: nobody may watch.
    Nobody,
    /// What all players know.
    #[default]
    Public,
    /// All cards, some minutes later.
    Open,
}
