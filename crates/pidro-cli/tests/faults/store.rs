//! The database of the server under test.

use std::path::PathBuf;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection, SqliteConnection};

/// A database, accessed from outside the server.
#[derive(Clone, Debug)]
pub(crate) enum Store {
    Sqlite(PathBuf),
    Postgres(String),
}

/// A row of a table's log: number, body, command.
pub(crate) type EventRow = (i64, String, Option<String>);

/// The whole content of the database, read through the test's own connection.
pub(crate) struct Contents {
    /// Tables by id, with their options.
    pub(crate) tables: Vec<(String, String)>,
    /// Table events by table, in the order of their numbers.
    pub(crate) events: Vec<(String, EventRow)>,
    /// People by id, with their names.
    pub(crate) people: Vec<(String, String)>,
}

macro_rules! contents {
    ($connection:expr) => {{
        let connection = $connection;
        let tables = sqlx::query_as("SELECT id, options FROM game").fetch_all(&mut *connection);
        let tables = tables.await.unwrap();
        let events = sqlx::query_as("SELECT game, n, body, command FROM entry ORDER BY game, n");
        let events: Vec<(String, i64, String, Option<String>)> =
            events.fetch_all(&mut *connection).await.unwrap();
        let people = sqlx::query_as("SELECT id, name FROM person").fetch_all(&mut *connection);
        let people = people.await.unwrap();
        Contents {
            tables,
            events: events
                .into_iter()
                .map(|(table, n, body, command)| (table, (n, body, command)))
                .collect(),
            people,
        }
    }};
}

impl Store {
    /// A new SQLite file in a folder.
    pub(crate) fn in_folder(folder: &std::path::Path) -> Store {
        Store::Sqlite(folder.join("server.sqlite"))
    }

    /// The value for `PIDRO_STORE`.
    pub(crate) fn address(&self) -> &str {
        match self {
            Store::Sqlite(file) => file.to_str().unwrap(),
            Store::Postgres(url) => url,
        }
    }

    pub(crate) async fn sqlite(&self) -> SqliteConnection {
        let Store::Sqlite(file) = self else {
            panic!("this is not SQLite")
        };
        let options = SqliteConnectOptions::new().filename(file);
        options.connect().await.unwrap()
    }

    pub(crate) async fn contents(&self) -> Contents {
        match self {
            Store::Sqlite(_) => contents!(&mut self.sqlite().await),
            Store::Postgres(url) => contents!(&mut PgConnection::connect(url).await.unwrap()),
        }
    }
}
