//! Nobody receives a byte that their seat may not know.
//!
//! Four people play on a real server, and a spectator watches. For each of them we construct
//! another game that looks the same to them, with different cards in the places they can't see.
//! Everything they received must be exactly what that other game would have sent.

use pidro::rules::PoolSize;
use pidro::{Action, Card, History, Legal, Observer, Seat};
use pidro_client::{Client, choose};

use pidro_table::{Access, TableEvent, TableState, numbered_events};
use serde_json::{Map, Value, json};

use crate::four_players;
use crate::site::Site;
use crate::store::{Database, StoredTable};

/// How many decisions to play: several hands.
const DECISIONS: usize = 70;

/// An illegal attempt: the number of events at that time, the action, and the error code.
struct IllegalAttempt {
    n: usize,
    action: Action,
    code: String,
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_receive_only_what_their_seat_may_know() {
    for server in Site::each("hidden").await {
        let mut store = Database::open(server.nodes[0].store_location()).await;
        for rules in [
            json!({}),
            json!({"pool_size": "public", "discards": "face_up", "kill": "stack"}),
            json!("tournament"),
        ] {
            let options = json!({"rules": rules, "spectators": "public"});
            let views = json!({"views": true});
            let (table, _, mut clients) = four_players(server.address(), &options, &views).await;
            let mut spectator = Client::connect(server.address(), None).await.unwrap();
            spectator.join(&table, None, views).await.unwrap();
            clients.push(spectator);
            for client in &mut clients {
                client.transcript = Some(Vec::new());
            }
            let mut attempts: [Vec<IllegalAttempt>; 4] = Default::default();
            for round in 0..DECISIONS {
                decide(&mut store, &table, &mut clients, round, &mut attempts).await;
            }
            let stored = store.load(&table).await;
            assert!(!stored.state.is_over(), "after the end nothing is hidden");
            for client in &mut clients {
                wait_for_event(client, stored.events.len()).await;
            }
            check_received(&stored, &clients, &attempts);
        }
        server.stop().await;
    }
}

/// Everybody attempts something illegal, then the seat whose turn it is decides.
async fn decide(
    store: &mut Database,
    table: &str,
    clients: &mut [Client],
    round: usize,
    attempts: &mut [Vec<IllegalAttempt>; 4],
) {
    let stored = store.load(table).await;
    let game = *stored.state.game().unwrap();
    let n = stored.events.len();
    for seat in Seat::ALL {
        // Out of turn, or with cards that may not be there. We skip the dealer's rob, because only
        // the dealer may know the pool.
        let card = Card::all().nth((round * 7 + seat as usize * 13) % 52).unwrap();
        let actions = [
            format!("play {card}"),
            format!("kill {card}"),
            "bid 6".to_owned(),
            "trump h".to_owned(),
            "claim".to_owned(),
            format!("keep {card}"),
        ];
        let action: Action = actions[(round + seat as usize) % actions.len()].parse().unwrap();
        let robs = matches!(game.view(seat).legal, Legal::Keep { .. });
        if !robs && game.decide(seat, action).is_err() {
            let act = json!({"cmd": "act", "action": action});
            let answer = clients[seat as usize].ask(act).await.unwrap();
            let code = answer["error"]["code"].as_str().unwrap().to_owned();
            attempts[seat as usize].push(IllegalAttempt { n, action, code });
        }
    }
    let turn = game.turn().unwrap();
    let client = &mut clients[turn as usize];
    wait_for_event(client, n).await;
    // The server must offer the same choices as the engine.
    let legal = serde_json::to_value(game.view(turn).legal).unwrap();
    if let Some(offered) = client
        .transcript
        .as_ref()
        .unwrap()
        .iter()
        .map(|text| server_message(text))
        .rfind(|message| message["n"] == n)
    {
        assert_eq!(offered["legal"], legal);
    }
    let act = json!({"cmd": "act", "action": choose(&legal, round).unwrap()});
    let answer = client.ask(act).await.unwrap();
    assert_eq!(answer["ok"], true, "{answer}");
}

/// The message from the server; null for the answer to a request.
fn server_message(text: &str) -> Value {
    let message: Value = serde_json::from_str(text).unwrap();
    if message.get("msg").is_some() {
        message
    } else {
        Value::Null
    }
}

/// Waits until a client has received event `n`.
async fn wait_for_event(client: &mut Client, n: usize) {
    while client.n < n as u64 {
        client.next().await.unwrap();
    }
}

/// Compares everything received with what the other games would have sent.
fn check_received(stored: &StoredTable, clients: &[Client], attempts: &[Vec<IllegalAttempt>; 4]) {
    let lookalikes: Vec<Vec<Option<History>>> =
        observers().map(|observer| lookalikes(stored, observer)).collect();
    for ((client, observer), lookalikes) in clients.iter().zip(observers()).zip(&lookalikes) {
        compare(client, lookalikes, observer);
        for (n, rest) in fields_outside_the_game(client) {
            // Messages about a decision contain only its game events, not the action itself.
            let event = &stored.events[usize::try_from(n).unwrap() - 1];
            let known: &[&str] = match event {
                TableEvent::Acted { .. } => &["msg", "n"],
                _ => &["msg", "n", "change", "words"],
            };
            let unknown: Vec<&String> = rest.keys().filter(|key| !known.contains(&&***key)).collect();
            assert!(unknown.is_empty(), "{unknown:?} of {event:?}");
        }
        assert!(fields_outside_the_game(client).len() >= DECISIONS - 1);
        let secret = stored.state.fair_deal().secret().to_hex();
        assert!(
            client
                .transcript
                .as_ref()
                .unwrap()
                .iter()
                .all(|text| !text.contains(&secret))
        );
    }
    for (seat, attempts) in Seat::ALL.into_iter().zip(attempts) {
        assert!(attempts.len() > DECISIONS / 4);
        for IllegalAttempt { n, action, code } in attempts {
            let game = lookalikes[seat as usize][*n].as_ref().unwrap().game();
            assert_eq!(
                game.decide(seat, *action).unwrap_err().code(),
                code,
                "{action} after {n}"
            );
        }
    }
}

/// Everybody at the table.
fn observers() -> impl Iterator<Item = Observer> {
    Seat::ALL
        .into_iter()
        .map(Observer::Seat)
        .chain([Observer::Spectator])
}

/// For each number of events, a game that looks the same to this observer, with different cards
/// where the observer can't see them.
fn lookalikes(stored: &StoredTable, observer: Observer) -> Vec<Option<History>> {
    let (options, secret) = (
        stored.state.options().clone(),
        stored.state.fair_deal().secret().clone(),
    );
    let mut state = TableState::new(options, secret);
    let (mut lookalikes, mut different) = (vec![None], 0);
    for event in &stored.events {
        state.apply(event).unwrap();
        lookalikes.push(state.seeded_game().map(|table| {
            let other = table.to_record().as_seen_by(observer).unwrap();
            different += usize::from(other.history().game() != table.history().game());
            other.history().clone()
        }));
    }
    // At the end of a hand a seat may know all cards.
    assert!(different > DECISIONS / 2, "only {different} games differ");
    lookalikes
}

/// Every event, view and choice received is what the other game would have sent.
fn compare(client: &Client, lookalikes: &[Option<History>], observer: Observer) {
    let (mut seen, mut choices) = (0, 0);
    for text in client.transcript.as_ref().unwrap() {
        let message = server_message(text);
        let Some(game) = message["n"]
            .as_u64()
            .and_then(|n| lookalikes[usize::try_from(n).unwrap()].as_ref())
        else {
            continue;
        };
        for event in message["events"].as_array().into_iter().flatten() {
            let n = usize::try_from(event["n"].as_u64().unwrap()).unwrap();
            let mut other =
                serde_json::to_value(&numbered_events(game, n..n + 1, Access::Observer(observer), true)[0])
                    .unwrap();
            if game.game().rules().pool_size == PoolSize::Public {
                // The size is public, but no event reveals it before the rob, so the other game may
                // have a different one.
                other["view"]["pool_size"] = event["view"]["pool_size"].clone();
            }
            assert_eq!(*event, other, "{observer}");
            seen += 1;
        }
        let view = game.game().view(observer);
        if message["legal"]["kind"] == "keep" {
            // No event reveals the pool before the rob, and only the dealer sees it. `decide`
            // compares these choices during the game.
            assert_eq!(observer, Observer::Seat(game.game().dealer().unwrap()));
            choices += 1;
        } else if message["legal"].is_object() {
            assert_eq!(message["legal"], serde_json::to_value(view.legal).unwrap());
            choices += 1;
        }
        // What else is offered follows from the same view: among people, hints for the rob alone.
        let kind = &message["legal"]["kind"];
        let on_lead = view.tricks.current().plays().is_empty();
        assert_eq!(message["hint"] == true, kind == "keep");
        assert_eq!(message["claim"] == true, kind == "play" && on_lead);
    }
    assert!(seen > DECISIONS, "{seen} events");
    assert_eq!(choices > 0, observer != Observer::Spectator);
}

/// The fields of each message that don't concern the game.
fn fields_outside_the_game(client: &Client) -> Vec<(u64, Map<String, Value>)> {
    let texts = client.transcript.as_ref().unwrap().iter();
    let messages = texts.filter_map(|text| {
        let mut message: Map<String, Value> = serde_json::from_str(text).ok()?;
        (message.get("msg")? == "happened").then_some(())?;
        for game in ["events", "legal", "hint", "claim"] {
            message.remove(game);
        }
        Some((message["n"].as_u64()?, message))
    });
    messages.collect()
}
