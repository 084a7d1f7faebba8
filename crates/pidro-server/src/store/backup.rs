//! Backups: everything that matters of a store as one compressed file, the same for SQLite and
//! PostgreSQL.
//!
//! A backup is read in one transaction, so it is consistent while servers write. Its first line names
//! the version of the schema, then come the rows of each table, and the last line counts them: a file
//! that was cut off is refused. What only concerns running servers (leases, limits, probes) is left
//! out.

use std::io::{BufRead, Write as IoWrite};

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use thiserror::Error;

use super::database::{Connection, Database, Purpose, Statement};
use super::{Store, StoreError, migrations, nodes, now};

/// The version of the format.
const FORMAT: u32 = 1;

/// The tables of a backup with their columns, in an order in which they can be inserted.
const TABLES: [(&str, &[&str]); 8] = [
    ("game", &["id", "created", "form", "options", "secret"]),
    ("entry", &["game", "n", "at", "body", "command"]),
    (
        "person",
        &[
            "id",
            "created",
            "name",
            "account",
            "password",
            "rating",
            "uncertainty",
            "rated",
            "name_key",
            "recovery",
            "admin",
        ],
    ),
    ("token", &["hash", "person", "used", "created", "client"]),
    (
        "player",
        &[
            "game",
            "seat",
            "person",
            "at",
            "won",
            "own",
            "other",
            "contracts",
            "made",
            "rating",
        ],
    ),
    ("ban", &["subject", "at", "until", "reason", "actor"]),
    ("audit", &["n", "at", "actor", "action", "subject", "detail"]),
    (
        "report",
        &[
            "id",
            "at",
            "reporter",
            "person",
            "game",
            "reason",
            "body",
            "closed_at",
            "closed_by",
            "note",
        ],
    ),
];

/// Why a backup could not be made or restored.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The file can't be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The file is not a backup.
    #[error("this is not a backup of a Pidro server")]
    NotABackup,
    /// The end of the file is missing.
    #[error("the backup is incomplete: its end is missing")]
    Incomplete,
    /// A line can't be parsed.
    #[error("the backup is damaged in line {line}")]
    Damaged {
        /// The number of the line.
        line: u64,
    },
    /// A newer release made the backup.
    #[error("a newer release made this backup: restore it with that release")]
    Newer,
    /// The store has content, which a restore would overwrite.
    #[error("the store is not empty: restore into a new one")]
    NotEmpty,
    /// Servers are using the store.
    #[error("a server is using {0}: stop it first")]
    InUse(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> BackupError {
        BackupError::Store(error.into())
    }
}

/// The first line of a backup.
#[derive(Serialize, Deserialize)]
struct Header {
    pidro_backup: u32,
    schema: i64,
    at: i64,
}

/// The line before the rows of a table.
#[derive(Serialize, Deserialize)]
struct TableHeader {
    table: String,
    columns: Vec<String>,
}

/// The last line.
#[derive(Serialize, Deserialize)]
struct Footer {
    rows: u64,
}

impl Store {
    /// Writes a backup. Returns how many rows it has.
    pub(crate) async fn back_up(&self, mut output: impl IoWrite + Send) -> Result<u64, BackupError> {
        let mut connection = self.database.connect(Purpose::Reading).await?;
        connection.begin_snapshot().await?;
        let header = Header {
            pidro_backup: FORMAT,
            schema: migrations::NEWEST,
            at: now(),
        };
        write_line(&mut output, &header)?;
        let mut rows = 0;
        for (table, columns) in TABLES {
            let header = TableHeader {
                table: table.to_owned(),
                columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            };
            write_line(&mut output, &header)?;
            let mut failed = None;
            connection
                .for_each_row(table, columns, |row: Vec<Json>| {
                    rows += 1;
                    if failed.is_none() {
                        failed = write_line(&mut output, &row).err();
                    }
                    failed.is_none()
                })
                .await?;
            if let Some(error) = failed {
                return Err(error.into());
            }
        }
        write_line(&mut output, &Footer { rows })?;
        output.flush()?;
        // The connection has only read.
        let _ = connection.close().await;
        Ok(rows)
    }
}

