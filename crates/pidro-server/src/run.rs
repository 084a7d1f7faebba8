//! Starts, runs and stops the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::routing::get;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{interval, sleep, timeout};
use tower::ServiceExt;
use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};
use crate::http::extract::RequestDue;
use crate::http::{App, router};
use crate::limits::{Caller, Place};
use crate::store::{Store, StoreError};
use crate::stream::{Activity, Stream};
use crate::tables::Tables;
use crate::ws;

/// How long each step of a shutdown may take.
const GOODBYE: Duration = Duration::from_secs(10);
/// The maximum size of a request head, and of the buffer for it. Longer heads get 431.
const LONGEST_HEAD: usize = 16 * 1024;
/// The maximum number of headers in a request.
const MOST_HEADERS: usize = 64;
/// The system's buffers for outgoing and incoming data. By default they grow to megabytes per
/// connection, and hide the progress of a slow client for so long that the client seems to read
/// nothing for minutes.
const SEND_BUFFER: u32 = 128 * 1024;
const RECEIVE_BUFFER: u32 = 64 * 1024;
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1024;
/// How long we wait after a failed accept.
const PAUSE: Duration = Duration::from_millis(100);
/// How often the limiters drop old entries.
const TIDY: Duration = Duration::from_mins(1);

/// Why the server could not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The server can't listen at the address.
    #[error("can't listen at {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The cause.
        error: std::io::Error,
    },
    /// The store can't be opened.
    #[error("the store {place} can't be opened: {error}")]
    Store {
        /// The store's location, without a password.
        place: String,
        /// The cause.
        error: StoreError,
    },
    /// The command line contains a password, which everybody on the machine could see.
    #[error(
        "a password on the command line can be seen by others: put the address into PIDRO_STORE, or into a file for --store-file"
    )]
    Password,
    /// The file with the store's location can't be read.
    #[error("{file}: {error}")]
    StoreFile {
        /// The file.
        file: String,
        /// The cause.
        error: std::io::Error,
    },
    /// The runtime or the signal handlers can't be started.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

/// Runs the server until a signal stops the process. `default` is the store to use if the
/// configuration names none. `ready` is called once the server listens.
///
/// # Errors
///
/// If the server can't start.
pub fn run(config: Config, default: &str, ready: impl FnOnce(&Server)) -> Result<(), ServeError> {
    let filter = EnvFilter::try_from_env("PIDRO_LOG").unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // A second server in the same process logs with the first one's settings.
    let _ = match config.log_format {
        LogFormat::Text => logs.try_init(),
        LogFormat::Json => logs.json().try_init(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::start(config, default).await?;
        ready(&server);
        ended().await?;
        tracing::info!("the server ends");
        tokio::select! {
            () = server.stop() => Ok(()),
            // A second signal ends the process without waiting.
            again = ended() => Ok(again?),
        }
    })
}

/// A running server. It runs in the background of a Tokio runtime.
pub struct Server {
    app: Arc<App>,
    place: String,
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl Server {
    /// Opens the store and starts listening.
    ///
    /// # Errors
    ///
    /// If the store can't be opened, or the address can't be listened at.
    pub async fn start(config: Config, default: &str) -> Result<Server, ServeError> {
        let place = store_of(&config, default)?;
        let shown = without_password(&place);
        let opened = Store::open(&place).await;
        let store = opened.map_err(|error| ServeError::Store {
            place: shown.clone(),
            error,
        })?;
        let wanted = config.address;
        let listen = |error| ServeError::Listen {
            address: wanted,
            error,
        };
        let listener = listener(wanted).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let url = config
            .public_url
            .as_ref()
            .map(|url| url.trim_end_matches('/').to_owned());
        let url = url.unwrap_or_else(|| format!("http://{}", reachable(address)));
        let tables = Tables::new(store, config.times);
        let app = Arc::new(App::new(tables, config, url));
        let serving = tokio::spawn(serve(listener, Arc::clone(&app)));
        tracing::info!(%address, store = shown, "the server listens");
        Ok(Server {
            app,
            place: shown,
            address,
            serving,
        })
    }

    /// The URL for users.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.app.url
    }

    /// The address the server listens at.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The store's location, without a password.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.app.tables
    }

    /// Shuts down: finishes all writes, tells the clients, and ends.
    pub async fn stop(self) {
        // The same signal closes the connections.
        if timeout(GOODBYE, self.app.tables.close()).await.is_err() {
            tracing::warn!("some tables could not finish what they were writing");
        }
        if timeout(GOODBYE, self.serving).await.is_err() {
            tracing::warn!("some connections did not say goodbye");
        }
        if timeout(GOODBYE, self.app.tables.store().close()).await.is_err() {
            tracing::warn!("the store could not be closed in time");
        }
    }
}

/// An address that others can connect to. If the server listens on all interfaces, this picks one
/// of them.
fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // This sends no packet: the system only chooses the source address that it would use. The
    // target is an address reserved for documentation.
    let chosen = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    let ip = chosen.map_or(IpAddr::from(Ipv4Addr::LOCALHOST), |own| own.ip());
    SocketAddr::new(ip, address.port())
}

