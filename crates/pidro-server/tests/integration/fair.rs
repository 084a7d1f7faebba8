//! Words for the fair deal: promised, revealed once all promises are known, and never used twice.

use std::net::SocketAddr;
use std::time::Duration;

use pidro::{FairDeal, Record, Seat, WordPromise};
use pidro_client::{Client, Guest, http};
use pidro_server::{Config, Server};
use serde_json::{Value, json};

use crate::site::Site;
use crate::{start_server, store};

fn promise(word: &str) -> String {
    WordPromise::of(word).to_string()
}

fn sit(seat: &str, word: &str) -> Value {
    json!({"cmd": "sit", "seat": seat, "promise": promise(word)})
}

fn reveal(word: &str) -> Value {
    json!({"cmd": "reveal", "word": word})
}

/// Sends a command that must succeed.
async fn succeed(client: &mut Client, command: Value) -> Value {
    let answer = client.ask(command.clone()).await.unwrap();
    assert_eq!(answer["ok"], true, "{command}: {answer}");
    answer
}

/// Sends a command that must be refused. Returns the error code.
async fn refused(client: &mut Client, command: Value) -> String {
    let answer = client.ask(command.clone()).await.unwrap();
    assert_eq!(answer["ok"], false, "{command}: {answer}");
    answer["error"]["code"].as_str().unwrap().to_owned()
}

/// The next table event of this kind.
async fn next_change(client: &mut Client, kind: &str) -> Value {
    loop {
        let message = client.next_of("happened").await.unwrap();
        if message["change"]["kind"] == kind {
            return message;
        }
    }
}

async fn joined(address: SocketAddr, table: &str, guest: &Guest, more: Value) -> Client {
    let mut client = Client::connect(address, None).await.unwrap();
    let answer = client.join(table, Some(&guest.token), more).await.unwrap();
    assert_eq!(answer["ok"], true, "{answer}");
    client
}

