//! Accounts: creating, recovering and deleting them, passwords and sessions.

use std::str::FromStr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use pidro_protocol::http::{
    Confirmation, Credentials, LoggedIn, NewPassword, NewRecoveryCode, OwnBan, Person, PersonalData,
    Recovery, Sessions,
};
use pidro_protocol::{ErrorBody, Name};
use tokio::time::sleep;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::ApiError;
use super::extract::{AuthPerson, Body, ClientAddr, ClientKind, DataOwner, Id, MaybeAuthPerson};
use crate::attempts::LoginAttempt;
use crate::limits::ClientNetwork;
use crate::people::{RecoveryCode, Token, rules};
use crate::request::TableError;
use crate::store::{Account, Actor, Allowance, Ban, NewAccount, StoreError};

/// How often people may download their data: it takes a look at all tables.
const DOWNLOADS_PER_HOUR: u32 = 20;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(add_account))
        .routes(routes!(log_in))
        .routes(routes!(log_out))
        .routes(routes!(recover_account))
        .routes(routes!(change_password))
        .routes(routes!(issue_recovery_code))
        .routes(routes!(sessions, end_sessions))
        .routes(routes!(end_session))
        .routes(routes!(my_data))
        .routes(routes!(delete_me))
}

/// Create an account.
///
/// With a guest's token, the guest gets the account and keeps all their games; the guest's token
/// ends. The answer contains a recovery code, which is never shown again.
#[utoipa::path(post, path = "/api/accounts", tag = "accounts", request_body = Credentials,
    security((), ("token" = [])), responses(
    (status = 201, description = "Created", body = LoggedIn),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn add_account(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    ClientKind(kind): ClientKind,
    MaybeAuthPerson(guest): MaybeAuthPerson,
    Body(wanted): Body<Credentials>,
) -> Result<(StatusCode, Json<LoggedIn>), ApiError> {
    rules::check_new(&wanted.password, &wanted.name)?;
    allow(&app, "accounts", client, app.config().limits.accounts_per_hour).await?;
    if guest.as_ref().is_some_and(|guest| !guest.guest) {
        return Err(ApiError::HasAccount);
    }
    let store = app.tables.store();
    if store.account(&wanted.name).await?.is_some() {
        return Err(StoreError::NameTaken.into());
    }
    let hash = app.passwords.hash(wanted.password).await?;
    let code = RecoveryCode::random().map_err(StoreError::from)?;
    let new = NewAccount {
        name: &wanted.name,
        password_hash: &hash,
        recovery_code: &code,
        client: kind,
    };
    let (person, token) = store.add_account(guest, new).await?;
    Ok(logged_in(person, &token, Some(&code)))
}

/// Log in: get a token for an account.
///
/// After several wrong passwords for one name, further attempts are delayed more and more.
#[utoipa::path(post, path = "/api/sessions", tag = "accounts", request_body = Credentials, responses(
    (status = 201, description = "Created", body = LoggedIn),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Wrong name or password", body = ErrorBody),
    (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn log_in(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    ClientKind(kind): ClientKind,
    Body(given): Body<Credentials>,
) -> Result<(StatusCode, Json<LoggedIn>), ApiError> {
    rules::check_length(&given.password)?;
    let account = verify_password(&app, client, &given.name, given.password).await?;
    let token = app.tables.store().log_in(&account, kind).await?;
    let token = token.ok_or(ApiError::WrongPassword)?;
    Ok(logged_in(account.person, &token, None))
}

/// Log out: revoke the token.
#[utoipa::path(delete, path = "/api/session", tag = "accounts", security(("token" = [])), responses(
    (status = 204, description = "Success"),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn log_out(State(app): State<Arc<App>>, me: DataOwner) -> Result<StatusCode, ApiError> {
    app.tables.store().revoke_token(&me.person.id, &me.token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Choose a new password with a recovery code.
///
/// All sessions of the account end and a new one begins. The answer contains the next recovery code.
#[utoipa::path(post, path = "/api/recoveries", tag = "accounts", request_body = Recovery, responses(
    (status = 201, description = "Created", body = LoggedIn),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Wrong name or recovery code", body = ErrorBody),
    (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn recover_account(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    ClientKind(kind): ClientKind,
    Body(given): Body<Recovery>,
) -> Result<(StatusCode, Json<LoggedIn>), ApiError> {
    rules::check_new(&given.new_password, &given.name)?;
    let account = app.tables.store().account(&given.name).await?;
    // Guessing a code counts like guessing a password, and costs as much for an unknown name.
    let attempt = begin_attempt(&app, client, &given.name).await?;
    let hash = app.passwords.hash(given.new_password).await?;
    let next = RecoveryCode::random().map_err(StoreError::from)?;
    let code = RecoveryCode::from_client(&given.recovery_code);
    let Some(Account { person, .. }) = account else {
        return Err(ApiError::WrongRecoveryCode);
    };
    let store = app.tables.store();
    let token = store
        .recover_account(&person.id, &code, &hash, &next, kind)
        .await?;
    let token = token.ok_or(ApiError::WrongRecoveryCode)?;
    // The account is recovered, whether or not the wrong attempts are forgotten.
    let _ = attempt.succeed().await;
    Ok(logged_in(person, &token, Some(&next)))
}

/// Change your password. All your other sessions end.
#[utoipa::path(put, path = "/api/me/password", tag = "accounts", security(("token" = [])), request_body = NewPassword, responses(
    (status = 204, description = "Success"),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token, or wrong password", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn change_password(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    me: AuthPerson,
    Body(given): Body<NewPassword>,
) -> Result<StatusCode, ApiError> {
    rules::check_new(&given.new_password, &me.person.name)?;
    let account = confirm(&app, client, &me.person, Some(given.password)).await?;
    let hash = app.passwords.hash(given.new_password).await?;
    let store = app.tables.store();
    let changed = store.set_password(&account, &hash, &me.token).await?;
    changed.then_some(()).ok_or(ApiError::WrongPassword)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get a new recovery code. It replaces the previous one.
#[utoipa::path(post, path = "/api/me/recovery-code", tag = "accounts", security(("token" = [])), request_body = Confirmation, responses(
    (status = 201, description = "Created", body = NewRecoveryCode),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token, or wrong password", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn issue_recovery_code(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    me: AuthPerson,
    Body(given): Body<Confirmation>,
) -> Result<(StatusCode, Json<NewRecoveryCode>), ApiError> {
    let account = confirm(&app, client, &me.person, given.password).await?;
    let code = RecoveryCode::random().map_err(StoreError::from)?;
    let replaced = app.tables.store().replace_recovery_code(&account, &code).await?;
    replaced.then_some(()).ok_or(ApiError::WrongPassword)?;
    let issued = NewRecoveryCode {
        recovery_code: code.reveal(),
    };
    Ok((StatusCode::CREATED, Json(issued)))
}

/// List your sessions.
#[utoipa::path(get, path = "/api/me/sessions", tag = "accounts", security(("token" = [])), responses(
    (status = 200, description = "Success", body = Sessions),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn sessions(State(app): State<Arc<App>>, me: AuthPerson) -> Result<Json<Sessions>, ApiError> {
    let sessions = app.tables.store().sessions(&me.person.id, &me.token).await?;
    Ok(Json(Sessions { sessions }))
}

/// Log out everywhere: end all your sessions, including this one.
#[utoipa::path(delete, path = "/api/me/sessions", tag = "accounts", security(("token" = [])), responses(
    (status = 204, description = "Success"),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn end_sessions(State(app): State<Arc<App>>, me: AuthPerson) -> Result<StatusCode, ApiError> {
    app.tables.store().end_sessions(&me.person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The id of a session: sixteen hexadecimal digits.
struct SessionId(String);

impl FromStr for SessionId {
    type Err = ();

    fn from_str(text: &str) -> Result<SessionId, ()> {
        let is_valid = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_valid.then(|| SessionId(text.to_owned())).ok_or(())
    }
}

/// End one of your sessions.
#[utoipa::path(delete, path = "/api/me/sessions/{id}", tag = "accounts", params(("id" = String, Path)), security(("token" = [])), responses(
    (status = 204, description = "Success"),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn end_session(
    State(app): State<Arc<App>>,
    me: AuthPerson,
    Id(SessionId(id)): Id<SessionId>,
) -> Result<StatusCode, ApiError> {
    let ended = app.tables.store().end_session(&me.person.id, &id).await?;
    if ended {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::NotFound)
    }
}

/// Get everything that the server stores about you.
#[utoipa::path(get, path = "/api/me/data", tag = "accounts", security(("token" = [])), responses(
    (status = 200, description = "Success", body = PersonalData),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn my_data(State(app): State<Arc<App>>, me: DataOwner) -> Result<Json<PersonalData>, ApiError> {
    let allowance = Allowance::per_hour("data", me.person.id.as_str(), DOWNLOADS_PER_HOUR);
    super::take(&app, &allowance).await?;
    let data = app.tables.store().personal_data(me.person, &me.token).await?;
    let data = data.ok_or(ApiError::BadToken)?;
    let ban = me.ban.map(|Ban { reason, until }| OwnBan { reason, until });
    Ok(Json(PersonalData { ban, ..data }))
}

/// Delete yourself: your name, sessions, results and reports.
///
/// The games that you have played stay, without your name. This can't be undone.
#[utoipa::path(post, path = "/api/me/deletion", tag = "accounts", security(("token" = [])), request_body = Confirmation, responses(
    (status = 204, description = "Success"),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token, or wrong password", body = ErrorBody),
    (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn delete_me(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    me: DataOwner,
    Body(given): Body<Confirmation>,
) -> Result<StatusCode, ApiError> {
    if me.person.guest {
        given.password.as_deref().map_or(Ok(()), rules::check_length)?;
    } else {
        confirm(&app, client, &me.person, given.password).await?;
    }
    let id = &me.person.id;
    app.tables.store().delete_person(id, Actor::Person(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes one use of a client's hourly allowance.
pub(super) async fn allow(
    app: &App,
    what: &str,
    client: ClientNetwork,
    per_hour: u32,
) -> Result<(), ApiError> {
    super::take(app, &Allowance::per_hour(what, &client.to_string(), per_hour)).await
}

/// Counts an attempt to log in, and waits if there were too many wrong ones.
async fn begin_attempt<'a>(
    app: &'a App,
    client: ClientNetwork,
    name: &Name,
) -> Result<LoginAttempt<'a>, ApiError> {
    allow(app, "logins", client, app.config().limits.logins_per_hour).await?;
    let attempt = app.login_attempts.begin(name, client).await?;
    let attempt = attempt.ok_or(ApiError::TooManyAttempts)?;
    tokio::select! {
        () = sleep(attempt.delay) => Ok(attempt),
        () = app.tables.shutdown_token().cancelled() => Err(TableError::ShuttingDown.into()),
    }
}

/// The account with this name and password.
async fn verify_password(
    app: &App,
    client: ClientNetwork,
    name: &Name,
    password: String,
) -> Result<Account, ApiError> {
    let attempt = begin_attempt(app, client, name).await?;
    let account = app.tables.store().account(name).await?;
    let hash = account.as_ref().map(|account| account.password_hash.clone());
    // An unknown name takes as long to reject as a wrong password.
    let right = app.passwords.verify(password, hash).await?;
    let account = account.filter(|_| right).ok_or(ApiError::WrongPassword)?;
    attempt.succeed().await?;
    Ok(account)
}

/// Checks the password of somebody who is logged in, before something that a stolen token must not be
/// enough for.
async fn confirm(
    app: &App,
    client: ClientNetwork,
    person: &Person,
    password: Option<String>,
) -> Result<Account, ApiError> {
    if person.guest {
        return Err(ApiError::NoAccount);
    }
    let password = password.ok_or(ApiError::WrongPassword)?;
    rules::check_length(&password)?;
    let account = verify_password(app, client, &person.name, password).await?;
    let is_own = account.person.id == person.id;
    is_own.then_some(account).ok_or(ApiError::WrongPassword)
}

pub(super) fn logged_in(
    person: Person,
    token: &Token,
    code: Option<&RecoveryCode>,
) -> (StatusCode, Json<LoggedIn>) {
    let answer = LoggedIn {
        person,
        token: token.reveal().to_owned(),
        recovery_code: code.map(RecoveryCode::reveal),
    };
    (StatusCode::CREATED, Json(answer))
}
