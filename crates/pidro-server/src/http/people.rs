//! Guests, profiles and games.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use pidro_protocol::http::{Games, LoggedIn, NewGuest, NewReport, Person, Profile};
use pidro_protocol::{ErrorBody, PersonId};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::account::{allow, logged_in};
use super::error::ApiError;
use super::extract::{AuthPerson, Body, ClientAddr, ClientKind, Id, QueryParams, check_text, well_formed};
use crate::store::Allowance;

/// The maximum length of a report.
const MAX_REPORT_CHARS: usize = 1000;
const REPORTS_PER_HOUR: u32 = 20;
/// All tables hear of a new name.
const RENAMES_PER_HOUR: u32 = 30;
/// The maximum number of games in one response.
const MAX_GAMES: u32 = 50;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(add_guest))
        .routes(routes!(me, rename))
        .routes(routes!(my_games))
        .routes(routes!(person))
        .routes(routes!(report))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct GamesParams {
    /// Only games before this time, in milliseconds since 1970. To get the next page, pass the `at`
    /// of the last game.
    before: Option<i64>,
}

/// Become a guest. This only needs a name, which no account may have.
#[utoipa::path(post, path = "/api/guests", tag = "people", request_body = NewGuest, responses(
    (status = 201, description = "Created", body = LoggedIn), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn add_guest(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    ClientKind(kind): ClientKind,
    Body(guest): Body<NewGuest>,
) -> Result<(StatusCode, Json<LoggedIn>), ApiError> {
    allow(&app, "guests", client, app.config().limits.guests_per_hour).await?;
    let (person, token) = app.tables.store().add_guest(&guest.name, kind).await?;
    Ok(logged_in(person, &token, None))
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
    let allowance = Allowance::per_hour("renames", me.person.id.as_str(), RENAMES_PER_HOUR);
    super::take(&app, &allowance).await?;
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

/// Report a person to the operator of the server.
#[utoipa::path(post, path = "/api/reports", tag = "people", security(("token" = [])), request_body = NewReport, responses(
    (status = 204, description = "Success"),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 408, description = "The request took too long to arrive", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn report(
    State(app): State<Arc<App>>,
    ClientAddr(client): ClientAddr,
    me: AuthPerson,
    Body(report): Body<NewReport>,
) -> Result<StatusCode, ApiError> {
    check_text(&report.text, MAX_REPORT_CHARS)?;
    let report = NewReport {
        person: well_formed(&report.person)?,
        ..report
    };
    // By address, too: becoming another guest is easy.
    allow(&app, "reports", client, REPORTS_PER_HOUR).await?;
    let allowance = Allowance::per_hour("reports", me.person.id.as_str(), REPORTS_PER_HOUR);
    super::take(&app, &allowance).await?;
    if app.tables.store().add_report(&me.person.id, &report).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::NotFound)
    }
}

async fn profile(app: &App, person: Person) -> Result<Json<Profile>, ApiError> {
    let statistics = app.tables.store().statistics(&person.id).await?;
    Ok(Json(Profile { person, statistics }))
}
