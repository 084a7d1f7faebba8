//! All tables: woken on demand and supervised while awake.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pidro::Secret;
use pidro_protocol::{ChatMessage, PersonId, TableId};
use pidro_table::{Command, TableEvent, TableOptions};
use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::lobby::Lobby;
use super::{
    ActorContext, CommandReceipt, CurrentTable, Inbox, Request, TableActor, TableError, WatchRequest,
    WatchStream,
};
use crate::cluster::{Incarnation, Membership};
use crate::config::Timings;
use crate::metrics::TableMetrics;
use crate::store::{NewTable, Owner, Store, StoreError};
use crate::work::WorkQueue;
use pidro_protocol::http::LobbyTable;

/// How many times a table may panic within a minute. After that, it stays down until the minute is
/// over.
const MAX_PANICS: usize = 5;

/// How many times we send a request to a table that ends before it answers.
const ATTEMPTS: usize = 3;

/// How long a request waits for a table, whose commands may all be waiting for a slow store. It is
/// longer than the store waits for its database, so that the first request to fail gets the store's
/// own error.
const TIMEOUT: Duration = Duration::from_secs(15);

/// All tables of a server. Clones share them.
#[derive(Clone)]
pub struct Tables {
    inner: Arc<Inner>,
}

struct Inner {
    context: ActorContext,
    tracker: TaskTracker,
    /// The tables that are awake, or have panicked within the last minute.
    slots: Mutex<HashMap<TableId, Arc<AsyncMutex<Slot>>>>,
}

/// The state of one awake table.
#[derive(Default)]
struct Slot {
    inbox: Option<Inbox>,
    /// When the table panicked, within the last minute.
    panics: VecDeque<Instant>,
    /// Set once the slot has been removed from `slots`.
    removed: Option<SlotRemoval>,
}

/// Why a slot was removed from `slots`.
enum SlotRemoval {
    /// The table is asleep. The next request wakes it in a new slot.
    Asleep,
    /// The table could not be loaded. All requests that were waiting for it fail together: if they
    /// tried one after another, each would wait longer than the one before.
    Unreadable,
}

impl Tables {
    /// Serves the tables in this store, as the only node. No table is awake yet.
    #[must_use]
    pub fn new(store: Store, timings: Timings) -> Tables {
        Tables::of_node(store, timings, Membership::alone())
    }

    /// Serves the tables that this node of a cluster owns, and claims those that nobody owns.
    pub(crate) fn of_node(store: Store, timings: Timings, membership: Membership) -> Tables {
        Tables {
            inner: Arc::new(Inner {
                context: ActorContext {
                    store,
                    work: WorkQueue::for_all_processors(),
                    timings,
                    lobby: Lobby::default(),
                    metrics: TableMetrics::default(),
                    membership,
                },
                tracker: TaskTracker::new(),
                slots: Mutex::default(),
            }),
        }
    }

    /// Creates a table. The events seat the people who are there from the beginning.
    pub(crate) async fn create(
        &self,
        options: &TableOptions,
        secret: &Secret,
        events: &[TableEvent],
    ) -> Result<TableId, StoreError> {
        let new = NewTable {
            table: TableId::new(),
            options: options.clone(),
            secret: secret.clone(),
            events: events.to_vec(),
        };
        let owner = self.membership().incarnation().id;
        self.store().create(&new, Some(owner)).await?;
        Ok(new.table)
    }

    /// The store of the tables.
    pub(crate) fn store(&self) -> &Store {
        &self.inner.context.store
    }

    /// The metrics of the tables.
    pub(crate) fn metrics(&self) -> &TableMetrics {
        &self.inner.context.metrics
    }

    /// The queue for all CPU-bound work of the server.
    pub(crate) fn work_queue(&self) -> &WorkQueue {
        &self.inner.context.work
    }

    /// The newest tables in the lobby.
    pub(crate) fn listed(&self, limit: usize) -> Vec<LobbyTable> {
        self.inner.context.lobby.newest(limit)
    }

    /// This node's membership in the cluster.
    pub(crate) fn membership(&self) -> &Membership {
        &self.inner.context.membership
    }

    /// Cancelled when the server begins to shut down.
    pub(crate) fn shutdown_token(&self) -> &CancellationToken {
        self.membership().shutdown_token()
    }

