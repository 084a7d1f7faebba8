//! The lobby: all tables that are listed, awake and not over.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pidro::BySeat;
use pidro_table::{DecisionTime, RulesInfo, SeatStatus, TableId, TableState};
use serde::Serialize;

/// The lobby. Clones share their contents.
#[derive(Clone, Default)]
pub(crate) struct Lobby(Arc<Mutex<BTreeMap<String, Listed>>>);

/// A table in the lobby.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Listed {
    pub(crate) table: TableId,
    pub(crate) rules: RulesInfo,
    pub(crate) time: DecisionTime,
    pub(crate) seats: BySeat<Option<SeatStatus>>,
    /// Whether the game has begun.
    pub(crate) begun: bool,
}

impl Lobby {
    fn lines(&self) -> MutexGuard<'_, BTreeMap<String, Listed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Up to `most` tables, newest first.
    pub(crate) fn newest(&self, most: usize) -> Vec<Listed> {
        // Ids sort by creation time.
        self.lines().values().rev().take(most).cloned().collect()
    }

    /// The entry of an awake table.
    pub(crate) fn listing(&self, table: TableId) -> Listing {
        Listing {
            lobby: self.clone(),
            table,
            shown: false,
        }
    }
}

/// A table's entry in the lobby. It disappears when the table sleeps, panics or ends.
pub(crate) struct Listing {
    lobby: Lobby,
    table: TableId,
    shown: bool,
}

impl Listing {
    /// Shows the current state of the table, or hides the table.
    pub(crate) fn show(&mut self, line: Option<(&TableState, BySeat<Option<SeatStatus>>)>) {
        let key = self.table.to_string();
        match line {
            Some((room, seats)) => {
                self.shown = true;
                let line = Listed {
                    table: self.table,
                    rules: RulesInfo::from(&room.options().rules),
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
