//! What nodes do: renew their leases, claim and load tables, append, and pass requests on.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use super::message::{Answer, Event, Query, Request};
use super::{BOT_INTERVAL, QUERY_TIMEOUT, World};
use crate::cluster::lease::{Contact, RENEW_INTERVAL};
use crate::cluster::simulation::model::Owner;
use crate::cluster::simulation::{TABLES, ms};

/// A table at a node.
#[derive(Default, Debug)]
pub(super) struct Actor {
    pub(super) waiting: VecDeque<Request>,
    pub(super) state: ActorState,
}

#[derive(Default, Debug)]
pub(super) enum ActorState {
    #[default]
    Asleep,
    Waking,
    Awake {
        epoch: i64,
        commands: Vec<u64>,
        /// The command that is being appended.
        appending: Option<u64>,
    },
}

/// A machine that runs a node.
#[derive(Default)]
pub(super) struct Host {
    /// Counts the processes: messages for an earlier one are lost.
    pub(super) process: u64,
    pub(super) is_up: bool,
    pub(super) paused_until: u64,
    /// What arrived during the pause.
    pub(super) backlog: Vec<Event>,
    pub(super) node: u64,
    pub(super) contact: Option<Contact>,
    pub(super) actors: Vec<Actor>,
    /// What each unanswered query is about.
    pub(super) queries: BTreeMap<u64, Option<usize>>,
}

impl World {
    pub(super) fn handle_at_node(&mut self, event: Event) {
        match event {
            Event::Answered {
                host,
                process,
                id,
                answer,
            } if process == self.hosts[host].process => {
                if let Some(table) = self.hosts[host].queries.remove(&id) {
                    match table {
                        Some(table) => self.table_answered(host, table, answer),
                        None => self.lease_answered(host, &answer),
                    }
                }
            }
            Event::RenewLease { host, process } if process == self.hosts[host].process => {
                let host_state = &self.hosts[host];
                let now = Duration::from_millis(self.now);
                let remove_expired = host_state
                    .contact
                    .is_some_and(|contact| contact.may_remove_others(now));
                let renew = Query::Renew {
                    node: host_state.node,
                    remove_expired,
                };
                self.query(host, None, renew);
                self.schedule(self.now + ms(RENEW_INTERVAL), Event::RenewLease { host, process });
            }
            Event::BotPlays { host, process } if process == self.hosts[host].process => {
                for table in 0..TABLES {
                    if let ActorState::Awake { appending: None, .. } = self.hosts[host].actors[table].state {
                        let command = self.new_id();
                        self.append(host, table, command);
                    }
                }
                self.schedule(self.now + BOT_INTERVAL, Event::BotPlays { host, process });
            }
            Event::Requested { host, request } => {
                let actor = &mut self.hosts[host].actors[request.table];
                let table = request.table;
                actor.waiting.push_back(request);
                self.work(host, table);
            }
            // It was meant for an earlier process.
            _ => {}
        }
    }

    /// Starts the process of a node, unless it runs.
    pub(super) fn restart(&mut self, host: usize) {
        let node = self.new_id();
        let host_state = &mut self.hosts[host];
        if host_state.is_up {
            return;
        }
        host_state.is_up = true;
        host_state.process += 1;
        host_state.paused_until = 0;
        let process = host_state.process;
        self.begin_incarnation(host, node);
        self.schedule(self.now + ms(RENEW_INTERVAL), Event::RenewLease { host, process });
        self.schedule(self.now + BOT_INTERVAL, Event::BotPlays { host, process });
    }

    pub(super) fn begin_incarnation(&mut self, host: usize, node: u64) {
        let host_state = &mut self.hosts[host];
        host_state.node = node;
        host_state.contact = None;
        // Nobody is left to hear the answers.
        host_state.queries.clear();
        host_state.actors = std::iter::repeat_with(Actor::default).take(TABLES).collect();
        self.query(host, None, Query::Add { node });
    }

    pub(super) fn query(&mut self, host: usize, table: Option<usize>, query: Query) {
        let id = self.new_id();
        let process = self.hosts[host].process;
        self.hosts[host].queries.insert(id, table);
        let timed_out = Event::Answered {
            host,
            process,
            id,
            answer: Answer::TimedOut,
        };
        self.schedule(self.now + QUERY_TIMEOUT, timed_out);
        if !self.is_lost() {
            let arrival = self.now + self.delay();
            self.schedule(
                arrival,
                Event::Asked {
                    host,
                    process,
                    id,
                    query,
                },
            );
        }
    }