    /// Executes a person's command at a table. Commands are idempotent: the same id from the same
    /// person takes effect only once.
    ///
    /// # Errors
    ///
    /// If the table refuses the command, or the store can't write it. The command then had no
    /// effect, unless the error is [`StoreError::OutcomeUnknown`]: in that case the client can
    /// safely resend it with the same id.
    pub async fn command(
        &self,
        table: TableId,
        person: &PersonId,
        id: &str,
        command: &Command,
    ) -> Result<CommandReceipt, TableError> {
        // The table may panic, go to sleep, lose the store or be overtaken by another writer while
        // it handles the command. We then ask it again; it recognizes the id if the command has
        // taken effect.
        with_timeout(StoreError::OutcomeUnknown, async {
            let mut outcome_unknown = false;
            for _ in 0..ATTEMPTS {
                let request = |reply| Request::Command {
                    person: person.clone(),
                    id: id.to_owned(),
                    command: command.clone(),
                    reply,
                };
                match self.ask(table, request).await {
                    Ok(Some(Err(TableError::Store(StoreError::Conflict)))) => {}
                    Ok(None | Some(Err(TableError::Store(StoreError::OutcomeUnknown)))) => {
                        outcome_unknown = true;
                    }
                    Ok(Some(done)) => return done,
                    Err(error @ (TableError::OwnedBy(_) | TableError::Store(StoreError::NoTable(_)))) => {
                        return Err(error);
                    }
                    // A table that can't be loaded can't say whether the command has taken effect.
                    Err(TableError::Store(_)) => return Err(StoreError::OutcomeUnknown.into()),
                    Err(_) if outcome_unknown => break,
                    Err(failure) => return Err(failure),
                }
            }
            Err(if outcome_unknown {
                StoreError::OutcomeUnknown.into()
            } else {
                StoreError::Conflict.into()
            })
        })
        .await
    }

    /// Subscribes to a table. The stream contains only what this person may know.
    ///
    /// # Errors
    ///
    /// If the table does not exist or is broken, or its host has removed the person.
    pub async fn watch(&self, table: TableId, watch: &WatchRequest) -> Result<WatchStream, TableError> {
        let request = |reply| Request::Watch {
            watch: watch.clone(),
            reply,
        };
        self.ask_until_answered(table, request).await?
    }

    /// Inspects the current state of a table. This wakes a sleeping table, so that many inspections
    /// cost one replay.
    pub(crate) async fn inspect<T: Send + 'static>(
        &self,
        table: TableId,
        inspect: impl Fn(&CurrentTable<'_>) -> T + Clone + Send + 'static,
    ) -> Result<T, TableError> {
        let request = |reply: oneshot::Sender<T>| {
            let inspect = inspect.clone();
            Request::Inspect(Box::new(move |current| {
                // The caller may have gone.
                let _ = reply.send(inspect(current));
            }))
        };
        self.ask_until_answered(table, request).await
    }

    /// Sends a chat message to everybody at a table. It is not stored.
    pub(crate) async fn say(
        &self,
        table: TableId,
        person: &PersonId,
        message: &ChatMessage,
    ) -> Result<(), TableError> {
        let request = |reply| Request::Say {
            person: person.clone(),
            message: message.clone(),
            reply,
        };
        // If the table panics, the message is lost.
        let answer = with_timeout(StoreError::Unreadable, self.ask(table, request)).await?;
        answer.unwrap_or(Ok(()))
    }

