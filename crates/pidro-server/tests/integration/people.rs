//! People who arrive late, disconnect, come back, and have accounts.

use std::time::Duration;

use pidro_client::{Client, Guest, http};
use serde_json::json;

use crate::site::Site;
use crate::{four_players, short_timings};

/// Waits until a client hears that a seat is in this state.
async fn wait_for_state(client: &mut Client, seat: &str, state: &str) {
    loop {
        let message = client.next().await.unwrap();
        if message["seats"][seat]["state"] == state {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_stands_in_until_a_disconnected_player_returns() {
    for server in Site::each_with("away", |config| config.timings = short_timings()).await {
        let address = server.address();
        let rules = json!({"rules": {"first_dealer": "N"}});
        let (table, guests, mut clients) = four_players(address, &rules, &json!({})).await;
        // It is East's turn to call, but East disconnects.
        drop(clients.remove(1));
        let south = &mut clients[1];
        wait_for_state(south, "E", "away").await;
        wait_for_state(south, "E", "stand_in").await;
        // The bot calls for East, so it is South's turn.
        loop {
            let message = south.next().await.unwrap();
            if message["legal"].is_object() {
                break;
            }
        }
        let mut east = Client::connect(address, None).await.unwrap();
        east.join(&table, Some(&guests[1].token), json!({}))
            .await
            .unwrap();
        wait_for_state(south, "E", "here").await;
        assert_eq!(east.next_of("snapshot").await.unwrap()["you"], "E");
        // After leaving on purpose, East has to sit down again.
        assert_eq!(east.ask(json!({"cmd": "leave"})).await.unwrap()["ok"], true);
        wait_for_state(south, "E", "left").await;
        assert_eq!(
            east.ask(json!({"cmd": "act", "action": "pass"})).await.unwrap()["error"]["code"],
            "not_seated"
        );
        assert_eq!(
            east.ask(json!({"cmd": "sit", "seat": "E"})).await.unwrap()["ok"],
            true
        );
        wait_for_state(south, "E", "here").await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_pauses_while_nobody_is_connected() {
    for server in Site::each_with("nobody", |config| config.timings = short_timings()).await {
        let address = server.address();
        let options = json!({"rules": {"first_dealer": "N"}, "time": 15});
        let (table, guests, clients) = four_players(address, &options, &json!({})).await;
        drop(clients);
        // Longer than any grace period or clock in this test.
        tokio::time::sleep(Duration::from_millis(500)).await;
        let mut back = Client::connect(address, None).await.unwrap();
        back.join(&table, Some(&guests[2].token), json!({}))
            .await
            .unwrap();
        let snapshot = back.next_of("snapshot").await.unwrap();
        assert_eq!(
            snapshot["n"], 5,
            "four people sat down, the game began, and no bot has played since"
        );
        assert_eq!(snapshot["clock"]["seat"], "E", "now the clock runs");
        // Then the grace period begins.
        wait_for_state(&mut back, "E", "stand_in").await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_decides_once_for_a_player_who_runs_out_of_time() {
    for server in Site::each_with("timed_out", |config| config.timings = short_timings()).await {
        let address = server.address();
        let options = json!({"rules": {"first_dealer": "N"}, "time": 15});
        let (_, _, mut clients) = four_players(address, &options, &json!({})).await;
        let started = loop {
            let message = clients[1].next_of("happened").await.unwrap();
            if message["change"]["kind"] == "started" {
                break message;
            }
        };
        assert_eq!(started["clock"]["seat"], "E");
        assert!(started["clock"]["ms"].as_u64().unwrap() <= 150);
        let timed_out = loop {
            let message = clients[0].next_of("happened").await.unwrap();
            if message["timed_out"] == true {
                break message;
            }
        };
        assert_eq!(timed_out["events"][0]["event"], "call_made");
        assert_eq!(timed_out["events"][0]["seat"], "E");
        // East still has the seat and may play.
        let seats = clients[1]
            .ask(json!({"cmd": "say", "phrase": "sorry"}))
            .await
            .unwrap();
        assert_eq!(seats["ok"], true);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_else_can_take_an_abandoned_seat() {
    for server in Site::each("taken").await {
        let address = server.address();
        let (table, _, mut clients) = four_players(address, &json!({}), &json!({})).await;
        clients[1].ask(json!({"cmd": "leave"})).await.unwrap();
        let eva = Guest::new(address, "Eva").await.unwrap();
        let mut client = Client::connect(address, None).await.unwrap();
        client.join(&table, Some(&eva.token), json!({})).await.unwrap();
        let before = client.next_of("snapshot").await.unwrap();
        assert_eq!(before["view"]["hands"]["E"], 9);
        assert_eq!(
            client.ask(json!({"cmd": "sit", "seat": "E"})).await.unwrap()["ok"],
            true
        );
        let after = client.next_of("snapshot").await.unwrap();
        assert_eq!(after["you"], "E");
        assert_eq!(
            after["view"]["hands"]["E"].as_array().map(Vec::len),
            Some(9),
            "now she sees her cards"
        );
        // Nobody else receives them.
        clients[0].ask(json!({"cmd": "ping"})).await.unwrap();
        let games = http(address, "GET", "/api/me/games", Some(&eva.token), None)
            .await
            .unwrap()
            .json();
        assert_eq!(games["games"][0]["table"], table.as_str());
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_can_become_an_account() {
    for server in Site::each("accounts").await {
        let address = server.address();
        let post = async |path: &str, token: Option<&str>, body: serde_json::Value| {
            http(address, "POST", path, token, Some(&body)).await.unwrap()
        };
        let guest = Guest::new(address, "Anna").await.unwrap();
        let anna = json!({"name": "Anna M", "password": "lingonberries"});
        let made = post("/api/accounts", Some(&guest.token), anna.clone()).await;
        assert_eq!(made.status, 201, "{}", made.text);
        assert_eq!(made.json()["person"]["id"], guest.id.as_str());
        assert_eq!(made.json()["person"]["guest"], false);
        for (body, code) in [
            (json!({"name": "anna m", "password": "another one"}), "name_taken"),
            (json!({"name": "Bo", "password": "short"}), "bad_request"),
            (json!({"name": " ", "password": "long enough"}), "bad_request"),
            (json!({"name": "Bo"}), "bad_request"),
        ] {
            assert_eq!(post("/api/accounts", None, body).await.code(), code);
        }
        assert_eq!(
            post(
                "/api/accounts",
                Some(&guest.token),
                json!({"name": "X", "password": "lingonberries"})
            )
            .await
            .code(),
            "bad_token",
            "the guest's token has ended"
        );
        let token = made.json()["token"].as_str().unwrap().to_owned();
        assert_eq!(
            post(
                "/api/accounts",
                Some(&token),
                json!({"name": "X", "password": "lingonberries"})
            )
            .await
            .code(),
            "has_account"
        );
        let wrong = json!({"name": "Anna M", "password": "cloudberries"});
        assert_eq!(post("/api/sessions", None, wrong).await.code(), "wrong_password");
        let nobody = json!({"name": "Nobody", "password": "cloudberries"});
        assert_eq!(post("/api/sessions", None, nobody).await.code(), "wrong_password");
        let session = post("/api/sessions", None, anna).await.json();
        let first_token = token;
        let token = session["token"].as_str().unwrap();
        assert_ne!(token, first_token);
        let me = http(address, "GET", "/api/me", Some(token), None).await.unwrap();
        assert_eq!(me.json()["person"]["name"], "Anna M");
        let name = json!({"name": "Other"});
        assert_eq!(
            http(address, "PUT", "/api/me", Some(token), Some(&name))
                .await
                .unwrap()
                .code(),
            "name_stays"
        );
        let nobody = http(address, "GET", "/api/me", None, None).await.unwrap();
        assert_eq!((nobody.status, nobody.code()), (401, "no_token".to_owned()));
        assert!(nobody.headers.contains("www-authenticate: bearer"));
        // A revoked token is useless; the other one stays valid.
        assert_eq!(
            http(address, "DELETE", "/api/session", Some(token), None)
                .await
                .unwrap()
                .status,
            204
        );
        assert_eq!(
            http(address, "GET", "/api/me", Some(token), None)
                .await
                .unwrap()
                .code(),
            "bad_token"
        );
        assert_eq!(
            http(address, "GET", "/api/me", Some(&first_token), None)
                .await
                .unwrap()
                .status,
            200
        );
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_four_accounts_is_rated() {
    for server in Site::each("rated").await {
        let address = server.address();
        let (table, guests, _) = four_players(address, &json!({}), &json!({})).await;
        let mut tokens = Vec::new();
        for (guest, name) in guests.iter().zip(["a", "b", "c", "d"]) {
            let account = json!({"name": name, "password": "lingonberries"});
            let made = http(
                address,
                "POST",
                "/api/accounts",
                Some(&guest.token),
                Some(&account),
            )
            .await
            .unwrap();
            assert_eq!(made.status, 201, "{}", made.text);
            tokens.push(made.json()["token"].as_str().unwrap().to_owned());
        }
        // North and South resign.
        let mut north = Client::connect(address, None).await.unwrap();
        north.join(&table, Some(&tokens[0]), json!({})).await.unwrap();
        north
            .ask(json!({"cmd": "act", "action": "resign"}))
            .await
            .unwrap();
        for (place, guest) in guests.iter().enumerate() {
            let path = format!("/api/people/{}", guest.id);
            let profile = http(address, "GET", &path, None, None).await.unwrap().json();
            assert_eq!(profile["person"]["rated"], 1, "{profile}");
            let won = place % 2 == 1;
            assert_eq!(profile["statistics"]["won"], u64::from(won));
            assert_eq!(
                profile["person"]["rating"].as_f64().unwrap() > 1.0,
                won,
                "{profile}"
            );
        }
        server.stop().await;
    }
}
