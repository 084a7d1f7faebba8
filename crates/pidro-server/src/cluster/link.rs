//! Links to other nodes: one WebSocket carries the requests of all clients of this node for the
//! tables of another one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use pidro_protocol::ws::ServerMessage;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::error::Elapsed;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tokio_util::sync::CancellationToken;

use super::frame::{FromOwner, PeerAnswer, PeerError, PeerRequest, ToOwner};
use super::lock;
use super::membership::{Incarnation, Membership};
use crate::store::{Node, NodeId};

/// The request header with the id of the node that opens a link.
pub(crate) const NODE_HEADER: &str = "x-pidro-node";
/// The request header with the id of the node that a request is meant for: an outdated address may
/// lead to a different node.
pub(crate) const TARGET_HEADER: &str = "x-pidro-target";
/// The request header with the secret of the cluster.
pub(crate) const SECRET_HEADER: &str = "x-pidro-cluster-secret";
/// The path at which nodes accept links.
pub(crate) const LINK_PATH: &str = "/cluster/link";
/// How long opening a link may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// How often a node pings the other end of a link, and how many unanswered pings end it. A node
/// that dies loses its lease before that; this is for a network that fails between two living
/// nodes.
const PING_INTERVAL: Duration = Duration::from_secs(1);
const MAX_UNANSWERED: u64 = 4;
/// How long a failed link is kept, so that the requests that find it don't each open another one.
const REOPEN_DELAY: Duration = Duration::from_millis(100);
/// How long a write may take. The other node reads all the time, so a longer one has failed.
const WRITE_TIMEOUT: Duration = Duration::from_secs(4);
/// How many messages may wait for a client of this node.
const MAX_PENDING: usize = 128;
/// How many frames are written between two flushes.
const MAX_BATCH: usize = 64;
/// The maximum size of a message: a snapshot with a long score sheet takes some tens of kilobytes.
const MAX_MESSAGE: usize = 16 * 1024 * 1024;

type Socket = WebSocketStream<TcpStream>;

/// The links to all other nodes. Clones share them.
#[derive(Clone)]
pub(crate) struct Peers {
    membership: Membership,
    links: Arc<Mutex<HashMap<NodeId, Arc<Link>>>>,
}

impl Peers {
    pub(crate) fn new(membership: Membership) -> Peers {
        Peers {
            membership,
            links: Arc::default(),
        }
    }

    /// The link to a node. Opens it if necessary; requests wait until it is open.
    pub(crate) fn link(&self, node: &Node) -> Arc<Link> {
        let mut links = lock(&self.links);
        links.retain(|_, link| !link.closed.is_cancelled());
        let open = || Link::open(node.clone(), self.membership.clone());
        Arc::clone(links.entry(node.id).or_insert_with(open))
    }
}

/// A link to another node.
pub(crate) struct Link {
    commands: mpsc::UnboundedSender<LinkCommand>,
    next_id: AtomicU64,
    closed: CancellationToken,
}

/// What a link's task has to do.
enum LinkCommand {
    /// End the subscription that this request began.
    StopWatching(u64),
    /// Send a request, and pass on the answer and, for a watch request, the messages.
    Ask {
        id: u64,
        request: PeerRequest,
        /// Set once the request may have reached the other node.
        sent: Arc<AtomicBool>,
        reply: oneshot::Sender<Result<PeerAnswer, PeerError>>,
        stream: Option<mpsc::Sender<ServerMessage>>,
    },
}

/// A stream of messages from another node. Dropping it ends the subscription.
#[derive(Debug)]
pub(crate) struct RemoteStream {
    pub(crate) messages: mpsc::Receiver<ServerMessage>,
    pub(crate) subscription: Subscription,
}

/// Ends a subscription at another node when it is dropped.
#[derive(Debug)]
pub(crate) struct Subscription {
    id: u64,
    commands: mpsc::UnboundedSender<LinkCommand>,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        // A link that has closed has no subscriptions.
        let _ = self.commands.send(LinkCommand::StopWatching(self.id));
    }
}

