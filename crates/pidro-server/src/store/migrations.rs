//! The migrations of the schema. Never change a released migration; add a new one.

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::database::Connection;

/// Each migration: version, name, SQL for SQLite, SQL for PostgreSQL.
const MIGRATIONS: [(i64, &str, &str, &str); 3] = [
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
];

/// Migrates the schema to the current version.
pub(super) async fn run(connection: &mut Connection) -> Result<(), MigrateError> {
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
    let steps = Migrator::with_migrations(MIGRATIONS.map(step).to_vec());
    connection.migrate(&steps).await
}
