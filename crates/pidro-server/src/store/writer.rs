//! The tasks that write to the database. Writes that arrive during a commit share the next one.
//!
//! A task has one connection, so that one rule guarantees that everybody can read what was
//! acknowledged: **a connection on which anything has failed is never used again.**
//! [`Connection::begin`] explains what could happen otherwise.
//!
//! SQLite has one task. PostgreSQL has a second one for rows that other nodes write, too: a node that
//! hangs in a transaction keeps such rows locked for a while, and decisions at the tables must not
//! wait for them.

use std::time::{Duration, Instant};

use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::postgres::{PgDatabaseError, PgSeverity};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use super::database::{Connection, Database, Purpose, Statement, with_timeout};
use super::results::{self, GameOver};
use super::{StoreError, now};
use crate::metrics::StoreMetrics;

/// The maximum number of writes in one commit.
const MAX_BATCH: usize = 256;
/// How often we probe a failing store while nobody writes, so that the metrics show when it
/// recovers.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// How long the probe of a server is kept, in milliseconds. If a running server writes it less
/// often, its row is simply inserted again.
const PROBE_LIFETIME: i64 = 24 * 60 * 60 * 1000;

/// A request to the writer.
#[derive(Debug)]
pub(super) enum Job {
    /// Write something. The reply says how many rows the first statement affected.
    Write(Write, oneshot::Sender<Result<u64, StoreError>>),
    /// Finish all earlier writes and close the connection.
    Close(oneshot::Sender<()>),
}

/// A write that is stored completely or not at all.
#[derive(Clone, Debug)]
pub(super) struct Write {
    /// The condition: if this statement affects no row, the rest is skipped.
    pub(super) first: Statement,
    pub(super) rest: Vec<Statement>,
    /// The key of a row that other nodes write, too.
    pub(super) contended: Option<String>,
    /// The results of a game that this write ends. They also update the ratings.
    pub(super) game_over: Option<GameOver>,
}

impl Write {
    pub(super) fn single(statement: Statement) -> Write {
        Write {
            first: statement,
            rest: Vec::new(),
            contended: None,
            game_over: None,
        }
    }

    /// A write to a row that other nodes write, too.
    pub(super) fn contended(key: &str, statement: Statement) -> Write {
        Write {
            contended: Some(key.to_owned()),
            ..Write::single(statement)
        }
    }

    async fn run(&self, connection: &mut Connection) -> Result<u64, sqlx::Error> {
        let affected = connection.execute(&self.first).await?;
        if affected > 0 {
            for statement in &self.rest {
                connection.execute(statement).await?;
            }
            if let Some(game_over) = &self.game_over {
                results::write(connection, game_over).await?;
            }
        }
        Ok(affected)
    }
}

/// Why a transaction failed, and what we know about its outcome.
enum TransactionError {
    /// The database rejected one of the writes. Nothing is stored.
    Refused(sqlx::Error),
    /// Nothing is stored.
    NotStored(sqlx::Error),
    /// The commit may have happened: we sent it, and got no answer that says otherwise.
    Unknown(sqlx::Error),
}

impl TransactionError {
    /// Classifies a failure before the commit. The caller drops the connection, so the transaction
    /// can't be committed any more.
    fn before_commit(error: sqlx::Error) -> TransactionError {
        match &error {
            sqlx::Error::Database(database)
                // 40P01 is a deadlock: PostgreSQL aborts one of the two transactions. Class 22 is a
                // value that it can't hold, such as a zero byte in a text.
                if database.kind() != ErrorKind::Other
                    || database.code().is_some_and(|code| code == "40P01" || (code.len() == 5 && code.starts_with("22"))) =>
            {
                TransactionError::Refused(error)
            }
            _ => TransactionError::NotStored(error),
        }
    }

    /// Classifies a failure of the commit itself. Only an unambiguous answer counts as a rollback.
    fn at_commit(error: sqlx::Error) -> TransactionError {
        let database = error.as_database_error();
        let rolled_back = match database.and_then(|error| error.try_downcast_ref::<PgDatabaseError>()) {
            Some(error) => postgres_rolled_back(error.severity(), error.code()),
            None => database
                .and_then(DatabaseError::code)
                .is_some_and(|code| sqlite_rolled_back(&code)),
        };
        if rolled_back {
            TransactionError::NotStored(error)
        } else {
            TransactionError::Unknown(error)
        }
    }
}

