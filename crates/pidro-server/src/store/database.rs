//! A common interface to SQLite and PostgreSQL: locations, connections, and SQL that both
//! understand.

use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection as _, Database as SqlxDatabase, Executor, FromRow, Pool};
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
    Integer(i64),
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
    pub(super) fn at(location: &str) -> Result<Database, sqlx::Error> {
        if location.starts_with("postgres://") || location.starts_with("postgresql://") {
            return Ok(Database::Postgres(location.parse()?));
        }
        create_private(location)?;
        let options = SqliteConnectOptions::new()
            .filename(location)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Acknowledged writes survive a power loss.
            .synchronous(SqliteSynchronous::Full)
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
