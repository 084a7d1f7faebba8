//! Several nodes on one PostgreSQL database: one dies, is paused, told to stop or cut off, and the
//! games go on.

mod losing;
mod partition;
mod pgbouncer;
mod takeover;

use std::net::SocketAddr;
use std::time::Duration;

use sqlx::PgConnection;
use tokio::time::{sleep, timeout};

use crate::LONG;
use crate::disk::run;
use crate::server::{Server, default_program, free_address};

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// The nodes of a cluster. A node that is down has no process.
struct Nodes {
    store: String,
    addresses: Vec<SocketAddr>,
    servers: Vec<Option<Server>>,
}

impl Nodes {
    async fn start(store: &str, count: usize) -> Nodes {
        Nodes::start_program(&default_program(), store, count).await
    }

    /// Starts nodes that run this program.
    async fn start_program(program: &str, store: &str, count: usize) -> Nodes {
        let mut nodes = Nodes {
            store: store.to_owned(),
            addresses: (0..count).map(|_| free_address()).collect(),
            servers: Vec::new(),
        };
        for address in &nodes.addresses {
            let server = Server::start_program(program, *address, store, &[]).await;
            nodes.servers.push(Some(server));
        }
        nodes
    }

    async fn restart(&mut self, node: usize) {
        let server = Server::start_at(self.addresses[node], &self.store, &[]).await;
        self.servers[node] = Some(server);
    }

    fn signal(&self, node: usize, signal: &str) {
        let pid = self.servers[node].as_ref().unwrap().pid().to_string();
        assert!(run(&["kill", signal, &pid]));
    }

    fn kill(&mut self, node: usize) {
        self.servers[node].take().unwrap().kill();
    }

    async fn terminate(&mut self, node: usize) {
        self.servers[node].take().unwrap().terminate().await;
    }

    /// Waits until every node can serve.
    async fn ready(&self) {
        for server in self.servers.iter().flatten() {
            let ready = async {
                while server.status("/readyz").await != 200 {
                    sleep(Duration::from_millis(50)).await;
                }
            };
            timeout(LONG, ready).await.expect("the node is ready");
        }
    }
}

/// The current owner of a table, if it is alive, and the fencing token.
async fn owner(session: &mut PgConnection, table: &str) -> (Option<String>, i64) {
    let sql =
        "SELECT node.address, game.epoch FROM game LEFT JOIN node ON node.id = game.owner WHERE game.id = $1";
    sqlx::query_as(sql).bind(table).fetch_one(session).await.unwrap()
}
