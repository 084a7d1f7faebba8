//! The nodes that share a database, and the node that owns each table.
//!
//! A node is alive while its row exists. It renews the row's expiry several times a second; once
//! the row has expired, any other node may remove it. A removed node never comes back under the
//! same id, so "the owner is not among the nodes" stays true once it is true, and the table can be
//! claimed. A claim increments the table's epoch, and every append must carry the current epoch: an
//! owner that was paused while others declared it dead can't append any more.

use std::fmt;
use std::time::Duration;

use pidro_protocol::TableId;
use tokio::time::timeout;
use uuid::Uuid;

use super::database::{Connection, Database, Purpose, Statement};
use super::writer::Write;
use super::{Store, StoreError};

/// The version of the messages between nodes, and of what they store for each other.
pub(crate) const CLUSTER_VERSION: i64 = 2;
/// The oldest version that this release can share a database with.
const OLDEST_VERSION: i64 = 2;

/// The id of a node, which the node makes up itself. A node that was removed by mistake, for
/// example because it was paused, comes back with the next incarnation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId {
    process: Uuid,
    incarnation: u32,
}

impl NodeId {
    pub(crate) fn new() -> NodeId {
        NodeId {
            process: Uuid::now_v7(),
            incarnation: 1,
        }
    }

    pub(crate) const fn next_incarnation(self) -> NodeId {
        NodeId {
            process: self.process,
            incarnation: self.incarnation + 1,
        }
    }

    pub(crate) fn parse(text: &str) -> Option<NodeId> {
        let (process, incarnation) = text.split_once('.')?;
        Some(NodeId {
            process: process.parse().ok()?,
            incarnation: incarnation.parse().ok()?,
        })
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.process.simple(), self.incarnation)
    }
}

/// A node of the cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The id.
    pub id: NodeId,
    /// The host and port at which the other nodes reach it.
    pub address: String,
}

/// Who owns a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ownership {
    pub(crate) owner: Owner,
    /// The epoch of the last claim.
    pub(crate) epoch: i64,
}

/// The owner of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    /// The node that asks.
    Me,
    /// Another node, which is alive.
    Other(Node),
    /// Nobody, or a node that has been removed: the table can be claimed.
    Nobody,
}

/// The result of renewing a node's lease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Renewal {
    /// The lease is renewed, and these nodes are alive.
    Alive(Vec<Node>),
    /// Another node has removed this one.
    Removed,
}

/// A row of a node: id, address, version, oldest version.
type NodeRow = (String, String, i64, i64);

const SELECT_NODES: &str = "SELECT id, address, version, oldest FROM node ORDER BY id";

/// Milliseconds since 1970 by the clock of the database, the only clock that leases use.
macro_rules! now_ms {
    () => {
        "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT"
    };
}

const SELECT_UNEXPIRED_NODES: &str = concat!(
    "SELECT id, address, version, oldest FROM node WHERE expires >= ",
    now_ms!()
);
pub(super) const SELECT_UNEXPIRED_ADDRESSES: &str = concat!(
    "SELECT address FROM node WHERE expires >= ",
    now_ms!(),
    " ORDER BY address"
);
const INSERT_NODE: &str = concat!(
    "INSERT INTO node (id, address, version, oldest, expires) VALUES ($1, $2, $3, $4, $5 + ",
    now_ms!(),
    ")"
);
const RENEW: &str = concat!("UPDATE node SET expires = $2 + ", now_ms!(), " WHERE id = $1");
const REMOVE_EXPIRED: &str = concat!("DELETE FROM node WHERE expires < ", now_ms!());

/// The nodes of a PostgreSQL database, over a connection of their own: a lease must not wait behind
/// the commits of the tables.
pub(crate) struct NodeRegistry {
    database: Database,
    connection: Option<Connection>,
    lease: Duration,
}

impl NodeRegistry {
    /// The same registry, which opens a new connection: a connection belongs to the runtime that
    /// opened it.
    pub(crate) fn disconnected(self) -> NodeRegistry {
        NodeRegistry {
            connection: None,
            ..self
        }
    }

