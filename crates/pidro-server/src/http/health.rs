//! Health checks and metrics, for operators, and what the server says about itself.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use pidro_protocol::ErrorBody;
use pidro_protocol::http::ServerInfo;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::ApiError;
use crate::request::TableError;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(healthz))
        .routes(routes!(readyz))
        .routes(routes!(metrics))
        .routes(routes!(server_info))
}

/// Get what the server says about itself, for the privacy note.
#[utoipa::path(get, path = "/api/server", tag = "server", responses(
    (status = 200, description = "Success", body = ServerInfo), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody),
))]
async fn server_info(State(app): State<Arc<App>>) -> Json<ServerInfo> {
    let config = app.config();
    Json(ServerInfo {
        operator: config.operator.clone(),
        contact: config.contact.clone(),
        keep_days: Some(config.keep).filter(|days| *days > 0),
    })
}

/// Check that the process is running.
#[utoipa::path(get, path = "/healthz", tag = "server", responses(
    (status = 200, description = "Success", body = String, content_type = "text/plain"), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody),
))]
async fn healthz() -> &'static str {
    "ok\n"
}

/// Check that games can be played.
///
/// Writes to the store and reads the value back. Fails while the server is shutting down.
#[utoipa::path(get, path = "/readyz", tag = "server", responses(
    (status = 200, description = "Success", body = String, content_type = "text/plain"),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn readyz(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    if app.tables.shutdown_token().is_cancelled() {
        return Err(TableError::ShuttingDown.into());
    }
    if !app.tables.membership().keeps_clients() {
        return Err(TableError::Unreachable.into());
    }
    app.tables.store().probe().await?;
    Ok("ready\n")
}

/// Get the metrics in Prometheus format.
///
/// Only this machine can read them, unless the server is configured otherwise.
#[utoipa::path(get, path = "/metrics", tag = "server", responses(
    (status = 200, description = "Success", body = String, content_type = "application/openmetrics-text"),
    (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody),
))]
async fn metrics(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    // A request that a local proxy forwards doesn't come from this machine.
    let forwarded = ["x-forwarded-for", "forwarded", "via"]
        .iter()
        .any(|name| headers.contains_key(*name));
    let own = peer.ip().to_canonical().is_loopback() && !forwarded;
    if !own && !app.config().public_metrics {
        return Err(ApiError::NotFound);
    }
    let membership = app.tables.membership();
    let node = membership.incarnation().id.to_string();
    let nodes = 1 + membership.others().len();
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok((
        [(header::CONTENT_TYPE, kind)],
        app.metrics.text(app.tables.awake(), node, nodes),
    ))
}
