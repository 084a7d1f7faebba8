//! Guests, accounts and their games.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use pidro_protocol::http::{Credentials, Games, LoggedIn, NewGuest, Person, Profile};
use pidro_protocol::{ErrorBody, PersonId};
use serde::Deserialize;
use tokio::time::sleep;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::ApiError;
use super::extract::{AuthPerson, Body, ClientAddr, Id, MaybeAuthPerson, QueryParams};
use crate::limits::ClientNetwork;
use crate::people::Token;
use crate::request::TableError;
use crate::store::Allowance;

/// The maximum number of games in one response.
const MAX_GAMES: u32 = 50;
/// The maximum length of a password. Longer ones would only cost time.
const MAX_PASSWORD_CHARS: usize = 128;
const MIN_PASSWORD_CHARS: usize = 8;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(add_guest))
        .routes(routes!(add_account))
        .routes(routes!(log_in))
        .routes(routes!(log_out))
        .routes(routes!(me, rename))
        .routes(routes!(my_games))
        .routes(routes!(person))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct GamesParams {
    /// Only games before this time, in milliseconds since 1970. To get the next page, pass the `at`
    /// of the last game.
    before: Option<i64>,
}

/// Become a guest. This only needs a name.
#[utoipa::path(post, path = "/api/guests", tag = "people", request_body = NewGuest, responses(
    (status = 201, description = "Created", body = LoggedIn),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn add_guest(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    Body(guest): Body<NewGuest>,
) -> Result<(StatusCode, Json<LoggedIn>), ApiError> {
    allow(&app, "guests", client, app.config.limits.guests_per_hour).await?;
    let (person, token) = app.tables.store().add_guest(&guest.name).await?;
    Ok(logged_in(person, &token))
}

