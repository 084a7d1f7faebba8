//! Hints, replays and analyses of games, and the exercises for new players.

use std::net::SocketAddr;

use pidro_client::{Guest, HttpResponse, http};
use serde_json::{Value, json};

use crate::site::Site;
use crate::{four_players, play, player_against_bots};

async fn get(address: SocketAddr, path: &str, token: Option<&str>) -> HttpResponse {
    http(address, "GET", path, token, None).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_are_for_the_seat_to_move_against_bots_only() {
    for server in Site::each("hint").await {
        let address = server.address();
        let (table, guest, mut client) =
            player_against_bots(address, json!({"rules": {"first_dealer": "E"}})).await;
        let path = format!("/api/tables/{table}/hint");
        // East deals, so South calls first.
        let hint = get(address, &path, Some(&guest.token)).await;
        assert_eq!(hint.status, 200, "{}", hint.text);
        let action = hint.json()["action"].as_str().unwrap().to_owned();
        assert!(action == "pass" || action.starts_with("bid "), "{action}");
        assert!(hint.json()["reason"]["kind"].is_string());
        let obeyed = client.ask(json!({"cmd": "act", "action": action})).await.unwrap();
        assert_eq!(obeyed["ok"], true);
        assert_eq!(get(address, &path, None).await.status, 401);
        let other = Guest::new(address, "Bo").await.unwrap();
        assert_eq!(get(address, &path, Some(&other.token)).await.code(), "not_seated");

        // If other people are playing, nobody gets hints for bids or plays.
        let rules = json!({"rules": {"first_dealer": "N"}});
        let (table, guests, _clients) = four_players(address, &rules, &json!({})).await;
        let path = format!("/api/tables/{table}/hint");
        assert_eq!(
            get(address, &path, Some(&guests[1].token)).await.code(),
            "no_hints"
        );
        assert_eq!(
            get(address, &path, Some(&guests[2].token)).await.code(),
            "not_your_turn"
        );
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_can_be_studied_only_once_it_is_over() {
    for server in Site::each("replay").await {
        let address = server.address();
        let (table, _, mut client) = player_against_bots(address, json!({"rules": {"target": 8}})).await;
        let at = |what: &str| format!("/api/tables/{table}/{what}");
        for what in ["replay", "replay?as=S", "analysis"] {
            assert_eq!(get(address, &at(what), None).await.code(), "not_over", "{what}");
        }
        while !play(&mut client, 1000).await {}
        let open = get(address, &at("replay"), None).await.json();
        let seen = get(address, &at("replay?as=S"), None).await.json();
        let events = |replay: &Value| replay["events"].as_array().unwrap().clone();
        let (open, seen) = (events(&open), events(&seen));
        assert_eq!(open.len(), seen.len());
        let dealt = |events: &[Value]| {
            let deal = events
                .iter()
                .find(|event| event["event"] == "hand_dealt")
                .unwrap();
            [deal["hands"].clone(), deal["view"]["hands"].clone()]
        };
        for hands in dealt(&open) {
            assert!(hands["N"].is_array() && hands["S"].is_array(), "{hands}");
        }
        for hands in dealt(&seen) {
            assert!(hands["N"] == 9 && hands["S"].is_array(), "{hands}");
        }
        assert_eq!(open.last().unwrap()["event"], "game_won");
        assert_eq!(get(address, &at("replay?as=X"), None).await.status, 400);
        let response = get(address, &at("analysis"), None).await;
        let analysis = response.json();
        assert!(!analysis["decisions"].as_array().unwrap().is_empty());
        assert!(analysis["players"]["S"]["accuracy"].as_f64().unwrap() <= 100.0);
        let hands = analysis["hands"].as_array().unwrap();
        let won = hands.last().unwrap()["win"]["NS"].as_f64().unwrap();
        assert!(
            won == 0.0 || (won - 1.0).abs() < 1e-6,
            "the game is decided: {won}"
        );
        assert_eq!(get(address, &at("analysis"), None).await.text, response.text);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn newcomers_can_play_the_first_hand_and_puzzles() {
    for server in Site::each("learn").await {
        let address = server.address();
        let lesson = async |actions: Value| {
            let body = json!({"actions": actions});
            http(address, "POST", "/api/lesson", None, Some(&body))
                .await
                .unwrap()
        };
        let begun = lesson(json!([])).await.json();
        assert_eq!(
            (&begun["you"], &begun["legal"]["kind"]),
            (&json!("S"), &json!("bid"))
        );
        let view = &begun["events"].as_array().unwrap().last().unwrap()["view"];
        assert!(view["hands"]["S"].is_array() && view["hands"]["N"] == 9);
        assert_eq!(lesson(json!(["bid 8"])).await.json()["legal"]["kind"], "trump");
        assert_eq!(lesson(json!(["bid 8", "play Ah"])).await.code(), "wrong_phase");
        assert_eq!(lesson(json!(["sing"])).await.code(), "bad_request");
        assert_eq!(lesson(json!(vec!["pass"; 21])).await.status, 400);

        let puzzle = get(address, "/api/puzzles/7", None).await.json();
        assert_eq!(puzzle["view"]["hands"]["S"].as_array().unwrap().len(), 9);
        assert_eq!(puzzle["odds"].as_array().unwrap().len(), 4);
        assert!(puzzle["advice"]["action"].is_string());
        assert_eq!(get(address, "/api/puzzles/7", None).await.json(), puzzle);
        assert_eq!(get(address, "/api/puzzles/seven", None).await.status, 404);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_serves_the_embedded_page_and_no_other_file() {
    for server in Site::each("page").await {
        let address = server.address();
        for screen in [
            "/",
            "/new",
            "/tables",
            "/me",
            "/learn",
            "/learn/rules",
            "/t/anything",
            "/t/anything/replay",
        ] {
            let page = get(address, screen, None).await;
            assert_eq!(page.status, 200, "{screen}");
            assert!(
                page.headers.contains("content-type: text/html"),
                "{}",
                page.headers
            );
            let links = page
                .headers
                .lines()
                .find(|line| line.starts_with("link: "))
                .unwrap();
            assert!(links.contains("</web/main.js>; rel=modulepreload"), "{links}");
            assert!(links.contains("</web/texts/en.ftl>; rel=preload"), "{links}");
            for link in links.split('<').skip(1).filter_map(|link| link.split('>').next()) {
                let part = get(address, link, None).await;
                assert_eq!(part.status, 200, "{link}");
                let kind = if link.starts_with("/web/texts/") {
                    "content-type: text/plain; charset=utf-8"
                } else {
                    "content-type: text/javascript; charset=utf-8"
                };
                assert!(part.headers.contains(kind), "{link}");
                assert!(part.headers.contains("x-content-type-options: nosniff"), "{link}");
            }
        }
        for nothing in [
            "/elsewhere",
            "/web/",
            "/web/nothing.js",
            "/web/index.html",
            "/web/../Cargo.toml",
            "/web/%2e%2e/Cargo.toml",
            "/web//etc/passwd",
        ] {
            assert_eq!(get(address, nothing, None).await.status, 404, "{nothing}");
        }
        let table = Guest::new(address, "Anna")
            .await
            .unwrap()
            .create_table(address, &json!({}))
            .await
            .unwrap();
        let code = get(address, &format!("/t/{table}/qr.svg"), None).await;
        assert!(
            code.text.starts_with("<svg") && code.text.matches("h1v1").count() > 200,
            "{}",
            code.text
        );
        server.stop().await;
    }
}
