//! The one task that writes. What many tables bring while a commit is under way goes into the next one.
//!
//! Everything that is stored goes through here, on one connection, so that one rule keeps the
//! promise that whatever is acknowledged can be read by everybody: **a connection on which anything
//! has failed is never used again.** [`Connection::begin`] says what happens without it.

use std::time::{Duration, Instant};

use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::postgres::{PgDatabaseError, PgSeverity};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use super::database::{Connection, Database, Statement, in_time};
use super::results::{self, GameOver};
use super::{StoreError, now};
use crate::metrics::StoreMetrics;

/// The most writes of one commit.
const BATCH: usize = 256;
/// How often a store that fails is tried while nobody writes, so that metrics tell when it recovers.
const RETRY: Duration = Duration::from_secs(1);

/// What the writer is asked for.
#[derive(Debug)]
pub(super) enum Job {
    /// To write something; the reply says how many rows its first statement touched.
    Write(Write, oneshot::Sender<Result<u64, StoreError>>),
    /// To finish what was brought before, and to close the connection.
    Close(oneshot::Sender<()>),
}

/// Something that is written whole or not at all.
#[derive(Clone, Debug)]
pub(super) struct Write {
    /// Decides: if it touches no row, nothing else is written.
    pub(super) first: Statement,
    pub(super) rest: Vec<Statement>,
    /// The results of a game that this write ends, with the ratings that follow from them.
    pub(super) game_over: Option<GameOver>,
}

impl Write {
    pub(super) fn one(statement: Statement) -> Write {
        Write {
            first: statement,
            rest: Vec::new(),
            game_over: None,
        }
    }

    /// Changes one row, for nothing but to see that it can be changed.
    pub(super) fn probe(at: i64) -> Write {
        // It only grows, so that of two probes at once both find theirs.
        let sql = "INSERT INTO probe (id, at) VALUES (1, $1) \
                   ON CONFLICT (id) DO UPDATE SET at = CASE WHEN probe.at > $1 THEN probe.at ELSE $1 END";
        Write::one(Statement::new(sql).bind(at))
    }

    async fn run(&self, connection: &mut Connection) -> Result<u64, sqlx::Error> {
        let touched = connection.execute(&self.first).await?;
        if touched > 0 {
            for statement in &self.rest {
                connection.execute(statement).await?;
            }
            if let Some(game_over) = &self.game_over {
                results::write(connection, game_over).await?;
            }
        }
        Ok(touched)
    }
}

/// Why a transaction did not end well, and what is known of it.
enum Failed {
    /// The database refuses one of the writes. Nothing is stored.
    Refused(sqlx::Error),
    /// Nothing is stored.
    NotStored(sqlx::Error),
    /// The commit may have happened: it was sent, and no answer came that says otherwise.
    Unknown(sqlx::Error),
}

impl Failed {
    /// What happened if a statement before the commit fails. Its connection is closed, so it can't
    /// be committed any more.
    fn before_commit(error: sqlx::Error) -> Failed {
        match &error {
            sqlx::Error::Database(database) if database.kind() != ErrorKind::Other => Failed::Refused(error),
            _ => Failed::NotStored(error),
        }
    }

    /// What happened if the commit itself fails. Only what the database says clearly counts.
    fn at_commit(error: sqlx::Error) -> Failed {
        let database = error.as_database_error();
        let rolled_back = match database.and_then(|error| error.try_downcast_ref::<PgDatabaseError>()) {
            Some(error) => postgres_rolled_back(error.severity(), error.code()),
            None => database
                .and_then(DatabaseError::code)
                .is_some_and(|code| sqlite_rolled_back(&code)),
        };
        if rolled_back {
            Failed::NotStored(error)
        } else {
            Failed::Unknown(error)
        }
    }
}

/// Whether SQLite's answer to a commit means that nothing is stored. The low byte of its code says
/// what it is: 5 busy, 8 read-only, 13 full. Each comes before the end of the commit is in the log.
/// After an I/O error, which may be that of the last sync, a restart may still find the commit there.
fn sqlite_rolled_back(code: &str) -> bool {
    matches!(code.parse::<u32>().map(|code| code & 0xff), Ok(5 | 8 | 13))
}

/// Whether PostgreSQL's answer to a commit means that nothing is stored: a violated constraint, a
/// lost race or a transaction that had failed before. A session that panics while it writes its log
/// answers with an error too, and the next start may find the commit in the log.
fn postgres_rolled_back(severity: PgSeverity, code: &str) -> bool {
    severity == PgSeverity::Error
        && (code.starts_with("23") || matches!(code, "40001" | "40002" | "40P01" | "25P02"))
}

/// The connection that writes, and how to get another one.
pub(super) struct Writer {
    database: Database,
    connection: Option<Connection>,
    metrics: StoreMetrics,
}

impl Writer {
    pub(super) const fn new(database: Database, connection: Connection, metrics: StoreMetrics) -> Writer {
        Writer {
            database,
            connection: Some(connection),
            metrics,
        }
    }

