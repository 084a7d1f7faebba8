//! Stores for tests: a new SQLite file and, if configured, a PostgreSQL server.

use pidro::{Action, Game, Legal, Seat, Secret};
use pidro_bots::{Basic, Bot as _};
use pidro_table::{Options, PersonId, TableEvent, TableId, TableState};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::store::{NewTable, Store};

/// A new SQLite store.
pub(crate) async fn sqlite(name: &str) -> Store {
    let file = std::env::temp_dir().join(format!("pidro-server-{}-{name}.sqlite", std::process::id()));
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", file.display()));
    }
    Store::open(file.to_str().unwrap()).await.unwrap()
}

/// One store of each available kind. `./test` starts a PostgreSQL server and passes its address in
/// `PIDRO_TEST_POSTGRES`, with `DATABASE` as a placeholder for the name of the database.
pub(crate) async fn stores(name: &str) -> Vec<Store> {
    let mut stores = vec![sqlite(name).await];
    let Ok(url) = std::env::var("PIDRO_TEST_POSTGRES") else {
        eprintln!("PostgreSQL is not tested: PIDRO_TEST_POSTGRES is not set");
        return stores;
    };
    let database = format!("pidro_{}_{name}", std::process::id());
    let mut server = PgConnection::connect(&url.replace("DATABASE", "postgres"))
        .await
        .unwrap();
    for sql in [
        format!("DROP DATABASE IF EXISTS {database}"),
        format!("CREATE DATABASE {database}"),
    ] {
        server.execute(AssertSqlSafe(sql)).await.unwrap();
    }
    stores.push(Store::open(&url.replace("DATABASE", &database)).await.unwrap());
    stores
}

/// Stores a long game, played to its end.
pub(crate) async fn long_game(store: &Store) -> TableId {
    let rules = "finnish first_dealer=N target=200".parse().unwrap();
    let options = Options::new(PersonId::new("host"), rules);
    let secret = Secret::new([7; 32]);
    let mut state = TableState::new(options.clone(), secret.clone());
    let sat = |seat: Seat| TableEvent::Sat {
        seat,
        person: PersonId::new(seat.to_string()),
        name: seat.to_string(),
        word: String::new(),
        promise: None,
    };
    let mut events: Vec<TableEvent> = Seat::ALL.into_iter().map(sat).collect();
    events.push(TableEvent::Started);
    for event in &events {
        state.apply(event).unwrap();
    }
    while let Some(seat) = state.game().and_then(Game::turn) {
        let view = state.game().unwrap().view(seat);
        // A player who overbids sinks below zero and has a long way to the target.
        let highest = match view.legal {
            Legal::Call { bids, .. } if events.len() < 1500 => bids.iter().last().map(Action::Bid),
            _ => None,
        };
        let action = highest.or_else(|| Basic.choose(&view)).unwrap();
        let acted = state.act(seat, action, false).unwrap();
        for event in &acted {
            state.apply(event).unwrap();
        }
        events.extend(acted);
    }
    let new = NewTable {
        table: TableId::new(),
        options,
        secret,
        events,
    };
    store.create(&new).await.unwrap();
    new.table
}
