//! Misbehaving clients from one address: measures what they cost a server with default limits.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use pidro_protocol::TableId;
use pidro_server::{NewTable, Store};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::BoxError;
use crate::measurements::resident;
use pidro_client::http;

/// How long we wait for the server to give up on a client.
const TIMEOUT: Duration = Duration::from_secs(90);
/// How many passwords we try at the same time.
const AT_ONCE: usize = 20;
/// How many bytes of a request head one client sends without finishing it.
const LONGEST_HEAD: usize = 400_000;

/// Runs every attack, each against a new server: this program's, or that of another `pidro` binary.
pub(crate) async fn measure(program: Option<&Path>) -> Result<(), BoxError> {
    logins(program, 60).await?;
    logins(program, 300).await?;
    heads(program, 500).await?;
    bodies(program, 200).await?;
    replays(program, 250).await?;
    shutdown(program, 50).await
}

/// A server in its own process. Dropping the value ends the process.
pub(crate) struct ServerProcess {
    process: Child,
    pub(crate) address: SocketAddr,
    file: String,
    /// The server's memory before the first client, in KB.
    initial_memory: u64,
}

impl ServerProcess {
    /// Starts a server with default limits, except for these options.
    pub(crate) async fn start(program: Option<&Path>, options: &[&str]) -> Result<ServerProcess, BoxError> {
        let file = store();
        let address = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let own = std::env::current_exe()?;
        let process = Process::new(program.unwrap_or(&own))
            .args(["serve", "--store", &file, "--address", &address.to_string()])
            .args(options)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        while TcpStream::connect(address).await.is_err() {
            sleep(Duration::from_millis(20)).await;
        }
        let initial_memory = resident(process.id());
        Ok(ServerProcess {
            process,
            address,
            file,
            initial_memory,
        })
    }

    /// The server's memory once it has stopped growing, in KB.
    async fn settled_memory(&self) -> u64 {
        let (mut last, mut most) = (0, 0);
        for _ in 0..120 {
            let now = resident(self.process.id());
            most = now.max(most);
            if now == last {
                break;
            }
            last = now;
            sleep(Duration::from_secs(1)).await;
        }
        most
    }

    /// Describes the memory before and after.
    async fn memory(&self) -> String {
        let last = self.settled_memory().await;
        format!(
            "{} MB before, {} MB after",
            self.initial_memory / 1024,
            last / 1024
        )
    }

    /// The CPU time that the server has used, in milliseconds.
    fn cpu_ms(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap_or_default();
        // The process name in parentheses may contain spaces. User and system time are the 12th and
        // 13th fields after it.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks: u64 = fields
            .skip(11)
            .take(2)
            .filter_map(|field| field.parse::<u64>().ok())
            .sum();
        ticks * 10
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        for suffix in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", self.file));
        }
    }
}

fn store() -> String {
    let file = std::env::temp_dir().join(format!("pidro-hostile-{}.sqlite", std::process::id()));
    file.to_string_lossy().into_owned()
}

/// Wrong passwords, each for a different account.
async fn logins(program: Option<&Path>, count: usize) -> Result<(), BoxError> {
    let server = ServerProcess::start(program, &["--logins-per-hour", "1000"]).await?;
    let (address, before) = (server.address, server.cpu_ms());
    let mut trying = JoinSet::new();
    let mut refused = 0;
    for number in 0..count {
        if trying.len() == AT_ONCE {
            refused += trying.join_next().await.transpose()?.unwrap_or(0);
        }
        trying.spawn(async move {
            let given = json!({"name": format!("nobody {number}"), "password": "wrong password"});
            let answer = http(address, "POST", "/api/sessions", None, Some(&given)).await;
            usize::from(answer.is_ok_and(|answer| answer.status == 401))
        });
    }
    while let Some(one) = trying.join_next().await {
        refused += one?;
    }
    let each = (server.cpu_ms() - before) / u64::try_from(count)?;
    let memory = server.memory().await;
    println!("{count} wrong passwords: {memory}; {refused} refused, {each} ms of CPU time each");
    Ok(())
}

