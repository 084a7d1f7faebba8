//! Measures how much memory tables need.

use std::time::Duration;

use pidro_protocol::{PersonId, TableId};
use pidro_server::{NewTable, Store, Tables, Timings, WatchRequest};
use pidro_table::{Command, TableOptions};
use pidro_testing::play_game;
use tokio::time::sleep;

use crate::BoxError;
use crate::measurements::resident;

/// How many tables are awake at a time.
const BATCH: usize = 200;

/// Waits until all tables are asleep.
async fn wait_until_asleep(tables: &Tables) {
    while tables.awake() > 0 {
        sleep(Duration::from_millis(20)).await;
    }
}

/// Measures the tables in this process, without connections.
pub(crate) async fn measure(awake: usize, asleep: usize) -> Result<(), BoxError> {
    let file = std::env::temp_dir().join(format!("pidro-memory-{}.sqlite", std::process::id()));
    let store = Store::open(&file.to_string_lossy()).await?;
    let timings = Timings {
        sleep_after: Duration::from_millis(300),
        ..Timings::default()
    };
    let own = std::process::id();
    // A command that works once at every table.
    let mute = |whom: &str| Command::Mute {
        person: PersonId::new(whom),
        muted: true,
    };
    // One game, up to its second-to-last decision. All other tables are copies of it.
    let host = PersonId::new("host");
    let options = TableOptions::new(host.clone(), "finnish first_dealer=N".parse()?);
    let mut played = play_game(options, 0);
    played.events.pop();
    println!("a game of {} events", played.events.len());
    let mut copy = NewTable {
        table: TableId::new(),
        options: played.options,
        secret: played.secret,
        events: played.events,
    };
    let mut ids = Vec::new();
    for _ in 0..asleep.max(awake) {
        copy.table = TableId::new();
        store.create(&copy, None).await?;
        ids.push(copy.table);
    }
    let tables = Tables::new(store, timings);
    // After the first tables, the allocator and the database have filled their caches.
    for id in ids.iter().take(BATCH) {
        tables.command(*id, &host, "x", &mute("x")).await?;
    }
    wait_until_asleep(&tables).await;
    let before = resident(own);
    for some in ids.chunks(BATCH) {
        for id in some {
            tables.command(*id, &host, "y", &mute("y")).await?;
        }
        wait_until_asleep(&tables).await;
    }
    let slept = resident(own).saturating_sub(before);
    println!(
        "{} tables were awake, {BATCH} at a time, and sleep again: {slept} KB more than before",
        ids.len()
    );
    let mut watching = Vec::new();
    for (connection, id) in ids.iter().take(awake).enumerate() {
        let watch = WatchRequest {
            connection: connection as u64,
            ..WatchRequest::default()
        };
        let mut watches = tables.watch(*id, &watch).await?;
        watches.next().await;
        watching.push(watches);
    }
    let each = resident(own).saturating_sub(before) / awake.max(1) as u64;
    println!(
        "{} tables are awake and watched: {each} KB per table",
        tables.awake()
    );
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", file.display()));
    }
    Ok(())
}
