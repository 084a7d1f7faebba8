//! Counts wrong passwords by account: each one makes the next attempt slower.
//!
//! We delay attempts instead of locking the account, so that nobody can lock others out by
//! guessing. The count depends only on the name, so it doesn't reveal whether an account exists. It
//! is in the store, so that guessing at several nodes is not faster than at one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::limits::ClientNetwork;
use crate::people::sha256;
use crate::store::{Allowance, Store, StoreError, now};
use pidro_protocol::Name;

/// The maximum delay, in units of the first one.
const MAX_DELAY: u32 = 30;
/// How many doublings it takes to reach the maximum delay. Further wrong passwords change nothing.
const DOUBLINGS: u32 = MAX_DELAY.ilog2() + 1;
/// How long it takes to forget one wrong password, in units of the first delay: five minutes if
/// that is a second.
const FORGET_AFTER: u32 = 300;
/// How many delayed attempts an account may have at once at one node, from one address and in
/// total. They hold connections.
const MAX_WAITING_BY_ADDRESS: usize = 2;
const MAX_WAITING: usize = 16;

/// Counts wrong passwords by account.
pub(crate) struct LoginAttempts {
    store: Store,
    /// The addresses of the delayed attempts that have not been answered yet, by account.
    waiting: Mutex<HashMap<String, Vec<ClientNetwork>>>,
    /// How many wrong passwords are free before attempts are delayed.
    free: AtomicU32,
    /// The first delay.
    unit: Duration,
}

/// An attempt to log in. Unless it succeeds, it counts as wrong.
pub(crate) struct LoginAttempt<'a> {
    attempts: &'a LoginAttempts,
    name: String,
    client: ClientNetwork,
    /// How long to wait before checking the password.
    pub(crate) delay: Duration,
}

impl LoginAttempts {
    pub(crate) fn new(store: Store, free: u32, unit: Duration) -> LoginAttempts {
        LoginAttempts {
            store,
            waiting: Mutex::default(),
            free: AtomicU32::new(free),
            unit,
        }
    }

    /// Changes how many wrong passwords are free.
    pub(crate) fn set_free(&self, free: u32) {
        self.free.store(free, Ordering::Relaxed);
    }

    fn free(&self) -> u32 {
        self.free.load(Ordering::Relaxed)
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<String, Vec<ClientNetwork>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an account's wrong passwords. It is used up when the delay is at its maximum.
    fn allowance(&self, name: &str) -> Allowance {
        let uses = self.free().saturating_add(DOUBLINGS);
        Allowance::new("password", name, uses, self.unit * FORGET_AFTER)
    }

    /// Begins an attempt, unless too many are waiting.
    pub(crate) async fn begin(
        &self,
        name: &Name,
        client: ClientNetwork,
    ) -> Result<Option<LoginAttempt<'_>>, StoreError> {
        self.begin_at(name, client, now()).await
    }

    async fn begin_at(
        &self,
        name: &Name,
        client: ClientNetwork,
        now: i64,
    ) -> Result<Option<LoginAttempt<'_>>, StoreError> {
        // The store must not know names of people who have been deleted, so it counts by a hash.
        let name = sha256(&name.key());
        let allowance = self.allowance(&name);
        // It counts as wrong up front, so that concurrent attempts see each other.
        let taken = self.store.take_at(&allowance, now).await?;
        let wrong = self.store.used_at(&allowance, now).await?;
        let before = wrong - u32::from(taken).min(wrong);
        let delay = match before.checked_sub(self.free()) {
            None => Duration::ZERO,
            Some(excess) => self.unit * 2_u32.saturating_pow(excess).min(MAX_DELAY),
        };
        if !delay.is_zero() {
            let mut waiting = self.waiting();
            let waiting = waiting.entry(name.clone()).or_default();
            let from_here = waiting.iter().filter(|other| **other == client);
            if from_here.count() >= MAX_WAITING_BY_ADDRESS || waiting.len() >= MAX_WAITING {
                return Ok(None);
            }
            waiting.push(client);
        }
        Ok(Some(LoginAttempt {
            attempts: self,
            name,
            client,
            delay,
        }))
    }
}

