//! A server in its own process: one that can be killed, and whose memory, CPU time and file
//! descriptors can be measured or limited.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use pidro_client::http;
use pidro_server::ConfigSource;
use tokio::time::sleep;

/// Options that lift all limits.
pub(crate) const UNLIMITED: &str = "--requests-per-minute 100000000 --guests-per-hour 100000000 \
     --tables-per-hour 100000000 --connections-per-address 4294967295 \
     --connections-per-person 4294967295 --messages-per-second 100000000";

/// Not a test of its own: [`ServerProcess`] runs it in another process.
#[test]
#[ignore = "it serves until it gets a signal"]
fn serve() {
    let options = std::env::var("PIDRO_TEST_OPTIONS").unwrap();
    let source = ConfigSource::new(options.split_whitespace().map(Into::into).collect());
    pidro_server::run(&source, "", |_| {}).unwrap();
}

/// A server in its own process. Dropping the value kills it.
pub(crate) struct ServerProcess {
    process: Child,
    pub(crate) address: SocketAddr,
    /// The server's memory before the first client, in KB.
    initial_memory: u64,
}

/// An address with a free port, at which a restarted server can listen again.
pub(crate) fn free_address() -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

impl ServerProcess {
    /// Starts a server with these command-line options, optionally with a limit on file
    /// descriptors, and waits until it answers.
    pub(crate) async fn start(
        address: SocketAddr,
        store: &str,
        options: &str,
        descriptors: Option<u32>,
    ) -> ServerProcess {
        let limit = descriptors.map(|count| format!("ulimit -n {count};"));
        let limit = limit.unwrap_or_default();
        let mut process = Command::new("sh")
            .arg("-c")
            .arg(format!(
                "{limit} exec \"$0\" --exact process::serve --ignored --nocapture"
            ))
            .arg(std::env::current_exe().unwrap())
            .env(
                "PIDRO_TEST_OPTIONS",
                format!("--store {store} --address {address} {options}"),
            )
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while http(address, "GET", "/healthz", None, None).await.is_err() {
            assert!(
                process.try_wait().unwrap().is_none(),
                "the server could not start"
            );
            sleep(Duration::from_millis(20)).await;
        }
        let mut server = ServerProcess {
            process,
            address,
            initial_memory: 0,
        };
        server.initial_memory = server.memory();
        server
    }

    /// The server's memory, in KB.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// How much the server's memory has grown, in MB.
    pub(crate) fn memory_growth(&self) -> u64 {
        self.memory().saturating_sub(self.initial_memory) / 1024
    }

    /// The CPU time that the server has used, in hundredths of a second.
    pub(crate) fn cpu_time(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap();
        // The name of the process, in parentheses, may contain spaces. User and system time are the
        // 12th and 13th fields after it.
        let fields = stat.rsplit(')').next().unwrap().split_whitespace();
        fields
            .skip(11)
            .take(2)
            .map(|ticks| ticks.parse::<u64>().unwrap())
            .sum()
    }

    /// Kills the server with a signal that it can't handle.
    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
