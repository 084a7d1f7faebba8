//! The doors of the server: HTTP for people, tables and records, WebSocket for play.

pub(crate) mod error;
pub(crate) mod extract;
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

/// The largest body of a request.
const LARGEST_BODY: usize = 16 * 1024;

/// What all requests share.
pub(crate) struct App {
    pub(crate) tables: Tables,
    pub(crate) metrics: Metrics,
    pub(crate) limiters: Limiters,
    pub(crate) config: Config,
    /// The address that people use.
    pub(crate) url: String,
    passwords: passwords::Passwords,
    /// Wrong passwords.
    attempts: Attempts,
    /// Hints, puzzles and analyses.
    study: study::Study,
    connections: AtomicU64,
    /// The connections that are open.
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

    /// A number that no other connection has.
    pub(crate) fn connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// The whole address of a path.
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
        (name = "people", description = "Guests, accounts and what they have played"),
        (name = "tables", description = "Tables, records, and the proof of a fair deal"),
        (name = "study", description = "Advice, replay and analysis of a game"),
        (name = "learn", description = "A first hand, and puzzles"),
        (name = "server", description = "How the server is"),
    )
)]
struct Api;

/// The description of the interface, and the interface.
fn described() -> (Router<Arc<App>>, utoipa::openapi::OpenApi) {
    let routes = OpenApiRouter::with_openapi(Api::openapi());
    let routes = routes
        .merge(people::routes())
        .merge(tables::routes())
        .merge(study::routes())
        .merge(learn::routes())
        .merge(health::routes());
    let (doors, mut api) = routes.split_for_parts();
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    let components = api.components.get_or_insert_default();
    components.add_security_scheme("token", bearer);
    (doors, api)
}

/// The description of the interface.
#[must_use]
pub fn openapi() -> utoipa::openapi::OpenApi {
    described().1
}

/// All routes. The WebSocket is a parameter, because it builds on what is here.
pub(crate) fn router(app: Arc<App>, ws: MethodRouter<Arc<App>>) -> Router {
    let (doors, api) = described();
    let api = Bytes::from(serde_json::to_vec(&api).unwrap_or_default());
    let description = async move || ([(CONTENT_TYPE, "application/json")], api.clone());
    doors
        .route("/openapi.json", get(description))
        .route("/ws", ws)
        .merge(page::routes())
        .fallback(page::nothing)
        .method_not_allowed_fallback(async || ApiError::WrongMethod)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
