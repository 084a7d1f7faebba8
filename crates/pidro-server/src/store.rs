//! The store: append-only events, in one SQLite file or in PostgreSQL.
//!
//! An append is conditional: it succeeds only if its first index is the next one and no other node
//! has claimed the table since. Of two writers, one wins and the other gets an error. Concurrent
//! writes of many tables share one commit, because the commit is the expensive part of durability.

mod accounts;
mod admin;
mod allowances;
mod audit;
mod backup;
mod bans;
mod database;
mod erasure;
mod lock;
mod migrations;
mod nodes;
mod people;
mod reports;
mod results;
mod sessions;
mod writer;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pidro::{Action, FairDealError, Seat, Secret};
use pidro_protocol::{PersonId, TableId};
use pidro_table::{Absence, ApplyError, People, TableEvent, TableOptions, TableState};
use sqlx::postgres::PgDatabaseError;
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

use crate::metrics::StoreMetrics;
pub(crate) use accounts::{Account, NewAccount};
pub(crate) use allowances::Allowance;
pub(crate) use audit::{Actor, AuditAction, AuditEntry};
pub use backup::BackupError;
pub(crate) use backup::restore;
pub(crate) use bans::{Ban, BanSubject, ListedBan};
use database::{Database, Purpose, Readers, Statement, with_timeout};
pub(crate) use erasure::Removed;
pub(crate) use lock::{AlreadyServed, lock_file};
pub(crate) use nodes::{CLUSTER_VERSION, NodeRegistry, Owner, Renewal};
pub use nodes::{Node, NodeId};
use people::person_row;
use results::GameOver;
pub(crate) use results::SeatResult;
pub(crate) use sessions::Authenticated;
use writer::{Job, ProbeRow, Write, Writer};

/// How many writes may wait for a commit before callers have to wait.
const MAX_QUEUED_WRITES: usize = 4096;
/// The minimum number of connections to PostgreSQL: two write, one renews the lease of the node, one
/// reads.
const MIN_CONNECTIONS: u32 = 4;
/// The format version of tables and events. A release that changes it must also read older
/// versions.
const FORMAT_VERSION: i64 = 1;

/// The store of all tables. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    database: Database,
    readers: Readers,
    writer: mpsc::Sender<Job>,
    /// Writes the rows that other nodes write, too. The same task as `writer` for SQLite.
    contended_writer: mpsc::Sender<Job>,
    probe_row: ProbeRow,
    /// The tables whose last append has an unknown outcome: it may still become visible when the
    /// database recovers its log, or from a session that we thought was dead. Until a later append
    /// succeeds, a failed one is reported as an unknown outcome, too.
    in_doubt: Arc<Mutex<HashSet<TableId>>>,
    metrics: StoreMetrics,
    #[cfg(test)]
    location: String,
}

/// The append time of an event, its JSON body and its command.
type LoadedRow = (i64, String, Option<String>);

/// An event with the command that caused it. The command consists of the person and an id, so that
/// it takes effect only once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// The event.
    pub event: TableEvent,
    /// The command, if a person caused the event.
    pub command: Option<String>,
}

/// A change to the index of players and games. The store commits it together with the events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum IndexUpdate {
    /// No change.
    Nothing,
    /// These people play from now on.
    Plays(Vec<(Seat, PersonId)>),
    /// The game has ended with these results.
    Finished(Vec<SeatResult>),
    /// The same people continue at a new table, which this node owns.
    Rematch(NewTable, NodeId),
}

