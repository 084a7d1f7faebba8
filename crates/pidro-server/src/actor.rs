//! One table: a task that owns a room, and is the only one that changes it.

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

/// How many entries are kept at hand for who was cut off for a moment.
const RECENT: usize = 32;

/// What a table is asked for.
pub(crate) enum Request {
    /// Something that a person wants, with an id of the person's own making.
    Command {
        person: PersonId,
        id: String,
        command: Command,
        reply: oneshot::Sender<Result<Done, Failure>>,
    },
    /// To be told what happens, as far as this person may know it.
    Watch {
        watch: Watch,
        reply: oneshot::Sender<Result<Watching, Failure>>,
    },
    /// Somebody no longer watches.
    Disconnected { connection: u64, watch: u64 },
    /// To have a look at the table as it is.
    Look(Look),
    /// To tell the others something.
    Say {
        person: PersonId,
        saying: ChatMessage,
        reply: oneshot::Sender<Result<(), Failure>>,
    },
    /// To break, so that a test sees what becomes of it.
    #[cfg(test)]
    Panic,
}

/// What somebody does who has a look at a table.
pub(crate) type Look = Box<dyn FnOnce(&Glance<'_>) + Send>;

/// A table as it is at a moment.
pub(crate) struct Glance<'a> {
    pub(crate) room: &'a TableState,
    /// Who sits where, and who is there.
    pub(crate) seats: BySeat<Option<SeatStatus>>,
    /// When its first entry was appended, in milliseconds since 1970.
    pub(crate) begun: i64,
}

/// The most that one person may change at a table beside the game. Nobody needs so much, and all of it
/// is read when the table wakes up.
const MOST_CHANGES: usize = 500;

/// Where a table takes requests. They are boxed because a channel has room for 32 from its beginning, and there are thousands of channels.
pub(crate) type Inbox = mpsc::UnboundedSender<Box<Request>>;
/// The same, for who doesn't keep the table awake.
type WeakInbox = mpsc::WeakUnboundedSender<Box<Request>>;

/// Who wants to watch, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Watch {
    /// The connection: when it watches again, it takes its own place.
    pub connection: u64,
    /// Whose it is.
    pub person: Option<PersonId>,
    /// Whether every change comes with a view of the game after it.
    pub views: bool,
    /// The last entry that was seen. If what came after it is still at hand, that is told; else a snapshot.
    pub from: Option<usize>,
}

/// A command that has been obeyed, now or before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The number of its first entry, counted from 0.
    pub entry: usize,
    /// Whether that was before.
    pub again: bool,
}

/// Why a command was not obeyed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The table refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store can't do it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The table broke too often.
    #[error("the table is broken")]
    Broken,
    /// The server is about to end.
    #[error("the server is shutting down")]
    Closing,
}

/// How long things take.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// How long a table stays awake that nobody needs.
    pub idle: Duration,
    /// How long the others wait for somebody who is cut off, before a bot stands in.
    pub grace: Duration,
    /// How much later spectators see all cards, where they may.
    pub late: Duration,
    /// A second of the time for a decision. Tests have shorter ones.
    pub second: Duration,
    /// How long the others wait for a promised word, before the start is called off.
    pub reveal: Duration,
    /// How long bots wait after something could not be stored.
    pub rest: Duration,
    /// How long bots take for a decision where only bots play: nobody could follow them otherwise.
    pub show: Duration,
    /// The beat at which bots answer in a game of people. How long they really thought would tell
    /// something of their cards.
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

/// What a table needs from its surroundings.
#[derive(Clone)]
pub(crate) struct ActorContext {
    pub(crate) store: Store,
    /// Where bots think, together with everything else that takes a processor.
    pub(crate) work: WorkQueue,
    pub(crate) times: Times,
    pub(crate) lobby: Lobby,
    pub(crate) metrics: TableMetrics,
    pub(crate) closing: CancellationToken,
}

/// An entry that has happened, with its number, counted from 1, and the events that it caused. Small, because some are kept at hand.
struct RecentEvent {
    n: usize,
    /// What everybody may know of it; of a decision its events tell.
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
            // Less than before, after an undo.
            events: events.start..events.end.max(events.start),
        }
    }

    /// Whether after it this person sees the game in another way, so that everything has to be told anew.
    fn changes_knowledge(&self, person: Option<&PersonId>, room: &TableState) -> bool {
        let event = self.entry.as_deref().filter(|_| room.table().is_some());
        event.is_some_and(|event| event.changes_view_of(person))
    }
}

pub(crate) struct TableActor {
    id: TableId,
    room: TableState,
    /// What is left of the command of each entry, so that none is obeyed twice.
    commands: Vec<u64>,
    hashes: RandomState,
    /// How much each person has changed beside the game.
    changes: HashMap<PersonId, usize>,
    /// When its first entry was appended, in milliseconds since 1970.
    begun: i64,
    recent: VecDeque<RecentEvent>,
    watchers: Watchers,
    presences: Presences,
    listing: Listing,
    /// The table as it was some minutes ago, while somebody watches it so.
    late: Option<Box<DelayedView>>,
    thinking: Option<Thinking>,
    /// Until when bots wait, after the store has failed.
    resting: Option<Instant>,
    /// Since when nobody needs the table.
    idle_since: Instant,
    context: ActorContext,
}

