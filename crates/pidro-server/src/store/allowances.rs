//! Allowances: how often a client or a person may do something, counted for all nodes together.
//!
//! This is the generic cell rate algorithm (GCRA): an allowance holds some uses and gets one back
//! after each interval. Its row holds the time at which it will be full again, so a use only moves
//! that time, and a row in the past can be forgotten.

use std::time::Duration;

use super::database::Statement;
use super::writer::Write;
use super::{Store, StoreError, now};

/// How often somebody may do something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Allowance {
    /// What it is for, and whose it is.
    key: String,
    /// How many uses a full allowance holds.
    uses: u32,
    /// After how many milliseconds one use comes back.
    interval: i64,
}

impl Allowance {
    pub(crate) fn new(purpose: &str, owner: &str, uses: u32, interval: Duration) -> Allowance {
        Allowance {
            key: format!("{purpose} {owner}"),
            uses: uses.max(1),
            interval: i64::try_from(interval.as_millis()).unwrap_or(i64::MAX),
        }
    }

    /// Allows this many uses per hour.
    pub(crate) fn per_hour(purpose: &str, owner: &str, uses: u32) -> Allowance {
        Allowance::new(purpose, owner, uses, Duration::from_hours(1) / uses.max(1))
    }

    /// Takes one use, if there is one left: otherwise the statement affects no row.
    fn take(&self, now: i64) -> Statement {
        let sql = "INSERT INTO allowance (key, full_at) VALUES ($1, $2 + $3) ON CONFLICT (key) DO UPDATE \
                   SET full_at = $3 + CASE WHEN allowance.full_at > $2 THEN allowance.full_at ELSE $2 END \
                   WHERE allowance.full_at <= $2 + $4";
        let rest = i64::from(self.uses - 1).saturating_mul(self.interval);
        Statement::new(sql)
            .bind(self.key.as_str())
            .bind(now)
            .bind(self.interval)
            .bind(rest)
    }
}

impl Store {
    /// Takes one use of an allowance. Returns whether there was one left.
    pub(crate) async fn take(&self, allowance: &Allowance) -> Result<bool, StoreError> {
        self.take_at(allowance, now()).await
    }

    pub(crate) async fn take_at(&self, allowance: &Allowance, now: i64) -> Result<bool, StoreError> {
        // A use that comes back at once needs no counting.
        if allowance.interval == 0 {
            return Ok(true);
        }
        let taken = self
            .write(Write::contended(&allowance.key, allowance.take(now)))
            .await?;
        Ok(taken > 0)
    }

    /// How many uses of an allowance have not come back yet.
    pub(crate) async fn used_at(&self, allowance: &Allowance, now: i64) -> Result<u32, StoreError> {
        if allowance.interval == 0 {
            return Ok(0);
        }
        let select =
            Statement::new("SELECT full_at FROM allowance WHERE key = $1").bind(allowance.key.as_str());
        let row: Option<(i64,)> = self.readers.first(&select).await?;
        let missing = row.map_or(0, |(full_at,)| full_at - now).max(0);
        let used = (missing + allowance.interval - 1) / allowance.interval;
        Ok(u32::try_from(used).unwrap_or(u32::MAX))
    }

    /// Gives back all uses of an allowance.
    pub(crate) async fn refill(&self, allowance: &Allowance) -> Result<(), StoreError> {
        let delete = Statement::new("DELETE FROM allowance WHERE key = $1").bind(allowance.key.as_str());
        let write = Write::contended(&allowance.key, delete);
        self.write(write).await.map(|_| ())
    }