impl IndexUpdate {
    /// The update that belongs to these events, which are about to happen at a table.
    pub(crate) fn of(
        state: &TableState,
        events: &[TableEvent],
        node: NodeId,
    ) -> Result<IndexUpdate, StoreError> {
        Ok(match events {
            [.., TableEvent::Started] => {
                let players = state.players();
                IndexUpdate::Plays(players.map(|(seat, person)| (seat, person.clone())).collect())
            }
            [TableEvent::Sat { seat, person, .. }, ..] if state.has_begun() => {
                IndexUpdate::Plays(vec![(*seat, person.clone())])
            }
            [acted @ TableEvent::Acted { seat, action, .. }] if ends_game(state, *seat, *action) => {
                let mut after = state.clone();
                let applied = after.apply(acted);
                applied.expect("an action that the rules allow can be applied");
                IndexUpdate::Finished(SeatResult::of(&after))
            }
            [.., TableEvent::Rematched { table }] => {
                let new = NewTable {
                    table: *table,
                    options: state.options().clone(),
                    secret: random_secret()?,
                    events: state.rotated_seating(),
                };
                IndexUpdate::Rematch(new, node)
            }
            _ => IndexUpdate::Nothing,
        })
    }

    /// Adds the update to the write that appends the events.
    fn add_to(self, write: &mut Write, table: TableId, at: i64) -> Result<(), StoreError> {
        let table = table.to_string();
        match self {
            IndexUpdate::Nothing => {}
            IndexUpdate::Plays(players) => {
                let plays =
                    |(seat, person): &(Seat, PersonId)| results::insert_player(&table, *seat, person, at);
                write.rest.extend(players.iter().map(plays));
            }
            IndexUpdate::Finished(seats) => {
                write.contended = seats.iter().map(|seat| person_row(&seat.person)).min();
                write.game_over = Some(GameOver { table, at, seats });
            }
            IndexUpdate::Rematch(new, owner) => {
                let (game, events) = new.statements(Some(owner), at)?;
                write.rest.push(game);
                write.rest.extend(events);
            }
        }
        Ok(())
    }
}

/// Whether this decision would end the game. This tries it on a copy of the game, because copying
/// the whole table for every card would cost too much.
fn ends_game(state: &TableState, seat: Seat, action: Action) -> bool {
    let step = state.game().and_then(|game| game.decide(seat, action).ok());
    step.is_some_and(|step| step.finish().winner().is_some())
}

/// A new table to store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// The id.
    pub table: TableId,
    /// The options.
    pub options: TableOptions,
    /// The secret that determines the deals.
    pub secret: Secret,
    /// The events that seat the people who are there from the beginning.
    pub events: Vec<TableEvent>,
}

impl NewTable {
    /// The statements that store the table, and its events.
    fn statements(&self, owner: Option<NodeId>, at: i64) -> Result<(Statement, Vec<Statement>), StoreError> {
        let table = self.table;
        let options =
            serde_json::to_string(&self.options).map_err(|error| StoreError::Options { table, error })?;
        let game = "INSERT INTO game (id, created, form, options, secret, owner, epoch) \
                    VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let game = Statement::new(game)
            .bind(table.to_string())
            .bind(at)
            .bind(FORMAT_VERSION)
            .bind(options)
            .bind(self.secret.to_hex())
            .bind(owner.map(|owner| owner.to_string()))
            .bind(i64::from(owner.is_some()));
        let mut events = Vec::with_capacity(self.events.len());
        for (index, event) in self.events.iter().enumerate() {
            events.push(bind_event(
                Statement::new(INSERT_EVENT),
                (table, index),
                at,
                event,
                None,
            )?);
        }
        Ok((game, events))
    }
}

/// A table loaded from the store.
#[derive(Clone, Debug)]
pub struct LoadedTable {
    /// The state after all events.
    pub state: TableState,
    /// How the people who have sat here are shown.
    pub people: People,
    /// People who play here and were deleted.
    pub deleted: Vec<PersonId>,
    /// The events in order.
    pub events: Vec<StoredEvent>,
    /// When each event was appended, in milliseconds since 1970.
    pub appended_at: Vec<i64>,
}

