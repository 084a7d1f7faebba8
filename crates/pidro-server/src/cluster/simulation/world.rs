//! Nodes, clients and the network between them, moment by moment.

mod message;
mod node;

use std::collections::{BTreeMap, BTreeSet};

use super::model::Model;
use super::{Random, TABLES};
use message::{Answer, Event, Query, Request};
use node::Host;

const NODES: usize = 3;
const CLIENTS: usize = 3;
/// Faults happen during this many milliseconds.
const FAULTS: u64 = 12_000;
/// After that, everything must go well again within this many milliseconds.
const RECOVERY: u64 = 8_000;
/// How long a node waits for the database, and a client for its answer.
const QUERY_TIMEOUT: u64 = 2_000;
const CLIENT_TIMEOUT: u64 = 700;
/// How often a bot plays at a table that is awake.
const BOT_INTERVAL: u64 = 250;
/// How long a client thinks.
const THINKING: u64 = 100;

pub(super) struct World {
    now: u64,
    random: Random,
    /// The events to come, by time and then in the order in which they were scheduled.
    queue: BTreeMap<(u64, u64), Event>,
    next_id: u64,
    database: Model,
    database_down_until: u64,
    hosts: Vec<Host>,
    /// The command that each client waits for, and when the last one was answered.
    clients: Vec<u64>,
    answered_at: Vec<u64>,
    acknowledged: BTreeSet<u64>,
    pub(super) counts: Counts,
}

/// How often the situations that matter have occurred: a run without them proves nothing.
#[derive(Default, Debug)]
pub(super) struct Counts {
    pub(super) commands: u64,
    pub(super) takeovers: u64,
    pub(super) refused_appends: u64,
    pub(super) removed_alive: u64,
}

impl World {
    pub(super) fn new(seed: u64, fencing: bool) -> World {
        let mut world = World {
            now: 0,
            random: Random(seed),
            queue: BTreeMap::new(),
            next_id: 1,
            database: Model::new(fencing),
            database_down_until: 0,
            hosts: (0..NODES).map(|_| Host::default()).collect(),
            clients: vec![0; CLIENTS],
            answered_at: vec![0; CLIENTS],
            acknowledged: BTreeSet::new(),
            counts: Counts::default(),
        };
        for host in 0..NODES {
            world.schedule(world.now, Event::Restart { host });
        }
        for client in 0..CLIENTS {
            world.next_command(client);
        }
        world.schedule_faults();
        world
    }

    fn schedule_faults(&mut self) {
        let mut at = 1_000;
        while at < FAULTS {
            let host = usize::try_from(self.random.below(NODES as u64)).unwrap();
            let length = 100 + self.random.below(6_000);
            let until = (at + length).min(FAULTS);
            match self.random.below(5) {
                0 | 1 => {
                    self.schedule(at, Event::Crash { host });
                    self.schedule(until, Event::Restart { host });
                }
                2 | 3 => self.schedule(at, Event::Pause { host, until }),
                _ => self.schedule(at, Event::DatabaseDown { until }),
            }
            at += self.random.below(3_000);
        }
        for host in 0..NODES {
            self.schedule(FAULTS, Event::Restart { host });
        }
    }

    fn new_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    fn schedule(&mut self, time: u64, event: Event) {
        let id = self.new_id();
        self.queue.insert((time.max(self.now), id), event);
    }

    /// How long a message takes: mostly some milliseconds, seldom seconds while there are faults.
    fn delay(&mut self) -> u64 {
        if self.now < FAULTS && self.random.one_in(50) {
            return self.random.below(3_000);
        }
        1 + self.random.below(20)
    }

    fn is_lost(&mut self) -> bool {
        self.now < FAULTS && self.random.one_in(100)
    }

