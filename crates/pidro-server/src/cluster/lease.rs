//! When a node renews its lease, and when it may declare others dead. Pure, so that the
//! simulation of the cluster runs the same code.

use std::time::Duration;

/// How long a lease lasts. A node that doesn't renew it in time may be removed, so this bounds how
/// long the tables of a dead node stand still.
pub(crate) const LEASE: Duration = Duration::from_secs(2);
/// How often a node renews its lease.
pub(crate) const RENEW_INTERVAL: Duration = Duration::from_millis(400);
/// How long a renewal may take.
pub(crate) const RENEW_TIMEOUT: Duration = Duration::from_secs(1);
/// After this long without an answer from the database, a node sends its clients elsewhere.
const LOST_AFTER: Duration = Duration::from_secs(3);

/// What a node knows about its contact with the database. Times are durations since some fixed
/// moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contact {
    /// The start of the current run of timely renewals.
    since: Duration,
    /// The last successful renewal.
    last: Duration,
}

impl Contact {
    /// The node has just been added.
    pub(crate) const fn new(now: Duration) -> Contact {
        Contact {
            since: now,
            last: now,
        }
    }

    /// Records a successful renewal.
    pub(crate) fn renewed(&mut self, now: Duration) {
        if now.saturating_sub(self.last) > LEASE / 2 {
            self.since = now;
        }
        self.last = now;
    }

    /// Whether this node may remove others whose leases have run out.
    ///
    /// When the database was down, all leases have run out, and the first node that reaches it
    /// again must not remove all others. So a node waits until it has been in contact for a whole
    /// lease.
    pub(crate) fn may_remove_others(&self, now: Duration) -> bool {
        now.saturating_sub(self.last) <= LEASE / 2 && now.saturating_sub(self.since) >= LEASE
    }

    /// Whether the database has been out of reach for so long that clients are better off
    /// elsewhere.
    pub(crate) fn is_lost(&self, now: Duration) -> bool {
        now.saturating_sub(self.last) >= LOST_AFTER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_node_removes_others_only_after_a_lease_of_contact() {
        let mut contact = Contact::new(ms(0));
        for now in (400..2000).step_by(400) {
            contact.renewed(ms(now));
            assert!(!contact.may_remove_others(ms(now)), "{now}");
        }
        contact.renewed(ms(2000));
        assert!(contact.may_remove_others(ms(2000)));
        // A gap, as after a pause or a restart of the database, begins a new contact.
        assert!(!contact.may_remove_others(ms(3100)));
        contact.renewed(ms(5000));
        assert!(!contact.may_remove_others(ms(5000)));
        for now in (5400..=7000).step_by(400) {
            contact.renewed(ms(now));
        }
        assert!(contact.may_remove_others(ms(7000)));
    }

    #[test]
    fn contact_is_lost_after_three_seconds() {
        let mut contact = Contact::new(ms(0));
        assert!(!contact.is_lost(ms(2999)));
        assert!(contact.is_lost(ms(3000)));
        contact.renewed(ms(3100));
        assert!(!contact.is_lost(ms(3200)));
    }
}
