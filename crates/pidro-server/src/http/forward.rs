//! Forwards a request about a table to the node that owns the table.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use super::App;
use super::extract::address;
use crate::cluster::SECRET_HEADER;
use crate::store::Node;

/// The request header with the address of the client whose request a node forwards.
const CLIENT_HEADER: &str = "x-pidro-client";
/// How long the owner may take to answer: an analysis may wait for others.
const TIMEOUT: Duration = Duration::from_secs(90);
/// How long we look for the owner. The tables of a dead node have a new one after some two seconds.
const FIND_TIMEOUT: Duration = Duration::from_secs(10);
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// A response extension: another node owns the table, so the request must be forwarded.
#[derive(Clone)]
pub(super) struct OwnedBy(pub(super) Node);

/// A request extension: another node has forwarded this request.
#[derive(Clone, Copy)]
pub(super) struct ForwardedFor(pub(super) std::net::IpAddr);

impl ForwardedFor {
    /// The client that a node names. Anybody could name one, so the node must have shown the secret.
    pub(super) fn new(headers: &HeaderMap) -> Option<ForwardedFor> {
        let client = headers.get(CLIENT_HEADER)?.to_str().ok()?;
        client.parse().ok().map(ForwardedFor)
    }
}

/// Handles a request here or, if another node owns its table, there.
pub(super) async fn forward(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if request.method() != Method::GET {
        return next.run(request).await;
    }
    let (parts, mut body) = request.into_parts();
    let is_forwarded = parts.extensions.get::<ForwardedFor>().is_some();
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
        match timeout(TIMEOUT, send(&app, parts.clone(), &node)).await {
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
        (header::HOST, node.address.clone()),
        (header::CONNECTION, "close".to_owned()),
    ] {
        parts.headers.insert(name, HeaderValue::from_str(&value)?);
    }
    let stream = TcpStream::connect(&node.address).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // It ends with the response.
    tokio::spawn(connection);
    let response = sender
        .send_request(Request::from_parts(parts, Body::empty()))
        .await?;
    let (mut parts, body) = response.into_parts();
    parts.headers.remove(header::CONNECTION);
    Ok(Response::from_parts(parts, Body::new(body)))
}
