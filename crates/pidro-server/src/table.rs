//! One table: a task that owns a room, and is the only one that changes it.

mod watchers;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use pidro::{Action, Seat};
use pidro_bots::Level;
use thiserror::Error;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::entry::Entry;
use crate::person::PersonId;
use crate::room::{Command, Refusal, Room};
use crate::store::{Kept, Store, StoreError, Stored, TableId};
use watchers::Watchers;
pub use watchers::{Told, Watching};

/// How long a bot waits after its decision could not be stored.
const REST: Duration = Duration::from_secs(1);

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
        person: Option<PersonId>,
        reply: oneshot::Sender<Watching>,
    },
    /// To break, so that a test sees what becomes of it.
    #[cfg(test)]
    Panic,
}

/// A command that has been obeyed, now or before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The number of its first entry.
    pub entry: usize,
}

/// Why a command was not obeyed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The table refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It could not be stored, so it has not happened.
    #[error("it could not be stored: {0}")]
    NotStored(#[from] StoreError),
    /// The table broke too often.
    #[error("the table is broken")]
    Broken,
    /// The server is about to end.
    #[error("the server is shutting down")]
    Closing,
}

/// What a table needs from its surroundings.
#[derive(Clone)]
pub(crate) struct Surroundings {
    pub(crate) store: Store,
    /// As many bots may think at once as there are processors.
    pub(crate) thinking: Arc<Semaphore>,
    /// How long a table stays awake that nobody needs.
    pub(crate) idle: Duration,
    pub(crate) closing: CancellationToken,
}

pub(crate) struct Table {
    id: TableId,
    room: Room,
    /// How many entries there are.
    len: usize,
    /// The commands that have been obeyed, each with its first entry.
    obeyed: HashMap<String, usize>,
    watchers: Watchers,
    surroundings: Surroundings,
    /// When bots decide again, after the store has failed.
    bots_rest: Option<Instant>,
}

impl Table {
    pub(crate) fn new(id: TableId, stored: Stored, surroundings: Surroundings) -> Table {
        let mut obeyed = HashMap::new();
        for (n, kept) in stored.entries.iter().enumerate() {
            if let Some(command) = &kept.command {
                obeyed.entry(command.clone()).or_insert(n);
            }
        }
        Table {
            id,
            room: stored.room,
            len: stored.entries.len(),
            obeyed,
            watchers: Watchers::default(),
            surroundings,
            bots_rest: None,
        }
    }

    /// Serves until nobody needs the table, the server ends, or somebody else writes to it.
    pub(crate) async fn run(mut self, mut inbox: mpsc::Receiver<Request>) {
        let closing = self.surroundings.closing.clone();
        loop {
            let request = if let Some((seat, level)) = self.bot_to_move() {
                // People before bots: a game of bots alone must not keep them waiting.
                match inbox.try_recv() {
                    Ok(request) => request,
                    Err(_) if closing.is_cancelled() || !self.bot_moves(seat, level).await => return,
                    Err(_) => continue,
                }
            } else {
                tokio::select! {
                    biased;
                    () = closing.cancelled() => return,
                    () = wake(self.bots_rest) => {
                        self.bots_rest = None;
                        continue;
                    }
                    next = timeout(self.surroundings.idle, inbox.recv()) => match next {
                        Ok(Some(request)) => request,
                        Ok(None) => return,
                        Err(_) if self.watchers.is_empty() => return,
                        Err(_) => continue,
                    },
                }
            };
            if !self.serve(request).await {
                return;
            }
        }
    }

    /// The bot that decides now.
    fn bot_to_move(&self) -> Option<(Seat, Level)> {
        self.room.bot_to_move().filter(|_| self.bots_rest.is_none())
    }

    /// Does what is asked for; `false` if the table has to be loaded again.
    async fn serve(&mut self, request: Request) -> bool {
        match request {
            Request::Watch { person, reply } => {
                // Who has gone in the meantime doesn't watch.
                let _ = reply.send(self.watchers.add(person, &self.room));
                true
            }
            Request::Command {
                person,
                id,
                command,
                reply,
            } => {
                let done = self.obey(&person, &id, &command).await;
                let lost = matches!(done, Err(Failure::NotStored(StoreError::Lost)));
                let _ = reply.send(done);
                !lost
            }
            #[cfg(test)]
            Request::Panic => panic!("a test wants it"),
        }
    }

    async fn obey(&mut self, person: &PersonId, id: &str, command: &Command) -> Result<Done, Failure> {
        let key = format!("{person} {id}");
        if let Some(&entry) = self.obeyed.get(&key) {
            return Ok(Done { entry });
        }
        let entries = self.room.decide(person, command)?;
        self.append(entries, Some(key))
            .await
            .map(|entry| Done { entry })
            .map_err(Failure::NotStored)
    }

    /// Stores what has been decided, and only then takes it into account and tells it. Gives the number of the first entry.
    async fn append(&mut self, entries: Vec<Entry>, command: Option<String>) -> Result<usize, StoreError> {
        let first = self.len;
        let kept: Vec<Kept> = entries
            .into_iter()
            .enumerate()
            .map(|(place, entry)| Kept {
                entry,
                command: command.clone().filter(|_| place == 0),
            })
            .collect();
        self.surroundings.store.append(self.id, first, &kept).await?;
        for kept in &kept {
            let before = self.room.table().map_or(0, |table| table.history().log().len());
            self.room.evolve(&kept.entry);
            self.watchers.tell(&self.room, &kept.entry, before);
        }
        self.len += kept.len();
        self.obeyed.extend(command.map(|command| (command, first)));
        Ok(first)
    }

    /// Lets a bot decide; `false` if the table has to be loaded again.
    async fn bot_moves(&mut self, seat: Seat, level: Level) -> bool {
        let Some(action) = self.think(seat, level).await else {
            return false;
        };
        let Ok(entries) = self.room.act(seat, action) else {
            tracing::error!(table = %self.id, %seat, %action, "a bot did what the rules don't allow");
            return false;
        };
        match self.append(entries, None).await {
            Ok(_) => true,
            Err(StoreError::Lost) => false,
            Err(error) => {
                tracing::warn!(table = %self.id, %error, "a bot waits for the store");
                self.bots_rest = Some(Instant::now() + REST);
                true
            }
        }
    }

    /// What a bot does, worked out beside the tasks that must not wait.
    async fn think(&self, seat: Seat, level: Level) -> Option<Action> {
        let game = self.room.game()?;
        let (view, seed) = (game.view(seat), game.fingerprint());
        let _turn = self.surroundings.thinking.acquire().await.ok()?;
        let thought = tokio::task::spawn_blocking(move || level.bot(seed).choose(&view));
        thought.await.ok().flatten()
    }
}

/// Waits until then, or for ever.
async fn wake(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}
