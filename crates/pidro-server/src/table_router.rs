//! Routes requests to the node that owns a table, whichever that is at the moment.

use std::sync::Arc;
use std::time::Duration;

use pidro_protocol::http::LobbyTable;
use pidro_protocol::{ChatMessage, PersonId, TableId};
use pidro_table::Command;
use quick_cache::sync::Cache;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::actor::{Tables, WatchStream};
use crate::cluster::{LinkClosed, PeerAnswer, PeerError, PeerRequest, Peers, RemoteStream};
use crate::request::{CommandReceipt, TableError, WatchRequest};
use crate::store::{Node, StoreError};

/// How long we look for the owner of a table and wait for its answer. The tables of a dead node
/// have a new owner after some two seconds.
const TIMEOUT: Duration = Duration::from_secs(15);
/// How long we wait after a node could not be reached, unless it is removed before.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);
/// How long the lobby waits for the tables of another node.
const LOBBY_TIMEOUT: Duration = Duration::from_secs(1);
/// How many owners of tables we remember.
const MAX_ROUTES: usize = 16 * 1024;

/// All tables of the cluster. Clones share everything.
#[derive(Clone)]
pub(crate) struct TableRouter {
    tables: Tables,
    peers: Peers,
    /// The tables of other nodes, as far as we know.
    routes: Arc<Cache<TableId, Node>>,
}

/// Where a request belongs.
enum Routed<T> {
    /// Here, and this is the answer.
    Local(Result<T, TableError>),
    /// At another node, which has not been asked yet.
    Remote(Node),
}

/// What to do after another node has been asked.
enum PeerOutcome<T> {
    Answered(Result<T, TableError>),
    /// Ask the current owner. The first request may have taken effect.
    Retry {
        outcome_unknown: bool,
    },
}

impl TableRouter {
    pub(crate) fn new(tables: Tables) -> TableRouter {
        TableRouter {
            peers: Peers::new(tables.membership().clone()),
            tables,
            routes: Arc::new(Cache::new(MAX_ROUTES)),
        }
    }

    /// Executes a person's command at a table, like [`Tables::command`].
    pub(crate) async fn command(
        &self,
        table: TableId,
        person: &PersonId,
        id: &str,
        command: &Command,
    ) -> Result<CommandReceipt, TableError> {
        let local = self.tables.command(table, person, id, command);
        match self.try_local(table, local).await {
            Routed::Local(answer) => answer,
            // Boxed to keep the futures of local requests small. `watch` and `say` do the same.
            Routed::Remote(node) => Box::pin(self.command_remote(node, table, person, id, command)).await,
        }
    }

    async fn command_remote(
        &self,
        mut node: Node,
        table: TableId,
        person: &PersonId,
        id: &str,
        command: &Command,
    ) -> Result<CommandReceipt, TableError> {
        let mut outcome_unknown = false;
        let execute = async {
            loop {
                let request = PeerRequest::Command {
                    table,
                    person: person.clone(),
                    id: id.to_owned(),
                    command: command.clone(),
                };
                let asked = self.peers.link(&node).ask(request).await;
                let receipt = |answer| match answer {
                    PeerAnswer::Executed(receipt) => Some(receipt),
                    _ => None,
                };
                match self.interpret_answer(table, &node, asked, receipt).await {
                    PeerOutcome::Answered(answer) => return answer,
                    // The command has an id, so the owner recognizes it if it has taken effect.
                    PeerOutcome::Retry {
                        outcome_unknown: unknown,
                    } => outcome_unknown |= unknown,
                }
                let local = self.tables.command(table, person, id, command);
                node = match self.try_local(table, local).await {
                    Routed::Local(answer) => return answer,
                    Routed::Remote(node) => node,
                };
            }
        };
        let executed = timeout(TIMEOUT, execute).await;
        match executed.unwrap_or_else(|_| Err(StoreError::OutcomeUnknown.into())) {
            Err(error) if outcome_unknown && !is_definitive(&error) => Err(StoreError::OutcomeUnknown.into()),
            answer => answer,
        }
    }

    /// Subscribes to a table, like [`Tables::watch`].
    pub(crate) async fn watch(
        &self,
        table: TableId,
        watch: &WatchRequest,
    ) -> Result<WatchStream, TableError> {
        match self.try_local(table, self.tables.watch(table, watch)).await {
            Routed::Local(answer) => answer,
            Routed::Remote(node) => Box::pin(self.watch_remote(node, table, watch)).await,
        }
    }

    async fn watch_remote(
        &self,
        mut node: Node,
        table: TableId,
        watch: &WatchRequest,
    ) -> Result<WatchStream, TableError> {
        let find = async {
            loop {
                let request = PeerRequest::Watch {
                    table,
                    watch: watch.clone(),
                };
                let asked = self.peers.link(&node).watch(request).await;
                let stream = |stream: RemoteStream| Some(WatchStream::remote(stream));
                if let PeerOutcome::Answered(answer) =
                    self.interpret_answer(table, &node, asked, stream).await
                {
                    return answer;
                }
                node = match self.try_local(table, self.tables.watch(table, watch)).await {
                    Routed::Local(answer) => return answer,
                    Routed::Remote(node) => node,
                };
            }
        };
        let found = timeout(TIMEOUT, find).await;
        found.unwrap_or(Err(TableError::Unreachable))
    }

