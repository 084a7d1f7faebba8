//! What happens at a table, as it is kept in the store.

use pidro::{Action, BySeat, Seat, WordPromise};
use pidro_bots::Level;
use serde::{Deserialize, Serialize};

use crate::id::{PersonId, TableId};

/// A fact of a table. Its entries in their order are the table: [`TableState::apply`](crate::TableState::apply) over them gives it again.
///
/// What has been released keeps its form and its meaning, so that next year's program reads this year's tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TableEvent {
    /// A person took a seat.
    Sat {
        /// The seat.
        seat: Seat,
        /// Who it is.
        person: PersonId,
        /// What the person is called at this table.
        name: String,
        /// The person's word for the [fair deal](pidro::FairDeal), at tables of earlier releases. Now a word is promised first,
        /// and told when all promises are known.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        word: String,
        /// The promise of the person's word for the fair deal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promise: Option<WordPromise>,
    },
    /// A person promised a word for the fair deal, or another one.
    Promised {
        /// The seat.
        seat: Seat,
        /// The promise.
        promise: WordPromise,
    },
    /// A bot was put on a seat.
    BotSat {
        /// The seat.
        seat: Seat,
        /// How strong it is.
        level: Level,
    },
    /// A seat became free, before the game.
    Stood {
        /// The seat.
        seat: Seat,
    },
    /// The game is about to begin: seats and promises are final, and the promised words are awaited.
    Starting {
        /// All promises, as everybody is told them before the first word.
        promises: BySeat<Option<WordPromise>>,
    },
    /// A seat told its word, which is the one that it had promised.
    Revealed {
        /// The seat.
        seat: Seat,
        /// The word.
        word: String,
    },
    /// The game did not begin, because words did not come: the seats of these words are free, and no promise counts any more.
    StartCalledOff {
        /// The seats.
        seats: Vec<Seat>,
    },
    /// The game began.
    Started,
    /// A seat decided.
    Acted {
        /// The seat.
        seat: Seat,
        /// What it did, in the words of the protocol.
        action: Action,
        /// Whether the time was over, and a bot decided this once.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        late: bool,
    },
    /// A person left in the middle of the game: a bot stands in. The seat stays theirs, unless somebody else takes it.
    Left {
        /// The seat.
        seat: Seat,
        /// Whether they were cut off or went without a word: then the seat is theirs again as soon as they are back.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        away: bool,
    },
    /// Who had left plays again.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// A seat asked to take the last decision back.
    UndoAsked {
        /// The seat.
        seat: Seat,
    },
    /// A seat agreed to that.
    UndoAgreed {
        /// The seat.
        seat: Seat,
    },
    /// A seat did not.
    UndoRefused {
        /// The seat.
        seat: Seat,
    },
    /// All had agreed: the last decision was taken back, with all that it caused.
    Undone,
    /// A seat wants another game.
    RematchAsked {
        /// The seat.
        seat: Seat,
    },
    /// All do: it goes on there.
    Rematched {
        /// The new table.
        table: TableId,
    },
    /// The host allowed free texts, or allows only the phrases again.
    ChatOpened {
        /// Whether texts are allowed.
        open: bool,
    },
    /// The host muted somebody, or lets them speak again.
    Muted {
        /// Who it is.
        person: PersonId,
        /// Whether nobody hears them any more.
        muted: bool,
    },
    /// The host removed somebody for good. Their seat is free, or a bot's if the game has begun.
    Removed {
        /// Who it is.
        person: PersonId,
    },
}

/// What an event means to the parts of a server that don't care about the rest of it.
impl TableEvent {
    /// The event as everybody at the table may know it. `None` for a decision: the game's events show
    /// it to each observer in their own way.
    #[must_use]
    pub fn public(&self) -> Option<TableEvent> {
        match self.clone() {
            TableEvent::Acted { .. } => None,
            TableEvent::Sat {
                seat,
                person,
                name,
                promise,
                ..
            } => Some(TableEvent::Sat {
                seat,
                person,
                name,
                // Told before any promise, by an earlier release: it was never meant for the others.
                word: String::new(),
                promise,
            }),
            other => Some(other),
        }
    }

    /// Whether it changes who sits where.
    #[must_use]
    pub const fn changes_seats(&self) -> bool {
        matches!(
            self,
            TableEvent::Sat { .. }
                | TableEvent::BotSat { .. }
                | TableEvent::Stood { .. }
                | TableEvent::StartCalledOff { .. }
                | TableEvent::Started
                | TableEvent::Left { .. }
                | TableEvent::Back { .. }
                | TableEvent::Removed { .. }
        )
    }

    /// Whether the time for the next decision, or for the words, begins with it.
    #[must_use]
    pub const fn restarts_clock(&self) -> bool {
        matches!(
            self,
            TableEvent::Acted { .. } | TableEvent::Starting { .. } | TableEvent::Started | TableEvent::Undone
        )
    }

    /// Whether this person sees the game differently after it, so that they need a new snapshot.
    #[must_use]
    pub fn changes_view_of(&self, person: Option<&PersonId>) -> bool {
        match self {
            TableEvent::Undone => true,
            TableEvent::Sat { person: sat, .. } => person == Some(sat),
            _ => false,
        }
    }

    /// Whether a bot decided because the time was over.
    #[must_use]
    pub const fn timed_out(&self) -> bool {
        matches!(self, TableEvent::Acted { late: true, .. })
    }
}
