//! Misbehaving clients: what resources they hold, and for how long. Where memory or file
//! descriptors matter, the server runs in its own process.

use std::net::SocketAddr;
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::*;
use crate::store::Store;
use crate::testing;
use pidro_client::{Answer, http};

/// Longer than anything here should take, even on a busy machine.
const LONG: Duration = Duration::from_mins(1);
const UNFINISHED_HEAD: &str = "GET / HTTP/1.1\r\nhost: x\r\n";
const UNFINISHED_BODY: &str =
    "POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";

/// The options of a server, as on its command line.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    config: Config,
}

/// The tests below run this in its own process, with the default limits.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "it ends when it is told to"]
async fn serves_until_it_is_told_to_end() {
    let options = std::env::var("PIDRO_TEST_OPTIONS").unwrap();
    let Arguments { config } = Arguments::parse_from(["pidro"].into_iter().chain(options.split(' ')));
    let server = Server::start(config, "").await.unwrap();
    let terminate = tokio::signal::unix::SignalKind::terminate();
    tokio::signal::unix::signal(terminate).unwrap().recv().await;
    server.stop().await;
}

/// A server in its own process. Dropping the value ends the process.
struct Victim {
    process: Child,
    address: SocketAddr,
    /// The server's memory before the first client, in KB.
    empty: u64,
}

impl Victim {
    /// Starts a server, optionally with a limit on file descriptors.
    async fn start(store: &str, more: &str, descriptors: Option<u32>) -> Victim {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let limit = descriptors
            .map(|count| format!("ulimit -n {count};"))
            .unwrap_or_default();
        let mut process = Process::new("sh")
            .arg("-c")
            .arg(format!(
                "{limit} exec \"$0\" --exact wire::hostile::serves_until_it_is_told_to_end --ignored"
            ))
            .arg(std::env::current_exe().unwrap())
            .env(
                "PIDRO_TEST_OPTIONS",
                format!("--store {store} --address {address} {more}").trim_end(),
            )
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while http(address, "GET", "/healthz", None, None).await.is_err() {
            assert!(process.try_wait().unwrap().is_none(), "the server can't begin");
            sleep(Duration::from_millis(20)).await;
        }
        let mut victim = Victim {
            process,
            address,
            empty: 0,
        };
        victim.empty = victim.resident();
        victim
    }

    /// The server's memory, in KB.
    fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// How much the server's memory has grown, in MB.
    fn grown(&self) -> u64 {
        self.resident().saturating_sub(self.empty) / 1024
    }

