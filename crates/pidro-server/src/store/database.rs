//! A common interface to SQLite and PostgreSQL: locations, connections, and SQL that both
//! understand.

use std::path::Path;
use std::time::Duration;

use futures_util::TryStreamExt;
use serde_json::Value as Json;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection as _, Database as SqlxDatabase, Executor, FromRow, Pool,
};
use tokio::time::timeout;

use super::StoreError;

/// How long we wait for the database.
pub(super) const TIMEOUT: Duration = Duration::from_secs(10);
/// How long an idle connection may take to answer a ping. A connection whose peer has vanished
/// would otherwise block its next user forever.
const PING_TIMEOUT: Duration = Duration::from_secs(1);
/// What a connection of its own is for. Each has different settings in PostgreSQL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Writing,
    RenewingLease,
    /// Reading for as long as it takes.
    Reading,
    /// Upgrading the schema or restoring a backup, for as long as it takes.
    Migrating,
}

/// Settings of a writer's PostgreSQL session. If the network drops a connection, or the process is
/// paused, the database must not hold its locks for long: a retry of the same append waits for them,
/// and so does the node that takes over the tables. The timeout is shorter than a node's lease.
const WRITER_SESSION: &str = "SET idle_in_transaction_session_timeout = '1500ms'; \
     SET statement_timeout = '10s'; \
     SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3";
/// Settings of the session that renews the node's lease. A lease need not survive a crash of the
/// database, so nobody waits for the disk.
const REGISTRY_SESSION: &str = "SET synchronous_commit = off; \
     SET idle_in_transaction_session_timeout = '1500ms'; SET statement_timeout = '10s'";

/// Settings of a session that reads everything.
const READING_SESSION: &str = "SET default_transaction_read_only = on";
const MIGRATING_SESSION: &str = "SET statement_timeout = 0";

/// The location of the database.
#[derive(Clone, Debug)]
pub(super) enum Database {
    Sqlite(SqliteConnectOptions),
    Postgres(PgConnectOptions),
}

/// One connection.
#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// A pool of read-only connections: writes go through the writers.
#[derive(Clone, Debug)]
pub(super) enum Readers {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// A row type that works with both databases.
pub(super) trait Row:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// SQL with the values of its placeholders.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Statement {
    sqlite: &'static str,
    postgres: &'static str,
    values: Vec<Value>,
}

/// The value of a placeholder.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
    Real(f64),
}

impl Statement {
    /// SQL that both databases understand.
    pub(super) const fn new(sql: &'static str) -> Statement {
        Statement::per_dialect(sql, sql)
    }

    /// SQL that differs between the databases.
    pub(super) const fn per_dialect(sqlite: &'static str, postgres: &'static str) -> Statement {
        Statement {
            sqlite,
            postgres,
            values: Vec::new(),
        }
    }

