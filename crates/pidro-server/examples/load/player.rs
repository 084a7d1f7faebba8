//! One player at one table, who reconnects after any failure.

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pidro::WordPromise;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::BoxError;
use crate::measurements::Measurements;
use pidro_client::{Client, Guest, choose};

/// How a player behaves.
#[derive(Clone, Copy)]
pub(crate) struct Behaviour {
    /// The minimum and maximum thinking time, in milliseconds.
    think: (u64, u64),
    /// Whether the player drops connections and sends garbage and duplicates.
    misbehaves: bool,
}

impl Behaviour {
    /// Thinks like a person.
    pub(crate) const HUMAN: Behaviour = Behaviour {
        think: (1000, 5000),
        misbehaves: false,
    };
    /// Plays as fast as possible.
    pub(crate) const FAST: Behaviour = Behaviour {
        think: (0, 0),
        misbehaves: false,
    };
    /// Misbehaves.
    pub(crate) const MISBEHAVING: Behaviour = Behaviour {
        think: (400, 1600),
        misbehaves: true,
    };
}

/// A table, shared by its four players.
#[derive(Default)]
pub(crate) struct SharedTable {
    /// When the current decision was sent, and how many players know about it.
    in_flight: Mutex<Option<(Instant, usize)>>,
}

/// One player at one table.
pub(crate) struct Player {
    address: SocketAddr,
    pub(crate) guest: Guest,
    /// The id of the table.
    pub(crate) id: String,
    table: Arc<SharedTable>,
    behaviour: Behaviour,
    measurements: Arc<Measurements>,
    rng_state: u64,
    commands: usize,
    /// The number of the last table event.
    n: Option<u64>,
    /// Acknowledged commands: the table, the command id, and the number of the event.
    pub(crate) acknowledged: Vec<(String, String, u64)>,
    /// What the player may do now.
    legal: Option<Value>,
    /// A command that has not been answered yet.
    pending: Option<(String, String)>,
}

/// The fields of a message that we look at.
#[derive(Deserialize)]
struct Received {
    msg: Option<String>,
    n: Option<u64>,
    legal: Option<Value>,
    ok: Option<bool>,
    id: Option<String>,
    secret: Option<String>,
    change: Option<Value>,
    /// The commitment, in a snapshot. `words` is set once the game has begun.
    commitment: Option<String>,
    words: Option<Value>,
    /// The seats whose words are missing, while a game is about to begin.
    awaited: Option<Value>,
}

/// A player's word for the deal at a table. It is easy to guess, but nothing is at stake here.
pub(crate) fn word(table: &str, guest: &Guest) -> String {
    format!("{table} {}", guest.id)
}

impl Player {
    pub(crate) fn new(
        address: SocketAddr,
        guest: Guest,
        (id, table): (&str, &Arc<SharedTable>),
        behaviour: Behaviour,
        measurements: &Arc<Measurements>,
        seed: u64,
    ) -> Player {
        Player {
            address,
            guest,
            id: id.to_owned(),
            table: Arc::clone(table),
            behaviour,
            measurements: Arc::clone(measurements),
            rng_state: seed,
            commands: 0,
            n: None,
            acknowledged: Vec::new(),
            legal: None,
            pending: None,
        }
    }

    /// Plays until told to stop, and reconnects after any failure.
    pub(crate) async fn play(mut self, over: CancellationToken) -> Player {
        while !matches!(self.play_one_connection(&over).await, Ok(true)) {
            if over.is_cancelled() && self.pending.is_none() {
                break;
            }
        }
        self
    }

