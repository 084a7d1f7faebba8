//! Kills a server in the middle of a thousand games: everything acknowledged is stored, nothing
//! twice, and the clients continue by themselves.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use pidro_client::{Client, Guest, choose};
use pidro_testing::new_file;
use serde_json::json;
use tokio::sync::{Barrier, Semaphore};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::process::{ServerProcess, UNLIMITED, free_address};
use crate::store;

const GAMES: usize = 1000;
/// How many actions are acknowledged before we kill the server.
const ACKNOWLEDGED_BEFORE_KILL: usize = 6000;

/// A player that reconnects by itself.
struct Player {
    address: SocketAddr,
    guest: Guest,
    table: String,
    /// The command that has not been acknowledged, with its id.
    pending: Option<(String, String)>,
    commands: usize,
    n: Option<u64>,
    /// The acknowledged commands: each id with the number of its event.
    acknowledged: Vec<(String, u64)>,
}

impl Player {
    /// Plays until the connection breaks or the game is over.
    async fn play(&mut self, count: &AtomicUsize, resumed: &AtomicUsize) -> Result<(), pidro_client::Error> {
        let mut client = Client::connect(self.address, None).await?;
        let (returned, mut first) = (self.n.is_some(), true);
        let from = self.n.map_or(json!({}), |n| json!({ "from": n }));
        client.join(&self.table, Some(&self.guest.token), from).await?;
        loop {
            if let Some((id, action)) = &self.pending {
                let answer = client
                    .ask_with_id(json!({"cmd": "act", "action": action}), id)
                    .await?;
                self.n = Some(client.n);
                if let Some(n) = answer["n"].as_u64() {
                    self.acknowledged.push((id.clone(), n));
                    count.fetch_add(1, Ordering::Relaxed);
                    resumed.fetch_add(usize::from(returned && first), Ordering::Relaxed);
                    first = false;
                }
                self.pending = None;
            }
            let message = client.next().await?;
            self.n = Some(client.n);
            if message["secret"].is_string() {
                return Ok(());
            }
            self.pending = choose(&message["legal"], self.commands).map(|action| {
                self.commands += 1;
                (format!("a{}", self.commands), action)
            });
        }
    }
}

async fn new_player(address: SocketAddr) -> Player {
    let guest = Guest::new(address, "Anna").await.unwrap();
    let options = json!({"seat": "S", "bots": {"N": "basic", "E": "basic", "W": "basic"}});
    let table = guest.create_table(address, &options).await.unwrap();
    let mut client = Client::connect(address, None).await.unwrap();
    client.join(&table, Some(&guest.token), json!({})).await.unwrap();
    let started = client
        .ask_with_id(json!({"cmd": "start"}), "start")
        .await
        .unwrap();
    assert_eq!(started["ok"], true, "{started}");
    Player {
        address,
        guest,
        table,
        pending: None,
        commands: 0,
        n: None,
        acknowledged: Vec::new(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_the_server_loses_nothing_in_a_thousand_games() {
    let (file, address) = (new_file("kill"), free_address());
    let mut server = ServerProcess::start(address, &file, UNLIMITED, None).await;
    let seating_limit = Arc::new(Semaphore::new(16));
    let (count, resumed) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (all, over) = (Arc::new(Barrier::new(GAMES)), CancellationToken::new());
    let mut players = Vec::new();
    for _ in 0..GAMES {
        let (seating_limit, count, resumed) = (
            Arc::clone(&seating_limit),
            Arc::clone(&count),
            Arc::clone(&resumed),
        );
        let (all, over) = (Arc::clone(&all), over.clone());
        players.push(tokio::spawn(async move {
            let mut player = {
                let _turn = seating_limit.acquire().await.unwrap();
                new_player(address).await
            };
            all.wait().await;
            // Reconnect after any failure.
            let playing = async {
                while player.play(&count, &resumed).await.is_err() {
                    sleep(Duration::from_millis(100)).await;
                }
            };
            tokio::select! {
                () = playing => {}
                () = over.cancelled() => {}
            }
            player
        }));
    }
    let until = async |count: &AtomicUsize, most: usize| {
        while count.load(Ordering::Relaxed) < most {
            sleep(Duration::from_millis(10)).await;
        }
    };
    until(&count, ACKNOWLEDGED_BEFORE_KILL).await;
    // SIGKILL: the server can't finish anything.
    server.kill();
    let before = count.load(Ordering::Relaxed);
    server = ServerProcess::start(address, &file, UNLIMITED, None).await;
    // Wait until every client has continued.
    until(&resumed, GAMES).await;
    over.cancel();
    let mut done = Vec::new();
    for player in players {
        done.push(player.await.unwrap());
    }
    server.kill();
    let mut store = store::open(&file).await;
    let mut acknowledged = 0;
    for player in &done {
        let stored = store::load(&mut store, &player.table).await;
        let mut times: HashMap<&str, usize> = HashMap::new();
        for command in stored.commands.iter().flatten() {
            *times.entry(command).or_default() += 1;
        }
        assert!(
            times.values().all(|times| *times == 1),
            "no command took effect twice"
        );
        for (id, n) in &player.acknowledged {
            let place = usize::try_from(*n).unwrap() - 1;
            let command = format!("{} {id}", player.guest.id);
            assert_eq!(
                stored.commands[place].as_ref(),
                Some(&command),
                "an acknowledged command is stored"
            );
            acknowledged += 1;
        }
    }
    println!(
        "{acknowledged} actions acknowledged at {GAMES} tables, {before} of them before the kill: all stored once"
    );
    println!(
        "{} clients continued by themselves",
        resumed.load(Ordering::Relaxed)
    );
    assert_eq!(acknowledged, count.load(Ordering::Relaxed));
    assert!(acknowledged >= before + GAMES);
}
