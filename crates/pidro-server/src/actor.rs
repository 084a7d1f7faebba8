//! The actor of one table: a task that owns the table state and is the only one that changes it.
//! [`Tables`] wakes and supervises the actors of all tables.

mod delayed;
mod lobby;
mod presence;
mod tables;
mod thinking;
mod watchers;

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow::{self, Break, Continue};

use pidro::{BySeat, Seat};
use pidro_protocol::ws::{Clock, Said, ServerMessage};
use pidro_protocol::{ChatMessage, PersonId, SeatStatus, Spectators, TableId};
use pidro_table::{
    self, AppliedEvent, Command, Feed, MessageBuilder, People, Refusal, TableEvent, TableState, seat_statuses,
};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::cluster::{Incarnation, Membership};
use crate::config::Timings;
use crate::metrics::TableMetrics;
use crate::request::{CommandReceipt, TableError, WatchRequest};
use crate::store::{IndexUpdate, LoadedTable, Store, StoreError, StoredEvent};
use crate::work::WorkQueue;
use delayed::DelayedView;
use lobby::{Listing, Lobby};
use presence::Clocks;
pub use tables::Tables;
use thinking::Thinking;
pub use watchers::WatchStream;
use watchers::Watchers;

/// How many recent events we keep in memory for clients that reconnect.
const MAX_RECENT: usize = 32;

/// A request to a table.
enum Request {
    /// A person's command, with an id chosen by the client.
    Command {
        person: PersonId,
        id: String,
        command: Command,
        reply: oneshot::Sender<Result<CommandReceipt, TableError>>,
    },
    /// Subscribe to the table. The stream contains only what this person may know.
    Watch {
        watch: WatchRequest,
        reply: oneshot::Sender<Result<WatchStream, TableError>>,
    },
    /// A watcher has gone.
    Disconnected { connection: u64, watch: u64 },
    /// Inspect the current state of the table.
    Inspect(Inspect),
    /// Send a chat message to everybody at the table.
    Say {
        person: PersonId,
        message: ChatMessage,
        reply: oneshot::Sender<Result<(), TableError>>,
    },
    /// A person has another name, an account, or is gone.
    PersonChanged(PersonId),
    /// Stop, because the table was removed.
    End,
    /// Panic, for tests of the supervisor.
    #[cfg(test)]
    Panic,
}

/// A function that inspects a table.
type Inspect = Box<dyn FnOnce(&CurrentTable<'_>) + Send>;

/// A table at one moment.
pub(crate) struct CurrentTable<'a> {
    pub(crate) state: &'a TableState,
    /// The occupant of each seat, and whether people are connected.
    pub(crate) seats: BySeat<Option<SeatStatus>>,
    /// When the first event was stored, in milliseconds since 1970.
    pub(crate) first_event_at: i64,
}

/// The maximum number of commands other than decisions that one person may give at a table. Nobody
/// needs that many, and the table replays all of them when it wakes up.
const MAX_CHANGES: usize = 500;

/// The sender of requests to a table. Requests are boxed because each channel preallocates 32
/// slots, and there are thousands of channels.
type Inbox = mpsc::UnboundedSender<Box<Request>>;
/// An inbox that doesn't keep the table awake.
type WeakInbox = mpsc::WeakUnboundedSender<Box<Request>>;

/// Everything that a table actor shares with the rest of the server.
#[derive(Clone)]
struct ActorContext {
    store: Store,
    /// Runs bots and all other CPU-bound work.
    work: WorkQueue,
    timings: Timings,
    lobby: Lobby,
    metrics: TableMetrics,
    membership: Membership,
}

struct TableActor {
    id: TableId,
    /// The incarnation of this node that owns the table, and the epoch of its claim.
    incarnation: Incarnation,
    epoch: i64,
    state: TableState,
    /// A hash of the command of each event, so that no command takes effect twice.
    command_hashes: Vec<u64>,
    hasher: RandomState,
    /// How many changes each person has made outside the game.
    changes: HashMap<PersonId, usize>,
    /// How the people who have sat here are shown.
    people: People,
    /// People who have a seat and were deleted.
    deleted: Vec<PersonId>,
    /// When the first event was stored, in milliseconds since 1970.
    first_event_at: i64,
    recent: VecDeque<AppliedEvent>,
    watchers: Watchers,
    clocks: Clocks,
    listing: Listing,
    /// The delayed view, while somebody watches it.
    delayed: Option<Box<DelayedView>>,
    thinking: Option<Thinking>,
    /// Set after the store has failed: when the table may try again on its own.
    paused_until: Option<Instant>,
    /// When somebody last needed the table.
    idle_since: Instant,
    context: ActorContext,
}

