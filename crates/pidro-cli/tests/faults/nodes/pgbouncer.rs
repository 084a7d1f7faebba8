//! Nodes behind PgBouncer.

use std::net::SocketAddr;
use std::process::{Command, Stdio};

use super::Nodes;
use crate::audit::audit;
use crate::disk::{folder, skip};
use crate::load::Load;
use crate::postgres::{PostgresServer, not_as_root, url};
use crate::server::{ChildProcess, free_address};

/// PgBouncer between the nodes and the database, in session mode.
struct PgBouncer {
    _process: ChildProcess,
    address: SocketAddr,
}

impl PgBouncer {
    /// Starts PgBouncer; `None` if it is not installed.
    async fn start(postgres: SocketAddr) -> Option<PgBouncer> {
        let address = free_address();
        let folder = folder("pgbouncer");
        let config = format!(
            "[databases]\npostgres = host={} port={} user=pidro\n[pgbouncer]\nlisten_addr = {}\nlisten_port = {}\n\
             unix_socket_dir =\nauth_type = any\npool_mode = session\ndefault_pool_size = 30\n\
             ignore_startup_parameters = extra_float_digits\n",
            postgres.ip(),
            postgres.port(),
            address.ip(),
            address.port(),
        );
        let file = folder.join("pgbouncer.ini");
        std::fs::write(&file, config).unwrap();
        let mut command = Command::new("pgbouncer");
        command
            .arg("-q")
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        not_as_root(&mut command);
        let Ok(process) = command.spawn() else {
            skip("PgBouncer is not installed");
            return None;
        };
        let mut process = ChildProcess(process);
        process.until_listening(address).await;
        Some(PgBouncer {
            _process: process,
            address,
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_behind_pgbouncer_lose_nothing() {
    let Some(postgres) = PostgresServer::start("pgbouncer") else {
        return;
    };
    let Some(bouncer) = PgBouncer::start(postgres.address()).await else {
        return;
    };
    let mut nodes = Nodes::start(&url(bouncer.address), 2).await;
    let load = Load::start(nodes.addresses[1], 2);
    load.wait_until_stored(200).await;
    nodes.kill(0);
    load.wait_until_stored(50).await;
    nodes.restart(0).await;
    load.wait_until_stored(50).await;
    let ledger = load.stop().await;
    nodes.kill(0);
    nodes.kill(1);
    drop(bouncer);
    audit("PgBouncer, PostgreSQL", &postgres.store(), &ledger).await;
}
