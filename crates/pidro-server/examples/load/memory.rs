//! Measures how much memory tables need.

use std::time::Duration;

use pidro::{Action, Game, Legal, Seat, Secret};
use pidro_bots::{Basic, Bot as _};
use pidro_server::{NewTable, Store, Tables, Times, Watch};
use pidro_table::{Command, Options, PersonId, TableEvent, TableId, TableState};
use tokio::time::sleep;

use crate::Failed;
use crate::measured::resident;

/// How many tables are awake at a time.
const SOME: usize = 200;

/// Waits until all tables are asleep.
async fn asleep_again(tables: &Tables) {
    while tables.awake() > 0 {
        sleep(Duration::from_millis(20)).await;
    }
}

/// Measures the tables in this process, without connections.
pub(crate) async fn measure(awake: usize, asleep: usize) -> Result<(), Failed> {
    let file = std::env::temp_dir().join(format!("pidro-memory-{}.sqlite", std::process::id()));
    let store = Store::open(&file.to_string_lossy()).await?;
    let times = Times {
        idle: Duration::from_millis(300),
        ..Times::default()
    };
    let own = std::process::id();
    // A command that works once at every table.
    let mute = |whom: &str| Command::Mute {
        person: PersonId::new(whom),
        muted: true,
    };
    // One game, up to its second-to-last decision. All other tables are copies of it.
    let host = PersonId::new("host");
    let options = Options::new(host.clone(), "finnish first_dealer=N".parse()?);
    let mut played = whole_game(&options, 0)?;
    played.pop();
    println!("a game of {} events", played.len());
    let mut copy = NewTable {
        table: TableId::new(),
        options,
        secret: Secret::new([7; 32]),
        events: played,
    };
    let mut ids = Vec::new();
    for _ in 0..asleep.max(awake) {
        copy.table = TableId::new();
        store.create(&copy).await?;
        ids.push(copy.table);
    }
    let tables = Tables::new(store, times);
    // After the first tables, the allocator and the database have what they keep for themselves.
    for id in ids.iter().take(SOME) {
        tables.command(*id, &host, "x", &mute("x")).await?;
    }
    asleep_again(&tables).await;
    let before = resident(own);
    for some in ids.chunks(SOME) {
        for id in some {
            tables.command(*id, &host, "y", &mute("y")).await?;
        }
        asleep_again(&tables).await;
    }
    let slept = resident(own).saturating_sub(before);
    println!(
        "{} tables have been awake, {SOME} at a time, and sleep: {slept} KB more than before",
        ids.len()
    );
    let mut watching = Vec::new();
    for (connection, id) in ids.iter().take(awake).enumerate() {
        let watch = Watch {
            connection: connection as u64,
            ..Watch::default()
        };
        let mut watches = tables.watch(*id, &watch).await?;
        watches.next().await;
        watching.push(watches);
    }
    let each = resident(own).saturating_sub(before) / awake.max(1) as u64;
    println!(
        "{} tables are awake and watched: {each} KB a table",
        tables.awake()
    );
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", file.display()));
    }
    Ok(())
}

/// The events of a game of four people. They overbid for this many events, so that the game takes
/// long.
pub(crate) fn whole_game(options: &Options, overbid: usize) -> Result<Vec<TableEvent>, Failed> {
    let mut state = TableState::new(options.clone(), Secret::new([7; 32]));
    let mut events: Vec<TableEvent> = Seat::ALL
        .into_iter()
        .map(|seat| TableEvent::Sat {
            seat,
            person: PersonId::new(format!("019a8e0c3f6b7d2e9f3c5a7b9d1e3f5{}", seat as u8)),
            name: "Somebody".to_owned(),
            word: String::new(),
            promise: None,
        })
        .collect();
    events.push(TableEvent::Started);
    for event in &events {
        state.apply(event)?;
    }
    while let Some(seat) = state.game().and_then(Game::turn) {
        let view = state.game().ok_or("begun")?.view(seat);
        let highest = match view.legal {
            Legal::Call { bids, .. } if events.len() < overbid => bids.iter().last().map(Action::Bid),
            _ => None,
        };
        let action = highest.or_else(|| Basic.choose(&view)).ok_or("a bot decides")?;
        let acted = state.act(seat, action, false)?;
        for event in &acted {
            state.apply(event)?;
        }
        events.extend(acted);
    }
    Ok(events)
}