impl std::fmt::Debug for LinkCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LinkCommand")
    }
}

/// The link has closed before the answer came.
#[derive(Debug)]
pub(crate) struct LinkClosed {
    /// Whether the request may have reached the other node, and taken effect.
    pub(crate) sent: bool,
}

/// A request that waits for its answer.
struct PendingRequest {
    id: u64,
    sent: Arc<AtomicBool>,
    answer: oneshot::Receiver<Result<PeerAnswer, PeerError>>,
}

impl PendingRequest {
    async fn answer(self) -> Result<Result<PeerAnswer, PeerError>, LinkClosed> {
        let sent = self.sent;
        self.answer.await.map_err(|_| LinkClosed {
            sent: sent.load(Ordering::Relaxed),
        })
    }
}

impl Link {
    fn open(node: Node, membership: Membership) -> Arc<Link> {
        let (commands, queue) = mpsc::unbounded_channel();
        let incarnation = membership.incarnation();
        let closed = incarnation.ended.child_token();
        let link = Arc::new(Link {
            commands,
            next_id: AtomicU64::new(1),
            closed: closed.clone(),
        });
        tokio::spawn(async move {
            // Whatever ends the task closes the link.
            let _on_end = closed.clone().drop_guard();
            tokio::select! {
                () = closed.cancelled() => {}
                () = membership.removed(node.id) => {}
                ended = run(&node, &membership, &incarnation, queue) => if let Err(error) = ended {
                    tracing::warn!(node = %node.id, address = node.address, %error, "the link to a node failed");
                    sleep(REOPEN_DELAY).await;
                },
            }
        });
        link
    }

    /// Sends a request and waits for the answer.
    pub(crate) async fn ask(
        &self,
        request: PeerRequest,
    ) -> Result<Result<PeerAnswer, PeerError>, LinkClosed> {
        self.send(request, None).answer().await
    }

    /// Sends a watch request and waits until the stream has begun.
    pub(crate) async fn watch(
        &self,
        request: PeerRequest,
    ) -> Result<Result<RemoteStream, PeerError>, LinkClosed> {
        let (sender, messages) = mpsc::channel(MAX_PENDING);
        let waiting = self.send(request, Some(sender));
        let subscription = Subscription {
            id: waiting.id,
            commands: self.commands.clone(),
        };
        Ok(waiting.answer().await?.map(|_| RemoteStream {
            messages,
            subscription,
        }))
    }

    fn send(&self, request: PeerRequest, stream: Option<mpsc::Sender<ServerMessage>>) -> PendingRequest {
        let (reply, answer) = oneshot::channel();
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let sent = Arc::<AtomicBool>::default();
        // If the link has closed, the reply is dropped with the command.
        let _ = self.commands.send(LinkCommand::Ask {
            id,
            request,
            sent: Arc::clone(&sent),
            reply,
            stream,
        });
        PendingRequest { id, sent, answer }
    }
}

/// Opens the link and serves it until it fails. Pending requests and streams end with it.
async fn run(
    node: &Node,
    membership: &Membership,
    incarnation: &Incarnation,
    queue: mpsc::UnboundedReceiver<LinkCommand>,
) -> Result<(), tungstenite::Error> {
    let connect = connect(node, membership.secret(), incarnation.id);
    let socket = timeout(CONNECT_TIMEOUT, connect)
        .await
        .unwrap_or_else(timed_out)?;
    let (sink, source) = socket.split();
    let pending = Pending::default();
    let unanswered = AtomicU64::new(0);
    // Reading and writing must not wait for each other: both ends could be writing.
    tokio::select! {
        ended = write(sink, queue, &pending, &unanswered) => ended,
        ended = read(source, &pending, &unanswered) => ended,
    }
}

fn timed_out<T>(_: Elapsed) -> Result<T, tungstenite::Error> {
    Err(std::io::Error::from(std::io::ErrorKind::TimedOut).into())
}

