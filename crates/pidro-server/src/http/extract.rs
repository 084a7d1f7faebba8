//! Extractors for handlers. They reject malformed input with our own error format.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, USER_AGENT};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::time::{Instant, timeout_at};

use super::App;
use super::error::ApiError;
use crate::limits::ClientNetwork;
use crate::people::{Token, describe_client};
use crate::request::TableError;
use crate::store::{Authenticated, Ban};
use pidro_protocol::PersonId;
use pidro_protocol::http::Person;

/// When a request must have arrived completely.
#[derive(Clone, Copy)]
pub(crate) struct RequestDeadline(pub(crate) Instant);

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Body<T>, ApiError> {
        let due = request.extensions().get::<RequestDeadline>().copied();
        let RequestDeadline(due) = due.ok_or(ApiError::NotFound)?;
        let body = tokio::select! {
            // Read what has arrived even if the server is shutting down.
            biased;
            // Accept only an object: serde would also accept an array of its fields, which the API
            // description doesn't mention.
            body = timeout_at(due, Json::<Map<String, Value>>::from_request(request, app)) => body,
            () = app.tables.shutdown_token().cancelled() => return Err(TableError::ShuttingDown.into()),
        };
        let body = body.map_err(|_| ApiError::RequestTimeout)?;
        let Json(body) = body.map_err(|error| ApiError::bad(error.body_text()))?;
        let body = serde_json::from_value(Value::Object(body));
        body.map(Body).map_err(|error| ApiError::bad(error.to_string()))
    }
}

/// Checks a text that people read: limited, and without control characters, which could disguise what
/// it says and which not every database can store.
pub(super) fn check_text(text: &str, max_chars: usize) -> Result<(), ApiError> {
    let is_bad = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if text.chars().count() > max_chars || text.chars().any(is_bad) {
        let message = format!("a text has at most {max_chars} characters, and no control characters");
        return Err(ApiError::BadRequest(message));
    }
    Ok(())
}

/// Checks that this is a well-formed id of a person. Like in a path, a malformed one yields 404.
pub(super) fn well_formed(person: &PersonId) -> Result<PersonId, ApiError> {
    person.as_str().parse().map_err(|_| ApiError::NotFound)
}

/// The parameters of a query string.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<QueryParams<T>, ApiError> {
        let query = Query::<T>::from_request_parts(parts, app).await;
        query
            .map(|Query(query)| QueryParams(query))
            .map_err(|error| ApiError::bad(error.body_text()))
    }
}

/// The id in a path. A malformed id yields 404.
pub(crate) struct Id<T>(pub(crate) T);

impl<T: FromStr> FromRequestParts<Arc<App>> for Id<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Id<T>, ApiError> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(text) = path.map_err(|_| ApiError::NotFound)?;
        text.parse().map(Id).map_err(|_| ApiError::NotFound)
    }
}

/// The request header with the address of the client whose request a node forwards.
pub(super) const CLIENT_HEADER: &str = "x-pidro-client";

/// A request extension: another node has forwarded this request.
#[derive(Clone, Copy)]
pub(super) struct ForwardedByNode(IpAddr);

impl ForwardedByNode {
    /// Reads the client's address. Call this only for a request [from a
    /// node](crate::cluster::is_from_node): anybody can send the header.
    pub(super) fn new(headers: &HeaderMap) -> Option<ForwardedByNode> {
        let client = headers.get(CLIENT_HEADER)?.to_str().ok()?;
        client.parse().ok().map(ForwardedByNode)
    }
}

/// The address of the client.
pub(crate) struct ClientAddr(pub(crate) ClientNetwork);

impl FromRequestParts<Arc<App>> for ClientAddr {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<ClientAddr, ApiError> {
        Ok(ClientAddr(address(parts, app)?.into()))
    }
}