    /// The CPU time that the server has used, in hundredths of a second.
    fn worked(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap();
        let fields = stat.rsplit(')').next().unwrap().split_whitespace();
        fields
            .skip(11)
            .take(2)
            .map(|ticks| ticks.parse::<u64>().unwrap())
            .sum()
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn file(name: &str) -> String {
    let file = std::env::temp_dir().join(format!("pidro-wire-{}-{name}.sqlite", std::process::id()));
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", file.display()));
    }
    file.to_str().unwrap().to_owned()
}

/// Opens a connection with a small receive buffer and sends this text.
async fn sent(address: SocketAddr, text: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Reads until the connection ends, either cleanly or with an error.
async fn rest(mut stream: TcpStream) -> Vec<u8> {
    let mut answer = Vec::new();
    let read = timeout(LONG, stream.read_to_end(&mut answer)).await;
    let _ = read.expect("the connection ends");
    answer
}

/// Reads the status of a response, and nothing more of it.
async fn status(stream: &mut TcpStream) -> u16 {
    let mut line = [0; 12];
    let read = timeout(LONG, stream.read_exact(&mut line)).await;
    read.expect("an answer comes").unwrap();
    String::from_utf8_lossy(&line[9..]).parse().unwrap()
}

fn replay_of(table: impl std::fmt::Display) -> String {
    format!("GET /api/tables/{table}/replay HTTP/1.1\r\nhost: x\r\n\r\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_leave_no_memory_behind() {
    let victim = Victim::start(&file("logins"), "", None).await;
    let address = victim.address;
    let mut trying = JoinSet::new();
    for number in 0..60 {
        trying.spawn(async move {
            let given = json!({"name": format!("Nobody {number}"), "password": "lingonberries"});
            let answer = http(address, "POST", "/api/sessions", None, Some(&given)).await;
            assert_eq!(answer.unwrap().code(), "wrong_password");
        });
    }
    trying.join_all().await;
    assert!(victim.grown() < 80, "{} MB", victim.grown());
}

#[tokio::test(flavor = "multi_thread")]
async fn unfinished_heads_take_little_memory() {
    let victim = Victim::start(&file("heads"), "", None).await;
    let line = format!("x-filler: {}\r\n", "x".repeat(980));
    let mut open = Vec::new();
    for number in 0..500 {
        let mut stream = sent(victim.address, UNFINISHED_HEAD).await;
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
    assert!(victim.grown() < 48, "{} MB", victim.grown());
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
async fn a_long_head_is_refused() {
    let server = server("head").await;
    let head = |length: usize| format!("GET /healthz HTTP/1.1\r\nhost: x\r\nx: {}", "x".repeat(length));
    let ended = |head: String| head + "\r\nconnection: close\r\n\r\n";
    let fine = rest(sent(server.address(), &ended(head(15_000))).await).await;
    assert!(fine.starts_with(b"HTTP/1.1 200 "));
    for long in [
        head(16_384),
        ended("GET /healthz HTTP/1.1\r\nhost: x".to_owned() + &"\r\nx: y".repeat(64)),
    ] {
        let mut refused = sent(server.address(), &long).await;
        assert_eq!(status(&mut refused).await, 431);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_body_is_waited_for_only_so_long() {
    for behind_proxy in [false, true] {
        let server = server_with("body", |config| {
            config.behind_proxy = behind_proxy;
            config.patience.request = Duration::from_millis(400);
        })
        .await;
        let mut answers = JoinSet::new();
        for text in [
            UNFINISHED_BODY,
            "POST /api/lesson HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"act",
        ] {
            let stream = sent(server.address(), text).await;
            answers.spawn(rest(stream));
        }
        for answer in answers.join_all().await {
            let answer = String::from_utf8_lossy(&answer).into_owned();
            assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
            assert!(answer.contains("\"code\":\"request_timeout\""), "{answer}");
        }
        // The server closes an unfinished head without a response.
        rest(sent(server.address(), UNFINISHED_HEAD).await).await;
        server.stop().await;
    }
}

/// A body that trickles in makes progress, but still takes too long.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_whole_in_time_or_refused() {
    let server = server_with("trickle", |config| {
        config.patience.request = Duration::from_secs(1);
    })
    .await;
    // So long that it would not be complete before the end of the test.
    let request = UNFINISHED_BODY.replace("100", "10000");
    let mut stream = sent(server.address(), &request).await;
    let begun = Instant::now();
    while timeout(Duration::from_millis(50), stream.peek(&mut [0]))
        .await
        .is_err()
    {
        assert!(begun.elapsed() < LONG, "it goes on for ever");
        stream.write_all(b" ").await.unwrap();
    }
    assert_eq!(status(&mut stream).await, 408);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_reads_nothing_is_let_go_and_a_slow_one_is_not() {
    for behind_proxy in [false, true] {
        let server = server_with("stalled", |config| {
            config.behind_proxy = behind_proxy;
            config.patience.answer = Duration::from_secs(1);
        })
        .await;
        let table = testing::long_game(server.tables().store()).await;
        let path = format!("/api/tables/{table}/replay");
        let whole = http(server.address(), "GET", &path, None, None)
            .await
            .unwrap()
            .text
            .len();
        let request = replay_of(table).replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
        let stalled = sent(server.address(), &request).await;
        let mut slow = sent(server.address(), &request).await;
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
            "it was not slow: {:?}",
            begun.elapsed()
        );
        assert!(rest(stalled).await.len() < whole, "the server has let it go");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_waits_for_nobody_who_is_stuck() {
    let server = server_with("stuck", |config| {
        config.patience.goodbye = Duration::from_millis(200);
        config.limits.wrong_passwords = 1;
        config.patience.login = LONG;
    })
    .await;
    let table = testing::long_game(server.tables().store()).await;
    let mut open = Vec::new();
    for text in [UNFINISHED_HEAD, UNFINISHED_BODY, &replay_of(table)] {
        for _ in 0..5 {
            open.push(sent(server.address(), text).await);
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
    let mut delayed = [sent(address, &request).await, sent(address, &request).await];
    // While two of them wait, the server refuses a third.
    let refused = async || {
        let third = http(address, "POST", "/api/sessions", None, Some(&given));
        let answer = timeout(Duration::from_millis(300), third).await;
        answer.is_ok_and(|answer| answer.unwrap().status == 429)
    };
    while !refused().await {}
    // The last response has begun, so everything before it is in progress.
    let mut last = open.pop().unwrap();
    assert_eq!(status(&mut last).await, 200);
    let begun = Instant::now();
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let [first, second] = &mut delayed;
    let answers = [status(first).await, status(second).await];
    // One of the two may have been the third.
    assert!(
        answers.contains(&503) && answers.iter().all(|status| [429, 503].contains(status)),
        "{answers:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_nobody_reads_take_little_memory() {
    let file = file("replays");
    let store = Store::open(&file).await.unwrap();
    let tables = [testing::long_game(&store).await, testing::long_game(&store).await];
    store.close().await;
    let victim = Victim::start(&file, "", None).await;
    let (mut taken, mut refused, mut open) = (0, 0, Vec::new());
    for number in 0..250 {
        let mut stream = sent(victim.address, &replay_of(tables[number % 2])).await;
        match status(&mut stream).await {
            200 => taken += 1,
            429 => refused += 1,
            other => panic!("{other}"),
        }
        open.push(stream);
    }
    assert_eq!((taken, refused), (8, 242), "large answers of one address");
    assert!(victim.grown() < 80, "{} MB", victim.grown());
    // A client that has read its responses may send requests again.
    drop(open);
    let path = format!("/api/tables/{}/replay", tables[0]);
    let again = async {
        while http(victim.address, "GET", &path, None, None)
            .await
            .unwrap()
            .status
            == 429
        {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(LONG, again).await.expect("the answers have been let go");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_descriptors_goes_on() {
    // With the first limit, connections leave some file descriptors to the server. With the second,
    // the system refuses to open more.
    for descriptors in [64, 30] {
        let victim = Victim::start(&file("files"), "--behind-proxy", Some(descriptors)).await;
        let address = victim.address;
        let (_, _, mut client) = against_bots(address, json!({})).await;
        let mut open = Vec::new();
        for _ in 0..150 {
            open.push(TcpStream::connect(address).await.unwrap());
        }
        // Connected clients are served, and the accept loop doesn't spin.
        let (begun, worked) = (Instant::now(), victim.worked());
        while begun.elapsed() < Duration::from_secs(1) {
            let pong = timeout(LONG, client.ask(json!({"cmd": "ping"}))).await;
            assert_eq!(pong.expect("an answer").unwrap()["ok"], true);
            sleep(Duration::from_millis(100)).await;
        }
        let worked = victim.worked() - worked;
        assert!(
            worked < 40,
            "{worked} hundredths of a second in {:?}",
            begun.elapsed()
        );
        assert!(play(&mut client, 1).await || client.n > 0);
        drop(open);
        let answer = timeout(LONG, http(address, "GET", "/readyz", None, None)).await;
        assert_eq!(
            answer.expect("new connections are taken again").unwrap().status,
            200
        );
    }
}

/// Even with few file descriptors, one address leaves some to others.
#[tokio::test(flavor = "multi_thread")]
async fn one_address_does_not_take_all_descriptors() {
    let victim = Victim::start(&file("share"), "", Some(64)).await;
    let mut open = Vec::new();
    for _ in 0..100 {
        open.push(sent(victim.address, UNFINISHED_BODY).await);
    }
    let elsewhere = TcpSocket::new_v4().unwrap();
    elsewhere.bind(SocketAddr::from(([127, 0, 0, 2], 0))).unwrap();
    let mut stream = elsewhere.connect(victim.address).await.unwrap();
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        .await
        .unwrap();
    // Long before the server drops the first of the others.
    let mut line = [0; 12];
    let answered = timeout(Duration::from_secs(10), stream.read_exact(&mut line)).await;
    answered.expect("an answer").unwrap();
    assert_eq!(&line[9..], b"200");
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_keep_no_guest_out() {
    let server = server_with("quotas", |config| {
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
                post(path, &format!("Anna {number}")).await,
                status,
                "{path} {number}"
            );
        }
        assert_eq!(post(path, "Anna").await, 429, "{path}");
    }
    server.stop().await;
}

/// The response to a login attempt, and how long it took.
async fn log_in(address: SocketAddr, name: &str, password: &str) -> (Answer, Duration) {
    let given = json!({"name": name, "password": password});
    let begun = Instant::now();
    let answer = http(address, "POST", "/api/sessions", None, Some(&given)).await;
    (answer.unwrap(), begun.elapsed())
}

#[tokio::test(flavor = "multi_thread")]
async fn attempts_to_guess_a_password_are_delayed() {
    let delay = Duration::from_millis(500);
    let server = server_with("guess", |config| {
        config.limits.wrong_passwords = 5;
        config.patience.login = delay;
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
