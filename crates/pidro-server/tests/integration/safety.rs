//! Requests that the server must reject, and what happens to the clients that send them.

use pidro_client::{Client, Guest, http};
use serde_json::json;

use crate::{four_players, play, player_against_bots, start_server, start_server_with};

#[tokio::test(flavor = "multi_thread")]
async fn malformed_messages_get_an_error_and_keep_the_connection() {
    let server = start_server("garbage").await;
    let address = server.address();
    let (_, _, mut client) = player_against_bots(address, json!({})).await;
    for garbage in [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "\u{0}",
        r#"{"cmd":"nothing"}"#,
        r#"{"cmd":"act"}"#,
        r#"{"cmd":"act","action":"fly"}"#,
        r#"{"cmd":"act","action":"play Xx","id":1}"#,
        r#"{"cmd":"sit","seat":"Q","id":1}"#,
        r#"{"cmd":"bot","seat":"N","level":"expert:99999999ms","id":1}"#,
        r#"{"cmd":"say","phrase":"rude"}"#,
        r#"{"cmd":"join","table":"x"}"#,
        r#"{"cmd":"ping","id":{}}"#,
    ] {
        client.send_text(garbage).await.unwrap();
        let answer = loop {
            let message = client.next().await.unwrap();
            if message.get("ok").is_some() {
                break message;
            }
        };
        assert_eq!(answer["error"]["code"], "bad_request", "{garbage}: {answer}");
    }
    let long = json!({"cmd": "ping", "id": "x".repeat(65)});
    client.send_text(long.to_string()).await.unwrap();
    assert_eq!(client.ask(json!({"cmd": "ping"})).await.unwrap()["ok"], true);
    // Oversized and binary messages end the connection.
    client.send_text("x".repeat(5000)).await.unwrap();
    assert!(client.close_code().await.is_some());
    let mut client = Client::connect(address, None).await.unwrap();
    client.send_bytes(vec![1, 2, 3]).await.unwrap();
    assert_eq!(client.close_code().await, Some(1003));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_pages_of_the_public_url_may_connect() {
    let server = start_server_with("origin", |config| {
        config.public_url = Some("https://pidro.example/".to_owned());
    })
    .await;
    let address = server.address();
    assert!(
        Client::connect(address, Some("https://pidro.example"))
            .await
            .is_ok()
    );
    let local = format!("http://{address}");
    for origin in [
        &*local,
        "https://evil.example",
        "null",
        "https://pidro.example.evil",
        "http://127.0.0.1",
    ] {
        assert!(Client::connect(address, Some(origin)).await.is_err(), "{origin}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_authenticates_only_its_owner() {
    let server = start_server("tokens").await;
    let address = server.address();
    let (table, guests, mut clients) = four_players(address, &json!({}), &json!({})).await;
    let mut stranger = Client::connect(address, None).await.unwrap();
    for token in [
        "",
        "x",
        &guests[0].id,
        &guests[0].token.to_uppercase(),
        &guests[0].token[1..],
    ] {
        let joined = stranger.join(&table, Some(token), json!({})).await.unwrap();
        assert_eq!(joined["error"]["code"], "bad_token");
    }
    let eva = Guest::new(address, "Eva").await.unwrap();
    stranger.join(&table, Some(&eva.token), json!({})).await.unwrap();
    for cmd in [
        json!({"cmd": "act", "action": "pass"}),
        json!({"cmd": "undo"}),
        json!({"cmd": "say", "phrase": "hello"}),
    ] {
        assert_eq!(stranger.ask(cmd).await.unwrap()["error"]["code"], "not_seated");
    }
    let kick = json!({"cmd": "remove", "person": guests[0].id});
    assert_eq!(stranger.ask(kick).await.unwrap()["error"]["code"], "not_host");
    // Before joining a table, a client can't do anything.
    let mut nowhere = Client::connect(address, None).await.unwrap();
    assert_eq!(
        nowhere.ask(json!({"cmd": "start"})).await.unwrap()["error"]["code"],
        "no_table"
    );
    // Only the seat whose turn it is can decide, and only for itself.
    let mut codes = Vec::new();
    for client in &mut clients {
        codes.push(
            client
                .ask(json!({"cmd": "act", "action": "bid 6"}))
                .await
                .unwrap()["ok"]
                .clone(),
        );
    }
    assert!(
        codes.iter().filter(|ok| **ok == json!(true)).count() <= 1,
        "{codes:?}"
    );
    // The store contains only a hash.
    let file = std::fs::read(server.store_location()).unwrap();
    let wal = std::fs::read(format!("{}-wal", server.store_location())).unwrap_or_default();
    let text = String::from_utf8_lossy(&[file, wal].concat()).into_owned();
    assert!(text.contains(&guests[0].id), "the file contains the guest");
    assert!(!text.contains(&guests[0].token));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_limit_refuses_the_excess() {
    let server = start_server_with("limits", |config| {
        config.limits.requests_per_minute = 20;
        config.limits.guests_per_hour = 3;
        config.limits.tables_per_hour = 2;
        config.limits.connections_per_address = 3;
        config.limits.connections_per_person = 1;
        config.limits.messages_per_second = 2;
    })
    .await;
    let address = server.address();
    let anna = Guest::new(address, "Anna").await.unwrap();
    let bo = Guest::new(address, "Bo").await.unwrap();
    Guest::new(address, "Carin").await.unwrap();
    assert!(
        Guest::new(address, "David")
            .await
            .unwrap_err()
            .to_string()
            .contains("too_many_requests")
    );
    let table = anna.create_table(address, &json!({})).await.unwrap();
    anna.create_table(address, &json!({})).await.unwrap();
    assert!(anna.create_table(address, &json!({})).await.is_err());
    assert!(
        bo.create_table(address, &json!({})).await.is_ok(),
        "others have their own limit"
    );
    let mut first = Client::connect(address, None).await.unwrap();
    let mut second = Client::connect(address, None).await.unwrap();
    first.join(&table, Some(&anna.token), json!({})).await.unwrap();
    first.join(&table, Some(&anna.token), json!({})).await.unwrap();
    let refused = second.join(&table, Some(&anna.token), json!({})).await.unwrap();
    assert_eq!(refused["error"]["code"], "too_many_connections");
    let _third = Client::connect(address, None).await.unwrap();
    assert!(Client::connect(address, None).await.is_err());
    // A burst is fine, a flood is not.
    let mut refused = 0;
    for _ in 0..30 {
        refused += u32::from(first.ask(json!({"cmd": "ping"})).await.unwrap()["ok"] == false);
    }
    assert!((10..30).contains(&refused), "{refused}");
    let mut status = 0;
    for _ in 0..30 {
        status = http(address, "GET", "/healthz", None, None).await.unwrap().status;
    }
    assert_eq!(status, 429);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_response_has_the_security_headers() {
    let server = start_server("headers").await;
    let address = server.address();
    for path in ["/", "/api/tables", "/nowhere", "/healthz", "/openapi.json"] {
        let answer = http(address, "GET", path, None, None).await.unwrap();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
        ] {
            assert!(answer.headers.contains(header), "{path}: {header}");
        }
    }
    let large = json!({"name": "x".repeat(20_000)});
    let answer = http(address, "POST", "/api/guests", None, Some(&large))
        .await
        .unwrap();
    assert_eq!(answer.status, 400, "{}", answer.text);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_local_and_count_games() {
    let server = start_server("metrics").await;
    let address = server.address();
    let (_, _, mut client) = player_against_bots(address, json!({"rules": {"target": 10}})).await;
    while !play(&mut client, 1000).await {}
    let metrics = http(address, "GET", "/metrics", None, None).await.unwrap();
    assert_eq!(metrics.status, 200);
    let value = |name: &str| -> f64 {
        let line = metrics.text.lines().find(|line| line.starts_with(name));
        let value = line.and_then(|line| line.rsplit(' ').next()?.parse().ok());
        value.unwrap_or_else(|| panic!("{name}\n{}", metrics.text))
    };
    assert!((value("pidro_games_finished_total") - 1.0).abs() < 0.1);
    assert!((value("pidro_connections") - 1.0).abs() < 0.1);
    assert!((value("pidro_tables_awake") - 1.0).abs() < 0.1);
    assert!(value("pidro_redeal_requested_count") >= 3.0);
    assert!(value("pidro_redeal_pool_count") >= 1.0);
    assert!(value("pidro_store_commit_seconds_count") > 10.0);
    assert!(value("pidro_bot_thinking_seconds_count") > 10.0);
    assert!(value("pidro_decision_seconds_count{phase=\"bidding\",by=\"person\"}") >= 1.0);
    assert!(value("pidro_decision_seconds_count{phase=\"playing\",by=\"bot\"}") >= 1.0);
    // A request from a proxy doesn't count as local.
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let request =
        "GET /metrics HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.1\r\nconnection: close\r\n\r\n";
    tokio::io::AsyncWriteExt::write_all(&mut stream, request.as_bytes())
        .await
        .unwrap();
    let mut answer = String::new();
    tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut answer)
        .await
        .unwrap();
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    assert_eq!(
        http(address, "GET", "/readyz", None, None).await.unwrap().status,
        200
    );
    server.stop().await;
}
