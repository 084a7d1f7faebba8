//! One connection: a person or a spectator at a table, over a WebSocket.
//!
//! A connection is one task. What the table tells goes out as the client takes it; a client that takes nothing is dropped to a fresh snapshot by
//! the table, and closed when it takes nothing for long. No table ever waits for a connection.

mod request;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde::Serialize;
use tokio::time::{Instant, interval, sleep_until, timeout};

use crate::http::App;
use crate::http::error::{ApiError, ErrorText};
use crate::http::extract::From;
use crate::limits::{Caller, Ticket};
use crate::metrics::Outcome;
use crate::person::{Person, PersonId, Token};
use crate::store::TableId;
use crate::table::{Failure, Watch, Watching};
use crate::told::Told;
use request::{Asked, Line, Request};

/// The largest message from a client.
const LARGEST_MESSAGE: usize = 4096;
/// How often a client is asked whether it is there.
const PING: Duration = Duration::from_secs(20);
/// How long a client may say nothing, not even that it is there; and how long it may take to take a message.
const SILENCE: Duration = Duration::from_secs(50);

/// Lets a connection in.
pub(crate) async fn connect(
    State(app): State<Arc<App>>,
    From(caller): From,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| ApiError::bad(error.body_text()))?;
    check_origin(&headers, &app.url)?;
    let ticket = app
        .limiters
        .by_address
        .enter(&caller)
        .ok_or(ApiError::TooManyConnections)?;
    // A connection waits most of its life: its buffers are small.
    let upgrade = upgrade
        .read_buffer_size(2 * 1024)
        .write_buffer_size(0)
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE);
    Ok(upgrade.on_upgrade(async move |socket| Connection::new(app, socket, ticket).run().await))
}

/// A browser tells which page wants to connect: it must be one of ours. Programs tell nothing.
fn check_origin(headers: &HeaderMap, url: &str) -> Result<(), ApiError> {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return Ok(());
    };
    let origin = origin.to_str().map_err(|_| ApiError::WrongOrigin)?;
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let of_host = host.is_some_and(|host| origin.split_once("://").is_some_and(|(_, from)| from == host));
    if of_host || origin == url {
        Ok(())
    } else {
        Err(ApiError::WrongOrigin)
    }
}

struct Connection {
    app: Arc<App>,
    socket: WebSocket,
    id: u64,
    place: Option<Place>,
    messages: DefaultDirectRateLimiter,
    /// When the client was last heard.
    heard: Instant,
    _address: Ticket<Caller>,
}

/// The table that a connection has joined.
struct Place {
    table: TableId,
    person: Option<Person>,
    views: bool,
    watching: Watching,
    _person: Option<Ticket<PersonId>>,
}

/// Why a connection ends.
struct End(u16, &'static str);

/// The answer to a request.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer<'a> {
    Done {
        ok: bool,
        id: Option<&'a str>,
        /// The number of the first entry that the command caused.
        #[serde(skip_serializing_if = "Option::is_none")]
        n: Option<usize>,
    },
    Failed {
        ok: bool,
        id: Option<&'a str>,
        error: ErrorText,
    },
}

impl Connection {
    fn new(app: Arc<App>, socket: WebSocket, address: Ticket<Caller>) -> Connection {
        let rate = NonZeroU32::new(app.config.limits.messages_per_second).unwrap_or(NonZeroU32::MIN);
        app.metrics.doors.connections.inc();
        Connection {
            id: app.connection(),
            // Some at once are no harm: a client that comes back sends what it could not send.
            messages: RateLimiter::direct(Quota::per_second(rate).allow_burst(rate.saturating_mul(FOUR))),
            app,
            socket,
            place: None,
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
        // Who doesn't take that has gone.
        let _ = timeout(Duration::from_secs(1), close).await;
        self.app.metrics.doors.connections.dec();
    }

    async fn serve(&mut self) -> End {
        let app = Arc::clone(&self.app);
        let closing = app.tables.closing();
        let mut pings = interval(PING);
        loop {
            let silent = self.heard + SILENCE;
            let watching = self.place.as_mut().map(|place| &mut place.watching);
            let done = tokio::select! {
                biased;
                () = closing.cancelled() => Err(End(close_code::RESTART, "the server is shutting down")),
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message).await,
                    Some(Err(_)) => Err(End(close_code::PROTOCOL, "that is no message")),
                    None => Err(End(close_code::NORMAL, "gone")),
                },
                told = next(watching) => match told {
                    Some(told) => self.send_json(&told).await,
                    None => self.watch(None).await,
                },
                _ = pings.tick() => self.send(Message::Ping(axum::body::Bytes::new())).await,
                () = sleep_until(silent) => Err(End(close_code::AWAY, "nothing was heard for long")),
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Takes what the client says.
    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return Err(End(close_code::UNSUPPORTED, "messages are text")),
            Message::Close(_) => return Err(End(close_code::NORMAL, "closed")),
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
        };
        let line: Line = match serde_json::from_str(&text) {
            Ok(line) => line,
            Err(error) => return self.answer(None, Err(ApiError::bad(error.to_string()))).await,
        };
        let id = line.id.as_deref();
        if self.messages.check().is_err() {
            return self.answer(id, Err(ApiError::TooMany)).await;
        }
        let done = self.obey(&line).await;
        self.answer(id, done).await
    }

