//! Several nodes on one PostgreSQL database: one dies, is paused or told to stop, and the games go
//! on.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use pidro_client::{Client, Guest, choose};
use serde_json::json;
use sqlx::{Connection, PgConnection};
use tokio::time::{sleep, timeout};

use crate::LONG;
use crate::audit::audit;
use crate::disk::skip;
use crate::load::Load;
use crate::postgres::PostgresServer;
use crate::server::{Server, free_address};

/// How soon the tables of a dead node must have a new owner.
const TAKEOVER: Duration = Duration::from_secs(3);
/// How long no table may stand still, whatever happens to one node or to the database.
const MAX_PAUSE: Duration = Duration::from_secs(5);

/// The nodes of a cluster. A node that is down has no process.
struct Nodes {
    store: String,
    addresses: Vec<SocketAddr>,
    servers: Vec<Option<Server>>,
}

impl Nodes {
    async fn start(store: &str, count: usize) -> Nodes {
        let mut nodes = Nodes {
            store: store.to_owned(),
            addresses: (0..count).map(|_| free_address()).collect(),
            servers: (0..count).map(|_| None).collect(),
        };
        for node in 0..count {
            nodes.restart(node).await;
        }
        nodes
    }

    async fn restart(&mut self, node: usize) {
        let server = Server::start_at(self.addresses[node], &self.store, &[]).await;
        self.servers[node] = Some(server);
    }

    fn signal(&self, node: usize, signal: &str) {
        let pid = self.servers[node].as_ref().unwrap().pid().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &pid])
                .status()
                .unwrap()
                .success()
        );
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

/// HAProxy without sticky sessions, as in docs/server.md.
struct Balancer {
    process: Child,
    address: SocketAddr,
}

