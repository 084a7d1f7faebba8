//! `docs/protocol.md` describes the messages that the server really sends and understands.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use pidro::WordPromise;
use pidro_client::{Client, choose};
use pidro_server::{Admin, Server};
use serde_json::{Value, json};

use crate::{four_players, player_against_bots, short_timings, start_server, start_server_with};

const GUIDE: &str = include_str!("../../../../docs/protocol.md");

/// The messages in the second part of the guide.
fn examples() -> Vec<Value> {
    let (_, part) = GUIDE.split_once("## The server's messages").unwrap();
    let blocks = part
        .split("```json")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap());
    let messages = blocks.flat_map(|block| serde_json::Deserializer::from_str(block).into_iter::<Value>());
    messages.map(Result::unwrap).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_understands_every_request_in_the_guide() {
    let server = start_server("requests").await;
    let (_, _, mut client) = player_against_bots(server.address(), json!({})).await;
    let requests: Vec<Value> = examples()
        .into_iter()
        .filter(|message| message.get("cmd").is_some())
        .collect();
    for request in &requests {
        // The table may refuse it, but the server has understood it.
        let answer = client.ask(request.clone()).await.unwrap();
        assert_ne!(answer["error"]["code"], "bad_request", "{request}: {answer}");
        let mut other = request.clone();
        other["command"] = other["cmd"].take();
        let answer = client.ask(other).await.unwrap();
        assert_eq!(answer["error"]["code"], "bad_request", "{request}");
    }
    server.stop().await;
    let kinds: BTreeSet<&str> = requests
        .iter()
        .filter_map(|request| request["cmd"].as_str())
        .collect();
    let all =
        "act bot chat clear join leave mute ping promise refuse rematch remove reveal say sit start undo";
    assert_eq!(kinds.into_iter().collect::<Vec<_>>().join(" "), all);
}

/// The kind of a message, and of its table event.
fn kind(message: &Value) -> String {
    let (msg, change) = (
        message["msg"].as_str().unwrap(),
        message["change"]["kind"].as_str(),
    );
    match (msg, change) {
        ("happened", None) => "decision".to_owned(),
        (_, Some(change)) => change.to_owned(),
        (msg, None) => msg.to_owned(),
    }
}

/// The fields of a message, including nested ones. The engine's own documentation describes its
/// fields.
fn fields(message: &Value, path: &str, found: &mut BTreeSet<String>) {
    for (name, value) in message.as_object().into_iter().flatten() {
        // All seats have the same format.
        let seat = ["N", "E", "S", "W"].contains(&&**name);
        let path = format!("{path}.{}", if seat { "SEAT" } else { name });
        if !["view", "legal"].contains(&&**name) {
            fields(value, &path, found);
        }
        found.insert(path);
    }
}

/// The fields of each kind of message.
fn by_kind(messages: &[Value]) -> BTreeMap<String, BTreeSet<String>> {
    let mut kinds = BTreeMap::new();
    for message in messages {
        fields(message, "", kinds.entry(kind(message)).or_default());
    }
    kinds
}

#[tokio::test(flavor = "multi_thread")]
async fn the_guide_describes_exactly_the_messages_that_are_sent() {
    let examples: Vec<Value> = examples()
        .into_iter()
        .filter(|message| message.get("msg").is_some())
        .collect();
    let (written, sent) = (by_kind(&examples), by_kind(&everything().await));
    assert_eq!(
        written.keys().collect::<Vec<_>>(),
        sent.keys().collect::<Vec<_>>(),
        "the kinds of messages"
    );
    for (kind, fields) in &written {
        let unknown: Vec<_> = fields.difference(&sent[kind]).collect();
        assert!(unknown.is_empty(), "{kind} has no {unknown:?}");
    }
    // Every field is in an example, perhaps of another kind.
    let all: BTreeSet<&String> = written.values().flatten().collect();
    for (kind, fields) in &sent {
        let unwritten: Vec<_> = fields.iter().filter(|field| !all.contains(field)).collect();
        assert!(
            unwritten.is_empty(),
            "the guide does not describe {unwritten:?} of {kind}"
        );
    }
}

/// Messages of every kind, from real tables.
async fn everything() -> Vec<Value> {
    let server = start_server_with("guide", |config| config.timings = short_timings()).await;
    let mut received = with_a_clock(server.address()).await;
    received.extend(with_a_host(server.address()).await);
    received.extend(with_offers(server.address()).await);
    received.push(announcement(&server).await);
    received.retain(|message| message.get("msg").is_some());
    server.stop().await;
    received
}

/// What an operator says to everybody.
async fn announcement(server: &Server) -> Value {
    let mut client = Client::connect(server.address(), None).await.unwrap();
    let operator = Admin::open(server.store_location(), "test").await.unwrap();
    operator.announce("The server restarts at ten.").await.unwrap();
    operator.close().await;
    client.next_of("announcement").await.unwrap()
}

