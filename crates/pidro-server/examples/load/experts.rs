//! Tables where four experts play while somebody watches: measures their decisions per second.

use std::net::SocketAddr;
use std::time::Duration;

use pidro_client::{Client, Guest, http};
use serde_json::json;
use tokio::time::sleep;

use crate::BoxError;
use crate::hostile::ServerProcess;

/// When only bots play, each decision takes a second, so every table needs one decision per second.
pub(crate) async fn measure(tables: usize, seconds: u64) -> Result<(), BoxError> {
    let server = ServerProcess::start(None, &["--unlimited"]).await?;
    let address = server.address;
    let host = Guest::new(address, "host").await?;
    let bots = json!({"bots": {"N": "expert", "E": "expert", "S": "expert", "W": "expert"}});
    let mut watching = Vec::new();
    for _ in 0..tables {
        let table = host.create_table(address, &bots).await?;
        let mut client = Client::connect(address, None).await?;
        client.join(&table, Some(&host.token), json!({})).await?;
        client.ask(json!({"cmd": "start"})).await?;
        // Read everything, so that no watcher falls behind.
        watching.push(tokio::spawn(
            async move { while client.next_text().await.is_ok() {} },
        ));
    }
    sleep(Duration::from_secs(2)).await;
    let before = decisions(address).await?;
    sleep(Duration::from_secs(seconds)).await;
    let made = decisions(address).await? - before;
    println!(
        "{tables} tables of four experts: {:.0} of {tables} decisions per second",
        made / Duration::from_secs(seconds).as_secs_f64()
    );
    Ok(())
}

/// How many decisions the bots have made.
async fn decisions(address: SocketAddr) -> Result<f64, BoxError> {
    let metrics = http(address, "GET", "/metrics", None, None).await?.text;
    let counts = metrics
        .lines()
        .filter(|line| line.starts_with("pidro_decision_seconds_count") && line.contains("by=\"bot\""));
    Ok(counts
        .filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok())
        .sum())
}