/// Something that a table does on its own at a certain time.
enum TimedAction {
    /// Continue after a failure of the store.
    Resume,
    /// Let a bot decide for a person who has run out of time.
    TimeOut,
    /// Call off the start, because words are missing.
    CallOff,
    StandIn(Seat),
    Return(Seat),
    /// Free the seat of a person who was deleted.
    LeaveFor(Seat),
    SendDelayed,
    Sleep,
}

impl TableActor {
    fn new(
        id: TableId,
        (incarnation, epoch): (Incarnation, i64),
        loaded: LoadedTable,
        context: ActorContext,
    ) -> TableActor {
        let hasher = RandomState::new();
        let hash = |stored: &StoredEvent| hash_command(&hasher, stored.command.as_deref());
        let mut table = TableActor {
            id,
            incarnation,
            epoch,
            command_hashes: loaded.events.iter().map(hash).collect(),
            listing: context.lobby.listing(id),
            state: loaded.state,
            hasher,
            changes: changes_by_person(&loaded.events),
            people: loaded.people,
            deleted: loaded.deleted,
            first_event_at: loaded.appended_at.first().copied().unwrap_or_default(),
            recent: VecDeque::with_capacity(MAX_RECENT),
            watchers: Watchers::default(),
            clocks: Clocks::new(),
            delayed: None,
            thinking: None,
            paused_until: None,
            idle_since: Instant::now(),
            context,
        };
        table.update_listing();
        table
    }

    /// Runs until nobody needs the table, the server shuts down, or another node owns the table.
    async fn run(mut self, mut requests: mpsc::UnboundedReceiver<Box<Request>>, inbox: WeakInbox) {
        let ended = self.incarnation.ended.clone();
        let mut flow = Continue(());
        while flow.is_continue() {
            self.let_bots_think();
            let (at, due) = self.next_timed_action();
            // Requests come before bots, so that a bots-only game can't keep people waiting.
            // Handler futures are boxed so that idle tables stay small.
            flow = tokio::select! {
                biased;
                () = ended.cancelled() => Break(()),
                request = requests.recv() => match request {
                    Some(request) => Box::pin(self.handle(*request, &inbox)).await,
                    None => Break(()),
                },
                decision = thinking::finished(&mut self.thinking) => {
                    Box::pin(self.apply_bot_decision(decision)).await
                }
                () = sleep_until(at) => Box::pin(self.run_timed_action(due)).await,
            };
        }
    }

    /// What the table does on its own next, and when.
    fn next_timed_action(&self) -> (Instant, TimedAction) {
        let idle_since = if self.watchers.is_empty() {
            self.idle_since
        } else {
            Instant::now()
        };
        let sleep = (idle_since + self.context.timings.sleep_after, TimedAction::Sleep);
        let delayed = self.delayed.as_ref();
        let deadline = self
            .deadline()
            .filter(|_| self.thinking.is_none() && self.paused_until.is_none());
        let dues = [
            self.paused_until.map(|at| (at, TimedAction::Resume)),
            delayed
                .and_then(|delayed| delayed.next_at(&self.state))
                .map(|at| (at, TimedAction::SendDelayed)),
            deadline.map(|at| (at, TimedAction::TimeOut)),
            self.words_deadline().map(|at| (at, TimedAction::CallOff)),
            self.next_stand_in()
                .map(|(at, seat)| (at, TimedAction::StandIn(seat))),
            self.next_return()
                .map(|seat| (Instant::now(), TimedAction::Return(seat))),
            self.next_deleted()
                .map(|seat| (Instant::now(), TimedAction::LeaveFor(seat))),
        ];
        let first = dues.into_iter().flatten().min_by_key(|(at, _)| *at);
        first.filter(|(at, _)| *at <= sleep.0).unwrap_or(sleep)
    }

    async fn run_timed_action(&mut self, due: TimedAction) -> ControlFlow<()> {
        match due {
            TimedAction::Resume => self.paused_until = None,
            TimedAction::TimeOut => self.think_for_timed_out(),
            TimedAction::CallOff => return self.append_unprompted(self.state.call_off()).await,
            TimedAction::StandIn(seat) => {
                return self
                    .append_unprompted(vec![TableEvent::Left {
                        seat,
                        disconnected: true,
                    }])
                    .await;
            }
            TimedAction::Return(seat) => {
                return self.append_unprompted(vec![TableEvent::Back { seat }]).await;
            }
            TimedAction::LeaveFor(seat) => {
                return self.append_unprompted(vec![self.state.leave(seat)]).await;
            }
            TimedAction::SendDelayed => self.send_delayed(),
            TimedAction::Sleep if self.watchers.is_empty() => return Break(()),
            TimedAction::Sleep => {}
        }
        Continue(())
    }

