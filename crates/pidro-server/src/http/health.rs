//! How the server is, for those who run it.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::{ApiError, ErrorBody};
use crate::actor::Failure;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(healthz))
        .routes(routes!(readyz))
        .routes(routes!(metrics))
}

/// Whether the server lives.
#[utoipa::path(get, path = "/healthz", tag = "server", responses(
    (status = 200, description = "Done", body = String, content_type = "text/plain"), (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody),
))]
async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether games can be played: something was just written to the store and read back, and the server is not shutting down.
#[utoipa::path(get, path = "/readyz", tag = "server", responses(
    (status = 200, description = "Done", body = String, content_type = "text/plain"),
    (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody), (status = 503, description = "The store takes nothing now, or the server is about to end", body = ErrorBody),
))]
async fn readyz(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    if app.tables.closing().is_cancelled() {
        return Err(Failure::Closing.into());
    }
    app.tables.store().probe().await?;
    Ok("ready\n")
}

/// What is counted, for Prometheus. Only this machine sees it, unless the server was told otherwise.
#[utoipa::path(get, path = "/metrics", tag = "server", responses(
    (status = 200, description = "Done", body = String, content_type = "application/openmetrics-text"),
    (status = 404, description = "There is no such thing, or none for you", body = ErrorBody), (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody),
))]
async fn metrics(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    // Whatever a proxy on this machine brings is not from this machine.
    let forwarded = ["x-forwarded-for", "forwarded", "via"]
        .iter()
        .any(|name| headers.contains_key(*name));
    let own = peer.ip().to_canonical().is_loopback() && !forwarded;
    if !own && !app.config.public_metrics {
        return Err(ApiError::NotFound);
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok((
        [(header::CONTENT_TYPE, kind)],
        app.metrics.text(app.tables.awake()),
    ))
}
