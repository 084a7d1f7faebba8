//! This node's membership in the cluster: its lease, and the other nodes that are alive.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::runtime;
use tokio::sync::{oneshot, watch};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::lease::{Contact, LEASE, RENEW_INTERVAL, RENEW_TIMEOUT};
use super::lock;
use crate::store::{Node, NodeId, NodeRegistry, Renewal, Store, StoreError};

/// How often the runtime of the tables shows that it makes progress, and how long it may be silent.
const TICK_INTERVAL: Duration = Duration::from_millis(200);
const MAX_SILENCE: Duration = Duration::from_secs(5);
/// How long adding a node may take: the first one waits for others that start at the same time.
const ADD_TIMEOUT: Duration = Duration::from_secs(10);

/// This node's membership. Clones share it.
#[derive(Clone)]
pub(crate) struct Membership {
    shared: Arc<Shared>,
}

struct Shared {
    /// Where the other nodes reach this one.
    address: String,
    secret: String,
    incarnation: Mutex<Incarnation>,
    nodes: watch::Sender<Vec<Node>>,
    /// Whether this node should keep its clients.
    keeps_clients: watch::Sender<bool>,
    /// When we asked for the last renewal that succeeded; `None` for a node that is alone.
    renewed_at: watch::Sender<Option<Instant>>,
    shutdown: CancellationToken,
    /// Cancelled when the node gives up its tables.
    leaving: CancellationToken,
    /// Becomes ready once the node has left.
    left: Mutex<Option<oneshot::Receiver<()>>>,
}

/// One life of this node in the cluster. If other nodes remove it, for example because it was
/// paused for too long, it ends, and the node comes back with a new one.
#[derive(Clone)]
pub(crate) struct Incarnation {
    pub(crate) id: NodeId,
    /// Cancelled when this incarnation ends: its tables belong to others now.
    pub(crate) ended: CancellationToken,
}

impl Membership {
    /// A node without others.
    pub(crate) fn alone() -> Membership {
        Membership::new(String::new(), String::new())
    }

    fn new(address: String, secret: String) -> Membership {
        let shutdown = CancellationToken::new();
        let incarnation = Incarnation {
            id: NodeId::new(),
            ended: shutdown.child_token(),
        };
        Membership {
            shared: Arc::new(Shared {
                address,
                secret,
                incarnation: Mutex::new(incarnation),
                nodes: watch::Sender::default(),
                keeps_clients: watch::Sender::new(true),
                renewed_at: watch::Sender::new(None),
                shutdown,
                leaving: CancellationToken::new(),
                left: Mutex::default(),
            }),
        }
    }

    /// Joins the cluster of a database. A server with an SQLite file is alone.
    pub(crate) async fn join(store: &Store, address: String) -> Result<Membership, StoreError> {
        let Some(mut registry) = store.node_registry(LEASE) else {
            return Ok(Membership::alone());
        };
        let membership = Membership::new(address, store.cluster_secret().await?);
        let node = membership.node();
        let asked = Instant::now();
        registry.add(&node, ADD_TIMEOUT).await?;
        // The other nodes are known before the first request arrives.
        if let Renewal::Alive(nodes) = registry.renew(node.id, false, ADD_TIMEOUT).await? {
            let same_address = |other: &Node| other.id != node.id && other.address == node.address;
            if nodes.iter().any(same_address) {
                let address = &node.address;
                tracing::warn!(
                    address,
                    "another node is registered at this address: set --node-address, unless that node has just died"
                );
            }
            membership.shared.nodes.send_replace(nodes);
        }
        membership.shared.renewed_at.send_replace(Some(asked));
        let (left, wait_left) = oneshot::channel();
        *lock(&membership.shared.left) = Some(wait_left);
        let keeper = LeaseKeeper {
            membership: membership.clone(),
            registry: registry.disconnected(),
            started: Instant::now(),
            contact: Contact::new(Duration::ZERO),
            last_tick: Arc::default(),
        };
        let leaving = membership.shared.leaving.clone();
        tokio::spawn(tick(Arc::clone(&keeper.last_tick), keeper.started, leaving));
        // A thread of its own: however busy the tables are, the lease is renewed.
        let system_error = |error: std::io::Error| StoreError::Database(error.into());
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(system_error)?;
        let thread = std::thread::Builder::new().name("lease".to_owned());
        let spawned = thread.spawn(move || {
            runtime.block_on(keeper.run());
            let _ = left.send(());
        });
        spawned.map_err(system_error)?;
        tracing::info!(node = %node.id, address = node.address, "joined the cluster");
        Ok(membership)
    }