    pub(super) fn lease_answered(&mut self, host: usize, answer: &Answer) {
        let now = Duration::from_millis(self.now);
        match answer {
            Answer::Added => self.hosts[host].contact = Some(Contact::new(now)),
            Answer::Renewed(true) => {
                if let Some(contact) = &mut self.hosts[host].contact {
                    contact.renewed(now);
                }
            }
            Answer::Renewed(false) => {
                self.counts.removed_alive += 1;
                let node = self.new_id();
                self.begin_incarnation(host, node);
            }
            _ => {}
        }
    }

    /// Lets a table at a node continue with what it waits for.
    pub(super) fn work(&mut self, host: usize, table: usize) {
        let node = self.hosts[host].node;
        let actor = &mut self.hosts[host].actors[table];
        match &mut actor.state {
            ActorState::Asleep => {
                actor.state = ActorState::Waking;
                self.query(host, Some(table), Query::Ownership { table, node });
            }
            ActorState::Waking
            | ActorState::Awake {
                appending: Some(_), ..
            } => {}
            ActorState::Awake {
                commands,
                appending: None,
                ..
            } => {
                let Some(request) = actor.waiting.front() else {
                    return;
                };
                let Request { client, command, .. } = *request;
                if commands.contains(&command) {
                    actor.waiting.pop_front();
                    self.acknowledge(client, command);
                    self.work(host, table);
                } else {
                    self.append(host, table, command);
                }
            }
        }
    }

    pub(super) fn append(&mut self, host: usize, table: usize, command: u64) {
        if let ActorState::Awake {
            epoch,
            commands,
            appending,
        } = &mut self.hosts[host].actors[table].state
        {
            *appending = Some(command);
            let query = Query::Append {
                table,
                epoch: *epoch,
                n: commands.len(),
                command,
            };
            self.query(host, Some(table), query);
        }
    }

    pub(super) fn acknowledge(&mut self, client: usize, command: u64) {
        if !self.is_lost() {
            let arrival = self.now + self.delay();
            self.schedule(arrival, Event::Acknowledged { client, command });
        }
    }

    pub(super) fn table_answered(&mut self, host: usize, table: usize, answer: Answer) {
        let node = self.hosts[host].node;
        let actor = &mut self.hosts[host].actors[table];
        match answer {
            Answer::Ownership(Owner::Me, epoch) | Answer::Claimed(Some(epoch)) => {
                self.query(host, Some(table), Query::Load { table, epoch });
            }
            Answer::Ownership(Owner::Nobody, last_epoch) => {
                let claim = Query::Claim {
                    table,
                    node,
                    last_epoch,
                };
                self.query(host, Some(table), claim);
            }
            Answer::Claimed(None) => {
                self.query(host, Some(table), Query::Ownership { table, node });
            }
            Answer::Ownership(Owner::Other(owner), _) => {
                actor.state = ActorState::Asleep;
                let waiting = std::mem::take(&mut actor.waiting);
                self.forward(owner, waiting);
            }
            Answer::Loaded(epoch, commands) => {
                actor.state = ActorState::Awake {
                    epoch,
                    commands,
                    appending: None,
                };
                self.work(host, table);
            }
            Answer::Appended(true) => {
                if let ActorState::Awake {
                    commands, appending, ..
                } = &mut actor.state
                {
                    commands.extend(appending.take());
                }
                self.work(host, table);
            }
            // Another owner, or an unknown outcome: only the store knows what is true.
            Answer::Appended(false) | Answer::TimedOut => {
                actor.state = ActorState::Asleep;
                if !actor.waiting.is_empty() {
                    self.work(host, table);
                }
            }
            Answer::Added | Answer::Renewed(_) => {}
        }
    }

    pub(super) fn forward(&mut self, owner: u64, requests: VecDeque<Request>) {
        let host = self.hosts.iter().position(|host_state| host_state.node == owner);
        for request in requests {
            // A dead node doesn't answer, and the client tries again.
            if let Some(host) = host.filter(|_| !request.forwarded)
                && !self.is_lost()
            {
                let arrival = self.now + self.delay();
                let request = Request {
                    forwarded: true,
                    ..request
                };
                self.schedule(arrival, Event::Requested { host, request });
            }
        }
    }
}
