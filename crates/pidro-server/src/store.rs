//! Where tables are kept: append-only entries, in one SQLite file or in PostgreSQL.
//!
//! An entry's number is the condition under which it is appended: of two writers of the same number one wins, and the other is told. Writes
//! of many tables that come at the same time share one commit, because the commit is what durability costs.

mod migrations;
mod writer;

use std::str::FromStr;
use std::time::Duration;

use pidro::{FairDealError, Rules, RulesError, Secret};
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use crate::entry::Entry;
use crate::room::Room;
use writer::Append;

/// How many appends may wait for a commit before those who bring more have to wait.
const QUEUE: usize = 4096;
/// How long a database may keep one waiting.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where tables are kept. Clones are the same store.
#[derive(Clone, Debug)]
pub struct Store {
    pool: Pool,
    writer: mpsc::Sender<Append>,
}

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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// A table as it is kept.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The table as all its entries leave it.
    pub room: Room,
    /// The entries in their order.
    pub entries: Vec<Kept>,
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
    /// The rules that are kept can't be read.
    #[error(transparent)]
    Rules(#[from] RulesError),
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
        let (pool, writing) = if place.starts_with("postgres://") || place.starts_with("postgresql://") {
            let options = PgPoolOptions::new().acquire_timeout(PATIENCE);
            let pool = options.max_connections(8).connect(place).await?;
            (Pool::Postgres(pool.clone()), Pool::Postgres(pool))
        } else {
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
            // SQLite has one writer at a time: it gets its own connection, so that it never waits for a reader's.
            let writing = pool(1).connect_with(options.clone()).await?;
            (
                Pool::Sqlite(pool(4).connect_with(options).await?),
                Pool::Sqlite(writing),
            )
        };
        migrations::run(&writing).await?;
        let (writer, appends) = mpsc::channel(QUEUE);
        tokio::spawn(writer::run(writing, appends));
        Ok(Store { pool, writer })
    }

    /// Keeps a new table.
    ///
    /// # Errors
    ///
    /// If it can't be kept.
    pub async fn create(&self, table: TableId, rules: &Rules, secret: &Secret) -> Result<(), StoreError> {
        let sql = "INSERT INTO game (id, created, rules, secret) VALUES ($1, $2, $3, $4)";
        on!(&self.pool, pool => {
            let row = sqlx::query(sql).bind(table.to_string()).bind(now());
            row.bind(rules.to_string()).bind(secret.to_hex()).execute(pool).await?;
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
        let game = "SELECT rules, secret FROM game WHERE id = $1";
        let entries = "SELECT body, command FROM entry WHERE game = $1 ORDER BY n";
        let (game, rows): (Option<(String, String)>, Vec<Row>) = on!(&self.pool, pool => (
            sqlx::query_as(game).bind(&id).fetch_optional(pool).await?,
            sqlx::query_as(entries).bind(&id).fetch_all(pool).await?,
        ));
        let (rules, secret) = game.ok_or(StoreError::NoTable(table))?;
        let mut room = Room::new(rules.parse()?, secret.parse()?);
        let mut entries = Vec::with_capacity(rows.len());
        for (n, (body, command)) in rows.into_iter().enumerate() {
            let entry = serde_json::from_str(&body).map_err(|error| StoreError::Entry { table, n, error })?;
            room.evolve(&entry);
            entries.push(Kept { entry, command });
        }
        Ok(Stored { room, entries })
    }

    /// Appends entries, the first of which has this number: counted from 0, it is how many there are. When this returns well they are
    /// on the disk.
    ///
    /// # Errors
    ///
    /// [`StoreError::Lost`] if there are more entries already; nothing has been appended then.
    pub async fn append(&self, table: TableId, first: usize, entries: &[Kept]) -> Result<(), StoreError> {
        let mut rows = Vec::with_capacity(entries.len());
        for (n, kept) in (first..).zip(entries) {
            let body =
                serde_json::to_string(&kept.entry).map_err(|error| StoreError::Entry { table, n, error })?;
            rows.push((body, kept.command.clone()));
        }
        let (done, answer) = oneshot::channel();
        let append = Append {
            table: table.to_string(),
            first,
            rows,
            done,
        };
        self.writer.send(append).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Does something else with the database, for a test.
    #[cfg(test)]
    pub(crate) async fn execute(&self, sql: &'static str) -> Result<(), StoreError> {
        on!(&self.pool, pool => { sqlx::query(sql).execute(pool).await?; });
        Ok(())
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
