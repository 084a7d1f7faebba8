//! Metrics for operators, in Prometheus format.

use pidro::{Event, Phase};
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets, linear_buckets};
use prometheus_client::registry::{Registry, Unit};

/// The metrics of the store.
#[derive(Clone, Debug)]
pub(crate) struct StoreMetrics {
    pub(crate) commit: Histogram,
    pub(crate) writes: Counter,
    failed: Counter,
    pub(crate) unknown: Counter,
    failing: Gauge,
}

impl Default for StoreMetrics {
    fn default() -> StoreMetrics {
        StoreMetrics {
            commit: Histogram::new(exponential_buckets(0.000_1, 2.0, 16)),
            writes: Counter::default(),
            failed: Counter::default(),
            unknown: Counter::default(),
            failing: Gauge::default(),
        }
    }
}

impl StoreMetrics {
    pub(crate) fn record_success(&self) {
        self.failing.set(0);
    }

    pub(crate) fn record_failure(&self, writes: u64) {
        self.failed.inc_by(writes);
        self.failing.set(1);
    }

    /// Whether the last commit failed.
    pub(crate) fn is_failing(&self) -> bool {
        self.failing.get() != 0
    }
}

/// The metrics of the tables.
#[derive(Clone, Debug)]
pub(crate) struct TableMetrics {
    pub(crate) begun: Counter,
    pub(crate) finished: Counter,
    pub(crate) restarts: Counter,
    pub(crate) slow_clients: Counter,
    pub(crate) decisions: Family<DecisionLabels, Histogram>,
    pub(crate) thinking: Histogram,
    requested: Histogram,
    pool: Histogram,
    kills: Counter,
    killed: Counter,
}

/// The labels of a decision.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(crate) struct DecisionLabels {
    pub(crate) phase: PhaseLabel,
    pub(crate) by: DecidedBy,
}

/// A phase, named as in the protocol.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PhaseLabel(pub(crate) Phase);

impl EncodeLabelValue for PhaseLabel {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), std::fmt::Error> {
        EncodeLabelValue::encode(&self.0.to_string().as_str(), encoder)
    }
}

/// Who made a decision.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelValue)]
#[expect(non_camel_case_types, reason = "the label's values are the names")]
pub(crate) enum DecidedBy {
    person,
    bot,
    stand_in,
    /// A bot, because the person ran out of time.
    timed_out,
}

impl Default for TableMetrics {
    fn default() -> TableMetrics {
        let cards = || Histogram::new(linear_buckets(0.0, 1.0, 16));
        TableMetrics {
            begun: Counter::default(),
            finished: Counter::default(),
            restarts: Counter::default(),
            slow_clients: Counter::default(),
            // People take from a tenth of a second to minutes.
            decisions: Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.125, 2.0, 12))),
            thinking: Histogram::new(exponential_buckets(0.000_1, 2.0, 14)),
            requested: cards(),
            pool: cards(),
            kills: Counter::default(),
            killed: Counter::default(),
        }
    }
}

impl TableMetrics {
    /// Counts the public facts of a redeal.
    pub(crate) fn count_redeal(&self, event: &Event) {
        match event {
            Event::Redealt { requested, .. } => self.requested.observe(f64::from(*requested)),
            Event::Killed { cards, .. } => {
                self.kills.inc();
                self.killed.inc_by(cards.as_slice().len() as u64);
            }
            _ => {}
        }
    }

    /// Counts facts that are secret until the game is over: with few games, the sums would reveal
    /// them.
    pub(crate) fn count_after_game(&self, log: &[Event]) {
        for event in log {
            if let Event::Robbed { pool, .. } = event {
                self.pool
                    .observe(f64::from(u8::try_from(pool.len()).unwrap_or(u8::MAX)));
            }
        }
    }
}

