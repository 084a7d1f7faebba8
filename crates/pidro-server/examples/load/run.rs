//! A server, its tables and their players.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::process::{Child, Command as Process, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pidro::WordPromise;
use pidro_server::Store;
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::measurements::{Measurements, resident};
use crate::player::{Behaviour, Player, SharedTable, word};
use crate::{BoxError, Nodes};
use pidro_client::{Client, Guest, http};

/// A server, its tables and their players.
pub(crate) struct LoadTest {
    servers: Vec<Child>,
    store: String,
    addresses: Vec<SocketAddr>,
    players: Vec<Player>,
    measurements: Arc<Measurements>,
    /// The memory of the servers without clients.
    initial_memory: u64,
}

impl LoadTest {
    /// Starts the servers and seats all players.
    pub(crate) async fn new(tables: usize, behaviour: Behaviour, nodes: Nodes) -> Result<LoadTest, BoxError> {
        let file = std::env::temp_dir().join(format!("pidro-load-{}.sqlite", std::process::id()));
        let store = nodes.store.unwrap_or_else(|| file.to_string_lossy().into_owned());
        let (mut servers, mut addresses) = (Vec::new(), Vec::new());
        for _ in 0..nodes.nodes {
            let address = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
            let server = Process::new(std::env::current_exe()?)
                .args(["serve", "--unlimited", "--address", &address.to_string()])
                .args(["--store", &store])
                .stdout(Stdio::null())
                .spawn()?;
            while tokio::net::TcpStream::connect(address).await.is_err() {
                sleep(Duration::from_millis(20)).await;
            }
            servers.push(server);
            addresses.push(address);
        }
        let initial_memory = memory_of(&servers);
        let measurements = Arc::new(Measurements::default());
        let few = Arc::new(Semaphore::new(16));
        let seating: Vec<_> = (0..tables)
            .map(|number| {
                let (few, address) = (Arc::clone(&few), addresses[number % addresses.len()]);
                tokio::spawn(async move {
                    let _turn = few.acquire().await;
                    seat_four(address).await
                })
            })
            .collect();
        let mut players = Vec::new();
        for (number, seated) in seating.into_iter().enumerate() {
            let (id, guests) = seated.await??;
            let table = Arc::new(SharedTable::default());
            for (place, guest) in guests.into_iter().enumerate() {
                let seed = (number * 4 + place) as u64 * 7919 + 1;
                let at = (&*id, &table);
                let address = addresses[(number + place) % addresses.len()];
                players.push(Player::new(address, guest, at, behaviour, &measurements, seed));
            }
        }
        println!("{tables} tables, {} clients", tables * 4);
        Ok(LoadTest {
            servers,
            store,
            addresses,
            players,
            measurements,
            initial_memory,
        })
    }

    /// Plays for this long and prints the results.
    pub(crate) async fn run(mut self, time: Duration) -> Result<(), BoxError> {
        let (over, clients) = (CancellationToken::new(), self.players.len());
        let mut playing = Vec::new();
        for player in std::mem::take(&mut self.players) {
            playing.push(tokio::spawn(player.play(over.clone())));
            if playing.len() % 50 == 0 {
                sleep(Duration::from_millis(5)).await;
            }
        }
        // Wait until everybody is connected and playing.
        sleep(Duration::from_secs(5).min(time)).await;
        self.measurements.to_all.clear();
        self.measurements.to_answer.clear();
        let (begun, before) = (
            Instant::now(),
            self.measurements.acknowledged.load(Ordering::Relaxed),
        );
        let first = memory_of(&self.servers);
        let commits_before = self.metric("pidro_store_commit_seconds_count").await?;
        let mut last = first;
        while begun.elapsed() < time {
            sleep(Duration::from_secs(30).min(time.saturating_sub(begun.elapsed()))).await;
            last = memory_of(&self.servers);
            println!("{:4} s: {} MB resident", begun.elapsed().as_secs(), last / 1024);
        }
        let seconds = begun.elapsed().as_secs();
        let decisions = self.measurements.acknowledged.load(Ordering::Relaxed) - before;
        let commits = self.metric("pidro_store_commit_seconds_count").await? - commits_before;
        over.cancel();
        let mut players = Vec::new();
        for player in playing {
            players.push(player.await?);
        }
        let rate = decisions / seconds.max(1);
        println!("{decisions} decisions acknowledged in {seconds} s: {rate} per second");
        println!(
            "from a command to its answer: {}",
            self.measurements.to_answer.summary()
        );
        println!(
            "from a command to all four:   {}",
            self.measurements.to_all.summary()
        );
        println!(
            "{commits} commits: {:.2} per decision",
            commits / f64::from(u32::try_from(decisions.max(1))?)
        );
        for name in ["pidro_slow_clients_total", "pidro_store_failures_total"] {
            println!("{name} {}", self.metric(name).await?);
        }
        let (at_first, at_last) = (first / 1024, last / 1024);
        let each = last.saturating_sub(self.initial_memory) / (clients as u64 / 4);
        println!(
            "memory: {at_first} MB at first, {at_last} MB at last; {each} KB per table with its four connections"
        );
        self.check(&players).await
    }

