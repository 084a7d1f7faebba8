//! Complete games over the network, from the first call to the proof of the deal.

use std::time::{Duration, Instant};

use pidro::Record;
use pidro_client::{Client, Guest, choose, http};
use pidro_server::{Config, Server};
use serde_json::json;

use crate::site::Site;
use crate::{four_players, play, player_against_bots, short_timings, start_server};

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_a_game_to_the_end() {
    for server in Site::each("four").await {
        let address = server.address();
        let (table, guests, clients) =
            four_players(address, &json!({"rules": {"target": 20}}), &json!({})).await;
        let promised = http(address, "GET", &format!("/api/tables/{table}/verify"), None, None)
            .await
            .unwrap()
            .json();
        assert_eq!(
            (&promised["over"], &promised["secret"]),
            (&json!(false), &json!(null))
        );
        assert_eq!(
            (&promised["fair"], &promised["verdict"]),
            (&json!(null), &json!("not_proven"))
        );
        let unfinished =
            json!([{"code": "unfinished", "message": "the game is not finished", "cut": false, "hands": []}]);
        assert_eq!(promised["shortfalls"], unfinished);
        let playing = clients.into_iter().map(|mut client| {
            tokio::spawn(async move {
                while !play(&mut client, 1000).await {}
                client
            })
        });
        let mut clients = Vec::new();
        for client in playing.collect::<Vec<_>>() {
            clients.push(client.await.unwrap());
        }
        // The proof, and the record that anybody can check.
        let path = format!("/api/tables/{table}/verify");
        let proof = http(address, "GET", &path, None, None).await.unwrap().json();
        assert_eq!(proof["commitment"], promised["commitment"]);
        assert_eq!((&proof["over"], &proof["fair"]), (&json!(true), &json!(true)));
        assert_eq!(proof["verdict"], "fair");
        assert_eq!(
            (&proof["contradictions"], &proof["shortfalls"]),
            (&json!([]), &json!([]))
        );
        let record = http(address, "GET", &format!("/api/tables/{table}/record"), None, None)
            .await
            .unwrap();
        let record = Record::parse(&record.text).unwrap();
        assert!(record.proof().is_fair());
        assert_eq!(record.tag("North"), Some("Anna"));
        // Everybody's statistics.
        let mut won = 0;
        for guest in &guests {
            let me = http(address, "GET", "/api/me", Some(&guest.token), None)
                .await
                .unwrap()
                .json();
            assert_eq!(me["statistics"]["games"], 1);
            won += me["statistics"]["won"].as_u64().unwrap();
            let games = http(address, "GET", "/api/me/games", Some(&guest.token), None)
                .await
                .unwrap()
                .json();
            assert_eq!(games["games"][0]["table"], table.as_str());
            assert!(games["games"][0]["won"].is_boolean());
        }
        assert_eq!(won, 2);
        // A rematch with new seats begins only when everybody wants it.
        for (place, client) in clients.iter_mut().enumerate() {
            let asked = client.ask(json!({"cmd": "rematch"})).await.unwrap();
            assert_eq!(asked["ok"], true, "{place}: {asked}");
        }
        let next = loop {
            let message = clients[0].next_of("happened").await.unwrap();
            if message["change"]["kind"] == "rematched" {
                break message["change"]["table"].as_str().unwrap().to_owned();
            }
        };
        let joined = clients[1]
            .join(&next, Some(&guests[1].token), json!({}))
            .await
            .unwrap();
        assert_eq!(joined["ok"], true);
        let snapshot = clients[1].next_of("snapshot").await.unwrap();
        assert_eq!(snapshot["you"], "S", "Bo was at East");
        assert_eq!(snapshot["seats"]["N"]["name"], "Anna");
        assert_ne!(snapshot["commitment"], proof["commitment"]);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reconnecting_client_resumes_after_its_last_event() {
    for server in Site::each("resume").await {
        let address = server.address();
        let (table, guest, mut client) =
            player_against_bots(address, json!({"rules": {"target": 200}})).await;
        play(&mut client, 3).await;
        let seen = client.n;
        let mut other = Client::connect(address, None).await.unwrap();
        other.join(&table, Some(&guest.token), json!({})).await.unwrap();
        play(&mut other, 2).await;
        drop(client);
        // Everything after that number, each event once, in order.
        let mut again = Client::connect(address, None).await.unwrap();
        again
            .join(&table, Some(&guest.token), json!({"from": seen}))
            .await
            .unwrap();
        let mut next = seen;
        while next < other.n {
            let message = again.next().await.unwrap();
            assert_ne!(message["msg"], "snapshot");
            if message["msg"] == "happened" {
                next += 1;
                assert_eq!(message["n"], next);
            }
        }
        // A number that is too old, or too high for this table, yields a snapshot.
        for from in [json!(0), json!(100_000)] {
            let mut fresh = Client::connect(address, None).await.unwrap();
            for _ in 0..2 {
                play(&mut other, 8).await;
            }
            fresh
                .join(&table, Some(&guest.token), json!({"from": from}))
                .await
                .unwrap();
            assert_eq!(fresh.next().await.unwrap()["msg"], "snapshot");
        }
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resent_command_takes_effect_once() {
    for server in Site::each("once").await {
        let address = server.address();
        let (table, guest, mut client) = player_against_bots(address, json!({})).await;
        let action = loop {
            let message = client.next().await.unwrap();
            if let Some(action) = choose(&message["legal"], 0) {
                break json!({"cmd": "act", "action": action});
            }
        };
        let first = client.ask_with_id(action.clone(), "once").await.unwrap();
        assert_eq!(first["ok"], true);
        assert_eq!(
            client.ask_with_id(action.clone(), "once").await.unwrap()["n"],
            first["n"]
        );
        // Also on another connection.
        let mut other = Client::connect(address, None).await.unwrap();
        other.join(&table, Some(&guest.token), json!({})).await.unwrap();
        assert_eq!(
            other.ask_with_id(action.clone(), "once").await.unwrap()["n"],
            first["n"]
        );
        let new = other.ask_with_id(action, "another").await.unwrap();
        assert!(new["ok"] == false || new["n"] != first["n"]);
        let ping = other.ask(json!({"cmd": "ping"})).await.unwrap();
        assert_eq!(ping["ok"], true);
        // A command without an id could not be told apart from its duplicate.
        other.send_text(json!({"cmd": "undo"}).to_string()).await.unwrap();
        let answer = loop {
            let message = other.next().await.unwrap();
            if message.get("ok").is_some() {
                break message;
            }
        };
        assert_eq!(answer["error"]["code"], "bad_request");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_server_resumes_its_games() {
    let server = start_server("restart").await;
    let (address, place) = (server.address(), server.store_location().to_owned());
    let (table, guest, mut client) = player_against_bots(address, json!({})).await;
    play(&mut client, 2).await;
    server.stop().await;
    assert_eq!(client.close_code().await, Some(1012));
    let mut config = Config::with_store(&place);
    config.address = address;
    let server = Server::start(config, "").await.unwrap();
    let mut client = Client::connect(address, None).await.unwrap();
    client.join(&table, Some(&guest.token), json!({})).await.unwrap();
    let snapshot = client.next_of("snapshot").await.unwrap();
    assert!(snapshot["n"].as_u64().unwrap() > 5 && snapshot["view"].is_object());
    assert_eq!(snapshot["you"], "S");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_see_what_the_host_allows() {
    for server in Site::each_with("spectators", |config| config.timings = short_timings()).await {
        let address = server.address();
        for (mode, hand) in [
            ("nobody", json!(null)),
            ("public", json!(9)),
            ("all_cards", json!(null)),
        ] {
            let (table, guests, clients) =
                four_players(address, &json!({"spectators": mode}), &json!({})).await;
            let mut spectator = Client::connect(address, None).await.unwrap();
            spectator.join(&table, None, json!({})).await.unwrap();
            let snapshot = spectator.next_of("snapshot").await.unwrap();
            assert_eq!(snapshot["view"]["hands"]["N"], hand, "{mode}");
            assert_eq!(snapshot["you"], json!(null));
            let refused = spectator
                .ask(json!({"cmd": "act", "action": "pass"}))
                .await
                .unwrap();
            assert_eq!(refused["error"]["code"], "no_token");
            if mode == "all_cards" {
                // All cards are visible, but only when the hand is over, because a player could
                // watch.
                let playing: Vec<_> = clients
                    .into_iter()
                    .map(|mut client| tokio::spawn(async move { play(&mut client, 25).await }))
                    .collect();
                let dealt = spectator.next_of("happened").await.unwrap();
                let events = dealt["events"].as_array().unwrap();
                let hands = &events.last().unwrap()["hands"];
                assert_eq!(hands["N"].as_array().map(Vec::len), Some(9));
                let live_hand = async || {
                    let mut player = Client::connect(address, None).await.unwrap();
                    let joined = player.join(&table, Some(&guests[0].token), json!({})).await;
                    joined.unwrap();
                    let snapshot = player.next_of("snapshot").await.unwrap();
                    snapshot["view"]["hand"].as_u64().unwrap()
                };
                assert!(live_hand().await > 1);
                // A later spectator sees the same, and nothing of the current hand.
                let mut other = Client::connect(address, None).await.unwrap();
                other.join(&table, None, json!({})).await.unwrap();
                let late = other.next_of("snapshot").await.unwrap();
                let hand = late["view"]["hand"].as_u64().unwrap_or(0);
                assert!(hand < live_hand().await, "{late}");
                playing.iter().for_each(tokio::task::JoinHandle::abort);
            }
            let record = http(address, "GET", &format!("/api/tables/{table}/record"), None, None)
                .await
                .unwrap();
            match mode {
                "nobody" => assert_eq!(record.code(), "no_spectators"),
                _ => assert!(record.text.contains("N ?9"), "{}", record.text),
            }
        }
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_moderates_the_chat() {
    for server in Site::each("talk").await {
        let address = server.address();
        let (table, guests, mut clients) = four_players(address, &json!({}), &json!({})).await;
        let said = clients[1]
            .ask(json!({"cmd": "say", "phrase": "hello"}))
            .await
            .unwrap();
        assert_eq!(said["ok"], true, "{said}");
        let heard = clients[2].next_of("said").await.unwrap();
        assert_eq!((&heard["seat"], &heard["phrase"]), (&json!("E"), &json!("hello")));
        clients[1]
            .ask(json!({"cmd": "say", "reaction": "clap"}))
            .await
            .unwrap();
        assert_eq!(clients[2].next_of("said").await.unwrap()["reaction"], "clap");
        let text = json!({"cmd": "say", "text": "Nice weather"});
        assert_eq!(
            clients[1].ask(text.clone()).await.unwrap()["error"]["code"],
            "chat_closed"
        );
        assert_eq!(
            clients[1]
                .ask(json!({"cmd": "chat", "open": true}))
                .await
                .unwrap()["error"]["code"],
            "not_host"
        );
        clients[0]
            .ask(json!({"cmd": "chat", "open": true}))
            .await
            .unwrap();
        clients[1].ask(text.clone()).await.unwrap();
        assert_eq!(clients[2].next_of("said").await.unwrap()["text"], "Nice weather");
        let long = json!({"cmd": "say", "text": "x".repeat(201)});
        assert_eq!(
            clients[1].ask(long).await.unwrap()["error"]["code"],
            "bad_request"
        );
        let bo = &guests[1].id;
        clients[0]
            .ask(json!({"cmd": "mute", "person": bo, "muted": true}))
            .await
            .unwrap();
        assert_eq!(clients[1].ask(text).await.unwrap()["error"]["code"], "muted");
        // A removed person is disconnected, and a bot plays on.
        clients[0]
            .ask(json!({"cmd": "remove", "person": bo}))
            .await
            .unwrap();
        assert_eq!(clients[1].close_code().await, Some(1008));
        let seats = loop {
            let message = clients[2].next_of("seats").await.unwrap();
            if message["seats"]["E"]["state"] != "here" {
                break message;
            }
        };
        assert_eq!(seats["seats"]["E"]["state"], "left");
        let mut again = Client::connect(address, None).await.unwrap();
        let joined = again
            .join(&table, Some(&guests[1].token), json!({}))
            .await
            .unwrap();
        assert_eq!(joined["error"]["code"], "removed");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_lists_awake_listed_tables() {
    for server in Site::each("lobby").await {
        let address = server.address();
        let anna = Guest::new(address, "Anna").await.unwrap();
        let listed = anna
            .create_table(address, &json!({"listed": true, "seat": "N", "time": 30}))
            .await
            .unwrap();
        let private = anna.create_table(address, &json!({"seat": "N"})).await.unwrap();
        let tables = async || {
            http(address, "GET", "/api/tables", None, None)
                .await
                .unwrap()
                .json()["tables"]
                .clone()
        };
        assert_eq!(tables().await, json!([]), "nobody is connected");
        let mut clients = Vec::new();
        for table in [&listed, &private] {
            let mut client = Client::connect(address, None).await.unwrap();
            client.join(table, Some(&anna.token), json!({})).await.unwrap();
            clients.push(client);
        }
        let shown = tables().await;
        assert_eq!(shown.as_array().unwrap().len(), 1);
        assert_eq!(shown[0]["table"], listed.as_str());
        assert_eq!(shown[0]["time"], 30);
        assert_eq!(shown[0]["seats"]["N"]["name"], "Anna");
        assert_eq!(shown[0]["seats"]["E"], json!(null));
        let bo = Guest::new(address, "Bo").await.unwrap();
        let mut client = Client::connect(address, None).await.unwrap();
        client.join(&listed, Some(&bo.token), json!({})).await.unwrap();
        client.ask(json!({"cmd": "sit", "seat": "E"})).await.unwrap();
        assert_eq!(tables().await[0]["seats"]["E"]["name"], "Bo");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_is_taken_back_when_everybody_agrees() {
    for server in Site::each("undo").await {
        let address = server.address();
        let (table, _, mut clients) = four_players(address, &json!({}), &json!({})).await;
        let view = async || {
            let mut spectator = Client::connect(address, None).await.unwrap();
            spectator.join(&table, None, json!({})).await.unwrap();
            let snapshot = spectator.next_of("snapshot").await.unwrap();
            snapshot["view"].clone()
        };
        let before = view().await;
        let seats = ["N", "E", "S", "W"];
        let turn = seats.iter().position(|seat| before["turn"] == *seat).unwrap();
        let passed = clients[turn]
            .ask(json!({"cmd": "act", "action": "pass"}))
            .await
            .unwrap();
        assert_eq!(passed["ok"], true, "{passed}");
        assert_ne!(view().await, before);
        for client in &mut clients {
            assert_ne!(view().await, before, "not everybody has agreed");
            let agreed = client.ask(json!({"cmd": "undo"})).await.unwrap();
            assert_eq!(agreed["ok"], true, "{agreed}");
        }
        assert_eq!(view().await, before);
        server.stop().await;
    }
}

/// Bots must not answer sooner when their cards leave them little to think about.

#[tokio::test(flavor = "multi_thread")]
async fn clients_see_bots_reply_at_fixed_intervals() {
    let interval = Duration::from_millis(250);
    for server in Site::each_with("interval", |config| config.timings.bot_reply_interval = interval).await {
        let (_, _, mut client) = player_against_bots(server.address(), json!({})).await;
        let (mut since, mut gaps) = (Instant::now(), Vec::new());
        // Our own decisions come back immediately.
        let mut own = false;
        for number in 0.. {
            let message = client.next().await.unwrap();
            if message["msg"] == "happened" {
                let gap = std::mem::replace(&mut since, Instant::now()).elapsed();
                if !std::mem::take(&mut own) {
                    gaps.push(gap);
                }
            }
            if gaps.len() > 12 {
                break;
            }
            // It may be our turn twice in a row.
            if let Some(action) = choose(&message["legal"], number) {
                client.ask(json!({"cmd": "act", "action": action})).await.unwrap();
                own = true;
            }
        }
        // The first gap is the start of the game.
        for gap in &gaps[1..] {
            assert!(*gap > interval.mul_f64(0.8), "{gaps:?}");
        }
        server.stop().await;
    }
}