    /// Binds the next placeholder.
    pub(super) fn bind(mut self, value: impl Into<Value>) -> Statement {
        self.values.push(value.into());
        self
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(Some(text.to_owned()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(Some(text))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Value {
        Value::Text(text)
    }
}

impl From<i64> for Value {
    fn from(integer: i64) -> Value {
        Value::Integer(Some(integer))
    }
}

impl From<Option<i64>> for Value {
    fn from(integer: Option<i64>) -> Value {
        Value::Integer(integer)
    }
}

impl From<f64> for Value {
    fn from(real: f64) -> Value {
        Value::Real(real)
    }
}

/// Binds the values of a statement. A macro, because the query types of the two databases share no
/// suitable trait.
macro_rules! bind_values {
    ($query:expr, $statement:expr) => {{
        let mut query = $query;
        for value in &$statement.values {
            query = match value {
                Value::Text(text) => query.bind(text),
                Value::Integer(integer) => query.bind(integer),
                Value::Real(real) => query.bind(real),
            };
        }
        query
    }};
}

impl Database {
    /// Parses a location: `postgres://…`, or the path of an SQLite file.
    pub(super) fn at(location: &str) -> Result<Database, StoreError> {
        if location.starts_with("postgres://") || location.starts_with("postgresql://") {
            return Ok(Database::Postgres(location.parse()?));
        }
        if location.contains("://") {
            return Err(StoreError::UnknownKind);
        }
        if !Path::new(location).exists() {
            create_private(location)?;
        }
        let options = SqliteConnectOptions::new()
            .filename(location)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Acknowledged writes survive a power loss.
            .synchronous(SqliteSynchronous::Full)
            // What was deleted can't be found in the file any more.
            .pragma("secure_delete", "on")
            .busy_timeout(TIMEOUT);
        Ok(Database::Sqlite(options))
    }

    /// Opens a connection outside the pool.
    pub(super) async fn connect(&self, purpose: Purpose) -> Result<Connection, sqlx::Error> {
        match self {
            Database::Sqlite(options) => options.connect().await.map(Connection::Sqlite),
            Database::Postgres(options) => {
                let mut connection = options.connect().await?;
                let settings = match purpose {
                    Purpose::Writing => WRITER_SESSION,
                    Purpose::RenewingLease => REGISTRY_SESSION,
                    Purpose::Reading => READING_SESSION,
                    Purpose::Migrating => MIGRATING_SESSION,
                };
                connection.execute(settings).await?;
                Ok(Connection::Postgres(connection))
            }
        }
    }

    /// Opens the pool of read-only connections.
    pub(super) async fn readers(&self, max_connections: u32) -> Result<Readers, sqlx::Error> {
        Ok(match self {
            Database::Sqlite(options) => {
                let pool = SqlitePoolOptions::new()
                    .acquire_timeout(TIMEOUT)
                    .max_connections(4);
                let options = options.clone().pragma("query_only", "on");
                Readers::Sqlite(pool.connect_with(options).await?)
            }
            Database::Postgres(options) => {
                let pool = PgPoolOptions::new()
                    .acquire_timeout(TIMEOUT)
                    .max_connections(max_connections)
                    .test_before_acquire(false)
                    .before_acquire(|connection, _| {
                        Box::pin(async move {
                            Ok(matches!(
                                timeout(PING_TIMEOUT, connection.ping()).await,
                                Ok(Ok(()))
                            ))
                        })
                    })
                    .after_connect(|connection, _| {
                        Box::pin(async move {
                            connection
                                .execute(
                                    "SET default_transaction_read_only = on; SET statement_timeout = '10s'",
                                )
                                .await?;
                            Ok(())
                        })
                    });
                Readers::Postgres(pool.connect_with(options.clone()).await?)
            }
        })
    }
}

/// A pooled connection that returns to its pool only if everything on it succeeded. After an error,
/// a timeout or a dropped future, something may still be in progress on it, and the next user would
/// suffer from that.
struct Checkout<DB: SqlxDatabase>(Option<PoolConnection<DB>>);

impl<DB: SqlxDatabase> Checkout<DB> {
    async fn acquire(pool: &Pool<DB>) -> Result<Checkout<DB>, sqlx::Error> {
        pool.acquire().await.map(|connection| Checkout(Some(connection)))
    }

    fn connection(&mut self) -> &mut DB::Connection {
        // Only `return_to_pool` and `drop` take it, and both consume the checkout.
        self.0.as_mut().expect("a checkout has its connection")
    }

    fn return_to_pool(mut self) {
        self.0 = None;
    }
}

impl<DB: SqlxDatabase> Drop for Checkout<DB> {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            drop(connection.detach());
        }
    }
}

impl Connection {
    /// Runs a statement that returns no rows. Returns how many rows it affected.
    pub(super) async fn execute(&mut self, statement: &Statement) -> Result<u64, sqlx::Error> {
        Ok(match self {
            Connection::Sqlite(connection) => {
                let query = bind_values!(sqlx::query(statement.sqlite), statement);
                query.execute(connection).await?.rows_affected()
            }
            Connection::Postgres(connection) => {
                let query = bind_values!(sqlx::query(statement.postgres), statement);
                query.execute(connection).await?.rows_affected()
            }
        })
    }

    /// The first row, if there is one.
    pub(super) async fn first<T: Row>(&mut self, statement: &Statement) -> Result<Option<T>, sqlx::Error> {
        Ok(self.rows(statement).await?.into_iter().next())
    }