/// Why the store failed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another writer has appended to the table, or claimed it, in the meantime.
    #[error("another server has written to this table")]
    Conflict,
    /// A node of another release uses the database, and the two can't work together.
    #[error(
        "the server at {address} uses version {version} of the cluster protocol, which is incompatible with \
         this release's version {CLUSTER_VERSION}: stop that server first"
    )]
    Incompatible {
        /// The address of the other node.
        address: String,
        /// Its version.
        version: i64,
    },
    /// The table doesn't exist.
    #[error("there is no table {0}")]
    NoTable(TableId),
    /// The store is closing.
    #[error("the store is closed")]
    Closed,
    /// The write failed, and certainly nothing is stored.
    #[error("the store could not write, and has stored nothing")]
    NotStored,
    /// The write failed or its acknowledgement was lost: it is stored completely or not at all.
    #[error("it is unknown whether this was stored")]
    OutcomeUnknown,
    /// The store doesn't answer, or the table's owner has an id of an unknown form.
    #[error("the store can't be read at the moment")]
    Unreadable,
    /// A stored event can't be parsed.
    #[error("table {table}, event index {index} can't be parsed: {error}")]
    Event {
        /// The table.
        table: TableId,
        /// The index of the event.
        index: usize,
        /// The cause.
        error: serde_json::Error,
    },
    /// A stored event can't have happened at its table.
    #[error("table {table}, event index {index} can't be applied: {error}")]
    Impossible {
        /// The table.
        table: TableId,
        /// The index of the event.
        index: usize,
        /// The cause.
        error: ApplyError,
    },
    /// The stored options can't be parsed.
    #[error("the options of table {table} can't be parsed: {error}")]
    Options {
        /// The table.
        table: TableId,
        /// The cause.
        error: serde_json::Error,
    },
    /// A newer release created the table.
    #[error("table {table} has format version {version}, which this release doesn't know")]
    UnknownVersion {
        /// The table.
        table: TableId,
        /// The table's format version.
        version: i64,
    },
    /// Another account has this name.
    #[error("another account has this name")]
    NameTaken,
    /// The system's random number generator failed.
    #[error(transparent)]
    Random(#[from] getrandom::Error),
    /// The stored secret can't be parsed.
    #[error(transparent)]
    Secret(#[from] FairDealError),
    /// The database refuses the operation, is full or can't be reached.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The location is neither a file nor an address of PostgreSQL.
    #[error("a store is a file or an address that begins with postgres://")]
    UnknownKind,
    /// The database can't be reached.
    #[error("the database can't be reached, check the host and port: {0}")]
    NoConnection(sqlx::Error),
    /// The database refuses the connection.
    #[error("the database refuses the connection, check the user, the password and the name: {0}")]
    Refused(sqlx::Error),
    /// The database has no certificate, or not the expected one.
    #[error("the database can't prove who it is, check sslmode and sslrootcert: {0}")]
    Untrusted(sqlx::Error),
    /// A file is not an SQLite database.
    #[error("the file is not an SQLite database")]
    NotADatabase,
    /// A newer release has changed the schema.
    #[error(
        "a newer release has upgraded this database to schema version {version}, and this release knows \
         {newest} at most: start the newer release, or restore a backup"
    )]
    NewerSchema {
        /// The version of the database.
        version: i64,
        /// The newest version that this release knows.
        newest: i64,
    },
    /// The schema is older than this release.
    #[error(
        "the database has schema version {version}, and this release {newest}: start `pidro serve` once, which \
         upgrades it"
    )]
    OlderSchema {
        /// The version of the database.
        version: i64,
        /// The version of this release.
        newest: i64,
    },
    /// The database was never used by a server.
    #[error("there is no store: start `pidro serve` once, which creates it")]
    NoStore,
    /// The schema of the database can't be migrated.
    #[error("the schema of the database can't be upgraded: {0}")]
    Migration(sqlx::migrate::MigrateError),
}

