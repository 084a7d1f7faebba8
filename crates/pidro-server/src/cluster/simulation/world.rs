//! Nodes, clients and the network between them, moment by moment.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use super::model::{Model, Owner};
use super::{Random, TABLES, ms};
use crate::cluster::lease::{Contact, RENEW_INTERVAL};

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

/// A question to the database.
#[derive(Clone, Debug)]
enum Query {
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
enum Answer {
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
struct Request {
    client: usize,
    table: usize,
    command: u64,
    /// Whether another node has passed it on: then it is not passed on again.
    forwarded: bool,
}

#[derive(Debug)]
enum Happening {
    /// A question reaches the database.
    Asked {
        place: usize,
        life: u64,
        id: u64,
        query: Query,
    },
    /// An answer, or its absence, reaches a node.
    Answered {
        place: usize,
        life: u64,
        id: u64,
        answer: Answer,
    },
    RenewLease {
        place: usize,
        life: u64,
    },
    BotPlays {
        place: usize,
        life: u64,
    },
    Requested {
        place: usize,
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
        place: usize,
    },
    Restart {
        place: usize,
    },
    Pause {
        place: usize,
        until: u64,
    },
    Resume {
        place: usize,
    },
    DatabaseDown {
        until: u64,
    },
}

/// A table at a node.
#[derive(Default, Debug)]
struct Actor {
    waiting: VecDeque<Request>,
    state: ActorState,
}

#[derive(Default, Debug)]
enum ActorState {
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
struct Machine {
    /// Counts the processes: messages for an earlier one are lost.
    life: u64,
    is_up: bool,
    paused_until: u64,
    /// What arrived during the pause.
    backlog: Vec<Happening>,
    node: u64,
    contact: Option<Contact>,
    actors: Vec<Actor>,
    /// What each unanswered query is about.
    queries: BTreeMap<u64, Option<usize>>,
}

pub(super) struct World {
    now: u64,
    random: Random,
    /// What will happen, by time and, at the same time, in order.
    plan: BTreeMap<(u64, u64), Happening>,
    next_id: u64,
    database: Model,
    database_down_until: u64,
    machines: Vec<Machine>,
    /// The command that each client waits for, and when the last one was answered.
    clients: Vec<u64>,
    answered_at: Vec<u64>,
    acknowledged: BTreeSet<u64>,
    pub(super) counts: Counts,
}

/// What has happened, to show that the runs are worth something.
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
            plan: BTreeMap::new(),
            next_id: 1,
            database: Model::new(fencing),
            database_down_until: 0,
            machines: (0..NODES).map(|_| Machine::default()).collect(),
            clients: vec![0; CLIENTS],
            answered_at: vec![0; CLIENTS],
            acknowledged: BTreeSet::new(),
            counts: Counts::default(),
        };
        for place in 0..NODES {
            world.at(world.now, Happening::Restart { place });
        }
        for client in 0..CLIENTS {
            world.next_command(client);
        }
        world.plan_faults();
        world
    }

    fn plan_faults(&mut self) {
        let mut at = 1_000;
        while at < FAULTS {
            let place = usize::try_from(self.random.below(NODES as u64)).unwrap();
            let length = 100 + self.random.below(6_000);
            let until = (at + length).min(FAULTS);
            match self.random.below(5) {
                0 | 1 => {
                    self.at(at, Happening::Crash { place });
                    self.at(until, Happening::Restart { place });
                }
                2 | 3 => self.at(at, Happening::Pause { place, until }),
                _ => self.at(at, Happening::DatabaseDown { until }),
            }
            at += self.random.below(3_000);
        }
        for place in 0..NODES {
            self.at(FAULTS, Happening::Restart { place });
        }
    }

