//! Faults of the disk, and of other programs that use the same database file.

use std::time::{Duration, Instant};

use sqlx::Executor;
use tokio::time::{sleep, timeout};

use crate::audit::audit;
use crate::disk::{BreakableDisk, Disk, folder, run};
use crate::load::Load;
use crate::server::{Server, free_address};
use crate::store::Store;
use crate::{LONG, SOON};

/// What the server reports about itself.
#[derive(PartialEq, Debug)]
pub(crate) struct Health {
    pub(crate) alive: bool,
    pub(crate) ready: bool,
    pub(crate) failing: bool,
}

pub(crate) const HEALTHY: Health = Health {
    alive: true,
    ready: true,
    failing: false,
};
pub(crate) const UNHEALTHY: Health = Health {
    alive: true,
    ready: false,
    failing: true,
};

pub(crate) async fn health(server: &Server) -> Health {
    Health {
        alive: server.status("/healthz").await == 200,
        ready: server.status("/readyz").await == 200,
        failing: server.metric("pidro_store_failing").await != Some(0.0),
    }
}

/// Waits until the server reports this health. Returns how long that took.
pub(crate) async fn until(server: &Server, wanted: Health) -> Duration {
    let begun = Instant::now();
    let waits = async {
        while health(server).await != wanted {
            sleep(Duration::from_millis(50)).await;
        }
    };
    let done = timeout(LONG, waits).await;
    assert!(done.is_ok(), "{:?} and not {wanted:?}", health(server).await);
    begun.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_loses_nothing_and_games_continue_once_it_has_space() {
    let Some(disk) = Disk::in_memory("full", "6m") else {
        return;
    };
    let store = Store::in_folder(disk.folder());
    let mut server = Server::start(store.address()).await;
    let load = Load::start(server.address, 2);
    load.wait_until_stored(100).await;
    // Repeat the fault: a store that has recovered once must recover again.
    let mut seen = Vec::new();
    for _ in 0..2 {
        disk.fill();
        load.wait_until_not_stored(3).await;
        let more = load.stored_meanwhile().await;
        let during = health(&server).await;
        disk.empty();
        let freed = Instant::now();
        load.wait_until_stored(50).await;
        seen.push((during, freed.elapsed(), health(&server).await));
        println!(
            "full disk: {more} acknowledged while it was full; recovered after {:?}",
            freed.elapsed()
        );
    }
    let ledger = load.stop().await;
    server.kill();
    audit("full disk, SQLite", &store, &ledger).await;
    for (during, took, after) in seen {
        assert_eq!((during, after), (UNHEALTHY, HEALTHY));
        assert!(took < SOON, "{took:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_disk_loses_nothing() {
    let Some(disk) = BreakableDisk::new("read-only", 32) else {
        return;
    };
    let store = Store::in_folder(disk.folder());
    let mut server = Server::start(store.address()).await;
    let load = Load::start(server.address, 2);
    load.wait_until_stored(200).await;
    disk.break_down();
    let during = until(&server, UNHEALTHY).await;
    assert!(disk.is_read_only());
    println!("read-only disk: reported after {during:?}");
    load.wait_until_not_stored(5).await;
    let ledger = load.stop().await;
    server.kill();
    disk.repair();
    audit("read-only disk, SQLite", &store, &ledger).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_file_loses_nothing() {
    let store = Store::in_folder(&folder("locked"));
    let mut server = Server::start(store.address()).await;
    let load = Load::start(server.address, 2);
    load.wait_until_stored(200).await;
    let mut other = store.sqlite().await;
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    load.wait_until_not_stored(1).await;
    until(&server, UNHEALTHY).await;
    other.execute("ROLLBACK").await.unwrap();
    let freed = Instant::now();
    load.wait_until_stored(50).await;
    let took = freed.elapsed();
    println!("locked file: recovered after {took:?}");
    until(&server, HEALTHY).await;
    let ledger = load.stop().await;
    server.kill();
    audit("locked file, SQLite", &store, &ledger).await;
    assert!(took < SOON, "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn too_few_file_descriptors_lose_nothing() {
    let store = Store::in_folder(&folder("files"));
    few_descriptors("too few files, SQLite", &store).await;
}

/// More clients connect than the server has file descriptors for.
pub(crate) async fn few_descriptors(name: &str, store: &Store) {
    let limited = ["sh", "-c", "ulimit -n 48; exec \"$@\"", "sh"];
    let mut server = Server::start_at(free_address(), store.address(), &limited).await;
    let load = Load::start(server.address, 1);
    load.wait_until_stored(100).await;
    let mut connections = Vec::new();
    for _ in 0..64 {
        connections.push(tokio::net::TcpStream::connect(server.address).await.unwrap());
    }
    // Connected clients continue, though slowly: those that must reconnect have to wait.
    sleep(Duration::from_secs(3)).await;
    drop(connections);
    let freed = Instant::now();
    load.wait_until_stored(100).await;
    let took = freed.elapsed();
    println!("{name}: recovered after {took:?}");
    until(&server, HEALTHY).await;
    let ledger = load.stop().await;
    server.kill();
    audit(name, store, &ledger).await;
    assert!(took < SOON, "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_descriptor_for_a_new_connection_loses_nothing() {
    let store = Store::in_folder(&folder("no-file"));
    let path = store.clone();
    let lost = async {
        let mut other = path.sqlite().await;
        other.execute("BEGIN IMMEDIATE").await.unwrap();
        // Longer than the server waits for a lock.
        sleep(Duration::from_secs(11)).await;
        other.execute("ROLLBACK").await.unwrap();
    };
    no_descriptor("no file left, SQLite", &store, lost).await;
}

/// The server can't open any more files, and then loses the connection that it writes on.
pub(crate) async fn no_descriptor(name: &str, store: &Store, lose_connection: impl Future<Output = ()>) {
    let mut server = Server::start(store.address()).await;
    let load = Load::start(server.address, 1);
    load.wait_until_stored(100).await;
    let pid = server.pid().to_string();
    // Open files stay open. The limit applies to the number of a new descriptor, and the low
    // numbers are in use.
    assert!(run(&["prlimit", "--pid", &pid, "--nofile=8:"]));
    tokio::join!(lose_connection, load.wait_until_failed(1));
    let more = load.stored_meanwhile().await;
    assert!(run(&["prlimit", "--pid", &pid, "--nofile=1024:"]));
    let freed = Instant::now();
    load.wait_until_stored(100).await;
    let took = freed.elapsed();
    println!("{name}: {more} acknowledged without a connection; recovered after {took:?}");
    until(&server, HEALTHY).await;
    let ledger = load.stop().await;
    server.kill();
    audit(name, store, &ledger).await;
    assert_eq!(more, 0);
    assert!(took < SOON, "{took:?}");
}