/// The metrics of the HTTP and WebSocket interfaces.
#[derive(Clone, Debug, Default)]
pub(crate) struct InterfaceMetrics {
    pub(crate) requests: Family<RequestLabels, Counter>,
    pub(crate) connections: Gauge,
    pub(crate) commands: Family<CommandLabels, Counter>,
}

/// The labels of a finished HTTP request.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(crate) struct RequestLabels {
    pub(crate) route: String,
    pub(crate) status: u16,
}

/// The labels of a command: its outcome, which is `ok` or the code of its error.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(crate) struct CommandLabels {
    pub(crate) outcome: String,
}

/// The label of this node: its id in the cluster.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct NodeLabels {
    node: String,
}

/// All metrics and their registry.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    awake: Gauge,
    node: Family<NodeLabels, Gauge>,
    nodes: Gauge,
    pub(crate) interfaces: InterfaceMetrics,
}

impl Metrics {
    pub(crate) fn new(store: &StoreMetrics, table: &TableMetrics) -> Metrics {
        let mut registry = Registry::with_prefix("pidro");
        let (interfaces, awake) = (InterfaceMetrics::default(), Gauge::default());
        let (node, nodes) = (Family::<NodeLabels, Gauge>::default(), Gauge::default());
        registry.register("node", "The id of this node; the value is always 1", node.clone());
        registry.register(
            "nodes",
            "Nodes that share the database, including this one",
            nodes.clone(),
        );
        registry.register("tables_awake", "Tables in memory", awake.clone());
        registry.register("games_begun", "Started games", table.begun.clone());
        registry.register("games_finished", "Finished games", table.finished.clone());
        registry.register(
            "table_restarts",
            "Tables that panicked and restarted from the store",
            table.restarts.clone(),
        );
        registry.register(
            "slow_clients",
            "Clients that fell behind and got a fresh snapshot",
            table.slow_clients.clone(),
        );
        let help = "Time for a decision, by phase and by who decided";
        registry.register_with_unit("decision", help, Unit::Seconds, table.decisions.clone());
        registry.register_with_unit(
            "bot_thinking",
            "Thinking time of bots",
            Unit::Seconds,
            table.thinking.clone(),
        );
        registry.register(
            "redeal_requested",
            "Cards that a seat requested in the redeal",
            table.requested.clone(),
        );
        registry.register("redeal_pool", "Cards in the dealer's pool", table.pool.clone());
        registry.register("kills", "Seats that killed cards", table.kills.clone());
        registry.register("killed_cards", "Killed cards", table.killed.clone());
        registry.register_with_unit(
            "store_commit",
            "Duration of a commit",
            Unit::Seconds,
            store.commit.clone(),
        );
        registry.register("store_writes", "Attempted writes", store.writes.clone());
        registry.register("store_failures", "Failed writes", store.failed.clone());
        registry.register(
            "store_unknown",
            "Writes with an unknown outcome: the commit was sent, and no answer came",
            store.unknown.clone(),
        );
        registry.register(
            "store_failing",
            "Whether the last commit failed",
            store.failing.clone(),
        );
        registry.register(
            "http_requests",
            "HTTP requests by route and status",
            interfaces.requests.clone(),
        );
        registry.register(
            "connections",
            "WebSocket connections",
            interfaces.connections.clone(),
        );
        registry.register(
            "commands",
            "WebSocket commands by outcome",
            interfaces.commands.clone(),
        );
        Metrics {
            registry,
            awake,
            node,
            nodes,
            interfaces,
        }
    }

    /// All metrics as text, with the number of tables in memory, the id of this node and the number
    /// of nodes.
    pub(crate) fn text(&self, awake: usize, node: String, nodes: usize) -> String {
        self.awake.set(i64::try_from(awake).unwrap_or(i64::MAX));
        self.nodes.set(i64::try_from(nodes).unwrap_or(i64::MAX));
        // The node may have a new id since the last time.
        self.node.clear();
        self.node.get_or_create(&NodeLabels { node }).set(1);
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = text::encode(&mut text, &self.registry);
        text
    }
}
