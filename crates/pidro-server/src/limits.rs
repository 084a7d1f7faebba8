//! How often an address or a person may ask, and how many connections they may have.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use pidro_table::PersonId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::Limits;

/// An address as it counts: who has one IPv6 address has a whole network of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Caller(IpAddr);

impl From<IpAddr> for Caller {
    fn from(address: IpAddr) -> Caller {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                Caller(Ipv6Addr::from(network).into())
            }
            v4 @ IpAddr::V4(_) => Caller(v4),
        }
    }
}

/// Descriptors that connections leave to the rest of the server: its store, its listener, its logs.
const OWN_DESCRIPTORS: usize = 32;
/// The fewest connections, however few descriptors the process may have.
const FEWEST_CONNECTIONS: usize = 16;
/// How many large answers an address may have under way. Each is in memory until its client has taken it.
const LARGE_ANSWERS: u32 = 8;

/// The place of a connection among all and, unless a proxy stands in front, among those of its address.
pub(crate) type Place = (OwnedSemaphorePermit, Option<Ticket<Caller>>);

/// All the limits of a server.
pub(crate) struct Limiters {
    pub(crate) requests: DefaultKeyedRateLimiter<Caller>,
    /// People come in three ways, each with a limit of its own: who guesses passwords keeps no guest out.
    pub(crate) guests: DefaultKeyedRateLimiter<Caller>,
    pub(crate) accounts: DefaultKeyedRateLimiter<Caller>,
    pub(crate) logins: DefaultKeyedRateLimiter<Caller>,
    pub(crate) tables: DefaultKeyedRateLimiter<PersonId>,
    /// Room for connections: as many as there are descriptors for.
    pub(crate) room: Arc<Semaphore>,
    /// All connections of an address, those among them that only ask for a page.
    pub(crate) sockets: Crowd<Caller>,
    /// Large answers that an address has not taken yet.
    pub(crate) answers: Crowd<Caller>,
    pub(crate) by_address: Crowd<Caller>,
    pub(crate) by_person: Crowd<PersonId>,
}

impl Limiters {
    pub(crate) fn new(limits: &Limits) -> Limiters {
        let some = |count| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        let hourly = |count| Quota::per_hour(some(count));
        let room = descriptors()
            .saturating_sub(OWN_DESCRIPTORS)
            .clamp(FEWEST_CONNECTIONS, Semaphore::MAX_PERMITS);
        // A browser opens some more beside the one that plays. No address gets more than half of what there is.
        let sockets = limits.connections_per_address.saturating_mul(8);
        let sockets = sockets.min(u32::try_from(room / 2).unwrap_or(u32::MAX));
        Limiters {
            requests: RateLimiter::keyed(Quota::per_minute(some(limits.requests_per_minute))),
            guests: RateLimiter::keyed(hourly(limits.guests_per_hour)),
            accounts: RateLimiter::keyed(hourly(limits.accounts_per_hour)),
            logins: RateLimiter::keyed(hourly(limits.logins_per_hour)),
            tables: RateLimiter::keyed(hourly(limits.tables_per_hour)),
            room: Arc::new(Semaphore::new(room)),
            sockets: Crowd::new(sockets),
            answers: Crowd::new(LARGE_ANSWERS),
            by_address: Crowd::new(limits.connections_per_address),
            by_person: Crowd::new(limits.connections_per_person),
        }
    }

    /// Forgets who has not asked for long.
    pub(crate) fn tidy(&self) {
        for limiter in [&self.requests, &self.guests, &self.accounts, &self.logins] {
            limiter.retain_recent();
        }
        self.tables.retain_recent();
    }
}

/// How many descriptors the process may have.
fn descriptors() -> usize {
    #[cfg(unix)]
    {
        let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
    }
    #[cfg(not(unix))]
    usize::MAX
}

/// Who is inside, and how often.
pub(crate) struct Crowd<K> {
    most: u32,
    inside: Arc<Mutex<HashMap<K, u32>>>,
}

impl<K: Clone + Eq + Hash> Crowd<K> {
    fn new(most: u32) -> Crowd<K> {
        Crowd {
            most,
            inside: Arc::default(),
        }
    }

    /// Lets one more in, if there is room. Who drops the ticket is out again.
    pub(crate) fn enter(&self, who: &K) -> Option<Ticket<K>> {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let count = inside.entry(who.clone()).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Ticket {
            who: who.clone(),
            inside: Arc::clone(&self.inside),
        })
    }
}

/// The place of one who is inside.
pub(crate) struct Ticket<K: Eq + Hash> {
    who: K,
    inside: Arc<Mutex<HashMap<K, u32>>>,
}

impl<K: Eq + Hash> Drop for Ticket<K> {
    fn drop(&mut self) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = inside.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                inside.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_leaves_makes_room() {
        let crowd = Crowd::new(2);
        let (one, two) = (crowd.enter(&"a"), crowd.enter(&"a"));
        assert!(one.is_some() && two.is_some());
        assert!(crowd.enter(&"a").is_none());
        assert!(crowd.enter(&"b").is_some(), "others have their own room");
        drop(one);
        assert!(crowd.enter(&"a").is_some());
        drop(two);
        assert!(crowd.inside.lock().unwrap().is_empty(), "nobody is remembered");
    }

    #[test]
    fn a_network_is_one_caller() {
        let caller = |text: &str| Caller::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(caller("2001:db8::1"), caller("2001:db8::ffff:2"));
        assert_ne!(caller("2001:db8:0:1::1"), caller("2001:db8:0:2::1"));
        assert_ne!(caller("192.0.2.1"), caller("192.0.2.2"));
        assert_eq!(caller("::ffff:192.0.2.1"), caller("192.0.2.1"));
    }
}
