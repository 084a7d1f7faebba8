//! The watchers of a table. The table never waits for them: a client that falls behind loses its
//! stream and gets a fresh snapshot when it watches again.

use pidro::Observer;
use pidro_table::{MessageBuilder, PersonId, ServerMessage, Spectators, TableState};
use tokio::sync::mpsc::{self, error::TrySendError};

use super::{Request, Watch, WeakInbox};

/// How many messages may wait for a slow client.
const ROOM: usize = 64;

/// The stream of messages to a watcher. It begins with a snapshot or the missed events.
#[derive(Debug)]
pub struct Watching {
    told: mpsc::Receiver<ServerMessage>,
    _presence: Leaving,
}

impl Watching {
    /// The next message. `None` if the watcher fell behind, or the table went to sleep, panicked or
    /// ended. Watch again to get a fresh snapshot.
    pub async fn next(&mut self) -> Option<ServerMessage> {
        self.told.recv().await
    }
}

/// Tells the table on drop that a watcher has gone.
#[derive(Debug)]
struct Leaving {
    connection: u64,
    /// Which of the connection's watches this was: the connection may have begun a newer one.
    watch: u64,
    table: WeakInbox,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        if let Some(table) = self.table.upgrade() {
            // A sleeping table has forgotten its watchers anyway.
            let _ = table.send(Box::new(Request::Disconnected {
                connection: self.connection,
                watch: self.watch,
            }));
        }
    }
}

/// A connection that watches the table.
pub(super) struct Watcher {
    connection: u64,
    watch: u64,
    pub(super) person: Option<PersonId>,
    views: bool,
    /// `None` once the watcher has fallen behind.
    sender: Option<mpsc::Sender<ServerMessage>>,
}

/// All watchers of a table.
#[derive(Default)]
pub(super) struct Watchers {
    all: Vec<Watcher>,
    watches: u64,
}

impl Watchers {
    /// Whether nobody is watching.
    pub(super) const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether this person is watching.
    pub(super) fn has(&self, person: &PersonId) -> bool {
        self.all
            .iter()
            .any(|watcher| watcher.person.as_ref() == Some(person))
    }

    /// The newest watcher.
    pub(super) fn last(&self) -> Option<&Watcher> {
        self.all.last()
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut Watcher> {
        self.all.last_mut()
    }

    /// Adds a watcher, and replaces the connection's previous watch.
    pub(super) fn add(&mut self, watch: &Watch, inbox: WeakInbox) -> Watching {
        let (sender, told) = mpsc::channel(ROOM);
        self.all.retain(|watcher| watcher.connection != watch.connection);
        self.watches += 1;
        let watcher = Watcher {
            connection: watch.connection,
            watch: self.watches,
            person: watch.person.clone(),
            views: watch.views,
            sender: Some(sender),
        };
        let leaving = Leaving {
            connection: watch.connection,
            watch: self.watches,
            table: inbox,
        };
        self.all.push(watcher);
        Watching {
            told,
            _presence: leaving,
        }
    }

    /// Removes a watch that has ended. `None` if the connection has begun a newer one.
    pub(super) fn remove(&mut self, connection: u64, watch: u64) -> Option<Watcher> {
        let ended = |watcher: &Watcher| (watcher.connection, watcher.watch) == (connection, watch);
        let place = self.all.iter().position(ended)?;
        Some(self.all.swap_remove(place))
    }

    /// Removes all watchers of a person who is no longer admitted.
    pub(super) fn expel(&mut self, person: &PersonId) {
        self.all.retain(|watcher| watcher.person.as_ref() != Some(person));
    }

    /// Sends each watcher its own message: the delayed spectators if `late` is set, otherwise
    /// everybody else. Returns how many watchers fell behind.
    pub(super) fn tell(
        &mut self,
        room: &TableState,
        late: bool,
        told: impl Fn(&Watcher) -> ServerMessage,
    ) -> u64 {
        let mut slow = 0;
        for watcher in &mut self.all {
            if watcher.sender.is_some() && watcher.is_delayed(room) == late {
                let message = told(watcher);
                slow += u64::from(watcher.send(message));
            }
        }
        slow
    }

    /// Whether there are delayed spectators.
    pub(super) fn any_delayed(&self, room: &TableState) -> bool {
        self.all.iter().any(|watcher| watcher.is_delayed(room))
    }
}

impl Watcher {
    /// Whether this watcher sees all cards, delayed by some minutes.
    pub(super) fn is_delayed(&self, room: &TableState) -> bool {
        room.options().spectators == Spectators::Open && room.table().is_some() && self.seat(room).is_none()
    }

    fn seat(&self, room: &TableState) -> Option<pidro::Seat> {
        self.person.as_ref().and_then(|person| room.seat_of(person))
    }

    fn observer(&self, room: &TableState, late: bool) -> Option<Observer> {
        match (self.seat(room), room.options().spectators) {
            (Some(seat), _) => Some(Observer::Seat(seat)),
            (None, Spectators::Nobody) => None,
            (None, Spectators::Open) if late => Some(Observer::Arbiter),
            (None, Spectators::Open | Spectators::Public) => Some(Observer::Spectator),
        }
    }

    /// A snapshot of the current state.
    pub(super) fn snapshot(&self, builder: &MessageBuilder<'_>, late: bool) -> ServerMessage {
        builder.snapshot(self.seat(builder.room), self.observer(builder.room, late))
    }

    /// The message about a recent event, or a snapshot if the event changes what this person may
    /// see.
    pub(super) fn happened(
        &self,
        builder: &MessageBuilder<'_>,
        past: &super::RecentEvent,
        late: bool,
    ) -> ServerMessage {
        if past.changes_knowledge(self.person.as_ref(), builder.room) {
            return self.snapshot(builder, late);
        }
        let observer = self.observer(builder.room, late);
        let entry = (past.entry.as_deref(), past.late);
        builder.happened(past.n, entry, past.events.clone(), observer, self.views)
    }

    /// Sends a message. Returns `true` if the watcher fell behind; its stream then ends.
    pub(super) fn send(&mut self, told: ServerMessage) -> bool {
        let sent = self
            .sender
            .as_ref()
            .map_or(Ok(()), |sender| sender.try_send(told));
        if sent.is_err() {
            self.sender = None;
        }
        matches!(sent, Err(TrySendError::Full(_)))
    }
}
