//! One WebSocket connection: a player or a spectator at a table.
//!
//! Each connection is one task. It forwards the table's messages as fast as the client reads them.
//! If the client falls behind, the table drops its stream and it gets a fresh snapshot; if it reads
//! nothing for too long, we close the connection. Tables never wait for connections.

mod joined;
pub(crate) mod node_link;
mod request;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use pidro_protocol::ErrorText;
use pidro_protocol::ws::{Answer, ServerMessage};
use serde::Serialize;
use tokio::sync::broadcast;
use tokio::time::{Instant, interval, sleep_until, timeout};

use crate::app::App;
use crate::http::error::ApiError;
use crate::http::extract::{ClientAddr, authenticate};
use crate::limits::{ClientNetwork, Permit};
use crate::metrics::CommandLabels;
use crate::notices::Notice;
use crate::request::CommandReceipt;
use joined::JoinedTable;
use request::{ParsedMessage, ValidRequest};

/// The maximum size of a message from a client.
const MAX_MESSAGE: usize = 4096;
/// How many messages may exceed the rate limit before the connection is closed.
const MAX_REFUSED: u32 = 200;
/// How many seconds' worth of messages a client may send at once: after a reconnect it sends what
/// it could not send before.
const BURST_SECONDS: NonZeroU32 = NonZeroU32::new(4).unwrap();
/// How often we ping a client.
const PING_INTERVAL: Duration = Duration::from_secs(20);
/// How long a client may stay silent, without even a pong, and how long a send to it may take.
const MAX_SILENCE: Duration = Duration::from_secs(50);

/// Accepts a connection.
pub(crate) async fn connect(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| ApiError::bad(error.body_text()))?;
    check_origin(
        &headers,
        app.config().public_url.is_some().then_some(app.url.as_str()),
    )?;
    let permit = app.limiters.websockets.acquire(&client);
    let permit = permit.ok_or(ApiError::TooManyConnections)?;
    // A shutdown waits for all of these tokens.
    let open = app.open_connections.token();
    // Connections are idle most of the time, so their buffers are small.
    let upgrade = upgrade
        .read_buffer_size(2 * 1024)
        .write_buffer_size(0)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE);
    Ok(upgrade.on_upgrade(async move |socket| {
        Connection::new(app, socket, client, permit).run().await;
        drop(open);
    }))
}

/// Browsers send the origin of the page that connects: it must be ours. Other programs send none.
fn check_origin(headers: &HeaderMap, url: Option<&str>) -> Result<(), ApiError> {
    let text = |name| {
        let value: Option<&HeaderValue> = headers.get(name);
        value.map(|value| value.to_str().unwrap_or_default())
    };
    let Some(origin) = text(header::ORIGIN) else {
        return Ok(());
    };
    let ours = match url {
        Some(url) => origin == url,
        // Without a public URL, accept whatever address the page was opened at.
        None => origin.split_once("://").map(|(_, host)| host) == text(header::HOST),
    };
    if ours { Ok(()) } else { Err(ApiError::WrongOrigin) }
}

struct Connection {
    app: Arc<App>,
    socket: WebSocket,
    id: u64,
    joined: Option<JoinedTable>,
    messages: DefaultDirectRateLimiter,
    /// How many messages exceeded the rate limit.
    refused: u32,
    /// When the client last sent anything.
    last_received: Instant,
    notices: broadcast::Receiver<Notice>,
    client: ClientNetwork,
    _permit: Permit<ClientNetwork>,
}