/// The IP address of the client, even behind a proxy.
pub(crate) fn address(parts: &Parts, app: &App) -> Result<IpAddr, ApiError> {
    if let Some(ForwardedByNode(client)) = parts.extensions.get() {
        return Ok(*client);
    }
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer
        .map(|ConnectInfo(peer)| peer.ip())
        .ok_or(ApiError::NotFound)?;
    if !app.config().behind_proxy {
        return Ok(peer);
    }
    // Our own proxy appended the last address. The client may have forged the ones before it.
    let forwarded = parts.headers.get_all("x-forwarded-for").iter().next_back();
    let last = forwarded.and_then(|value| forwarded_address(value.to_str().ok()?.rsplit(',').next()?));
    Ok(last.unwrap_or(peer))
}

/// An address as proxies write it: some add a port, and then put brackets around IPv6.
fn forwarded_address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    text.parse().ok().or_else(with_port).or_else(bracketed)
}

/// The token of a request, if it has one.
pub(crate) fn token(parts: &Parts) -> Option<Token> {
    let header = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    header
        .strip_prefix("Bearer ")
        .map(|token| Token::from_client(token.trim()))
}

/// The authenticated person, with their token.
pub(crate) struct AuthPerson {
    pub(crate) person: Person,
    /// Whether the person may use the page for operators.
    pub(crate) admin: bool,
    pub(crate) token: Token,
}

impl FromRequestParts<Arc<App>> for AuthPerson {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<AuthPerson, ApiError> {
        let token = token(parts).ok_or(ApiError::NoToken)?;
        let Authenticated { person, admin, .. } = authenticate(app, &token).await?;
        Ok(AuthPerson { person, admin, token })
    }
}

/// The authenticated person, even if they are banned: their data stays theirs.
pub(crate) struct DataOwner {
    pub(crate) person: Person,
    pub(crate) token: Token,
    pub(crate) ban: Option<Ban>,
}

impl FromRequestParts<Arc<App>> for DataOwner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<DataOwner, ApiError> {
        let token = token(parts).ok_or(ApiError::NoToken)?;
        let owner = app.tables.store().authenticate(&token).await?;
        let Authenticated { person, ban, .. } = owner.ok_or(ApiError::BadToken)?;
        Ok(DataOwner { person, token, ban })
    }
}

/// The owner of a token, unless they are banned.
pub(crate) async fn authenticate(app: &App, token: &Token) -> Result<Authenticated, ApiError> {
    let owner = app.tables.store().authenticate(token).await?;
    let owner = owner.ok_or(ApiError::BadToken)?;
    match owner.ban {
        Some(ban) => Err(ApiError::Banned(ban)),
        None => Ok(owner),
    }
}

/// The kind of browser or program that sent the request.
pub(crate) struct ClientKind(pub(crate) Option<String>);

impl FromRequestParts<Arc<App>> for ClientKind {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<ClientKind, ApiError> {
        let agent = parts
            .headers
            .get(USER_AGENT)
            .and_then(|value| value.to_str().ok());
        Ok(ClientKind(agent.and_then(describe_client)))
    }
}

/// The authenticated person; `None` if the request has no token.
pub(crate) struct MaybeAuthPerson(pub(crate) Option<Person>);

impl FromRequestParts<Arc<App>> for MaybeAuthPerson {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<MaybeAuthPerson, ApiError> {
        if parts.headers.get(AUTHORIZATION).is_none() {
            return Ok(MaybeAuthPerson(None));
        }
        let me = AuthPerson::from_request_parts(parts, app).await?;
        Ok(MaybeAuthPerson(Some(me.person)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_may_add_a_port() {
        for (text, address) in [
            ("192.0.2.1", "192.0.2.1"),
            (" 192.0.2.1:50123 ", "192.0.2.1"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]:50123", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
        ] {
            assert_eq!(forwarded_address(text), Some(address.parse().unwrap()), "{text}");
        }
        for text in ["", "unknown", "_hidden", "192.0.2.1:port"] {
            assert_eq!(forwarded_address(text), None, "{text}");
        }
    }
}
