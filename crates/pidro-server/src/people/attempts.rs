//! Counts wrong passwords by account: each one makes the next attempt slower.
//!
//! We delay attempts instead of locking the account, so that nobody can lock others out by
//! guessing. The count depends only on the name, so it doesn't reveal whether an account exists.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;

use crate::limits::ClientNetwork;
use pidro_protocol::Name;

/// The maximum delay, in units of the first one.
const MAX_DELAY: u32 = 30;
/// How many doublings it takes to reach the maximum delay. Further wrong passwords change nothing.
const DOUBLINGS: u32 = MAX_DELAY.ilog2() + 1;
/// How long it takes to forget one wrong password, in units of the first delay: five minutes if
/// that is a second.
const FORGET_AFTER: u32 = 300;
/// How many delayed attempts an account may have at once, from one address and in total. They hold
/// connections.
const MAX_WAITING_BY_ADDRESS: usize = 2;
const MAX_WAITING: usize = 16;
/// How many names we remember; the least recently tried are dropped.
const MAX_NAMES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(9_999);

/// Counts wrong passwords by account.
pub(crate) struct LoginAttempts {
    accounts: Mutex<LruCache<String, Account>>,
    /// How many wrong passwords are free before attempts are delayed.
    undelayed: u32,
    /// The first delay.
    first_delay: Duration,
}

struct Account {
    wrong: u32,
    /// When the last wrong password was forgotten, or when the first one came.
    since: Instant,
    /// The addresses of the delayed attempts that have not been answered yet.
    waiting: Vec<ClientNetwork>,
}

/// An attempt to log in. If it is dropped, it counts as wrong.
pub(crate) struct LoginAttempt<'a> {
    attempts: &'a LoginAttempts,
    name: String,
    client: ClientNetwork,
    /// How long to wait before checking the password.
    pub(crate) delay: Duration,
}

impl LoginAttempts {
    pub(crate) fn new(undelayed: u32, first_delay: Duration) -> LoginAttempts {
        LoginAttempts {
            accounts: Mutex::new(LruCache::new(MAX_NAMES)),
            undelayed,
            first_delay,
        }
    }

    fn accounts(&self) -> MutexGuard<'_, LruCache<String, Account>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an attempt, unless too many are waiting. It counts as wrong until it succeeds, so
    /// that concurrent attempts don't all see the same count.
    pub(crate) fn begin(&self, name: &Name, client: ClientNetwork, now: Instant) -> Option<LoginAttempt<'_>> {
        let name = name.key();
        let mut accounts = self.accounts();
        let account = accounts.get_or_insert_mut(name.clone(), || Account {
            wrong: 0,
            since: now,
            waiting: Vec::new(),
        });
        account.forget(now, self.first_delay * FORGET_AFTER);
        let delay = match account.wrong.checked_sub(self.undelayed) {
            None => Duration::ZERO,
            Some(excess) => self.first_delay * 2_u32.saturating_pow(excess).min(MAX_DELAY),
        };
        if !delay.is_zero() {
            let from_here = account.waiting.iter().filter(|other| **other == client);
            if from_here.count() >= MAX_WAITING_BY_ADDRESS || account.waiting.len() >= MAX_WAITING {
                return None;
            }
            account.waiting.push(client);
        }
        account.wrong = (account.wrong + 1).min(self.undelayed.saturating_add(DOUBLINGS));
        drop(accounts);
        Some(LoginAttempt {
            attempts: self,
            name,
            client,
            delay,
        })
    }
}

impl Account {
    /// Forgets old wrong passwords.
    fn forget(&mut self, now: Instant, each: Duration) {
        while self.wrong > 0 && now.duration_since(self.since) >= each {
            self.wrong -= 1;
            self.since += each;
        }
        if self.wrong == 0 {
            self.since = now;
        }
    }
}

impl LoginAttempt<'_> {
    /// Records that the password was right, and forgets all wrong ones.
    pub(crate) fn succeed(self) {
        if let Some(account) = self.attempts.accounts().peek_mut(&self.name) {
            account.wrong = 0;
        }
    }
}

impl Drop for LoginAttempt<'_> {
    fn drop(&mut self) {
        if self.delay.is_zero() {
            return;
        }
        let mut accounts = self.attempts.accounts();
        let Some(account) = accounts.peek_mut(&self.name) else {
            return;
        };
        let index = account.waiting.iter().position(|client| *client == self.client);
        if let Some(index) = index {
            account.waiting.swap_remove(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn name(text: &str) -> Name {
        Name::try_from(text.to_owned()).unwrap()
    }

    fn client(last: u8) -> ClientNetwork {
        ClientNetwork::from(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn delays_grow_and_decay() {
        let (attempts, now) = (LoginAttempts::new(5, SECOND), Instant::now());
        let delay = |who: &str, from: u8, now: Instant| {
            let attempt = attempts.begin(&name(who), client(from), now);
            attempt.unwrap().delay.as_secs()
        };
        let delays: Vec<u64> = (0..13).map(|_| delay("Anna", 1, now)).collect();
        assert_eq!(delays, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30]);
        assert_eq!(delay("ANNA", 2, now), 30, "by the account, not the address");
        assert_eq!(delay("Bo", 1, now), 0, "another account");
        let later = now + SECOND * FORGET_AFTER;
        assert_eq!(delay("Anna", 1, later), 16, "one is forgotten");
        assert_eq!(
            delay("Anna", 1, later + SECOND * FORGET_AFTER * 20),
            0,
            "all are forgotten"
        );
    }

    #[test]
    fn the_right_password_clears_the_count() {
        let (attempts, now) = (LoginAttempts::new(5, SECOND), Instant::now());
        let anna = name("Anna");
        for _ in 0..8 {
            attempts.begin(&anna, client(1), now);
        }
        attempts.begin(&anna, client(1), now).unwrap().succeed();
        assert!(attempts.begin(&anna, client(1), now).unwrap().delay.is_zero());
    }

    #[test]
    fn waiting_attempts_are_limited_by_address_and_in_total() {
        let (attempts, now) = (LoginAttempts::new(5, SECOND), Instant::now());
        let begin = |from: u8| attempts.begin(&name("Anna"), client(from), now);
        for _ in 0..5 {
            begin(1);
        }
        let first = begin(1).unwrap();
        let _second = begin(1).unwrap();
        assert!(begin(1).is_none(), "two of them wait");
        let elsewhere = begin(2);
        assert!(elsewhere.is_some(), "other addresses can still try");
        drop(first);
        let _third = begin(1).unwrap();
        let waiting: Vec<_> = (10..u8::MAX).filter_map(begin).collect();
        assert_eq!(waiting.len(), MAX_WAITING - 3, "the total is limited too");
        drop(waiting);
        assert!(begin(9).is_some(), "those who have been answered don't wait");
    }

    #[test]
    fn the_number_of_remembered_names_is_limited() {
        let (attempts, now) = (LoginAttempts::new(5, SECOND), Instant::now());
        for number in 0..2 * MAX_NAMES.get() {
            attempts.begin(&name(&number.to_string()), client(1), now);
        }
        assert_eq!(attempts.accounts().len(), MAX_NAMES.get());
    }
}
