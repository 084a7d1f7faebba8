//! Forwards a request about a table to the node that owns the table.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use super::App;
use super::error::OwnedBy;
use super::extract::{CLIENT_HEADER, ForwardedByNode, address};
use crate::cluster::{SECRET_HEADER, TARGET_HEADER, is_meant_for};
use crate::store::Node;

/// How long the owner may take to answer: an analysis may wait for others.
const TIMEOUT: Duration = Duration::from_secs(90);
/// How long we look for the owner. The tables of a dead node have a new one after some two seconds.
const FIND_TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// Handles a request here or, if another node owns its table, there.
pub(super) async fn forward(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let (parts, mut body) = request.into_parts();
    let is_forwarded = parts.extensions.get::<ForwardedByNode>().is_some();
    if is_forwarded && !is_meant_for(&parts.headers, app.tables.membership()) {
        return StatusCode::MISDIRECTED_REQUEST.into_response();
    }
    let deadline = Instant::now() + FIND_TIMEOUT;
    loop {
        let request = Request::from_parts(parts.clone(), mem::take(&mut body));
        let mut response = next.clone().run(request).await;
        let Some(OwnedBy(node)) = response.extensions_mut().remove() else {
            return response;
        };
        if is_forwarded {
            // The node that forwarded it looks for the owner again.
            *response.status_mut() = StatusCode::MISDIRECTED_REQUEST;
            return response;
        }
        let sent = tokio::select! {
            sent = timeout(TIMEOUT, send(&app, parts.clone(), &node)) => sent,
            // It hangs, and its tables belong to others now.
            () = app.tables.membership().removed(node.id) => continue,
        };
        match sent {
            Ok(Ok(response)) if response.status() != StatusCode::MISDIRECTED_REQUEST => return response,
            Ok(Err(error)) => {
                tracing::warn!(%error, address = node.address, "a request could not be forwarded");
            }
            _ => {}
        }
        if Instant::now() >= deadline {
            return response;
        }
        sleep(RETRY_INTERVAL).await;
    }
}

async fn send(
    app: &App,
    mut parts: Parts,
    node: &Node,
) -> Result<Response, Box<dyn std::error::Error + Send + Sync>> {
    let client = address(&parts, app)?.to_string();
    parts.extensions.clear();
    let secret = app.tables.membership().secret().to_owned();
    for (name, value) in [
        (HeaderName::from_static(CLIENT_HEADER), client),
        (HeaderName::from_static(SECRET_HEADER), secret),
        (HeaderName::from_static(TARGET_HEADER), node.id.to_string()),
        (header::HOST, node.address.clone()),
        (header::CONNECTION, "close".to_owned()),
    ] {
        parts.headers.insert(name, HeaderValue::from_str(&value)?);
    }
    parts.headers.remove(header::CONTENT_LENGTH);
    let permit = timeout(CONNECT_TIMEOUT, Arc::clone(&app.forwarding).acquire_owned()).await??;
    let stream = timeout(CONNECT_TIMEOUT, TcpStream::connect(&node.address)).await??;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // It ends with the body of the response.
    tokio::spawn(async move {
        let _permit = permit;
        connection.await
    });
    let response = sender
        .send_request(Request::from_parts(parts, Body::empty()))
        .await?;
    let (mut parts, body) = response.into_parts();
    parts.headers.remove(header::CONNECTION);
    Ok(Response::from_parts(parts, Body::new(body)))
}