    /// The current incarnation of this node.
    pub(crate) fn incarnation(&self) -> Incarnation {
        lock(&self.shared.incarnation).clone()
    }

    fn node(&self) -> Node {
        Node {
            id: self.incarnation().id,
            address: self.shared.address.clone(),
        }
    }

    /// The secret by which nodes know each other; empty for a node that is alone.
    pub(crate) fn secret(&self) -> &str {
        &self.shared.secret
    }

    /// All other nodes that are alive.
    pub(crate) fn others(&self) -> Vec<Node> {
        let me = self.incarnation().id;
        let nodes = self.shared.nodes.borrow();
        nodes.iter().filter(|node| node.id != me).cloned().collect()
    }

    /// Whether a node was alive at the last renewal.
    pub(crate) fn is_alive(&self, node: NodeId) -> bool {
        contains(&self.shared.nodes.borrow(), node)
    }

    /// Waits until a node is alive, as far as we know.
    pub(crate) async fn seen_alive(&self, node: NodeId) {
        let mut nodes = self.shared.nodes.subscribe();
        // The sender lives as long as `self`.
        let _ = nodes.wait_for(|nodes| contains(nodes, node)).await;
    }

    /// Waits until a node has been removed. It may be so new that we haven't heard of it yet.
    pub(crate) async fn removed(&self, node: NodeId) {
        self.seen_alive(node).await;
        let mut nodes = self.shared.nodes.subscribe();
        let _ = nodes.wait_for(|nodes| !contains(nodes, node)).await;
    }

    /// Waits until other nodes have removed this incarnation. A shutdown, which also ends it,
    /// doesn't count.
    pub(crate) async fn declared_dead(&self, incarnation: &Incarnation) {
        incarnation.ended.cancelled().await;
        if self.shutdown_token().is_cancelled() {
            std::future::pending::<()>().await;
        }
    }

    /// Waits until the lease is known to be valid.
    ///
    /// After a pause, the socket buffers may hold commands of clients that have long reconnected
    /// elsewhere. The node must not pass them on before it knows whether it has been removed, which
    /// ends its connections.
    ///
    /// Returns `false` if the database doesn't confirm it in time.
    pub(crate) async fn lease_confirmed(&self) -> bool {
        let is_valid = |at: &Option<Instant>| at.is_none_or(|at| at.elapsed() < LEASE);
        let mut renewed_at = self.shared.renewed_at.subscribe();
        let confirmed = timeout(LEASE, renewed_at.wait_for(is_valid)).await;
        confirmed.is_ok()
    }

    /// Waits until the database has been out of reach for too long while other nodes exist.
    pub(crate) async fn contact_lost(&self) {
        let mut keeps_clients = self.shared.keeps_clients.subscribe();
        let _ = keeps_clients.wait_for(|keeps_clients| !keeps_clients).await;
    }

    /// Whether this node should keep its clients: the database answers, or there is no other node
    /// to send them to.
    pub(crate) fn keeps_clients(&self) -> bool {
        *self.shared.keeps_clients.borrow()
    }

    /// Cancelled when the server begins to shut down.
    pub(crate) fn shutdown_token(&self) -> &CancellationToken {
        &self.shared.shutdown
    }

    /// Gives up all tables, so that other nodes can claim them at once.
    pub(crate) async fn leave(&self) {
        self.shared.leaving.cancel();
        let left = lock(&self.shared.left).take();
        if let Some(left) = left {
            let _ = left.await;
        }
    }
}

