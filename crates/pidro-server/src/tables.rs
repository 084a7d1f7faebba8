//! All tables: woken when they are needed, supervised while they are awake.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pidro::{Rules, Secret};
use tokio::sync::{Mutex as AsyncMutex, Semaphore, mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::person::PersonId;
use crate::room::Command;
use crate::store::{Store, StoreError, TableId};
use crate::table::{Done, Failure, Request, Surroundings, Table, Watching};

/// How many requests may wait at a table.
const INBOX: usize = 32;

/// What is allowed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long a table stays awake that nobody needs.
    pub idle: Duration,
    /// How often a table may break within a minute before it is left broken until the minute is over.
    pub restarts: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            idle: Duration::from_mins(2),
            restarts: 5,
        }
    }
}

/// All tables of a server. Clones are the same ones.
#[derive(Clone)]
pub struct Tables {
    inner: Arc<Inner>,
}

struct Inner {
    surroundings: Surroundings,
    limits: Limits,
    tracker: TaskTracker,
    /// The tables that are awake, or have broken lately.
    slots: Mutex<HashMap<TableId, Arc<AsyncMutex<Slot>>>>,
}

/// The place of a table that is awake.
#[derive(Default)]
struct Slot {
    inbox: Option<mpsc::Sender<Request>>,
    /// When it broke, within the last minute.
    breaks: VecDeque<Instant>,
    /// Whether it is no longer among the slots.
    gone: bool,
}

impl Tables {
    /// Tables that are kept in this store. None is awake yet.
    #[must_use]
    pub fn new(store: Store, limits: Limits) -> Tables {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Tables {
            inner: Arc::new(Inner {
                surroundings: Surroundings {
                    store,
                    thinking: Arc::new(Semaphore::new(processors)),
                    idle: limits.idle,
                    closing: CancellationToken::new(),
                },
                limits,
                tracker: TaskTracker::new(),
                slots: Mutex::default(),
            }),
        }
    }

    /// Makes a new table. Nobody sits there yet.
    ///
    /// # Errors
    ///
    /// If it can't be stored.
    pub async fn create(&self, rules: &Rules, secret: &Secret) -> Result<TableId, StoreError> {
        let table = TableId::new();
        self.inner.surroundings.store.create(table, rules, secret).await?;
        Ok(table)
    }

    /// Does what a person wants at a table. The same id of the same person is obeyed only once, however often it comes.
    ///
    /// # Errors
    ///
    /// If it is refused, or could not be stored: it has not happened then.
    pub async fn command(
        &self,
        table: TableId,
        person: &PersonId,
        id: &str,
        command: &Command,
    ) -> Result<Done, Failure> {
        // A table may break, go to sleep or be overtaken by another writer while the command is under way. The id makes sure that it
        // is not obeyed twice.
        let mut failure = Failure::Broken;
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            let request = Request::Command {
                person: person.clone(),
                id: id.to_owned(),
                command: command.clone(),
                reply,
            };
            if self.inbox(table).await?.send(request).await.is_err() {
                continue;
            }
            match answer.await {
                Ok(Err(lost @ Failure::NotStored(StoreError::Lost))) => failure = lost,
                Ok(done) => return done,
                Err(_) => {}
            }
        }
        Err(failure)
    }

    /// Tells what happens at a table, as far as this person may know it.
    ///
    /// # Errors
    ///
    /// If there is no such table, or it is broken.
    pub async fn watch(&self, table: TableId, person: Option<&PersonId>) -> Result<Watching, Failure> {
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            let request = Request::Watch {
                person: person.cloned(),
                reply,
            };
            if self.inbox(table).await?.send(request).await.is_ok()
                && let Ok(watching) = answer.await
            {
                return Ok(watching);
            }
        }
        Err(Failure::Broken)
    }

    /// How many tables are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.inner.tracker.len()
    }

    /// Lets every table finish what it is writing, and ends them.
    pub async fn close(&self) {
        self.inner.surroundings.closing.cancel();
        self.inner.tracker.close();
        self.inner.tracker.wait().await;
    }

    fn slot(&self, table: TableId) -> Arc<AsyncMutex<Slot>> {
        let mut slots = self.inner.slots.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(slots.entry(table).or_default())
    }

    /// Where a table takes its requests; it is woken if it sleeps.
    async fn inbox(&self, table: TableId) -> Result<mpsc::Sender<Request>, Failure> {
        loop {
            if self.inner.surroundings.closing.is_cancelled() {
                return Err(Failure::Closing);
            }
            let place = self.slot(table);
            let mut slot = place.lock().await;
            if slot.gone {
                continue;
            }
            if let Some(inbox) = slot.inbox.as_ref().filter(|inbox| !inbox.is_closed()) {
                return Ok(inbox.clone());
            }
            slot.breaks.retain(|at| at.elapsed() < Duration::from_mins(1));
            if slot.breaks.len() > self.inner.limits.restarts {
                return Err(Failure::Broken);
            }
            match self.inner.surroundings.store.load(table).await {
                Ok(stored) => {
                    let woken = Table::new(table, stored, self.inner.surroundings.clone());
                    let inbox = self.supervise(table, woken);
                    slot.inbox = Some(inbox.clone());
                    return Ok(inbox);
                }
                Err(error) => {
                    self.forget(table, &mut slot);
                    return Err(error.into());
                }
            }
        }
    }

    /// Starts the task of a table, and one that sees how it ends.
    fn supervise(&self, id: TableId, table: Table) -> mpsc::Sender<Request> {
        let (inbox, requests) = mpsc::channel(INBOX);
        let tables = self.clone();
        let task = tokio::spawn(table.run(requests));
        self.inner.tracker.spawn(async move {
            let ended = task.await;
            let place = tables.slot(id);
            let mut slot = place.lock().await;
            if let Err(error) = ended {
                tracing::error!(table = %id, %error, "a table broke");
                slot.breaks.push_back(Instant::now());
            }
            // Another one may have been woken in its place.
            if slot.breaks.is_empty() && slot.inbox.as_ref().is_none_or(mpsc::Sender::is_closed) {
                tables.forget(id, &mut slot);
            }
        });
        inbox
    }

    fn forget(&self, table: TableId, slot: &mut Slot) {
        let mut slots = self.inner.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.remove(&table);
        slot.gone = true;
    }
}

#[cfg(test)]
mod crash;
#[cfg(test)]
mod tests;
