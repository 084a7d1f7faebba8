//! All errors of the API, with their codes and HTTP statuses.

use std::borrow::Cow;

use axum::Json;
use axum::http::header::{CONNECTION, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use pidro_protocol::{ErrorBody, ErrorText};
use pidro_table::Refusal;
use thiserror::Error;

use crate::people::HashError;
use crate::people::rules::PasswordRule;
use crate::request::TableError;
use crate::store::{Ban, Node, StoreError};
use crate::work::WorkError;

/// A response extension: another node owns the table, so the request must be forwarded.
#[derive(Clone)]
pub(super) struct OwnedBy(pub(super) Node);

/// Why a request failed. The request has changed nothing, unless its outcome is unknown.
#[derive(Debug, Error)]
pub(crate) enum ApiError {
    #[error("{0}")]
    BadRequest(String),
    #[error("a token is required: send `Authorization: Bearer TOKEN`, or put it in `join`")]
    NoToken,
    #[error("this token is unknown or has been revoked")]
    BadToken,
    #[error("wrong name or password")]
    WrongPassword,
    #[error("this page comes from another site")]
    WrongOrigin,
    #[error("not found")]
    NotFound,
    #[error("method not allowed")]
    WrongMethod,
    #[error("this person already has an account")]
    HasAccount,
    #[error("the name of an account can't be changed")]
    NameStays,
    #[error("this person has no account")]
    NoAccount,
    #[error("this account belongs to an operator: use `pidro admin`")]
    OperatorAccount,
    #[error("wrong name or recovery code")]
    WrongRecoveryCode,
    #[error("{0}")]
    Password(#[from] PasswordRule),
    #[error("{}", ban_message(.0))]
    Banned(Ban),
    #[error("too many requests: try again later")]
    TooMany,
    #[error("too many login attempts for this account: try again later")]
    TooManyAttempts,
    #[error("the request took too long")]
    RequestTimeout,
    #[error("too many connections")]
    TooManyConnections,
    #[error("join a table first")]
    NoTable,
    #[error(transparent)]
    Table(#[from] TableError),
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::Table(TableError::Store(error))
    }
}

impl From<WorkError> for ApiError {
    fn from(error: WorkError) -> ApiError {
        match error {
            WorkError::Busy => ApiError::TooMany,
            WorkError::Panicked => TableError::Broken.into(),
        }
    }
}

impl From<HashError> for ApiError {
    fn from(error: HashError) -> ApiError {
        match error {
            HashError::Unhashable => ApiError::bad(error.to_string()),
            HashError::Work(error) => error.into(),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError::Table(TableError::Refused(refusal))
    }
}

impl ApiError {
    pub(crate) fn bad(error: impl Into<String>) -> ApiError {
        ApiError::BadRequest(error.into())
    }

    /// The HTTP status and the stable code.
    pub(crate) fn kind(&self) -> (StatusCode, Cow<'static, str>) {
        let (status, code) = match self {
            ApiError::BadRequest(_) | ApiError::Password(PasswordRule::Length) => {
                (StatusCode::BAD_REQUEST, "bad_request")
            }
            ApiError::NoToken => (StatusCode::UNAUTHORIZED, "no_token"),
            ApiError::BadToken => (StatusCode::UNAUTHORIZED, "bad_token"),
            ApiError::WrongPassword => (StatusCode::UNAUTHORIZED, "wrong_password"),
            ApiError::WrongOrigin => (StatusCode::FORBIDDEN, "wrong_origin"),
            ApiError::NotFound | ApiError::Table(TableError::Store(StoreError::NoTable(_))) => {
                (StatusCode::NOT_FOUND, "not_found")
            }
            ApiError::WrongMethod => (StatusCode::METHOD_NOT_ALLOWED, "wrong_method"),
            ApiError::HasAccount => (StatusCode::CONFLICT, "has_account"),
            ApiError::NameStays => (StatusCode::CONFLICT, "name_stays"),
            ApiError::NoAccount => (StatusCode::CONFLICT, "no_account"),
            ApiError::OperatorAccount => (StatusCode::CONFLICT, "operator_account"),
            ApiError::WrongRecoveryCode => (StatusCode::UNAUTHORIZED, "wrong_recovery_code"),
            ApiError::Password(PasswordRule::Common | PasswordRule::Name) => {
                (StatusCode::CONFLICT, "weak_password")
            }
            ApiError::Banned(_) => (StatusCode::FORBIDDEN, "banned"),
            ApiError::TooMany => (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"),
            ApiError::TooManyAttempts => (StatusCode::TOO_MANY_REQUESTS, "too_many_attempts"),
            ApiError::RequestTimeout => (StatusCode::REQUEST_TIMEOUT, "request_timeout"),
            ApiError::TooManyConnections => (StatusCode::TOO_MANY_REQUESTS, "too_many_connections"),
            ApiError::NoTable => (StatusCode::CONFLICT, "no_table"),
            ApiError::Table(TableError::Refused(refusal)) => (StatusCode::CONFLICT, refusal.code()),
            ApiError::Table(TableError::RefusedByOwner { code, .. }) => {
                return (StatusCode::CONFLICT, code.clone().into());
            }
            ApiError::Table(TableError::Store(StoreError::NameTaken)) => (StatusCode::CONFLICT, "name_taken"),
            ApiError::Table(TableError::Store(StoreError::OutcomeUnknown)) => {
                (StatusCode::SERVICE_UNAVAILABLE, "outcome_unknown")
            }
            ApiError::Table(TableError::Store(StoreError::Unreadable) | TableError::Unreachable) => {
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
            }
            ApiError::Table(TableError::Store(_)) => (StatusCode::SERVICE_UNAVAILABLE, "not_stored"),
            ApiError::Table(TableError::Broken) => (StatusCode::SERVICE_UNAVAILABLE, "broken"),
            ApiError::Table(TableError::ShuttingDown | TableError::OwnedBy(_) | TableError::Moving) => {
                (StatusCode::SERVICE_UNAVAILABLE, "closing")
            }
        };
        (status, code.into())
    }

    /// The message for users. It doesn't show messages of the database.
    pub(crate) fn message(&self) -> String {
        match self {
            ApiError::Table(TableError::Store(taken @ StoreError::NameTaken)) => taken.to_string(),
            ApiError::Table(TableError::Store(StoreError::NoTable(_))) => "there is no such table".to_owned(),
            ApiError::Table(TableError::Store(StoreError::OutcomeUnknown)) => {
                "the server doesn't know whether this was stored: send it again (a command: with the same id)"
                    .to_owned()
            }
            ApiError::Table(TableError::Store(StoreError::Unreadable)) => {
                "the server can't read this at the moment: try again".to_owned()
            }
            ApiError::Table(TableError::Store(_)) => {
                "the server could not store this, so nothing has changed: try again".to_owned()
            }
            other => other.to_string(),
        }
    }
}

fn ban_message(Ban { reason, until }: &Ban) -> String {
    let until = until.and_then(|until| jiff::Timestamp::from_millisecond(until).ok());
    match until {
        Some(until) => format!(
            "banned from this server until {}: {reason}",
            until.strftime("%Y-%m-%d %H:%M UTC")
        ),
        None => format!("banned from this server: {reason}"),
    }
}

impl From<&ApiError> for ErrorText {
    fn from(error: &ApiError) -> ErrorText {
        ErrorText::new(error.kind().1, error.message())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let ApiError::Table(TableError::Store(error)) = &self
            && self.kind().0.is_server_error()
        {
            tracing::error!(%error, "the store failed");
        }
        let body = ErrorBody {
            ok: false,
            error: ErrorText::from(&self),
        };
        let status = self.kind().0;
        let mut response = (status, Json(body)).into_response();
        if let ApiError::Table(TableError::OwnedBy(node)) = self {
            response.extensions_mut().insert(OwnedBy(node));
        }
        let headers = response.headers_mut();
        match status {
            StatusCode::UNAUTHORIZED => headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")),
            StatusCode::TOO_MANY_REQUESTS => headers.insert(RETRY_AFTER, HeaderValue::from_static("10")),
            // The rest of the request may still arrive.
            StatusCode::REQUEST_TIMEOUT => headers.insert(CONNECTION, HeaderValue::from_static("close")),
            _ => None,
        };
        response
    }
}
