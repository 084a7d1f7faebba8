//! Counts wrong passwords by account: each one makes the next attempt slower.
//!
//! We delay attempts instead of locking the account, so that nobody can lock others out by
//! guessing. The count only depends on the name, so it doesn't reveal whether an account exists.

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;

use crate::limits::Caller;
use crate::person::Name;

/// The maximum delay, in units of the first one.
const LONGEST: u32 = 30;
/// How many doublings it takes to reach the maximum delay. Further wrong passwords change nothing.
const DOUBLINGS: u32 = LONGEST.ilog2() + 1;
/// How long it takes to forget one wrong password, in units of the first delay: five minutes if
/// that is a second.
const FORGET: u32 = 300;
/// How many delayed attempts an account may have at once, from one address and in total. They hold
/// connections.
const WAITING_FROM_ADDRESS: usize = 2;
const WAITING: usize = 16;
/// How many names we remember; the least recently tried are dropped.
const NAMES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(9_999);

/// Counts wrong passwords by account.
pub(crate) struct Attempts {
    accounts: Mutex<LruCache<String, Account>>,
    /// How many wrong passwords are free before attempts are delayed.
    free: u32,
    /// The first delay.
    unit: Duration,
}

struct Account {
    wrong: u32,
    /// When the last wrong password was forgotten, or when the first one came.
    since: Instant,
    /// The addresses of the delayed attempts that have not been answered yet.
    waiting: Vec<Caller>,
}

/// An attempt to log in. If it is dropped, it counts as wrong.
pub(crate) struct Attempt<'a> {
    attempts: &'a Attempts,
    name: String,
    caller: Caller,
    /// How long to wait before checking the password.
    pub(crate) delay: Duration,
}

impl Attempts {
    pub(crate) fn new(free: u32, unit: Duration) -> Attempts {
        Attempts {
            accounts: Mutex::new(LruCache::new(NAMES)),
            free,
            unit,
        }
    }

    fn accounts(&self) -> MutexGuard<'_, LruCache<String, Account>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an attempt, unless too many are waiting. It counts as wrong until it succeeds, so
    /// that concurrent attempts don't all see the same count.
    pub(crate) fn begin(&self, name: &Name, caller: Caller, now: Instant) -> Option<Attempt<'_>> {
        let name = name.key();
        let mut accounts = self.accounts();
        let account = accounts.get_or_insert_mut(name.clone(), || Account {
            wrong: 0,
            since: now,
            waiting: Vec::new(),
        });
        account.forget(now, self.unit * FORGET);
        let delay = match account.wrong.checked_sub(self.free) {
            None => Duration::ZERO,
            Some(more) => self.unit * 2_u32.saturating_pow(more).min(LONGEST),
        };
        if !delay.is_zero() {
            let from_here = account.waiting.iter().filter(|other| **other == caller);
            if from_here.count() >= WAITING_FROM_ADDRESS || account.waiting.len() >= WAITING {
                return None;
            }
            account.waiting.push(caller);
        }
        account.wrong = (account.wrong + 1).min(self.free.saturating_add(DOUBLINGS));
        drop(accounts);
        Some(Attempt {
            attempts: self,
            name,
            caller,
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

impl Attempt<'_> {
    /// Records that the password was right, and forgets all wrong ones.
    pub(crate) fn right(self) {
        if let Some(account) = self.attempts.accounts().peek_mut(&self.name) {
            account.wrong = 0;
        }
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        if self.delay.is_zero() {
            return;
        }
        let mut accounts = self.attempts.accounts();
        let Some(account) = accounts.peek_mut(&self.name) else {
            return;
        };
        if let Some(place) = account.waiting.iter().position(|caller| *caller == self.caller) {
            account.waiting.swap_remove(place);
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

    fn caller(last: u8) -> Caller {
        Caller::from(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn the_delay_grows_and_is_forgotten() {
        let (attempts, now) = (Attempts::new(5, SECOND), Instant::now());
        let delay = |who: &str, from: u8, now: Instant| {
            let attempt = attempts.begin(&name(who), caller(from), now);
            attempt.unwrap().delay.as_secs()
        };
        let delays: Vec<u64> = (0..13).map(|_| delay("Anna", 1, now)).collect();
        assert_eq!(delays, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30]);
        assert_eq!(delay("ANNA", 2, now), 30, "by the account, not the address");
        assert_eq!(delay("Bo", 1, now), 0, "another account");
        let later = now + SECOND * FORGET;
        assert_eq!(delay("Anna", 1, later), 16, "one is forgotten");
        assert_eq!(
            delay("Anna", 1, later + SECOND * FORGET * 20),
            0,
            "all are forgotten"
        );
    }

    #[test]
    fn the_right_password_makes_up_for_the_wrong_ones() {
        let (attempts, now) = (Attempts::new(5, SECOND), Instant::now());
        let anna = name("Anna");
        for _ in 0..8 {
            attempts.begin(&anna, caller(1), now);
        }
        attempts.begin(&anna, caller(1), now).unwrap().right();
        assert!(attempts.begin(&anna, caller(1), now).unwrap().delay.is_zero());
    }

    #[test]
    fn few_attempts_wait_and_an_address_keeps_nobody_out() {
        let (attempts, now) = (Attempts::new(5, SECOND), Instant::now());
        let begin = |from: u8| attempts.begin(&name("Anna"), caller(from), now);
        for _ in 0..5 {
            begin(1);
        }
        let first = begin(1).unwrap();
        let _second = begin(1).unwrap();
        assert!(begin(1).is_none(), "two of them wait");
        let elsewhere = begin(2);
        assert!(elsewhere.is_some(), "others still can");
        drop(first);
        let _third = begin(1).unwrap();
        let waiting: Vec<_> = (10..u8::MAX).filter_map(begin).collect();
        assert_eq!(waiting.len(), WAITING - 3, "all together are few as well");
        drop(waiting);
        assert!(begin(9).is_some(), "those who have been answered don't wait");
    }

    #[test]
    fn names_without_end_are_not_remembered() {
        let (attempts, now) = (Attempts::new(5, SECOND), Instant::now());
        for number in 0..2 * NAMES.get() {
            attempts.begin(&name(&number.to_string()), caller(1), now);
        }
        assert_eq!(attempts.accounts().len(), NAMES.get());
    }
}