    /// The sum of a metric over all servers.
    async fn metric(&self, name: &str) -> Result<f64, BoxError> {
        let mut sum = 0.0;
        for address in &self.addresses {
            let metrics = http(*address, "GET", "/metrics", None, None).await?;
            let line = metrics
                .text
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            sum += line.ok_or("no such metric")?.parse::<f64>()?;
        }
        Ok(sum)
    }

    /// Stops the servers and checks that everything acknowledged is stored.
    async fn check(mut self, players: &[Player]) -> Result<(), BoxError> {
        for server in &mut self.servers {
            let _ = Process::new("kill").arg(server.id().to_string()).status()?;
            server.wait()?;
        }
        let store = Store::open(&self.store).await?;
        let mut tables: HashMap<&str, Vec<(String, u64)>> = HashMap::new();
        for player in players {
            for (table, id, n) in &player.acknowledged {
                let command = format!("{} {id}", player.guest.id);
                tables.entry(table).or_default().push((command, *n));
            }
        }
        let (mut found, mut missing, mut twice) = (0, 0, 0);
        for (table, acknowledged) in tables {
            let stored = store.load(table.parse()?).await?;
            let commands = stored.events.iter().filter_map(|stored| stored.command.as_ref());
            let mut once = HashSet::new();
            twice += commands.filter(|command| !once.insert(*command)).count();
            for (command, n) in acknowledged {
                let index = usize::try_from(n)?.checked_sub(1);
                let event = index.and_then(|index| stored.events.get(index));
                let is_stored = event.and_then(|event| event.command.as_ref()) == Some(&command);
                found += usize::from(is_stored);
                missing += usize::from(!is_stored);
            }
        }
        let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let measurements = &self.measurements;
        println!("acknowledged decisions: {found} stored, {missing} missing, {twice} stored twice");
        println!(
            "{} disconnects, {} resumed, {} snapshots, {} garbage, {} sent twice, {} refused, {} gaps, {} games over",
            count(&measurements.dropped),
            count(&measurements.resumed),
            count(&measurements.snapshots),
            count(&measurements.garbage),
            count(&measurements.duplicates),
            count(&measurements.refused),
            count(&measurements.gaps),
            measurements.over.load(Ordering::Relaxed) / 4,
        );
        drop(store);
        if !self.store.contains("://") {
            for suffix in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(format!("{}{suffix}", self.store));
            }
        }
        if missing + twice > 0 || count(&measurements.gaps) > 0 {
            return Err("decisions or messages were lost or duplicated".into());
        }
        Ok(())
    }
}

/// The resident memory of all servers, in KB.
fn memory_of(servers: &[Child]) -> u64 {
    servers.iter().map(|server| resident(server.id())).sum()
}

/// Seats four guests at a new table and starts the game.
async fn seat_four(address: SocketAddr) -> Result<(String, Vec<Guest>), BoxError> {
    let mut guests = Vec::new();
    for name in ["Anna", "Bo", "Carin", "David"] {
        guests.push(Guest::new(address, name).await?);
    }
    let table = guests[0].create_table(address, &json!({})).await?;
    let mut client = Client::connect(address, None).await?;
    for (guest, seat) in guests.iter().zip(["N", "E", "S", "W"]) {
        client.join(&table, Some(&guest.token), json!({})).await?;
        let promise = WordPromise::of(&word(&table, guest));
        let sit = json!({"cmd": "sit", "seat": seat, "promise": promise});
        client.ask(sit).await?;
    }
    client.ask(json!({"cmd": "start"})).await?;
    for guest in &guests {
        client.join(&table, Some(&guest.token), json!({})).await?;
        let reveal = json!({"cmd": "reveal", "word": word(&table, guest)});
        client.ask(reveal).await?;
    }
    Ok((table, guests))
}
