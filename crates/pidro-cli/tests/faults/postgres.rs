//! Faults of a PostgreSQL server and of the connection to it.

use std::fs;
use std::net::SocketAddr;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use pidro_client::http;
use sqlx::{Connection, Executor, PgConnection};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::SOON;
use crate::audit::audit;
use crate::disk::{BreakableDisk, Disk, folder, run, skip};
use crate::load::Load;
use crate::proxy::Proxy;
use crate::server::{Server, free_address};
use crate::sqlite::{HEALTHY, UNHEALTHY, few_descriptors, no_descriptor, until};
use crate::store::Store;

/// The user to run PostgreSQL as if we are root, because PostgreSQL refuses to run as root.
const NOBODY: u32 = 65534;

/// A private PostgreSQL server that syncs every commit.
pub(crate) struct PostgresServer {
    data: PathBuf,
    programs: PathBuf,
    address: SocketAddr,
}

impl PostgresServer {
    pub(crate) fn start(name: &str) -> Option<PostgresServer> {
        PostgresServer::start_in(&folder(&format!("postgres-{name}")))
    }

    /// Starts a server with its data in this folder; `None` if PostgreSQL is not installed.
    fn start_in(folder: &Path) -> Option<PostgresServer> {
        let versions = fs::read_dir("/usr/lib/postgresql").ok().into_iter().flatten();
        let programs = versions.map(|version| version.unwrap().path().join("bin")).max();
        let Some(programs) = programs else {
            skip("PostgreSQL is not installed");
            return None;
        };
        std::os::unix::fs::chown(folder, is_root().then_some(NOBODY), None).unwrap();
        let postgres = PostgresServer {
            data: folder.join("data"),
            programs,
            address: free_address(),
        };
        let data = postgres.data.to_str().unwrap();
        let made = postgres.run(
            "initdb",
            &[
                "-D",
                data,
                "-U",
                "pidro",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
                "--wal-segsize=1",
            ],
        );
        assert!(made, "initdb");
        postgres.start_server();
        Some(postgres)
    }

    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        let mut command = Command::new(self.programs.join(program));
        command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .current_dir("/");
        not_as_root(&mut command);
        command.status().unwrap().success()
    }

    /// Appends settings to the configuration and reloads it.
    fn configure(&self, settings: &str) {
        let file = self.data.join("postgresql.conf");
        let all = fs::read_to_string(&file).unwrap() + settings;
        fs::write(&file, all).unwrap();
        assert!(self.run("pg_ctl", &["-D", self.data.to_str().unwrap(), "reload"]));
    }

    /// Starts or restarts the server.
    pub(crate) fn start_server(&self) {
        let (data, folder) = (self.data.to_str().unwrap(), self.data.parent().unwrap().display());
        let log = format!("{folder}.log");
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={} -c unix_socket_directories={folder} \
             -c min_wal_size=2MB -c max_wal_size=4MB -c max_connections=40 -c autovacuum=off",
            self.address.port()
        );
        // Keep the log off the disk that the test fills.
        fs::File::create(&log).unwrap();
        let owner = is_root().then_some(NOBODY);
        std::os::unix::fs::chown(&log, owner, None).unwrap();
        assert!(self.run("pg_ctl", &["-D", data, "-l", &log, "-w", "-o", &options, "start"]));
    }

    /// Restarts the server with a certificate. It accepts only encrypted connections over TCP then.
    pub(crate) fn use_certificate(&self, certificate: &Path, key: &Path) {
        for (file, name) in [(certificate, "server.crt"), (key, "server.key")] {
            let copy = self.data.join(name);
            fs::copy(file, &copy).unwrap();
            std::os::unix::fs::chown(&copy, is_root().then_some(NOBODY), None).unwrap();
            let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
            fs::set_permissions(&copy, private).unwrap();
        }
        fs::write(
            self.data.join("pg_hba.conf"),
            "local all all trust\nhostssl all all 127.0.0.1/32 trust\nhostssl all all ::1/128 trust\n",
        )
        .unwrap();
        self.configure("ssl = on\n");
        self.stop("fast");
        self.start_server();
    }

    fn is_running(&self) -> bool {
        self.run("pg_ctl", &["-D", self.data.to_str().unwrap(), "status"])
    }

    pub(crate) fn stop(&self, mode: &str) {
        let data = self.data.to_str().unwrap();
        assert!(self.run("pg_ctl", &["-D", data, "-m", mode, "-w", "stop"]));
    }

    /// Sends a signal to all processes of the server.
    fn signal(&self, signal: &str) {
        let pid = fs::read_to_string(self.data.join("postmaster.pid")).unwrap();
        let pid = pid.lines().next().unwrap();
        // Signal the postmaster first, so that it starts no new processes.
        assert!(run(&["kill", signal, pid]));
        run(&["pkill", signal, "-P", pid]);
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the server's socket in the file system.
    pub(crate) fn socket_url(&self) -> String {
        let folder = self.data.parent().unwrap().display();
        let port = self.address.port();
        format!("postgres://pidro@localhost:{port}/postgres?host={folder}")
    }

    pub(crate) fn store(&self) -> Store {
        Store::Postgres(url(self.address))
    }

    /// Opens a session for the test itself.
    async fn session(&self) -> PgConnection {
        PgConnection::connect(&url(self.address)).await.unwrap()
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let data = self.data.to_str().unwrap();
        self.run("pg_ctl", &["-D", data, "-m", "immediate", "stop"]);
        let folder = self.data.parent().unwrap();
        let _ = fs::remove_file(format!("{}.log", folder.display()));
        let _ = fs::remove_dir_all(&self.data);
        let _ = fs::remove_dir(folder);
    }
}

