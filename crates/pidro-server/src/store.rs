//! Where tables are kept: append-only entries, in one SQLite file or in PostgreSQL.
//!
//! An entry's number is the condition under which it is appended: of two writers of the same number one wins, and the other is told. Writes
//! of many tables that come at the same time share one commit, because the commit is what durability costs.

mod database;
mod migrations;
mod people;
mod results;
mod writer;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use pidro::{FairDealError, Seat, Secret};
use pidro_table::{ApplyError, Options, PersonId, TableEvent, TableId, TableState};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

use crate::metrics::StoreMetrics;
use database::{Database, Readers, Statement, in_time};
pub use people::{PlayedGame, Statistics};
use results::GameOver;
pub use results::SeatResult;
use writer::{Job, Write, Writer};

/// How many writes may wait for a commit before those who bring more have to wait.
const QUEUE: usize = 4096;
/// The form of tables and their entries. A release that changes it reads the earlier ones too.
const FORM: i64 = 1;

/// Where tables are kept. Clones are the same store.
#[derive(Clone, Debug)]
pub struct Store {
    readers: Readers,
    writer: mpsc::Sender<Job>,
    /// Tables whose last append has an unknown outcome. It may still come to light, from a log that is
    /// recovered or a session that was thought lost, so nothing that is appended again can be said not
    /// to be stored, until an append settles which of them has the number.
    in_doubt: Arc<Mutex<HashSet<TableId>>>,
    metrics: StoreMetrics,
    #[cfg(test)]
    place: String,
}

/// When an entry was appended, its body and its command.
type LoadedRow = (i64, String, Option<String>);
/// An entry with the command that caused it: whose it was, and its id, so that it is obeyed only once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// What happened.
    pub entry: TableEvent,
    /// The command, if a person gave one.
    pub command: Option<String>,
}

/// What is kept beside the entries, in the same commit, so that people find their games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum IndexUpdate {
    /// Nothing.
    #[default]
    Nothing,
    /// These people play from now on.
    Plays(Vec<(Seat, PersonId)>),
    /// The game is over.
    Finished(Vec<SeatResult>),
    /// The same people go on at a new table.
    Rematch(NewTable),
}

/// A table that has just been made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// Its id.
    pub table: TableId,
    /// What was agreed on.
    pub options: Options,
    /// Where its decks come from.
    pub secret: Secret,
    /// Who sits there from the beginning.
    pub entries: Vec<TableEvent>,
}

impl NewTable {
    fn statements(&self, at: i64) -> Result<Vec<Statement>, StoreError> {
        let table = self.table;
        let options =
            serde_json::to_string(&self.options).map_err(|error| StoreError::Options { table, error })?;
        let game = "INSERT INTO game (id, created, form, options, secret) VALUES ($1, $2, $3, $4, $5)";
        let game = Statement::new(game)
            .bind(table.to_string())
            .bind(at)
            .bind(FORM)
            .bind(options)
            .bind(self.secret.to_hex());
        let mut statements = vec![game];
        for (n, entry) in self.entries.iter().enumerate() {
            let kept = StoredEvent {
                entry: entry.clone(),
                command: None,
            };
            statements.push(entry_row(INSERT_ENTRY, table, n, at, &kept)?);
        }
        Ok(statements)
    }
}

/// A table as it is kept.
#[derive(Clone, Debug)]
pub struct LoadedTable {
    /// The table as all its entries leave it.
    pub room: TableState,
    /// The entries in their order.
    pub entries: Vec<StoredEvent>,
    /// When each was appended, in milliseconds since 1970.
    pub times: Vec<i64>,
}