    /// Forgets all allowances that are full.
    pub(super) async fn forget_full_allowances(&self) -> Result<(), StoreError> {
        // It waits for nobody: a row that another node is using can be forgotten later.
        let delete = Statement::per_dialect(
            "DELETE FROM allowance WHERE full_at < $1",
            "DELETE FROM allowance WHERE key IN \
             (SELECT key FROM allowance WHERE full_at < $1 FOR UPDATE SKIP LOCKED)",
        );
        self.write(Write::single(delete.bind(now()))).await.map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use pidro_table::TableEvent;
    use sqlx::{Connection, Executor, PgConnection};
    use tokio::time::{sleep, timeout};

    use super::*;
    use crate::store::{IndexUpdate, StoredEvent};
    use crate::testing;

    #[tokio::test]
    async fn an_allowance_is_used_up_and_comes_back() {
        for store in testing::stores("allowance").await {
            let allowance = Allowance::per_hour("tables", "anna", 3);
            let minutes = |minutes: i64| 1_000_000_000_000 + minutes * 60_000;
            let take = async |at| store.take_at(&allowance, minutes(at)).await.unwrap();
            assert!(take(0).await && take(0).await && take(0).await);
            assert!(!take(0).await, "three an hour");
            assert_eq!(store.used_at(&allowance, minutes(0)).await.unwrap(), 3);
            let bo = Allowance::per_hour("tables", "bo", 3);
            assert!(store.take_at(&bo, minutes(0)).await.unwrap(), "another person");
            assert!(
                !take(19).await && take(20).await && !take(21).await,
                "one comes back"
            );
            assert_eq!(store.used_at(&allowance, minutes(41)).await.unwrap(), 2);
            store.refill(&allowance).await.unwrap();
            assert_eq!(store.used_at(&allowance, minutes(41)).await.unwrap(), 0);
            // All of these times are long ago.
            store.forget_full_allowances().await.unwrap();
            assert_eq!(store.used_at(&bo, minutes(0)).await.unwrap(), 0);
        }
    }

    /// A node that hangs in a transaction keeps its rows locked. Nobody else's decisions wait for
    /// them.
    #[tokio::test]
    async fn a_locked_allowance_delays_no_append() {
        let Some(location) = pidro_testing::new_postgres("locked_allowance").await else {
            return;
        };
        let store = Store::open(&location).await.unwrap();
        let allowance = Allowance::per_hour("tables", "anna", 3);
        assert!(store.take(&allowance).await.unwrap());
        let new = testing::empty_table();
        store.create(&new, None).await.unwrap();
        let mut hanging = PgConnection::connect(&location).await.unwrap();
        hanging
            .execute("BEGIN; SELECT * FROM allowance FOR UPDATE")
            .await
            .unwrap();
        let taking = tokio::spawn({
            let (store, allowance) = (store.clone(), allowance.clone());
            async move { store.take(&allowance).await }
        });
        let waiting = "SELECT COUNT(*) FROM pg_stat_activity \
                       WHERE datname = current_database() AND wait_event_type = 'Lock'";
        while sqlx::query_scalar::<_, i64>(waiting)
            .fetch_one(&mut hanging)
            .await
            .unwrap()
            == 0
        {
            sleep(Duration::from_millis(10)).await;
        }
        for index in 0..2 {
            let event = StoredEvent {
                event: TableEvent::ChatOpened { open: true },
                command: None,
            };
            let events = [event];
            let append = store.append(new.table, 0, index, &events, IndexUpdate::Nothing);
            let appended = timeout(Duration::from_secs(5), append).await;
            appended.expect("it doesn't wait for the lock").unwrap();
        }
        assert!(!taking.is_finished());
        hanging.execute("COMMIT").await.unwrap();
        assert!(taking.await.unwrap().unwrap());
    }

    #[tokio::test]
    async fn concurrent_uses_are_all_counted() {
        for store in testing::stores("allowances-at-once").await {
            let allowance = Allowance::per_hour("logins", "192.0.2.1", 10);
            let attempts = (0..40).map(|_| {
                let (store, allowance) = (store.clone(), allowance.clone());
                tokio::spawn(async move { store.take(&allowance).await.unwrap() })
            });
            let mut taken = 0;
            for attempt in attempts.collect::<Vec<_>>() {
                taken += u32::from(attempt.await.unwrap());
            }
            assert_eq!(taken, 10);
        }
    }
}