impl LoginAttempt<'_> {
    /// Records that the password was right, and forgets all wrong ones.
    pub(crate) async fn succeed(self) -> Result<(), StoreError> {
        self.attempts
            .store
            .refill(&self.attempts.allowance(&self.name))
            .await
    }
}

impl Drop for LoginAttempt<'_> {
    fn drop(&mut self) {
        if self.delay.is_zero() {
            return;
        }
        let mut all = self.attempts.waiting();
        if let Some(waiting) = all.get_mut(&self.name) {
            let index = waiting.iter().position(|client| *client == self.client);
            if let Some(index) = index {
                waiting.swap_remove(index);
            }
            if waiting.is_empty() {
                all.remove(&self.name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::testing;

    const SECOND: Duration = Duration::from_secs(1);
    /// A moment in milliseconds.
    const NOW: i64 = 1_000_000_000_000;
    /// How long it takes to forget one wrong password, in milliseconds.
    const FORGET_MS: i64 = 1000 * FORGET_AFTER as i64;

    fn name(text: &str) -> Name {
        Name::try_from(text.to_owned()).unwrap()
    }

    fn client(last: u8) -> ClientNetwork {
        ClientNetwork::from(IpAddr::from([192, 0, 2, last]))
    }

    #[tokio::test]
    async fn delays_grow_and_decay() {
        for store in testing::stores("attempts").await {
            // Two nodes count together.
            let nodes = [(); 2].map(|()| LoginAttempts::new(store.clone(), 5, SECOND));
            let delay = async |node: usize, who: &str, from: u8, now: i64| {
                let attempt = nodes[node % 2].begin_at(&name(who), client(from), now).await;
                attempt.unwrap().unwrap().delay.as_secs()
            };
            let mut delays = Vec::new();
            for node in 0..13 {
                delays.push(delay(node, "Anna", 1, NOW).await);
            }
            assert_eq!(delays, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30]);
            assert_eq!(
                delay(0, "ANNA", 2, NOW).await,
                30,
                "by the account, not the address"
            );
            assert_eq!(delay(1, "Bo", 1, NOW).await, 0, "another account");
            let later = NOW + FORGET_MS;
            assert_eq!(delay(0, "Anna", 1, later).await, 16, "one is forgotten");
            let much_later = later + 20 * FORGET_MS;
            assert_eq!(delay(1, "Anna", 1, much_later).await, 0, "all are forgotten");
        }
    }

    #[tokio::test]
    async fn the_right_password_clears_the_count() {
        let attempts = LoginAttempts::new(testing::sqlite("right-password").await, 5, SECOND);
        let begin = async || attempts.begin_at(&name("Anna"), client(1), NOW).await.unwrap();
        for _ in 0..8 {
            begin().await;
        }
        begin().await.unwrap().succeed().await.unwrap();
        assert!(begin().await.unwrap().delay.is_zero());
    }

    #[tokio::test]
    async fn waiting_attempts_are_limited_by_address_and_in_total() {
        let attempts = LoginAttempts::new(testing::sqlite("waiting-logins").await, 5, SECOND);
        let begin = async |from: u8| {
            let attempt = attempts.begin_at(&name("Anna"), client(from), NOW).await;
            attempt.unwrap()
        };
        for _ in 0..5 {
            begin(1).await;
        }
        let first = begin(1).await.unwrap();
        let _second = begin(1).await.unwrap();
        assert!(begin(1).await.is_none(), "two of them wait");
        let elsewhere = begin(2).await;
        assert!(elsewhere.is_some(), "other addresses can still try");
        drop(first);
        let _third = begin(1).await.unwrap();
        let mut waiting = Vec::new();
        for from in 10..u8::MAX {
            waiting.extend(begin(from).await);
        }
        assert_eq!(waiting.len(), MAX_WAITING - 3, "the total is limited too");
        drop(waiting);
        assert!(
            begin(9).await.is_some(),
            "those who have been answered don't wait"
        );
    }
}
