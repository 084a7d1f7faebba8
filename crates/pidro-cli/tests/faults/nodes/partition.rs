//! Hosts in network namespaces: nodes that reach the database and their clients, but not each
//! other.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use pidro_client::{Client, Guest, http};
use serde_json::json;
use sqlx::{Connection, PgConnection};
use tokio::time::{sleep, timeout};

use super::owner;
use crate::LONG;
use crate::disk::{run, skip};
use crate::postgres::PostgresServer;
use crate::server::Server;

/// How soon a client must learn that its node can't reach its table.
const TOLD: Duration = Duration::from_secs(25);
const PORT: u16 = 7437;

/// Hosts on a bridge, which this process reaches too. Dropping it removes everything.
struct Network {
    /// The beginning of all names, and the third byte of all addresses.
    name: String,
    subnet: u8,
    hosts: u8,
}

impl Network {
    /// Creates the network; `None` if we may not.
    fn new(hosts: u8) -> Option<Network> {
        let pid = std::process::id();
        let network = Network {
            name: format!("pd{pid}"),
            subnet: u8::try_from(pid % 256).unwrap(),
            hosts,
        };
        let bridge = network.bridge();
        let own = format!("{}/24", network.ip(0));
        let mut made = run(&["ip", "link", "add", &bridge, "type", "bridge"])
            && run(&["ip", "addr", "add", &own, "dev", &bridge])
            && run(&["ip", "link", "set", &bridge, "up"]);
        for host in 0..hosts {
            let (name, port) = (network.host(host), network.port(host));
            let ip = format!("{}/24", network.ip(host + 1));
            made = made
                && run(&["ip", "netns", "add", &name])
                && run(&[
                    "ip", "link", "add", &port, "type", "veth", "peer", "name", "eth0", "netns", &name,
                ])
                && run(&["ip", "link", "set", &port, "master", &bridge, "up"])
                && run(&["ip", "-n", &name, "addr", "add", &ip, "dev", "eth0"])
                && run(&["ip", "-n", &name, "link", "set", "eth0", "up"]);
        }
        if made {
            return Some(network);
        }
        skip("network namespaces can't be made here");
        None
    }

    fn bridge(&self) -> String {
        format!("{}br", self.name)
    }

    fn host(&self, host: u8) -> String {
        format!("{}h{host}", self.name)
    }

    /// The host's port of the bridge.
    fn port(&self, host: u8) -> String {
        format!("{}p{host}", self.name)
    }

    fn ip(&self, number: u8) -> IpAddr {
        Ipv4Addr::new(10, 213, self.subnet, number + 1).into()
    }

    /// Starts a node on a host. The database is reached over its socket in the file system, which
    /// all hosts share.
    async fn start_node(&self, host: u8, postgres: &PostgresServer) -> Server {
        let address = SocketAddr::new(self.ip(host + 1), PORT);
        // It listens on all addresses, and has to tell the others which one is its own.
        let bind = format!("PIDRO_ADDRESS=0.0.0.0:{PORT}");
        let announce = format!("PIDRO_NODE_ADDRESS={address}");
        let name = self.host(host);
        let wrapper = ["ip", "netns", "exec", &name, "env", &bind, &announce];
        Server::start_at(address, &postgres.socket_url(), &wrapper).await
    }

    /// Whether the hosts reach each other. All of them still reach this process. Packets between
    /// them disappear silently, as they do when a switch or a firewall fails.
    fn connect_hosts(&self, connected: bool) {
        let isolated = if connected { "off" } else { "on" };
        for host in 0..self.hosts {
            let port = self.port(host);
            assert!(run(&[
                "ip",
                "link",
                "set",
                "dev",
                &port,
                "type",
                "bridge_slave",
                "isolated",
                isolated
            ]));
        }
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for host in 0..self.hosts {
            run(&["ip", "netns", "del", &self.host(host)]);
        }
        run(&["ip", "link", "del", &self.bridge()]);
    }
}

/// A client that has joined a table.
async fn joined(server: &Server, table: &str, guest: &Guest) -> Client {
    let mut client = Client::connect(server.address, None).await.unwrap();
    let joined = client.join(table, Some(&guest.token), json!({})).await.unwrap();
    assert_eq!(joined["ok"], true, "{joined}");
    client.next_of("snapshot").await.unwrap();
    client
}

/// Both nodes stay alive and keep their tables. People at the owner play on; those at the other
/// node are told, get answers in time, and come back once the network works again.
#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_can_not_reach_each_other_keep_their_tables() {
    let Some(postgres) = PostgresServer::start("partition") else {
        return;
    };
    let Some(network) = Network::new(2) else {
        return;
    };
    let nodes = [
        network.start_node(0, &postgres).await,
        network.start_node(1, &postgres).await,
    ];
    let mut session = PgConnection::connect(postgres.store().address()).await.unwrap();
    let anna = Guest::new(nodes[0].address, "Anna").await.unwrap();
    let bo = Guest::new(nodes[1].address, "Bo").await.unwrap();
    let table = anna
        .create_table(nodes[0].address, &json!({"seat": "S"}))
        .await
        .unwrap();
    let mut here = joined(&nodes[0], &table, &anna).await;
    let mut elsewhere = joined(&nodes[1], &table, &bo).await;
    let sat = elsewhere.ask(json!({"cmd": "sit", "seat": "N"})).await.unwrap();
    assert_eq!(sat["ok"], true, "the nodes reach each other: {sat}");
    let before = owner(&mut session, &table).await;
    assert_eq!(
        before.0,
        Some(nodes[0].address.to_string()),
        "the address it announced"
    );

    network.connect_hosts(false);
    let begun = Instant::now();
    let told = async {
        let closed = timeout(LONG, elsewhere.close_code()).await;
        (closed.expect("the client is told"), begun.elapsed())
    };
    let plays_on = async {
        for seat in ["E", "W"] {
            let bot = here.ask(json!({"cmd": "bot", "seat": seat, "level": "basic"}));
            let bot = timeout(Duration::from_secs(5), bot)
                .await
                .expect("Anna's table answers");
            assert_eq!(bot.unwrap()["ok"], true);
            sleep(Duration::from_secs(4)).await;
        }
    };
    let ((closed, told), ()) = tokio::join!(told, plays_on);
    println!("a client of the other node was told after {told:.1?}");
    assert_eq!(closed, Some(1011));
    assert!(told < TOLD, "{told:?}");
    // Requests for the table get an answer, too.
    let asked = Instant::now();
    let path = format!("/api/tables/{table}");
    let answer = http(nodes[1].address, "GET", &path, None, None).await.unwrap();
    println!(
        "a request for the table was answered with {} after {:.1?}",
        answer.status,
        asked.elapsed()
    );
    assert_eq!(answer.status, 503, "{}", answer.text);
    assert!(asked.elapsed() < TOLD, "{:?}", asked.elapsed());
    for node in &nodes {
        assert_eq!(node.status("/readyz").await, 200, "both reach the database");
    }
    assert_eq!(
        owner(&mut session, &table).await,
        before,
        "nobody has claimed the table"
    );

    network.connect_hosts(true);
    let mut elsewhere = joined(&nodes[1], &table, &bo).await;
    let left = elsewhere.ask(json!({"cmd": "leave"})).await.unwrap();
    assert_eq!(left["ok"], true, "{left}");
}