/// Restores a backup into a store that must be empty; an SQLite file is created. Returns how many rows
/// it has.
pub(crate) async fn restore(location: &str, input: impl BufRead) -> Result<u64, BackupError> {
    let mut lines = Lines { input, number: 0 };
    let header: Header = lines.next_value()?.ok_or(BackupError::NotABackup)?;
    if header.pidro_backup != FORMAT || header.schema > migrations::NEWEST {
        return Err(BackupError::Newer);
    }
    let database = Database::at(location)?;
    let mut connection = database
        .connect(Purpose::Migrating)
        .await
        .map_err(StoreError::at_opening)?;
    if let Some(address) = nodes::first_running(&mut connection).await? {
        return Err(BackupError::InUse(address));
    }
    // A backup of an older schema goes into that schema, which is upgraded afterwards.
    migrations::run_to(&mut connection, header.schema).await?;
    for (table, _) in [TABLES[0], TABLES[2]] {
        if !connection.is_empty_table(table).await? {
            return Err(BackupError::NotEmpty);
        }
    }
    connection.begin().await?;
    let rows = insert_rows(&mut connection, &mut lines).await?;
    connection.continue_numbering("audit", "n").await?;
    connection.commit().await?;
    migrations::run(&mut connection).await?;
    let _ = connection.close().await;
    Ok(rows)
}

/// Inserts all rows of a backup, up to its last line.
async fn insert_rows(
    connection: &mut Connection,
    lines: &mut Lines<impl BufRead>,
) -> Result<u64, BackupError> {
    let mut rows = 0;
    let mut current: Option<TableHeader> = None;
    while let Some(line) = lines.next_value::<Json>()? {
        let damaged = BackupError::Damaged { line: lines.number };
        if let Json::Array(values) = &line {
            let fits = |header: &&TableHeader| header.columns.len() == values.len();
            let header = current.as_ref().filter(fits).ok_or(damaged)?;
            connection
                .insert_json(&header.table, &header.columns, values)
                .await?;
            rows += 1;
        } else if let Ok(Footer { rows: expected }) = serde_json::from_value(line.clone()) {
            return if rows == expected {
                Ok(rows)
            } else {
                Err(BackupError::Incomplete)
            };
        } else {
            let header = serde_json::from_value(line).ok().filter(TableHeader::is_known);
            current = Some(header.ok_or(damaged)?);
        }
    }
    Err(BackupError::Incomplete)
}

impl TableHeader {
    /// Whether the table and its columns exist. The names come from a file, and must not become SQL of
    /// somebody's choice.
    fn is_known(&self) -> bool {
        let known = TABLES.iter().find(|(table, _)| *table == self.table);
        known.is_some_and(|(_, known)| self.columns.iter().all(|column| known.contains(&column.as_str())))
    }
}

fn write_line(output: &mut impl IoWrite, value: &impl Serialize) -> std::io::Result<()> {
    serde_json::to_writer(&mut *output, value)?;
    output.write_all(b"\n")
}

/// The lines of a backup.
struct Lines<R> {
    input: R,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// The next line; `None` at the end of the file.
    fn next_value<T: for<'de> Deserialize<'de>>(&mut self) -> Result<Option<T>, BackupError> {
        let mut line = String::new();
        self.number += 1;
        match self.input.read_line(&mut line) {
            Ok(0) => Ok(None),
            Ok(_) => match serde_json::from_str(&line) {
                Ok(value) => Ok(Some(value)),
                Err(_) if self.number == 1 => Err(BackupError::NotABackup),
                Err(_) => Err(BackupError::Damaged { line: self.number }),
            },
            // A file of another kind, or one whose end is missing.
            Err(_) if self.number == 1 => Err(BackupError::NotABackup),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Err(BackupError::Incomplete),
            Err(error) if error.kind() == std::io::ErrorKind::InvalidInput => {
                Err(BackupError::Damaged { line: self.number })
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Whether the store's schema is the one of this release. `pidro admin` doesn't upgrade it, because a
/// server of an older release may be running.
pub(super) async fn check_schema(connection: &mut Connection) -> Result<(), StoreError> {
    let find = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations WHERE success = TRUE";
    let row: Result<Option<(i64,)>, _> = connection.first(&Statement::new(find)).await;
    let version = row.ok().flatten().map_or(0, |(version,)| version);
    match version {
        migrations::NEWEST => Ok(()),
        0 => Err(StoreError::NoStore),
        older if older < migrations::NEWEST => Err(StoreError::OlderSchema {
            version: older,
            newest: migrations::NEWEST,
        }),
        newer => Err(StoreError::NewerSchema {
            version: newer,
            newest: migrations::NEWEST,
        }),
    }
}
