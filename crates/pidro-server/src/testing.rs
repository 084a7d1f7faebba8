//! Stores for tests: an SQLite file of its own and, where one is given, a PostgreSQL server.

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::store::Store;

/// A new SQLite store.
pub(crate) async fn sqlite(name: &str) -> Store {
    let file = std::env::temp_dir().join(format!("pidro-server-{}-{name}.sqlite", std::process::id()));
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", file.display()));
    }
    Store::open(file.to_str().unwrap()).await.unwrap()
}

/// A store of each kind that there is. `./test` starts a PostgreSQL server and tells its address in `PIDRO_TEST_POSTGRES`, with `DATABASE`
/// where the name of a database belongs.
pub(crate) async fn stores(name: &str) -> Vec<Store> {
    let mut stores = vec![sqlite(name).await];
    let Ok(url) = std::env::var("PIDRO_TEST_POSTGRES") else {
        eprintln!("PostgreSQL is not tested: PIDRO_TEST_POSTGRES is not set");
        return stores;
    };
    let database = format!("pidro_{}_{name}", std::process::id());
    let mut server = PgConnection::connect(&url.replace("DATABASE", "postgres"))
        .await
        .unwrap();
    for sql in [
        format!("DROP DATABASE IF EXISTS {database}"),
        format!("CREATE DATABASE {database}"),
    ] {
        server.execute(AssertSqlSafe(sql)).await.unwrap();
    }
    stores.push(Store::open(&url.replace("DATABASE", &database)).await.unwrap());
    stores
}