    /// Sends a chat message to everybody at a table, like [`Tables::say`].
    pub(crate) async fn say(
        &self,
        table: TableId,
        person: &PersonId,
        message: &ChatMessage,
    ) -> Result<(), TableError> {
        let local = self.tables.say(table, person, message);
        match self.try_local(table, local).await {
            Routed::Local(answer) => answer,
            Routed::Remote(node) => Box::pin(self.say_remote(node, table, person, message)).await,
        }
    }

    async fn say_remote(
        &self,
        mut node: Node,
        table: TableId,
        person: &PersonId,
        message: &ChatMessage,
    ) -> Result<(), TableError> {
        let say = async {
            loop {
                let request = PeerRequest::Say {
                    table,
                    person: person.clone(),
                    message: message.clone(),
                };
                let asked = self.peers.link(&node).ask(request).await;
                let said = |answer| matches!(answer, PeerAnswer::Said).then_some(());
                match self.interpret_answer(table, &node, asked, said).await {
                    PeerOutcome::Answered(answer) => return answer,
                    // It has no id, and saying it twice would be worse than losing it.
                    PeerOutcome::Retry {
                        outcome_unknown: true,
                    } => return Ok(()),
                    PeerOutcome::Retry {
                        outcome_unknown: false,
                    } => {}
                }
                let local = self.tables.say(table, person, message);
                node = match self.try_local(table, local).await {
                    Routed::Local(answer) => return answer,
                    Routed::Remote(node) => node,
                };
            }
        };
        let said = timeout(TIMEOUT, say).await;
        said.unwrap_or(Err(TableError::Unreachable))
    }

    /// The newest tables in the lobbies of all nodes. A node that doesn't answer is left out.
    pub(crate) async fn lobby(&self, limit: usize) -> Vec<LobbyTable> {
        let mut tables = self.tables.listed(limit);
        let mut others = JoinSet::new();
        for node in self.tables.membership().others() {
            let link = self.peers.link(&node);
            others.spawn(async move { timeout(LOBBY_TIMEOUT, link.ask(PeerRequest::Lobby { limit })).await });
        }
        while let Some(answer) = others.join_next().await {
            if let Ok(Ok(Ok(Ok(PeerAnswer::Lobby(more))))) = answer {
                tables.extend(more);
            }
        }
        // Ids sort by creation time. A table that has just moved may be listed twice.
        tables.sort_by_cached_key(|listed| std::cmp::Reverse(listed.table.to_string()));
        tables.dedup_by_key(|listed| listed.table);
        tables.truncate(limit);
        tables
    }

    /// Runs a request here, unless another node owns the table.
    async fn try_local<T>(
        &self,
        table: TableId,
        local: impl Future<Output = Result<T, TableError>>,
    ) -> Routed<T> {
        // All our links close when we shut down.
        if self.tables.shutdown_token().is_cancelled() {
            return Routed::Local(Err(TableError::ShuttingDown));
        }
        if !self.tables.membership().lease_confirmed().await {
            return Routed::Local(Err(TableError::Unreachable));
        }
        let known = self.routes.get(&table);
        if let Some(node) = known.filter(|node| self.tables.membership().is_alive(node.id)) {
            return Routed::Remote(node);
        }
        match local.await {
            Err(TableError::OwnedBy(node)) => {
                self.routes.insert(table, node.clone());
                Routed::Remote(node)
            }
            answer => Routed::Local(answer),
        }
    }

    /// Interprets the answer of another node.
    async fn interpret_answer<A, T>(
        &self,
        table: TableId,
        node: &Node,
        asked: Result<Result<A, PeerError>, LinkClosed>,
        expected: impl FnOnce(A) -> Option<T>,
    ) -> PeerOutcome<T> {
        match asked {
            Ok(Ok(answer)) => PeerOutcome::Answered(expected(answer).ok_or(TableError::Broken)),
            Ok(Err(PeerError::NotOwner)) => {
                self.routes.remove(&table);
                // The owner may be giving up its tables, and still be in the database.
                sleep(RETRY_INTERVAL).await;
                PeerOutcome::Retry {
                    outcome_unknown: false,
                }
            }
            Ok(Err(error)) => PeerOutcome::Answered(Err(error.into())),
            Err(LinkClosed { sent }) => {
                tokio::select! {
                    () = self.tables.membership().removed(node.id) => {}
                    () = sleep(RETRY_INTERVAL) => {}
                }
                PeerOutcome::Retry {
                    outcome_unknown: sent,
                }
            }
        }
    }
}

/// Whether this error says that the command certainly had no effect and will have none, although an
/// earlier attempt was lost: the owner has looked for the command's id.
fn is_definitive(error: &TableError) -> bool {
    matches!(
        error,
        TableError::Refused(_)
            | TableError::RefusedByOwner { .. }
            | TableError::Store(StoreError::NoTable(_))
    )
}
