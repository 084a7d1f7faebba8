//! What somebody at a table is told: the messages of the WebSocket, each with no more in it than its reader may know.

use std::ops::Range;

use pidro::{BySeat, Event, History, Legal, Observer, Seat, SeatSet, View, VisibleEvent, WordPromise};
use serde::Serialize;
use utoipa::ToSchema;

use crate::chat::ChatMessage;
use crate::event::TableEvent;
use crate::id::{PersonId, TableId};
use crate::options::{DecisionTime, Options, Spectators};
use crate::state::{Absence, Occupant, TableState};

/// A message.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "msg", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Everything, as it is now: at the beginning, after something was taken back, and when a reader was too slow.
    Snapshot(Box<Snapshot>),
    /// The next entry.
    Happened(Box<Happened>),
    /// Who sits where, and who is there, has changed.
    Seats {
        /// Who sits where.
        seats: Box<BySeat<Option<SeatStatus>>>,
    },
    /// Somebody said something.
    Said(Box<Said>),
}

/// A table as its reader may know it.
#[derive(Clone, Debug, Serialize)]
pub struct Snapshot {
    /// The number of the last entry.
    pub n: usize,
    /// The table.
    pub table: TableId,
    /// Who made it.
    pub host: PersonId,
    /// The rules in one line.
    pub rules: String,
    /// The seconds for a decision.
    pub time: DecisionTime,
    /// What those see who don't sit there.
    pub spectators: Spectators,
    /// Where the reader sits.
    pub you: Option<Seat>,
    /// Who sits where.
    pub seats: BySeat<Option<SeatStatus>>,
    /// The promise of the secret from which all decks follow.
    pub commitment: String,
    /// The promises of the players' words.
    pub promises: BySeat<Option<WordPromise>>,
    /// The seats whose words have not come yet, while the game is about to begin.
    pub awaited: Option<Vec<Seat>>,
    /// The words of the players, once the game has begun.
    pub words: Option<BySeat<String>>,
    /// The secret, when the game is over.
    pub secret: Option<String>,
    /// How many events of the game there have been.
    pub events: usize,
    /// How the hands before this one ended.
    pub sheet: Vec<VisibleEvent>,
    /// The game, once it has begun.
    pub view: Option<View>,
    /// What the reader may do.
    pub legal: Option<Legal>,
    /// How long the seat that decides has left.
    pub clock: Option<Clock>,
    /// Who has agreed to take the last decision back, while that is asked.
    pub undo: Option<Vec<Seat>>,
    /// Who wants another game.
    pub rematch: Vec<Seat>,
    /// Where it is.
    pub next: Option<TableId>,
    /// Whether texts may be said.
    pub chat: bool,
}

/// An entry as its reader may know it.
#[derive(Clone, Debug, Serialize)]
pub struct Happened {
    /// Its number, counted from 1.
    pub n: usize,
    /// What it is, unless it is a decision of the game: its events tell that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<TableEvent>,
    /// The words of the players, when the game begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<BySeat<String>>,
    /// Whether a bot decided because the time was over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// What happened in the game, with views for who asked for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<NumberedEvent>,
    /// What the reader may do now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Legal>,
    /// How long the seat that decides now has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The secret from which all decks followed, when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// An event of the game with its number.
#[derive(Clone, Debug, Serialize)]
pub struct NumberedEvent {
    /// The number, counted from 0.
    pub n: usize,
    /// What the reader sees of it.
    #[serde(flatten)]
    pub event: VisibleEvent,
    /// The game after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<Box<View>>,
}

impl NumberedEvent {
    /// These events of a game, as an observer knows them while the game is on.
    #[must_use]
    pub fn of(history: &History, range: Range<usize>, observer: Observer, views: bool) -> Vec<NumberedEvent> {
        let mut game = history.at_event(range.start).filter(|_| views);
        let events = history.log().get(range.clone()).unwrap_or_default();
        let number = |(n, event): (usize, &Event)| {
            game = game.map(|game| game.evolve(event));
            NumberedEvent {
                n,
                event: event.seen_by(observer, history.game().rules()),
                view: game.map(|game| Box::new(game.view(observer))),
            }
        };
        range.zip(events).map(number).collect()
    }
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatStatus {
    /// A person.
    Person {
        /// Who it is.
        id: PersonId,
        /// What they are called.
        name: String,
        /// Whether they are there.
        state: Presence,
    },
    /// A bot.
    Bot {
        /// How strong it is.
        level: String,
    },
}

/// Whether somebody is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// They are.
    Here,
    /// Their connection is gone, lately.
    Away,
    /// It has been gone for long: a bot plays for them until they are back.
    StandIn,
    /// They left: a bot plays for them, and the seat may be taken.
    Left,
}

/// How long a seat may still think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Clock {
    /// The seat that decides.
    pub seat: Seat,
    /// Milliseconds that are left.
    pub ms: u64,
}

