//! Clients that play without a pause, guests that create tables, and a ledger of all outcomes.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pidro_client::{Client, Error, Guest, choose, http};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::LONG;

/// How long a client waits before it tries again.
const RETRY_DELAY: Duration = Duration::from_millis(30);

/// What became of a request, according to the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// No answer yet, or the outcome is unknown.
    Unknown,
    /// Stored, with this number or id.
    Stored(String),
    /// The server could not store it.
    NotStored,
    /// Refused for another reason, and so not stored either.
    Refused,
}

/// Every request with its outcome, according to the server.
#[derive(Default)]
pub(crate) struct Ledger {
    /// Commands by table and command key.
    pub(crate) commands: Mutex<HashMap<(String, String), Outcome>>,
    /// Guests by name; stored under their id.
    pub(crate) guests: Mutex<HashMap<String, Outcome>>,
    /// Tables by the id of the guest who asked for one; stored under the table's id.
    pub(crate) tables: Mutex<HashMap<String, Outcome>>,
    pub(crate) stored: AtomicUsize,
    pub(crate) not_stored: AtomicUsize,
    pub(crate) unknown: AtomicUsize,
    /// How long players think.
    pace: Duration,
    /// When each table's last command was acknowledged, and the longest time between two.
    progress: Mutex<(HashMap<String, Instant>, Duration)>,
    next: AtomicUsize,
}

impl Ledger {
    fn number(&self) -> usize {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Notes that a table has made progress.
    fn progress(&self, table: &str) {
        let mut progress = self.progress.lock().unwrap();
        let last = progress.0.insert(table.to_owned(), Instant::now());
        let stall = last.map_or(Duration::ZERO, |last| last.elapsed());
        progress.1 = progress.1.max(stall);
    }

    /// Forgets all stalls so far.
    pub(crate) fn forget_stalls(&self) {
        self.progress.lock().unwrap().1 = Duration::ZERO;
    }

    /// Notes that the game at a table is over.
    fn finished(&self, table: &str) {
        self.progress.lock().unwrap().0.remove(table);
    }

    /// The longest stall of any table, not counting thinking time but including one that still
    /// lasts; and the number of acknowledged commands.
    pub(crate) fn longest_stall(&self) -> (Duration, usize) {
        let progress = self.progress.lock().unwrap();
        let stalls = progress.0.values().map(Instant::elapsed);
        let longest = stalls.max().unwrap_or_default().max(progress.1);
        (
            longest.saturating_sub(self.pace),
            self.stored.load(Ordering::Relaxed),
        )
    }

    fn count(&self, outcome: &Outcome) {
        match outcome {
            Outcome::Stored(_) => &self.stored,
            Outcome::NotStored => &self.not_stored,
            Outcome::Unknown => &self.unknown,
            Outcome::Refused => return,
        }
        .fetch_add(1, Ordering::Relaxed);
    }

    fn note<K: Eq + std::hash::Hash>(&self, outcomes: &Mutex<HashMap<K, Outcome>>, key: K, outcome: Outcome) {
        self.count(&outcome);
        outcomes.lock().unwrap().insert(key, outcome);
    }
}

/// The outcome that an error code implies.
fn outcome_of_error(code: &str) -> Outcome {
    match code {
        "outcome_unknown" | "unavailable" | "broken" | "closing" | "" => Outcome::Unknown,
        "not_stored" => Outcome::NotStored,
        _ => Outcome::Refused,
    }
}

/// The running clients.
pub(crate) struct Load {
    pub(crate) ledger: Arc<Ledger>,
    people: JoinSet<()>,
}

impl Load {
    /// Starts four players at each of `tables` tables, and two guests that create tables.
    pub(crate) fn start(address: SocketAddr, tables: usize) -> Load {
        Load::start_paced(address, tables, Duration::ZERO)
    }

    /// The same, with players who think for this long.
    pub(crate) fn start_paced(address: SocketAddr, tables: usize, pace: Duration) -> Load {
        let ledger = Arc::new(Ledger {
            pace,
            ..Ledger::default()
        });
        let mut people = JoinSet::new();
        for _ in 0..tables {
            people.spawn(play_forever(address, pace, Arc::clone(&ledger)));
        }
        for _ in 0..2 {
            people.spawn(create_tables_forever(address, Arc::clone(&ledger)));
        }
        Load { ledger, people }
    }

