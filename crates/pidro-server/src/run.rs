//! Starts, runs and stops the server.

mod stream;

use std::fs::File;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::Path;
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
use tokio::task::JoinHandle;
use tokio::time::{interval, sleep, timeout};
use tower::ServiceExt;
use tracing_subscriber::EnvFilter;

use crate::actor::Tables;
use crate::app::App;
use crate::cluster::Membership;
use crate::config::{Config, ConfigError, ConfigSource, LogFormat};
use crate::http::extract::RequestDeadline;
use crate::http::routes;
use crate::limits::{ClientNetwork, ConnectionPermits};
use crate::notices::Notices;
use crate::store::{AlreadyServed, DAY_MS, Removed, Store, StoreError, lock_file, now};
use crate::ws;
use stream::{Activity, Stream};

/// How long each step of a shutdown may take.
const SHUTDOWN_STEP: Duration = Duration::from_secs(10);
/// The maximum size of a request head, and of the buffer for it. Longer heads get 431.
const MAX_HEAD: usize = 16 * 1024;
/// The maximum number of headers in a request.
const MAX_HEADERS: usize = 64;
/// The system's buffers for outgoing and incoming data. By default they grow to megabytes per
/// connection, and hide the progress of a slow client for so long that the client seems to read
/// nothing for minutes.
const SEND_BUFFER: u32 = 128 * 1024;
const RECEIVE_BUFFER: u32 = 64 * 1024;
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1024;
/// How long we wait after a failed accept.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);
/// How often the limiters forget idle clients and the store deletes outdated rows.
const CLEANUP_INTERVAL: Duration = Duration::from_mins(1);
/// How often we look for guests and tables that nobody needs any more.
const REMOVAL_INTERVAL: Duration = Duration::from_hours(1);
/// How often a warning about connections is repeated.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// Why the server could not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The server can't listen on the address.
    #[error("can't listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The cause.
        error: std::io::Error,
    },
    /// The store can't be opened.
    #[error("can't open the store {location}: {error}")]
    Store {
        /// The store's location, without a password.
        location: String,
        /// The cause.
        error: StoreError,
    },
    /// The command line contains a password, which everybody on the machine could see.
    #[error(
        "other users of this machine can see a password on the command line: put the address into PIDRO_STORE, or into a file for --store-file"
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
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Another server uses the same SQLite file.
    #[error("another server is using {file}: stop it first, or choose another file with --store")]
    AlreadyServed {
        /// The file.
        file: String,
    },
    /// The runtime or the signal handlers can't be started.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

/// Runs the server until a signal stops the process. SIGHUP loads the configuration again.
/// `default_store` is the file or URL of the
/// store to use if neither the configuration nor `PIDRO_STORE` names one. `ready` is called once
/// the server listens.
///
/// # Errors
///
/// If the server can't start.
pub fn run(
    source: &ConfigSource,
    default_store: &str,
    ready: impl FnOnce(&Server),
) -> Result<(), ServeError> {
    let config = source.load()?;
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
        let server = Server::start(config, default_store).await?;
        ready(&server);
        let ended = shutdown_signal();
        let reloaded = reload_on_signal(source, &server);
        tokio::select! {
            ended = ended => ended?,
            failed = reloaded => failed?,
        }
        tracing::info!("shutting down");
        tokio::select! {
            () = server.stop() => Ok(()),
            // A second signal ends the process without waiting.
            again = shutdown_signal() => Ok(again?),
        }
    })
}

/// A running server. It runs in the background of a Tokio runtime.
pub struct Server {
    app: Arc<App>,
    store_location: String,
    address: SocketAddr,
    serving: JoinHandle<()>,
    /// Keeps other servers from the same SQLite file until the process ends.
    _lock: Option<File>,
}