/// Opens the listener, with limited system buffers for each connection.
fn listener(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    // Lets a restarted server listen immediately. On Windows the option means something else.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Limits a log message to one per minute.
#[derive(Default)]
struct LogThrottle(Option<Instant>);

impl LogThrottle {
    fn due(&mut self) -> bool {
        let due = self.0.is_none_or(|last| last.elapsed() >= TIDY);
        if due {
            self.0 = Some(Instant::now());
        }
        due
    }
}

/// Accepts the next connection, as soon as the connection limit allows it.
///
/// Until then, clients wait in the system's queue. This leaves file descriptors for the store, and
/// avoids a busy loop of failing accepts.
async fn next(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
    warned: &mut LogThrottle,
) -> std::io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    if room.available_permits() == 0 && warned.due() {
        tracing::warn!("there is no room for more connections: they wait");
    }
    let place = Arc::clone(room).acquire_owned().await;
    let place = place.map_err(std::io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer, place))
}

/// Accepts connections until the server shuts down.
async fn serve(listener: TcpListener, app: Arc<App>) {
    let closing = app.tables.closing().clone();
    let mut tidy = interval(TIDY);
    let routes = router(Arc::clone(&app), get(ws::connect));
    let (mut full, mut failing) = (LogThrottle::default(), LogThrottle::default());
    loop {
        let next = tokio::select! {
            () = closing.cancelled() => break,
            _ = tidy.tick() => {
                app.limiters.tidy();
                continue;
            }
            next = next(&listener, &app.limiters.room, &mut full) => next,
        };
        let (stream, peer, place) = match next {
            Ok(next) => next,
            Err(error) => {
                // The process has probably run out of file descriptors: retrying at once would not
                // help.
                if failing.due() {
                    tracing::warn!(%error, "a connection can't be taken");
                }
                sleep(PAUSE).await;
                continue;
            }
        };
        // Behind a proxy, all connections come from one address.
        let ticket = app.limiters.sockets.enter(&Caller::from(peer.ip()));
        if ticket.is_none() && !app.config.behind_proxy {
            continue;
        }
        // Send small messages immediately instead of waiting for acknowledgements.
        let _ = stream.set_nodelay(true);
        let connection = serve_connection(stream, peer, (place, ticket), routes.clone(), Arc::clone(&app));
        app.open.spawn(connection);
    }
    drop(listener);
    app.open.close();
    app.open.wait().await;
}

/// Serves one connection until it closes or becomes a WebSocket.
async fn serve_connection(stream: TcpStream, peer: SocketAddr, place: Place, routes: Router, app: Arc<App>) {
    let patience = app.config.patience;
    let activity = Activity::new();
    let stream = Stream::new(stream, Arc::clone(&activity), patience.answer, place);
    let handled = Arc::clone(&activity);
    let service = service_fn(move |mut request: Request<Incoming>| {
        let activity = Arc::clone(&handled);
        let due = RequestDue(activity.handling() + patience.request);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(due);
        let answer = routes.clone().oneshot(request);
        async move {
            let answer = answer.await;
            activity.answering();
            answer
        }
    });
    let mut http = http1::Builder::new();
    let http = http
        .timer(TokioTimer::new())
        .header_read_timeout(patience.request)
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS);
    let connection = http
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // Clients may disconnect at any time; that is not an error.
    let _ = tokio::select! {
        done = connection.as_mut() => done,
        () = app.tables.closing().cancelled() => {
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                done = connection => done,
                () = activity.wait_until_closable(patience.goodbye) => Ok(()),
            }
        }
    };
}

/// The store's location: from the command line, a file, the environment, or the default.
fn store_of(config: &Config, default: &str) -> Result<String, ServeError> {
    if let Some(place) = &config.store {
        return if without_password(place) == *place {
            Ok(place.clone())
        } else {
            Err(ServeError::Password)
        };
    }
    if let Some(file) = &config.store_file {
        let text = std::fs::read_to_string(file).map_err(|error| ServeError::StoreFile {
            file: file.display().to_string(),
            error,
        })?;
        return Ok(text.trim().to_owned());
    }
    Ok(std::env::var("PIDRO_STORE").unwrap_or_else(|_| default.to_owned()))
}

/// Removes the password from a store's location.
fn without_password(place: &str) -> String {
    let Some((scheme, rest)) = place.split_once("://") else {
        return place.to_owned();
    };
    let (path, query) = rest
        .split_once('?')
        .map_or((rest, None), |(path, query)| (path, Some(query)));
    let path = match path.rsplit_once('@') {
        Some((user, host)) => format!("{}@{host}", user.split_once(':').map_or(user, |(name, _)| name)),
        None => path.to_owned(),
    };
    let query = query.map(|query| {
        let kept = query.split('&').filter(|part| !part.starts_with("password="));
        format!("?{}", kept.collect::<Vec<_>>().join("&"))
    });
    format!("{scheme}://{path}{}", query.unwrap_or_default())
}

/// Waits for a signal to end the process.
async fn ended() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut terminate, mut hang_up) = (signal(SignalKind::terminate())?, signal(SignalKind::hangup())?);
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = terminate.recv() => Ok(()),
            _ = hang_up.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_an_address_is_hidden() {
        for (place, shown) in [
            ("pidro.sqlite", "pidro.sqlite"),
            ("postgres://anna@db/pidro", "postgres://anna@db/pidro"),
            ("postgres://anna:se:c@ret@db/pidro", "postgres://anna@db/pidro"),
            (
                "postgres://db/pidro?password=x&host=/run",
                "postgres://db/pidro?host=/run",
            ),
        ] {
            assert_eq!(without_password(place), shown);
        }
        let mut config = Config::with_store("postgres://anna:secret@db/pidro");
        assert!(matches!(store_of(&config, ""), Err(ServeError::Password)));
        config.store = None;
        assert_eq!(store_of(&config, "games.sqlite").unwrap(), "games.sqlite");
    }
}