    /// The acknowledgements of the next three seconds: long enough for a wrong one to show up.
    pub(crate) async fn stored_meanwhile(&self) -> usize {
        let before = self.ledger.stored.load(Ordering::Relaxed);
        sleep(Duration::from_secs(3)).await;
        self.ledger.stored.load(Ordering::Relaxed) - before
    }

    /// Waits for this many more acknowledgements.
    pub(crate) async fn wait_until_stored(&self, more: usize) {
        let count = || self.ledger.stored.load(Ordering::Relaxed);
        wait(count, more, "acknowledgements").await;
    }

    /// Waits until the server has reported this many more requests as not stored.
    pub(crate) async fn wait_until_not_stored(&self, more: usize) {
        let count = || self.ledger.not_stored.load(Ordering::Relaxed);
        wait(count, more, "not stored").await;
    }

    /// Waits for this many more requests that are not stored or whose outcome is unknown.
    pub(crate) async fn wait_until_failed(&self, more: usize) {
        let count =
            || self.ledger.not_stored.load(Ordering::Relaxed) + self.ledger.unknown.load(Ordering::Relaxed);
        wait(count, more, "failures").await;
    }

    /// Stops all clients, whatever they are doing.
    pub(crate) async fn stop(mut self) -> Arc<Ledger> {
        self.people.shutdown().await;
        self.ledger
    }
}

async fn wait(count: impl Fn() -> usize, more: usize, what: &str) {
    let until = count() + more;
    let waits = async {
        while count() < until {
            sleep(Duration::from_millis(10)).await;
        }
    };
    let done = timeout(LONG, waits).await;
    assert!(done.is_ok(), "{what}: {} of {until} after {LONG:?}", count());
}

async fn create_tables_forever(address: SocketAddr, ledger: Arc<Ledger>) {
    loop {
        if let Some(guest) = new_guest(address, &ledger).await {
            new_table(address, &ledger, &guest, &json!({})).await;
        }
        sleep(RETRY_DELAY).await;
    }
}

async fn new_guest(address: SocketAddr, ledger: &Ledger) -> Option<Guest> {
    let name = format!("g{}", ledger.number());
    ledger
        .guests
        .lock()
        .unwrap()
        .insert(name.clone(), Outcome::Unknown);
    let answer = http(
        address,
        "POST",
        "/api/guests",
        None,
        Some(&json!({ "name": name })),
    )
    .await;
    let answer = answer.ok()?;
    let guest = Guest::from_response(&answer);
    let outcome = match &guest {
        Some(guest) => Outcome::Stored(guest.id.clone()),
        None => outcome_of_error(&answer.code()),
    };
    ledger.note(&ledger.guests, name, outcome);
    guest
}

async fn new_table(address: SocketAddr, ledger: &Ledger, host: &Guest, options: &Value) -> Option<String> {
    ledger
        .tables
        .lock()
        .unwrap()
        .insert(host.id.clone(), Outcome::Unknown);
    let answer = http(address, "POST", "/api/tables", Some(&host.token), Some(options)).await;
    let answer = answer.ok()?;
    let table = answer.json()["table"].as_str().map(str::to_owned);
    let outcome = match &table {
        Some(table) => Outcome::Stored(table.clone()),
        None => outcome_of_error(&answer.code()),
    };
    ledger.note(&ledger.tables, host.id.clone(), outcome);
    table
}

/// Plays game after game, with new people each time.
async fn play_forever(address: SocketAddr, pace: Duration, ledger: Arc<Ledger>) {
    loop {
        if let Some(players) = four_people(address, pace, &ledger).await {
            let mut playing = JoinSet::new();
            for player in players {
                playing.spawn(player.play());
            }
            playing.join_all().await;
        }
        sleep(RETRY_DELAY).await;
    }
}

async fn four_people(address: SocketAddr, pace: Duration, ledger: &Arc<Ledger>) -> Option<Vec<Player>> {
    let mut guests = Vec::new();
    for _ in 0..4 {
        guests.push(new_guest(address, ledger).await?);
    }
    let table = new_table(address, ledger, &guests[0], &json!({"rules": "finnish"})).await?;
    let seats = guests.into_iter().zip(["N", "E", "S", "W"]);
    let player = |(guest, seat): (Guest, &'static str)| Player {
        address,
        pace,
        table: table.clone(),
        guest,
        seat,
        client: None,
        n: None,
        ledger: Arc::clone(ledger),
    };
    let mut players: Vec<Player> = seats.map(player).collect();
    for player in &mut players {
        let seat = player.seat;
        player
            .command_until_accepted(&json!({"cmd": "sit", "seat": seat}))
            .await;
    }
    players[0].command_until_accepted(&json!({"cmd": "start"})).await;
    Some(players)
}

/// A player who reconnects automatically and resends unanswered commands.
pub(crate) struct Player {
    pub(crate) address: SocketAddr,
    /// How long the player thinks.
    pub(crate) pace: Duration,
    pub(crate) table: String,
    pub(crate) guest: Guest,
    pub(crate) seat: &'static str,
    pub(crate) client: Option<Client>,
    pub(crate) n: Option<u64>,
    pub(crate) ledger: Arc<Ledger>,
}

impl Player {
    async fn client(&mut self) -> Result<&mut Client, Error> {
        if self.client.is_none() {
            let mut client = Client::connect(self.address, None).await?;
            let from = self.n.map_or(json!({}), |n| json!({ "from": n }));
            let joined = client.join(&self.table, Some(&self.guest.token), from).await?;
            if joined["ok"] != true {
                return Err(Error::ConnectionClosed);
            }
            self.client = Some(client);
        }
        self.client.as_mut().ok_or(Error::ConnectionClosed)
    }

