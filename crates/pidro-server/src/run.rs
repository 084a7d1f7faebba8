//! The server from its beginning to its end.

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

/// How long connections may take to say goodbye when the server ends.
const GOODBYE: Duration = Duration::from_secs(10);
/// The longest head of a request, and what a connection buffers of it. A longer one gets 431.
const LONGEST_HEAD: usize = 16 * 1024;
/// The most headers of a request.
const MOST_HEADERS: usize = 64;
/// What the system may buffer of an answer, and of what a client sends. Left alone it takes megabytes for each connection, and
/// would be told so late that a slow client takes something that it seems to take nothing for minutes.
const SEND_BUFFER: u32 = 128 * 1024;
const RECEIVE_BUFFER: u32 = 64 * 1024;
/// How many connections wait to be taken.
const BACKLOG: u32 = 1024;
/// How long we wait when a connection can't be taken.
const PAUSE: Duration = Duration::from_millis(100);
/// How often what limits remember is tidied up.
const TIDY: Duration = Duration::from_mins(1);

/// Why a server could not begin.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address can't be listened at.
    #[error("can't listen at {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What is wrong with it.
        error: std::io::Error,
    },
    /// The store can't be opened.
    #[error("the store {place} can't be opened: {error}")]
    Store {
        /// Where it is, without a password.
        place: String,
        /// What is wrong with it.
        error: StoreError,
    },
    /// A password is where everybody on the machine can see it.
    #[error(
        "a password on the command line can be seen by others: put the address into PIDRO_STORE, or into a file for --store-file"
    )]
    Password,
    /// The file with the address of the store can't be read.
    #[error("{file}: {error}")]
    StoreFile {
        /// The file.
        file: String,
        /// What is wrong with it.
        error: std::io::Error,
    },
    /// The runtime can't be started, or signals can't be heard.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

/// Serves until the process is told to end. `default` is where tables are kept if nothing else is said; `ready` hears the address.
///
/// # Errors
///
/// If the server can't begin.
pub fn run(config: Config, default: &str, ready: impl FnOnce(&Server)) -> Result<(), ServeError> {
    let filter = EnvFilter::try_from_env("PIDRO_LOG").unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // A second server in one process logs with the first one's settings.
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
            // Told twice, it doesn't wait.
            again = ended() => Ok(again?),
        }
    })
}

/// A server that runs in the background of a runtime.
pub struct Server {
    app: Arc<App>,
    place: String,
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl Server {
    /// Opens the store and listens.
    ///
    /// # Errors
    ///
    /// If it can't.
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

    /// The address that people use.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.app.url
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where tables are kept, without a password.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The tables.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.app.tables
    }

    /// Finishes what is being written, tells the clients, and ends.
    pub async fn stop(self) {
        // Connections hear of it from the same signal.
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

/// An address that others can use: who listens at all addresses of a machine has to name one of them.
fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // No packet is sent: the system only chooses the address that it would send from. The other one is for documents.
    let chosen = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    let ip = chosen.map_or(IpAddr::from(Ipv4Addr::LOCALHOST), |own| own.ip());
    SocketAddr::new(ip, address.port())
}

/// Listens, with what the system may buffer for each connection.
fn listener(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    // A server that is started again listens at once. On Windows the option means something else.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Something that is worth saying once a minute, however often it happens.
#[derive(Default)]
struct Seldom(Option<Instant>);

impl Seldom {
    fn due(&mut self) -> bool {
        let due = self.0.is_none_or(|last| last.elapsed() >= TIDY);
        if due {
            self.0 = Some(Instant::now());
        }
        due
    }
}

/// The next connection, as soon as there is room for one.
///
/// While there is none, clients wait in the system's queue. So the process has descriptors left for the store, and nobody asks
/// over and over for one that it can't have.
async fn next(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
    warned: &mut Seldom,
) -> std::io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    if room.available_permits() == 0 && warned.due() {
        tracing::warn!("there is no room for more connections: they wait");
    }
    let place = Arc::clone(room).acquire_owned().await;
    let place = place.map_err(std::io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer, place))
}

/// Takes connections until the server ends.
async fn serve(listener: TcpListener, app: Arc<App>) {
    let closing = app.tables.closing().clone();
    let mut tidy = interval(TIDY);
    let doors = router(Arc::clone(&app), get(ws::connect));
    let (mut full, mut failing) = (Seldom::default(), Seldom::default());
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
                // Out of descriptors, most likely: it is no use to ask again at once.
                if failing.due() {
                    tracing::warn!(%error, "a connection can't be taken");
                }
                sleep(PAUSE).await;
                continue;
            }
        };
        // Behind a proxy all come from one address.
        let ticket = app.limiters.sockets.enter(&Caller::from(peer.ip()));
        if ticket.is_none() && !app.config.behind_proxy {
            continue;
        }
        // Small messages go out at once, and don't wait for those before them to be taken.
        let _ = stream.set_nodelay(true);
        let connection = converse(stream, peer, (place, ticket), doors.clone(), Arc::clone(&app));
        app.open.spawn(connection);
    }
    drop(listener);
    app.open.close();
    app.open.wait().await;
}

/// One connection, from its first request to its last answer or until it becomes a WebSocket.
async fn converse(stream: TcpStream, peer: SocketAddr, place: Place, doors: Router, app: Arc<App>) {
    let patience = app.config.patience;
    let activity = Activity::new();
    let stream = Stream::new(stream, Arc::clone(&activity), patience.answer, place);
    let handled = Arc::clone(&activity);
    let service = service_fn(move |mut request: Request<Incoming>| {
        let activity = Arc::clone(&handled);
        let due = RequestDue(activity.handling() + patience.request);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(due);
        let answer = doors.clone().oneshot(request);
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
    // Who breaks off is none of our business.
    let _ = tokio::select! {
        done = connection.as_mut() => done,
        () = app.tables.closing().cancelled() => {
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                done = connection => done,
                () = activity.dispensable(patience.goodbye) => Ok(()),
            }
        }
    };
}

/// Where tables are kept: what the command line says, a file, the environment, or the default.
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

/// The address of a store as it may be shown.
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

/// Waits until the process is told to end.
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
    fn a_password_is_not_shown() {
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
