//! What a test plays on: one server with an SQLite file, or four nodes that share a PostgreSQL
//! database, behind a balancer that sends every connection to the next node.

use std::net::SocketAddr;

use pidro_server::{Config, Server};
use pidro_testing::{new_file, new_postgres};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::task::AbortOnDropHandle;

/// How many nodes a cluster has: the four people of a table sit on four nodes.
const NODES: usize = 4;

/// One server, or a cluster with its balancer.
pub(crate) struct Site {
    pub(crate) nodes: Vec<Server>,
    /// The location of the store.
    pub(crate) store: String,
    /// Where clients connect.
    address: SocketAddr,
    _balancer: Option<AbortOnDropHandle<()>>,
}

impl Site {
    /// A single server with its own SQLite file.
    pub(crate) async fn single(name: &str, change: impl Fn(&mut Config)) -> Site {
        let store = new_file(name);
        let server = start(&store, change).await;
        Site {
            store,
            address: server.address(),
            nodes: vec![server],
            _balancer: None,
        }
    }

    /// A cluster, unless there is no PostgreSQL.
    pub(crate) async fn cluster(name: &str, change: impl Fn(&mut Config)) -> Option<Site> {
        let database = new_postgres(name).await?;
        let mut nodes = Vec::new();
        for _ in 0..NODES {
            nodes.push(start(&database, &change).await);
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let balance = balance(listener, nodes.iter().map(Server::address).collect());
        Some(Site {
            store: database,
            nodes,
            address,
            _balancer: Some(AbortOnDropHandle::new(tokio::spawn(balance))),
        })
    }

    /// A server, and a cluster.
    pub(crate) async fn each(name: &str) -> Vec<Site> {
        Site::each_with(name, |_| {}).await
    }

    pub(crate) async fn each_with(name: &str, change: impl Fn(&mut Config)) -> Vec<Site> {
        let mut sites = vec![Site::single(name, &change).await];
        sites.extend(Site::cluster(name, &change).await);
        sites
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) async fn stop(self) {
        for node in self.nodes {
            node.stop().await;
        }
    }
}

async fn start(store: &str, change: impl Fn(&mut Config)) -> Server {
    let mut config = Config::with_store(store);
    change(&mut config);
    Server::start(config, "").await.unwrap()
}

/// Passes every connection on to the next node.
async fn balance(listener: TcpListener, nodes: Vec<SocketAddr>) {
    for node in nodes.iter().cycle() {
        let (mut client, _) = listener.accept().await.unwrap();
        let node = *node;
        tokio::spawn(async move {
            let mut server = TcpStream::connect(node).await.unwrap();
            client.set_nodelay(true).unwrap();
            server.set_nodelay(true).unwrap();
            // Either side may end the connection at any time.
            let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
        });
    }
}
