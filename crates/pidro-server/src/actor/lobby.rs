//! The lobby: all tables that are listed, awake and not over.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pidro::BySeat;
use pidro_protocol::http::LobbyTable;
use pidro_protocol::{SeatStatus, TableId};
use pidro_table::{TableState, rules_info};

/// The lobby. Clones share their contents.
#[derive(Clone, Default)]
pub(super) struct Lobby(Arc<Mutex<BTreeMap<String, LobbyTable>>>);

impl Lobby {
    fn tables(&self) -> MutexGuard<'_, BTreeMap<String, LobbyTable>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Up to `limit` tables, newest first.
    pub(super) fn newest(&self, limit: usize) -> Vec<LobbyTable> {
        // Ids sort by creation time.
        self.tables().values().rev().take(limit).cloned().collect()
    }

    /// A handle with which an awake table keeps its listing up to date.
    pub(super) fn listing(&self, table: TableId) -> Listing {
        Listing {
            lobby: self.clone(),
            table,
            is_listed: false,
        }
    }
}

/// A table's place in the lobby. It disappears when the table sleeps, panics or ends.
pub(super) struct Listing {
    lobby: Lobby,
    table: TableId,
    is_listed: bool,
}

impl Listing {
    /// Shows the current state of the table, or hides the table.
    pub(super) fn update(&mut self, current: Option<(&TableState, BySeat<Option<SeatStatus>>)>) {
        let key = self.table.to_string();
        match current {
            Some((state, seats)) => {
                self.is_listed = true;
                let listed = LobbyTable {
                    table: self.table,
                    rules: rules_info(&state.options().rules),
                    time: state.options().time,
                    seats,
                    begun: state.has_begun(),
                };
                self.lobby.tables().insert(key, listed);
            }
            None if self.is_listed => {
                self.is_listed = false;
                self.lobby.tables().remove(&key);
            }
            None => {}
        }
    }
}

impl Drop for Listing {
    fn drop(&mut self) {
        self.update(None);
    }
}
