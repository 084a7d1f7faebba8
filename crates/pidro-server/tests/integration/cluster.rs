//! Tests that only make sense for a cluster. Most other tests also run on four nodes: see [`Site`].

use std::net::SocketAddr;
use std::time::Duration;

use pidro_client::{Client, Guest, http};
use pidro_server::{Config, ServeError, Server, StoreError};
use pidro_testing::new_postgres;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::four_players;
use crate::site::Site;

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_stops_hands_its_tables_over() {
    let Some(mut site) = Site::cluster("handover", |_| {}).await else {
        return;
    };
    // The balancer goes through the nodes in order: a guest, a table and four connections.
    let options = json!({"rules": {"target": 200}});
    let (table, _, mut clients) = four_players(site.address(), &options, &json!({})).await;
    for client in &mut clients {
        while client.n == 0 {
            client.next().await.unwrap();
        }
    }
    // Stop every node but one, each time a moment after a decision.
    let mut disconnected = 0;
    while site.nodes.len() > 1 {
        let node = site.nodes.remove(0);
        node.stop().await;
        let mut open = Vec::new();
        for mut client in clients {
            let ping = timeout(Duration::from_secs(10), client.ask(json!({"cmd": "ping"}))).await;
            match ping.expect("an answer, or the end of the connection") {
                Ok(answer) => {
                    assert_eq!(answer["ok"], true);
                    open.push(client);
                }
                Err(_) => disconnected += 1,
            }
        }
        clients = open;
    }
    assert_eq!(disconnected, 3, "each client was at a node of its own");
    let last = &mut clients[0];
    // The last client is soon at the table again, which its node has taken over.
    let address = site.nodes[0].address();
    let path = format!("/api/tables/{table}");
    let taken_over = async {
        loop {
            let info = http(address, "GET", &path, None, None).await.unwrap().json();
            let connected = |seat: &&str| info["seats"][*seat]["state"] == "here";
            match ["N", "E", "S", "W"].iter().filter(|seat| connected(seat)).count() {
                0 => sleep(Duration::from_millis(20)).await,
                count => return count,
            }
        }
    };
    let here = timeout(Duration::from_secs(10), taken_over).await;
    assert_eq!(here.expect("the table is taken over"), 1);
    let answer = last.ask(json!({"cmd": "say", "phrase": "hello"})).await.unwrap();
    assert_eq!(answer["ok"], true, "{answer}");
    site.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_hold_for_all_nodes_together() {
    let limits = |config: &mut Config| {
        config.limits.tables_per_hour = 3;
        config.limits.logins_per_hour = 5;
        config.limits.guests_per_hour = 4;
    };
    for site in Site::each_with("limits", limits).await {
        let address = site.address();
        let guest = Guest::new(address, "Anna").await.unwrap();
        let mut statuses = Vec::new();
        for _ in 0..6 {
            let made = http(
                address,
                "POST",
                "/api/tables",
                Some(&guest.token),
                Some(&json!({})),
            )
            .await;
            statuses.push(made.unwrap().status);
        }
        assert_eq!(statuses, [201, 201, 201, 429, 429, 429]);
        let mut statuses = Vec::new();
        for _ in 0..8 {
            let wrong = json!({"name": "Nobody", "password": "wrong password"});
            let tried = http(address, "POST", "/api/sessions", None, Some(&wrong)).await;
            statuses.push(tried.unwrap().status);
        }
        assert_eq!(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
        let mut statuses = Vec::new();
        for _ in 0..6 {
            let made = http(address, "POST", "/api/guests", None, Some(&json!({"name": "Bo"}))).await;
            statuses.push(made.unwrap().status);
        }
        assert_eq!(statuses, [201, 201, 201, 429, 429, 429], "Anna was the first");
        site.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_shows_the_tables_of_all_nodes() {
    let Some(site) = Site::cluster("lobbies", |_| {}).await else {
        return;
    };
    let mut clients = Vec::new();
    let mut made = Vec::new();
    for node in &site.nodes {
        let guest = Guest::new(node.address(), "Anna").await.unwrap();
        let options = json!({"listed": true, "seat": "N"});
        let table = guest.create_table(node.address(), &options).await.unwrap();
        let mut client = Client::connect(node.address(), None).await.unwrap();
        client.join(&table, Some(&guest.token), json!({})).await.unwrap();
        clients.push(client);
        made.push(json!(table));
    }
    made.reverse();
    for node in &site.nodes {
        let listed = async || {
            let lobby = http(node.address(), "GET", "/api/tables", None, None)
                .await
                .unwrap();
            let tables = lobby.json()["tables"].clone();
            let tables = tables.as_array().unwrap().iter();
            tables
                .map(|listed| listed["table"].clone())
                .collect::<Vec<Value>>()
        };
        // A node learns of another one when it renews its lease.
        let all = async {
            while listed().await != made {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(Duration::from_secs(10), all)
            .await
            .expect("all tables, newest first");
    }
    site.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_name_the_node() {
    let Some(site) = Site::cluster("named-nodes", |_| {}).await else {
        return;
    };
    let mut names = Vec::new();
    for node in &site.nodes {
        let metrics = http(node.address(), "GET", "/metrics", None, None).await.unwrap();
        let name = metrics.text.lines().find(|line| line.starts_with("pidro_node{"));
        names.push(name.unwrap().to_owned());
    }
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 4, "{names:?}");
    site.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_incompatible_release_is_refused() {
    let Some(database) = new_postgres("incompatible").await else {
        return;
    };
    let server = Server::start(Config::with_store(&database), "").await.unwrap();
    let mut session = PgConnection::connect(&database).await.unwrap();
    // A node of a far newer release runs.
    sqlx::query("INSERT INTO node (id, address, version, oldest, expires) VALUES ('new', 'there:1', 9, 8, 99999999999999)")
        .execute(&mut session)
        .await
        .unwrap();
    let refused = Server::start(Config::with_store(&database), "")
        .await
        .err()
        .unwrap();
    let ServeError::Store { error, .. } = &refused else {
        panic!("{refused}")
    };
    assert!(
        matches!(error, StoreError::Incompatible { version: 9, .. }),
        "{error}"
    );
    assert!(error.to_string().contains("there:1"), "{error}");
    // A newer node that still supports our version is accepted.
    sqlx::query("UPDATE node SET version = 2, oldest = 1 WHERE id = 'new'")
        .execute(&mut session)
        .await
        .unwrap();
    let other = Server::start(Config::with_store(&database), "").await.unwrap();
    other.stop().await;
    server.stop().await;
}

/// What a node shows when it opens a link or forwards a request.
#[derive(Clone, Copy)]
struct Credentials<'a> {
    secret: &'a str,
    node: &'a str,
    target: &'a str,
}

/// The status of a request with these credentials.
async fn status_with(address: SocketAddr, path: &str, credentials: Credentials<'_>) -> String {
    let Credentials { secret, node, target } = credentials;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         x-pidro-node: {node}\r\nx-pidro-client: 192.0.2.7\r\n\
         x-pidro-target: {target}\r\nx-pidro-cluster-secret: {secret}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    String::from_utf8_lossy(&head[9..]).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_nodes_can_open_links_and_forward_requests() {
    let few_requests = |config: &mut Config| config.limits.requests_per_minute = 5;
    for site in Site::each_with("links", few_requests).await {
        let (address, location) = (site.nodes[0].address(), site.nodes[0].store_location());
        let unknown = "019a8e0c3f6b7d2e9f3c5a7b9d1e3f50.1";
        let guess = Credentials {
            secret: "guess",
            node: unknown,
            target: unknown,
        };
        let link = "/cluster/link";
        let without = Credentials { secret: "", ..guess };
        assert_eq!(status_with(address, link, without).await, "404");
        assert_eq!(status_with(address, link, guess).await, "404");
        if location.starts_with("postgres") {
            let mut session = PgConnection::connect(location).await.unwrap();
            let secret = sqlx::query_scalar("SELECT secret FROM cluster");
            let secret: String = secret.fetch_one(&mut session).await.unwrap();
            let nodes = sqlx::query_scalar("SELECT id FROM node ORDER BY address = $1");
            let nodes = nodes.bind(address.to_string()).fetch_all(&mut session).await;
            let nodes: Vec<String> = nodes.unwrap();
            let [node, .., target] = &nodes[..] else {
                panic!("{nodes:?}")
            };
            let right = Credentials {
                secret: &secret,
                node,
                target,
            };
            // The node hears of the others when it next renews its lease.
            let accepted = async {
                while status_with(address, link, right).await != "101" {
                    sleep(Duration::from_millis(50)).await;
                }
            };
            timeout(Duration::from_secs(10), accepted)
                .await
                .expect("the link is accepted");
            // A node that was removed must not pass on what it still has.
            let removed = Credentials {
                node: unknown,
                ..right
            };
            assert_eq!(status_with(address, link, removed).await, "421");
            // At this address, there may be another node by now.
            let other = target.replace(".1", ".2");
            let other = Credentials {
                target: &other,
                ..right
            };
            assert_eq!(status_with(address, link, other).await, "421");
            assert_eq!(status_with(address, "/healthz", other).await, "421");
            // Another node has counted what it forwards.
            for _ in 0..10 {
                assert_eq!(status_with(address, "/healthz", right).await, "200");
            }
        }
        let mut statuses = Vec::new();
        for _ in 0..5 {
            statuses.push(status_with(address, "/healthz", guess).await);
        }
        assert_eq!(
            statuses,
            ["200", "200", "200", "429", "429"],
            "a forged address doesn't help"
        );
        site.stop().await;
    }
}

/// A host starts the same command on all machines at once: one node creates the schema, and the
/// others wait for it.
#[tokio::test(flavor = "multi_thread")]
async fn nodes_can_start_at_the_same_time() {
    let Some(database) = new_postgres("started_at_once").await else {
        return;
    };
    let start = async || Server::start(Config::with_store(&database), "").await.unwrap();
    let nodes: [Server; 4] = tokio::join!(start(), start(), start(), start()).into();
    let mut session = PgConnection::connect(&database).await.unwrap();
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM node");
    let count: i64 = count.fetch_one(&mut session).await.unwrap();
    assert_eq!(count, 4);
    for node in nodes {
        node.stop().await;
    }
}
