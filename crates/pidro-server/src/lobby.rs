//! The tables that anybody may find: those that are listed, awake and not over.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pidro::BySeat;
use pidro_table::{DecisionTime, SeatStatus, TableId, TableState};
use serde::Serialize;

/// The lobby. Clones are the same one.
#[derive(Clone, Default)]
pub(crate) struct Lobby(Arc<Mutex<BTreeMap<String, Listed>>>);

/// A table in the lobby.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Listed {
    pub(crate) table: TableId,
    /// The rules in one line.
    pub(crate) rules: String,
    pub(crate) time: DecisionTime,
    pub(crate) seats: BySeat<Option<SeatStatus>>,
    /// Whether the game has begun.
    pub(crate) begun: bool,
}

impl Lobby {
    fn lines(&self) -> MutexGuard<'_, BTreeMap<String, Listed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables, the newest first, not more than these.
    pub(crate) fn newest(&self, most: usize) -> Vec<Listed> {
        // Ids of later tables are higher.
        self.lines().values().rev().take(most).cloned().collect()
    }

    /// The place of a table that is awake.
    pub(crate) fn listing(&self, table: TableId) -> Listing {
        Listing {
            lobby: self.clone(),
            table,
            shown: false,
        }
    }
}

/// A table's place in the lobby. It is empty again when the table sleeps, breaks or ends.
pub(crate) struct Listing {
    lobby: Lobby,
    table: TableId,
    shown: bool,
}

impl Listing {
    /// Shows the table as it is, or no longer.
    pub(crate) fn show(&mut self, line: Option<(&TableState, BySeat<Option<SeatStatus>>)>) {
        let key = self.table.to_string();
        match line {
            Some((room, seats)) => {
                self.shown = true;
                let line = Listed {
                    table: self.table,
                    rules: room.options().rules.to_string(),
                    time: room.options().time,
                    seats,
                    begun: room.table().is_some(),
                };
                self.lobby.lines().insert(key, line);
            }
            None if self.shown => {
                self.shown = false;
                self.lobby.lines().remove(&key);
            }
            None => {}
        }
    }
}

impl Drop for Listing {
    fn drop(&mut self) {
        self.show(None);
    }
}
