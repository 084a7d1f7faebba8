//! Follows the audit log, so that what an operator does to the database takes effect on every node,
//! within about a second.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use pidro_protocol::{PersonId, TableId};
use tokio::sync::broadcast;
use tokio::time::sleep;

use crate::actor::Tables;
use crate::limits::ClientNetwork;
use crate::store::{AuditAction, AuditEntry, Ban, BanSubject, Store, StoreError, now};

/// How often the log is read.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long an entry with a lower number may take to become visible: longer than any transaction.
const SETTLED_AFTER: Duration = Duration::from_mins(1);
/// How many notices a connection may be behind. One that is further behind checks everything.
const CAPACITY: usize = 64;

/// Something that open connections have to hear of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Notice {
    /// The sessions, bans or names of these people have changed.
    People(Arc<HashSet<PersonId>>),
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

/// The notices of a node that doesn't follow the log yet.
pub(crate) struct LoadedNotices {
    notices: Notices,
    position: LogPosition,
}

impl Notices {
    /// Loads the bans, and finds the end of the log.
    pub(crate) async fn load(store: &Store) -> Result<LoadedNotices, StoreError> {
        let notices = Notices::new();
        // Entries of the last minute may still appear. Those that we see are part of the bans below.
        let settled_before = now() - i64::try_from(SETTLED_AFTER.as_millis()).unwrap_or(i64::MAX);
        let settled = store.last_audit_before(settled_before).await?;
        let mut position = LogPosition::after(settled);
        loop {
            let entries = store.audit_after(position.last()).await?;
            if entries.is_empty() {
                break;
            }
            for entry in entries {
                position.handle(entry.n, Instant::now());
            }
        }
        notices.load_bans(store).await?;
        Ok(LoadedNotices { notices, position })
    }

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
        let ban = banned.get(client)?;
        ban.until.is_none_or(|until| until > now()).then(|| ban.clone())
    }

    async fn load_bans(&self, store: &Store) -> Result<(), StoreError> {
        let bans = store.bans().await?.into_iter();
        let by_address = bans.filter_map(|listed| match listed.subject {
            BanSubject::Address(network) => Some((network, listed.ban)),
            BanSubject::Person(_) => None,
        });
        let by_address = by_address.collect();
        *self
            .banned_addresses
            .write()
            .unwrap_or_else(PoisonError::into_inner) = by_address;
        Ok(())
    }
}

impl LoadedNotices {
    /// Follows the log in the background.
    pub(crate) fn follow(self, tables: Tables) -> Notices {
        let notices = self.notices.clone();
        let follower = Follower {
            notices: self.notices,
            position: self.position,
            tables,
        };
        tokio::spawn(follower.run());
        notices
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

    /// The highest number that was handled.
    fn last(&self) -> i64 {
        let last = self.handled.last_key_value();
        last.map_or(self.settled, |(n, _)| *n)
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

/// What the new entries of one round say.
#[derive(Default)]
struct Round {
    /// People whose name or account has changed, or who are gone.
    changed: HashSet<PersonId>,
    /// People whose connections have to be checked.
    checked: HashSet<PersonId>,
    addresses_banned: bool,
    removed_tables: Vec<TableId>,
    announcements: Vec<String>,
}

impl Round {
    fn add(&mut self, entry: AuditEntry) {
        let person = entry.subject.as_deref().map(PersonId::new);
        match entry.action {
            Some(AuditAction::PersonChanged | AuditAction::PersonDeleted) => {
                self.checked.extend(person.clone());
                self.changed.extend(person);
            }
            Some(AuditAction::SessionsEnded) => self.checked.extend(person),
            Some(AuditAction::Banned | AuditAction::Unbanned) => {
                match entry.subject.as_deref().and_then(BanSubject::parse) {
                    Some(BanSubject::Person(person)) => self.checked.extend([person]),
                    Some(BanSubject::Address(_)) => self.addresses_banned = true,
                    None => {}
                }
            }
            Some(AuditAction::TableRemoved) => {
                self.removed_tables
                    .extend(entry.subject.and_then(|table| table.parse::<TableId>().ok()));
            }
            Some(AuditAction::Announced) => self.announcements.extend(entry.detail),
            _ => {}
        }
    }
}

impl Follower {
    async fn run(mut self) {
        let shutdown = self.tables.shutdown_token().clone();
        while shutdown.run_until_cancelled(sleep(INTERVAL)).await.is_some() {
            // The store logs its failures, and the next round reads the same entries.
            let Ok(round) = self.read().await else {
                continue;
            };
            let applied = shutdown.run_until_cancelled(self.apply(round)).await;
            if applied.is_none() {
                return;
            }
        }
    }

    /// Reads the new entries.
    async fn read(&mut self) -> Result<Round, StoreError> {
        let now = Instant::now();
        let mut round = Round::default();
        let mut after = self.position.settled;
        loop {
            let entries = self.tables.store().audit_after(after).await?;
            let Some(last) = entries.last() else {
                break;
            };
            after = last.n;
            for entry in entries {
                if self.position.handle(entry.n, now) {
                    round.add(entry);
                }
            }
        }
        self.position.settle(now);
        Ok(round)
    }

    async fn apply(&self, round: Round) {
        for person in &round.changed {
            self.tables.person_changed(person);
        }
        for table in round.removed_tables {
            self.tables.reload(table);
        }
        if round.addresses_banned {
            while let Err(error) = self.notices.load_bans(self.tables.store()).await {
                tracing::warn!(%error, "the bans could not be read");
                sleep(INTERVAL).await;
            }
            self.send(Notice::Bans);
        }
        if !round.checked.is_empty() {
            self.send(Notice::People(Arc::new(round.checked)));
        }
        for text in round.announcements {
            self.send(Notice::Announcement(text.into()));
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