impl Server {
    /// Opens the store and starts listening. `default_store` is the file or URL of the store to use
    /// if neither the configuration nor `PIDRO_STORE` names one.
    ///
    /// # Errors
    ///
    /// If the store can't be opened, or the server can't listen on the address.
    pub async fn start(config: Config, default_store: &str) -> Result<Server, ServeError> {
        let location = match &config.store_in_file {
            Some(location) => location.clone(),
            None => store_location(
                config.store.as_deref(),
                config.store_file.as_deref(),
                default_store,
            )?,
        };
        let shown = without_password(&location);
        let store_error = |error| ServeError::Store {
            location: shown.clone(),
            error,
        };
        let lock =
            lock_file(&location).map_err(|AlreadyServed { file }| ServeError::AlreadyServed { file })?;
        let store = Store::open_with(&location, config.database_connections).await;
        let store = store.map_err(store_error)?;
        let listen_error = |error| ServeError::Listen {
            address: config.address,
            error,
        };
        let notices = Notices::load(&store).await.map_err(store_error)?;
        let listener = listener(config.address).map_err(listen_error)?;
        let address = listener.local_addr().map_err(listen_error)?;
        let url = match &config.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://{}", reachable(address)),
        };
        let node_address = config.node_address.clone();
        let node_address = node_address.unwrap_or_else(|| reachable(address).to_string());
        let membership = Membership::join(&store, node_address).await;
        let membership = membership.map_err(store_error)?;
        let tables = Tables::of_node(store, config.timings, membership);
        let notices = notices.follow(tables.clone());
        let app = Arc::new(App::new(tables, notices, config, url));
        let serving = tokio::spawn(serve(listener, Arc::clone(&app)));
        tracing::info!(%address, store = shown, "listening");
        Ok(Server {
            app,
            store_location: shown,
            address,
            serving,
            _lock: lock,
        })
    }

    /// The URL for users.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.app.url
    }

    /// The address that the server listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The store's location, without a password.
    #[must_use]
    pub fn store_location(&self) -> &str {
        &self.store_location
    }

    /// Shuts down: finishes all writes, closes all connections, and closes the store.
    pub async fn stop(self) {
        // The same signal closes the connections.
        if timeout(SHUTDOWN_STEP, self.app.tables.close()).await.is_err() {
            tracing::warn!("some tables could not finish their writes in time");
        }
        // Other nodes can serve the tables before all our connections have closed.
        self.app.tables.membership().leave().await;
        if timeout(SHUTDOWN_STEP, self.serving).await.is_err() {
            tracing::warn!("some connections could not be closed in time");
        }
        if timeout(SHUTDOWN_STEP, self.app.tables.store().close())
            .await
            .is_err()
        {
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

/// Limits how often something is done.
struct Throttle {
    interval: Duration,
    last: Option<Instant>,
}

impl Throttle {
    const fn every(interval: Duration) -> Throttle {
        Throttle { interval, last: None }
    }

    fn due(&mut self) -> bool {
        let due = self.last.is_none_or(|last| last.elapsed() >= self.interval);
        if due {
            self.last = Some(Instant::now());
        }
        due
    }
}

/// Deletes outdated rows and, if `remove` is set, guests and tables that nobody needs any more. If it
/// fails, the next one does the work.
async fn clean_up(app: Arc<App>, remove: bool) {
    let store = app.tables.store();
    let _ = store.clean_up().await;
    let keep = i64::from(app.config().keep);
    if !remove || keep == 0 {
        return;
    }
    match store.remove_inactive(now() - keep * DAY_MS).await {
        Ok(Removed { guests: 0, tables: 0 }) => {}
        Ok(Removed { guests, tables }) => {
            tracing::info!(guests, tables, "removed inactive guests and tables");
        }
        Err(error) => tracing::warn!(%error, "inactive guests and tables could not be removed"),
    }
}

/// Accepts connections within the limits.
struct Acceptor {
    listener: TcpListener,
    app: Arc<App>,
    full: Throttle,
    failing: Throttle,
}

impl Acceptor {
    /// Accepts the next connection, as soon as the connection limit allows it.
    ///
    /// Until then, clients wait in the system's queue. This leaves file descriptors for the store,
    /// and avoids a busy loop of failing accepts.
    async fn accept(&mut self) -> (TcpStream, SocketAddr, ConnectionPermits) {
        loop {
            match self.try_accept().await {
                Ok((stream, peer, permits)) => {
                    // Behind a proxy, all connections come from one address.
                    if permits.1.is_some() || self.app.config().behind_proxy {
                        return (stream, peer, permits);
                    }
                }
                Err(error) => {
                    // The process has probably run out of file descriptors: retrying at once would
                    // not help.
                    if self.failing.due() {
                        tracing::warn!(%error, "can't accept connections");
                    }
                    sleep(ACCEPT_RETRY).await;
                }
            }
        }
    }

    async fn try_accept(&mut self) -> std::io::Result<(TcpStream, SocketAddr, ConnectionPermits)> {
        let limiters = &self.app.limiters;
        if limiters.all_connections.available_permits() == 0 && self.full.due() {
            tracing::warn!("the connection limit is reached: further connections wait");
        }
        let permit = Arc::clone(&limiters.all_connections).acquire_owned().await;
        let permit = permit.map_err(std::io::Error::other)?;
        let (stream, peer) = self.listener.accept().await?;
        let by_address = limiters.connections.acquire(&ClientNetwork::from(peer.ip()));
        Ok((stream, peer, (permit, by_address)))
    }
}

/// Serves connections until the server shuts down.
async fn serve(listener: TcpListener, app: Arc<App>) {
    let closing = app.tables.shutdown_token().clone();
    let routes = routes(Arc::clone(&app), get(ws::connect), get(ws::node_link::accept));
    let mut cleanup = interval(CLEANUP_INTERVAL);
    let mut removal_due = Throttle::every(REMOVAL_INTERVAL);
    let mut acceptor = Acceptor {
        listener,
        app: Arc::clone(&app),
        full: Throttle::every(LOG_INTERVAL),
        failing: Throttle::every(LOG_INTERVAL),
    };
    loop {
        tokio::select! {
            () = closing.cancelled() => break,
            _ = cleanup.tick() => {
                app.limiters.forget_idle();
                tokio::spawn(clean_up(Arc::clone(&app), removal_due.due()));
            }
            (stream, peer, permits) = acceptor.accept() => {
                // Send small messages immediately instead of waiting for acknowledgements.
                let _ = stream.set_nodelay(true);
                let connection = serve_connection(stream, peer, permits, routes.clone(), Arc::clone(&app));
                app.open_connections.spawn(connection);
            }
        }
    }
    // Stop listening before we wait for the open connections.
    drop(acceptor);
    app.open_connections.close();
    app.open_connections.wait().await;
}

/// Serves one connection until it closes or becomes a WebSocket.
async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    permits: ConnectionPermits,
    routes: Router,
    app: Arc<App>,
) {
    let timeouts = app.config().timeouts;
    let activity = Activity::new();
    let stream = Stream::new(stream, Arc::clone(&activity), timeouts.response, permits);
    let handled = Arc::clone(&activity);
    let service = service_fn(move |mut request: Request<Incoming>| {
        let activity = Arc::clone(&handled);
        let deadline = RequestDeadline(activity.handling() + timeouts.request);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(deadline);
        let response = routes.clone().oneshot(request);
        async move {
            let response = response.await;
            activity.responding();
            response
        }
    });
    let mut http = http1::Builder::new();
    let http = http
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.request)
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS);
    let connection = http
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // Clients may disconnect at any time; that is not an error.
    let _ = tokio::select! {
        done = connection.as_mut() => done,
        () = app.tables.shutdown_token().cancelled() => {
            connection.as_mut().graceful_shutdown();
            tokio::select! {
                done = connection => done,
                () = activity.wait_until_closable(timeouts.shutdown) => Ok(()),
            }
        }
    };
}

