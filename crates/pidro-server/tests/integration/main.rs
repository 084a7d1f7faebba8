//! Real servers on loopback, and real clients that speak HTTP and WebSocket.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod accounts;
mod cluster;
mod crash;
mod fair;
mod guide;
mod hidden;
mod hostile;
mod operators;
mod people;
mod play;
mod process;
mod safety;
mod site;
mod store;
mod study;
mod upgrades;

use std::net::SocketAddr;
use std::time::Duration;

use pidro_client::{Client, Guest, choose, http};
use pidro_server::{Config, Server, Timings};
use pidro_testing::new_file;
use serde_json::{Value, json};

/// A server with its own SQLite file.
async fn start_server(name: &str) -> Server {
    start_server_with(name, |_| {}).await
}

async fn start_server_with(name: &str, change: impl FnOnce(&mut Config)) -> Server {
    let mut config = Config::with_store(&new_file(name));
    change(&mut config);
    Server::start(config, "").await.unwrap()
}

/// Timings that are short enough for tests.
fn short_timings() -> Timings {
    Timings {
        stand_in_after: Duration::from_millis(150),
        spectator_delay: Duration::from_millis(300),
        second: Duration::from_millis(10),
        ..Timings::default()
    }
}

/// Creates an account. Returns its token, its recovery code and its id.
async fn create_account(address: SocketAddr, name: &str, password: &str) -> (String, String, String) {
    let body = json!({"name": name, "password": password});
    let made = http(address, "POST", "/api/accounts", None, Some(&body))
        .await
        .unwrap();
    assert_eq!(made.status, 201, "{}", made.text);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let made = made.json();
    (
        text(&made["token"]),
        text(&made["recovery_code"]),
        text(&made["person"]["id"]),
    )
}

/// Four guests at N, E, S and W, all connected, in a game that has begun.
async fn four_players(
    address: SocketAddr,
    options: &Value,
    join: &Value,
) -> (String, Vec<Guest>, Vec<Client>) {
    let mut guests = Vec::new();
    for name in ["Anna", "Bo", "Carin", "David"] {
        guests.push(Guest::new(address, name).await.unwrap());
    }
    let table = guests[0].create_table(address, options).await.unwrap();
    let mut clients = Vec::new();
    for (guest, seat) in guests.iter().zip(["N", "E", "S", "W"]) {
        let mut client = Client::connect(address, None).await.unwrap();
        let joined = client
            .join(&table, Some(&guest.token), join.clone())
            .await
            .unwrap();
        assert_eq!(joined["ok"], true, "{joined}");
        let sat = client.ask(json!({"cmd": "sit", "seat": seat})).await.unwrap();
        assert_eq!(sat["ok"], true, "{sat}");
        clients.push(client);
    }
    let started = clients[0].ask(json!({"cmd": "start"})).await.unwrap();
    assert_eq!(started["ok"], true, "{started}");
    (table, guests, clients)
}

/// A guest at South against three bots.
async fn player_against_bots(address: SocketAddr, options: Value) -> (String, Guest, Client) {
    let guest = Guest::new(address, "Anna").await.unwrap();
    let mut options = options;
    options["seat"] = json!("S");
    options["bots"] = json!({"N": "basic", "E": "basic", "W": "basic"});
    let table = guest.create_table(address, &options).await.unwrap();
    let mut client = Client::connect(address, None).await.unwrap();
    client.join(&table, Some(&guest.token), json!({})).await.unwrap();
    client.ask(json!({"cmd": "start"})).await.unwrap();
    (table, guest, client)
}

/// Plays for one client until the game is over or the client has made this many decisions. Returns
/// whether the game is over.
async fn play(client: &mut Client, decisions: usize) -> bool {
    let mut done = 0;
    while done < decisions {
        let message = client.next().await.unwrap();
        if message["secret"].is_string() {
            return true;
        }
        if let Some(action) = choose(&message["legal"], done) {
            let answer = client.ask(json!({"cmd": "act", "action": action})).await.unwrap();
            // If a bot has decided in the meantime, it is too late.
            assert!(
                answer["ok"] == true || answer["error"]["code"] == "not_your_turn",
                "{answer}"
            );
            done += 1;
        }
    }
    false
}
