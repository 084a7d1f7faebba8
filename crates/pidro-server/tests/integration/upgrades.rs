//! Databases that earlier releases have made are upgraded, and their games are played on.

use std::io::Read;

use flate2::read::GzDecoder;
use pidro_client::{Client, Guest, http};
use pidro_server::{Admin, Config, Server};
use pidro_testing::{new_file, new_postgres};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};

use crate::play;

/// The guest's name, with characters that JSON escapes.
const GUEST: &str = "Åke \"Ake\" Öhman\\";

/// Each schema version, as SQLite, as PostgreSQL, and the tables in each.
const DATABASES: [(&[u8], &str, &[u8], &str); 3] = [
    (
        include_bytes!("upgrades/sqlite-1.gz"),
        include_str!("upgrades/sqlite-1.json"),
        include_bytes!("upgrades/postgres-1.gz"),
        include_str!("upgrades/postgres-1.json"),
    ),
    (
        include_bytes!("upgrades/sqlite-2.gz"),
        include_str!("upgrades/sqlite-2.json"),
        include_bytes!("upgrades/postgres-2.gz"),
        include_str!("upgrades/postgres-2.json"),
    ),
    (
        include_bytes!("upgrades/sqlite-3.gz"),
        include_str!("upgrades/sqlite-3.json"),
        include_bytes!("upgrades/postgres-3.gz"),
        include_str!("upgrades/postgres-3.json"),
    ),
];

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut content).unwrap();
    content
}

/// The names in the stored events.
async fn names_in_events(location: &str) -> i64 {
    let sql = "SELECT COUNT(*) FROM entry WHERE body LIKE '%\"name\"%'";
    if location.starts_with("postgres") {
        let mut connection = PgConnection::connect(location).await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
    } else {
        let mut connection = SqliteConnection::connect(location).await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap()
    }
}

async fn log_in(server: &Server, name: &str, password: &str) -> Guest {
    let given = json!({"name": name, "password": password});
    let answer = http(server.address(), "POST", "/api/sessions", None, Some(&given)).await;
    Guest::from_response(&answer.unwrap()).expect("the account is there")
}

/// Opens a database of an earlier release, and plays on.
async fn upgrade(location: &str, tables: &str) {
    assert!(
        names_in_events(location).await > 0,
        "earlier releases stored names in events"
    );
    let mut config = Config::with_store(location);
    // The guests are older every year.
    config.keep = 0;
    let server = Server::start(config, "").await.unwrap();
    assert_eq!(names_in_events(location).await, 0);
    let address = server.address();
    let tables: Value = serde_json::from_str(tables).unwrap();
    let path = |table: &str, what: &str| format!("/api/tables/{}{what}", tables[table].as_str().unwrap());
    // The finished game is complete, with the guest's name.
    let record = http(address, "GET", &path("finished", "/record"), None, None)
        .await
        .unwrap();
    assert!(record.text.contains("Öhman"), "{}", record.text);
    let info = http(address, "GET", &path("finished", ""), None, None)
        .await
        .unwrap()
        .json();
    assert_eq!(info["seats"]["S"]["name"], GUEST);
    assert_eq!(info["seats"]["S"]["guest"], true);
    let proof = http(address, "GET", &path("finished", "/verify"), None, None)
        .await
        .unwrap();
    assert_eq!(proof.json()["fair"], true, "{}", proof.text);
    // Both accounts can log in, although their names look alike; nobody else can have the name.
    let anna = log_in(&server, "Anna", "lingonberries").await;
    let look_alike = log_in(&server, "Аnna", "cloudberries").await;
    assert_ne!(anna.id, look_alike.id);
    assert!(Guest::new(address, "ANNA").await.is_err());
    // The other game goes on.
    let mut client = Client::connect(address, None).await.unwrap();
    let table = tables["unfinished"].as_str().unwrap();
    client.join(table, Some(&anna.token), json!({})).await.unwrap();
    let before = client.n;
    play(&mut client, 6).await;
    assert!(client.n > before + 6, "{} {before}", client.n);
    let games = http(address, "GET", "/api/me/games", Some(&anna.token), None)
        .await
        .unwrap();
    assert_eq!(games.json()["games"].as_array().unwrap().len(), 1);
    server.stop().await;
    let admin = Admin::open(location, "test").await.unwrap();
    let checked = admin.check(|_| {}).await.unwrap();
    assert_eq!((checked.tables, checked.damaged.len()), (2, 0));
    admin.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_files_of_every_schema_version_are_upgraded() {
    for (version, (file, tables, ..)) in (1..).zip(DATABASES) {
        let location = new_file(&format!("schema-{version}"));
        std::fs::write(&location, unpacked(file)).unwrap();
        upgrade(&location, tables).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_databases_of_every_schema_version_are_upgraded() {
    for (version, (_, _, dump, tables)) in (1..).zip(DATABASES) {
        let Some(location) = new_postgres(&format!("schema-{version}")).await else {
            return;
        };
        let mut connection = PgConnection::connect(&location).await.unwrap();
        let dump = String::from_utf8(unpacked(dump)).unwrap();
        // The dump sets an empty search path, and psql's own commands are not SQL.
        let sql: Vec<&str> = dump
            .lines()
            .filter(|line| !line.starts_with('\\') && !line.contains("set_config('search_path'"))
            .collect();
        connection
            .execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql.join("\n"))))
            .await
            .unwrap();
        connection.close().await.unwrap();
        upgrade(&location, tables).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_newer_release_is_refused() {
    let location = new_file("newer-schema");
    let server = Server::start(Config::with_store(&location), "").await.unwrap();
    server.stop().await;
    let mut connection = SqliteConnection::connect(&location).await.unwrap();
    let sql = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
               VALUES (1000, 'future', TRUE, X'00', 0)";
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let error = Server::start(Config::with_store(&location), "")
        .await
        .err()
        .unwrap();
    let error = error.to_string();
    assert!(
        error.contains("a newer release has upgraded this database to schema version 1000"),
        "{error}"
    );
    let error = Admin::open(&location, "test").await.err().unwrap().to_string();
    assert!(error.contains("schema version 1000"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_do_not_upgrade_a_database() {
    let location = new_file("older-schema");
    std::fs::write(&location, unpacked(DATABASES[2].0)).unwrap();
    let error = Admin::open(&location, "test").await.err().unwrap().to_string();
    assert!(error.contains("schema version 3"), "{error}");
    assert!(names_in_events(&location).await > 0, "nothing has changed");
}