    /// All rows.
    pub(super) async fn rows<T: Row>(&mut self, statement: &Statement) -> Result<Vec<T>, sqlx::Error> {
        match self {
            Connection::Sqlite(connection) => {
                let query = bind_values!(sqlx::query_as(statement.sqlite), statement);
                query.fetch_all(connection).await
            }
            Connection::Postgres(connection) => {
                let query = bind_values!(sqlx::query_as(statement.postgres), statement);
                query.fetch_all(connection).await
            }
        }
    }

    /// Begins a write transaction.
    ///
    /// We run `BEGIN` and `COMMIT` as plain statements instead of using sqlx's `Transaction`, which
    /// counts nesting depths. When the disk is full and a commit fails, SQLite has already rolled
    /// back, so sqlx's own rollback fails too and its depth stays at 1. The next transaction then
    /// becomes a savepoint in a transaction that never ends, and every later "commit" only releases
    /// that savepoint. Plain statements are unambiguous: `BEGIN` inside a transaction is an error,
    /// and `COMMIT` commits or fails.
    pub(super) async fn begin(&mut self) -> Result<(), sqlx::Error> {
        let sql = match self {
            // Take the lock first, so that nothing we read can be outdated when we write.
            Connection::Sqlite(_) => "BEGIN IMMEDIATE",
            Connection::Postgres(_) => "BEGIN",
        };
        self.execute(&Statement::new(sql)).await.map(|_| ())
    }

