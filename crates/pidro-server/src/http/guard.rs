//! The middleware around every request: rate limit, log, metrics and security headers.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::error::ApiError;
use super::extract::{ForwardedByNode, address};
use crate::cluster::is_from_node;
use crate::metrics::RequestLabels;

/// The security headers.
const HEADERS: [(header::HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (
        header::HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types lit-html",
    ),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        header::HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];
/// How many of these headers the assets of the page get. The others only concern the page itself,
/// and are longer than many assets.
const ASSET_HEADERS: usize = 2;

/// Limits, counts and logs a request, and adds the headers to its response.
pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let matched = request.extensions().get::<MatchedPath>();
    // The pattern instead of the path, so that no table ids end up in logs and metrics.
    let route = matched.map_or("other", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let is_api = route.starts_with("/api");
    let is_asset = route.starts_with(super::page::ASSETS_PATH);
    // Assets have no rate limit: they cost nothing, and a whole club may share one address.
    let request = if is_asset {
        Ok(request)
    } else {
        check_rate(&app, request)
    };
    let mut response = match request {
        Ok(request) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let status = response.status().as_u16();
    let labels = RequestLabels {
        route: route.clone(),
        status,
    };
    app.metrics.interfaces.requests.get_or_create(&labels).inc();
    tracing::debug!(%method, route, status, ms = begun.elapsed().as_secs_f64() * 1000.0, "request");
    let headers = response.headers_mut();
    let count = if is_asset { ASSET_HEADERS } else { HEADERS.len() };
    for (name, value) in HEADERS.into_iter().take(count) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if is_api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn check_rate(app: &App, request: Request) -> Result<Request, ApiError> {
    let (mut parts, body) = request.into_parts();
    if is_from_node(&parts.headers, app.tables.membership()) {
        // The forwarding node has already counted a client's request.
        if let Some(forwarded) = ForwardedByNode::new(&parts.headers) {
            parts.extensions.insert(forwarded);
        }
        return Ok(Request::from_parts(parts, body));
    }
    let client = address(&parts, app)?.into();
    if let Some(ban) = app.notices.ban(&client) {
        return Err(ApiError::Banned(ban));
    }
    if !app.limiters.allow_request(&client) {
        return Err(ApiError::TooMany);
    }
    Ok(Request::from_parts(parts, body))
}