    /// The next random number below this limit.
    fn random(&mut self, below: u64) -> u64 {
        self.rng_state = self
            .rng_state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.rng_state >> 33) % below
    }

    /// Plays on one connection. Returns whether it was the last one.
    async fn play_one_connection(&mut self, over: &CancellationToken) -> Result<bool, BoxError> {
        let mut client = Client::connect(self.address, None).await?;
        let mut join = json!({"cmd": "join", "id": "join", "table": self.id, "token": self.guest.token});
        if let Some(n) = self.n {
            join["from"] = json!(n);
            self.measurements.resumed.fetch_add(1, Ordering::Relaxed);
        }
        client.send_text(join.to_string()).await?;
        if let Some((id, action)) = self.pending.clone() {
            client
                .send_text(json!({"cmd": "act", "id": id, "action": action}).to_string())
                .await?;
        }
        let mut sent = Instant::now();
        loop {
            let text = tokio::select! {
                text = client.next_text() => text?,
                // Wait for the pending answer, so that we know everything that was acknowledged.
                () = over.cancelled(), if self.pending.is_none() => return Ok(true),
            };
            let received: Received = serde_json::from_str(&text)?;
            if received.ok == Some(false) && received.id.as_deref() == Some("join") {
                return Err(text.to_string().into());
            }
            self.begin(&received, &mut client).await?;
            match received.msg.as_deref() {
                Some("snapshot") => {
                    self.measurements.snapshots.fetch_add(1, Ordering::Relaxed);
                    self.n = received.n;
                    self.legal = received.legal;
                }
                Some("happened") => {
                    if self.n.is_some_and(|n| received.n != Some(n + 1)) {
                        self.measurements.gaps.fetch_add(1, Ordering::Relaxed);
                    }
                    self.n = received.n;
                    self.legal = received.legal;
                    self.table.received_by_one(&self.measurements);
                }
                _ => {}
            }
            if let Some(next) = received
                .change
                .as_ref()
                .and_then(|change| change["table"].as_str())
            {
                // The same people continue with the next game.
                next.clone_into(&mut self.id);
                (self.n, self.legal, self.pending) = (None, None, None);
                return Ok(false);
            }
            if received.secret.is_some() {
                self.measurements.over.fetch_add(1, Ordering::Relaxed);
                client
                    .send_text(json!({"cmd": "rematch", "id": "rematch"}).to_string())
                    .await?;
            }
            if let (Some(ok), Some((id, _))) = (received.ok, &self.pending)
                && received.id.as_ref() == Some(id)
            {
                match received.n.filter(|_| ok) {
                    Some(n) => {
                        self.acknowledged.push((self.id.clone(), id.clone(), n));
                        self.measurements.acknowledged.fetch_add(1, Ordering::Relaxed);
                        self.measurements.to_answer.record(sent);
                    }
                    None => {
                        self.measurements.refused.fetch_add(1, Ordering::Relaxed);
                    }
                }
                self.pending = None;
            }
            let action = self.legal.as_ref().and_then(|legal| choose(legal, self.commands));
            if let Some(action) = action.filter(|_| self.pending.is_none()) {
                let (min, max) = self.behaviour.think;
                if max > 0 {
                    let think = min + self.random(max - min);
                    sleep(Duration::from_millis(think)).await;
                }
                if self.behaviour.misbehaves && !self.misbehave(&mut client).await? {
                    return Ok(false);
                }
                self.commands += 1;
                let id = self.commands.to_string();
                let message = json!({"cmd": "act", "id": id, "action": action}).to_string();
                self.pending = Some((id, action));
                self.legal = None;
                sent = Instant::now();
                self.table.send();
                client.send_text(message.clone()).await?;
                if self.behaviour.misbehaves && self.random(10) == 0 {
                    self.measurements.duplicates.fetch_add(1, Ordering::Relaxed);
                    client.send_text(message).await?;
                }
                if self.behaviour.misbehaves && self.random(20) == 0 {
                    // Disconnect before the answer arrives.
                    self.measurements.dropped.fetch_add(1, Ordering::Relaxed);
                    return Ok(false);
                }
            }
        }
    }

    /// Begins the game at the table of a rematch: everybody promises and reveals a word, and the
    /// first one there starts the game.
    async fn begin(&self, received: &Received, client: &mut Client) -> Result<(), BoxError> {
        let word = word(&self.id, &self.guest);
        if received.commitment.is_some() && received.words.is_none() && received.awaited.is_none() {
            let promise = WordPromise::of(&word);
            let promise = json!({"cmd": "promise", "id": "promise", "promise": promise});
            client.send_text(promise.to_string()).await?;
            let start = json!({"cmd": "start", "id": "start"});
            client.send_text(start.to_string()).await?;
        }
        let starting = |change: &Value| change["kind"] == "starting";
        if received.change.as_ref().is_some_and(starting) || received.awaited.is_some() {
            // The server refuses this if the promise came too late.
            let reveal = json!({"cmd": "reveal", "id": "reveal", "word": word});
            client.send_text(reveal.to_string()).await?;
        }
        Ok(())
    }

    /// Sends garbage, or drops the connection. Returns whether it is still open.
    async fn misbehave(&mut self, client: &mut Client) -> Result<bool, BoxError> {
        if self.random(10) == 0 {
            self.measurements.garbage.fetch_add(1, Ordering::Relaxed);
            let garbage = [
                "",
                "{",
                "null",
                "{\"cmd\":\"act\"}",
                "{\"cmd\":\"fly\",\"id\":\"x\"}",
                "\u{1f0a1}",
            ];
            let choice = usize::try_from(self.random(6))?;
            client.send_text(garbage[choice]).await?;
        }
        if self.random(20) == 0 {
            self.measurements.dropped.fetch_add(1, Ordering::Relaxed);
            return Ok(false);
        }
        Ok(true)
    }
}

impl SharedTable {
    fn send(&self) {
        if let Ok(mut in_flight) = self.in_flight.lock() {
            *in_flight = Some((Instant::now(), 0));
        }
    }

    fn received_by_one(&self, measurements: &Measurements) {
        let Ok(mut in_flight) = self.in_flight.lock() else {
            return;
        };
        if let Some((sent, received)) = &mut *in_flight {
            *received += 1;
            if *received == 4 {
                measurements.to_all.record(*sent);
                *in_flight = None;
            }
        }
    }
}
