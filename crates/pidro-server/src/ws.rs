//! One WebSocket connection: a player or a spectator at a table.
//!
//! Each connection is one task. It forwards the table's messages as fast as the client reads them.
//! If the client falls behind, the table drops its stream and it gets a fresh snapshot; if it reads
//! nothing for too long, we close the connection. Tables never wait for connections.

mod place;
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
use serde::Serialize;
use tokio::time::{Instant, interval, sleep_until, timeout};

use crate::actor::Done;
use crate::http::App;
use crate::http::error::{ApiError, ErrorText};
use crate::http::extract::ClientAddr;
use crate::limits::{Caller, Permit};
use crate::metrics::Outcome;
use place::Place;
use request::{Asked, Line};

/// The maximum size of a message from a client.
const LARGEST_MESSAGE: usize = 4096;
/// How many messages may exceed the rate limit before the connection is closed.
const MOST_REFUSED: u32 = 200;
/// How many seconds' worth of messages a client may send at once: after a reconnect it sends what
/// it could not send before.
const BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(3);
/// How often we ping a client.
const PING: Duration = Duration::from_secs(20);
/// How long a client may stay silent, without even a pong, and how long a send to it may take.
const SILENCE: Duration = Duration::from_secs(50);

/// Accepts a connection.
pub(crate) async fn connect(
    State(app): State<Arc<App>>,
    ClientAddr(caller): ClientAddr,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| ApiError::bad(error.body_text()))?;
    check_origin(
        &headers,
        app.config.public_url.is_some().then_some(app.url.as_str()),
    )?;
    let ticket = app.limiters.by_address.enter(&caller);
    let ticket = ticket.ok_or(ApiError::TooManyConnections)?;
    // A shutdown waits for all of these tokens.
    let open = app.open.token();
    // Connections are idle most of the time, so their buffers are small.
    let upgrade = upgrade
        .read_buffer_size(2 * 1024)
        .write_buffer_size(0)
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE);
    Ok(upgrade.on_upgrade(async move |socket| {
        Connection::new(app, socket, ticket).run().await;
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
    place: Option<Place>,
    messages: DefaultDirectRateLimiter,
    /// How many messages exceeded the rate limit.
    refused: u32,
    /// When the client last sent anything.
    heard: Instant,
    _address: Permit<Caller>,
}

/// Why a connection ends: close code and reason.
struct End(u16, &'static str);

/// The answer to a request.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer<'a> {
    Done {
        ok: bool,
        id: Option<&'a str>,
        /// The number of the first event that the command caused.
        #[serde(skip_serializing_if = "Option::is_none")]
        n: Option<usize>,
        /// Whether the command had already taken effect earlier.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        again: bool,
    },
    Failed {
        ok: bool,
        id: Option<&'a str>,
        error: ErrorText,
    },
}

impl Connection {
    fn new(app: Arc<App>, socket: WebSocket, address: Permit<Caller>) -> Connection {
        let rate = NonZeroU32::new(app.config.limits.messages_per_second).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(rate).allow_burst(rate.saturating_mul(BURST));
        app.metrics.routes.connections.inc();
        Connection {
            id: app.connection(),
            messages: RateLimiter::direct(quota),
            app,
            socket,
            place: None,
            refused: 0,
            heard: Instant::now(),
            _address: address,
        }
    }

    async fn run(mut self) {
        let End(code, reason) = self.serve().await;
        tracing::debug!(connection = self.id, code, reason, "a connection ends");
        let frame = CloseFrame {
            code,
            reason: Utf8Bytes::from_static(reason),
        };
        let close = self.socket.send(Message::Close(Some(frame)));
        // If the client doesn't read this, it has gone.
        let _ = timeout(Duration::from_secs(1), close).await;
        self.app.metrics.routes.connections.dec();
    }

    async fn serve(&mut self) -> End {
        let app = Arc::clone(&self.app);
        let closing = app.tables.closing();
        let (mut pings, mut pinged) = (interval(PING), 0);
        loop {
            let silent = self.heard + SILENCE;
            // Handler futures are boxed so that idle connections stay small.
            let done = tokio::select! {
                biased;
                () = closing.cancelled() => Err(End(close_code::RESTART, "the server is shutting down")),
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => Box::pin(self.hear(message)).await,
                    Some(Err(_)) => Err(End(close_code::PROTOCOL, "that is no message")),
                    None => Err(End(close_code::NORMAL, "gone")),
                },
                told = place::next(self.place.as_mut()) => match told {
                    Some(told) => self.send_json(&told).await,
                    None => Box::pin(self.watch_again()).await,
                },
                _ = pings.tick() => {
                    pinged += 1;
                    Box::pin(self.ping(pinged)).await
                }
                () = sleep_until(silent) => Err(End(close_code::AWAY, "nothing was heard for long")),
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Handles a message from the client.
    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(End(close_code::UNSUPPORTED, "messages are text")),
            // After a close frame the reply goes out, and nothing more comes in.
            Message::Close(_) | Message::Ping(_) | Message::Pong(_) => return Ok(()),
        };
        let Line { id, request } = Line::read(&text);
        if self.messages.check().is_err() {
            self.refused += 1;
            if self.refused > MOST_REFUSED {
                return Err(End(close_code::POLICY, "too many messages"));
            }
            return self.answer(id.as_deref(), Err(ApiError::TooMany)).await;
        }
        let person = self.place.as_ref().and_then(|place| place.person.as_ref());
        let done = match request.and_then(|request| request.asked(person)) {
            Ok(asked) => self.obey(id.as_deref(), asked).await,
            Err(error) => Err(error),
        };
        self.answer(id.as_deref(), done).await
    }

    /// Executes a request. Returns its result if it is a command.
    async fn obey(&mut self, id: Option<&str>, asked: Asked) -> Result<Option<Done>, ApiError> {
        let tables = &self.app.tables;
        match asked {
            Asked::Ping => Ok(None),
            Asked::Join(join) => self.join(join).await.map(|()| None),
            Asked::Say(saying) => {
                let (table, person) = self.who()?;
                tables.say(table, &person, &saying).await?;
                Ok(None)
            }
            Asked::Command(command) => {
                let (table, person) = self.who()?;
                let id = id.ok_or_else(|| ApiError::bad("a command needs an id"))?;
                let done = tables.command(table, &person, id, &command).await?;
                Ok(Some(done))
            }
        }
    }

    /// Pings the client, and every third time checks that its token is still valid.
    async fn ping(&mut self, times: u32) -> Result<(), End> {
        let token = self.place.as_ref().and_then(|place| place.token.clone());
        if let Some(token) = token.filter(|_| times.is_multiple_of(3))
            && matches!(place::whose(&self.app, &token).await, Err(ApiError::BadToken))
        {
            return Err(End(close_code::POLICY, "the token was given back"));
        }
        self.send(Message::Ping(Bytes::new())).await
    }

    async fn answer(&mut self, id: Option<&str>, done: Result<Option<Done>, ApiError>) -> Result<(), End> {
        let outcome = done.as_ref().map_or_else(|error| error.kind().1, |_| "ok");
        let commands = &self.app.metrics.routes.commands;
        commands.get_or_create(&Outcome { outcome }).inc();
        let answer = match &done {
            Ok(done) => Answer::Done {
                ok: true,
                id,
                n: done.map(|done| done.entry + 1),
                again: done.is_some_and(|done| done.again),
            },
            Err(error) => Answer::Failed {
                ok: false,
                id,
                error: error.into(),
            },
        };
        self.send_json(&answer).await
    }

    async fn send_json(&mut self, message: &impl Serialize) -> Result<(), End> {
        let text = serde_json::to_string(message);
        let text = text.map_err(|_| End(close_code::ERROR, "that can't be told"))?;
        self.send(Message::Text(text.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        match timeout(SILENCE, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End(close_code::NORMAL, "gone")),
            Err(_) => Err(End(close_code::AWAY, "nothing was taken for long")),
        }
    }
}