/// The store's location: from the command line, a file, the environment, or the default.
///
/// # Errors
///
/// If the file can't be read, or the command line contains a password.
pub fn store_location(
    store: Option<&str>,
    store_file: Option<&Path>,
    default_store: &str,
) -> Result<String, ServeError> {
    if let Some(location) = store {
        return if without_password(location) == location {
            Ok(location.to_owned())
        } else {
            Err(ServeError::Password)
        };
    }
    if let Some(file) = store_file {
        let text = std::fs::read_to_string(file).map_err(|error| ServeError::StoreFile {
            file: file.display().to_string(),
            error,
        })?;
        return Ok(text.trim().to_owned());
    }
    Ok(std::env::var("PIDRO_STORE").unwrap_or_else(|_| default_store.to_owned()))
}

/// Removes the password from a store's location.
fn without_password(location: &str) -> String {
    let Some((scheme, rest)) = location.split_once("://") else {
        return location.to_owned();
    };
    let (path, query) = rest
        .split_once('?')
        .map_or((rest, None), |(path, query)| (path, Some(query)));
    let path = match path.rsplit_once('@') {
        Some((user, host)) => format!("{}@{host}", user.split_once(':').map_or(user, |(name, _)| name)),
        None => path.to_owned(),
    };
    let query = query.map(|query| {
        let others = query.split('&').filter(|part| !part.starts_with("password="));
        format!("?{}", others.collect::<Vec<_>>().join("&"))
    });
    format!("{scheme}://{path}{}", query.unwrap_or_default())
}

/// Waits for a signal to end the process.
async fn shutdown_signal() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// Loads the configuration again at every SIGHUP. A configuration that is wrong changes nothing.
async fn reload_on_signal(source: &ConfigSource, server: &Server) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut hang_up = signal(SignalKind::hangup())?;
        while hang_up.recv().await.is_some() {
            match source.load() {
                Ok(config) => {
                    let kept = server.app.reconfigure(&config);
                    tracing::info!("configuration reloaded");
                    if !kept.is_empty() {
                        tracing::warn!(
                            options = kept.join(", "),
                            "these options take effect only after a restart"
                        );
                    }
                }
                Err(error) => tracing::error!(%error, "invalid configuration: keeping the current one"),
            }
        }
    }
    std::future::pending().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_an_address_is_hidden() {
        for (location, shown) in [
            ("pidro.sqlite", "pidro.sqlite"),
            ("postgres://anna@db/pidro", "postgres://anna@db/pidro"),
            ("postgres://anna:se:c@ret@db/pidro", "postgres://anna@db/pidro"),
            (
                "postgres://db/pidro?password=x&host=/run",
                "postgres://db/pidro?host=/run",
            ),
        ] {
            assert_eq!(without_password(location), shown);
        }
        let with_password = Some("postgres://anna:secret@db/pidro");
        assert!(matches!(
            store_location(with_password, None, ""),
            Err(ServeError::Password)
        ));
        assert_eq!(
            store_location(None, None, "games.sqlite").unwrap(),
            "games.sqlite"
        );
    }
}
