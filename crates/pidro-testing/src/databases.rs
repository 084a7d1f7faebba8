//! New databases for tests of the server.

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

/// The location of an SQLite file that doesn't exist yet.
#[must_use]
pub fn new_file(name: &str) -> String {
    let file = std::env::temp_dir().join(format!("pidro-test-{}-{name}.sqlite", std::process::id()));
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", file.display()));
    }
    file.to_str().unwrap().to_owned()
}

/// The locations of new databases, one of each available kind.
pub async fn new_databases(name: &str) -> Vec<String> {
    let mut databases = vec![new_file(name)];
    databases.extend(new_postgres(name).await);
    databases
}

/// The location of a new PostgreSQL database, or `None` if there is no server.
///
/// `./test` starts a PostgreSQL server and passes its address in `PIDRO_TEST_POSTGRES`, with
/// `DATABASE` as a placeholder for the name of the database.
pub async fn new_postgres(name: &str) -> Option<String> {
    let Ok(url) = std::env::var("PIDRO_TEST_POSTGRES") else {
        eprintln!("PostgreSQL is not tested: PIDRO_TEST_POSTGRES is not set");
        return None;
    };
    let database = format!("pidro_{}_{name}", std::process::id()).replace('-', "_");
    let mut server = PgConnection::connect(&url.replace("DATABASE", "postgres"))
        .await
        .unwrap();
    for sql in [
        format!("DROP DATABASE IF EXISTS {database}"),
        format!("CREATE DATABASE {database}"),
    ] {
        server.execute(AssertSqlSafe(sql)).await.unwrap();
    }
    Some(url.replace("DATABASE", &database))
}
