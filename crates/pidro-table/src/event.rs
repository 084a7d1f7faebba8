//! The events of a table, in the form in which the store keeps them.

use std::ops::Range;

use pidro::{Action, BySeat, Seat, WordPromise};
use pidro_bots::Level;
use pidro_protocol::ws::TableChange;
use pidro_protocol::{PersonId, TableId};
use serde::{Deserialize, Serialize};

/// Something that happened at a table. The ordered events fully define the table: replaying them
/// with [`TableState::apply`](crate::TableState::apply) restores it.
///
/// Released variants never change their format or meaning, so that future versions can read old
/// tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TableEvent {
    /// A person took a seat.
    Sat {
        /// The seat.
        seat: Seat,
        /// The person. The name is not part of the event, so that it can change, and disappear when
        /// the person is deleted, without rewriting an event.
        person: PersonId,
        /// The person's word for the [fair deal](pidro::FairDeal), in tables of earlier releases.
        /// Now people promise a word first and reveal it once all promises are known.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        word: String,
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
    Stood {
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
    /// A seat made a decision.
    Acted {
        /// The seat.
        seat: Seat,
        /// The action, in the notation of the protocol.
        action: Action,
        /// Whether the seat ran out of time, so that a bot made this one decision.
        #[serde(default, rename = "late", skip_serializing_if = "std::ops::Not::not")]
        timed_out: bool,
    },
    /// A person left or lost the connection during the game, and a bot stands in. The seat stays
    /// theirs unless somebody else takes it.
    Left {
        /// The seat.
        seat: Seat,
        /// Whether they disconnected without leaving. If so, they get the seat back as soon as they
        /// reconnect.
        #[serde(rename = "away", default, skip_serializing_if = "std::ops::Not::not")]
        disconnected: bool,
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
    ChatOpened {
        /// Whether free text is allowed.
        open: bool,
    },
    /// The host muted or unmuted a person.
    Muted {
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

impl TableEvent {
    /// The change that everybody at the table may see. `None` for a decision, because the game's
    /// own events show it to each observer differently.
    #[must_use]
    pub fn change(&self) -> Option<TableChange> {
        Some(match self.clone() {
            TableEvent::Acted { .. } => return None,
            TableEvent::Sat {
                seat,
                person,
                promise,
                // Earlier releases stored the word itself, without a promise. It stays secret.
                word: _,
            } => TableChange::Sat {
                seat,
                person,
                promise,
            },
            TableEvent::Promised { seat, promise } => TableChange::Promised { seat, promise },
            TableEvent::BotSat { seat, level } => TableChange::BotSat { seat, level },
            TableEvent::Stood { seat } => TableChange::SeatFreed { seat },
            TableEvent::Starting { promises } => TableChange::Starting { promises },
            TableEvent::Revealed { seat, word } => TableChange::Revealed { seat, word },
            TableEvent::StartCalledOff { seats } => TableChange::StartCalledOff { seats },
            TableEvent::Started => TableChange::Started,
            TableEvent::Left {
                seat,
                disconnected: true,
            } => TableChange::StandIn { seat },
            TableEvent::Left {
                seat,
                disconnected: false,
            } => TableChange::Left { seat },
            TableEvent::Back { seat } => TableChange::Back { seat },
            TableEvent::UndoAsked { seat } => TableChange::UndoAsked { seat },
            TableEvent::UndoAgreed { seat } => TableChange::UndoAgreed { seat },
            TableEvent::UndoRefused { seat } => TableChange::UndoRefused { seat },
            TableEvent::Undone => TableChange::Undone,
            TableEvent::RematchAsked { seat } => TableChange::RematchAsked { seat },
            TableEvent::Rematched { table } => TableChange::Rematched { table },
            TableEvent::ChatOpened { open } => TableChange::ChatSet { open },
            TableEvent::Muted { person, muted } => TableChange::MuteSet { person, muted },
            TableEvent::Removed { person } => TableChange::Removed { person },
        })
    }

    /// The person who sits down.
    #[must_use]
    pub const fn sits(&self) -> Option<&PersonId> {
        match self {
            TableEvent::Sat { person, .. } => Some(person),
            _ => None,
        }
    }

    /// Whether the event changes who sits where.
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

    /// Whether the event restarts the time limit for the next decision or for the words.
    #[must_use]
    pub const fn restarts_clock(&self) -> bool {
        matches!(
            self,
            TableEvent::Acted { .. } | TableEvent::Starting { .. } | TableEvent::Started | TableEvent::Undone
        )
    }

    /// Whether a bot made the decision because the time ran out.
    #[must_use]
    pub const fn timed_out(&self) -> bool {
        matches!(self, TableEvent::Acted { timed_out: true, .. })
    }
}

/// An event that has been applied: its number, the change that everybody may see, and the game
/// events that it caused. It is small, because a server keeps some for each table in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AppliedEvent {
    /// The number of the table event, counted from 1.
    pub n: usize,
    /// The change that everybody may see. `None` for a decision, which its game events describe.
    pub change: Option<Box<TableChange>>,
    /// Whether a bot made the decision because the time ran out.
    pub timed_out: bool,
    /// The range of game events that it caused.
    pub game_events: Range<usize>,
}

impl AppliedEvent {
    /// Event number `n`. The numbers of game events before and after it tell what it caused.
    #[must_use]
    pub fn new(n: usize, event: &TableEvent, before: usize, after: usize) -> AppliedEvent {
        AppliedEvent {
            n,
            change: event.change().map(Box::new),
            timed_out: event.timed_out(),
            // After an undo there are fewer events than before.
            game_events: before..after.max(before),
        }
    }

    /// Whether the event changes this person's view of the game so that they need a new snapshot.
    #[must_use]
    pub fn changes_view_of(&self, person: Option<&PersonId>) -> bool {
        match self.change.as_deref() {
            Some(TableChange::Undone) => true,
            Some(TableChange::Sat { person: sat, .. }) => person == Some(sat),
            _ => false,
        }
    }
}
