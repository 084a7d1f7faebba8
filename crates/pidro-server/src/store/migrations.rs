//! The migrations of the schema. Never change a released migration; add a new one.

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::StoreError;
use super::accounts::add_missing_keys;
use super::database::Connection;

/// Each migration: version, name, SQL for SQLite, SQL for PostgreSQL.
const MIGRATIONS: [(i64, &str, &str, &str); 4] = [
    (
        1,
        "games",
        include_str!("../../migrations/sqlite/0001_games.sql"),
        include_str!("../../migrations/postgres/0001_games.sql"),
    ),
    (
        2,
        "probe",
        include_str!("../../migrations/sqlite/0002_probe.sql"),
        include_str!("../../migrations/postgres/0002_probe.sql"),
    ),
    (
        3,
        "nodes",
        include_str!("../../migrations/sqlite/0003_nodes.sql"),
        include_str!("../../migrations/postgres/0003_nodes.sql"),
    ),
    (
        4,
        "people",
        include_str!("../../migrations/sqlite/0004_people.sql"),
        include_str!("../../migrations/postgres/0004_people.sql"),
    ),
];

/// The newest version of the schema.
pub(super) const NEWEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Migrates the schema to the current version.
pub(super) async fn run(connection: &mut Connection) -> Result<(), StoreError> {
    run_to(connection, NEWEST).await?;
    Ok(add_missing_keys(connection).await?)
}

/// Migrates the schema to this version.
pub(super) async fn run_to(connection: &mut Connection, newest: i64) -> Result<(), StoreError> {
    let sqlite = matches!(connection, Connection::Sqlite(_));
    let step =
        |(version, name, for_sqlite, for_postgres): (i64, &'static str, &'static str, &'static str)| {
            let sql = if sqlite { for_sqlite } else { for_postgres };
            Migration::new(
                version,
                name.into(),
                MigrationType::Simple,
                sql.into_sql_str(),
                false,
            )
        };
    let steps = Migrator::with_migrations(
        MIGRATIONS
            .into_iter()
            .filter(|(version, ..)| *version <= newest)
            .map(step)
            .collect::<Vec<_>>(),
    );
    connection.migrate(&steps).await.map_err(|error| match error {
        // The database has had a migration that we don't know.
        MigrateError::VersionMissing(version) => StoreError::NewerSchema {
            version,
            newest: NEWEST,
        },
        error => StoreError::Migration(error),
    })
}
