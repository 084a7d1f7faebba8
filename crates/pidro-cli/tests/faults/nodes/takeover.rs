//! The owner of a table after its node has died, was paused, or has lost the database.

use std::time::{Duration, Instant};

use pidro_client::{Client, Guest, choose};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tokio::time::{sleep, timeout};

use super::{Nodes, owner, setting};
use crate::LONG;
use crate::postgres::{PostgresServer, url};
use crate::proxy::Proxy;
use crate::server::Server;

/// How soon the tables of a dead node must have a new owner.
const TAKEOVER: Duration = Duration::from_secs(3);

/// The number that a query with one parameter returns.
async fn count(session: &mut PgConnection, sql: &'static str, parameter: &str) -> i64 {
    let query = sqlx::query_scalar(sql).bind(parameter);
    query.fetch_one(session).await.unwrap()
}

/// A guest who has created a table at node 0 and joined it at node 1.
async fn guest_at_node_1(nodes: &Nodes, options: &Value) -> (Guest, String, Client) {
    let guest = Guest::new(nodes.addresses[1], "Anna").await.unwrap();
    let table = guest.create_table(nodes.addresses[0], options).await.unwrap();
    let mut client = Client::connect(nodes.addresses[1], None).await.unwrap();
    client.join(&table, Some(&guest.token), json!({})).await.unwrap();
    client.next_of("snapshot").await.unwrap();
    (guest, table, client)
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

/// A client at node 1 watches a table that node 0 owns, and node 0 dies. Returns how long the
/// takeover took.
async fn takeover(name: &str, signal: &str) -> Option<Duration> {
    let postgres = PostgresServer::start(name)?;
    let mut nodes = Nodes::start(postgres.store().address(), 3).await;
    let mut session = PgConnection::connect(postgres.store().address()).await.unwrap();
    let (_, table, mut client) = guest_at_node_1(&nodes, &json!({"seat": "S"})).await;
    let (address, epoch) = owner(&mut session, &table).await;
    assert_eq!(address, Some(nodes.addresses[0].to_string()));
    // A node may remove others only after a whole lease in contact with the database.
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
    let seconds = setting("PIDRO_NODES_PAUSE_SECONDS", 15);
    let options = json!({"seat": "S", "time": seconds, "bots": {"N": "basic", "E": "basic", "W": "basic"}});
    let (_, table, mut client) = guest_at_node_1(&nodes, &options).await;
    client.ask(json!({"cmd": "start"})).await.unwrap();
    // Play until it is our turn: our time begins.
    while choose(&client.next().await.unwrap()["legal"], 0).is_none() {}
    let turn = Instant::now();
    sleep(Duration::from_secs(3)).await;
    let (_, epoch) = owner(&mut session, &table).await;
    nodes.signal(0, "-STOP");
    taken_over(&mut session, &table, epoch).await;
    let snapshot = client.next_of("snapshot").await.unwrap();
    let n = snapshot["n"].as_i64().unwrap();
    // The new owner gives the player the whole time again. By the old owner's clock it is over.
    while turn.elapsed() < Duration::from_secs(seconds + 1) {
        // A client that stays silent for longer than 50 seconds loses its connection.
        client.ask(json!({"cmd": "ping"})).await.unwrap();
        sleep(Duration::from_secs(1)).await;
    }
    nodes.signal(0, "-CONT");
    sleep(Duration::from_secs(1)).await;
    let events = count(&mut session, "SELECT COUNT(*) FROM entry WHERE game = $1", &table).await;
    assert_eq!(events, n, "nobody has decided");
    // It has noticed, and serves again: as another incarnation, and without the table.
    let (address, newest) = owner(&mut session, &table).await;
    assert_eq!(
        (address, newest),
        (Some(nodes.addresses[1].to_string()), epoch + 1)
    );
    let back = async {
        let sql = "SELECT COUNT(*) FROM node WHERE address = $1 AND id LIKE '%.2'";
        let address = nodes.addresses[0].to_string();
        while count(&mut session, sql, &address).await != 1 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(LONG, back).await.expect("the paused node comes back");
    let action = choose(&snapshot["legal"], 0).unwrap();
    let acted = client.ask(json!({"cmd": "act", "action": action})).await.unwrap();
    assert_eq!(acted["ok"], true, "{acted}");
}

/// A node that was paused finds the commands that its clients sent meanwhile. They have gone on
/// elsewhere since, so it must not pass the commands on.
#[tokio::test(flavor = "multi_thread")]
async fn a_paused_node_passes_on_no_outdated_command() {
    let Some(postgres) = PostgresServer::start("outdated") else {
        return;
    };
    let nodes = Nodes::start(postgres.store().address(), 2).await;
    let mut session = PgConnection::connect(postgres.store().address()).await.unwrap();
    let (guest, table, mut client) = guest_at_node_1(&nodes, &json!({"seat": "S"})).await;
    // A node may remove others only after a whole lease in contact with the database.
    sleep(Duration::from_secs(3)).await;
    nodes.signal(1, "-STOP");
    let outdated = json!({"cmd": "bot", "seat": "N", "level": "basic", "id": "outdated"});
    client.send_text(outdated.to_string()).await.unwrap();
    let removed = async {
        let sql = "SELECT COUNT(*) FROM node WHERE address = $1";
        let address = nodes.addresses[1].to_string();
        while count(&mut session, sql, &address).await > 0 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(LONG, removed).await.expect("the paused node is removed");
    let events = "SELECT COUNT(*) FROM entry WHERE game = $1";
    let before = count(&mut session, events, &table).await;
    nodes.signal(1, "-CONT");
    let closed = timeout(LONG, client.close_code()).await;
    assert_eq!(closed.expect("the client is told"), Some(1012));
    // The new incarnation of the node serves the table.
    nodes.ready().await;
    let mut client = Client::connect(nodes.addresses[1], None).await.unwrap();
    client.join(&table, Some(&guest.token), json!({})).await.unwrap();
    let sat = client
        .ask(json!({"cmd": "bot", "seat": "E", "level": "basic"}))
        .await;
    assert_eq!(sat.unwrap()["ok"], true);
    assert_eq!(
        count(&mut session, events, &table).await,
        before + 1,
        "only this one"
    );
}

/// A node that has lost the database says so to its balancer and sends its clients elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_without_database_sends_its_clients_away() {
    let Some(postgres) = PostgresServer::start("lost-database") else {
        return;
    };
    let proxy = Proxy::start(postgres.address()).await;
    let nodes = Nodes::start(postgres.store().address(), 1).await;
    let cut_off = Server::start(&url(proxy.address)).await;
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

/// While the database is down, all leases run out. Afterwards no node may take the others for dead.
#[tokio::test(flavor = "multi_thread")]
async fn nodes_keep_their_tables_while_the_database_is_down() {
    let Some(postgres) = PostgresServer::start("outage") else {
        return;
    };
    let nodes = Nodes::start(postgres.store().address(), 2).await;
    let anna = Guest::new(nodes.addresses[0], "Anna").await.unwrap();
    let mut tables = Vec::new();
    for address in &nodes.addresses {
        tables.push(anna.create_table(*address, &json!({"seat": "S"})).await.unwrap());
    }
    let owners = async || {
        let mut session = PgConnection::connect(postgres.store().address()).await.unwrap();
        let mut owners = Vec::new();
        for table in &tables {
            owners.push(owner(&mut session, table).await);
        }
        owners
    };
    let before = owners().await;
    // A node may remove others only after a whole lease in contact with the database.
    sleep(Duration::from_secs(3)).await;
    postgres.stop("fast");
    // Twice as long as a lease, and longer than a node keeps its clients.
    sleep(Duration::from_secs(4)).await;
    postgres.start_server();
    nodes.ready().await;
    // Now they may remove others again.
    sleep(Duration::from_secs(3)).await;
    assert_eq!(owners().await, before);
    // Each node still serves the other's table.
    for (address, table) in nodes.addresses.iter().zip(tables.iter().rev()) {
        let mut client = Client::connect(*address, None).await.unwrap();
        let joined = client.join(table, Some(&anna.token), json!({})).await.unwrap();
        assert_eq!(joined["ok"], true, "{joined}");
        let sat = client
            .ask(json!({"cmd": "bot", "seat": "N", "level": "basic"}))
            .await;
        assert_eq!(sat.unwrap()["ok"], true);
    }
    assert_eq!(owners().await, before);
}