/// Anna at North and Bo at East, who have promised `lingonberry` and `cloudberry`, and two bots.
async fn two_players_and_bots(address: SocketAddr) -> (String, [Guest; 2], [Client; 2]) {
    let anna = Guest::new(address, "Anna").await.unwrap();
    let bo = Guest::new(address, "Bo").await.unwrap();
    let options = json!({"seat": "N", "bots": {"S": "basic", "W": "basic"}, "rules": {"target": 20}});
    let table = anna.create_table(address, &options).await.unwrap();
    let mut north = joined(address, &table, &anna, json!({})).await;
    let mut east = joined(address, &table, &bo, json!({})).await;
    // Somebody who is already seated sends the promise separately.
    succeed(
        &mut north,
        json!({"cmd": "promise", "promise": promise("lingonberry")}),
    )
    .await;
    succeed(&mut east, sit("E", "cloudberry")).await;
    (table, [anna, bo], [north, east])
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_dealt_once_every_promised_word_is_revealed() {
    for server in Site::each("words").await {
        let address = server.address();
        let (table, _, [mut north, mut east]) = two_players_and_bots(address).await;
        let commitment = north.next_of("snapshot").await.unwrap()["commitment"].clone();
        succeed(&mut east, json!({"cmd": "start"})).await;
        let promises = json!({"N": promise("lingonberry"), "E": promise("cloudberry"), "S": null, "W": null});
        for client in [&mut north, &mut east] {
            let starting = next_change(client, "starting").await;
            assert_eq!(starting["change"]["promises"], promises);
            assert_eq!(starting.get("events"), None, "no card before the words");
        }
        // Seats and promises are final.
        assert_eq!(refused(&mut north, sit("N", "cowberry")).await, "game_starting");
        assert_eq!(refused(&mut north, reveal("cowberry")).await, "wrong_word");
        succeed(&mut north, reveal("lingonberry")).await;
        succeed(&mut east, reveal("cloudberry")).await;
        for client in [&mut north, &mut east] {
            let revealed = next_change(client, "revealed").await;
            assert_eq!(
                revealed["change"],
                json!({"kind": "revealed", "seat": "N", "word": "lingonberry"})
            );
            let started = next_change(client, "started").await;
            let words = json!({"N": "lingonberry", "E": "cloudberry", "S": "", "W": ""});
            assert_eq!(started["words"], words);
            assert!(started["events"].is_array());
        }
        // The record proves the deal.
        succeed(&mut north, json!({"cmd": "act", "action": "resign"})).await;
        let path = format!("/api/tables/{table}/record");
        let record = http(address, "GET", &path, None, None).await.unwrap().text;
        let proof = Record::parse(&record).unwrap().proof();
        assert!(proof.is_fair(), "{record}");
        assert_eq!(proof.words[Seat::East], "cloudberry");
        assert_eq!(proof.commitment.unwrap().to_string(), commitment);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_word_calls_off_the_start() {
    // Long enough for the start that must not be called off.
    let time = Duration::from_secs(3);
    for server in Site::each_with("words-late", |config| config.timings.reveal_timeout = time).await {
        let address = server.address();
        let (table, guests, [mut north, mut east]) = two_players_and_bots(address).await;
        succeed(&mut north, json!({"cmd": "start"})).await;
        succeed(&mut north, reveal("lingonberry")).await;
        // East has promised a word, but doesn't reveal it.
        for client in [&mut north, &mut east] {
            let called_off = next_change(client, "start_called_off").await;
            assert_eq!(called_off["change"]["seats"], json!(["E"]));
            let seats = client.next_of("seats").await.unwrap();
            assert_eq!(seats["seats"]["E"], Value::Null, "the seat is free");
        }
        // Nobody's promise is left.
        let mut again = joined(address, &table, &guests[0], json!({})).await;
        let snapshot = again.next_of("snapshot").await.unwrap();
        let none = json!({"N": null, "E": null, "S": null, "W": null});
        assert_eq!(
            (&snapshot["promises"], &snapshot["awaited"]),
            (&none, &Value::Null)
        );
        assert_eq!(refused(&mut east, reveal("cloudberry")).await, "not_seated");
        // The game starts with new words.
        succeed(&mut east, sit("E", "cranberry")).await;
        succeed(
            &mut north,
            json!({"cmd": "promise", "promise": promise("crowberry")}),
        )
        .await;
        succeed(&mut north, json!({"cmd": "start"})).await;
        let (one, other) = tokio::join!(north.ask(reveal("crowberry")), east.ask(reveal("cranberry")));
        assert_eq!(
            (&one.unwrap()["ok"], &other.unwrap()["ok"]),
            (&json!(true), &json!(true))
        );
        let started = next_change(&mut north, "started").await;
        assert_eq!(
            started["words"],
            json!({"N": "crowberry", "E": "cranberry", "S": "", "W": ""})
        );
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn joining_during_a_start_shows_which_words_are_awaited() {
    for server in Site::each("words-join").await {
        let address = server.address();
        let (table, guests, [mut north, east]) = two_players_and_bots(address).await;
        let before = east.n;
        drop(east);
        succeed(&mut north, json!({"cmd": "start"})).await;
        succeed(&mut north, reveal("lingonberry")).await;
        // A spectator.
        let mut spectator = Client::connect(address, None).await.unwrap();
        spectator.join(&table, None, json!({})).await.unwrap();
        let snapshot = spectator.next_of("snapshot").await.unwrap();
        assert_eq!(snapshot["awaited"], json!(["E"]));
        assert_eq!(snapshot["promises"]["N"], promise("lingonberry"));
        assert_eq!(snapshot["words"], Value::Null);
        // East reconnects, with the missed events and with a snapshot.
        let mut back = joined(address, &table, &guests[1], json!({"from": before})).await;
        let starting = next_change(&mut back, "starting").await;
        assert_eq!(starting["change"]["promises"]["E"], promise("cloudberry"));
        let mut east = joined(address, &table, &guests[1], json!({})).await;
        let snapshot = east.next_of("snapshot").await.unwrap();
        assert_eq!(
            (&snapshot["you"], &snapshot["awaited"]),
            (&json!("E"), &json!(["E"]))
        );
        succeed(&mut east, reveal("cloudberry")).await;
        for client in [&mut north, &mut spectator, &mut back] {
            let started = next_change(client, "started").await;
            assert_eq!(started["words"]["E"], "cloudberry");
        }
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_continues_after_a_server_restart() {
    let server = start_server("words-restart").await;
    let (table, guests, [mut north, _east]) = two_players_and_bots(server.address()).await;
    let place = server.store_location().to_owned();
    succeed(&mut north, json!({"cmd": "start"})).await;
    succeed(&mut north, reveal("lingonberry")).await;
    server.stop().await;
    let server = Server::start(Config::with_store(&place), "").await.unwrap();
    let address = server.address();
    let mut north = joined(address, &table, &guests[0], json!({})).await;
    let snapshot = north.next_of("snapshot").await.unwrap();
    assert_eq!(snapshot["awaited"], json!(["E"]));
    let mut east = joined(address, &table, &guests[1], json!({})).await;
    succeed(&mut east, reveal("cloudberry")).await;
    let started = next_change(&mut north, "started").await;
    assert_eq!(started["words"]["N"], "lingonberry");
    let stored = store::load(&mut store::open(&place).await, &table).await;
    let mut fair = FairDeal::new(stored.state.fair_deal().secret().clone());
    fair.add_word(Seat::North, "lingonberry").unwrap();
    fair.add_word(Seat::East, "cloudberry").unwrap();
    let seed = stored.state.seeded_game().unwrap().seed().unwrap();
    assert_eq!(seed.deck(1), fair.seed().deck(1));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_needs_new_promises() {
    for server in Site::each("words-rematch").await {
        let address = server.address();
        let (_, guests, [mut north, mut east]) = two_players_and_bots(address).await;
        succeed(&mut north, json!({"cmd": "start"})).await;
        succeed(&mut north, reveal("lingonberry")).await;
        succeed(&mut east, reveal("cloudberry")).await;
        succeed(&mut north, json!({"cmd": "act", "action": "resign"})).await;
        succeed(&mut north, json!({"cmd": "rematch"})).await;
        succeed(&mut east, json!({"cmd": "rematch"})).await;
        let next = next_change(&mut north, "rematched").await["change"]["table"].clone();
        let next = next.as_str().unwrap();
        let mut north = joined(address, next, &guests[0], json!({})).await;
        let snapshot = north.next_of("snapshot").await.unwrap();
        let none = json!({"N": null, "E": null, "S": null, "W": null});
        assert_eq!(snapshot["promises"], none);
        let mut east = joined(address, next, &guests[1], json!({})).await;
        for (client, word) in [(&mut north, "crowberry"), (&mut east, "cranberry")] {
            succeed(client, json!({"cmd": "promise", "promise": promise(word)})).await;
        }
        succeed(&mut east, json!({"cmd": "start"})).await;
        succeed(&mut north, reveal("crowberry")).await;
        succeed(&mut east, reveal("cranberry")).await;
        let started = next_change(&mut north, "started").await;
        // The person from East sits at South now.
        assert_eq!(
            started["words"],
            json!({"N": "crowberry", "E": "", "S": "cranberry", "W": ""})
        );
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_without_a_promise_is_refused() {
    for server in Site::each("words-bare").await {
        let (_, _, [mut north, _east]) = two_players_and_bots(server.address()).await;
        for wrong in [
            json!({"cmd": "sit", "seat": "N", "word": "lingonberry"}),
            json!({"cmd": "sit", "seat": "N", "promise": "lingonberry"}),
            json!({"cmd": "promise"}),
            json!({"cmd": "promise", "promise": "00"}),
            json!({"cmd": "reveal"}),
        ] {
            assert_eq!(refused(&mut north, wrong.clone()).await, "bad_request", "{wrong}");
        }
        server.stop().await;
    }
}
