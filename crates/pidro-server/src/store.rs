//! Where tables are kept: append-only entries, in one SQLite file or in PostgreSQL.
//!
//! An entry's number is the condition under which it is appended: of two writers of the same number one wins, and the other is told. Writes
//! of many tables that come at the same time share one commit, because the commit is what durability costs.

mod migrations;
mod people;
mod results;
mod writer;

use std::str::FromStr;
use std::time::Duration;

use pidro::{FairDealError, Seat, Secret};
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::entry::Entry;
use crate::metrics::StoreMetrics;
use crate::options::Options;
use crate::person::PersonId;
use crate::room::Room;
pub use people::{PlayedGame, Statistics};
pub use results::SeatResult;
use writer::Append;

/// How many appends may wait for a commit before those who bring more have to wait.
const QUEUE: usize = 4096;
/// The form of tables and their entries. A release that changes it reads the earlier ones too.
const FORM: i64 = 1;
/// How long a database may keep one waiting.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where tables are kept. Clones are the same store.
#[derive(Clone, Debug)]
pub struct Store {
    pool: Pool,
    /// All of them, those of the writer too.
    connections: [Pool; 2],
    writer: mpsc::Sender<Append>,
    metrics: StoreMetrics,
    #[cfg(test)]
    place: String,
}

/// When an entry was appended, its body and its command.
type LoadedRow = (i64, String, Option<String>);
/// The body of an entry, and its command.
type Row = (String, Option<String>);

/// The connections of a store.
#[derive(Clone, Debug)]
enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// The same code for each kind of pool: their types differ, their SQL doesn't.
macro_rules! on {
    ($pool:expr, $name:ident => $body:expr) => {
        match $pool {
            $crate::store::Pool::Sqlite($name) => $body,
            $crate::store::Pool::Postgres($name) => $body,
        }
    };
}
use on;

/// A table, for as long as there is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(into = "String", try_from = "String")]
#[schema(value_type = String, example = "019a8e0c3f6b7d2e9f3c5a7b9d1e3f50")]
pub struct TableId(Uuid);

impl TableId {
    /// A new one: ids of later tables are higher.
    #[must_use]
    pub fn new() -> TableId {
        TableId(Uuid::now_v7())
    }
}

impl Default for TableId {
    fn default() -> TableId {
        TableId::new()
    }
}

impl std::fmt::Display for TableId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.simple().fmt(f)
    }
}

impl From<TableId> for String {
    fn from(table: TableId) -> String {
        table.to_string()
    }
}

impl TryFrom<String> for TableId {
    type Error = uuid::Error;

    fn try_from(text: String) -> Result<TableId, uuid::Error> {
        text.parse()
    }
}

impl FromStr for TableId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<TableId, uuid::Error> {
        text.parse().map(TableId)
    }
}

/// An entry with the command that caused it: whose it was, and its id, so that it is obeyed only once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// What happened.
    pub entry: Entry,
    /// The command, if a person gave one.
    pub command: Option<String>,
}

/// What is kept beside the entries, in the same commit, so that people find their games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Aside {
    /// Nothing.
    #[default]
    Nothing,
    /// These people play from now on.
    Plays(Vec<(Seat, PersonId)>),
    /// The game is over.
    Finished(Vec<SeatResult>),
}