impl StoreError {
    /// Why the first connection failed.
    fn at_opening(error: sqlx::Error) -> StoreError {
        match &error {
            // How rustls refuses a certificate.
            sqlx::Error::Io(io) if io.kind() == std::io::ErrorKind::InvalidData => {
                StoreError::Untrusted(error)
            }
            sqlx::Error::Tls(_) => StoreError::Untrusted(error),
            sqlx::Error::Io(_) => StoreError::NoConnection(error),
            // 26 is SQLite's code for a file of another kind.
            sqlx::Error::Database(database) if database.code().as_deref() == Some("26") => {
                StoreError::NotADatabase
            }
            sqlx::Error::Database(database) if database.try_downcast_ref::<PgDatabaseError>().is_some() => {
                StoreError::Refused(error)
            }
            _ => StoreError::Database(error),
        }
    }

    /// Whether a table that gets this error may be behind the store and must be reloaded.
    pub(crate) const fn requires_reload(&self) -> bool {
        matches!(self, StoreError::Conflict | StoreError::OutcomeUnknown)
    }
}

impl Store {
    /// Opens a store: either the path of an SQLite file, which is created if necessary, or
    /// `postgres://…`. The writer runs as a task of the current Tokio runtime.
    ///
    /// # Errors
    ///
    /// If the database can't be reached, or its schema can't be migrated.
    pub async fn open(location: &str) -> Result<Store, StoreError> {
        Store::open_with(location, MIN_CONNECTIONS + 1).await
    }

    /// Opens a store that a server uses, without changing its schema.
    pub(crate) async fn open_existing(location: &str) -> Result<Store, StoreError> {
        let is_file = !location.contains("://");
        if is_file && !std::path::Path::new(location).exists() {
            return Err(StoreError::NoStore);
        }
        let database = Database::at(location)?;
        let connected = with_timeout(database.connect(Purpose::Reading)).await;
        let mut connection = connected.map_err(StoreError::at_opening)?;
        backup::check_schema(&mut connection).await?;
        connection.close().await?;
        Store::connect(database, MIN_CONNECTIONS + 1, location).await
    }

    /// Opens a store with at most this many connections to PostgreSQL: two write, one renews the lease
    /// of the node, and the others read.
    pub(crate) async fn open_with(location: &str, connections: u32) -> Result<Store, StoreError> {
        let database = Database::at(location)?;
        let connected = with_timeout(database.connect(Purpose::Migrating)).await;
        let mut connection = connected.map_err(StoreError::at_opening)?;
        nodes::check_compatible(&mut connection).await?;
        migrations::run(&mut connection).await?;
        connection.close().await?;
        Store::connect(database, connections, location).await
    }

    /// Opens the connections. The schema is up to date.
    async fn connect(
        database: Database,
        connections: u32,
        #[cfg_attr(not(test), expect(unused_variables))] location: &str,
    ) -> Result<Store, StoreError> {
        let readers = database
            .readers(connections.saturating_sub(MIN_CONNECTIONS - 1).max(1))
            .await?;
        let metrics = StoreMetrics::default();
        let probe_row = ProbeRow::new()?;
        let spawn_writer = |connection| {
            let (writer, jobs) = mpsc::channel(MAX_QUEUED_WRITES);
            tokio::spawn(Writer::new(database.clone(), probe_row, connection, metrics.clone()).run(jobs));
            writer
        };
        let connection = with_timeout(database.connect(Purpose::Writing)).await?;
        let writer = spawn_writer(Some(connection));
        let contended_writer = match database {
            Database::Sqlite(_) => writer.clone(),
            Database::Postgres(_) => spawn_writer(None),
        };
        Ok(Store {
            database,
            readers,
            writer,
            contended_writer,
            probe_row,
            in_doubt: Arc::default(),
            metrics,
            #[cfg(test)]
            location: location.to_owned(),
        })
    }

    /// The metrics of the store.
    pub(crate) const fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    /// Closes all connections. An SQLite store then consists of a single file again.
    pub async fn close(&self) {
        self.readers.close().await;
        for writer in [&self.contended_writer, &self.writer] {
            let (done, closed) = oneshot::channel();
            if writer.send(Job::Close(done)).await.is_ok() {
                let _ = closed.await;
            }
        }
    }

