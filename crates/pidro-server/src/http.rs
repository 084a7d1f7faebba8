//! The HTTP interface: people, tables and records. The `ws` module has the WebSocket for playing.

mod account;
mod admin;
mod compressed;
pub(crate) mod error;
pub(crate) mod extract;
mod forward;
mod game_data;
mod guard;
mod health;
mod learn;
mod page;
mod people;
mod study;
pub(crate) mod tables;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::routing::{MethodRouter, get};
use axum::{Extension, Router, middleware};
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::cluster::LINK_PATH;
use crate::store::Allowance;
use error::ApiError;
use study::StudyCache;

/// The maximum size of a request body.
const MAX_BODY: usize = 16 * 1024;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Pidro",
        description = "People, tables and records of a server for Finnish Pidro. Games are played over a WebSocket at /ws; \
                       docs/protocol.md describes its messages. A banned person or \
                       address gets 403 `banned`, except that banned people can still get and delete their data."
    ),
    tags(
        (name = "people", description = "Guests, profiles and games"),
        (name = "accounts", description = "Accounts, passwords, sessions and personal data"),
        (name = "tables", description = "Tables, records, and proofs of a fair deal"),
        (name = "study", description = "Hints, replays and analyses of games"),
        (name = "learn", description = "A guided first hand, and puzzles"),
        (name = "operators", description = "What operators look up and do. Only with --admin-page"),
        (name = "server", description = "Health checks and metrics"),
    )
)]
struct Api;

/// Takes one use of an allowance, or fails if there is none left.
async fn take(app: &App, allowance: &Allowance) -> Result<(), ApiError> {
    if app.tables.store().take(allowance).await? {
        Ok(())
    } else {
        Err(ApiError::TooMany)
    }
}

/// The routes of the API and their OpenAPI description.
fn documented_routes() -> (Router<Arc<App>>, utoipa::openapi::OpenApi) {
    let routes = OpenApiRouter::with_openapi(Api::openapi());
    let routes = routes
        .merge(people::routes())
        .merge(account::routes())
        .merge(admin::routes())
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

/// The OpenAPI description as JSON, with the schemas of all messages.
fn openapi_json(api: &utoipa::openapi::OpenApi) -> serde_json::Result<Vec<u8>> {
    let mut api = serde_json::to_value(api)?;
    let schemas = &mut api["components"]["schemas"];
    for (name, schema) in pidro_protocol::schema::web_schemas("/components/schemas") {
        schemas[name] = schema;
    }
    // This server limits the target further than the rules do.
    let target = schemas["RulesChoice"].pointer_mut("/oneOf/1/properties/target/maximum");
    if let Some(target) = target {
        *target = tables::MAX_TARGET.into();
    }
    serde_json::to_vec(&api)
}

/// All routes. The handlers of WebSocket connections, of clients and of other nodes, are
/// parameters, because their module depends on this one.
pub(crate) fn routes(app: Arc<App>, ws: MethodRouter<Arc<App>>, link: MethodRouter<Arc<App>>) -> Router {
    let (routes, api) = documented_routes();
    let api = Bytes::from(openapi_json(&api).unwrap_or_default());
    let description = async move || ([(CONTENT_TYPE, "application/json")], api.clone());
    routes
        .route("/openapi.json", get(description))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), forward::forward))
        .route("/ws", ws)
        .route(LINK_PATH, link)
        .merge(page::routes())
        .fallback(page::not_found)
        .method_not_allowed_fallback(async || ApiError::WrongMethod)
        .layer(Extension(Arc::new(StudyCache::default())))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
