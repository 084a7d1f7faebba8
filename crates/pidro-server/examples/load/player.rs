//! One player at one table, who reconnects whatever happens.

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pidro::WordPromise;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::Failed;
use crate::measured::Measured;
use pidro_client::{Client, Guest, choose};

/// How a player behaves.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// The minimum and maximum thinking time, in milliseconds.
    think: (u64, u64),
    /// Whether the player drops connections and sends garbage and duplicates.
    wild: bool,
}

impl Manner {
    /// Thinks like a person.
    pub(crate) const HUMAN: Manner = Manner {
        think: (1000, 5000),
        wild: false,
    };
    /// Plays as fast as possible.
    pub(crate) const FAST: Manner = Manner {
        think: (0, 0),
        wild: false,
    };
    /// Misbehaves.
    pub(crate) const WILD: Manner = Manner {
        think: (400, 1600),
        wild: true,
    };
}

/// A table, shared by its four players.
#[derive(Default)]
pub(crate) struct SharedTable {
    /// When the current decision was sent, and how many players know about it.
    under_way: Mutex<Option<(Instant, usize)>>,
}

/// One player at one table.
pub(crate) struct Player {
    address: SocketAddr,
    pub(crate) guest: Guest,
    /// The id of the table.
    pub(crate) id: String,
    table: Arc<SharedTable>,
    manner: Manner,
    measured: Arc<Measured>,
    chance: u64,
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
struct Heard {
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
        manner: Manner,
        measured: &Arc<Measured>,
        seed: u64,
    ) -> Player {
        Player {
            address,
            guest,
            id: id.to_owned(),
            table: Arc::clone(table),
            manner,
            measured: Arc::clone(measured),
            chance: seed,
            commands: 0,
            n: None,
            acknowledged: Vec::new(),
            legal: None,
            pending: None,
        }
    }

    /// Plays until told to stop, and reconnects after any failure.
    pub(crate) async fn play(mut self, over: CancellationToken) -> Player {
        while !matches!(self.connection(&over).await, Ok(true)) {
            if over.is_cancelled() && self.pending.is_none() {
                break;
            }
        }
        self
    }