    /// Handles a request. If the caller has gone, nobody reads the reply.
    async fn handle(&mut self, request: Request, inbox: &WeakInbox) -> ControlFlow<()> {
        // News about people must not keep tables awake that nobody uses.
        if !matches!(request, Request::PersonChanged(_)) {
            self.idle_since = Instant::now();
        }
        match request {
            Request::Watch { watch, reply } => {
                let watching = self.watch(&watch, inbox.clone()).await;
                // If the caller has gone, dropping the reply ends the watch.
                let _ = reply.send(watching);
            }
            Request::Disconnected { connection, watch } => self.disconnect(connection, watch),
            Request::Inspect(inspect) => inspect(&CurrentTable {
                state: &self.state,
                seats: self.seats(),
                first_event_at: self.first_event_at,
            }),
            Request::Command {
                person,
                id,
                command,
                reply,
            } => {
                let done = self.execute(&person, &id, &command).await;
                let outdated = matches!(&done, Err(TableError::Store(error)) if error.requires_reload());
                let _ = reply.send(done);
                if outdated {
                    return Break(());
                }
            }
            Request::Say {
                person,
                message,
                reply,
            } => {
                let _ = reply.send(self.say(&person, message));
            }
            Request::PersonChanged(person) => return self.refresh_person(&person).await,
            Request::End => return Break(()),
            #[cfg(test)]
            Request::Panic => panic!("injected by a test"),
        }
        Continue(())
    }

    fn say(&mut self, person: &PersonId, message: ChatMessage) -> Result<(), TableError> {
        let is_text = matches!(message, ChatMessage::Text(_));
        let seat = self.state.may_say(person, is_text)?;
        let said = Said { seat, message };
        self.send_to_all(&ServerMessage::Said(Box::new(said)));
        Ok(())
    }

    async fn execute(
        &mut self,
        person: &PersonId,
        id: &str,
        command: &Command,
    ) -> Result<CommandReceipt, TableError> {
        let key = format!("{person} {id}");
        let hash = hash_command(&self.hasher, Some(&key));
        if let Some(first_index) = self.command_hashes.iter().position(|other| *other == hash) {
            return Ok(CommandReceipt {
                first_index,
                repeated: true,
            });
        }
        self.state.check_admitted(Some(person))?;
        let changes = self.changes.get(person).copied().unwrap_or_default();
        if changes >= MAX_CHANGES && !self.is_always_allowed(command) {
            return Err(Refusal::TooManyChanges.into());
        }
        let events = self.state.decide(person, command, TableId::new())?;
        let first_index = self.append(events, Some(key)).await?;
        if !matches!(command, Command::Act(_)) {
            *self.changes.entry(person.clone()).or_default() += 1;
        }
        Ok(CommandReceipt {
            first_index,
            repeated: false,
        })
    }

    /// Whether a person may give this command no matter how many changes they have made. Somebody
    /// who sits down and stands up forever must not stop others from playing, leaving or removing
    /// them. These commands are still bounded: nobody can leave twice without sitting down, and
    /// removed people can't come back.
    fn is_always_allowed(&self, command: &Command) -> bool {
        match command {
            Command::Act(_) | Command::Leave => true,
            Command::Remove { person } | Command::Mute { person, muted: true } => {
                self.state.seat_of(person).is_some() || self.watchers.has(person)
            }
            _ => false,
        }
    }

    /// Stores the events, and only then applies them and sends them to clients. Returns the index
    /// of the first event.
    async fn append(
        &mut self,
        events: Vec<TableEvent>,
        command: Option<String>,
    ) -> Result<usize, StoreError> {
        let first_index = self.command_hashes.len();
        let index_update = IndexUpdate::of(&self.state, &events, self.incarnation.id)?;
        let sitting = || events.iter().filter_map(TableEvent::sits);
        let people = self.context.store.people(sitting()).await?;
        let unknown = sitting().filter(|person| people.get(person).is_none());
        let deleted = self.context.store.deleted_among(unknown).await?;
        // The command belongs to the first event.
        let commands = std::iter::once(command).chain(std::iter::repeat(None));
        let stored = events.into_iter().zip(commands);
        let stored: Vec<StoredEvent> = stored
            .map(|(event, command)| StoredEvent { event, command })
            .collect();
        self.context
            .store
            .append(self.id, self.epoch, first_index, &stored, index_update)
            .await?;
        self.people.extend(people);
        self.deleted.extend(deleted);
        // Grow in small steps: there are thousands of tables.
        if self.command_hashes.capacity() - self.command_hashes.len() < stored.len() {
            self.command_hashes.reserve_exact(stored.len() + MAX_RECENT);
        }
        for StoredEvent { event, command } in stored {
            let hash = hash_command(&self.hasher, command.as_deref());
            self.command_hashes.push(hash);
            let applied = self.apply(&event);
            self.publish(&event, applied);
        }
        Ok(first_index)
    }