/// What somebody said.
#[derive(Clone, Debug, Serialize)]
pub struct Said {
    /// Where they sit.
    pub seat: Seat,
    /// What it was.
    #[serde(flatten)]
    pub saying: ChatMessage,
}

/// A table at a moment, from which messages are made. A reader without an observer sees nothing of the
/// game.
#[derive(Clone, Copy)]
pub struct MessageBuilder<'a> {
    /// The table's id.
    pub table: TableId,
    /// The table.
    pub room: &'a TableState,
    /// How many events it has.
    pub n: usize,
    /// The clock of the seat whose turn it is.
    pub clock: Option<Clock>,
    /// Who sits where.
    pub seats: &'a BySeat<Option<SeatStatus>>,
}

impl MessageBuilder<'_> {
    /// Everything that a reader at this seat may know.
    #[must_use]
    pub fn snapshot(&self, you: Option<Seat>, observer: Option<Observer>) -> ServerMessage {
        let room = self.room;
        let Options {
            host,
            rules,
            time,
            spectators,
            ..
        } = room.options();
        let list = |seats: SeatSet| {
            Seat::ALL
                .into_iter()
                .filter(|seat| seats.contains(*seat))
                .collect()
        };
        let view = self.view(observer);
        ServerMessage::Snapshot(Box::new(Snapshot {
            n: self.n,
            table: self.table,
            host: host.clone(),
            rules: rules.to_string(),
            time: *time,
            spectators: *spectators,
            you,
            seats: self.seats.clone(),
            commitment: room.deal().commitment().to_string(),
            promises: *room.promises(),
            awaited: room.awaited().map(list),
            words: room.table().map(|_| room.deal().words().clone()),
            secret: self.secret(),
            events: room.events(),
            sheet: self.sheet(observer),
            legal: self.legal(view.as_ref()),
            view,
            clock: self.clock,
            undo: room.undo_agreed().map(list),
            rematch: list(room.rematch_asked()),
            next: room.next(),
            chat: room.chat_open(),
        }))
    }

    /// An entry that the room has taken into account, before which there were so many events. Only the last entry tells what may be
    /// done now.
    #[must_use]
    pub fn happened(
        &self,
        n: usize,
        (entry, late): (Option<&TableEvent>, bool),
        events: Range<usize>,
        observer: Option<Observer>,
        views: bool,
    ) -> ServerMessage {
        let room = self.room;
        let view = if n == self.n { self.view(observer) } else { None };
        let ends = !events.is_empty() && events.end == room.events();
        let seen = room.table().zip(observer).map(|(table, observer)| {
            // When the game is over nothing is hidden any more.
            let observer = if room.is_over() {
                Observer::Arbiter
            } else {
                observer
            };
            NumberedEvent::of(table.history(), events, observer, views)
        });
        ServerMessage::Happened(Box::new(Happened {
            n,
            words: (entry == Some(&TableEvent::Started)).then(|| room.deal().words().clone()),
            late,
            entry: entry.cloned(),
            events: seen.unwrap_or_default(),
            legal: self.legal(view.as_ref()),
            clock: self.clock.filter(|_| n == self.n),
            secret: self.secret().filter(|_| ends),
        }))
    }

    /// What a reader may do: nothing, for who only looks on or has left.
    fn legal(&self, view: Option<&View>) -> Option<Legal> {
        let view = view?;
        let plays = match view.observer {
            Observer::Seat(seat) => self.room.gone(seat) != Some(Absence::Left),
            Observer::Spectator | Observer::Arbiter => false,
        };
        (plays && view.legal != Legal::Nothing).then_some(view.legal)
    }

    /// How the hands before this one ended: all of it is seen by everybody who sees the game.
    fn sheet(&self, observer: Option<Observer>) -> Vec<VisibleEvent> {
        let Some((table, observer)) = self.room.table().zip(observer) else {
            return Vec::new();
        };
        let log = table.history().log();
        let scored = log
            .iter()
            .filter(|event| matches!(event, Event::HandScored { .. }));
        scored
            .map(|event| event.seen_by(observer, table.history().game().rules()))
            .collect()
    }

    fn view(&self, observer: Option<Observer>) -> Option<View> {
        Some(self.room.game()?.view(observer?))
    }

    fn secret(&self) -> Option<String> {
        self.room.is_over().then(|| self.room.deal().secret().to_hex())
    }
}

/// Who sits where, and whether they are there.
pub fn seats(room: &TableState, here: impl Fn(&PersonId) -> bool) -> BySeat<Option<SeatStatus>> {
    BySeat::from_fn(|seat| {
        Some(match room.seats()[seat].as_ref()? {
            Occupant::Bot(level) => SeatStatus::Bot {
                level: level.to_string(),
            },
            Occupant::Person { id, name, gone } => SeatStatus::Person {
                id: id.clone(),
                name: name.clone(),
                state: match gone {
                    Some(Absence::Left) => Presence::Left,
                    Some(Absence::Away) => Presence::StandIn,
                    None if here(id) => Presence::Here,
                    None => Presence::Away,
                },
            },
        })
    })
}