/// The URL of the database at this address.
pub(crate) fn url(address: SocketAddr) -> String {
    format!("postgres://pidro@{address}/postgres")
}

/// Runs a program as nobody if we are root: it refuses to run as root.
pub(crate) fn not_as_root(command: &mut Command) {
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

/// Ends all sessions except the one that runs this statement.
const TERMINATE_OTHERS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
     WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";

/// Starts the server and lets clients play.
async fn start_under_load(postgres: &PostgresServer) -> (Server, Load) {
    let server = Server::start(postgres.store().address()).await;
    let load = Load::start(server.address, 2);
    load.wait_until_stored(200).await;
    (server, load)
}

/// Checks that clients can play again soon and that, after a kill, the database is right.
async fn assert_recovers(
    name: &str,
    postgres: &PostgresServer,
    mut server: Server,
    load: Load,
    soon: Duration,
) {
    let freed = Instant::now();
    load.wait_until_stored(50).await;
    let took = freed.elapsed();
    println!("{name}: recovered after {took:?}");
    until(&server, HEALTHY).await;
    let ledger = load.stop().await;
    server.kill();
    audit(name, &postgres.store(), &ledger).await;
    assert!(took < soon, "{took:?}");
}

async fn stopped(mode: &str) {
    let Some(postgres) = PostgresServer::start(mode) else {
        return;
    };
    let (server, load) = start_under_load(&postgres).await;
    for _ in 0..2 {
        postgres.stop(mode);
        until(&server, UNHEALTHY).await;
        postgres.start_server();
        load.wait_until_stored(50).await;
    }
    let name = format!("stopped ({mode}), PostgreSQL");
    assert_recovers(&name, &postgres, server, load, SOON).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_shutdown_loses_nothing() {
    stopped("fast").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_crash_loses_nothing() {
    stopped("immediate").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn terminated_sessions_lose_nothing() {
    let Some(postgres) = PostgresServer::start("terminated") else {
        return;
    };
    let (server, load) = start_under_load(&postgres).await;
    let mut session = postgres.session().await;
    for _ in 0..20 {
        session.execute(TERMINATE_OTHERS).await.unwrap();
        load.wait_until_stored(10).await;
    }
    session.close().await.unwrap();
    assert_recovers("sessions terminated, PostgreSQL", &postgres, server, load, SOON).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stalled_database_loses_nothing() {
    let Some(postgres) = PostgresServer::start("still") else {
        return;
    };
    let (server, load) = start_under_load(&postgres).await;
    postgres.signal("-STOP");
    // Longer than the timeouts of the server.
    sleep(Duration::from_secs(24)).await;
    let failing = server.metric("pidro_store_failing").await;
    postgres.signal("-CONT");
    assert_recovers("stopped for 24 s, PostgreSQL", &postgres, server, load, SOON).await;
    assert_eq!(failing, Some(1.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_an_unreadable_table_are_answered_together() {
    let Some(postgres) = PostgresServer::start("together") else {
        return;
    };
    let (mut server, load) = start_under_load(&postgres).await;
    load.stop().await;
    server.kill();
    let table = postgres.store().contents().await.tables.remove(0).0;
    // After a restart, no table is loaded.
    let server = Server::start(postgres.store().address()).await;
    postgres.signal("-STOP");
    let path = format!("/api/tables/{table}");
    let begun = Instant::now();
    let mut people = JoinSet::new();
    for _ in 0..12 {
        let (address, path) = (server.address, path.clone());
        people.spawn(async move { http(address, "GET", &path, None, None).await.unwrap().status });
    }
    let statuses = people.join_all().await;
    let took = begun.elapsed();
    postgres.signal("-CONT");
    println!("12 clients of an unreadable table: answered within {took:?}");
    assert_eq!(statuses, [503; 12]);
    // The database has ten seconds to answer a load. Twelve loads in sequence would take two
    // minutes.
    assert!(took < Duration::from_secs(30), "{took:?}");
    until(&server, HEALTHY).await;
    assert_eq!(server.status(&path).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_fall_silent_lose_nothing() {
    let Some(postgres) = PostgresServer::start("silent") else {
        return;
    };
    let proxy = Proxy::start(postgres.address).await;
    let server = Server::start(&url(proxy.address)).await;
    let load = Load::start(server.address, 2);
    load.wait_until_stored(200).await;
    proxy.silence_connections();
    // Nothing tells the server that the other end is gone. It gives up after ten seconds, and
    // PostgreSQL frees the locks of the lost session after one and a half.
    let patience = Duration::from_secs(20);
    assert_recovers(
        "silent connections, PostgreSQL",
        &postgres,
        server,
        load,
        patience,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_table_loses_nothing() {
    let Some(postgres) = PostgresServer::start("locked") else {
        return;
    };
    let (server, load) = start_under_load(&postgres).await;
    let mut session = postgres.session().await;
    session
        .execute("BEGIN; LOCK TABLE entry IN ACCESS EXCLUSIVE MODE")
        .await
        .unwrap();
    load.wait_until_not_stored(1).await;
    until(&server, UNHEALTHY).await;
    session.execute("ROLLBACK").await.unwrap();
    assert_recovers("locked table, PostgreSQL", &postgres, server, load, SOON).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_of_the_database_loses_nothing() {
    let Some(disk) = Disk::in_memory("postgres-full", "96m") else {
        return;
    };
    let Some(postgres) = PostgresServer::start_in(disk.folder()) else {
        return;
    };
    let (server, load) = start_under_load(&postgres).await;
    disk.fill();
    until(&server, UNHEALTHY).await;
    disk.empty();
    if !postgres.is_running() {
        // PostgreSQL stops if it can't write its log.
        postgres.start_server();
    }
    assert_recovers("full disk, PostgreSQL", &postgres, server, load, SOON).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_disk_of_the_database_loses_nothing() {
    let Some(disk) = BreakableDisk::new("postgres-read-only", 160) else {
        return;
    };
    let Some(postgres) = PostgresServer::start_in(disk.folder()) else {
        return;
    };
    // With preallocated or recycled log files, PostgreSQL would never notice that the disk accepts
    // no new blocks.
    postgres.configure("wal_init_zero = off\nwal_recycle = off\n");
    let (server, load) = start_under_load(&postgres).await;
    disk.break_down();
    until(&server, UNHEALTHY).await;
    assert!(disk.is_read_only());
    let _ = postgres.run(
        "pg_ctl",
        &["-D", postgres.data.to_str().unwrap(), "-m", "immediate", "stop"],
    );
    disk.repair();
    let _ = fs::remove_file(postgres.data.join("postmaster.pid"));
    postgres.start_server();
    assert_recovers("read-only disk, PostgreSQL", &postgres, server, load, SOON).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_few_file_descriptors_lose_nothing() {
    let Some(postgres) = PostgresServer::start("files") else {
        return;
    };
    few_descriptors("too few files, PostgreSQL", &postgres.store()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_descriptor_for_a_new_connection_loses_nothing() {
    let Some(postgres) = PostgresServer::start("no-file") else {
        return;
    };
    let mut session = postgres.session().await;
    let lost = async {
        session.execute(TERMINATE_OTHERS).await.unwrap();
    };
    no_descriptor("no file left, PostgreSQL", &postgres.store(), lost).await;
}
