//! The one task that appends. What many tables bring while a commit is being written goes into the next one.

use std::time::Instant;

use sqlx::error::ErrorKind;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::{Aside, PATIENCE, Pool, Row, StoreError, now, number, on, results};
use crate::metrics::StoreMetrics;

/// The most appends of one commit.
const MOST: usize = 256;

/// Entries to be appended, and who waits for that.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) table: String,
    pub(super) first: usize,
    pub(super) rows: Vec<Row>,
    pub(super) aside: Aside,
    pub(super) done: oneshot::Sender<Result<(), StoreError>>,
}

/// Appends until nobody can bring anything any more.
pub(super) async fn run(pool: Pool, mut appends: mpsc::Receiver<Append>, metrics: StoreMetrics) {
    let mut batch = Vec::new();
    while appends.recv_many(&mut batch, MOST).await > 0 {
        let begun = Instant::now();
        let committed = patiently(&pool, &batch).await;
        metrics.commit.observe(begun.elapsed().as_secs_f64());
        metrics.appended.inc_by(batch.len() as u64);
        match committed {
            Ok(won) => {
                metrics.wrote();
                for (append, won) in batch.drain(..).zip(won) {
                    append.answer(if won { Ok(()) } else { Err(StoreError::Lost) });
                }
            }
            // One of them is what the database refuses: each for itself.
            Err(StoreError::Database(sqlx::Error::Database(error))) if error.kind() != ErrorKind::Other => {
                for append in batch.drain(..) {
                    let done = match patiently(&pool, std::slice::from_ref(&append)).await {
                        Ok(won) if won == [true] => Ok(()),
                        Ok(_) => Err(StoreError::Lost),
                        Err(error) => Err(error),
                    };
                    append.answer(done);
                }
            }
            // Nothing can be written now: nobody is kept waiting for more of that.
            Err(error) => {
                tracing::error!(%error, appends = batch.len(), "nothing could be written");
                metrics.could_not_write(batch.len() as u64);
                for append in batch.drain(..) {
                    append.answer(Err(StoreError::Failing));
                }
            }
        }
    }
}

/// Commits, but does not wait for ever. Whether it was done after all is seen by who tries again: the number is taken then.
async fn patiently(pool: &Pool, batch: &[Append]) -> Result<Vec<bool>, StoreError> {
    match timeout(2 * PATIENCE, commit(pool, batch)).await {
        Ok(done) => done.map_err(StoreError::Database),
        Err(_) => Err(StoreError::Failing),
    }
}

impl Append {
    fn answer(self, done: Result<(), StoreError>) {
        // Who doesn't wait any more has nothing to be told.
        let _ = self.done.send(done);
    }
}

/// Writes all of them in one transaction; which of them had the next number of their table.
async fn commit(pool: &Pool, batch: &[Append]) -> Result<Vec<bool>, sqlx::Error> {
    // The first entry has a condition: the number is the next one. Where two nodes write at once, the key decides.
    let first = "INSERT INTO entry (game, n, at, body, command) SELECT $1, $2, $3, $4, $5 \
                 WHERE (SELECT COALESCE(MAX(n) + 1, 0) FROM entry WHERE game = $1) = $2 ON CONFLICT DO NOTHING";
    let next = "INSERT INTO entry (game, n, at, body, command) VALUES ($1, $2, $3, $4, $5)";
    let at = now();
    on!(pool, pool => {
        let mut transaction = pool.begin().await?;
        let mut won = Vec::with_capacity(batch.len());
        for append in batch {
            let mut appended = true;
            for (place, (body, command)) in append.rows.iter().enumerate() {
                let n = number(append.first + place);
                let sql = if place == 0 { first } else { next };
                let row = sqlx::query(sql).bind(&append.table).bind(n).bind(at).bind(body).bind(command);
                let done = row.execute(&mut *transaction).await?;
                if done.rows_affected() == 0 {
                    appended = false;
                    break;
                }
            }
            match &append.aside {
                Aside::Plays(players) if appended => results::plays!(transaction, &append.table, players, at),
                Aside::Finished(seats) if appended => results::finished!(transaction, &append.table, seats, at),
                _ => {}
            }
            won.push(appended);
        }
        transaction.commit().await?;
        Ok(won)
    })
}