/// Create an account.
///
/// With a guest's token, the guest gets the account and keeps all their games.
#[utoipa::path(post, path = "/api/accounts", tag = "people", request_body = Credentials,
    security((), ("token" = [])), responses(
    (status = 201, description = "Created", body = LoggedIn),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn add_account(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    MaybeAuthPerson(guest): MaybeAuthPerson,
    Body(wanted): Body<Credentials>,
) -> Result<(StatusCode, Json<LoggedIn>), ApiError> {
    check(&wanted)?;
    allow(&app, "accounts", client, app.config.limits.accounts_per_hour).await?;
    if guest.as_ref().is_some_and(|guest| !guest.guest) {
        return Err(ApiError::HasAccount);
    }
    let store = app.tables.store();
    if store.account(&wanted.name).await?.is_some() {
        return Err(crate::store::StoreError::NameTaken.into());
    }
    let hash = app.passwords.hash(wanted.password).await?;
    let (person, token) = store.add_account(guest, &wanted.name, &hash).await?;
    Ok(logged_in(person, &token))
}

/// Log in: get a token for an account.
///
/// After several wrong passwords for one name, further attempts are delayed more and more.
#[utoipa::path(post, path = "/api/sessions", tag = "people", request_body = Credentials, responses(
    (status = 201, description = "Created", body = LoggedIn),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Wrong name or password", body = ErrorBody), (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody),
    (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn log_in(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    Body(given): Body<Credentials>,
) -> Result<(StatusCode, Json<LoggedIn>), ApiError> {
    check(&given)?;
    allow(&app, "logins", client, app.config.limits.logins_per_hour).await?;
    let attempt = app.login_attempts.begin(&given.name, client).await?;
    let attempt = attempt.ok_or(ApiError::TooManyAttempts)?;
    tokio::select! {
        () = sleep(attempt.delay) => {}
        () = app.tables.shutdown_token().cancelled() => return Err(TableError::ShuttingDown.into()),
    }
    let found = app.tables.store().account(&given.name).await?;
    let (person, hash) = found.map_or((None, None), |(person, hash)| (Some(person), Some(hash)));
    // An unknown name takes as long to reject as a wrong password.
    let right = app.passwords.verify(given.password, hash).await?;
    let person = person.filter(|_| right).ok_or(ApiError::WrongPassword)?;
    attempt.succeed().await?;
    let token = app.tables.store().add_token(&person.id).await?;
    Ok(logged_in(person, &token))
}

/// Log out: revoke the token.
#[utoipa::path(delete, path = "/api/session", tag = "people", security(("token" = [])), responses(
    (status = 204, description = "Success"),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn log_out(State(app): State<Arc<App>>, me: AuthPerson) -> Result<StatusCode, ApiError> {
    app.tables.store().revoke_token(&me.token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Get your own profile.
#[utoipa::path(get, path = "/api/me", tag = "people", security(("token" = [])), responses(
    (status = 200, description = "Success", body = Profile),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn me(State(app): State<Arc<App>>, me: AuthPerson) -> Result<Json<Profile>, ApiError> {
    profile(&app, me.person).await
}

/// Change your name, as a guest.
#[utoipa::path(put, path = "/api/me", tag = "people", security(("token" = [])), request_body = NewGuest, responses(
    (status = 200, description = "Success", body = Profile),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn rename(
    State(app): State<Arc<App>>,
    me: AuthPerson,
    Body(guest): Body<NewGuest>,
) -> Result<Json<Profile>, ApiError> {
    if !me.person.guest {
        return Err(ApiError::NameStays);
    }
    let store = app.tables.store();
    // Read first: if the read failed after the write, the error would claim that nothing was
    // written.
    let statistics = store.statistics(&me.person.id).await?;
    store.rename_guest(&me.person.id, &guest.name).await?;
    let name = guest.name;
    let person = Person { name, ..me.person };
    Ok(Json(Profile { person, statistics }))
}

/// List your games, including those still being played.
#[utoipa::path(get, path = "/api/me/games", tag = "people", params(GamesParams), security(("token" = [])), responses(
    (status = 200, description = "Success", body = Games),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody),
    (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn my_games(
    State(app): State<Arc<App>>,
    me: AuthPerson,
    QueryParams(GamesParams { before }): QueryParams<GamesParams>,
) -> Result<Json<Games>, ApiError> {
    let before = before.unwrap_or(i64::MAX);
    let games = app.tables.store().games(&me.person.id, before, MAX_GAMES).await?;
    Ok(Json(Games { games }))
}

/// Get the profile of a person with an account.
#[utoipa::path(get, path = "/api/people/{id}", tag = "people", params(("id" = PersonId, Path)), responses(
    (status = 200, description = "Success", body = Profile),
    (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn person(State(app): State<Arc<App>>, Id(id): Id<PersonId>) -> Result<Json<Profile>, ApiError> {
    let person = app.tables.store().person(&id).await?;
    let person = person.filter(|person| !person.guest).ok_or(ApiError::NotFound)?;
    profile(&app, person).await
}

/// Takes one use of a client's hourly allowance.
async fn allow(app: &App, what: &str, client: ClientNetwork, per_hour: u32) -> Result<(), ApiError> {
    super::take(app, &Allowance::per_hour(what, &client.to_string(), per_hour)).await
}

fn logged_in(person: Person, token: &Token) -> (StatusCode, Json<LoggedIn>) {
    let token = Token::reveal(token).to_owned();
    (StatusCode::CREATED, Json(LoggedIn { person, token }))
}

async fn profile(app: &App, person: Person) -> Result<Json<Profile>, ApiError> {
    let statistics = app.tables.store().statistics(&person.id).await?;
    Ok(Json(Profile { person, statistics }))
}

/// Checks the length of the password. A [`Name`](pidro_protocol::Name) is always valid.
fn check(credentials: &Credentials) -> Result<(), ApiError> {
    let length = credentials.password.chars().count();
    if (MIN_PASSWORD_CHARS..=MAX_PASSWORD_CHARS).contains(&length) {
        return Ok(());
    }
    let message = format!("a password has {MIN_PASSWORD_CHARS} to {MAX_PASSWORD_CHARS} characters");
    Err(ApiError::BadRequest(message))
}