    /// Does what is asked; the number of the first entry, if there is one.
    async fn obey(&mut self, line: &Line) -> Result<Option<usize>, ApiError> {
        let Line { id, request } = line;
        if let Request::Join {
            table,
            token,
            from,
            views,
        } = request
        {
            return self
                .join(*table, token.as_deref(), *from, *views)
                .await
                .map(|()| None);
        }
        let person = self.place.as_ref().and_then(|place| place.person.as_ref());
        match request.asked(person)? {
            Asked::Ping => Ok(None),
            Asked::Say(saying) => {
                let (table, person) = self.who()?;
                self.app.tables.say(table, &person, &saying).await?;
                Ok(None)
            }
            Asked::Command(command) => {
                let (table, person) = self.who()?;
                let id = id
                    .as_deref()
                    .ok_or_else(|| ApiError::bad("a command needs an id"))?;
                let done = self.app.tables.command(table, &person, id, &command).await?;
                Ok(Some(done.entry + 1))
            }
        }
    }

    /// The table, and who sits or watches there with a token.
    fn who(&self) -> Result<(TableId, PersonId), ApiError> {
        let place = self.place.as_ref().ok_or(ApiError::NoTable)?;
        let person = place.person.as_ref().ok_or(ApiError::NoToken)?;
        Ok((place.table, person.id.clone()))
    }

    async fn join(
        &mut self,
        table: TableId,
        token: Option<&str>,
        from: Option<usize>,
        views: bool,
    ) -> Result<(), ApiError> {
        let person = match token {
            Some(token) => {
                let found = self.app.tables.store().person_with(&Token::given(token)).await?;
                Some(found.ok_or(ApiError::BadToken)?)
            }
            None => None,
        };
        // Its own place does not count twice.
        self.place = None;
        let ticket = match &person {
            Some(person) => Some(
                self.app
                    .limiters
                    .by_person
                    .enter(&person.id)
                    .ok_or(ApiError::TooManyConnections)?,
            ),
            None => None,
        };
        let watching = self
            .app
            .tables
            .watch(table, &self.watch_of(person.as_ref(), views, from))
            .await?;
        self.place = Some(Place {
            table,
            person,
            views,
            watching,
            _person: ticket,
        });
        Ok(())
    }

    fn watch_of(&self, person: Option<&Person>, views: bool, from: Option<usize>) -> Watch {
        Watch {
            connection: self.id,
            person: person.map(|person| person.id.clone()),
            views,
            from,
        }
    }

    /// Watches again: the client was too slow, or the table has come back from the store.
    async fn watch(&mut self, from: Option<usize>) -> Result<(), End> {
        let Some(place) = &self.place else {
            return Ok(());
        };
        let watch = self.watch_of(place.person.as_ref(), place.views, from);
        match self.app.tables.watch(place.table, &watch).await {
            Ok(watching) => {
                if let Some(place) = &mut self.place {
                    place.watching = watching;
                }
                Ok(())
            }
            Err(Failure::Refused(_)) => Err(End(close_code::POLICY, "the host has removed you")),
            Err(Failure::Closing) => Err(End(close_code::RESTART, "the server is shutting down")),
            Err(_) => Err(End(close_code::ERROR, "the table can't be reached")),
        }
    }

    async fn answer(&mut self, id: Option<&str>, done: Result<Option<usize>, ApiError>) -> Result<(), End> {
        let outcome = done.as_ref().map_or_else(|error| error.kind().1, |_| "ok");
        self.app
            .metrics
            .doors
            .commands
            .get_or_create(&Outcome { outcome })
            .inc();
        let answer = match &done {
            Ok(n) => Answer::Done { ok: true, id, n: *n },
            Err(error) => Answer::Failed {
                ok: false,
                id,
                error: error.into(),
            },
        };
        self.send_json(&answer).await
    }

    async fn send_json(&mut self, message: &impl Serialize) -> Result<(), End> {
        let text =
            serde_json::to_string(message).map_err(|_| End(close_code::ERROR, "that can't be told"))?;
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

const FOUR: NonZeroU32 = NonZeroU32::MIN.saturating_add(3);

/// What the table tells next; nothing before one is joined.
async fn next(watching: Option<&mut Watching>) -> Option<Told> {
    match watching {
        Some(watching) => watching.next().await,
        None => std::future::pending().await,
    }
}