/// Why applying an event that the table itself has decided can't fail.
const DECIDED: &str = "what the table has decided can be applied";

/// What a table does by itself.
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

    /// Serves until nobody needs the table, the server ends, or somebody else writes to it.
    pub(crate) async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Box<Request>>, own: WeakInbox) {
        let closing = self.context.closing.clone();
        let mut flow = Continue(());
        while flow.is_continue() {
            self.let_bots_think();
            let (at, due) = self.next_due();
            // People before bots: a game of bots alone must not keep them waiting.
            // What is done is on the heap while it is done: a table waits most of its life.
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

    /// What the table does next by itself.
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
            Due::TimeIsOver => self.think_for_who_is_late(),
            Due::CallOff => return self.by_itself(self.room.call_off()).await,
            Due::StandIn(seat) => return self.by_itself(vec![TableEvent::Left { seat, away: true }]).await,
            Due::Back(seat) => return self.by_itself(vec![TableEvent::Back { seat }]).await,
            Due::Delayed => self.tell_late(),
            Due::Sleep if self.watchers.is_empty() => return Break(()),
            Due::Sleep => {}
        }
        Continue(())
    }

    /// Does what is asked for.
    async fn serve(&mut self, request: Request, own: &WeakInbox) -> ControlFlow<()> {
        self.idle_since = Instant::now();
        match request {
            Request::Watch { watch, reply } => {
                let watching = self.watch(&watch, own.clone()).await;
                // Who has gone in the meantime doesn't watch.
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
                let outdated = matches!(&done, Err(Failure::Store(error)) if error.outdates());
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

    /// Whether a command can be given however much its person has changed at the table before.
    /// Somebody who sits down and stands up without end must not keep anybody from playing, leaving or
    /// putting a stop to it. It is bounded all the same: nobody leaves twice without sitting down, and
    /// whoever is removed doesn't come back.
    fn is_always_allowed(&self, command: &Command) -> bool {
        match command {
            Command::Act(_) | Command::Leave => true,
            Command::Remove { person } | Command::Mute { person, muted: true } => {
                self.room.seat_of(person).is_some() || self.watchers.has(person)
            }
            _ => false,
        }
    }

    /// Stores what has been decided, and only then takes it into account and tells it. Gives the number of the first entry.
    async fn append(
        &mut self,
        entries: Vec<TableEvent>,
        command: Option<String>,
    ) -> Result<usize, StoreError> {
        let first = self.commands.len();
        let aside = self.aside(&entries)?;
        let hash = command.as_ref().map_or(0, |command| hash(&self.hashes, command));
        let command = std::iter::once(command).chain(std::iter::repeat(None));
        let kept: Vec<StoredEvent> = entries
            .into_iter()
            .zip(command)
            .map(|(entry, command)| StoredEvent { entry, command })
            .collect();
        self.context.store.append(self.id, first, &kept, aside).await?;
        // By little: there are thousands of tables.
        if self.commands.capacity() - self.commands.len() < kept.len() {
            self.commands.reserve_exact(kept.len() + RECENT);
        }
        for (place, kept) in kept.into_iter().enumerate() {
            self.commands.push(if place == 0 { hash } else { 0 });
            self.happen(&kept.entry);
        }
        Ok(first)
    }

    /// What is kept beside the entries.
    fn aside(&self, entries: &[TableEvent]) -> Result<IndexUpdate, StoreError> {
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

    /// Takes an entry into account that is stored, and tells it.
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
        let scene = MessageBuilder {
            table: self.id,
            room: &self.room,
            n: self.commands.len(),
            clock: self.clock(),
            seats: &seats,
        };
        let slow = self.watchers.tell(&self.room, false, |watcher| {
            watcher.happened(&scene, &past, false)
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

    /// Stores and tells what the table does by itself.
    async fn by_itself(&mut self, entries: Vec<TableEvent>) -> ControlFlow<()> {
        match self.append(entries, None).await {
            Ok(_) => Continue(()),
            Err(error) if error.outdates() => Break(()),
            Err(error) => {
                tracing::warn!(table = %self.id, %error, "the table waits for the store");
                self.resting = Some(Instant::now() + self.context.times.rest);
                Continue(())
            }
        }
    }

    fn scene<'a>(&'a self, seats: &'a BySeat<Option<SeatStatus>>) -> MessageBuilder<'a> {
        MessageBuilder {
            table: self.id,
            room: &self.room,
            n: self.commands.len(),
            clock: self.clock(),
            seats,
        }
    }

    /// Who sits where, and who is there.
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

    /// Shows the table in the lobby as it is now.
    fn list(&mut self) {
        let listed = self.room.options().listed && !self.room.is_over();
        let seats = listed.then(|| self.seats());
        self.listing.show(seats.map(|seats| (&self.room, seats)));
    }

    /// The clock of the seat that decides.
    fn clock(&self) -> Option<Clock> {
        let (seat, at) = (self.room.game()?.turn()?, self.deadline()?);
        let left = at.saturating_duration_since(Instant::now());
        Some(Clock {
            seat,
            ms: u64::try_from(left.as_millis()).unwrap_or(u64::MAX),
        })
    }
}

/// How much each person has changed beside the game, by the commands that are stored.
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

/// 64 bits of a command, never 0.
fn hash(hashes: &RandomState, command: &str) -> u64 {
    hashes.hash_one(command).max(1)
}
