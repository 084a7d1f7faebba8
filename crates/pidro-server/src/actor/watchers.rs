//! The watchers of a table. The table never waits for them: a client that falls behind loses its
//! stream and gets a fresh snapshot when it watches again.

use pidro_protocol::PersonId;
use pidro_protocol::ws::ServerMessage;
use pidro_table::{AppliedEvent, Feed, MessageBuilder, TableState};
use tokio::sync::mpsc::{self, error::TrySendError};

use super::{Request, WatchRequest, WeakInbox, needs_snapshot};
use crate::cluster::{RemoteStream, Subscription};

/// How many messages may wait for a slow client.
const MAX_PENDING: usize = 64;

/// The stream of messages to a watcher. It begins with a snapshot or the missed events.
#[derive(Debug)]
pub struct WatchStream {
    messages: mpsc::Receiver<ServerMessage>,
    _on_drop: OnDrop,
}

/// What ends the watch when the stream is dropped.
#[derive(Debug)]
#[expect(dead_code, reason = "dropping them is what they are for")]
enum OnDrop {
    /// The table is on this node.
    Local(Disconnect),
    /// Another node owns the table.
    Remote(Subscription),
}

impl WatchStream {
    /// The stream of a table that another node owns.
    pub(crate) fn remote(stream: RemoteStream) -> WatchStream {
        WatchStream {
            messages: stream.messages,
            _on_drop: OnDrop::Remote(stream.subscription),
        }
    }

    /// The next message. `None` if the watcher fell behind, or the table went to sleep, panicked or
    /// ended. Watch again to get a fresh snapshot.
    pub async fn next(&mut self) -> Option<ServerMessage> {
        self.messages.recv().await
    }
}

/// Tells the table on drop that a watcher has gone.
#[derive(Debug)]
struct Disconnect {
    connection: u64,
    /// Which of the connection's watches this was: the connection may have begun a newer one.
    watch: u64,
    table: WeakInbox,
}

impl Drop for Disconnect {
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
    pub(super) fn add(&mut self, watch: &WatchRequest, inbox: WeakInbox) -> WatchStream {
        let (sender, messages) = mpsc::channel(MAX_PENDING);
        self.all.retain(|watcher| watcher.connection != watch.connection);
        self.watches += 1;
        let watcher = Watcher {
            connection: watch.connection,
            watch: self.watches,
            person: watch.person.clone(),
            views: watch.views,
            sender: Some(sender),
        };
        let on_drop = Disconnect {
            connection: watch.connection,
            watch: self.watches,
            table: inbox,
        };
        self.all.push(watcher);
        WatchStream {
            messages,
            _on_drop: OnDrop::Local(on_drop),
        }
    }

    /// Removes a watch that has ended. `None` if the connection has begun a newer one.
    pub(super) fn remove(&mut self, connection: u64, watch: u64) -> Option<Watcher> {
        let ended = |watcher: &Watcher| (watcher.connection, watcher.watch) == (connection, watch);
        let index = self.all.iter().position(ended)?;
        Some(self.all.swap_remove(index))
    }

    /// Removes all watchers of a person who is no longer admitted.
    pub(super) fn expel(&mut self, person: &PersonId) {
        self.all.retain(|watcher| watcher.person.as_ref() != Some(person));
    }

    /// Sends each watcher of a feed its own message. Returns how many
    /// watchers fell behind.
    pub(super) fn send(
        &mut self,
        state: &TableState,
        feed: Feed,
        message: impl Fn(&Watcher) -> ServerMessage,
    ) -> u64 {
        let mut slow = 0;
        for watcher in &mut self.all {
            if watcher.sender.is_some() && watcher.feed(state) == feed {
                let message = message(watcher);
                slow += u64::from(watcher.send(message));
            }
        }
        slow
    }

    /// Whether anybody watches the delayed feed.
    pub(super) fn any_delayed(&self, state: &TableState) -> bool {
        self.all
            .iter()
            .any(|watcher| watcher.feed(state) == Feed::Delayed)
    }
}

impl Watcher {
    /// The feed that this watcher gets.
    pub(super) fn feed(&self, state: &TableState) -> Feed {
        if state.watches_delayed(self.person.as_ref()) {
            Feed::Delayed
        } else {
            Feed::Live
        }
    }

    /// A snapshot of the current state.
    pub(super) fn snapshot(&self, builder: &MessageBuilder<'_>) -> ServerMessage {
        builder.snapshot(self.person.as_ref())
    }

    /// The message about an event, or a snapshot if the event changes what this person may see.
    pub(super) fn happened(&self, builder: &MessageBuilder<'_>, event: &AppliedEvent) -> ServerMessage {
        if needs_snapshot(event, self.person.as_ref(), builder.state) {
            return self.snapshot(builder);
        }
        builder.happened(event, self.person.as_ref(), self.views)
    }

    /// Sends a message. Returns `true` if the watcher fell behind; its stream then ends.
    pub(super) fn send(&mut self, message: ServerMessage) -> bool {
        let sent = self
            .sender
            .as_ref()
            .map_or(Ok(()), |sender| sender.try_send(message));
        if sent.is_err() {
            self.sender = None;
        }
        matches!(sent, Err(TrySendError::Full(_)))
    }
}