    /// Writes until nobody can bring anything any more.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut batch = Vec::new();
        loop {
            let failing = self.metrics.is_failing();
            tokio::select! {
                count = jobs.recv_many(&mut batch, BATCH) => {
                    if count == 0 {
                        return;
                    }
                }
                () = sleep(RETRY), if failing => {
                    let _ = self.write_all(&[&Write::probe(now())]).await;
                    continue;
                }
            }
            let (mut writes, mut replies, mut closed) = (Vec::new(), Vec::new(), None);
            for job in batch.drain(..) {
                match job {
                    Job::Write(write, reply) => {
                        writes.push(write);
                        replies.push(reply);
                    }
                    Job::Close(done) => closed = Some(done),
                }
            }
            if !writes.is_empty() {
                self.serve(&writes, replies).await;
            }
            if let Some(done) = closed {
                if let Some(connection) = self.connection.take() {
                    // Whatever matters is committed.
                    let _ = in_time(connection.close()).await;
                }
                let _ = done.send(());
                return;
            }
        }
    }

    async fn serve(&mut self, writes: &[Write], replies: Vec<oneshot::Sender<Result<u64, StoreError>>>) {
        let all: Vec<&Write> = writes.iter().collect();
        match self.write_all(&all).await {
            Ok(touched) => {
                for (reply, touched) in replies.into_iter().zip(touched) {
                    // Nobody may be waiting any more.
                    let _ = reply.send(Ok(touched));
                }
            }
            // Only one of them is to blame: each by itself.
            Err(Failed::Refused(_)) => {
                let mut fails = false;
                for (reply, write) in replies.into_iter().zip(writes) {
                    // A store that has just failed would keep each of them waiting for as long.
                    let done = if fails {
                        Err(StoreError::NotStored)
                    } else {
                        let done = self.write_all(&[write]).await;
                        fails = matches!(done, Err(Failed::NotStored(_) | Failed::Unknown(_)));
                        done.map(|touched| touched[0]).map_err(StoreError::from)
                    };
                    let _ = reply.send(done);
                }
            }
            Err(Failed::NotStored(_)) => {
                for reply in replies {
                    let _ = reply.send(Err(StoreError::NotStored));
                }
            }
            Err(Failed::Unknown(_)) => {
                for reply in replies {
                    let _ = reply.send(Err(StoreError::OutcomeUnknown));
                }
            }
        }
    }

    /// Commits all of them in one transaction; how many rows each touched.
    async fn write_all(&mut self, writes: &[&Write]) -> Result<Vec<u64>, Failed> {
        let begun = Instant::now();
        let count = writes.len() as u64;
        self.metrics.appended.inc_by(count);
        let mut done = self.attempt(writes).await;
        // A connection that was idle may have ended long ago, with a restart of the database. Nothing
        // has been committed, so another one may try.
        if matches!(
            done,
            Err(Failed::NotStored(sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed))
        ) && begun.elapsed() < RETRY
        {
            done = self.attempt(writes).await;
        }
        self.metrics.commit.observe(begun.elapsed().as_secs_f64());
        match &done {
            // A database that refuses something works.
            Ok(_) | Err(Failed::Refused(_)) => self.metrics.wrote(),
            Err(Failed::NotStored(error)) => {
                tracing::error!(%error, writes = count, "nothing could be stored");
                self.metrics.could_not_write(count);
            }
            Err(Failed::Unknown(error)) => {
                tracing::error!(%error, writes = count, "a commit has an unknown outcome");
                self.metrics.unknown.inc_by(count);
                self.metrics.could_not_write(count);
            }
        }
        done
    }

    async fn attempt(&mut self, writes: &[&Write]) -> Result<Vec<u64>, Failed> {
        // The connection is taken out and comes back only when all went well. If this future is
        // dropped half-way, it doesn't come back either.
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => in_time(self.database.connect())
                .await
                .map_err(Failed::NotStored)?,
        };
        let statements = async {
            connection.begin().await?;
            let mut touched = Vec::with_capacity(writes.len());
            for write in writes {
                touched.push(write.run(&mut connection).await?);
            }
            Ok(touched)
        };
        let touched = in_time(statements).await.map_err(Failed::before_commit)?;
        match in_time(connection.commit()).await {
            Ok(()) => {
                self.connection = Some(connection);
                Ok(touched)
            }
            Err(error) => Err(Failed::at_commit(error)),
        }
    }
}

impl From<Failed> for StoreError {
    fn from(failed: Failed) -> StoreError {
        match failed {
            Failed::Refused(error) => StoreError::Database(error),
            Failed::NotStored(_) => StoreError::NotStored,
            Failed::Unknown(_) => StoreError::OutcomeUnknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certain_is_called_not_stored() {
        // Busy, read-only and full, also with more in their upper bytes.
        for code in ["5", "8", "13", "261", "1032"] {
            assert!(sqlite_rolled_back(code), "{code}");
        }
        // Errors of writing and syncing, a corrupt file, and no number at all.
        for code in ["10", "778", "1034", "11", ""] {
            assert!(!sqlite_rolled_back(code), "{code}");
        }
        for code in ["23505", "40001", "40P01", "25P02"] {
            assert!(postgres_rolled_back(PgSeverity::Error, code), "{code}");
            assert!(!postgres_rolled_back(PgSeverity::Panic, code), "{code}");
        }
        // A full disk, an I/O error, a session that was ended, a connection that was lost.
        for code in ["53100", "58030", "57P01", "08006", "40003"] {
            for severity in [PgSeverity::Error, PgSeverity::Fatal, PgSeverity::Panic] {
                assert!(!postgres_rolled_back(severity, code), "{code}");
            }
        }
    }
}
