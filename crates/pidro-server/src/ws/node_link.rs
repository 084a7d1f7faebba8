//! Serves the links that other nodes open: answers the requests that they pass on for their
//! clients.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::cluster::{
    FromOwner, NODE_HEADER, PeerAnswer, PeerError, PeerRequest, ToOwner, is_from_node, is_meant_for,
};
use crate::http::error::ApiError;
use crate::store::NodeId;

/// How long to wait until a new node appears in our list, which each renewal of our lease updates.
/// Shorter than the other node waits for the link.
const SEEN_WITHIN: Duration = Duration::from_millis(1200);
/// How many messages may wait for the other node. After that, its clients fall behind.
const MAX_PENDING: usize = 1024;
/// How many frames are written between two flushes.
const MAX_BATCH: usize = 64;
/// How long the other node may stay silent, without even a ping.
const MAX_SILENCE: Duration = Duration::from_secs(5);

/// Accepts a link from a node of the same database.
pub(crate) async fn accept(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let node = headers.get(NODE_HEADER).and_then(|value| value.to_str().ok());
    let node = node.and_then(NodeId::parse).ok_or(ApiError::NotFound)?;
    if !is_from_node(&headers, app.tables.membership()) {
        return Err(ApiError::NotFound);
    }
    // A node that was removed must not pass anything on. A new one appears within a moment.
    let seen = timeout(SEEN_WITHIN, app.tables.membership().seen_alive(node)).await;
    if seen.is_err() || !is_meant_for(&headers, app.tables.membership()) {
        return Ok(StatusCode::MISDIRECTED_REQUEST.into_response());
    }
    let open = app.open_connections.token();
    Ok(upgrade.on_upgrade(async move |socket| {
        let membership = app.tables.membership().clone();
        let incarnation = membership.incarnation();
        tokio::select! {
            // Our tables belong to others now, or soon will.
            () = incarnation.ended.cancelled() => {}
            // A node that died silently has no clients any more.
            () = membership.removed(node) => {}
            () = serve(&app, socket) => {}
        }
        drop(open);
    }))
}

/// Serves requests until the link fails. Streams end with it.
async fn serve(app: &Arc<App>, socket: WebSocket) {
    let (sink, mut source) = socket.split();
    let (outgoing, queue) = mpsc::channel(MAX_PENDING);
    // Dropping the set aborts all tasks, and with them the subscriptions.
    let mut tasks = JoinSet::new();
    tasks.spawn(write(sink, queue));
    let mut streams: HashMap<u64, CancellationToken> = HashMap::new();
    while let Ok(Some(Ok(message))) = timeout(MAX_SILENCE, source.next()).await {
        while tasks.try_join_next().is_some() {}
        let Message::Text(text) = message else { continue };
        match serde_json::from_str(&text) {
            Ok(ToOwner::Request { id, request }) => {
                let stop = CancellationToken::new();
                if matches!(request, PeerRequest::Watch { .. }) {
                    streams.retain(|_, stop| !stop.is_cancelled());
                    streams.insert(id, stop.clone());
                }
                let (app, outgoing) = (Arc::clone(app), outgoing.clone());
                tasks.spawn(async move {
                    let _on_end = stop.clone().drop_guard();
                    tokio::select! {
                        () = stop.cancelled() => {}
                        () = answer(&app, id, request, &outgoing) => {}
                    }
                });
            }
            Ok(ToOwner::StopWatching { id }) => {
                if let Some(stop) = streams.remove(&id) {
                    stop.cancel();
                }
            }
            Err(error) => {
                tracing::error!(%error, "a node sent a malformed message");
                return;
            }
        }
    }
}

/// Answers a request; for a watch request, passes on the messages until the stream ends.
async fn answer(app: &App, id: u64, request: PeerRequest, outgoing: &mpsc::Sender<FromOwner>) {
    let tables = &app.tables;
    // If the link has failed, nobody waits for the answer.
    let send = async |answer: Result<PeerAnswer, PeerError>| {
        let _ = outgoing.send(FromOwner::Answer { id, answer }).await;
    };
    match request {
        PeerRequest::Command {
            table,
            person,
            id: command_id,
            command,
        } => {
            let executed = tables.command(table, &person, &command_id, &command).await;
            send(executed.map(PeerAnswer::Executed).map_err(PeerError::from)).await;
        }
        PeerRequest::Say {
            table,
            person,
            message,
        } => {
            let said = tables.say(table, &person, &message).await;
            send(said.map(|()| PeerAnswer::Said).map_err(PeerError::from)).await;
        }
        PeerRequest::Lobby { limit } => send(Ok(PeerAnswer::Lobby(tables.listed(limit)))).await,
        PeerRequest::Watch { table, watch } => match tables.watch(table, &watch).await {
            Err(error) => send(Err(error.into())).await,
            Ok(mut stream) => {
                send(Ok(PeerAnswer::Watching)).await;
                while let Some(message) = stream.next().await {
                    let message = FromOwner::Message {
                        id,
                        message: Box::new(message),
                    };
                    if outgoing.send(message).await.is_err() {
                        return;
                    }
                }
                let _ = outgoing.send(FromOwner::StreamEnded { id }).await;
            }
        },
    }
}

async fn write(mut sink: SplitSink<WebSocket, Message>, mut queue: mpsc::Receiver<FromOwner>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, MAX_BATCH).await > 0 {
        for frame in batch.drain(..) {
            let text = serde_json::to_string(&frame).unwrap_or_default();
            if sink.feed(Message::Text(text.into())).await.is_err() {
                return;
            }
        }
        if sink.flush().await.is_err() {
            return;
        }
    }
}