    /// Sends a command until its outcome is known, on as many connections as it takes. Returns
    /// whether the server accepted it.
    pub(crate) async fn command(&mut self, request: &Value) -> bool {
        let id = format!("c{}", self.ledger.number());
        let key = (self.table.clone(), format!("{} {id}", self.guest.id));
        self.ledger
            .commands
            .lock()
            .unwrap()
            .insert(key.clone(), Outcome::Unknown);
        // Whether an earlier attempt was lost: it may still be on its way to the table.
        let mut attempt_lost = false;
        loop {
            let mut sent = false;
            let answered = match self.client().await {
                Ok(client) => {
                    sent = true;
                    client.ask_with_id(request.clone(), &id).await
                }
                Err(error) => Err(error),
            };
            let outcome = if let Ok(answer) = &answered {
                let code = answer["error"]["code"].as_str().unwrap_or_default();
                let n = answer["n"].as_u64();
                n.map_or_else(|| outcome_of_error(code), |n| Outcome::Stored(n.to_string()))
            } else {
                self.client = None;
                Outcome::Unknown
            };
            // The answer is about this attempt, and says nothing about a lost one.
            let outcome = match outcome {
                Outcome::NotStored if attempt_lost => Outcome::Unknown,
                outcome => outcome,
            };
            attempt_lost |= sent && outcome == Outcome::Unknown;
            self.n = self.client.as_ref().map(|client| client.n).or(self.n);
            let settled = outcome != Outcome::Unknown;
            let accepted = matches!(outcome, Outcome::Stored(_));
            if accepted {
                self.ledger.progress(&self.table);
            }
            self.ledger.note(&self.ledger.commands, key.clone(), outcome);
            if settled {
                return accepted;
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// Repeats a command until the server accepts it.
    async fn command_until_accepted(&mut self, request: &Value) {
        while !self.command(request).await {
            sleep(RETRY_DELAY).await;
        }
    }

    /// Plays until the game is over.
    async fn play(mut self) {
        let mut decisions = 0;
        // The event that the player decides after, and since when.
        let mut thinking: Option<(u64, Instant)> = None;
        loop {
            let message = match self.client().await {
                Ok(client) => client.next().await.map(|message| (message, client.n)),
                Err(error) => Err(error),
            };
            let Ok((message, n)) = message else {
                self.client = None;
                sleep(RETRY_DELAY).await;
                continue;
            };
            if message["secret"].is_string() {
                self.ledger.finished(&self.table);
                return;
            }
            let Some(action) = choose(&message["legal"], decisions) else {
                continue;
            };
            decisions += 1;
            // A player who has to reconnect doesn't think about the same decision again.
            let (_, since) = thinking
                .filter(|(event, _)| *event == n)
                .unwrap_or((n, Instant::now()));
            thinking = Some((n, since));
            sleep(self.pace.saturating_sub(since.elapsed())).await;
            let request = json!({"cmd": "act", "action": action});
            if !self.command(&request).await {
                // The action was not stored, or came too late. Reconnect: the snapshot shows which.
                (self.client, self.n) = (None, None);
                sleep(RETRY_DELAY).await;
            }
        }
    }
}