/// A table as it is kept.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The table as all its entries leave it.
    pub room: Room,
    /// The entries in their order.
    pub entries: Vec<Kept>,
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
    /// The last commit failed.
    #[error("the store takes nothing")]
    Failing,
    /// What is kept can't be read.
    #[error("table {table}, entry {n}: {error}")]
    Entry {
        /// The table.
        table: TableId,
        /// The number of the entry.
        n: usize,
        /// What is wrong with it.
        error: serde_json::Error,
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

impl Store {
    /// Opens a store: the path of an SQLite file, which is made if there is none, or `postgres://…`. The writer of its entries is a
    /// task of the runtime that this is called in.
    ///
    /// # Errors
    ///
    /// If it can't be reached, or its schema can't be brought up to date.
    pub async fn open(place: &str) -> Result<Store, StoreError> {
        // Who appends has a connection of its own, so that it never waits for a reader's.
        let (pool, writing) = if place.starts_with("postgres://") || place.starts_with("postgresql://") {
            let pool = async |most| {
                let options = PgPoolOptions::new().acquire_timeout(PATIENCE);
                options
                    .max_connections(most)
                    .connect(place)
                    .await
                    .map(Pool::Postgres)
            };
            (pool(8).await?, pool(1).await?)
        } else {
            private(place)?;
            let options = SqliteConnectOptions::new()
                .filename(place)
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                // What has been acknowledged survives a loss of power.
                .synchronous(SqliteSynchronous::Full)
                .busy_timeout(PATIENCE);
            let pool = |most| {
                SqlitePoolOptions::new()
                    .acquire_timeout(PATIENCE)
                    .max_connections(most)
            };
            let writing = pool(1).connect_with(options.clone()).await?;
            (
                Pool::Sqlite(pool(4).connect_with(options).await?),
                Pool::Sqlite(writing),
            )
        };
        migrations::run(&writing).await?;
        let (writer, appends) = mpsc::channel(QUEUE);
        let connections = [pool.clone(), writing.clone()];
        let metrics = StoreMetrics::default();
        tokio::spawn(writer::run(writing, appends, metrics.clone()));
        Ok(Store {
            pool,
            connections,
            writer,
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
        for pool in &self.connections {
            on!(pool, pool => pool.close().await);
        }
    }

    /// Whether the store can be reached.
    ///
    /// # Errors
    ///
    /// If it can't.
    pub async fn ping(&self) -> Result<(), StoreError> {
        on!(&self.pool, pool => { sqlx::query("SELECT 1").execute(pool).await?; });
        Ok(())
    }

    /// Keeps a new table, with how it begins.
    ///
    /// # Errors
    ///
    /// If it can't be kept.
    pub async fn create(
        &self,
        table: TableId,
        options: &Options,
        secret: &Secret,
        entries: &[Entry],
    ) -> Result<(), StoreError> {
        let options = serde_json::to_string(options).map_err(|error| StoreError::Options { table, error })?;
        let game = "INSERT INTO game (id, created, form, options, secret) VALUES ($1, $2, $3, $4, $5)";
        let entry = "INSERT INTO entry (game, n, at, body) VALUES ($1, $2, $3, $4)";
        let (id, at) = (table.to_string(), now());
        on!(&self.pool, pool => {
            let mut transaction = pool.begin().await?;
            let row = sqlx::query(game).bind(&id).bind(at).bind(FORM).bind(options).bind(secret.to_hex());
            row.execute(&mut *transaction).await?;
            for (n, body) in entries.iter().enumerate() {
                let body = body_of(table, n, body)?;
                let row = sqlx::query(entry).bind(&id).bind(number(n)).bind(at).bind(body);
                row.execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
        });
        Ok(())
    }

    /// A table with everything that was appended to it.
    ///
    /// # Errors
    ///
    /// If there is none, or it can't be read.
    pub async fn load(&self, table: TableId) -> Result<Stored, StoreError> {
        let id = table.to_string();
        let game = "SELECT form, options, secret FROM game WHERE id = $1";
        let entries = "SELECT at, body, command FROM entry WHERE game = $1 ORDER BY n";
        let (game, rows): (Option<(i64, String, String)>, Vec<LoadedRow>) = on!(&self.pool, pool => (
            sqlx::query_as(game).bind(&id).fetch_optional(pool).await?,
            sqlx::query_as(entries).bind(&id).fetch_all(pool).await?,
        ));
        let (form, options, secret) = game.ok_or(StoreError::NoTable(table))?;
        if form != FORM {
            return Err(StoreError::Form { table, form });
        }
        let options = serde_json::from_str(&options).map_err(|error| StoreError::Options { table, error })?;
        let mut stored = Stored {
            room: Room::new(options, secret.parse()?),
            entries: Vec::with_capacity(rows.len()),
            times: Vec::with_capacity(rows.len()),
        };
        for (n, (at, body, command)) in rows.into_iter().enumerate() {
            let entry = serde_json::from_str(&body).map_err(|error| StoreError::Entry { table, n, error })?;
            stored.room.evolve(&entry);
            stored.entries.push(Kept { entry, command });
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
        entries: &[Kept],
        aside: Aside,
    ) -> Result<(), StoreError> {
        let mut rows = Vec::with_capacity(entries.len());
        for (n, kept) in (first..).zip(entries) {
            rows.push((body_of(table, n, &kept.entry)?, kept.command.clone()));
        }
        let (done, answer) = oneshot::channel();
        let append = Append {
            table: table.to_string(),
            first,
            rows,
            aside,
            done,
        };
        self.writer.send(append).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Where it is, for a test.
    #[cfg(test)]
    pub(crate) fn place(&self) -> &str {
        &self.place
    }

    /// Does something else with the database, for a test.
    #[cfg(test)]
    pub(crate) async fn execute(&self, sql: &'static str) -> Result<(), StoreError> {
        on!(&self.pool, pool => { sqlx::query(sql).execute(pool).await?; });
        Ok(())
    }
}

/// Makes the file of a store so that only its owner can read it: the secrets of games are in it.
fn private(file: &str) -> Result<(), StoreError> {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        // The database tells what is wrong with it.
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Ok(()),
        done => done
            .map(|_| ())
            .map_err(|error| StoreError::Database(error.into())),
    }
}

/// The secret of a new table, from the system's generator.
pub(crate) fn fresh_secret() -> Result<Secret, StoreError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(Secret::new(bytes))
}

fn body_of(table: TableId, n: usize, entry: &Entry) -> Result<String, StoreError> {
    serde_json::to_string(entry).map_err(|error| StoreError::Entry { table, n, error })
}

/// A number as databases have it.
fn number(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