    /// Applies a stored event.
    fn apply(&mut self, event: &TableEvent) -> AppliedEvent {
        let n = self.command_hashes.len();
        if *event == TableEvent::Started && self.state.options().spectators == Spectators::AllCards {
            // The delayed view starts before the event and gets it like all later ones.
            let delayed = DelayedView::new(self.id, self.state.clone(), n - 1);
            self.delayed = Some(Box::new(delayed));
        }
        let decision = self.classify_decision(event);
        let before = self.state.game_events();
        let applied = self.state.apply(event);
        applied.expect("an event that the table has decided can be applied");
        let applied = AppliedEvent::new(n, event, before, self.state.game_events());
        self.update_metrics(event, &applied, decision);
        self.clocks.on_event(event);
        applied
    }

    /// Sends an event that has been applied to everybody who may know about it.
    fn publish(&mut self, event: &TableEvent, applied: AppliedEvent) {
        if let TableEvent::Removed { person } = event {
            self.watchers.expel(person);
        }
        let seats = self.seats();
        let builder = MessageBuilder {
            table: self.id,
            state: &self.state,
            feed: Feed::Live,
            n: applied.n,
            clock: self.clock(),
            seats: &seats,
        };
        let slow = self.watchers.send(&self.state, Feed::Live, |watcher| {
            watcher.happened(&builder, &applied)
        });
        self.context.metrics.slow_clients.inc_by(slow);
        if let Some(delayed) = &mut self.delayed {
            let at = Instant::now() + self.context.timings.spectator_delay;
            delayed.push(at, &self.state, event.clone());
        }
        if event.changes_seats() {
            self.send_seats();
        } else if self.state.is_over() {
            self.update_listing();
        }
        if self.recent.len() == MAX_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(applied);
    }

    /// Stores and applies events that the table causes on its own.
    async fn append_unprompted(&mut self, events: Vec<TableEvent>) -> ControlFlow<()> {
        match self.append(events, None).await {
            Ok(_) => Continue(()),
            Err(error) if error.requires_reload() => Break(()),
            Err(error) => {
                tracing::warn!(table = %self.id, %error, "the table pauses because the store has failed");
                self.paused_until = Some(Instant::now() + self.context.timings.store_retry);
                Continue(())
            }
        }
    }

    fn builder<'a>(&'a self, seats: &'a BySeat<Option<SeatStatus>>) -> MessageBuilder<'a> {
        MessageBuilder {
            table: self.id,
            state: &self.state,
            feed: Feed::Live,
            n: self.command_hashes.len(),
            clock: self.clock(),
            seats,
        }
    }

    /// The occupant of each seat, and whether people are connected.
    fn seats(&self) -> BySeat<Option<SeatStatus>> {
        seat_statuses(&self.state, &self.people, |person| self.watchers.has(person))
    }

    fn send_to_all(&mut self, message: &ServerMessage) {
        for feed in [Feed::Live, Feed::Delayed] {
            let slow = self.watchers.send(&self.state, feed, |_| message.clone());
            self.context.metrics.slow_clients.inc_by(slow);
        }
    }

    fn send_seats(&mut self) {
        let seats = Box::new(self.seats());
        self.send_to_all(&ServerMessage::Seats { seats });
        self.update_listing();
    }

    /// Updates what the lobby shows about the table.
    fn update_listing(&mut self) {
        let listed = self.state.options().listed && !self.state.is_over();
        let seats = listed.then(|| self.seats());
        self.listing.update(seats.map(|seats| (&self.state, seats)));
    }

    /// The clock of the seat whose turn it is.
    fn clock(&self) -> Option<Clock> {
        let (seat, at) = (self.state.game()?.turn()?, self.deadline()?);
        let left = at.saturating_duration_since(Instant::now());
        Some(Clock {
            seat,
            ms: u64::try_from(left.as_millis()).unwrap_or(u64::MAX),
        })
    }
}

/// Whether this person needs a snapshot instead of a message about the event, because it changes
/// their view of the game.
fn needs_snapshot(event: &AppliedEvent, person: Option<&PersonId>, state: &TableState) -> bool {
    state.has_begun() && event.changes_view_of(person)
}

/// How many changes each person has made outside the game, according to the stored commands.
fn changes_by_person(events: &[StoredEvent]) -> HashMap<PersonId, usize> {
    let mut changes = HashMap::new();
    for StoredEvent { event, command } in events {
        let command = command
            .as_ref()
            .filter(|_| !matches!(event, TableEvent::Acted { .. }));
        if let Some((person, _)) = command.and_then(|command| command.split_once(' ')) {
            *changes.entry(PersonId::new(person)).or_default() += 1;
        }
    }
    changes
}

/// A 64-bit hash of a command; 0 for an event without one.
fn hash_command(hasher: &RandomState, command: Option<&str>) -> u64 {
    command.map_or(0, |command| hasher.hash_one(command).max(1))
}
