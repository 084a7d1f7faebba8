//! The HTTP interface: people, tables and records. The `ws` module has the WebSocket for playing.

pub(crate) mod error;
pub(crate) mod extract;
mod game_data;
mod guard;
mod health;
mod learn;
mod packed;
mod page;
mod passwords;
mod people;
mod study;
pub(crate) mod tables;
mod words;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::routing::{MethodRouter, get};
use axum::{Router, middleware};
use tokio_util::task::TaskTracker;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

use crate::attempts::Attempts;
use crate::config::Config;
use crate::limits::Limiters;
use crate::metrics::Metrics;
use crate::tables::Tables;
use error::ApiError;

/// The maximum size of a request body.
const LARGEST_BODY: usize = 16 * 1024;

/// The state that all requests share.
pub(crate) struct App {
    pub(crate) tables: Tables,
    pub(crate) metrics: Metrics,
    pub(crate) limiters: Limiters,
    pub(crate) config: Config,
    /// The URL for users.
    pub(crate) url: String,
    passwords: passwords::Passwords,
    /// Failed logins.
    attempts: Attempts,
    /// Hints, puzzles and analyses.
    study: study::Study,
    connections: AtomicU64,
    /// The open connections.
    pub(crate) open: TaskTracker,
}

impl App {
    pub(crate) fn new(tables: Tables, config: Config, url: String) -> App {
        App {
            metrics: Metrics::new(tables.store().metrics(), tables.metrics()),
            limiters: Limiters::new(&config.limits),
            attempts: Attempts::new(config.limits.wrong_passwords, config.patience.login),
            tables,
            config,
            url,
            passwords: passwords::Passwords::default(),
            study: study::Study::default(),
            connections: AtomicU64::new(1),
            open: TaskTracker::new(),
        }
    }

    /// A unique number for a connection.
    pub(crate) fn connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// The full URL of a path.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Pidro",
        description = "People, tables and records of a server for Finnish Pidro. Games are played over a WebSocket at /ws: \
                       docs/protocol.md has its messages."
    ),
    tags(
        (name = "people", description = "Guests, accounts and their games"),
        (name = "tables", description = "Tables, records, and proofs of a fair deal"),
        (name = "study", description = "Hints, replays and analyses of games"),
        (name = "learn", description = "A guided first hand, and puzzles"),
        (name = "server", description = "Health checks and metrics"),
    )
)]
struct Api;

/// The routes of the API and their OpenAPI description.
fn described() -> (Router<Arc<App>>, utoipa::openapi::OpenApi) {
    let routes = OpenApiRouter::with_openapi(Api::openapi());
    let routes = routes
        .merge(people::routes())
        .merge(tables::routes())
        .merge(study::routes())
        .merge(learn::routes())
        .merge(health::routes());
    let (routes, mut api) = routes.split_for_parts();
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    let components = api.components.get_or_insert_default();
    components.add_security_scheme("token", bearer);
    (routes, api)
}

/// The OpenAPI description of the API.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    described().1
}

/// All routes. The WebSocket handler is a parameter, because its module builds on this one.
pub(crate) fn router(app: Arc<App>, ws: MethodRouter<Arc<App>>) -> Router {
    let (routes, api) = described();
    let api = Bytes::from(serde_json::to_vec(&api).unwrap_or_default());
    let description = async move || ([(CONTENT_TYPE, "application/json")], api.clone());
    routes
        .route("/openapi.json", get(description))
        .route("/ws", ws)
        .merge(page::routes())
        .fallback(page::nothing)
        .method_not_allowed_fallback(async || ApiError::WrongMethod)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
