//! Who is told what happens at a table. Nobody is ever waited for: who doesn't take what is told gets a fresh snapshot later.

use pidro::Observer;
use pidro_table::{MessageBuilder, PersonId, ServerMessage, Spectators, TableState};
use tokio::sync::mpsc::{self, error::TrySendError};

use super::{Request, Watch, WeakInbox};

/// How much may wait to be sent to somebody who is slow.
const ROOM: usize = 64;

/// What a watcher gets, a snapshot or what was missed first.
#[derive(Debug)]
pub struct Watching {
    told: mpsc::Receiver<ServerMessage>,
    _presence: Leaving,
}

impl Watching {
    /// The next thing. `None` when the watcher was too slow, or the table has gone to sleep, broke or ended: whoever wants to know more
    /// watches again, and gets a fresh snapshot.
    pub async fn next(&mut self) -> Option<ServerMessage> {
        self.told.recv().await
    }
}

/// Tells the table that a watcher has gone.
#[derive(Debug)]
struct Leaving {
    connection: u64,
    /// Which of the connection's watches it was: a later one may have begun.
    watch: u64,
    table: WeakInbox,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        if let Some(table) = self.table.upgrade() {
            // A table that sleeps has forgotten the watcher anyway.
            let _ = table.send(Box::new(Request::Disconnected {
                connection: self.connection,
                watch: self.watch,
            }));
        }
    }
}

/// Somebody who watches.
pub(super) struct Watcher {
    connection: u64,
    watch: u64,
    pub(super) person: Option<PersonId>,
    views: bool,
    /// `None` for who was too slow.
    sender: Option<mpsc::Sender<ServerMessage>>,
}

/// All watchers of a table.
#[derive(Default)]
pub(super) struct Watchers {
    all: Vec<Watcher>,
    watches: u64,
}

impl Watchers {
    /// Whether nobody watches.
    pub(super) const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether this person watches.
    pub(super) fn has(&self, person: &PersonId) -> bool {
        self.all
            .iter()
            .any(|watcher| watcher.person.as_ref() == Some(person))
    }

    /// Who came last.
    pub(super) fn last(&self) -> Option<&Watcher> {
        self.all.last()
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut Watcher> {
        self.all.last_mut()
    }

    /// Somebody begins to watch, or does so again.
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

    /// A watch has ended; whose it was, unless the same connection watches again.
    pub(super) fn remove(&mut self, connection: u64, watch: u64) -> Option<Watcher> {
        let ended = |watcher: &Watcher| (watcher.connection, watcher.watch) == (connection, watch);
        let place = self.all.iter().position(ended)?;
        Some(self.all.swap_remove(place))
    }

    /// Somebody is no longer let in.
    pub(super) fn expel(&mut self, person: &PersonId) {
        self.all.retain(|watcher| watcher.person.as_ref() != Some(person));
    }

    /// Tells everybody, or those who see all cards late, something of their own. How many were too slow for it.
    pub(super) fn tell(
        &mut self,
        room: &TableState,
        late: bool,
        told: impl Fn(&Watcher) -> ServerMessage,
    ) -> u64 {
        let mut slow = 0;
        for watcher in &mut self.all {
            if watcher.sender.is_some() && watcher.sees_late(room) == late {
                let message = told(watcher);
                slow += u64::from(watcher.send(message));
            }
        }
        slow
    }

    /// Whether anybody sees all cards late.
    pub(super) fn any_late(&self, room: &TableState) -> bool {
        self.all.iter().any(|watcher| watcher.sees_late(room))
    }
}

impl Watcher {
    /// Whether this watcher gets everything, with all cards, some minutes later.
    pub(super) fn sees_late(&self, room: &TableState) -> bool {
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

    /// Everything, as it is now.
    pub(super) fn snapshot(&self, scene: &MessageBuilder<'_>, late: bool) -> ServerMessage {
        scene.snapshot(self.seat(scene.room), self.observer(scene.room, late))
    }

    /// An entry with its number and its events.
    pub(super) fn happened(
        &self,
        scene: &MessageBuilder<'_>,
        past: &super::RecentEvent,
        late: bool,
    ) -> ServerMessage {
        if past.changes_knowledge(self.person.as_ref(), scene.room) {
            return self.snapshot(scene, late);
        }
        let observer = self.observer(scene.room, late);
        let entry = (past.entry.as_deref(), past.late);
        scene.happened(past.n, entry, past.events.clone(), observer, self.views)
    }

    /// Whether the watcher was too slow for it. Then it is told nothing more, and finds that out.
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
