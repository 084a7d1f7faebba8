//! Stores for unit tests.

use pidro::{Rules, Secret};
use pidro_protocol::{PersonId, TableId};
use pidro_table::TableOptions;
use pidro_testing::{PlayedGame, new_databases, new_file};

use crate::store::{NewTable, Store};

/// A new SQLite store.
pub(crate) async fn sqlite(name: &str) -> Store {
    Store::open(&new_file(name)).await.unwrap()
}

/// One new store of each available kind: SQLite and, if `./test` has started it, PostgreSQL.
pub(crate) async fn stores(name: &str) -> Vec<Store> {
    let mut stores = Vec::new();
    for location in new_databases(name).await {
        stores.push(Store::open(&location).await.unwrap());
    }
    stores
}

/// A new table at which nobody sits.
pub(crate) fn empty_table() -> NewTable {
    NewTable {
        table: TableId::new(),
        options: TableOptions::new(PersonId::new("host"), Rules::FINNISH),
        secret: Secret::new([7; 32]),
        events: Vec::new(),
    }
}

/// Stores a long game, played to its end.
pub(crate) async fn long_game(store: &Store) -> TableId {
    let PlayedGame {
        options,
        secret,
        events,
    } = pidro_testing::long_game();
    let new = NewTable {
        table: TableId::new(),
        options,
        secret,
        events,
    };
    store.create(&new, None).await.unwrap();
    new.table
}
