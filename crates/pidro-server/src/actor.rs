//! The actor of one table: a task that owns the table state and is the only one that changes it.

mod delayed;
mod presence;
mod thinking;
mod watchers;

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;
use std::time::Duration;

use pidro::{BySeat, Game, Seat};
use pidro_table::{
    self, ChatMessage, Clock, Command, MessageBuilder, PersonId, Refusal, Said, SeatStatus, ServerMessage,
    Spectators, TableEvent, TableId, TableState, seats,
};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::lobby::{Listing, Lobby};
use crate::metrics::TableMetrics;
use crate::store::{
    IndexUpdate, LoadedTable, NewTable, SeatResult, Store, StoreError, StoredEvent, fresh_secret,
};
use crate::work::WorkQueue;
use delayed::DelayedView;
use presence::Presences;
use thinking::Thinking;
use watchers::Watchers;
pub use watchers::Watching;

/// How many recent events we keep in memory for clients that reconnect.
const RECENT: usize = 32;

/// A request to a table.
pub(crate) enum Request {
    /// A person's command, with an id chosen by the client.
    Command {
        person: PersonId,
        id: String,
        command: Command,
        reply: oneshot::Sender<Result<Done, Failure>>,
    },
    /// Subscribe to the table. The stream contains only what this person may know.
    Watch {
        watch: Watch,
        reply: oneshot::Sender<Result<Watching, Failure>>,
    },
    /// A watcher has gone.
    Disconnected { connection: u64, watch: u64 },
    /// Inspect the current state of the table.
    Look(Look),
    /// Send a chat message to everybody at the table.
    Say {
        person: PersonId,
        saying: ChatMessage,
        reply: oneshot::Sender<Result<(), Failure>>,
    },
    /// Panic, for tests of the supervisor.
    #[cfg(test)]
    Panic,
}

/// A function that inspects a table.
pub(crate) type Look = Box<dyn FnOnce(&Glance<'_>) + Send>;

/// The state of a table at one moment.
pub(crate) struct Glance<'a> {
    pub(crate) room: &'a TableState,
    /// The occupant of each seat, and whether people are connected.
    pub(crate) seats: BySeat<Option<SeatStatus>>,
    /// When the first event was stored, in milliseconds since 1970.
    pub(crate) begun: i64,
}

/// The maximum number of changes that one person may make at a table outside the game. Nobody needs
/// that many, and the table replays all of them when it wakes up.
const MOST_CHANGES: usize = 500;

/// The sender of requests to a table. Requests are boxed because each channel preallocates 32
/// slots, and there are thousands of channels.
pub(crate) type Inbox = mpsc::UnboundedSender<Box<Request>>;
/// An inbox that doesn't keep the table awake.
type WeakInbox = mpsc::WeakUnboundedSender<Box<Request>>;

/// A request to watch a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Watch {
    /// The connection. A new watch replaces the connection's previous one.
    pub connection: u64,
    /// The person who watches, if known.
    pub person: Option<PersonId>,
    /// Whether every event comes with a view of the game after it.
    pub views: bool,
    /// The number of the last event the client has seen. The stream continues from there if the
    /// later events are still in memory; otherwise it begins with a snapshot.
    pub from: Option<usize>,
}

/// A command that has taken effect, now or earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The number of the command's first event, counted from 0.
    pub entry: usize,
    /// Whether the command had already taken effect earlier.
    pub again: bool,
}

/// Why a request to a table failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The table refuses the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The table panicked too often.
    #[error("the table is broken")]
    Broken,
    /// The server is shutting down.
    #[error("the server is shutting down")]
    Closing,
}

/// Delays and time limits.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// How long an unused table stays awake.
    pub idle: Duration,
    /// How long a disconnected player may be away before a bot stands in.
    pub grace: Duration,
    /// The delay for spectators who see all cards.
    pub late: Duration,
    /// The length of a second of decision time. Tests use shorter ones.
    pub second: Duration,
    /// How long the table waits for the promised words before it calls off the start.
    pub reveal: Duration,
    /// How long bots wait after the store has failed.
    pub rest: Duration,
    /// How long a bot takes for a decision when only bots play, so that spectators can follow.
    pub show: Duration,
    /// The beat on which bots answer in games with people. Their real thinking time would reveal
    /// something about their cards.
    pub beat: Duration,
}

