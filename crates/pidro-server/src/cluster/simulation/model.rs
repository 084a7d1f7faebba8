//! What the database holds, and how its statements behave.

use std::collections::BTreeMap;

use super::{TABLES, ms};
use crate::cluster::lease::LEASE;

/// What the database holds, and how it answers.
#[derive(Default)]
pub(super) struct Model {
    /// The nodes, and when their leases expire.
    pub(super) nodes: BTreeMap<u64, u64>,
    pub(super) tables: Vec<Table>,
    /// `false` puts a bug in: appends don't carry the fencing token.
    fencing: bool,
}

#[derive(Default, Debug)]
pub(super) struct Table {
    owner: Option<u64>,
    epoch: i64,
    pub(super) entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) command: u64,
    pub(super) epoch: i64,
    /// The epoch of the table when the entry was appended.
    pub(super) current: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Me,
    Other(u64),
    Nobody,
}

impl Model {
    pub(super) fn new(fencing: bool) -> Model {
        let tables = std::iter::repeat_with(Table::default).take(TABLES);
        Model {
            nodes: BTreeMap::new(),
            tables: tables.collect(),
            fencing,
        }
    }

    pub(super) fn add(&mut self, node: u64, now: u64) {
        self.nodes.insert(node, now + ms(LEASE));
    }

    fn remove_expired(&mut self, now: u64) {
        self.nodes.retain(|_, expires| *expires >= now);
    }

    /// Whether the node was still there.
    pub(super) fn renew(&mut self, node: u64, remove_expired: bool, now: u64) -> bool {
        let Some(expires) = self.nodes.get_mut(&node) else {
            return false;
        };
        *expires = now + ms(LEASE);
        if remove_expired {
            self.remove_expired(now);
        }
        true
    }

    pub(super) fn ownership(&self, table: usize, me: u64) -> (Owner, i64) {
        let table = &self.tables[table];
        let owner = match table.owner {
            Some(owner) if owner == me => Owner::Me,
            Some(owner) if self.nodes.contains_key(&owner) => Owner::Other(owner),
            _ => Owner::Nobody,
        };
        (owner, table.epoch)
    }

    pub(super) fn claim(&mut self, table: usize, node: u64, last_epoch: i64) -> Option<i64> {
        let table = &mut self.tables[table];
        let is_owned = table.owner.is_some_and(|owner| self.nodes.contains_key(&owner));
        if is_owned || table.epoch != last_epoch {
            return None;
        }
        table.owner = Some(node);
        table.epoch += 1;
        Some(table.epoch)
    }

    pub(super) fn append(&mut self, table: usize, epoch: i64, n: usize, command: u64) -> bool {
        let table = &mut self.tables[table];
        let fenced = self.fencing && table.epoch != epoch;
        if fenced || table.entries.len() != n {
            return false;
        }
        table.entries.push(Entry {
            command,
            epoch,
            current: table.epoch,
        });
        true
    }
}