    /// Sends a request that changes nothing to a table, and again if the table ends before it
    /// answers: it may panic, go to sleep or move to another node at that moment.
    async fn ask_until_answered<T>(
        &self,
        table: TableId,
        request: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<T, TableError> {
        with_timeout(StoreError::Unreadable, async {
            for _ in 0..ATTEMPTS {
                if let Some(answer) = self.ask(table, &request).await? {
                    return Ok(answer);
                }
            }
            Err(TableError::Broken)
        })
        .await
    }

    /// Sends a request to a table. `None` if the table ends before it answers.
    async fn ask<T>(
        &self,
        table: TableId,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<Option<T>, TableError> {
        let (reply, answer) = oneshot::channel();
        // A table that ends now drops the request, and with it the reply channel.
        let _ = self.inbox(table).await?.send(Box::new(request(reply)));
        Ok(answer.await.ok())
    }

    /// Tells the tables that are awake that a person has another name, an account, or is gone.
    pub(crate) fn person_changed(&self, person: &PersonId) {
        let slots: Vec<_> = {
            let slots = self.inner.slots.lock().unwrap_or_else(PoisonError::into_inner);
            slots.values().cloned().collect()
        };
        for slot in slots {
            tell(slot, Request::PersonChanged(person.clone()));
        }
    }

    /// Ends the actor of a table, so that the next request loads it again, or finds that it is gone.
    pub(crate) fn reload(&self, table: TableId) {
        let slots = self.inner.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.get(&table) {
            tell(Arc::clone(slot), Request::End);
        }
    }

    /// The number of tables that are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.inner.tracker.len()
    }

    /// Lets every table finish its current write, then ends all tables. Other nodes can claim them
    /// after that.
    pub(crate) async fn close(&self) {
        self.shutdown_token().cancel();
        self.inner.tracker.close();
        self.inner.tracker.wait().await;
    }

    fn slot(&self, table: TableId) -> Arc<AsyncMutex<Slot>> {
        let mut slots = self.inner.slots.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(slots.entry(table).or_default())
    }

    /// The inbox of a table. Wakes the table if it is asleep.
    async fn inbox(&self, table: TableId) -> Result<Inbox, TableError> {
        loop {
            if self.shutdown_token().is_cancelled() {
                return Err(TableError::ShuttingDown);
            }
            let slot = self.slot(table);
            let mut slot = slot.lock().await;
            match slot.removed {
                Some(SlotRemoval::Asleep) => continue,
                Some(SlotRemoval::Unreadable) => return Err(StoreError::Unreadable.into()),
                None => {}
            }
            if let Some(inbox) = slot.inbox.as_ref().filter(|inbox| !inbox.is_closed()) {
                return Ok(inbox.clone());
            }
            slot.panics.retain(|at| at.elapsed() < Duration::from_mins(1));
            if slot.panics.len() > MAX_PANICS {
                return Err(TableError::Broken);
            }
            // Boxed: loading is rare, and its large future would be part of every request.
            match Box::pin(self.wake(table)).await {
                Ok(actor) => {
                    let inbox = self.supervise(table, actor);
                    slot.inbox = Some(inbox.clone());
                    return Ok(inbox);
                }
                Err(error) => {
                    let reason = match error {
                        TableError::OwnedBy(_) | TableError::Store(StoreError::NoTable(_)) => {
                            SlotRemoval::Asleep
                        }
                        _ => SlotRemoval::Unreadable,
                    };
                    self.remove_slot(table, &mut slot, reason);
                    return Err(error);
                }
            }
        }
    }

    /// Loads a table that this node owns, or can claim. Claim before loading: anything read earlier
    /// may be outdated.
    async fn wake(&self, table: TableId) -> Result<TableActor, TableError> {
        let incarnation = self.membership().incarnation();
        let epoch = self.acquire_ownership(table, &incarnation).await?;
        let loaded = self.store().load(table).await?;
        let context = self.inner.context.clone();
        Ok(TableActor::new(table, (incarnation, epoch), loaded, context))
    }

    /// Makes this node the owner of a table, unless another one is. Returns the epoch.
    async fn acquire_ownership(&self, table: TableId, incarnation: &Incarnation) -> Result<i64, TableError> {
        loop {
            let ownership = self.store().ownership(table, incarnation.id).await?;
            match ownership.owner {
                Owner::Me => return Ok(ownership.epoch),
                Owner::Other(node) => return Err(TableError::OwnedBy(node)),
                Owner::Nobody => {
                    // Whoever was faster is the owner now.
                    let claimed = self.store().claim(table, incarnation.id, ownership.epoch).await?;
                    if let Some(epoch) = claimed {
                        return Ok(epoch);
                    }
                }
            }
        }
    }

    /// Spawns the task of a table, and another task that handles its end.
    fn supervise(&self, id: TableId, actor: TableActor) -> Inbox {
        // Each requester waits for its answer, so the connection limit bounds the queue.
        let (inbox, requests) = mpsc::unbounded_channel();
        let tables = self.clone();
        let task = tokio::spawn(actor.run(requests, inbox.downgrade()));
        self.inner.tracker.spawn(async move {
            let ended = task.await;
            let slot = tables.slot(id);
            let mut slot = slot.lock().await;
            slot.panics.retain(|at| at.elapsed() < Duration::from_mins(1));
            if let Err(error) = ended {
                tracing::error!(table = %id, %error, "a table panicked");
                tables.metrics().restarts.inc();
                slot.panics.push_back(Instant::now());
            }
            // A new task may have replaced this one already.
            if slot.removed.is_none()
                && slot.panics.is_empty()
                && slot.inbox.as_ref().is_none_or(mpsc::UnboundedSender::is_closed)
            {
                tables.remove_slot(id, &mut slot, SlotRemoval::Asleep);
            }
        });
        inbox
    }

    fn remove_slot(&self, table: TableId, slot: &mut Slot, reason: SlotRemoval) {
        let mut slots = self.inner.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.remove(&table);
        slot.removed = Some(reason);
    }
}

/// Sends a request to a table if it is awake. A table that is being loaded gets it afterwards.
fn tell(slot: Arc<AsyncMutex<Slot>>, request: Request) {
    let send = |slot: &Slot, request| {
        if let Some(inbox) = &slot.inbox {
            // A table that has just ended reads everything again when it wakes up.
            let _ = inbox.send(Box::new(request));
        }
    };
    if let Ok(slot) = slot.try_lock() {
        send(&slot, request);
        return;
    }
    tokio::spawn(async move { send(&*slot.lock().await, request) });
}

/// Gives up with this error after [`TIMEOUT`].
async fn with_timeout<T>(
    error: StoreError,
    answer: impl Future<Output = Result<T, TableError>>,
) -> Result<T, TableError> {
    let answer = timeout(TIMEOUT, answer).await;
    answer.unwrap_or_else(|_| Err(error.into()))
}

#[cfg(test)]
mod tests;