impl Default for Times {
    fn default() -> Times {
        Times {
            idle: Duration::from_mins(2),
            grace: Duration::from_secs(45),
            late: Duration::from_mins(3),
            second: Duration::from_secs(1),
            reveal: Duration::from_secs(10),
            rest: Duration::from_secs(1),
            show: Duration::from_secs(1),
            beat: Duration::from_millis(100),
        }
    }
}

/// Everything that a table actor shares with the rest of the server.
#[derive(Clone)]
pub(crate) struct ActorContext {
    pub(crate) store: Store,
    /// Runs bots and all other CPU-bound work.
    pub(crate) work: WorkQueue,
    pub(crate) times: Times,
    pub(crate) lobby: Lobby,
    pub(crate) metrics: TableMetrics,
    pub(crate) closing: CancellationToken,
}

/// An event that has been applied, with its number (counted from 1) and the range of game events it
/// caused. It is small, because each table keeps some of them in memory.
struct RecentEvent {
    n: usize,
    /// The public part of the event. `None` for a decision, which its game events describe.
    entry: Option<Box<TableEvent>>,
    late: bool,
    events: Range<usize>,
}

impl RecentEvent {
    fn new(n: usize, entry: &TableEvent, events: Range<usize>) -> RecentEvent {
        RecentEvent {
            n,
            late: entry.timed_out(),
            entry: entry.public().map(Box::new),
            // After an undo there are fewer events than before.
            events: events.start..events.end.max(events.start),
        }
    }

    /// Whether the event changes this person's view of the game, so that they need a snapshot.
    fn changes_knowledge(&self, person: Option<&PersonId>, room: &TableState) -> bool {
        let event = self.entry.as_deref().filter(|_| room.table().is_some());
        event.is_some_and(|event| event.changes_view_of(person))
    }
}

pub(crate) struct TableActor {
    id: TableId,
    room: TableState,
    /// A hash of the command of each event, so that no command takes effect twice.
    commands: Vec<u64>,
    hashes: RandomState,
    /// How many changes each person has made outside the game.
    changes: HashMap<PersonId, usize>,
    /// When the first event was stored, in milliseconds since 1970.
    begun: i64,
    recent: VecDeque<RecentEvent>,
    watchers: Watchers,
    presences: Presences,
    listing: Listing,
    /// The delayed view, while somebody watches it.
    late: Option<Box<DelayedView>>,
    thinking: Option<Thinking>,
    /// When bots may continue after the store has failed.
    resting: Option<Instant>,
    /// Since when nobody has needed the table.
    idle_since: Instant,
    context: ActorContext,
}

/// Why applying an event that the table itself has decided can't fail.
const DECIDED: &str = "what the table has decided can be applied";

/// What a table does on its own.
enum Due {
    Rested,
    TimeIsOver,
    CallOff,
    StandIn(Seat),
    Back(Seat),
    Delayed,
    Sleep,
}

impl TableActor {
    pub(crate) fn new(id: TableId, stored: LoadedTable, context: ActorContext) -> TableActor {
        let hashes = RandomState::new();
        let command = |kept: &StoredEvent| kept.command.as_ref().map_or(0, |command| hash(&hashes, command));
        let mut table = TableActor {
            id,
            commands: stored.entries.iter().map(command).collect(),
            listing: context.lobby.listing(id),
            room: stored.room,
            hashes,
            changes: changes_by_person(&stored.entries),
            begun: stored.times.first().copied().unwrap_or_default(),
            recent: VecDeque::with_capacity(RECENT),
            watchers: Watchers::default(),
            presences: Presences::new(),
            late: None,
            thinking: None,
            resting: None,
            idle_since: Instant::now(),
            context,
        };
        table.list();
        table
    }

