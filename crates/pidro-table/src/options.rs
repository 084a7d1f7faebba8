//! The options of a table, chosen when it is created.

use pidro::Rules;
use pidro_protocol::{DecisionTime, PersonId, Spectators};
use serde::{Deserialize, Serialize};

/// The maximum number of hands in a game. Real games end after ten or twenty. Without a limit, four
/// clients that keep bidding 14 would fill the store.
pub const MAX_HANDS: u32 = 250;

/// The options of a table. They never change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableOptions {
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

impl TableOptions {
    /// A private table without a clock, at which anybody with the link may watch.
    #[must_use]
    pub const fn new(host: PersonId, rules: Rules) -> TableOptions {
        TableOptions {
            host,
            rules,
            listed: false,
            time: DecisionTime::Unlimited,
            spectators: Spectators::Public,
        }
    }
}