    fn fresh(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    fn at(&mut self, time: u64, happening: Happening) {
        let id = self.fresh();
        self.plan.insert((time.max(self.now), id), happening);
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

    /// Runs until everything that was planned has happened.
    pub(super) fn run(&mut self) {
        while let Some(((time, _), happening)) = self.plan.pop_first() {
            if time > FAULTS + RECOVERY {
                return;
            }
            self.now = time;
            self.happen(happening);
        }
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Asked {
                place,
                life,
                id,
                query,
            } => self.ask_database(place, life, id, &query),
            Happening::Acknowledged { client, command } => {
                self.acknowledged.insert(command);
                if self.clients[client] == command {
                    self.answered_at[client] = self.now;
                    self.clients[client] = 0;
                    self.at(self.now + THINKING, Happening::ClientDecides { client });
                }
            }
            Happening::ClientDecides { client } => self.next_command(client),
            Happening::ClientTimeout { client, command } => {
                if self.clients[client] == command {
                    self.send_command(client, command);
                }
            }
            Happening::DatabaseDown { until } => self.database_down_until = until,
            Happening::Crash { place } => {
                let machine = &mut self.machines[place];
                machine.is_up = false;
                machine.life += 1;
                machine.backlog.clear();
            }
            Happening::Restart { place } => self.restart(place),
            Happening::Pause { place, until } => {
                self.machines[place].paused_until = until;
                self.at(until, Happening::Resume { place });
            }
            Happening::Resume { place } => {
                for happening in std::mem::take(&mut self.machines[place].backlog) {
                    self.happen(happening);
                }
            }
            Happening::Answered { place, .. }
            | Happening::RenewLease { place, .. }
            | Happening::BotPlays { place, .. }
            | Happening::Requested { place, .. } => {
                let machine = &mut self.machines[place];
                if !machine.is_up {
                } else if self.now < machine.paused_until {
                    machine.backlog.push(happening);
                } else {
                    self.happen_at_node(happening);
                }
            }
        }
    }

    fn happen_at_node(&mut self, happening: Happening) {
        match happening {
            Happening::Answered {
                place,
                life,
                id,
                answer,
            } if life == self.machines[place].life => {
                if let Some(table) = self.machines[place].queries.remove(&id) {
                    match table {
                        Some(table) => self.table_answered(place, table, answer),
                        None => self.lease_answered(place, &answer),
                    }
                }
            }
            Happening::RenewLease { place, life } if life == self.machines[place].life => {
                let machine = &self.machines[place];
                let now = Duration::from_millis(self.now);
                let remove_expired = machine
                    .contact
                    .is_some_and(|contact| contact.may_remove_others(now));
                let renew = Query::Renew {
                    node: machine.node,
                    remove_expired,
                };
                self.query(place, None, renew);
                self.at(
                    self.now + ms(RENEW_INTERVAL),
                    Happening::RenewLease { place, life },
                );
            }
            Happening::BotPlays { place, life } if life == self.machines[place].life => {
                for table in 0..TABLES {
                    if let ActorState::Awake { appending: None, .. } =
                        self.machines[place].actors[table].state
                    {
                        let command = self.fresh();
                        self.append(place, table, command);
                    }
                }
                self.at(self.now + BOT_INTERVAL, Happening::BotPlays { place, life });
            }
            Happening::Requested { place, request } => {
                let actor = &mut self.machines[place].actors[request.table];
                let table = request.table;
                actor.waiting.push_back(request);
                self.work(place, table);
            }
            // It was meant for an earlier process.
            _ => {}
        }
    }

    /// Starts the process of a node, unless it runs.
    fn restart(&mut self, place: usize) {
        let node = self.fresh();
        let machine = &mut self.machines[place];
        if machine.is_up {
            return;
        }
        machine.is_up = true;
        machine.life += 1;
        machine.paused_until = 0;
        let life = machine.life;
        self.begin_incarnation(place, node);
        self.at(
            self.now + ms(RENEW_INTERVAL),
            Happening::RenewLease { place, life },
        );
        self.at(self.now + BOT_INTERVAL, Happening::BotPlays { place, life });
    }

    fn begin_incarnation(&mut self, place: usize, node: u64) {
        let machine = &mut self.machines[place];
        machine.node = node;
        machine.contact = None;
        // Nobody is left to hear the answers.
        machine.queries.clear();
        machine.actors = std::iter::repeat_with(Actor::default).take(TABLES).collect();
        self.query(place, None, Query::Add { node });
    }

    fn query(&mut self, place: usize, table: Option<usize>, query: Query) {
        let id = self.fresh();
        let life = self.machines[place].life;
        self.machines[place].queries.insert(id, table);
        let timed_out = Happening::Answered {
            place,
            life,
            id,
            answer: Answer::TimedOut,
        };
        self.at(self.now + QUERY_TIMEOUT, timed_out);
        if !self.is_lost() {
            let arrival = self.now + self.delay();
            self.at(
                arrival,
                Happening::Asked {
                    place,
                    life,
                    id,
                    query,
                },
            );
        }
    }

    fn ask_database(&mut self, place: usize, life: u64, id: u64, query: &Query) {
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
            self.at(
                arrival,
                Happening::Answered {
                    place,
                    life,
                    id,
                    answer,
                },
            );
        }
    }

