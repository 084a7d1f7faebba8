//! Follows the audit log, so that what an operator does to the database takes effect on every node,
//! within about a second.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use pidro_protocol::PersonId;
use tokio::sync::broadcast;
use tokio::time::sleep;

use crate::actor::Tables;
use crate::limits::ClientNetwork;
use crate::store::{AuditAction, AuditEntry, Ban, BanSubject, Store, StoreError};

/// How often the log is read.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long an entry with a lower number may take to become visible: longer than any transaction.
const SETTLED_AFTER: Duration = Duration::from_mins(1);
/// How many notices a connection may be behind. One that is further behind checks everything.
const CAPACITY: usize = 64;

/// Something that open connections have to hear of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Notice {
    /// A person's sessions, bans or name have changed.
    Person(PersonId),
    /// Addresses were banned.
    Bans,
    /// A message to everybody.
    Announcement(Arc<str>),
}

/// The notices of a node. Clones share them.
#[derive(Clone)]
pub(crate) struct Notices {
    sender: broadcast::Sender<Notice>,
    banned_addresses: Arc<RwLock<HashMap<ClientNetwork, Ban>>>,
}

impl Notices {
    pub(crate) fn new() -> Notices {
        Notices {
            sender: broadcast::channel(CAPACITY).0,
            banned_addresses: Arc::default(),
        }
    }

    /// All notices from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.sender.subscribe()
    }

    /// The ban of this address, if there is one.
    pub(crate) fn ban(&self, client: &ClientNetwork) -> Option<Ban> {
        let banned = self
            .banned_addresses
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let now = crate::store::now();
        let ban = banned.get(client)?;
        ban.until.is_none_or(|until| until > now).then(|| ban.clone())
    }

    async fn load_bans(&self, store: &Store) -> Result<(), StoreError> {
        let bans = store.bans().await?.into_iter();
        let by_address = bans.filter_map(|listed| match listed.subject {
            BanSubject::Address(address) => Some((ClientNetwork::from(address), listed.ban)),
            BanSubject::Person(_) => None,
        });
        let by_address = by_address.collect();
        *self
            .banned_addresses
            .write()
            .unwrap_or_else(PoisonError::into_inner) = by_address;
        Ok(())
    }

    /// Loads the bans, and finds the end of the log.
    pub(crate) async fn start(&self, tables: Tables) -> Result<(), StoreError> {
        let last = tables.store().last_audit().await?;
        self.load_bans(tables.store()).await?;
        let follower = Follower {
            notices: self.clone(),
            position: LogPosition::after(last),
            tables,
        };
        tokio::spawn(follower.run());
        Ok(())
    }
}

/// How far a node has read the log.
///
/// Two transactions may commit in another order than the one in which they got their numbers. So we
/// read the last minute again each time, and remember which of its entries we have handled.
struct LogPosition {
    /// All entries up to this one are handled, and no further ones will appear among them.
    settled: i64,
    /// The handled entries after it, and when we read them.
    handled: BTreeMap<i64, Instant>,
}

impl LogPosition {
    const fn after(n: i64) -> LogPosition {
        LogPosition {
            settled: n,
            handled: BTreeMap::new(),
        }
    }

    /// Whether this entry is new. It then counts as handled.
    fn handle(&mut self, n: i64, now: Instant) -> bool {
        let Entry::Vacant(entry) = self.handled.entry(n) else {
            return false;
        };
        if n <= self.settled {
            return false;
        }
        entry.insert(now);
        true
    }

    /// Forgets entries that were handled long ago.
    fn settle(&mut self, now: Instant) {
        while let Some(first) = self.handled.first_entry()
            && now.duration_since(*first.get()) > SETTLED_AFTER
        {
            self.settled = *first.key();
            first.remove();
        }
    }
}

struct Follower {
    notices: Notices,
    tables: Tables,
    position: LogPosition,
}

impl Follower {
    async fn run(mut self) {
        let shutdown = self.tables.shutdown_token().clone();
        while shutdown.run_until_cancelled(sleep(INTERVAL)).await.is_some() {
            // The store logs its failures, and the next round reads the same entries.
            let Ok(entries) = self.tables.store().audit_after(self.position.settled).await else {
                continue;
            };
            let now = Instant::now();
            for entry in entries {
                if self.position.handle(entry.n, now) {
                    self.handle(entry).await;
                }
            }
            self.position.settle(now);
        }
    }

    async fn handle(&self, entry: AuditEntry) {
        let person = || entry.subject.as_deref().map(PersonId::new);
        match entry.action {
            Some(AuditAction::PersonChanged | AuditAction::PersonDeleted) => {
                if let Some(person) = person() {
                    self.tables.person_changed(&person);
                    self.send(Notice::Person(person));
                }
            }
            Some(AuditAction::SessionsEnded) => {
                if let Some(person) = person() {
                    self.send(Notice::Person(person));
                }
            }
            Some(AuditAction::Banned | AuditAction::Unbanned) => self.apply_bans(&entry).await,
            Some(AuditAction::TableRemoved) => {
                if let Some(table) = entry.subject.and_then(|table| table.parse().ok()) {
                    self.tables.reload(table);
                }
            }
            Some(AuditAction::Announced) => {
                let text = entry.detail.unwrap_or_default();
                self.send(Notice::Announcement(text.into()));
            }
            _ => {}
        }
    }

    async fn apply_bans(&self, entry: &AuditEntry) {
        match entry.subject.as_deref().and_then(BanSubject::parse) {
            Some(BanSubject::Person(person)) => self.send(Notice::Person(person)),
            Some(BanSubject::Address(_)) => {
                while let Err(error) = self.notices.load_bans(self.tables.store()).await {
                    tracing::warn!(%error, "the bans could not be read");
                    sleep(INTERVAL).await;
                }
                self.send(Notice::Bans);
            }
            None => {}
        }
    }

    fn send(&self, notice: Notice) {
        // Nobody may be connected.
        let _ = self.notices.sender.send(notice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_that_appear_late_are_handled_once() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut position = LogPosition::after(10);
        assert!(!position.handle(10, at(0)), "from before");
        assert!(position.handle(12, at(0)));
        assert!(position.handle(11, at(1)), "its transaction took longer");
        assert!(!position.handle(11, at(2)) && !position.handle(12, at(2)));
        position.settle(at(30));
        assert_eq!(position.settled, 10, "further ones may still appear");
        position.settle(at(62));
        assert_eq!((position.settled, position.handled.len()), (12, 0));
        assert!(position.handle(13, at(63)));
    }
}