    /// Checks that the store works: writes a value and reads it back on another connection.
    pub(crate) async fn probe(&self) -> Result<(), StoreError> {
        let at = now();
        self.write(self.probe_row.write(at)).await?;
        let found: Option<(i64,)> = self.readers.first(&self.probe_row.find(at)).await?;
        found.map(|_| ()).ok_or(StoreError::NotStored)
    }

    /// Forgets what has no effect any more: allowances that are full, and the probes of servers
    /// that have ended.
    pub(crate) async fn clean_up(&self) -> Result<(), StoreError> {
        self.forget_full_allowances().await?;
        self.write(ProbeRow::forget_old(now())).await.map(|_| ())
    }

    /// Sends a write to the writer. Returns how many rows its first statement affected.
    async fn write(&self, write: Write) -> Result<u64, StoreError> {
        let (done, answer) = oneshot::channel();
        let writer = match write.contended {
            Some(_) => &self.contended_writer,
            None => &self.writer,
        };
        let job = Job::Write(write, done);
        writer.send(job).await.map_err(|_| StoreError::Closed)?;
        // The writer only ends between writes, so a write that it drops has not started.
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Stores a new table with its first events. Without an owner, the first node that needs the
    /// table claims it.
    ///
    /// # Errors
    ///
    /// If the table can't be stored.
    pub async fn create(&self, new: &NewTable, owner: Option<NodeId>) -> Result<(), StoreError> {
        let (game, events) = new.statements(owner, now())?;
        let write = Write {
            rest: events,
            ..Write::single(game)
        };
        self.write(write).await.map(|_| ())
    }

    /// Loads a table with all its events.
    ///
    /// # Errors
    ///
    /// If the table doesn't exist, or can't be read.
    pub async fn load(&self, table: TableId) -> Result<LoadedTable, StoreError> {
        let id = table.to_string();
        let game = "SELECT form, options, secret FROM game WHERE id = $1";
        let events = "SELECT at, body, command FROM entry WHERE game = $1 ORDER BY n";
        let game: Option<(i64, String, String)> = self
            .readers
            .first(&Statement::new(game).bind(id.as_str()))
            .await?;
        let rows: Vec<LoadedRow> = self.readers.rows(&Statement::new(events).bind(id)).await?;
        let (version, options, secret) = game.ok_or(StoreError::NoTable(table))?;
        if version != FORMAT_VERSION {
            return Err(StoreError::UnknownVersion { table, version });
        }
        let options = serde_json::from_str(&options).map_err(|error| StoreError::Options { table, error })?;
        let mut loaded = LoadedTable {
            state: TableState::new(options, secret.parse()?),
            people: People::default(),
            deleted: Vec::new(),
            events: Vec::with_capacity(rows.len()),
            appended_at: Vec::with_capacity(rows.len()),
        };
        for (index, (at, body, command)) in rows.into_iter().enumerate() {
            let event =
                serde_json::from_str(&body).map_err(|error| StoreError::Event { table, index, error })?;
            let applied = loaded.state.apply(&event);
            applied.map_err(|error| StoreError::Impossible { table, index, error })?;
            loaded.events.push(StoredEvent { event, command });
            loaded.appended_at.push(at);
        }
        let sat = loaded.events.iter().filter_map(|stored| stored.event.sits());
        loaded.people = self.people(sat).await?;
        let seats = Seat::ALL.into_iter();
        let playing = seats.filter(|seat| loaded.state.absence(*seat) != Some(Absence::Left));
        let seated = playing.filter_map(|seat| loaded.state.person_at(seat));
        let unknown = seated.filter(|person| loaded.people.get(person).is_none());
        loaded.deleted = self.deleted_among(unknown).await?;
        Ok(loaded)
    }

    /// Appends events. `first_index` is the index of the first one, and must equal the number of
    /// stored events. When this returns `Ok`, the events are on disk.
    ///
    /// Returns [`StoreError::Conflict`] if the table already has more events, or another node has
    /// claimed it since this `epoch`. In that case nothing is appended.
    pub(crate) async fn append(
        &self,
        table: TableId,
        epoch: i64,
        first_index: usize,
        events: &[StoredEvent],
        index_update: IndexUpdate,
    ) -> Result<(), StoreError> {
        let at = now();
        let mut rows = Vec::with_capacity(events.len());
        for (index, StoredEvent { event, command }) in (first_index..).zip(events) {
            let is_first = index == first_index;
            let row = if is_first {
                Statement::per_dialect(INSERT_IF_NEXT, INSERT_IF_NEXT_LOCKED)
            } else {
                Statement::new(INSERT_EVENT)
            };
            let row = bind_event(row, (table, index), at, event, command.clone())?;
            rows.push(if is_first { row.bind(epoch) } else { row });
        }
        let mut rows = rows.into_iter();
        let Some(first) = rows.next() else {
            return Ok(());
        };
        let mut write = Write {
            rest: rows.collect(),
            ..Write::single(first)
        };
        index_update.add_to(&mut write, table, at)?;
        let written = self.write(write).await;
        self.settle(table, written)
    }

    fn in_doubt(&self) -> MutexGuard<'_, HashSet<TableId>> {
        self.in_doubt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the outcome of an append means, given the appends of the same table before it.
    fn settle(&self, table: TableId, written: Result<u64, StoreError>) -> Result<(), StoreError> {
        let mut in_doubt = self.in_doubt();
        match written {
            Ok(affected) => {
                in_doubt.remove(&table);
                if affected > 0 {
                    Ok(())
                } else {
                    Err(StoreError::Conflict)
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

    /// The store's location, for tests.
    #[cfg(test)]
    pub(crate) fn location(&self) -> &str {
        &self.location
    }

    /// Runs arbitrary SQL, for tests.
    #[cfg(test)]
    pub(crate) async fn execute(&self, sql: &'static str) -> Result<(), StoreError> {
        self.write(Write::single(Statement::new(sql))).await.map(|_| ())
    }
}

/// A random secret for a new table.
pub(crate) fn random_secret() -> Result<Secret, StoreError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(Secret::new(bytes))
}

/// Inserts an event only if its number is the next one, and no other node has claimed the table
/// since. The primary key decides between two writers at the same time.
const INSERT_IF_NEXT: &str = "INSERT INTO entry (game, n, at, body, command) \
     SELECT $1, $2, $3, $4, $5 FROM game WHERE game.id = $1 AND game.epoch = $6 \
     AND (SELECT COALESCE(MAX(n) + 1, 0) FROM entry WHERE game = $1) = $2 ON CONFLICT DO NOTHING";
/// The same for PostgreSQL. The lock makes a claim wait until the append is committed, so that the
/// new owner reads everything that the old one has acknowledged.
const INSERT_IF_NEXT_LOCKED: &str = "INSERT INTO entry (game, n, at, body, command) \
     SELECT $1, $2, $3, $4, $5 FROM game WHERE game.id = $1 AND game.epoch = $6 \
     AND (SELECT COALESCE(MAX(n) + 1, 0) FROM entry WHERE game = $1) = $2 FOR SHARE OF game \
     ON CONFLICT DO NOTHING";
const INSERT_EVENT: &str = "INSERT INTO entry (game, n, at, body, command) VALUES ($1, $2, $3, $4, $5)";

fn bind_event(
    insert: Statement,
    (table, index): (TableId, usize),
    at: i64,
    event: &TableEvent,
    command: Option<String>,
) -> Result<Statement, StoreError> {
    let body = serde_json::to_string(event).map_err(|error| StoreError::Event { table, index, error })?;
    Ok(insert
        .bind(table.to_string())
        .bind(i64::try_from(index).unwrap_or(i64::MAX))
        .bind(at)
        .bind(body)
        .bind(command))
}

/// A day in milliseconds.
pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The current time in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