/// Renews the lease.
struct LeaseKeeper {
    membership: Membership,
    registry: NodeRegistry,
    started: Instant,
    contact: Contact,
    /// The last sign of life of the runtime in which the tables run, in milliseconds since the
    /// start.
    last_tick: Arc<AtomicU64>,
}

/// Shows that the runtime of the tables makes progress: a node whose tables hang must not keep
/// them.
async fn tick(last_tick: Arc<AtomicU64>, started: Instant, leaving: CancellationToken) {
    while leaving.run_until_cancelled(sleep(TICK_INTERVAL)).await.is_some() {
        last_tick.store(elapsed_ms(started), Ordering::Relaxed);
    }
}

fn elapsed_ms(started: Instant) -> u64 {
    u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX)
}

impl LeaseKeeper {
    async fn run(mut self) {
        let leaving = self.membership.shared.leaving.clone();
        loop {
            tokio::select! {
                () = leaving.cancelled() => break,
                () = sleep(RENEW_INTERVAL) => self.renew().await,
            }
        }
        let node = self.membership.incarnation().id;
        if let Err(error) = self.registry.remove(node, RENEW_TIMEOUT).await {
            tracing::warn!(%error, "the node could not give up its tables: its lease must run out first");
        }
    }

    async fn renew(&mut self) {
        let silence = elapsed_ms(self.started).saturating_sub(self.last_tick.load(Ordering::Relaxed));
        if u128::from(silence) > MAX_SILENCE.as_millis() {
            tracing::error!(
                ms = silence,
                "not renewing the lease: the runtime of the tables has stalled"
            );
            return;
        }
        let shared = Arc::clone(&self.membership.shared);
        let node = self.membership.incarnation().id;
        let may_remove = self.contact.may_remove_others(self.started.elapsed());
        // The answer may have waited for a long time, if the process was paused.
        let asked = Instant::now();
        match self.registry.renew(node, may_remove, RENEW_TIMEOUT).await {
            Ok(Renewal::Alive(nodes)) => {
                self.contact.renewed(self.started.elapsed());
                shared.renewed_at.send_replace(Some(asked));
                set_if_changed(&shared.nodes, nodes);
                set_if_changed(&shared.keeps_clients, true);
            }
            Ok(Renewal::Removed) => self.come_back().await,
            Err(error) => {
                tracing::warn!(%error, "the lease could not be renewed");
                let is_lost = self.contact.is_lost(self.started.elapsed());
                if is_lost && !self.membership.others().is_empty() {
                    set_if_changed(&shared.keeps_clients, false);
                }
            }
        }
    }

    /// Begins a new incarnation after other nodes have removed this one.
    async fn come_back(&mut self) {
        let shared = &self.membership.shared;
        let old = self.membership.incarnation();
        let node = Node {
            id: old.id.next_incarnation(),
            address: shared.address.clone(),
        };
        let asked = Instant::now();
        // Register before claiming: a table whose owner is not registered counts as free.
        if let Err(error) = self.registry.add(&node, RENEW_TIMEOUT).await {
            tracing::error!(%error, "other nodes have declared this one dead, and it could not come back yet");
            set_if_changed(&shared.keeps_clients, false);
            return;
        }
        tracing::warn!(node = %node.id, "other nodes had declared this one dead: it begins anew without tables");
        self.contact = Contact::new(self.started.elapsed());
        *lock(&shared.incarnation) = Incarnation {
            id: node.id,
            ended: shared.shutdown.child_token(),
        };
        old.ended.cancel();
        shared.renewed_at.send_replace(Some(asked));
    }
}

fn contains(nodes: &[Node], id: NodeId) -> bool {
    nodes.iter().any(|node| node.id == id)
}

/// Wakes those who wait for a change only if there is one.
fn set_if_changed<T: PartialEq>(sender: &watch::Sender<T>, value: T) {
    sender.send_if_modified(|current| {
        let changed = *current != value;
        *current = value;
        changed
    });
}