    /// The next random number below this limit.
    fn random(&mut self, below: u64) -> u64 {
        self.chance = self
            .chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 33) % below
    }

    /// Plays on one connection. Returns whether it was the last one.
    async fn connection(&mut self, over: &CancellationToken) -> Result<bool, Failed> {
        let mut client = Client::connect(self.address, None).await?;
        let mut join = json!({"cmd": "join", "id": "join", "table": self.id, "token": self.guest.token});
        if let Some(n) = self.n {
            join["from"] = json!(n);
            self.measured.resumed.fetch_add(1, Ordering::Relaxed);
        }
        client.say(join.to_string()).await?;
        if let Some((id, action)) = self.pending.clone() {
            client
                .say(json!({"cmd": "act", "id": id, "action": action}).to_string())
                .await?;
        }
        let mut sent = Instant::now();
        loop {
            let text = tokio::select! {
                text = client.text() => text?,
                // Wait for the pending answer, so that we know everything that was acknowledged.
                () = over.cancelled(), if self.pending.is_none() => return Ok(true),
            };
            let heard: Heard = serde_json::from_str(&text)?;
            if heard.ok == Some(false) && heard.id.as_deref() == Some("join") {
                return Err(text.to_string().into());
            }
            self.begin(&heard, &mut client).await?;
            match heard.msg.as_deref() {
                Some("snapshot") => {
                    self.measured.snapshots.fetch_add(1, Ordering::Relaxed);
                    self.n = heard.n;
                    self.legal = heard.legal;
                }
                Some("happened") => {
                    if self.n.is_some_and(|n| heard.n != Some(n + 1)) {
                        self.measured.gaps.fetch_add(1, Ordering::Relaxed);
                    }
                    self.n = heard.n;
                    self.legal = heard.legal;
                    self.table.hear(&self.measured);
                }
                _ => {}
            }
            if let Some(next) = heard.change.as_ref().and_then(|change| change["table"].as_str()) {
                // The same people continue with the next game.
                next.clone_into(&mut self.id);
                (self.n, self.legal, self.pending) = (None, None, None);
                return Ok(false);
            }
            if heard.secret.is_some() {
                self.measured.over.fetch_add(1, Ordering::Relaxed);
                client
                    .say(json!({"cmd": "rematch", "id": "rematch"}).to_string())
                    .await?;
            }
            if let (Some(ok), Some((id, _))) = (heard.ok, &self.pending)
                && heard.id.as_ref() == Some(id)
            {
                match heard.n.filter(|_| ok) {
                    Some(n) => {
                        self.acknowledged.push((self.id.clone(), id.clone(), n));
                        self.measured.acknowledged.fetch_add(1, Ordering::Relaxed);
                        self.measured.to_answer.note(sent);
                    }
                    None => {
                        self.measured.refused.fetch_add(1, Ordering::Relaxed);
                    }
                }
                self.pending = None;
            }
            let action = self.legal.as_ref().and_then(|legal| choose(legal, self.commands));
            if let Some(action) = action.filter(|_| self.pending.is_none()) {
                let (least, most) = self.manner.think;
                if most > 0 {
                    let think = least + self.random(most - least);
                    sleep(Duration::from_millis(think)).await;
                }
                if self.manner.wild && !self.misbehave(&mut client).await? {
                    return Ok(false);
                }
                self.commands += 1;
                let id = self.commands.to_string();
                let message = json!({"cmd": "act", "id": id, "action": action}).to_string();
                self.pending = Some((id, action));
                self.legal = None;
                sent = Instant::now();
                self.table.send();
                client.say(message.clone()).await?;
                if self.manner.wild && self.random(10) == 0 {
                    self.measured.doubles.fetch_add(1, Ordering::Relaxed);
                    client.say(message).await?;
                }
                if self.manner.wild && self.random(20) == 0 {
                    // Disconnect before the answer arrives.
                    self.measured.dropped.fetch_add(1, Ordering::Relaxed);
                    return Ok(false);
                }
            }
        }
    }

    /// Begins the game at the table of a rematch: everybody promises and reveals a word, and the
    /// first one there starts the game.
    async fn begin(&self, heard: &Heard, client: &mut Client) -> Result<(), Failed> {
        let word = word(&self.id, &self.guest);
        if heard.commitment.is_some() && heard.words.is_none() && heard.awaited.is_none() {
            let promise = WordPromise::of(&word);
            let promise = json!({"cmd": "promise", "id": "promise", "promise": promise});
            client.say(promise.to_string()).await?;
            let start = json!({"cmd": "start", "id": "start"});
            client.say(start.to_string()).await?;
        }
        let starting = |change: &Value| change["kind"] == "starting";
        if heard.change.as_ref().is_some_and(starting) || heard.awaited.is_some() {
            // The server refuses this if the promise came too late.
            let reveal = json!({"cmd": "reveal", "id": "reveal", "word": word});
            client.say(reveal.to_string()).await?;
        }
        Ok(())
    }

    /// Sends garbage, or drops the connection. Returns whether it is still open.
    async fn misbehave(&mut self, client: &mut Client) -> Result<bool, Failed> {
        if self.random(10) == 0 {
            self.measured.garbage.fetch_add(1, Ordering::Relaxed);
            let garbage = [
                "",
                "{",
                "null",
                "{\"cmd\":\"act\"}",
                "{\"cmd\":\"fly\",\"id\":\"x\"}",
                "\u{1f0a1}",
            ];
            let choice = usize::try_from(self.random(6))?;
            client.say(garbage[choice]).await?;
        }
        if self.random(20) == 0 {
            self.measured.dropped.fetch_add(1, Ordering::Relaxed);
            return Ok(false);
        }
        Ok(true)
    }
}

impl SharedTable {
    fn send(&self) {
        if let Ok(mut under_way) = self.under_way.lock() {
            *under_way = Some((Instant::now(), 0));
        }
    }

    fn hear(&self, measured: &Measured) {
        let Ok(mut under_way) = self.under_way.lock() else {
            return;
        };
        if let Some((sent, heard)) = &mut *under_way {
            *heard += 1;
            if *heard == 4 {
                measured.to_all.note(*sent);
                *under_way = None;
            }
        }
    }
}
