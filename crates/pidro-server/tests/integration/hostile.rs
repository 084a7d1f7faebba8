//! Misbehaving clients: what resources they hold, and for how long. Where memory or file
//! descriptors matter, the server runs in its own process.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use pidro_client::{HttpResponse, http};
use pidro_testing::new_file;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::process::{ServerProcess, free_address};
use crate::store::insert_long_game;
use crate::{play, player_against_bots, start_server, start_server_with};

/// Longer than anything here should take, even on a busy machine.
const LONG: Duration = Duration::from_mins(1);
const UNFINISHED_HEAD: &str = "GET / HTTP/1.1\r\nhost: x\r\n";
const UNFINISHED_BODY: &str =
    "POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";

/// A server with the default limits and a new store.
async fn start_process(name: &str, options: &str, descriptors: Option<u32>) -> ServerProcess {
    ServerProcess::start(free_address(), &new_file(name), options, descriptors).await
}

/// Opens a connection with a small receive buffer and sends this text.
async fn connect_and_send(address: SocketAddr, text: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Reads until the connection ends, either cleanly or with an error.
async fn read_to_end(mut stream: TcpStream) -> Vec<u8> {
    let mut answer = Vec::new();
    let read = timeout(LONG, stream.read_to_end(&mut answer)).await;
    let _ = read.expect("the connection did not end");
    answer
}

/// Reads the status of a response, and nothing more of it.
async fn read_status(stream: &mut TcpStream) -> u16 {
    let mut line = [0; 12];
    let read = timeout(LONG, stream.read_exact(&mut line)).await;
    read.expect("no answer came").unwrap();
    String::from_utf8_lossy(&line[9..]).parse().unwrap()
}

fn replay_of(table: &str) -> String {
    format!("GET /api/tables/{table}/replay HTTP/1.1\r\nhost: x\r\n\r\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_leak_no_memory() {
    let server = start_process("logins", "", None).await;
    let address = server.address;
    let mut trying = JoinSet::new();
    for number in 0..60 {
        trying.spawn(async move {
            let given = json!({"name": format!("Nobody {number}"), "password": "lingonberries"});
            let answer = http(address, "POST", "/api/sessions", None, Some(&given)).await;
            assert_eq!(answer.unwrap().code(), "wrong_password");
        });
    }
    trying.join_all().await;
    assert!(server.memory_growth() < 80, "{} MB", server.memory_growth());
}

#[tokio::test(flavor = "multi_thread")]
async fn unfinished_request_heads_use_little_memory() {
    let server = start_process("heads", "", None).await;
    let line = format!("x-filler: {}\r\n", "x".repeat(980));
    let mut open = Vec::new();
    for number in 0..500 {
        let mut stream = connect_and_send(server.address, UNFINISHED_HEAD).await;
        // Nearly the maximum head, or as much as the server accepts.
        let lines = if number % 2 == 0 { 15 } else { 400 };
        for _ in 0..lines {
            if timeout(Duration::from_millis(100), stream.write_all(line.as_bytes()))
                .await
                .is_err()
            {
                break;
            }
        }
        open.push(stream);
    }
    assert!(server.memory_growth() < 48, "{} MB", server.memory_growth());
    let mut refused = open.swap_remove(1);
    let mut answer = Vec::new();
    // The rest of what we sent resets the connection, but the response comes first.
    let _ = timeout(LONG, refused.read_to_end(&mut answer)).await;
    let answer = String::from_utf8_lossy(&answer);
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 431 "),
        "{answer}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_request_head_is_refused() {
    let server = start_server("head").await;
    let head = |length: usize| format!("GET /healthz HTTP/1.1\r\nhost: x\r\nx: {}", "x".repeat(length));
    let ended = |head: String| head + "\r\nconnection: close\r\n\r\n";
    let fine = read_to_end(connect_and_send(server.address(), &ended(head(15_000))).await).await;
    assert!(fine.starts_with(b"HTTP/1.1 200 "));
    for long in [
        head(16_384),
        ended("GET /healthz HTTP/1.1\r\nhost: x".to_owned() + &"\r\nx: y".repeat(64)),
    ] {
        let mut refused = connect_and_send(server.address(), &long).await;
        assert_eq!(read_status(&mut refused).await, 431);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_request_times_out() {
    for behind_proxy in [false, true] {
        let server = start_server_with("body", |config| {
            config.behind_proxy = behind_proxy;
            config.timeouts.request = Duration::from_millis(400);
        })
        .await;
        let mut answers = JoinSet::new();
        for text in [
            UNFINISHED_BODY,
            "POST /api/lesson HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"act",
        ] {
            let stream = connect_and_send(server.address(), text).await;
            answers.spawn(read_to_end(stream));
        }
        for answer in answers.join_all().await {
            let answer = String::from_utf8_lossy(&answer).into_owned();
            assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
            assert!(answer.contains("\"code\":\"request_timeout\""), "{answer}");
        }
        // The server closes an unfinished head without a response.
        read_to_end(connect_and_send(server.address(), UNFINISHED_HEAD).await).await;
        server.stop().await;
    }
}

/// A body that trickles in makes progress, but still takes too long.
#[tokio::test(flavor = "multi_thread")]
async fn a_trickling_request_times_out() {
    let server = start_server_with("trickle", |config| {
        config.timeouts.request = Duration::from_secs(1);
    })
    .await;
    // So long that it would not be complete before the end of the test.
    let request = UNFINISHED_BODY.replace("100", "10000");
    let mut stream = connect_and_send(server.address(), &request).await;
    let begun = Instant::now();
    while timeout(Duration::from_millis(50), stream.peek(&mut [0]))
        .await
        .is_err()
    {
        assert!(begun.elapsed() < LONG, "the server never gave up on it");
        stream.write_all(b" ").await.unwrap();
    }
    assert_eq!(read_status(&mut stream).await, 408);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stalled_reader_is_disconnected_and_a_slow_one_is_not() {
    for behind_proxy in [false, true] {
        let server = start_server_with("stalled", |config| {
            config.behind_proxy = behind_proxy;
            config.timeouts.response = Duration::from_secs(1);
        })
        .await;
        let table = insert_long_game(server.store_location()).await;
        let path = format!("/api/tables/{table}/replay");
        let whole = http(server.address(), "GET", &path, None, None)
            .await
            .unwrap()
            .text
            .len();
        let request = replay_of(&table).replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
        let stalled = connect_and_send(server.address(), &request).await;
        let mut slow = connect_and_send(server.address(), &request).await;
        let (begun, mut taken) = (Instant::now(), 0);
        let mut some = vec![0; 128 * 1024];
        // Read a little at a time, for longer than a client may go without reading.
        while let count @ 1.. = timeout(LONG, slow.read(&mut some)).await.unwrap().unwrap() {
            taken += count;
            sleep(Duration::from_millis(5)).await;
        }
        assert!(taken > whole, "{taken} of {whole} bytes and their head");
        assert!(
            begun.elapsed() > Duration::from_secs(1),
            "the reader was not slow: {:?}",
            begun.elapsed()
        );
        assert!(
            read_to_end(stalled).await.len() < whole,
            "the server has disconnected it"
        );
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn shutdown_does_not_wait_for_stuck_clients() {
    let server = start_server_with("stuck", |config| {
        config.timeouts.shutdown = Duration::from_millis(200);
        config.limits.wrong_passwords = 1;
        config.timeouts.login_delay = LONG;
    })
    .await;
    let table = insert_long_game(server.store_location()).await;
    let mut open = Vec::new();
    for text in [UNFINISHED_HEAD, UNFINISHED_BODY, &replay_of(&table)] {
        for _ in 0..5 {
            open.push(connect_and_send(server.address(), text).await);
        }
    }
    // A shutdown answers a delayed login attempt at once.
    let given = json!({"name": "Anna", "password": "lingonberries"});
    let address = server.address();
    http(address, "POST", "/api/sessions", None, Some(&given))
        .await
        .unwrap();
    let body = given.to_string();
    let length = body.len();
    let request = format!(
        "POST /api/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    let mut delayed = [
        connect_and_send(address, &request).await,
        connect_and_send(address, &request).await,
    ];
    // While two of them wait, the server refuses a third. They may arrive in any order, so one that
    // waits itself stays open.
    let mut waiting = Vec::new();
    loop {
        let mut third = connect_and_send(address, &request).await;
        match timeout(Duration::from_millis(300), read_status(&mut third)).await {
            Ok(status) => {
                assert_eq!(status, 429);
                break;
            }
            Err(_) => waiting.push(third),
        }
    }
    // The last response has begun, so everything before it is in progress.
    let mut last = open.pop().unwrap();
    assert_eq!(read_status(&mut last).await, 200);
    let begun = Instant::now();
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let [first, second] = &mut delayed;
    let answers = [read_status(first).await, read_status(second).await];
    // One of the two may have been the third.
    assert!(
        answers.contains(&503) && answers.iter().all(|status| [429, 503].contains(status)),
        "{answers:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn unread_answers_use_little_memory() {
    let file = new_file("replays");
    let server = ServerProcess::start(free_address(), &file, "", None).await;
    let tables = [insert_long_game(&file).await, insert_long_game(&file).await];
    let (mut taken, mut refused, mut open) = (0, 0, Vec::new());
    for number in 0..250 {
        let mut stream = connect_and_send(server.address, &replay_of(&tables[number % 2])).await;
        match read_status(&mut stream).await {
            200 => taken += 1,
            429 => refused += 1,
            other => panic!("{other}"),
        }
        open.push(stream);
    }
    assert_eq!(
        (taken, refused),
        (8, 242),
        "the limit of large answers for one address"
    );
    assert!(server.memory_growth() < 80, "{} MB", server.memory_growth());
    // A client that has read its responses may send requests again.
    drop(open);
    let path = format!("/api/tables/{}/replay", tables[0]);
    let again = async {
        while http(server.address, "GET", &path, None, None)
            .await
            .unwrap()
            .status
            == 429
        {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(LONG, again)
        .await
        .expect("closed connections did not free their answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_survives_running_out_of_file_descriptors() {
    // With the first limit, connections leave some file descriptors to the server. With the second,
    // the system refuses to open more.
    for descriptors in [64, 30] {
        let server = start_process("files", "--behind-proxy", Some(descriptors)).await;
        let address = server.address;
        let (_, _, mut client) = player_against_bots(address, json!({})).await;
        let mut open = Vec::new();
        for _ in 0..150 {
            open.push(TcpStream::connect(address).await.unwrap());
        }
        // Connected clients are served, and the accept loop doesn't spin.
        let (begun, worked) = (Instant::now(), server.cpu_time());
        while begun.elapsed() < Duration::from_secs(1) {
            let pong = timeout(LONG, client.ask(json!({"cmd": "ping"}))).await;
            assert_eq!(pong.expect("no answer came").unwrap()["ok"], true);
            sleep(Duration::from_millis(100)).await;
        }
        let worked = server.cpu_time() - worked;
        assert!(
            worked < 40,
            "{worked} hundredths of a second in {:?}",
            begun.elapsed()
        );
        assert!(play(&mut client, 1).await || client.n > 0);
        drop(open);
        let answer = timeout(LONG, http(address, "GET", "/readyz", None, None)).await;
        assert_eq!(
            answer.expect("no new connection was accepted").unwrap().status,
            200
        );
    }
}

/// Even with few file descriptors, one address leaves some to others.
#[tokio::test(flavor = "multi_thread")]
async fn one_address_cannot_take_all_file_descriptors() {
    let server = start_process("share", "", Some(64)).await;
    let mut open = Vec::new();
    for _ in 0..100 {
        open.push(connect_and_send(server.address, UNFINISHED_BODY).await);
    }
    let elsewhere = TcpSocket::new_v4().unwrap();
    elsewhere.bind(SocketAddr::from(([127, 0, 0, 2], 0))).unwrap();
    let mut stream = elsewhere.connect(server.address).await.unwrap();
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        .await
        .unwrap();
    // Long before the server drops the first of the others.
    let mut line = [0; 12];
    let answered = timeout(Duration::from_secs(10), stream.read_exact(&mut line)).await;
    answered.expect("no answer came").unwrap();
    assert_eq!(&line[9..], b"200");
}

#[tokio::test(flavor = "multi_thread")]
async fn logins_accounts_and_guests_have_separate_limits() {
    let server = start_server_with("quotas", |config| {
        config.limits.logins_per_hour = 3;
        config.limits.accounts_per_hour = 2;
        config.limits.guests_per_hour = 1;
    })
    .await;
    let address = server.address();
    let post = async |path: &str, name: &str| {
        let given = if path == "/api/guests" {
            json!({ "name": name })
        } else {
            json!({"name": name, "password": "lingonberries"})
        };
        http(address, "POST", path, None, Some(&given))
            .await
            .unwrap()
            .status
    };
    for (path, allowed, status) in [
        ("/api/sessions", 3, 401),
        ("/api/accounts", 2, 201),
        ("/api/guests", 1, 201),
    ] {
        for number in 0..allowed {
            assert_eq!(
                post(path, &format!("{path} {number}")).await,
                status,
                "{path} {number}"
            );
        }
        assert_eq!(post(path, "Anna").await, 429, "{path}");
    }
    server.stop().await;
}

/// The response to a login attempt, and how long it took.
async fn log_in(address: SocketAddr, name: &str, password: &str) -> (HttpResponse, Duration) {
    let given = json!({"name": name, "password": password});
    let begun = Instant::now();
    let answer = http(address, "POST", "/api/sessions", None, Some(&given)).await;
    (answer.unwrap(), begun.elapsed())
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_wrong_passwords_are_delayed() {
    let delay = Duration::from_millis(500);
    let server = start_server_with("guess", |config| {
        config.limits.wrong_passwords = 5;
        config.timeouts.login_delay = delay;
    })
    .await;
    let address = server.address();
    let anna = json!({"name": "Anna", "password": "lingonberries"});
    let made = http(address, "POST", "/api/accounts", None, Some(&anna))
        .await
        .unwrap();
    assert_eq!(made.status, 201);
    // The delay is the same for an unknown name.
    for name in ["Anna", "Nobody"] {
        for _ in 0..5 {
            assert_eq!(
                log_in(address, name, "cloudberries").await.0.code(),
                "wrong_password"
            );
        }
        let mut trying = JoinSet::new();
        for _ in 0..4 {
            trying.spawn(log_in(address, name, "cloudberries"));
        }
        let mut answers = trying.join_all().await;
        answers.sort_by_key(|(_, time)| *time);
        let codes: Vec<String> = answers.iter().map(|(answer, _)| answer.code()).collect();
        let expected = [
            "too_many_attempts",
            "too_many_attempts",
            "wrong_password",
            "wrong_password",
        ];
        assert_eq!(codes, expected, "{name}");
        assert!(answers[2].1 >= delay && answers[3].1 >= delay * 2, "{name}");
        assert_eq!(answers[0].0.status, 429);
    }
    let (right, time) = log_in(address, "anna", "lingonberries").await;
    assert_eq!(right.status, 201);
    assert!(time >= delay * 4, "{time:?}");
    server.stop().await;
}
