//! The schema, step by step. What has been released is never changed: a new step comes after it.

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::Pool;

/// Each step for SQLite and for PostgreSQL.
const STEPS: [(i64, &str, &str, &str); 1] = [(
    1,
    "games",
    include_str!("../../migrations/sqlite/0001_games.sql"),
    include_str!("../../migrations/postgres/0001_games.sql"),
)];

/// Brings the schema up to date.
pub(super) async fn run(pool: &Pool) -> Result<(), MigrateError> {
    let step = |(version, name, sqlite, postgres): (i64, &'static str, &'static str, &'static str)| {
        let sql = match pool {
            Pool::Sqlite(_) => sqlite,
            Pool::Postgres(_) => postgres,
        };
        Migration::new(
            version,
            name.into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    };
    let migrator = Migrator::with_migrations(STEPS.map(step).to_vec());
    match pool {
        Pool::Sqlite(pool) => migrator.run(pool).await,
        Pool::Postgres(pool) => migrator.run(pool).await,
    }
}
