//! The nodes of a cluster: who is alive, and how they talk to each other.
//!
//! All tables of a database belong to the nodes that share it. The store says which node owns a
//! table ([`Owner`](crate::store::Owner)); only the owner runs the table's actor. A node that a
//! client has connected to, but that doesn't own the client's table, passes requests on to the
//! owner over a [`Link`](link::Link), and the owner's messages back. `ws/node_link.rs` is the
//! owner's end of a link.

mod frame;
mod lease;
mod link;
mod membership;
#[cfg(test)]
mod simulation;

pub(crate) use frame::{FromOwner, PeerAnswer, PeerError, PeerRequest, ToOwner};
pub(crate) use link::{
    LINK_PATH, LinkClosed, NODE_HEADER, Peers, RemoteStream, SECRET_HEADER, Subscription, TARGET_HEADER,
};
pub(crate) use membership::{Incarnation, Membership};

use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::HeaderMap;
use sha2::{Digest, Sha256};

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a request of another node is meant for this one.
pub(crate) fn is_meant_for(headers: &HeaderMap, membership: &Membership) -> bool {
    let me = membership.incarnation().id.to_string();
    headers
        .get(TARGET_HEADER)
        .is_some_and(|target| target.as_bytes() == me.as_bytes())
}

/// Whether a request comes from a node of the same cluster.
pub(crate) fn is_from_node(headers: &HeaderMap, membership: &Membership) -> bool {
    let secret = headers.get(SECRET_HEADER);
    // Comparing hashes keeps the timing independent of the secret.
    let hash = |bytes: &[u8]| Sha256::digest(bytes);
    !membership.secret().is_empty()
        && secret.is_some_and(|secret| hash(secret.as_bytes()) == hash(membership.secret().as_bytes()))
}
