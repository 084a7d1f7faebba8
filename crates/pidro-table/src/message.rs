//! The messages that the server sends to a client over the WebSocket. Each message reveals only
//! what its recipient may know.

use std::ops::Range;

use pidro::{BySeat, Event, History, Legal, Observer, Seat, SeatSet, View, VisibleEvent, WordPromise};
use serde::Serialize;
use utoipa::ToSchema;

use crate::chat::ChatMessage;
use crate::event::TableEvent;
use crate::id::{PersonId, TableId};
use crate::options::{DecisionTime, Options, Spectators};
use crate::rules_info::RulesInfo;
use crate::state::{Absence, Occupant, TableState};

/// A message from the server to a client.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "msg", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The complete current state: sent on connecting, after a decision was taken back, and to a
    /// client that fell behind.
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
}

/// The state of a table as the recipient may see it.
#[derive(Clone, Debug, Serialize)]
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
    pub view: Option<View>,
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
#[derive(Clone, Debug, Serialize)]
pub struct Happened {
    /// The event's number, counted from 1.
    pub n: usize,
    /// The table event. Absent for a decision: `events` describes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<TableEvent>,
    /// The players' words, when the game begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<BySeat<String>>,
    /// Whether a bot made the decision because the time ran out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// What happened in the game, with views if the client asked for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<NumberedEvent>,
    /// What the recipient may do now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Legal>,
    /// Whether the recipient may ask for a hint now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hint: bool,
    /// Whether the recipient may claim the remaining tricks now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub claim: bool,
    /// The time limit for the seat whose turn it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The secret that determined all deals, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// A game event with its number.
#[derive(Clone, Debug, Serialize)]
pub struct NumberedEvent {
    /// The number, counted from 0.
    pub n: usize,
    /// The event as the recipient may see it.
    #[serde(flatten)]
    pub event: VisibleEvent,
    /// The game after the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<Box<View>>,
}

impl NumberedEvent {
    /// The game events in this range, as an observer sees them during the game.
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

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatStatus {
    /// A person.
    Person {
        /// The person's id.
        id: PersonId,
        /// The person's name.
        name: String,
        /// Whether the person is connected.
        state: Presence,
    },
    /// A bot.
    Bot {
        /// The bot's strength.
        level: String,
    },
}

/// Whether a person is connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
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

/// The time left for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Clock {
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The milliseconds left.
    pub ms: u64,
}

/// A chat message and who sent it.
#[derive(Clone, Debug, Serialize)]
pub struct Said {
    /// The sender's seat.
    pub seat: Seat,
    /// The message.
    #[serde(flatten)]
    pub saying: ChatMessage,
}

/// What a recipient may do now.
#[derive(Default)]
struct Turn {
    legal: Option<Legal>,
    hint: bool,
    claim: bool,
}

/// Builds messages from a table at one moment. A recipient without an observer sees nothing of the
/// game.
#[derive(Clone, Copy)]
pub struct MessageBuilder<'a> {
    /// The table's id.
    pub table: TableId,
    /// The table.
    pub room: &'a TableState,
    /// The number of the table's events.
    pub n: usize,
    /// The clock of the seat whose turn it is.
    pub clock: Option<Clock>,
    /// Who sits where.
    pub seats: &'a BySeat<Option<SeatStatus>>,
}

impl MessageBuilder<'_> {
    /// Everything that a recipient at this seat may know.
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
        let list = |seats: SeatSet| seats.iter().collect();
        let view = self.view(observer);
        let turn = self.turn(view.as_ref());
        ServerMessage::Snapshot(Box::new(Snapshot {
            n: self.n,
            table: self.table,
            host: host.clone(),
            rules: RulesInfo::from(rules),
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
            legal: turn.legal,
            hint: turn.hint,
            claim: turn.claim,
            view,
            clock: self.clock,
            undo: room.undo_agreed().map(list),
            rematch: list(room.rematch_asked()),
            next: room.next(),
            chat: room.chat_open(),
        }))
    }

    /// A message about table event `n`, which the table has applied. `events` is the range of game
    /// events that it caused. Only the message about the last table event says what may be done
    /// now.
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
        let turn = self.turn(view.as_ref());
        let ends = !events.is_empty() && events.end == room.events();
        let seen = room.table().zip(observer).map(|(table, observer)| {
            // When the game is over, nothing is hidden any more.
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
            legal: turn.legal,
            hint: turn.hint,
            claim: turn.claim,
            clock: self.clock.filter(|_| n == self.n),
            secret: self.secret().filter(|_| ends),
        }))
    }

    /// What the recipient may do: nothing for spectators and for people who have left.
    fn turn(&self, view: Option<&View>) -> Turn {
        let turn = view.and_then(|view| {
            let seat = match view.observer {
                Observer::Seat(seat) => seat,
                Observer::Spectator | Observer::Arbiter => return None,
            };
            let plays = self.room.gone(seat) != Some(Absence::Left) && view.legal != Legal::Nothing;
            plays.then(|| Turn {
                legal: Some(view.legal),
                hint: self.room.may_ask_hint(seat).is_ok(),
                claim: matches!(view.legal, Legal::Play { .. }) && view.tricks.current().plays().is_empty(),
            })
        });
        turn.unwrap_or_default()
    }

    /// The results of the previous hands. They are public to everybody who sees the game.
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

/// The occupant of each seat, and whether people are connected.
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
