//! The messages that the server sends to a client over the WebSocket. Each message reveals only
//! what its recipient may know.

use std::ops::Range;

use pidro::{
    BySeat, Event, History, Legal, Observer, Seat, SeatSet, Secret, View, VisibleEvent, WordPromise,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::{Access, Source};
use crate::chat::ChatMessage;
use crate::event::{AppliedEvent, TableEvent};
use crate::id::{PersonId, TableId};
use crate::options::{DecisionTime, Options, Spectators};
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
    /// The rules in one line.
    pub rules: String,
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
    /// The game events in this range, as far as somebody with this access may see them. With
    /// `views`, each comes with the game after it.
    #[must_use]
    pub fn of(history: &History, range: Range<usize>, access: Access, views: bool) -> Vec<NumberedEvent> {
        let mut game = history.at_event(range.start).filter(|_| views);
        let events = history.log().get(range.clone()).unwrap_or_default();
        let number = |(n, event): (usize, &Event)| {
            game = game.map(|game| game.evolve(event));
            Some(NumberedEvent {
                n,
                event: access.event(event, history.game().rules())?,
                view: game.and_then(|game| access.view(&game)).map(Box::new),
            })
        };
        range.zip(events).filter_map(number).collect()
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

/// Builds messages from a table at one moment. Each message shows as much of the game as
/// [`TableState::access`] grants its recipient.
#[derive(Clone, Copy)]
pub struct MessageBuilder<'a> {
    /// The table's id.
    pub table: TableId,
    /// The table.
    pub state: &'a TableState,
    /// Whether this is the live game, or the delayed one.
    pub source: Source,
    /// The number of the table's events.
    pub n: usize,
    /// The clock of the seat whose turn it is.
    pub clock: Option<Clock>,
    /// Who sits where.
    pub seats: &'a BySeat<Option<SeatStatus>>,
}

impl MessageBuilder<'_> {
    /// Everything that this person may know.
    #[must_use]
    pub fn snapshot(&self, person: Option<&PersonId>) -> ServerMessage {
        let state = self.state;
        let access = state.access(person, self.source);
        let Options {
            host,
            rules,
            time,
            spectators,
            ..
        } = state.options();
        let list = |seats: SeatSet| seats.iter().collect();
        let view = state.game().and_then(|game| access.view(game));
        ServerMessage::Snapshot(Box::new(Snapshot {
            n: self.n,
            table: self.table,
            host: host.clone(),
            rules: rules.to_string(),
            time: *time,
            spectators: *spectators,
            you: person.and_then(|person| state.seat_of(person)),
            seats: self.seats.clone(),
            commitment: state.fair_deal().commitment().to_string(),
            promises: *state.promises(),
            awaited: state.awaited().map(list),
            words: state.has_begun().then(|| state.fair_deal().words().clone()),
            secret: self.secret(),
            events: state.game_events(),
            sheet: self.hand_results(access),
            legal: self.legal(access),
            view,
            clock: self.clock,
            undo: state.undo_agreed().map(list),
            rematch: list(state.rematch_asked()),
            next: state.next_table(),
            chat: state.chat_open(),
        }))
    }

    /// A message to this person about an event that the table has applied. Only the message about
    /// the last event says what may be done now.
    #[must_use]
    pub fn happened(&self, event: &AppliedEvent, person: Option<&PersonId>, views: bool) -> ServerMessage {
        let state = self.state;
        let access = state.access(person, self.source);
        let is_last = event.n == self.n;
        let range = event.game_events.clone();
        let ends_game = !range.is_empty() && range.end == state.game_events();
        let started = event.public.as_deref() == Some(&TableEvent::Started);
        let visible = if state.is_over() {
            access.after_game()
        } else {
            access
        };
        let events = state
            .seeded_game()
            .map(|game| NumberedEvent::of(game.history(), range, visible, views));
        ServerMessage::Happened(Box::new(Happened {
            n: event.n,
            words: started.then(|| state.fair_deal().words().clone()),
            late: event.timed_out,
            entry: event.public.as_deref().cloned(),
            events: events.unwrap_or_default(),
            legal: if is_last { self.legal(access) } else { None },
            clock: self.clock.filter(|_| is_last),
            secret: self.secret().filter(|_| ends_game),
        }))
    }

    /// What the recipient may do: nothing for spectators and for people who have left.
    fn legal(&self, access: Access) -> Option<Legal> {
        let Access::Observer(Observer::Seat(seat)) = access else {
            return None;
        };
        let plays = self.state.absence(seat) != Some(Absence::Left);
        let legal = self.state.game()?.view(seat).legal;
        (plays && legal != Legal::Nothing).then_some(legal)
    }

    /// The results of the previous hands. They are public to everybody who sees the game.
    fn hand_results(&self, access: Access) -> Vec<VisibleEvent> {
        let Some(game) = self.state.seeded_game() else {
            return Vec::new();
        };
        let log = game.history().log().iter();
        log.filter(|event| matches!(event, Event::HandScored { .. }))
            .filter_map(|event| access.event(event, game.history().game().rules()))
            .collect()
    }

    fn secret(&self) -> Option<String> {
        self.state.published_secret().map(Secret::to_hex)
    }
}

/// The occupant of each seat, and whether people are connected.
pub fn seats(state: &TableState, here: impl Fn(&PersonId) -> bool) -> BySeat<Option<SeatStatus>> {
    BySeat::from_fn(|seat| {
        Some(match state.seats()[seat].as_ref()? {
            Occupant::Bot(level) => SeatStatus::Bot {
                level: level.to_string(),
            },
            Occupant::Person { id, name, absence } => SeatStatus::Person {
                id: id.clone(),
                name: name.clone(),
                state: match absence {
                    Some(Absence::Left) => Presence::Left,
                    Some(Absence::Away) => Presence::StandIn,
                    None if here(id) => Presence::Here,
                    None => Presence::Away,
                },
            },
        })
    })
}
