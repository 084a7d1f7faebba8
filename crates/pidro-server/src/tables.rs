//! All tables: woken when they are needed, supervised while they are awake.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pidro::Secret;
use pidro_table::{ChatMessage, Command, Options, PersonId, TableEvent, TableId};
use tokio::sync::{Mutex as AsyncMutex, mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::actor::{ActorContext, Done, Failure, Glance, Inbox, Request, TableActor, Times, Watch, Watching};
use crate::lobby::{Listed, Lobby};
use crate::metrics::TableMetrics;
use crate::store::{NewTable, Store, StoreError};
use crate::work::{Urgency, WorkError, WorkQueue};

/// How often a table may break within a minute before it is left broken until the minute is over.
const RESTARTS: usize = 5;

/// How often something is asked of a table that ends before it answers.
const ATTEMPTS: usize = 3;

/// How long anybody waits for a table, whose commands may all be waiting for a slow store. It is longer
/// than the store waits for its database, so that whoever comes first is told what the store knows.
const PATIENCE: Duration = Duration::from_secs(15);

/// All tables of a server. Clones are the same ones.
#[derive(Clone)]
pub struct Tables {
    inner: Arc<Inner>,
}

struct Inner {
    context: ActorContext,
    tracker: TaskTracker,
    /// The tables that are awake, or have broken lately.
    slots: Mutex<HashMap<TableId, Arc<AsyncMutex<Slot>>>>,
}

/// The place of a table that is awake.
#[derive(Default)]
struct Slot {
    inbox: Option<Inbox>,
    /// When it broke, within the last minute.
    breaks: VecDeque<Instant>,
    /// Set when it is no longer among the slots.
    gone: Option<Absence>,
}

/// Why a slot is no longer among the slots.
enum Absence {
    /// The table sleeps: whoever needs it wakes it in a new slot.
    Asleep,
    /// The table could not be loaded. Whoever waited for that is told so: if they tried one after the
    /// other, each would wait longer than the one before.
    Unreadable,
}

impl Tables {
    /// Tables that are kept in this store. None is awake yet.
    #[must_use]
    pub fn new(store: Store, times: Times) -> Tables {
        Tables {
            inner: Arc::new(Inner {
                context: ActorContext {
                    store,
                    work: WorkQueue::for_all_processors(),
                    times,
                    lobby: Lobby::default(),
                    metrics: TableMetrics::default(),
                    closing: CancellationToken::new(),
                },
                tracker: TaskTracker::new(),
                slots: Mutex::default(),
            }),
        }
    }

    /// Makes a new table, with those who sit there from the beginning.
    ///
    /// # Errors
    ///
    /// If it can't be stored.
    pub async fn create(
        &self,
        options: &Options,
        secret: &Secret,
        entries: &[TableEvent],
    ) -> Result<TableId, StoreError> {
        let new = NewTable {
            table: TableId::new(),
            options: options.clone(),
            secret: secret.clone(),
            entries: entries.to_vec(),
        };
        self.store().create(&new).await?;
        Ok(new.table)
    }

    /// Where they are kept.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.inner.context.store
    }

    /// What is counted here.
    pub(crate) fn metrics(&self) -> &TableMetrics {
        &self.inner.context.metrics
    }

    /// Works something out beside the tables, when it is its turn.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        urgency: Urgency,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        self.inner.context.work.work(urgency, work).await
    }

    /// The newest tables that anybody may find.
    pub(crate) fn listed(&self, most: usize) -> Vec<Listed> {
        self.inner.context.lobby.newest(most)
    }

    /// Ends when the server is about to.
    pub(crate) fn closing(&self) -> &CancellationToken {
        &self.inner.context.closing
    }

    /// Does what a person wants at a table. The same id of the same person is obeyed only once, however often it comes.
    ///
    /// # Errors
    ///
    /// If it is refused, or can't be stored. It has not happened then, unless the error is
    /// [`StoreError::OutcomeUnknown`]: sent again with the same id, it happens once.
    pub async fn command(
        &self,
        table: TableId,
        person: &PersonId,
        id: &str,
        command: &Command,
    ) -> Result<Done, Failure> {
        let done = self.command_until_done(table, person, id, command);
        let done = timeout(PATIENCE, done).await;
        done.unwrap_or_else(|_| Err(StoreError::OutcomeUnknown.into()))
    }

    async fn command_until_done(
        &self,
        table: TableId,
        person: &PersonId,
        id: &str,
        command: &Command,
    ) -> Result<Done, Failure> {
        // A table may break, go to sleep, lose the store or be overtaken by another writer while the
        // command is under way. It is asked again then, and finds out by the id whether it has obeyed.
        let mut unknown = false;
        for _ in 0..ATTEMPTS {
            let request = |reply| Request::Command {
                person: person.clone(),
                id: id.to_owned(),
                command: command.clone(),
                reply,
            };
            match self.ask(table, request).await {
                Ok(Some(Err(Failure::Store(StoreError::Lost)))) => {}
                Ok(None | Some(Err(Failure::Store(StoreError::OutcomeUnknown)))) => unknown = true,
                Ok(Some(done)) => return done,
                Err(Failure::Store(missing @ StoreError::NoTable(_))) => return Err(missing.into()),
                // A table that can't be read can't tell whether it has obeyed, now or before.
                Err(Failure::Store(_)) => return Err(StoreError::OutcomeUnknown.into()),
                Err(_) if unknown => break,
                Err(failure) => return Err(failure),
            }
        }
        Err(if unknown {
            StoreError::OutcomeUnknown.into()
        } else {
            StoreError::Lost.into()
        })
    }

    /// Tells what happens at a table, as far as this person may know it.
    ///
    /// # Errors
    ///
    /// If there is no such table, it is broken, or its host has removed the person.
    pub async fn watch(&self, table: TableId, watch: &Watch) -> Result<Watching, Failure> {
        for _ in 0..ATTEMPTS {
            let request = |reply| Request::Watch {
                watch: watch.clone(),
                reply,
            };
            if let Some(watching) = self.ask_in_time(table, request).await? {
                return watching;
            }
        }
        Err(Failure::Broken)
    }

    /// Has a look at a table as it is. One that sleeps is woken, so that many looks cost one replay.
    ///
    /// # Errors
    ///
    /// If there is no such table, or it is broken.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        table: TableId,
        look: impl FnOnce(&Glance<'_>) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let request = |reply: oneshot::Sender<T>| {
            Request::Look(Box::new(move |glance| {
                // Nobody may be waiting any more.
                let _ = reply.send(look(glance));
            }))
        };
        self.ask_in_time(table, request).await?.ok_or(Failure::Broken)
    }

    /// Tells everybody at a table something. It is not kept.
    ///
    /// # Errors
    ///
    /// If the person may not say it.
    pub async fn say(&self, table: TableId, person: &PersonId, saying: &ChatMessage) -> Result<(), Failure> {
        let request = |reply| Request::Say {
            person: person.clone(),
            saying: saying.clone(),
            reply,
        };
        // What was said to a table that broke is forgotten.
        self.ask_in_time(table, request).await?.unwrap_or(Ok(()))
    }

    /// Asks a table for something; no answer if it ends before it has one.
    async fn ask<T>(
        &self,
        table: TableId,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<Option<T>, Failure> {
        let (reply, answer) = oneshot::channel();
        // A table that ends now drops the request, and with it the reply.
        let _ = self.inbox(table).await?.send(Box::new(request(reply)));
        Ok(answer.await.ok())
    }

    /// Asks a table for something that changes nothing.
    async fn ask_in_time<T>(
        &self,
        table: TableId,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<Option<T>, Failure> {
        let answer = timeout(PATIENCE, self.ask(table, request)).await;
        answer.unwrap_or_else(|_| Err(StoreError::Unreadable.into()))
    }

    /// How many tables are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.inner.tracker.len()
    }

    /// Lets every table finish what it is writing, and ends them.
    pub async fn close(&self) {
        self.inner.context.closing.cancel();
        self.inner.tracker.close();
        self.inner.tracker.wait().await;
    }

    fn slot(&self, table: TableId) -> Arc<AsyncMutex<Slot>> {
        let mut slots = self.inner.slots.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(slots.entry(table).or_default())
    }

    /// Where a table takes its requests; it is woken if it sleeps.
    async fn inbox(&self, table: TableId) -> Result<Inbox, Failure> {
        loop {
            if self.inner.context.closing.is_cancelled() {
                return Err(Failure::Closing);
            }
            let place = self.slot(table);
            let mut slot = place.lock().await;
            match slot.gone {
                Some(Absence::Asleep) => continue,
                Some(Absence::Unreadable) => return Err(StoreError::Unreadable.into()),
                None => {}
            }
            if let Some(inbox) = slot.inbox.as_ref().filter(|inbox| !inbox.is_closed()) {
                return Ok(inbox.clone());
            }
            slot.breaks.retain(|at| at.elapsed() < Duration::from_mins(1));
            if slot.breaks.len() > RESTARTS {
                return Err(Failure::Broken);
            }
            match self.inner.context.store.load(table).await {
                Ok(stored) => {
                    let woken = TableActor::new(table, stored, self.inner.context.clone());
                    let inbox = self.supervise(table, woken);
                    slot.inbox = Some(inbox.clone());
                    return Ok(inbox);
                }
                Err(error) => {
                    let missing = matches!(error, StoreError::NoTable(_));
                    self.forget(
                        table,
                        &mut slot,
                        if missing {
                            Absence::Asleep
                        } else {
                            Absence::Unreadable
                        },
                    );
                    return Err(error.into());
                }
            }
        }
    }

    /// Starts the task of a table, and one that sees how it ends.
    fn supervise(&self, id: TableId, table: TableActor) -> Inbox {
        // Whoever asks waits for the answer, so no more can wait here than there are connections.
        let (inbox, requests) = mpsc::unbounded_channel();
        let tables = self.clone();
        let task = tokio::spawn(table.run(requests, inbox.downgrade()));
        self.inner.tracker.spawn(async move {
            let ended = task.await;
            let place = tables.slot(id);
            let mut slot = place.lock().await;
            slot.breaks.retain(|at| at.elapsed() < Duration::from_mins(1));
            if let Err(error) = ended {
                tracing::error!(table = %id, %error, "a table broke");
                tables.metrics().restarts.inc();
                slot.breaks.push_back(Instant::now());
            }
            // Another one may have been woken in its place.
            if slot.gone.is_none()
                && slot.breaks.is_empty()
                && slot.inbox.as_ref().is_none_or(mpsc::UnboundedSender::is_closed)
            {
                tables.forget(id, &mut slot, Absence::Asleep);
            }
        });
        inbox
    }

    fn forget(&self, table: TableId, slot: &mut Slot, why: Absence) {
        let mut slots = self.inner.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.remove(&table);
        slot.gone = Some(why);
    }
}

#[cfg(test)]
mod tests;
