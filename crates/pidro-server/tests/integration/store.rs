//! Reads and writes the server's database directly, without the server.

use pidro::Secret;
use pidro_protocol::TableId;
use pidro_table::{TableEvent, TableState};
use pidro_testing::long_game;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection, SqliteConnection};

/// Loads a table. A macro, because the connections of the two databases share no suitable trait.
macro_rules! load_from {
    ($connection:expr, $table:expr) => {{
        let connection = $connection;
        let game = sqlx::query_as("SELECT options, secret FROM game WHERE id = $1").bind($table);
        let game: (String, String) = game.fetch_one(&mut *connection).await.unwrap();
        let events = sqlx::query_as("SELECT body, command FROM entry WHERE game = $1 ORDER BY n");
        let events: Vec<(String, Option<String>)> = events.bind($table).fetch_all(connection).await.unwrap();
        StoredTable::new(game, events)
    }};
}

/// A table as it is stored.
pub(crate) struct StoredTable {
    /// The state after all events.
    pub(crate) state: TableState,
    pub(crate) events: Vec<TableEvent>,
    /// The command that caused each event: the person and the id that the person gave it.
    pub(crate) commands: Vec<Option<String>>,
}

impl StoredTable {
    fn new((options, secret): (String, String), rows: Vec<(String, Option<String>)>) -> StoredTable {
        let secret: Secret = secret.parse().unwrap();
        let mut state = TableState::new(serde_json::from_str(&options).unwrap(), secret);
        let (mut events, mut commands) = (Vec::new(), Vec::new());
        for (body, command) in rows {
            let event = serde_json::from_str(&body).unwrap();
            state.apply(&event).unwrap();
            events.push(event);
            commands.push(command);
        }
        StoredTable {
            state,
            events,
            commands,
        }
    }
}

/// A connection to the database of a server.
pub(crate) enum Database {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Database {
    pub(crate) async fn open(location: &str) -> Database {
        if location.contains("://") {
            Database::Postgres(PgConnection::connect(location).await.unwrap())
        } else {
            Database::Sqlite(open(location).await)
        }
    }

    pub(crate) async fn load(&mut self, table: &str) -> StoredTable {
        match self {
            Database::Sqlite(connection) => load(connection, table).await,
            Database::Postgres(connection) => load_from!(connection, table),
        }
    }
}

pub(crate) async fn open(file: &str) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(file)
        .connect()
        .await
        .unwrap()
}

pub(crate) async fn load(store: &mut SqliteConnection, table: &str) -> StoredTable {
    load_from!(store, table)
}

/// Stores a long game, played to its end. Returns the id of its table.
pub(crate) async fn insert_long_game(file: &str) -> String {
    let (game, table) = (long_game(), TableId::new().to_string());
    let mut store = open(file).await;
    let mut transaction = store.begin().await.unwrap();
    let options = serde_json::to_string(&game.options).unwrap();
    sqlx::query("INSERT INTO game (id, created, form, options, secret) VALUES ($1, 0, 1, $2, $3)")
        .bind(&table)
        .bind(options)
        .bind(game.secret.to_hex())
        .execute(&mut *transaction)
        .await
        .unwrap();
    for (n, event) in (0_i64..).zip(&game.events) {
        sqlx::query("INSERT INTO entry (game, n, at, body) VALUES ($1, $2, 0, $3)")
            .bind(&table)
            .bind(n)
            .bind(serde_json::to_string(event).unwrap())
            .execute(&mut *transaction)
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
    store.close().await.unwrap();
    table
}
