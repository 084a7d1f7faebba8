//! `pidro serve` as a child process.

use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use pidro_client::http;
use tokio::time::{sleep, timeout};

use crate::LONG;
use crate::disk::run;

/// A process that is killed when it is dropped.
pub(crate) struct ChildProcess(pub(crate) Child);

impl ChildProcess {
    /// Waits until the process accepts connections.
    pub(crate) async fn until_listening(&mut self, address: SocketAddr) {
        let listening = async {
            while tokio::net::TcpStream::connect(address).await.is_err() {
                let ended = self.0.try_wait().unwrap();
                assert!(ended.is_none(), "it did not start: {ended:?}");
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(LONG, listening).await.expect("it listens");
    }

    /// Waits until the process has ended.
    async fn until_ended(&mut self) {
        let ended = async {
            while self.0.try_wait().unwrap().is_none() {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(LONG, ended).await.expect("it ends");
    }

    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

pub(crate) struct Server {
    process: ChildProcess,
    pub(crate) address: SocketAddr,
}

/// The program to test.
pub(crate) fn default_program() -> String {
    let program = std::env::var("PIDRO_FAULTS_PROGRAM");
    program.unwrap_or_else(|_| env!("CARGO_BIN_EXE_pidro").to_owned())
}

/// A free port. A restarted server keeps the same one.
pub(crate) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

impl Server {
    pub(crate) async fn start(store: &str) -> Server {
        Server::start_at(free_address(), store, &[]).await
    }

    /// Starts the server through a wrapper, such as a shell that sets limits first.
    pub(crate) async fn start_at(address: SocketAddr, store: &str, wrapper: &[&str]) -> Server {
        Server::start_program(&default_program(), address, store, wrapper).await
    }

    /// Starts the server of this program, which may be another release. All settings that a wrapper
    /// may want to change are in the environment.
    pub(crate) async fn start_program(
        program: &str,
        address: SocketAddr,
        store: &str,
        wrapper: &[&str],
    ) -> Server {
        let mut words: Vec<&str> = wrapper.to_vec();
        words.extend([program, "serve"]);
        let home = std::env::temp_dir().join("pidro-faults-home");
        let log = std::env::var("PIDRO_FAULTS_LOG").ok();
        let log = log.map(|file| {
            std::fs::File::options()
                .append(true)
                .create(true)
                .open(file)
                .unwrap()
        });
        let child = Command::new(words[0])
            .args(&words[1..])
            .args(["--requests-per-minute", "1000000"])
            .args(["--guests-per-hour", "1000000"])
            .args(["--logins-per-hour", "1000000"])
            .args(["--tables-per-hour", "1000000"])
            .args(["--connections-per-address", "10000"])
            .args(["--messages-per-second", "100000"])
            .env("PIDRO_ADDRESS", address.to_string())
            .env("PIDRO_STORE", store)
            .env("XDG_DATA_HOME", home)
            .stdout(Stdio::null())
            .stderr(log.map_or(Stdio::null(), Stdio::from))
            .spawn()
            .unwrap();
        let mut process = ChildProcess(child);
        process.until_listening(address).await;
        Server { process, address }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.0.id()
    }

    /// Kills the server, so that it can't finish anything.
    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }

    /// Asks the server to end, and waits until it has.
    pub(crate) async fn terminate(mut self) {
        assert!(run(&["kill", "-TERM", &self.pid().to_string()]));
        self.process.until_ended().await;
    }

    /// Waits until something else has killed the server.
    pub(crate) async fn wait_until_dead(&mut self) {
        self.process.until_ended().await;
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        self.process.0.try_wait().unwrap().is_none()
    }

    /// The HTTP status of a GET request; 0 if nobody answers.
    pub(crate) async fn status(&self, path: &str) -> u16 {
        let answer = http(self.address, "GET", path, None, None).await;
        answer.map_or(0, |answer| answer.status)
    }

    /// The value of a metric.
    pub(crate) async fn metric(&self, name: &str) -> Option<f64> {
        let answer = http(self.address, "GET", "/metrics", None, None).await.ok()?;
        let line = answer
            .text
            .lines()
            .find(|line| line.starts_with(&format!("{name} ")))?;
        line.rsplit(' ').next()?.parse().ok()
    }
}