/// A table where everybody runs out of time.
async fn with_a_clock(address: SocketAddr) -> Vec<Value> {
    let timed = json!({"time": 15, "rules": {"first_dealer": "N"}});
    let (table, _, mut clients) = four_players(address, &timed, &json!({"views": true})).await;
    let mut received = Vec::new();
    // Until it is North's turn: by then the others have run out of time.
    while !received
        .last()
        .is_some_and(|message: &Value| message["legal"].is_object())
    {
        received.push(clients[0].next().await.unwrap());
    }
    let mut spectator = Client::connect(address, None).await.unwrap();
    spectator.join(&table, None, json!({})).await.unwrap();
    received.push(spectator.next_of("snapshot").await.unwrap());
    received
}

/// A table where a player against bots is offered hints and a claim.
async fn with_offers(address: SocketAddr) -> Vec<Value> {
    let (_, _, mut client) = player_against_bots(address, json!({})).await;
    let mut received: Vec<Value> = Vec::new();
    while !received.last().is_some_and(|message| message["claim"] == true) {
        let message = client.next().await.unwrap();
        if let Some(action) = choose(&message["legal"], received.len()) {
            let answer = client.ask(json!({"cmd": "act", "action": action})).await.unwrap();
            assert_eq!(answer["ok"], true, "{answer}");
        }
        received.push(message);
    }
    assert!(received.iter().any(|message| message["hint"] == true));
    received
}

/// A table where people use every command outside the game.
async fn with_a_host(address: SocketAddr) -> Vec<Value> {
    let rules = json!({"rules": {"first_dealer": "N"}});
    let (_, guests, mut clients) = four_players(address, &rules, &json!({})).await;
    let (mut host, mut east) = (clients.remove(0), clients.remove(0));
    let made = guests[0].create_table(address, &rules).await.unwrap();
    host.transcript = Some(Vec::new());
    host.join(&made, Some(&guests[0].token), json!({})).await.unwrap();
    let send_all = async |client: &mut Client, commands: &[Value]| {
        for command in commands {
            let answer = client.ask(command.clone()).await.unwrap();
            assert_eq!(answer["ok"], true, "{command}: {answer}");
        }
    };
    let promise = WordPromise::of("cloudberry");
    let sit = |seat: &str| json!({"cmd": "sit", "seat": seat, "promise": promise});
    let reveal = json!({"cmd": "reveal", "word": "cloudberry"});
    let bot = |seat: &str| json!({"cmd": "bot", "seat": seat, "level": "basic"});
    let before = [
        sit("S"),
        sit("N"),
        bot("W"),
        json!({"cmd": "clear", "seat": "W"}),
        bot("W"),
        bot("S"),
    ];
    send_all(&mut host, &before).await;
    east.join(&made, Some(&guests[1].token), json!({})).await.unwrap();
    let undo = json!({"cmd": "undo"});
    // A start that is called off, and another one.
    let start = json!({"cmd": "start"});
    send_all(
        &mut east,
        &[sit("E"), start.clone(), json!({"cmd": "leave"}), sit("E")],
    )
    .await;
    send_all(&mut host, &[json!({"cmd": "promise", "promise": promise})]).await;
    send_all(&mut east, &[start, reveal.clone()]).await;
    send_all(&mut host, &[reveal]).await;
    send_all(
        &mut east,
        &[json!({"cmd": "act", "action": "bid 14"}), undo.clone()],
    )
    .await;
    send_all(&mut host, &[json!({"cmd": "refuse"})]).await;
    send_all(&mut east, std::slice::from_ref(&undo)).await;
    send_all(&mut host, &[undo]).await;
    let talk = [
        json!({"cmd": "chat", "open": true}),
        json!({"cmd": "say", "text": "hej"}),
        json!({"cmd": "say", "phrase": "hello"}),
        json!({"cmd": "say", "reaction": "clap"}),
    ];
    send_all(&mut host, &talk).await;
    send_all(&mut east, &[json!({"cmd": "leave"}), sit("E")]).await;
    // Disconnect and reconnect.
    drop(east);
    let until = async |client: &mut Client, state: &str| {
        while client.next().await.unwrap()["seats"]["E"]["state"] != state {}
    };
    until(&mut host, "stand_in").await;
    let mut east = Client::connect(address, None).await.unwrap();
    east.join(&made, Some(&guests[1].token), json!({})).await.unwrap();
    until(&mut host, "here").await;
    // End the game.
    send_all(
        &mut host,
        &[
            json!({"cmd": "act", "action": "resign"}),
            json!({"cmd": "rematch"}),
        ],
    )
    .await;
    send_all(&mut east, &[json!({"cmd": "rematch"})]).await;
    let whom = &guests[1].id;
    send_all(
        &mut host,
        &[
            json!({"cmd": "mute", "person": whom, "muted": true}),
            json!({"cmd": "remove", "person": whom}),
        ],
    )
    .await;
    loop {
        let message = host.next().await.unwrap();
        if message["change"]["kind"] == "removed" {
            break;
        }
    }
    let received = host.transcript.take().unwrap();
    received
        .iter()
        .map(|text| serde_json::from_str(text).unwrap())
        .collect()
}