/// Whether SQLite's answer to a commit means that nothing is stored. The low byte of the code is
/// the primary result code: 5 busy, 8 read-only, 13 full. All of them occur before the commit
/// record is complete in the log. After an I/O error, possibly of the last sync, a restart may
/// still find the commit in the log.
fn sqlite_rolled_back(code: &str) -> bool {
    matches!(code.parse::<u32>().map(|code| code & 0xff), Ok(5 | 8 | 13))
}

/// Whether PostgreSQL's answer to a commit means that nothing is stored: a constraint violation, a
/// serialization failure or deadlock, or a transaction that had already failed. A session that
/// panics while it writes its log also answers with an error, but the next start may find the
/// commit in the log.
fn postgres_rolled_back(severity: PgSeverity, code: &str) -> bool {
    severity == PgSeverity::Error
        && (code.starts_with("23") || matches!(code, "40001" | "40002" | "40P01" | "25P02"))
}

/// A row that is written only to check that the store can be written. Each process has its own, so
/// that the checks of one node don't wait for the transactions of another.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProbeRow(i64);

impl ProbeRow {
    pub(super) fn new() -> Result<ProbeRow, StoreError> {
        // The first row belonged to all servers together.
        Ok(ProbeRow(i64::from(getrandom::u32()?) + 2))
    }

    pub(super) fn write(self, at: i64) -> Write {
        // The value only grows, so that two concurrent probes both find theirs.
        let sql = "INSERT INTO probe (id, at) VALUES ($1, $2) \
                   ON CONFLICT (id) DO UPDATE SET at = CASE WHEN probe.at > $2 THEN probe.at ELSE $2 END";
        Write::single(Statement::new(sql).bind(self.0).bind(at))
    }

    /// Forgets the rows of servers that have ended. A running server writes its row at every check.
    pub(super) fn forget_old(now: i64) -> Write {
        let delete = Statement::new("DELETE FROM probe WHERE at < $1").bind(now - PROBE_LIFETIME);
        Write::contended("probe", delete)
    }

    /// Finds a row that was written at this time or later.
    pub(super) fn find(self, at: i64) -> Statement {
        Statement::new("SELECT at FROM probe WHERE id = $1 AND at >= $2")
            .bind(self.0)
            .bind(at)
    }
}

/// The writing connection, and the means to open a new one.
pub(super) struct Writer {
    database: Database,
    probe: ProbeRow,
    connection: Option<Connection>,
    metrics: StoreMetrics,
}

impl Writer {
    pub(super) const fn new(
        database: Database,
        probe: ProbeRow,
        connection: Option<Connection>,
        metrics: StoreMetrics,
    ) -> Writer {
        Writer {
            database,
            probe,
            connection,
            metrics,
        }
    }