    /// Registers a node. Fails if a running node uses an incompatible version of the cluster
    /// protocol.
    pub(crate) async fn add(&mut self, node: &Node, within: Duration) -> Result<(), StoreError> {
        let lease = milliseconds(self.lease);
        self.run(within, async |connection| {
            // Two nodes that start at the same time must see each other.
            connection.begin().await?;
            connection
                .execute(&Statement::new("LOCK TABLE node IN SHARE ROW EXCLUSIVE MODE"))
                .await?;
            // We don't remove expired nodes here: after an outage of the database, all of them are.
            let others: Vec<NodeRow> = connection.rows(&Statement::new(SELECT_UNEXPIRED_NODES)).await?;
            let incompatible = others.into_iter().find(is_incompatible);
            if let Some((_, address, version, _)) = incompatible {
                connection.execute(&Statement::new("ROLLBACK")).await?;
                return Ok(Err(StoreError::Incompatible { address, version }));
            }
            let insert = Statement::new(INSERT_NODE)
                .bind(node.id.to_string())
                .bind(node.address.as_str())
                .bind(CLUSTER_VERSION)
                .bind(OLDEST_VERSION)
                .bind(lease);
            connection.execute(&insert).await?;
            connection.commit().await?;
            Ok(Ok(()))
        })
        .await?
    }

    /// Renews a node's lease. `remove_expired` says whether to remove the nodes whose leases have
    /// run out.
    pub(crate) async fn renew(
        &mut self,
        node: NodeId,
        remove_expired: bool,
        within: Duration,
    ) -> Result<Renewal, StoreError> {
        let lease = milliseconds(self.lease);
        self.run(within, async |connection| {
            let renew = Statement::new(RENEW).bind(node.to_string()).bind(lease);
            if connection.execute(&renew).await? == 0 {
                return Ok(Renewal::Removed);
            }
            if remove_expired {
                connection.execute(&Statement::new(REMOVE_EXPIRED)).await?;
            }
            let nodes: Vec<NodeRow> = connection.rows(&Statement::new(SELECT_NODES)).await?;
            Ok(Renewal::Alive(nodes.into_iter().filter_map(node_of).collect()))
        })
        .await
    }

    /// Removes a node, which gives up all its tables.
    pub(crate) async fn remove(&mut self, node: NodeId, within: Duration) -> Result<(), StoreError> {
        self.run(within, async |connection| {
            let remove = Statement::new("DELETE FROM node WHERE id = $1").bind(node.to_string());
            connection.execute(&remove).await.map(|_| ())
        })
        .await
    }

    /// Runs statements. A connection on which anything failed or took too long is not used again.
    async fn run<T>(
        &mut self,
        within: Duration,
        statements: impl AsyncFnOnce(&mut Connection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        let connection = self.connection.take();
        let run = async {
            let mut connection = match connection {
                Some(connection) => connection,
                None => self.database.connect(Purpose::RenewingLease).await?,
            };
            let done = statements(&mut connection).await?;
            Ok::<_, sqlx::Error>((done, connection))
        };
        let (done, connection) = timeout(within, run)
            .await
            .unwrap_or_else(|_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())))?;
        self.connection = Some(connection);
        Ok(done)
    }
}

/// The address of a running node, if there is one.
pub(super) async fn first_running(connection: &mut Connection) -> Result<Option<String>, sqlx::Error> {
    if !has_nodes(connection).await? {
        return Ok(None);
    }
    let row: Option<(String,)> = connection
        .first(&Statement::new(SELECT_UNEXPIRED_ADDRESSES))
        .await?;
    Ok(row.map(|(address,)| address))
}

/// Whether this is PostgreSQL, with a schema that knows nodes.
async fn has_nodes(connection: &mut Connection) -> Result<bool, sqlx::Error> {
    if matches!(connection, Connection::Sqlite(_)) {
        return Ok(false);
    }
    let exists = "SELECT CAST(COUNT(*) AS BIGINT) FROM information_schema.tables \
                  WHERE table_name = 'node' AND table_schema = current_schema()";
    let exists: Option<(i64,)> = connection.first(&Statement::new(exists)).await?;
    Ok(exists != Some((0,)))
}

