//! Limits on how many requests and connections an address or a person may make.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use pidro_protocol::PersonId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::Limits;

/// A client address for rate limiting. IPv6 addresses count by their /64 network, because a client
/// usually owns a whole one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClientNetwork(IpAddr);

impl fmt::Display for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<IpAddr> for ClientNetwork {
    fn from(address: IpAddr) -> ClientNetwork {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                ClientNetwork(Ipv6Addr::from(network).into())
            }
            v4 @ IpAddr::V4(_) => ClientNetwork(v4),
        }
    }
}

/// File descriptors reserved for the rest of the server: store, listener and logs.
const RESERVED_DESCRIPTORS: usize = 32;
/// The minimum number of connections, however few file descriptors the process may open.
const MIN_CONNECTIONS: usize = 16;
/// How many large responses an address may have in flight. Each stays in memory until the client
/// has read it.
const MAX_LARGE_RESPONSES: u32 = 8;

/// A connection's permits: one of the global limit and, unless the server is behind a proxy, one of
/// its address's limit. They are returned when the connection ends.
pub(crate) type ConnectionPermits = (OwnedSemaphorePermit, Option<Permit<ClientNetwork>>);

/// The limits that each node counts for itself. The store counts those that must hold for all nodes
/// together.
pub(crate) struct Limiters {
    requests: RwLock<DefaultKeyedRateLimiter<ClientNetwork>>,
    /// The global connection limit, derived from the file descriptor limit.
    pub(crate) all_connections: Arc<Semaphore>,
    /// All connections of an address, including those that only load a page.
    pub(crate) connections: KeyedLimiter<ClientNetwork>,
    /// Large responses that an address has not read yet.
    pub(crate) large_responses: KeyedLimiter<ClientNetwork>,
    /// WebSocket connections of an address.
    pub(crate) websockets: KeyedLimiter<ClientNetwork>,
    /// WebSocket connections of a person.
    pub(crate) websockets_by_person: KeyedLimiter<PersonId>,
}

impl Limiters {
    pub(crate) fn new(limits: &Limits) -> Limiters {
        let total = max_connections();
        let limiters = Limiters {
            requests: RwLock::new(request_limiter(limits)),
            all_connections: Arc::new(Semaphore::new(total)),
            connections: KeyedLimiter::default(),
            large_responses: KeyedLimiter::default(),
            websockets: KeyedLimiter::default(),
            websockets_by_person: KeyedLimiter::default(),
        };
        limiters.set_maxima(limits);
        limiters
    }

    /// Applies new limits. Open connections stay open, and the request count of every address starts
    /// over.
    pub(crate) fn update(&self, limits: &Limits) {
        *self.requests.write().unwrap_or_else(PoisonError::into_inner) = request_limiter(limits);
        self.set_maxima(limits);
    }

    fn set_maxima(&self, limits: &Limits) {
        // A browser opens more connections than the one that plays. No address gets more than half
        // of the total.
        let by_address = limits.connections_per_address.saturating_mul(8);
        let by_address = by_address.min(u32::try_from(max_connections() / 2).unwrap_or(u32::MAX));
        self.connections.set_max(by_address);
        self.large_responses.set_max(MAX_LARGE_RESPONSES);
        self.websockets.set_max(limits.connections_per_address);
        self.websockets_by_person.set_max(limits.connections_per_person);
    }

    /// Counts a request. Returns whether the address may make it.
    pub(crate) fn allow_request(&self, client: &ClientNetwork) -> bool {
        let requests = self.requests.read().unwrap_or_else(PoisonError::into_inner);
        requests.check_key(client).is_ok()
    }

    /// Forgets addresses that have made no requests recently.
    pub(crate) fn forget_idle(&self) {
        let requests = self.requests.read().unwrap_or_else(PoisonError::into_inner);
        requests.retain_recent();
    }
}

fn request_limiter(limits: &Limits) -> DefaultKeyedRateLimiter<ClientNetwork> {
    let per_minute = NonZeroU32::new(limits.requests_per_minute).unwrap_or(NonZeroU32::MIN);
    RateLimiter::keyed(Quota::per_minute(per_minute))
}

/// The maximum number of connections of all clients together.
fn max_connections() -> usize {
    max_descriptors()
        .saturating_sub(RESERVED_DESCRIPTORS)
        .clamp(MIN_CONNECTIONS, Semaphore::MAX_PERMITS)
}

/// The maximum number of file descriptors of this process.
fn max_descriptors() -> usize {
    #[cfg(unix)]
    {
        let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
    }
    #[cfg(not(unix))]
    usize::MAX
}

/// Counts how many permits each key holds, up to a maximum.
pub(crate) struct KeyedLimiter<K> {
    max: AtomicU32,
    counts: Arc<Mutex<HashMap<K, u32>>>,
}

/// Grants nothing until it has a maximum.
impl<K> Default for KeyedLimiter<K> {
    fn default() -> KeyedLimiter<K> {
        KeyedLimiter {
            max: AtomicU32::new(0),
            counts: Arc::default(),
        }
    }
}

impl<K: Clone + Eq + Hash> KeyedLimiter<K> {
    fn set_max(&self, max: u32) {
        self.max.store(max, Ordering::Relaxed);
    }

    /// Grants a permit if the key is below its maximum. Dropping the permit returns it.
    pub(crate) fn acquire(&self, key: &K) -> Option<Permit<K>> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key.clone()).or_insert(0);
        if *count >= self.max.load(Ordering::Relaxed) {
            return None;
        }
        *count += 1;
        Some(Permit {
            key: key.clone(),
            counts: Arc::clone(&self.counts),
        })
    }
}

/// A permit granted by [`KeyedLimiter::acquire`].
pub(crate) struct Permit<K: Eq + Hash> {
    key: K,
    counts: Arc<Mutex<HashMap<K, u32>>>,
}

impl<K: Eq + Hash> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_permit_can_be_granted_again() {
        let limiter = KeyedLimiter::default();
        limiter.set_max(2);
        let (one, two) = (limiter.acquire(&"a"), limiter.acquire(&"a"));
        assert!(one.is_some() && two.is_some());
        assert!(limiter.acquire(&"a").is_none());
        assert!(limiter.acquire(&"b").is_some(), "each key has its own permits");
        drop(one);
        assert!(limiter.acquire(&"a").is_some());
        drop(two);
        assert!(
            limiter.counts.lock().unwrap().is_empty(),
            "unused keys are dropped"
        );
    }

    #[test]
    fn an_ipv6_network_counts_as_one_client() {
        let client = |text: &str| ClientNetwork::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:2"));
        assert_ne!(client("2001:db8:0:1::1"), client("2001:db8:0:2::1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
    }
}