    /// Runs until the store is closed or dropped.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut batch = Vec::new();
        loop {
            let failing = self.metrics.is_failing();
            tokio::select! {
                count = jobs.recv_many(&mut batch, MAX_BATCH) => {
                    if count == 0 {
                        return;
                    }
                }
                () = sleep(PROBE_INTERVAL), if failing => {
                    let _ = self.write_all(&[&self.probe.write(now())]).await;
                    continue;
                }
            }
            let (mut accepted, mut close) = (Vec::new(), None);
            for job in batch.drain(..) {
                match job {
                    Job::Write(write, reply) => accepted.push((write, reply)),
                    Job::Close(done) => close = Some(done),
                }
            }
            // In the order of their rows, so that two nodes don't wait for each other.
            accepted.sort_by(|(one, _), (other, _)| one.contended.cmp(&other.contended));
            let (writes, replies): (Vec<Write>, Vec<_>) = accepted.into_iter().unzip();
            if !writes.is_empty() {
                for (reply, outcome) in replies.into_iter().zip(self.write_batch(&writes).await) {
                    // The caller may have gone.
                    let _ = reply.send(outcome);
                }
            }
            if let Some(done) = close {
                self.close().await;
                let _ = done.send(());
                return;
            }
        }
    }

    async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            // Everything that matters is committed.
            let _ = with_timeout(connection.close()).await;
        }
    }

    /// Writes a batch in one transaction if possible. Returns the outcome of each write.
    async fn write_batch(&mut self, writes: &[Write]) -> Vec<Result<u64, StoreError>> {
        let all: Vec<&Write> = writes.iter().collect();
        match self.write_all(&all).await {
            Ok(affected) => affected.into_iter().map(Ok).collect(),
            Err(TransactionError::Refused(_)) => self.write_separately(writes).await,
            Err(TransactionError::NotStored(_)) => {
                writes.iter().map(|_| Err(StoreError::NotStored)).collect()
            }
            Err(TransactionError::Unknown(_)) => {
                writes.iter().map(|_| Err(StoreError::OutcomeUnknown)).collect()
            }
        }
    }

    /// Writes each write in a transaction of its own, because the database has refused one of them
    /// and the others must not suffer.
    async fn write_separately(&mut self, writes: &[Write]) -> Vec<Result<u64, StoreError>> {
        let mut outcomes = Vec::with_capacity(writes.len());
        let mut failing = false;
        for write in writes {
            // If the store has just failed, don't let each remaining write wait for the same
            // timeout.
            if failing {
                outcomes.push(Err(StoreError::NotStored));
                continue;
            }
            let written = self.write_all(&[write]).await;
            failing = matches!(
                written,
                Err(TransactionError::NotStored(_) | TransactionError::Unknown(_))
            );
            outcomes.push(written.map(|affected| affected[0]).map_err(StoreError::from));
        }
        outcomes
    }

    /// Commits all writes in one transaction. Returns how many rows the first statement of each
    /// affected.
    async fn write_all(&mut self, writes: &[&Write]) -> Result<Vec<u64>, TransactionError> {
        let begun = Instant::now();
        let count = writes.len() as u64;
        self.metrics.writes.inc_by(count);
        let mut outcome = self.attempt(writes).await;
        // An idle connection may have died long ago, for example when the database restarted.
        // Nothing has been committed, so we can retry on a new connection.
        if matches!(
            outcome,
            Err(TransactionError::NotStored(
                sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed
            ))
        ) && begun.elapsed() < PROBE_INTERVAL
        {
            outcome = self.attempt(writes).await;
        }
        self.metrics.commit.observe(begun.elapsed().as_secs_f64());
        match &outcome {
            // A database that rejects a write is working.
            Ok(_) | Err(TransactionError::Refused(_)) => self.metrics.record_success(),
            Err(TransactionError::NotStored(error)) => {
                tracing::error!(%error, writes = count, "the store could not write");
                self.metrics.record_failure(count);
            }
            Err(TransactionError::Unknown(error)) => {
                tracing::error!(%error, writes = count, "the outcome of a commit is unknown");
                self.metrics.unknown.inc_by(count);
                self.metrics.record_failure(count);
            }
        }
        outcome
    }

    async fn attempt(&mut self, writes: &[&Write]) -> Result<Vec<u64>, TransactionError> {
        // We take the connection out and only put it back if everything succeeds. It also stays out
        // if this future is dropped halfway.
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => with_timeout(self.database.connect(Purpose::Writing))
                .await
                .map_err(TransactionError::NotStored)?,
        };
        let statements = async {
            connection.begin().await?;
            let mut affected = Vec::with_capacity(writes.len());
            for write in writes {
                affected.push(write.run(&mut connection).await?);
            }
            Ok(affected)
        };
        let affected = with_timeout(statements)
            .await
            .map_err(TransactionError::before_commit)?;
        match with_timeout(connection.commit()).await {
            Ok(()) => {
                self.connection = Some(connection);
                Ok(affected)
            }
            Err(error) => Err(TransactionError::at_commit(error)),
        }
    }
}

impl From<TransactionError> for StoreError {
    fn from(error: TransactionError) -> StoreError {
        match error {
            TransactionError::Refused(error) => StoreError::Database(error),
            TransactionError::NotStored(_) => StoreError::NotStored,
            TransactionError::Unknown(_) => StoreError::OutcomeUnknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_unambiguous_answer_counts_as_a_rollback() {
        // Busy, read-only and full, also as extended codes.
        for code in ["5", "8", "13", "261", "1032"] {
            assert!(sqlite_rolled_back(code), "{code}");
        }
        // Write and sync errors, a corrupt file, and no number at all.
        for code in ["10", "778", "1034", "11", ""] {
            assert!(!sqlite_rolled_back(code), "{code}");
        }
        for code in ["23505", "40001", "40P01", "25P02"] {
            assert!(postgres_rolled_back(PgSeverity::Error, code), "{code}");
            assert!(!postgres_rolled_back(PgSeverity::Panic, code), "{code}");
        }
        // Disk full, I/O error, terminated session, lost connection.
        for code in ["53100", "58030", "57P01", "08006", "40003"] {
            for severity in [PgSeverity::Error, PgSeverity::Fatal, PgSeverity::Panic] {
                assert!(!postgres_rolled_back(severity, code), "{code}");
            }
        }
    }
}