/// Checks that no running node uses an incompatible version, before the schema is migrated: a node of
/// an older release could not read the tables afterwards.
pub(super) async fn check_compatible(connection: &mut Connection) -> Result<(), StoreError> {
    if !has_nodes(connection).await? {
        return Ok(());
    }
    let others: Vec<NodeRow> = connection.rows(&Statement::new(SELECT_UNEXPIRED_NODES)).await?;
    match others.into_iter().find(is_incompatible) {
        Some((_, address, version, _)) => Err(StoreError::Incompatible { address, version }),
        None => Ok(()),
    }
}

fn is_incompatible((_, _, version, oldest): &NodeRow) -> bool {
    *version < OLDEST_VERSION || CLUSTER_VERSION < *oldest
}

impl Store {
    /// The registry of nodes, or `None` for an SQLite file, which belongs to one server.
    pub(crate) fn node_registry(&self, lease: Duration) -> Option<NodeRegistry> {
        match &self.database {
            Database::Sqlite(_) => None,
            database @ Database::Postgres(_) => Some(NodeRegistry {
                database: database.clone(),
                connection: None,
                lease,
            }),
        }
    }

    /// The secret by which nodes of this database know each other.
    pub(crate) async fn cluster_secret(&self) -> Result<String, StoreError> {
        let secret = super::random_secret()?.to_hex();
        let insert = "INSERT INTO cluster (id, secret) VALUES (1, $1) ON CONFLICT DO NOTHING";
        self.write(Write::single(Statement::new(insert).bind(secret)))
            .await?;
        let select = Statement::new("SELECT secret FROM cluster WHERE id = 1");
        let row: Option<(String,)> = self.readers.first(&select).await?;
        row.map(|(secret,)| secret).ok_or(StoreError::Unreadable)
    }

    /// Who owns a table, as far as this node is concerned.
    pub(crate) async fn ownership(&self, table: TableId, me: NodeId) -> Result<Ownership, StoreError> {
        let sql = "SELECT game.epoch, game.owner, node.address FROM game \
                   LEFT JOIN node ON node.id = game.owner WHERE game.id = $1";
        let select = Statement::new(sql).bind(table.to_string());
        let row: Option<(i64, Option<String>, Option<String>)> = self.readers.first(&select).await?;
        let (epoch, owner, address) = row.ok_or(StoreError::NoTable(table))?;
        let owner = match (owner.as_deref().and_then(NodeId::parse), address) {
            (Some(id), _) if id == me => Owner::Me,
            (Some(id), Some(address)) => Owner::Other(Node { id, address }),
            // An id in an unknown form belongs to a release that this one can't talk to.
            (None, Some(_)) => return Err(StoreError::Unreadable),
            _ => Owner::Nobody,
        };
        Ok(Ownership { owner, epoch })
    }

    /// Makes a node the owner of a table that no living node owns. Returns the new epoch, or `None`
    /// if another node was faster.
    pub(crate) async fn claim(
        &self,
        table: TableId,
        node: NodeId,
        last_epoch: i64,
    ) -> Result<Option<i64>, StoreError> {
        let sql = "UPDATE game SET owner = $1, epoch = epoch + 1 WHERE id = $2 AND epoch = $3 \
                   AND (owner IS NULL OR owner NOT IN (SELECT id FROM node))";
        let claim = Statement::new(sql)
            .bind(node.to_string())
            .bind(table.to_string())
            .bind(last_epoch);
        // Nodes that take over the tables of a dead one claim the same tables at the same time.
        let row = format!("game {table}");
        let claimed = self.write(Write::contended(&row, claim)).await?;
        self.in_doubt().remove(&table);
        Ok((claimed > 0).then_some(last_epoch + 1))
    }
}

/// A row as a node. An id in an unknown form belongs to a release that this one can't talk to.
fn node_of((id, address, _, _): NodeRow) -> Option<Node> {
    let id = NodeId::parse(&id)?;
    Some(Node { id, address })
}

fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