    /// Begins a transaction that sees the database as it is now, whatever others write.
    pub(super) async fn begin_snapshot(&mut self) -> Result<(), sqlx::Error> {
        let sql = match self {
            Connection::Sqlite(_) => "BEGIN",
            Connection::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        self.execute(&Statement::new(sql)).await.map(|_| ())
    }

    /// Passes on the rows of a table one by one, until the function returns `false`. The names must
    /// come from the program.
    pub(super) async fn for_each_row(
        &mut self,
        table: &str,
        columns: &[&str],
        mut pass_on: impl FnMut(Vec<Json>) -> bool,
    ) -> Result<(), sqlx::Error> {
        let sql = AssertSqlSafe(format!("SELECT {} FROM {table}", columns.join(", ")));
        match self {
            Connection::Sqlite(connection) => {
                let mut rows = sqlx::query(sql).fetch(connection);
                while let Some(row) = rows.try_next().await? {
                    if !pass_on(json_values(&row)?) {
                        break;
                    }
                }
            }
            Connection::Postgres(connection) => {
                let mut rows = sqlx::query(sql).fetch(connection);
                while let Some(row) = rows.try_next().await? {
                    if !pass_on(json_values(&row)?) {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Inserts a row with these values. The names must be known to exist.
    pub(super) async fn insert_json(
        &mut self,
        table: &str,
        columns: &[String],
        values: &[Json],
    ) -> Result<(), sqlx::Error> {
        // A null has no type that fits all columns, so it is part of the statement.
        let mut bound: Vec<&Json> = Vec::with_capacity(values.len());
        let places: Vec<String> = values
            .iter()
            .map(|value| match value {
                Json::String(_) | Json::Number(_) => {
                    bound.push(value);
                    format!("${}", bound.len())
                }
                _ => "NULL".to_owned(),
            })
            .collect();
        let sql = AssertSqlSafe(format!(
            "INSERT INTO {table} ({}) VALUES ({})",
            columns.join(", "),
            places.join(", ")
        ));
        macro_rules! insert {
            ($connection:expr) => {{
                let mut query = sqlx::query(sql);
                for value in bound {
                    query = match value {
                        Json::String(text) => query.bind(text),
                        Json::Number(number) if number.is_i64() => query.bind(number.as_i64()),
                        other => query.bind(other.as_f64()),
                    };
                }
                query.execute($connection).await?;
            }};
        }
        match self {
            Connection::Sqlite(connection) => insert!(connection),
            Connection::Postgres(connection) => insert!(connection),
        }
        Ok(())
    }

    /// Whether a table has no rows. The name must come from the program.
    pub(super) async fn is_empty_table(&mut self, table: &str) -> Result<bool, sqlx::Error> {
        let mut empty = true;
        self.for_each_row(table, &["1"], |_| {
            empty = false;
            false
        })
        .await?;
        Ok(empty)
    }

    /// Lets PostgreSQL number new rows after those that were inserted with their numbers. SQLite does
    /// so by itself.
    pub(super) async fn continue_numbering(&mut self, table: &str, column: &str) -> Result<(), sqlx::Error> {
        let Connection::Postgres(connection) = self else {
            return Ok(());
        };
        let sql = format!(
            "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), MAX({column})) FROM {table}"
        );
        sqlx::query(AssertSqlSafe(sql)).execute(connection).await?;
        Ok(())
    }

    pub(super) async fn commit(&mut self) -> Result<(), sqlx::Error> {
        self.execute(&Statement::new("COMMIT")).await.map(|_| ())
    }

    pub(super) async fn migrate(&mut self, steps: &Migrator) -> Result<(), MigrateError> {
        match self {
            Connection::Sqlite(connection) => steps.run(connection).await,
            Connection::Postgres(connection) => steps.run(connection).await,
        }
    }

    pub(super) async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Connection::Sqlite(connection) => connection.close().await,
            Connection::Postgres(connection) => connection.close().await,
        }
    }
}

impl Readers {
    /// All rows.
    pub(super) async fn rows<T: Row>(&self, statement: &Statement) -> Result<Vec<T>, StoreError> {
        self.query(statement).await.map_err(|error| {
            tracing::error!(%error, "the store could not read");
            StoreError::Unreadable
        })
    }

    async fn query<T: Row>(&self, statement: &Statement) -> Result<Vec<T>, sqlx::Error> {
        match self {
            Readers::Sqlite(pool) => {
                let mut checkout = Checkout::acquire(pool).await?;
                let query = bind_values!(sqlx::query_as(statement.sqlite), statement);
                let rows = with_timeout(query.fetch_all(checkout.connection())).await?;
                checkout.return_to_pool();
                Ok(rows)
            }
            Readers::Postgres(pool) => {
                let mut checkout = Checkout::acquire(pool).await?;
                let query = bind_values!(sqlx::query_as(statement.postgres), statement);
                let rows = with_timeout(query.fetch_all(checkout.connection())).await?;
                checkout.return_to_pool();
                Ok(rows)
            }
        }
    }

    /// The first row, if there is one.
    pub(super) async fn first<T: Row>(&self, statement: &Statement) -> Result<Option<T>, StoreError> {
        Ok(self.rows(statement).await?.into_iter().next())
    }

    pub(super) async fn close(&self) {
        match self {
            Readers::Sqlite(pool) => pool.close().await,
            Readers::Postgres(pool) => pool.close().await,
        }
    }
}

/// The values of a row as JSON.
fn json_values<R: sqlx::Row>(row: &R) -> Result<Vec<Json>, sqlx::Error>
where
    usize: sqlx::ColumnIndex<R>,
    for<'r> Option<String>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    for<'r> Option<i64>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    for<'r> Option<i32>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    for<'r> Option<f64>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
{
    let value = |index: usize| {
        let integer = row.try_get::<Option<i64>, _>(index).map(Json::from);
        integer
            .or_else(|_| row.try_get::<Option<i32>, _>(index).map(Json::from))
            .or_else(|_| row.try_get::<Option<f64>, _>(index).map(Json::from))
            .or_else(|_| row.try_get::<Option<String>, _>(index).map(Json::from))
    };
    (0..row.len()).map(value).collect()
}

/// Limits how long we wait for the database.
pub(super) async fn with_timeout<T>(
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    match timeout(TIMEOUT, answer).await {
        Ok(answer) => answer,
        Err(_) => Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())),
    }
}

/// Creates the database file readable only by its owner, because it contains the secrets of games.
fn create_private(file: &str) -> Result<(), sqlx::Error> {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        // Ignore other errors: opening the database will report them.
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Ok(()),
        opened => opened.map(|_| ()).map_err(sqlx::Error::Io),
    }
}
