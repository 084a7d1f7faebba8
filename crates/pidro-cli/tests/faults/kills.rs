//! Kills the server between every two steps of an append.
//!
//! `strace` sends SIGKILL when a thread enters its nth system call. The program contains no code
//! for this.

use std::fs;
use std::pin::pin;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use pidro_client::Guest;
use serde_json::json;
use tokio::time::{sleep, timeout};

use crate::LONG;
use crate::audit::audit;
use crate::disk::{folder, run, skip};
use crate::load::{Ledger, Outcome, Player};
use crate::postgres::PostgresServer;
use crate::server::{Server, free_address};
use crate::store::Store;

/// The maximum number of steps to try.
const MAX_STEPS: usize = 120;

/// A `strace` process that kills the server at a given step.
struct Killer(Child);

impl Killer {
    /// Attaches to these threads and waits for the nth of these system calls.
    async fn attach(targets: &[String], calls: &str, step: usize) -> Killer {
        let mut command = Command::new("strace");
        command.args(["-f", "-o", "/dev/null"]);
        command.args(["-e", &format!("trace={calls}")]);
        command.args(["-e", &format!("inject={calls}:signal=KILL:when={step}")]);
        for target in targets {
            command.args(["-p", target]);
        }
        let killer = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Wait until `strace` traces all threads: attached to one, `-f` continues with the others
        // of its process. A thread that waits in a system call enters it again when `strace`
        // attaches, so the first step, and the kill, may come before we have sent a request.
        let traced = |target: &String| {
            let mut statuses = fs::read_dir(format!("/proc/{target}/task"))
                .into_iter()
                .flatten()
                .filter_map(|task| fs::read_to_string(task.ok()?.path().join("status")).ok());
            statuses.all(|status| !status.contains("TracerPid:\t0\n") || status.contains("State:\tZ"))
        };
        let attached = async {
            while !targets.iter().all(traced) {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(LONG, attached).await.expect("strace attaches");
        Killer(killer)
    }
}

impl Drop for Killer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The threads of a process whose names start with `name`, oldest first.
fn threads(pid: u32, name: &str) -> Vec<String> {
    let mut found: Vec<u32> = fs::read_dir(format!("/proc/{pid}/task"))
        .unwrap()
        .filter_map(|task| task.unwrap().file_name().to_str()?.parse().ok())
        .filter(|task| {
            let comm = fs::read_to_string(format!("/proc/{pid}/task/{task}/comm"));
            comm.is_ok_and(|comm| comm.starts_with(name))
        })
        .collect();
    found.sort_unstable();
    found.iter().map(u32::to_string).collect()
}

/// How often the server must survive a step before the test ends. Once isn't enough, because
/// threads don't always share the work in the same way.
const SURVIVALS: usize = 4;

/// Kills the server at the first, second, third … step of a command, until the server answers
/// before it reaches that step. Returns the number of steps.
async fn kill_at_every_step(
    name: &str,
    store: &Store,
    targets: fn(&Server) -> Vec<String>,
    calls: &str,
) -> usize {
    // strace counts the calls of each thread separately: with several, none might reach the step.
    let one_thread = ["env", "TOKIO_WORKER_THREADS=1"];
    let address = free_address();
    let mut server = Server::start_at(address, store.address(), &one_thread).await;
    let ledger = Arc::new(Ledger::default());
    let guest = Guest::new(address, "host").await.unwrap();
    let table = guest.create_table(address, &json!({})).await.unwrap();
    let stored = |id: &str| Outcome::Stored(id.to_owned());
    ledger
        .guests
        .lock()
        .unwrap()
        .insert("host".to_owned(), stored(&guest.id));
    ledger
        .tables
        .lock()
        .unwrap()
        .insert(guest.id.clone(), stored(&table));
    let mut host = Player {
        address,
        pace: Duration::ZERO,
        table,
        guest,
        seat: "N",
        client: None,
        n: None,
        ledger: Arc::clone(&ledger),
    };
    let mut open = false;
    let (mut kills, mut survived) = (0, 0);
    while kills < MAX_STEPS && survived < SURVIVALS {
        let step = kills + 1;
        // Load the table, so that the next command is nothing but an append.
        open = !open;
        assert!(host.command(&json!({"cmd": "chat", "open": open})).await);
        let killer = Killer::attach(&targets(&server), calls, step).await;
        open = !open;
        let request = json!({"cmd": "chat", "open": open});
        // The client resends the command until it is answered. It takes effect before or after the
        // kill, and exactly once.
        let mut command = pin!(host.command(&request));
        let died = tokio::select! {
            accepted = &mut command => {
                assert!(accepted);
                false
            }
            () = server.wait_until_dead() => true,
        };
        drop(killer);
        // The step may also come after the answer.
        if !died && server.is_alive() {
            survived += 1;
            continue;
        }
        kills += 1;
        survived = 0;
        server = Server::start_at(address, store.address(), &one_thread).await;
        assert!(command.await);
    }
    server.kill();
    audit(&format!("{name}, {kills} kills"), store, &ledger).await;
    kills
}

fn can_trace() -> bool {
    let can = run(&["strace", "-o", "/dev/null", "true"]);
    if !can {
        skip("strace can't be used here");
    }
    can
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_the_server_at_every_step_of_sqlite_loses_nothing() {
    if !can_trace() {
        return;
    }
    let store = Store::in_folder(&folder("steps"));
    // The writer's connection is the first one.
    let writer = |server: &Server| threads(server.pid(), "sqlx-sqlite-wor")[..1].to_vec();
    let kills = kill_at_every_step("killed in the writer's thread, SQLite", &store, writer, "all").await;
    assert!(
        kills >= 6,
        "lock, write, sync and unlock are more than {kills} steps"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_the_server_between_commit_and_answer_loses_nothing() {
    if !can_trace() {
        return;
    }
    let store = Store::in_folder(&folder("answers"));
    let all = |server: &Server| vec![server.pid().to_string()];
    let kills = kill_at_every_step(
        "killed when it answers, SQLite",
        &store,
        all,
        "sendto,writev,write",
    )
    .await;
    assert!(kills >= 1, "the answer is sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_the_server_at_every_step_of_postgres_loses_nothing() {
    if !can_trace() {
        return;
    }
    let Some(postgres) = PostgresServer::start("steps") else {
        return;
    };
    let all = |server: &Server| vec![server.pid().to_string()];
    let calls = "sendto,recvfrom,sendmsg,recvmsg,read,write,writev";
    let kills = kill_at_every_step("killed at every step, PostgreSQL", &postgres.store(), all, calls).await;
    assert!(kills >= 4, "a transaction is more than {kills} messages");
}