    /// Runs until nobody needs the table, the server shuts down, or another node writes to the
    /// table.
    pub(crate) async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Box<Request>>, own: WeakInbox) {
        let closing = self.context.closing.clone();
        let mut flow = Continue(());
        while flow.is_continue() {
            self.let_bots_think();
            let (at, due) = self.next_due();
            // Requests come before bots, so that a bots-only game can't keep people waiting.
            // Handler futures are boxed so that idle tables stay small.
            flow = tokio::select! {
                biased;
                () = closing.cancelled() => Break(()),
                request = inbox.recv() => match request {
                    Some(request) => Box::pin(self.serve(*request, &own)).await,
                    None => Break(()),
                },
                thought = thinking::done(&mut self.thinking) => Box::pin(self.take_thought(thought)).await,
                () = sleep_until(at) => Box::pin(self.do_due(due)).await,
            };
        }
    }

    /// What the table does next on its own, and when.
    fn next_due(&self) -> (Instant, Due) {
        let idle = if self.watchers.is_empty() {
            self.idle_since
        } else {
            Instant::now()
        };
        let rested = self.resting.map(|at| (at, Due::Rested));
        let late = self.late.as_ref().and_then(|late| late.next(&self.room));
        let late = late.map(|at| (at, Due::Delayed));
        let time = self
            .deadline()
            .filter(|_| self.thinking.is_none() && self.resting.is_none());
        let time = time.map(|at| (at, Due::TimeIsOver));
        let call_off = self.words_due().map(|at| (at, Due::CallOff));
        let stand_in = self.next_stand_in().map(|(at, seat)| (at, Due::StandIn(seat)));
        let sleep = (idle + self.context.times.idle, Due::Sleep);
        let back = self.next_back().map(|seat| (Instant::now(), Due::Back(seat)));
        let dues = [rested, late, time, call_off, stand_in, back]
            .into_iter()
            .flatten();
        let first = dues.min_by_key(|(at, _)| *at);
        first.filter(|(at, _)| *at <= sleep.0).unwrap_or(sleep)
    }

    async fn do_due(&mut self, due: Due) -> ControlFlow<()> {
        match due {
            Due::Rested => self.resting = None,
            Due::TimeIsOver => self.think_for_timed_out(),
            Due::CallOff => return self.append_own(self.room.call_off()).await,
            Due::StandIn(seat) => return self.append_own(vec![TableEvent::Left { seat, away: true }]).await,
            Due::Back(seat) => return self.append_own(vec![TableEvent::Back { seat }]).await,
            Due::Delayed => self.send_delayed(),
            Due::Sleep if self.watchers.is_empty() => return Break(()),
            Due::Sleep => {}
        }
        Continue(())
    }

    /// Handles a request.
    async fn serve(&mut self, request: Request, own: &WeakInbox) -> ControlFlow<()> {
        self.idle_since = Instant::now();
        match request {
            Request::Watch { watch, reply } => {
                let watching = self.watch(&watch, own.clone()).await;
                // If the caller has gone, dropping the reply ends the watch.
                let _ = reply.send(watching);
            }
            Request::Disconnected { connection, watch } => self.gone(connection, watch),
            Request::Look(look) => look(&Glance {
                room: &self.room,
                seats: self.seats(),
                begun: self.begun,
            }),
            Request::Command {
                person,
                id,
                command,
                reply,
            } => {
                let done = self.obey(&person, &id, &command).await;
                let outdated = matches!(&done, Err(Failure::Store(error)) if error.requires_reload());
                let _ = reply.send(done);
                if outdated {
                    return Break(());
                }
            }
            Request::Say {
                person,
                saying,
                reply,
            } => {
                let text = matches!(saying, ChatMessage::Text(_));
                let said = self.room.may_say(&person, text).map(|seat| {
                    let said = ServerMessage::Said(Box::new(Said { seat, saying }));
                    self.tell_all(&said);
                });
                let _ = reply.send(said.map_err(Failure::Refused));
            }
            #[cfg(test)]
            Request::Panic => panic!("a test wants it"),
        }
        Continue(())
    }

    async fn obey(&mut self, person: &PersonId, id: &str, command: &Command) -> Result<Done, Failure> {
        let key = format!("{person} {id}");
        let known = hash(&self.hashes, &key);
        if let Some(entry) = self.commands.iter().position(|other| *other == known) {
            return Ok(Done { entry, again: true });
        }
        self.room.admits(Some(person))?;
        let changes = self.changes.get(person).copied().unwrap_or_default();
        if changes >= MOST_CHANGES && !self.is_always_allowed(command) {
            return Err(Refusal::TooMuch.into());
        }
        let entries = self.room.decide(person, command, TableId::new())?;
        let entry = self.append(entries, Some(key)).await?;
        if !matches!(command, Command::Act(_)) {
            *self.changes.entry(person.clone()).or_default() += 1;
        }
        Ok(Done { entry, again: false })
    }

    /// Whether a person may give this command no matter how many changes they have made. Somebody
    /// who sits down and stands up forever must not stop others from playing, leaving or removing
    /// them. These commands are still bounded: nobody can leave twice without sitting down, and
    /// removed people can't come back.
    fn is_always_allowed(&self, command: &Command) -> bool {
        match command {
            Command::Act(_) | Command::Leave => true,
            Command::Remove { person } | Command::Mute { person, muted: true } => {
                self.room.seat_of(person).is_some() || self.watchers.has(person)
            }
            _ => false,
        }
    }

    /// Stores the events, and only then applies them and sends them to clients. Returns the number
    /// of the first event.
    async fn append(
        &mut self,
        entries: Vec<TableEvent>,
        command: Option<String>,
    ) -> Result<usize, StoreError> {
        let first = self.commands.len();
        let index_update = self.index_update(&entries)?;
        let hash = command.as_ref().map_or(0, |command| hash(&self.hashes, command));
        let command = std::iter::once(command).chain(std::iter::repeat(None));
        let kept: Vec<StoredEvent> = entries
            .into_iter()
            .zip(command)
            .map(|(entry, command)| StoredEvent { entry, command })
            .collect();
        self.context
            .store
            .append(self.id, first, &kept, index_update)
            .await?;
        // Grow in small steps: there are thousands of tables.
        if self.commands.capacity() - self.commands.len() < kept.len() {
            self.commands.reserve_exact(kept.len() + RECENT);
        }
        for (place, kept) in kept.into_iter().enumerate() {
            self.commands.push(if place == 0 { hash } else { 0 });
            self.happen(&kept.entry);
        }
        Ok(first)
    }

    /// The update of the player index that belongs to these events.
    fn index_update(&self, entries: &[TableEvent]) -> Result<IndexUpdate, StoreError> {
        Ok(match entries {
            [.., TableEvent::Started] => IndexUpdate::Plays(
                self.room
                    .players()
                    .map(|(seat, person)| (seat, person.clone()))
                    .collect(),
            ),
            [TableEvent::Sat { seat, person, .. }, ..] if self.room.table().is_some() => {
                IndexUpdate::Plays(vec![(*seat, person.clone())])
            }
            [TableEvent::Acted { seat, action, .. }] => {
                let game = self.room.game();
                let after = game.and_then(|game| Some(game.decide(*seat, *action).ok()?.finish()));
                if after.as_ref().and_then(Game::winner).is_none() {
                    return Ok(IndexUpdate::Nothing);
                }
                let mut room = self.room.clone();
                room.apply(&entries[0]).expect(DECIDED);
                IndexUpdate::Finished(SeatResult::of(&room))
            }
            [.., TableEvent::Rematched { table }] => IndexUpdate::Rematch(NewTable {
                table: *table,
                options: self.room.options().clone(),
                secret: fresh_secret()?,
                entries: self.room.rotated(),
            }),
            _ => IndexUpdate::Nothing,
        })
    }

    /// Applies a stored event and sends it to clients.
    fn happen(&mut self, entry: &TableEvent) {
        let before = self.room.events();
        let decided = self.decision(entry);
        if *entry == TableEvent::Started && self.room.options().spectators == Spectators::Open {
            self.late = Some(Box::new(DelayedView::new(
                self.id,
                self.room.clone(),
                self.commands.len() - 1,
            )));
        }
        self.room.apply(entry).expect(DECIDED);
        let past = RecentEvent::new(self.commands.len(), entry, before..self.room.events());
        self.count(entry, &past, decided);
        self.presences.turn_changes(entry);
        if let TableEvent::Removed { person } = entry {
            self.watchers.expel(person);
        }
        let seats = self.seats();
        let builder = MessageBuilder {
            table: self.id,
            room: &self.room,
            n: self.commands.len(),
            clock: self.clock(),
            seats: &seats,
        };
        let slow = self.watchers.tell(&self.room, false, |watcher| {
            watcher.happened(&builder, &past, false)
        });
        self.context.metrics.slow.inc_by(slow);
        if let Some(late) = &mut self.late {
            let at = Instant::now() + self.context.times.late;
            late.push(at, &self.room, entry.clone());
        }
        if entry.changes_seats() {
            self.tell_seats();
        } else if self.room.is_over() {
            self.list();
        }
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(past);
    }

    /// Stores and applies events that the table causes on its own.
    async fn append_own(&mut self, entries: Vec<TableEvent>) -> ControlFlow<()> {
        match self.append(entries, None).await {
            Ok(_) => Continue(()),
            Err(error) if error.requires_reload() => Break(()),
            Err(error) => {
                tracing::warn!(table = %self.id, %error, "the table waits for the store");
                self.resting = Some(Instant::now() + self.context.times.rest);
                Continue(())
            }
        }
    }

    fn builder<'a>(&'a self, seats: &'a BySeat<Option<SeatStatus>>) -> MessageBuilder<'a> {
        MessageBuilder {
            table: self.id,
            room: &self.room,
            n: self.commands.len(),
            clock: self.clock(),
            seats,
        }
    }

    /// The occupant of each seat, and whether people are connected.
    fn seats(&self) -> BySeat<Option<SeatStatus>> {
        seats(&self.room, |person| self.watchers.has(person))
    }

    fn tell_all(&mut self, told: &ServerMessage) {
        for late in [false, true] {
            let slow = self.watchers.tell(&self.room, late, |_| told.clone());
            self.context.metrics.slow.inc_by(slow);
        }
    }

    fn tell_seats(&mut self) {
        let seats = Box::new(self.seats());
        self.tell_all(&ServerMessage::Seats { seats });
        self.list();
    }

    /// Updates the table's entry in the lobby.
    fn list(&mut self) {
        let listed = self.room.options().listed && !self.room.is_over();
        let seats = listed.then(|| self.seats());
        self.listing.show(seats.map(|seats| (&self.room, seats)));
    }

    /// The clock of the seat whose turn it is.
    fn clock(&self) -> Option<Clock> {
        let (seat, at) = (self.room.game()?.turn()?, self.deadline()?);
        let left = at.saturating_duration_since(Instant::now());
        Some(Clock {
            seat,
            ms: u64::try_from(left.as_millis()).unwrap_or(u64::MAX),
        })
    }
}

/// How many changes each person has made outside the game, according to the stored commands.
fn changes_by_person(entries: &[StoredEvent]) -> HashMap<PersonId, usize> {
    let mut changes = HashMap::new();
    for kept in entries {
        let command = kept
            .command
            .as_ref()
            .filter(|_| !matches!(kept.entry, TableEvent::Acted { .. }));
        if let Some((person, _)) = command.and_then(|command| command.split_once(' ')) {
            *changes.entry(PersonId::new(person)).or_default() += 1;
        }
    }
    changes
}

/// A 64-bit hash of a command, never 0.
fn hash(hashes: &RandomState, command: &str) -> u64 {
    hashes.hash_one(command).max(1)
}