impl Balancer {
    /// Starts HAProxy; `None` if it is not installed.
    async fn start(nodes: &[SocketAddr]) -> Option<Balancer> {
        let address = free_address();
        let mut config = include_str!("../../../../docs/haproxy.cfg").to_owned();
        let (head, _) = config.split_once("    server ").expect("the example has servers");
        config = head.replace("bind :80", &format!("bind {address}"));
        for (number, node) in nodes.iter().enumerate() {
            writeln!(config, "    server node{number} {node} check").unwrap();
        }
        let file = std::env::temp_dir().join(format!("pidro-haproxy-{}.cfg", address.port()));
        std::fs::write(&file, config).unwrap();
        let started = Command::new("haproxy")
            .args(["-db", "-f"])
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .spawn();
        let Ok(process) = started else {
            skip("HAProxy is not installed");
            return None;
        };
        let balancer = Balancer { process, address };
        let up = async {
            while !matches!(pidro_client::http(address, "GET", "/readyz", None, None).await, Ok(answer) if answer.status == 200)
            {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(LONG, up).await.expect("HAProxy reaches a node");
        Some(balancer)
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Nodes are killed, paused and stopped in turn under load, and the database is restarted once.
///
/// docs/server.md has the command for a long run.
#[tokio::test(flavor = "multi_thread")]
async fn losing_nodes_loses_nothing() {
    let seconds = setting("PIDRO_NODES_SECONDS", 45);
    let tables = usize::try_from(setting("PIDRO_NODES_TABLES", 20)).unwrap();
    let pace = Duration::from_millis(setting("PIDRO_NODES_PACE_MS", 100));
    let Some(postgres) = PostgresServer::start("nodes") else {
        return;
    };
    let mut nodes = Nodes::start(postgres.store().address(), 3).await;
    let Some(balancer) = Balancer::start(&nodes.addresses).await else {
        return;
    };
    nodes.ready().await;
    let load = Load::start_paced(balancer.address, tables, pace);
    load.stored(10 * tables).await;
    load.ledger.forget_pauses();
    let begun = Instant::now();
    let (mut faults, mut restarted) = ([0; 3], false);
    for round in 0.. {
        let node = round % 3;
        let kind = (round / 3) % 3;
        match kind {
            0 => {
                nodes.kill(node);
                sleep(Duration::from_secs(2)).await;
                nodes.restart(node).await;
            }
            1 => {
                nodes.signal(node, "-STOP");
                sleep(Duration::from_secs(4)).await;
                nodes.signal(node, "-CONT");
            }
            _ => {
                nodes.terminate(node).await;
                nodes.restart(node).await;
            }
        }
        faults[kind] += 1;
        nodes.ready().await;
        // The balancer has to find the node again before the next one goes.
        sleep(Duration::from_millis(1500)).await;
        if begun.elapsed().as_secs() > seconds / 2 && !restarted {
            restarted = true;
            postgres.stop("fast");
            postgres.start_server();
            nodes.ready().await;
            sleep(Duration::from_millis(1500)).await;
        }
        if begun.elapsed().as_secs() >= seconds {
            break;
        }
    }
    let (pause, decisions) = load.ledger.longest_pause();
    let ledger = load.stop().await;
    for node in 0..3 {
        nodes.kill(node);
    }
    let [killed, paused, stopped] = faults;
    println!(
        "{tables} tables on 3 nodes for {} s: {killed} kills, {paused} pauses of 4 s, {stopped} stops, 1 restart of the \
         database; {decisions} commands acknowledged, no table stood still for longer than {pause:.1?}",
        begun.elapsed().as_secs(),
    );
    audit("nodes that die, PostgreSQL", &postgres.store(), &ledger).await;
    assert!(faults.iter().all(|count| *count > 0), "{faults:?}");
    assert!(pause <= MAX_PAUSE, "{pause:?}");
}

/// The current owner of a table, if it is alive, and the fencing token.
async fn owner(session: &mut PgConnection, table: &str) -> (Option<String>, i64) {
    let sql =
        "SELECT node.address, game.epoch FROM game LEFT JOIN node ON node.id = game.owner WHERE game.id = $1";
    sqlx::query_as(sql).bind(table).fetch_one(session).await.unwrap()
}

/// Waits until another node owns the table. Returns how long that took.
async fn taken_over(session: &mut PgConnection, table: &str, epoch: i64) -> Duration {
    let begun = Instant::now();
    let taken = async {
        while !matches!(owner(session, table).await, (Some(_), newer) if newer > epoch) {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(LONG, taken).await.expect("another node takes over");
    begun.elapsed()
}

/// Somebody watches at one node the table of another one, which dies.
async fn takeover(name: &str, signal: &str) -> Option<Duration> {
    let postgres = PostgresServer::start(name)?;
    let mut nodes = Nodes::start(postgres.store().address(), 3).await;
    let mut session = PgConnection::connect(postgres.store().address()).await.unwrap();
    let guest = Guest::new(nodes.addresses[1], "Anna").await.unwrap();
    let table = guest
        .create_table(nodes.addresses[0], &json!({"seat": "S"}))
        .await
        .unwrap();
    let mut client = Client::connect(nodes.addresses[1], None).await.unwrap();
    client.join(&table, Some(&guest.token), json!({})).await.unwrap();
    client.next_of("snapshot").await.unwrap();
    let (address, epoch) = owner(&mut session, &table).await;
    assert_eq!(address, Some(nodes.addresses[0].to_string()));
    // Nodes remove others only after they have been there for a while.
    sleep(Duration::from_secs(3)).await;
    nodes.signal(0, signal);
    // The client does nothing.
    let took = taken_over(&mut session, &table, epoch).await;
    println!("{signal}: another node owns the table after {took:.2?}");
    // It gets a snapshot from the new owner, and can go on.
    client.next_of("snapshot").await.unwrap();
    let sat = client
        .ask(json!({"cmd": "bot", "seat": "N", "level": "basic"}))
        .await
        .unwrap();
    assert_eq!(sat["ok"], true, "{sat}");
    let _ = nodes.servers[0].take().map(|mut server| server.kill());
    Some(took)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tables_of_a_killed_node_are_taken_over() {
    if let Some(took) = takeover("killed-node", "-KILL").await {
        assert!(took < TAKEOVER, "{took:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tables_of_a_paused_node_are_taken_over() {
    if let Some(took) = takeover("paused-node", "-STOP").await {
        assert!(took < TAKEOVER, "{took:?}");
    }
}

/// An owner that was paused comes back after its player's time has run out by its own clock. It has
/// lost the table, and can't decide for the player any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_paused_owner_can_not_write_when_it_comes_back() {
    let Some(postgres) = PostgresServer::start("fenced") else {
        return;
    };
    let nodes = Nodes::start(postgres.store().address(), 2).await;
    let mut session = PgConnection::connect(postgres.store().address()).await.unwrap();
    let guest = Guest::new(nodes.addresses[1], "Anna").await.unwrap();
    let options = json!({"seat": "S", "time": 15, "bots": {"N": "basic", "E": "basic", "W": "basic"}});
    let table = guest.create_table(nodes.addresses[0], &options).await.unwrap();
    let mut client = Client::connect(nodes.addresses[1], None).await.unwrap();
    client.join(&table, Some(&guest.token), json!({})).await.unwrap();
    client.ask(json!({"cmd": "start"})).await.unwrap();
    // Play until it is our turn: fifteen seconds begin.
    while choose(&client.next().await.unwrap()["legal"], 0).is_none() {}
    let turn = Instant::now();
    sleep(Duration::from_secs(3)).await;
    let (_, epoch) = owner(&mut session, &table).await;
    nodes.signal(0, "-STOP");
    taken_over(&mut session, &table, epoch).await;
    let snapshot = client.next_of("snapshot").await.unwrap();
    let n = snapshot["n"].as_i64().unwrap();
    // The new owner gives the player the whole time again. By the old owner's clock it is over.
    sleep(Duration::from_secs(16).saturating_sub(turn.elapsed())).await;
    nodes.signal(0, "-CONT");
    sleep(Duration::from_secs(1)).await;
    let entries: (i64,) = sqlx::query_as("SELECT COUNT(*) FROM entry WHERE game = $1")
        .bind(&table)
        .fetch_one(&mut session)
        .await
        .unwrap();
    assert_eq!(entries.0, n, "nobody has decided");
    // It has noticed, and serves again: as another incarnation, and without the table.
    let (address, newest) = owner(&mut session, &table).await;
    assert_eq!(
        (address, newest),
        (Some(nodes.addresses[1].to_string()), epoch + 1)
    );
    let back = async {
        let sql = "SELECT COUNT(*) FROM node WHERE address = $1 AND id LIKE '%.2'";
        let address = nodes.addresses[0].to_string();
        loop {
            let (count,): (i64,) = sqlx::query_as(sql)
                .bind(&address)
                .fetch_one(&mut session)
                .await
                .unwrap();
            if count == 1 {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(LONG, back).await.expect("the paused node comes back");
    let action = choose(&snapshot["legal"], 0).unwrap();
    let acted = client.ask(json!({"cmd": "act", "action": action})).await.unwrap();
    assert_eq!(acted["ok"], true, "{acted}");
}

/// A node that has lost the database says so to its balancer and sends its clients elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_without_database_sends_its_clients_away() {
    let Some(postgres) = PostgresServer::start("lost-database") else {
        return;
    };
    let proxy = crate::proxy::Proxy::start(postgres.address()).await;
    let nodes = Nodes::start(postgres.store().address(), 1).await;
    let cut_off = Server::start(&crate::postgres::url(proxy.address)).await;
    let guest = Guest::new(nodes.addresses[0], "Anna").await.unwrap();
    let table = guest
        .create_table(cut_off.address, &json!({"seat": "S"}))
        .await
        .unwrap();
    let mut client = Client::connect(cut_off.address, None).await.unwrap();
    client.join(&table, Some(&guest.token), json!({})).await.unwrap();
    client.next_of("snapshot").await.unwrap();
    sleep(Duration::from_secs(3)).await;
    proxy.stop();
    let closed = timeout(LONG, client.close_code())
        .await
        .expect("the client is told");
    assert_eq!(closed, Some(1012));
    assert_eq!(cut_off.status("/readyz").await, 503);
    // Elsewhere the game goes on.
    let mut client = Client::connect(nodes.addresses[0], None).await.unwrap();
    let joined = client.join(&table, Some(&guest.token), json!({})).await.unwrap();
    assert_eq!(joined["ok"], true, "{joined}");
    client.next_of("snapshot").await.unwrap();
}

/// PgBouncer between the nodes and the database, in session mode.
struct PgBouncer {
    process: Child,
    address: SocketAddr,
}

impl PgBouncer {
    /// Starts PgBouncer; `None` if it is not installed.
    async fn start(postgres: SocketAddr) -> Option<PgBouncer> {
        let address = free_address();
        let folder = crate::disk::folder("pgbouncer");
        let config = format!(
            "[databases]\npostgres = host={} port={} user=pidro\n[pgbouncer]\nlisten_addr = {}\nlisten_port = {}\n\
             unix_socket_dir =\nauth_type = any\npool_mode = session\ndefault_pool_size = 30\n\
             ignore_startup_parameters = extra_float_digits\n",
            postgres.ip(),
            postgres.port(),
            address.ip(),
            address.port(),
        );
        let file = folder.join("pgbouncer.ini");
        std::fs::write(&file, config).unwrap();
        let mut command = Command::new("pgbouncer");
        command
            .arg("-q")
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        crate::postgres::not_as_root(&mut command);
        let Ok(process) = command.spawn() else {
            skip("PgBouncer is not installed");
            return None;
        };
        let bouncer = PgBouncer { process, address };
        let up = async {
            while tokio::net::TcpStream::connect(address).await.is_err() {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(LONG, up).await.expect("PgBouncer listens");
        Some(bouncer)
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_behind_pgbouncer_lose_nothing() {
    let Some(postgres) = PostgresServer::start("pgbouncer") else {
        return;
    };
    let Some(bouncer) = PgBouncer::start(postgres.address()).await else {
        return;
    };
    let mut nodes = Nodes::start(&crate::postgres::url(bouncer.address), 2).await;
    let load = Load::start(nodes.addresses[1], 2);
    load.stored(200).await;
    nodes.kill(0);
    load.stored(50).await;
    nodes.restart(0).await;
    load.stored(50).await;
    let ledger = load.stop().await;
    nodes.kill(0);
    nodes.kill(1);
    drop(bouncer);
    audit("PgBouncer, PostgreSQL", &postgres.store(), &ledger).await;
}