async fn connect(node: &Node, secret: &str, me: NodeId) -> Result<Socket, tungstenite::Error> {
    let mut request = format!("ws://{}{LINK_PATH}", node.address).into_client_request()?;
    for (name, value) in [
        (NODE_HEADER, me.to_string()),
        (TARGET_HEADER, node.id.to_string()),
        (SECRET_HEADER, secret.to_owned()),
    ] {
        let value = value.parse().map_err(|_| tungstenite::Error::Utf8(value))?;
        request.headers_mut().insert(name, value);
    }
    let stream = TcpStream::connect(&node.address).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE));
    let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
    Ok(socket)
}

/// The requests that wait for an answer, and the streams.
#[derive(Default)]
struct Pending {
    answers: Mutex<HashMap<u64, oneshot::Sender<Result<PeerAnswer, PeerError>>>>,
    streams: Mutex<HashMap<u64, mpsc::Sender<ServerMessage>>>,
}

async fn write(
    mut sink: SplitSink<Socket, Message>,
    mut queue: mpsc::UnboundedReceiver<LinkCommand>,
    pending: &Pending,
    unanswered: &AtomicU64,
) -> Result<(), tungstenite::Error> {
    let mut pings = interval(PING_INTERVAL);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            count = queue.recv_many(&mut batch, MAX_BATCH) => if count == 0 {
                return Ok(());
            },
            _ = pings.tick() => {
                if unanswered.fetch_add(1, Ordering::Relaxed) >= MAX_UNANSWERED {
                    return Err(std::io::Error::from(std::io::ErrorKind::TimedOut).into());
                }
                let ping = sink.send(Message::Ping(Vec::new().into()));
                timeout(WRITE_TIMEOUT, ping).await.unwrap_or_else(timed_out)?;
            }
        }
        let frames: Vec<Message> = batch.drain(..).map(|command| pending.register(command)).collect();
        let send = async {
            for frame in frames {
                sink.feed(frame).await?;
            }
            sink.flush().await
        };
        timeout(WRITE_TIMEOUT, send).await.unwrap_or_else(timed_out)?;
    }
}

async fn read(
    mut source: SplitStream<Socket>,
    pending: &Pending,
    unanswered: &AtomicU64,
) -> Result<(), tungstenite::Error> {
    while let Some(message) = source.next().await {
        unanswered.store(0, Ordering::Relaxed);
        if let Message::Text(text) = message? {
            match serde_json::from_str(&text) {
                Ok(frame) => pending.dispatch(frame),
                Err(error) => tracing::error!(%error, "a node sent a malformed message"),
            }
        }
    }
    Ok(())
}

impl Pending {
    /// Registers a request as sent, and returns the frame to send for a command.
    fn register(&self, command: LinkCommand) -> Message {
        let frame = match command {
            LinkCommand::StopWatching(id) => {
                lock(&self.streams).remove(&id);
                // The client may have gone before the stream began.
                lock(&self.answers).remove(&id);
                ToOwner::StopWatching { id }
            }
            LinkCommand::Ask {
                id,
                request,
                sent,
                reply,
                stream,
            } => {
                sent.store(true, Ordering::Relaxed);
                lock(&self.answers).insert(id, reply);
                if let Some(stream) = stream {
                    lock(&self.streams).insert(id, stream);
                }
                ToOwner::Request { id, request }
            }
        };
        Message::text(serde_json::to_string(&frame).unwrap_or_default())
    }

    fn dispatch(&self, frame: FromOwner) {
        match frame {
            FromOwner::Answer { id, answer } => {
                if answer.is_err() {
                    lock(&self.streams).remove(&id);
                }
                if let Some(reply) = lock(&self.answers).remove(&id) {
                    // The caller may have gone.
                    let _ = reply.send(answer);
                }
            }
            FromOwner::Message { id, message } => {
                let mut streams = lock(&self.streams);
                // A client that falls behind loses its stream and watches again.
                if let Some(stream) = streams.get(&id)
                    && stream.try_send(*message).is_err()
                {
                    streams.remove(&id);
                }
            }
            FromOwner::StreamEnded { id } => {
                lock(&self.streams).remove(&id);
            }
        }
    }
}