/// Why something could not be kept or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Somebody else has appended in the meantime.
    #[error("somebody else has written to this table")]
    Lost,
    /// There is no such table.
    #[error("there is no table {0}")]
    NoTable(TableId),
    /// The store is being closed.
    #[error("the store is closed")]
    Closed,
    /// It could not be written. It is certain that nothing is stored.
    #[error("nothing could be stored")]
    NotStored,
    /// It could not be written, or its acknowledgement was lost: it is stored whole or not at all.
    #[error("whether it is stored is not known")]
    OutcomeUnknown,
    /// The store does not answer whoever wants to read.
    #[error("the store can't be read now")]
    Unreadable,
    /// What is kept can't be read.
    #[error("table {table}, entry {n}: {error}")]
    Event {
        /// The table.
        table: TableId,
        /// The number of the entry.
        n: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// A stored event can't have happened at its table.
    #[error("table {table}, event {n} can't be applied: {error}")]
    Impossible {
        /// The table.
        table: TableId,
        /// The number of the event, counted from 0.
        n: usize,
        /// Why not.
        error: ApplyError,
    },
    /// How the table was made can't be read.
    #[error("table {table}: {error}")]
    Options {
        /// The table.
        table: TableId,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// A later release has made the table.
    #[error("table {table} has the form {form}, which this release does not know")]
    Form {
        /// The table.
        table: TableId,
        /// Its form.
        form: i64,
    },
    /// There is an account with this name.
    #[error("somebody else has this name")]
    NameTaken,
    /// The system gives no random numbers.
    #[error(transparent)]
    Random(#[from] getrandom::Error),
    /// The secret that is kept can't be read.
    #[error(transparent)]
    Secret(#[from] FairDealError),
    /// The database refuses, is full or can't be reached.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The database has another form than this program needs.
    #[error(transparent)]
    Migration(#[from] sqlx::migrate::MigrateError),
}

impl StoreError {
    /// Whether a table that gets this error may be behind the store, and has to be loaded again.
    pub(crate) const fn outdates(&self) -> bool {
        matches!(self, StoreError::Lost | StoreError::OutcomeUnknown)
    }
}

impl Store {
    /// Opens a store: the path of an SQLite file, which is made if there is none, or `postgres://…`. The writer of its entries is a
    /// task of the runtime that this is called in.
    ///
    /// # Errors
    ///
    /// If it can't be reached, or its schema can't be brought up to date.
    pub async fn open(place: &str) -> Result<Store, StoreError> {
        let database = Database::at(place)?;
        let mut connection = in_time(database.connect()).await?;
        migrations::run(&mut connection).await?;
        let readers = database.readers().await?;
        let (writer, jobs) = mpsc::channel(QUEUE);
        let metrics = StoreMetrics::default();
        tokio::spawn(Writer::new(database, connection, metrics.clone()).run(jobs));
        Ok(Store {
            readers,
            writer,
            in_doubt: Arc::default(),
            metrics,
            #[cfg(test)]
            place: place.to_owned(),
        })
    }

    /// What is counted here.
    pub(crate) const fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    /// Closes all connections: an SQLite store is one file again then.
    pub async fn close(&self) {
        self.readers.close().await;
        let (done, closed) = oneshot::channel();
        if self.writer.send(Job::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
    }

    /// Proves that the store works: writes something and reads it back on another connection.
    ///
    /// # Errors
    ///
    /// If it can't be written, or can't be read by others.
    pub async fn probe(&self) -> Result<(), StoreError> {
        let at = now();
        self.write(Write::probe(at)).await?;
        let find = Statement::new("SELECT at FROM probe WHERE id = 1 AND at >= $1").bind(at);
        let found: Option<(i64,)> = self.readers.first(&find).await?;
        found.map(|_| ()).ok_or(StoreError::NotStored)
    }

    /// Brings something to the writer; how many rows its first statement touched.
    async fn write(&self, write: Write) -> Result<u64, StoreError> {
        let (done, answer) = oneshot::channel();
        let job = Job::Write(write, done);
        self.writer.send(job).await.map_err(|_| StoreError::Closed)?;
        // The writer ends only between writes, so one that it drops has not begun.
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Stores a new table, with how it begins.
    ///
    /// # Errors
    ///
    /// If it can't be stored.
    pub async fn create(&self, new: &NewTable) -> Result<(), StoreError> {
        let mut statements = new.statements(now())?;
        let write = Write {
            first: statements.remove(0),
            rest: statements,
            game_over: None,
        };
        self.write(write).await.map(|_| ())
    }

    /// A table with everything that was appended to it.
    ///
    /// # Errors
    ///
    /// If there is none, or it can't be read.
    pub async fn load(&self, table: TableId) -> Result<LoadedTable, StoreError> {
        let id = table.to_string();
        let game = "SELECT form, options, secret FROM game WHERE id = $1";
        let entries = "SELECT at, body, command FROM entry WHERE game = $1 ORDER BY n";
        let game: Option<(i64, String, String)> = self
            .readers
            .first(&Statement::new(game).bind(id.as_str()))
            .await?;
        let rows: Vec<LoadedRow> = self.readers.rows(&Statement::new(entries).bind(id)).await?;
        let (form, options, secret) = game.ok_or(StoreError::NoTable(table))?;
        if form != FORM {
            return Err(StoreError::Form { table, form });
        }
        let options = serde_json::from_str(&options).map_err(|error| StoreError::Options { table, error })?;
        let mut stored = LoadedTable {
            room: TableState::new(options, secret.parse()?),
            entries: Vec::with_capacity(rows.len()),
            times: Vec::with_capacity(rows.len()),
        };
        for (n, (at, body, command)) in rows.into_iter().enumerate() {
            let entry = serde_json::from_str(&body).map_err(|error| StoreError::Event { table, n, error })?;
            let applied = stored.room.apply(&entry);
            applied.map_err(|error| StoreError::Impossible { table, n, error })?;
            stored.entries.push(StoredEvent { entry, command });
            stored.times.push(at);
        }
        Ok(stored)
    }

    /// Appends entries, the first of which has this number: counted from 0, it is how many there are. When this returns well they are
    /// on the disk.
    ///
    /// # Errors
    ///
    /// [`StoreError::Lost`] if there are more entries already; nothing has been appended then.
    pub async fn append(
        &self,
        table: TableId,
        first: usize,
        entries: &[StoredEvent],
        aside: IndexUpdate,
    ) -> Result<(), StoreError> {
        let (id, at) = (table.to_string(), now());
        // The first entry has a condition: its number is the next one. Where two nodes write at once,
        // the key decides.
        let next = "INSERT INTO entry (game, n, at, body, command) SELECT $1, $2, $3, $4, $5 \
                    WHERE (SELECT COALESCE(MAX(n) + 1, 0) FROM entry WHERE game = $1) = $2 ON CONFLICT DO NOTHING";
        let mut rows = Vec::with_capacity(entries.len());
        for (n, kept) in (first..).zip(entries) {
            let sql = if n == first { next } else { INSERT_ENTRY };
            rows.push(entry_row(sql, table, n, at, kept)?);
        }
        let mut rows = rows.into_iter();
        let Some(condition) = rows.next() else {
            return Ok(());
        };
        let mut rest: Vec<Statement> = rows.collect();
        let mut game_over = None;
        match aside {
            IndexUpdate::Nothing => {}
            IndexUpdate::Plays(players) => rest.extend(
                players
                    .iter()
                    .map(|(seat, person)| results::plays(&id, *seat, person, at)),
            ),
            IndexUpdate::Finished(seats) => game_over = Some(GameOver { table: id, at, seats }),
            IndexUpdate::Rematch(new) => rest.extend(new.statements(at)?),
        }
        let write = Write {
            first: condition,
            rest,
            game_over,
        };
        let written = self.write(write).await;
        let mut in_doubt = self.in_doubt.lock().unwrap_or_else(PoisonError::into_inner);
        match written {
            Ok(touched) => {
                in_doubt.remove(&table);
                if touched > 0 {
                    Ok(())
                } else {
                    Err(StoreError::Lost)
                }
            }
            Err(StoreError::OutcomeUnknown) => {
                in_doubt.insert(table);
                Err(StoreError::OutcomeUnknown)
            }
            Err(_) if in_doubt.contains(&table) => Err(StoreError::OutcomeUnknown),
            Err(error) => Err(error),
        }
    }

    /// Where it is, for a test.
    #[cfg(test)]
    pub(crate) fn place(&self) -> &str {
        &self.place
    }

    /// Does something else with the database, for a test.
    #[cfg(test)]
    pub(crate) async fn execute(&self, sql: &'static str) -> Result<(), StoreError> {
        self.write(Write::one(Statement::new(sql))).await.map(|_| ())
    }
}

/// The secret of a new table, from the system's generator.
pub(crate) fn fresh_secret() -> Result<Secret, StoreError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(Secret::new(bytes))
}

const INSERT_ENTRY: &str = "INSERT INTO entry (game, n, at, body, command) VALUES ($1, $2, $3, $4, $5)";

fn entry_row(
    sql: &'static str,
    table: TableId,
    n: usize,
    at: i64,
    kept: &StoredEvent,
) -> Result<Statement, StoreError> {
    let body = serde_json::to_string(&kept.entry).map_err(|error| StoreError::Event { table, n, error })?;
    Ok(Statement::new(sql)
        .bind(table.to_string())
        .bind(i64::try_from(n).unwrap_or(i64::MAX))
        .bind(at)
        .bind(body)
        .bind(kept.command.clone()))
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
