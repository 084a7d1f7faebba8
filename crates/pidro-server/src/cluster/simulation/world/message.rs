//! What passes between clients, nodes and the database, and what befalls them.

use crate::cluster::simulation::model::Owner;

/// A question to the database.
#[derive(Clone, Debug)]
pub(super) enum Query {
    Add {
        node: u64,
    },
    Renew {
        node: u64,
        remove_expired: bool,
    },
    Ownership {
        table: usize,
        node: u64,
    },
    Claim {
        table: usize,
        node: u64,
        last_epoch: i64,
    },
    Load {
        table: usize,
        epoch: i64,
    },
    Append {
        table: usize,
        epoch: i64,
        n: usize,
        command: u64,
    },
}

/// Its answer.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Added,
    Renewed(bool),
    Ownership(Owner, i64),
    Claimed(Option<i64>),
    Loaded(i64, Vec<u64>),
    Appended(bool),
    /// No answer in time: it may or may not have happened.
    TimedOut,
}

/// A command of a client, and who passes the answer on.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) client: usize,
    pub(super) table: usize,
    pub(super) command: u64,
    /// Whether another node has passed it on: then it is not passed on again.
    pub(super) forwarded: bool,
}

#[derive(Debug)]
pub(super) enum Event {
    /// A question reaches the database.
    Asked {
        host: usize,
        process: u64,
        id: u64,
        query: Query,
    },
    /// An answer, or its absence, reaches a node.
    Answered {
        host: usize,
        process: u64,
        id: u64,
        answer: Answer,
    },
    RenewLease {
        host: usize,
        process: u64,
    },
    BotPlays {
        host: usize,
        process: u64,
    },
    Requested {
        host: usize,
        request: Request,
    },
    Acknowledged {
        client: usize,
        command: u64,
    },
    ClientDecides {
        client: usize,
    },
    ClientTimeout {
        client: usize,
        command: u64,
    },
    Crash {
        host: usize,
    },
    Restart {
        host: usize,
    },
    Pause {
        host: usize,
        until: u64,
    },
    Resume {
        host: usize,
    },
    DatabaseDown {
        until: u64,
    },
}