/// Request heads that never end.
async fn heads(program: Option<&Path>, count: usize) -> Result<(), BoxError> {
    let server = ServerProcess::start(program, &[]).await?;
    let mut open = Vec::new();
    for _ in 0..count {
        let mut stream = TcpStream::connect(server.address).await?;
        stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n").await?;
        let line = format!("x-filler: {}\r\n", "x".repeat(7_980));
        for _ in 0..LONGEST_HEAD / line.len() {
            // The server closes the connection when the head is too long.
            if !matches!(
                timeout(Duration::from_secs(1), stream.write_all(line.as_bytes())).await,
                Ok(Ok(()))
            ) {
                break;
            }
        }
        open.push(stream);
    }
    println!("{count} unfinished heads of 400 KB: {}", server.memory().await);
    Ok(())
}

/// Opens a connection and sends this text.
async fn sent(address: SocketAddr, text: &str) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    // A small receive buffer, so that the system doesn't buffer much for a client that reads
    // nothing.
    socket.set_recv_buffer_size(4096)?;
    let mut stream = socket.connect(address).await?;
    stream.write_all(text.as_bytes()).await?;
    Ok(stream)
}

const UNFINISHED_BODY: &str =
    "POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";

/// Request bodies that never end.
async fn bodies(program: Option<&Path>, count: usize) -> Result<(), BoxError> {
    let server = ServerProcess::start(program, &[]).await?;
    let (begun, mut held) = (Instant::now(), JoinSet::new());
    for _ in 0..count {
        let mut stream = sent(server.address, UNFINISHED_BODY).await?;
        held.spawn(async move {
            let mut answer = Vec::new();
            timeout(TIMEOUT, stream.read_to_end(&mut answer)).await.is_ok()
        });
    }
    let mut released = 0;
    while let Some(one) = held.join_next().await {
        released += usize::from(one?);
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{count} unfinished bodies: {released} released within {seconds:.0} s");
    Ok(())
}

/// Responses that nobody reads: the replay of a long game.
async fn replays(program: Option<&Path>, count: usize) -> Result<(), BoxError> {
    let table = long_game().await?;
    let server = ServerProcess::start(program, &[]).await?;
    let path = format!("/api/tables/{table}/replay");
    let begun = Instant::now();
    let answer = http(server.address, "GET", &path, None, None).await?;
    let (size, first) = (answer.text.len() / 1024, begun.elapsed().as_millis());
    let (before, requests) = (server.cpu_ms(), 20);
    for _ in 0..requests {
        http(server.address, "GET", &path, None, None).await?;
    }
    let each = (server.cpu_ms() - before) / requests;
    println!("a replay of {size} KB: {first} ms for the first, then {each} ms of CPU time each");
    let mut open = Vec::new();
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n");
    for _ in 0..count {
        open.push(sent(server.address, &request).await?);
        // Slow enough that the work queue of the server doesn't reject requests.
        sleep(Duration::from_millis(150)).await;
    }
    println!(
        "{count} connections that don't read it: {}",
        server.memory().await
    );
    Ok(())
}

/// How long a shutdown takes with unfinished requests and unread responses.
async fn shutdown(program: Option<&Path>, count: usize) -> Result<(), BoxError> {
    let table = long_game().await?;
    let mut server = ServerProcess::start(program, &[]).await?;
    let replay = format!("GET /api/tables/{table}/replay HTTP/1.1\r\nhost: x\r\n\r\n");
    let mut open = Vec::new();
    for _ in 0..count {
        for text in [UNFINISHED_BODY, "GET / HTTP/1.1\r\nhost: x\r\n", &replay] {
            open.push(sent(server.address, text).await?);
        }
        sleep(Duration::from_millis(150)).await;
    }
    server.settled_memory().await;
    let begun = Instant::now();
    Process::new("kill")
        .arg(server.process.id().to_string())
        .status()?;
    server.process.wait()?;
    let (seconds, open) = (begun.elapsed().as_secs_f64(), open.len());
    println!("SIGTERM with {open} stuck connections: the server ended within {seconds:.1} s");
    Ok(())
}

/// Stores a long game, played to its end.
async fn long_game() -> Result<TableId, BoxError> {
    let store = Store::open(&store()).await?;
    let game = pidro_testing::long_game();
    let new = NewTable {
        table: TableId::new(),
        options: game.options,
        secret: game.secret,
        events: game.events,
    };
    store.create(&new, None).await?;
    store.close().await;
    Ok(new.table)
}