    /// Handles all events until the end of the run.
    pub(super) fn run(&mut self) {
        while let Some(((time, _), event)) = self.queue.pop_first() {
            if time > FAULTS + RECOVERY {
                return;
            }
            self.now = time;
            self.handle(event);
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Asked {
                host,
                process,
                id,
                query,
            } => self.ask_database(host, process, id, &query),
            Event::Acknowledged { client, command } => {
                self.acknowledged.insert(command);
                if self.clients[client] == command {
                    self.answered_at[client] = self.now;
                    self.clients[client] = 0;
                    self.schedule(self.now + THINKING, Event::ClientDecides { client });
                }
            }
            Event::ClientDecides { client } => self.next_command(client),
            Event::ClientTimeout { client, command } => {
                if self.clients[client] == command {
                    self.send_command(client, command);
                }
            }
            Event::DatabaseDown { until } => self.database_down_until = until,
            Event::Crash { host } => {
                let host_state = &mut self.hosts[host];
                host_state.is_up = false;
                host_state.process += 1;
                host_state.backlog.clear();
            }
            Event::Restart { host } => self.restart(host),
            Event::Pause { host, until } => {
                self.hosts[host].paused_until = until;
                self.schedule(until, Event::Resume { host });
            }
            Event::Resume { host } => {
                for event in std::mem::take(&mut self.hosts[host].backlog) {
                    self.handle(event);
                }
            }
            Event::Answered { host, .. }
            | Event::RenewLease { host, .. }
            | Event::BotPlays { host, .. }
            | Event::Requested { host, .. } => {
                let host_state = &mut self.hosts[host];
                if !host_state.is_up {
                } else if self.now < host_state.paused_until {
                    host_state.backlog.push(event);
                } else {
                    self.handle_at_node(event);
                }
            }
        }
    }

    fn ask_database(&mut self, host: usize, process: u64, id: u64, query: &Query) {
        if self.now < self.database_down_until {
            return;
        }
        let (now, database) = (self.now, &mut self.database);
        let answer = match *query {
            Query::Add { node } => {
                database.add(node, now);
                Answer::Added
            }
            Query::Renew { node, remove_expired } => {
                Answer::Renewed(database.renew(node, remove_expired, now))
            }
            Query::Ownership { table, node } => {
                let (owner, epoch) = database.ownership(table, node);
                Answer::Ownership(owner, epoch)
            }
            Query::Claim {
                table,
                node,
                last_epoch,
            } => {
                let claimed = database.claim(table, node, last_epoch);
                self.counts.takeovers += u64::from(claimed.is_some_and(|epoch| epoch > 1));
                Answer::Claimed(claimed)
            }
            Query::Load { table, epoch } => {
                let entries = &database.tables[table].entries;
                Answer::Loaded(epoch, entries.iter().map(|entry| entry.command).collect())
            }
            Query::Append {
                table,
                epoch,
                n,
                command,
            } => {
                let appended = database.append(table, epoch, n, command);
                self.counts.refused_appends += u64::from(!appended);
                Answer::Appended(appended)
            }
        };
        if !self.is_lost() {
            let arrival = self.now + self.delay();
            self.schedule(
                arrival,
                Event::Answered {
                    host,
                    process,
                    id,
                    answer,
                },
            );
        }
    }

    fn next_command(&mut self, client: usize) {
        let command = self.new_id();
        self.clients[client] = command;
        self.counts.commands += 1;
        self.send_command(client, command);
    }

    /// Sends a command to whichever node the balancer gives the client.
    fn send_command(&mut self, client: usize, command: u64) {
        let host = usize::try_from(self.random.below(NODES as u64)).unwrap();
        let arrival = self.now + self.delay();
        let request = Request {
            client,
            table: client % TABLES,
            command,
            forwarded: false,
        };
        self.schedule(arrival, Event::Requested { host, request });
        self.schedule(
            self.now + CLIENT_TIMEOUT,
            Event::ClientTimeout { client, command },
        );
    }

    /// What went wrong in the run, if anything.
    pub(super) fn verdict(&self) -> Result<(), String> {
        let mut stored = BTreeSet::new();
        for (number, table) in self.database.tables.iter().enumerate() {
            for (n, entry) in table.entries.iter().enumerate() {
                if entry.epoch != entry.current {
                    return Err(format!(
                        "table {number}, entry {n}: the owner of epoch {} appended after the claim of epoch {}",
                        entry.epoch, entry.current
                    ));
                }
                if !stored.insert(entry.command) {
                    return Err(format!(
                        "table {number}, entry {n}: command {} took effect twice",
                        entry.command
                    ));
                }
            }
        }
        if let Some(lost) = self.acknowledged.difference(&stored).next() {
            return Err(format!("command {lost} was acknowledged and is lost"));
        }
        let end = FAULTS + RECOVERY;
        match self.answered_at.iter().position(|at| at + 2_000 < end) {
            Some(client) => Err(format!("client {client} waits although all faults are over")),
            None => Ok(()),
        }
    }
}