/// Why a connection ends: close code and reason.
struct CloseReason(u16, &'static str);

impl Connection {
    fn new(
        app: Arc<App>,
        socket: WebSocket,
        client: ClientNetwork,
        permit: Permit<ClientNetwork>,
    ) -> Connection {
        let rate = NonZeroU32::new(app.config().limits.messages_per_second).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(rate).allow_burst(rate.saturating_mul(BURST_SECONDS));
        app.metrics.interfaces.connections.inc();
        Connection {
            id: app.new_connection_id(),
            messages: RateLimiter::direct(quota),
            notices: app.notices.subscribe(),
            client,
            app,
            socket,
            joined: None,
            refused: 0,
            last_received: Instant::now(),
            _permit: permit,
        }
    }

    async fn run(mut self) {
        let CloseReason(code, reason) = self.serve().await;
        tracing::debug!(connection = self.id, code, reason, "connection closed");
        let frame = CloseFrame {
            code,
            reason: Utf8Bytes::from_static(reason),
        };
        let close = self.socket.send(Message::Close(Some(frame)));
        // If the client doesn't read this, it has gone.
        let _ = timeout(Duration::from_secs(1), close).await;
        self.app.metrics.interfaces.connections.dec();
    }

    /// Serves the client until something ends the connection, whatever the client is waiting for.
    async fn serve(&mut self) -> CloseReason {
        let app = Arc::clone(&self.app);
        let membership = app.tables.membership();
        let incarnation = membership.incarnation();
        tokio::select! {
            biased;
            // The client has reconnected elsewhere, and its old commands must not be executed now.
            () = membership.declared_dead(&incarnation) => {
                CloseReason(close_code::RESTART, "other servers have declared this one dead")
            }
            () = membership.contact_lost() => CloseReason(close_code::RESTART, "the server has lost its database"),
            end = self.serve_messages() => end,
        }
    }

    async fn serve_messages(&mut self) -> CloseReason {
        let app = Arc::clone(&self.app);
        let closing = app.tables.shutdown_token();
        let (mut pings, mut pinged) = (interval(PING_INTERVAL), 0);
        loop {
            let silent = self.last_received + MAX_SILENCE;
            // Handler futures are boxed so that idle connections stay small.
            let done = tokio::select! {
                biased;
                () = closing.cancelled() => Err(CloseReason(close_code::RESTART, "the server is shutting down")),
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => Box::pin(self.handle(message)).await,
                    Some(Err(_)) => Err(CloseReason(close_code::PROTOCOL, "malformed message")),
                    None => Err(CloseReason(close_code::NORMAL, "disconnected")),
                },
                message = joined::next_message(self.joined.as_mut()) => match message {
                    Some(message) => self.send_json(&message).await,
                    None => Box::pin(self.watch_again()).await,
                },
                notice = self.notices.recv() => Box::pin(self.heed(notice.ok())).await,
                _ = pings.tick() => {
                    pinged += 1;
                    Box::pin(self.ping(pinged)).await
                }
                () = sleep_until(silent) => Err(CloseReason(close_code::AWAY, "no message for too long")),
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Handles a message from the client.
    async fn handle(&mut self, message: Message) -> Result<(), CloseReason> {
        self.last_received = Instant::now();
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(CloseReason(close_code::UNSUPPORTED, "messages must be text")),
            // After a close frame the reply goes out, and nothing more comes in.
            Message::Close(_) | Message::Ping(_) | Message::Pong(_) => return Ok(()),
        };
        let ParsedMessage { id, request } = ParsedMessage::parse(&text);
        if self.messages.check().is_err() {
            self.refused += 1;
            if self.refused > MAX_REFUSED {
                return Err(CloseReason(close_code::POLICY, "too many messages"));
            }
            return self.answer(id.as_deref(), Err(ApiError::TooMany)).await;
        }
        let done = match request.and_then(ValidRequest::new) {
            Ok(request) => self.execute(id.as_deref(), request).await,
            Err(error) => Err(error),
        };
        self.answer(id.as_deref(), done).await
    }

    /// Executes a request. Returns its result if it is a command.
    async fn execute(
        &mut self,
        id: Option<&str>,
        request: ValidRequest,
    ) -> Result<Option<CommandReceipt>, ApiError> {
        let router = &self.app.table_router;
        match request {
            ValidRequest::Ping => Ok(None),
            ValidRequest::Join(join) => self.join(join).await.map(|()| None),
            ValidRequest::Say(message) => {
                let (table, person) = self.table_and_person()?;
                router.say(table, &person, &message).await?;
                Ok(None)
            }
            ValidRequest::Command(command) => {
                let (table, person) = self.table_and_person()?;
                let id = id.ok_or_else(|| ApiError::bad("a command needs an id"))?;
                let done = router.command(table, &person, id, &command).await?;
                Ok(Some(done))
            }
        }
    }

    /// Reacts to what an operator or the person has done. Without a notice we have missed some, and
    /// check everything.
    async fn heed(&mut self, notice: Option<Notice>) -> Result<(), CloseReason> {
        if let Some(Notice::Announcement(text)) = notice {
            let text = text.to_string();
            return self.send_json(&ServerMessage::Announcement { text }).await;
        }
        if self.app.notices.ban(&self.client).is_some() {
            return Err(CloseReason(close_code::POLICY, "this address is banned"));
        }
        let person = self.joined.as_ref().and_then(|joined| joined.person.as_ref());
        match (notice, person) {
            (Some(Notice::People(changed)), Some(person)) if !changed.contains(&person.id) => Ok(()),
            (Some(Notice::Bans), _) | (_, None) => Ok(()),
            _ => self.check_token().await,
        }
    }

    /// Checks that the client's token is still valid.
    async fn check_token(&mut self) -> Result<(), CloseReason> {
        let token = self.joined.as_ref().and_then(|joined| joined.token.clone());
        let Some(token) = token else {
            return Ok(());
        };
        match authenticate(&self.app, &token).await {
            Err(ApiError::BadToken) => Err(CloseReason(close_code::POLICY, "the token was revoked")),
            Err(ApiError::Banned(_)) => Err(CloseReason(close_code::POLICY, "this person is banned")),
            // If the store can't be read, the next check will tell.
            _ => Ok(()),
        }
    }

    /// Pings the client, and every third time checks that its token is still valid.
    async fn ping(&mut self, times: u32) -> Result<(), CloseReason> {
        if times.is_multiple_of(3) {
            self.check_token().await?;
        }
        self.send(Message::Ping(Bytes::new())).await
    }

    async fn answer(
        &mut self,
        id: Option<&str>,
        done: Result<Option<CommandReceipt>, ApiError>,
    ) -> Result<(), CloseReason> {
        let outcome = match &done {
            Ok(_) => "ok".to_owned(),
            Err(error) => error.kind().1.into_owned(),
        };
        let commands = &self.app.metrics.interfaces.commands;
        commands.get_or_create(&CommandLabels { outcome }).inc();
        let executed = done.as_ref().ok().copied().flatten();
        let answer = Answer {
            ok: done.is_ok(),
            id: id.map(str::to_owned),
            n: executed.map(|done| done.first_index + 1),
            again: executed.is_some_and(|done| done.repeated),
            error: done.as_ref().err().map(ErrorText::from),
        };
        self.send_json(&answer).await
    }

    async fn send_json(&mut self, message: &impl Serialize) -> Result<(), CloseReason> {
        let text = serde_json::to_string(message);
        let text = text.map_err(|_| CloseReason(close_code::ERROR, "the message can't be serialized"))?;
        self.send(Message::Text(text.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), CloseReason> {
        match timeout(MAX_SILENCE, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(CloseReason(close_code::NORMAL, "disconnected")),
            Err(_) => Err(CloseReason(close_code::AWAY, "the client does not read")),
        }
    }
}