    fn lease_answered(&mut self, place: usize, answer: &Answer) {
        let now = Duration::from_millis(self.now);
        match answer {
            Answer::Added => self.machines[place].contact = Some(Contact::new(now)),
            Answer::Renewed(true) => {
                if let Some(contact) = &mut self.machines[place].contact {
                    contact.renewed(now);
                }
            }
            Answer::Renewed(false) => {
                self.counts.removed_alive += 1;
                let node = self.fresh();
                self.begin_incarnation(place, node);
            }
            _ => {}
        }
    }

    /// Lets a table at a node continue with what it waits for.
    fn work(&mut self, place: usize, table: usize) {
        let node = self.machines[place].node;
        let actor = &mut self.machines[place].actors[table];
        match &mut actor.state {
            ActorState::Asleep => {
                actor.state = ActorState::Waking;
                self.query(place, Some(table), Query::Ownership { table, node });
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
                    self.work(place, table);
                } else {
                    self.append(place, table, command);
                }
            }
        }
    }

    fn append(&mut self, place: usize, table: usize, command: u64) {
        if let ActorState::Awake {
            epoch,
            commands,
            appending,
        } = &mut self.machines[place].actors[table].state
        {
            *appending = Some(command);
            let query = Query::Append {
                table,
                epoch: *epoch,
                n: commands.len(),
                command,
            };
            self.query(place, Some(table), query);
        }
    }

    fn acknowledge(&mut self, client: usize, command: u64) {
        if !self.is_lost() {
            let arrival = self.now + self.delay();
            self.at(arrival, Happening::Acknowledged { client, command });
        }
    }

    fn table_answered(&mut self, place: usize, table: usize, answer: Answer) {
        let node = self.machines[place].node;
        let actor = &mut self.machines[place].actors[table];
        match answer {
            Answer::Ownership(Owner::Me, epoch) | Answer::Claimed(Some(epoch)) => {
                self.query(place, Some(table), Query::Load { table, epoch });
            }
            Answer::Ownership(Owner::Nobody, last_epoch) => {
                let claim = Query::Claim {
                    table,
                    node,
                    last_epoch,
                };
                self.query(place, Some(table), claim);
            }
            Answer::Claimed(None) => {
                self.query(place, Some(table), Query::Ownership { table, node });
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
                self.work(place, table);
            }
            Answer::Appended(true) => {
                if let ActorState::Awake {
                    commands, appending, ..
                } = &mut actor.state
                {
                    commands.extend(appending.take());
                }
                self.work(place, table);
            }
            // Another owner, or an unknown outcome: only the store knows what is true.
            Answer::Appended(false) | Answer::TimedOut => {
                actor.state = ActorState::Asleep;
                if !actor.waiting.is_empty() {
                    self.work(place, table);
                }
            }
            Answer::Added | Answer::Renewed(_) => {}
        }
    }

    fn forward(&mut self, owner: u64, requests: VecDeque<Request>) {
        let place = self.machines.iter().position(|machine| machine.node == owner);
        for request in requests {
            // A dead node doesn't answer, and the client tries again.
            if let Some(place) = place.filter(|_| !request.forwarded)
                && !self.is_lost()
            {
                let arrival = self.now + self.delay();
                let request = Request {
                    forwarded: true,
                    ..request
                };
                self.at(arrival, Happening::Requested { place, request });
            }
        }
    }

    fn next_command(&mut self, client: usize) {
        let command = self.fresh();
        self.clients[client] = command;
        self.counts.commands += 1;
        self.send_command(client, command);
    }

    /// Sends a command to whichever node the balancer gives the client.
    fn send_command(&mut self, client: usize, command: u64) {
        let place = usize::try_from(self.random.below(NODES as u64)).unwrap();
        let arrival = self.now + self.delay();
        let request = Request {
            client,
            table: client % TABLES,
            command,
            forwarded: false,
        };
        self.at(arrival, Happening::Requested { place, request });
        self.at(
            self.now + CLIENT_TIMEOUT,
            Happening::ClientTimeout { client, command },
        );
    }

    /// What is wrong after the run, if anything is.
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
