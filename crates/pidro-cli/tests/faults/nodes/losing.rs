//! Nodes are killed, paused, stopped and upgraded under load.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

use super::{Nodes, setting};
use crate::LONG;
use crate::audit::audit;
use crate::disk::skip;
use crate::load::Load;
use crate::postgres::PostgresServer;
use crate::server::{ChildProcess, default_program, free_address};

/// How long no table may stand still, whatever happens to one node or to the database.
const MAX_STALL: Duration = Duration::from_secs(5);

/// HAProxy without sticky sessions, as in docs/server.md.
struct Balancer {
    _process: ChildProcess,
    address: SocketAddr,
}

impl Balancer {
    /// Starts HAProxy; `None` if it is not installed.
    async fn start(nodes: &[SocketAddr]) -> Option<Balancer> {
        let address = free_address();
        let mut config = include_str!("../../../../../docs/haproxy.cfg").to_owned();
        let (head, _) = config.split_once("    server ").expect("the example has servers");
        config = head.replace("bind :80", &format!("bind {address}"));
        for (number, node) in nodes.iter().enumerate() {
            writeln!(config, "    server node{number} {node} check").unwrap();
        }
        let file = std::env::temp_dir().join(format!("pidro-haproxy-{}.cfg", address.port()));
        std::fs::write(&file, config).unwrap();
        let started = Command::new("haproxy")
            .args(["-db", "-f"])
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .spawn();
        let Ok(process) = started else {
            skip("HAProxy is not installed");
            return None;
        };
        let balancer = Balancer {
            _process: ChildProcess(process),
            address,
        };
        let up = async {
            while !matches!(pidro_client::http(address, "GET", "/readyz", None, None).await, Ok(answer) if answer.status == 200)
            {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(LONG, up).await.expect("HAProxy reaches a node");
        Some(balancer)
    }
}

/// Three nodes behind a balancer, and people who play there.
struct LoadedCluster {
    postgres: PostgresServer,
    nodes: Nodes,
    _balancer: Balancer,
    load: Load,
    tables: usize,
}

impl LoadedCluster {
    /// Starts nodes that run this program, and waits until people play at all tables. `None` if this
    /// machine can't do that.
    async fn start(name: &str, program: &str) -> Option<LoadedCluster> {
        let tables = usize::try_from(setting("PIDRO_NODES_TABLES", 20)).unwrap();
        let pace = Duration::from_millis(setting("PIDRO_NODES_PACE_MS", 100));
        let postgres = PostgresServer::start(name)?;
        let nodes = Nodes::start_program(program, postgres.store().address(), 3).await;
        let balancer = Balancer::start(&nodes.addresses).await?;
        nodes.ready().await;
        let load = Load::start_paced(balancer.address, tables, pace);
        load.wait_until_stored(10 * tables).await;
        load.ledger.forget_stalls();
        Some(LoadedCluster {
            postgres,
            nodes,
            _balancer: balancer,
            load,
            tables,
        })
    }

    /// Stops everything and checks that nothing was lost, and that no table stood still for too long.
    async fn audit(mut self, name: &str) {
        let (stall, _) = self.load.ledger.longest_stall();
        let ledger = self.load.stop().await;
        for node in 0..3 {
            self.nodes.kill(node);
        }
        audit(name, &self.postgres.store(), &ledger).await;
        assert!(stall <= MAX_STALL, "{stall:?}");
    }
}

/// Nodes are killed, paused and stopped in turn under load, and the database is restarted once.
///
/// docs/server.md has the command for a long run.
#[tokio::test(flavor = "multi_thread")]
async fn losing_nodes_loses_nothing() {
    let seconds = setting("PIDRO_NODES_SECONDS", 60);
    let Some(mut cluster) = LoadedCluster::start("nodes", &default_program()).await else {
        return;
    };
    let nodes = &mut cluster.nodes;
    let begun = Instant::now();
    let (mut faults, mut restarted) = ([0; 3], false);
    for round in 0.. {
        let node = round % 3;
        let kind = (round / 3) % 3;
        match kind {
            0 => {
                nodes.kill(node);
                sleep(Duration::from_secs(2)).await;
                nodes.restart(node).await;
            }
            1 => {
                nodes.signal(node, "-STOP");
                sleep(Duration::from_secs(4)).await;
                nodes.signal(node, "-CONT");
            }
            _ => {
                nodes.terminate(node).await;
                nodes.restart(node).await;
            }
        }
        faults[kind] += 1;
        nodes.ready().await;
        // The balancer has to find the node again before the next one goes.
        sleep(Duration::from_millis(1500)).await;
        if begun.elapsed().as_secs() > seconds / 2 && !restarted {
            restarted = true;
            cluster.postgres.stop("fast");
            cluster.postgres.start_server();
            nodes.ready().await;
            sleep(Duration::from_millis(1500)).await;
        }
        if begun.elapsed().as_secs() >= seconds {
            break;
        }
    }
    let (stall, decisions) = cluster.load.ledger.longest_stall();
    let (tables, [killed, paused, stopped]) = (cluster.tables, faults);
    println!(
        "{tables} tables on 3 nodes for {} s: {killed} kills, {paused} pauses of 4 s, {stopped} stops, 1 restart of the \
         database; {decisions} commands acknowledged, no table stood still for longer than {stall:.1?} beyond thinking",
        begun.elapsed().as_secs(),
    );
    cluster.audit("nodes that die, PostgreSQL").await;
    assert!(faults.iter().all(|count| *count > 0), "{faults:?}");
}

/// Each node in turn is stopped and started again with the new program, under load.
///
/// `PIDRO_UPGRADE_FROM` names the program of an earlier release that the nodes run at first.
#[tokio::test(flavor = "multi_thread")]
async fn a_rolling_upgrade_loses_no_turn() {
    let old = std::env::var("PIDRO_UPGRADE_FROM").unwrap_or_else(|_| default_program());
    let Some(mut cluster) = LoadedCluster::start("upgrade", &old).await else {
        return;
    };
    let begun = Instant::now();
    let ledger = Arc::clone(&cluster.load.ledger);
    let report = |what: &str| {
        let (stall, decisions) = ledger.longest_stall();
        println!(
            "{:5.1} s: {what}; {decisions} commands acknowledged, longest stall of a table {stall:.1?}",
            begun.elapsed().as_secs_f64()
        );
    };
    report("three nodes run the old program");
    for node in 0..3 {
        cluster.nodes.terminate(node).await;
        report(&format!("node {node} has stopped"));
        cluster.nodes.restart(node).await;
        cluster.nodes.ready().await;
        report(&format!("node {node} runs the new program and is ready"));
        // The balancer has to find the node before the next one goes.
        sleep(Duration::from_secs(2)).await;
    }
    cluster.load.wait_until_stored(10 * cluster.tables).await;
    report("all nodes are upgraded, and the games go on");
    cluster.audit("rolling upgrade, PostgreSQL").await;
}
