//! The interface behind the page for operators. It exists only with `--admin-page`, and only for
//! accounts that `pidro admin grant` has named; others get 404, or 401 without a token.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use pidro_protocol::admin::{
    AuditLog, BanToLift, Bans, Figures, FoundPeople, FoundTables, NewAnnouncement, NewBan, ReportClosure,
    Reports,
};
use pidro_protocol::http::NewRecoveryCode;
use pidro_protocol::{ErrorBody, PersonId, TableId};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::App;
use super::error::ApiError;
use super::extract::{AuthPerson, Body, Id, QueryParams, check_text, well_formed};
use crate::people::RecoveryCode;
use crate::store::{Actor, Ban, BanSubject, StoreError};

/// The maximum number of rows in one response.
const MAX_ROWS: i64 = 100;
const MAX_REASON_CHARS: usize = 200;
const MAX_TEXT_CHARS: usize = 500;
const MAX_DAYS: u32 = 36_500;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(figures))
        .routes(routes!(people))
        .routes(routes!(delete_person))
        .routes(routes!(recovery_code))
        .routes(routes!(tables))
        .routes(routes!(remove_table))
        .routes(routes!(bans, ban))
        .routes(routes!(unban))
        .routes(routes!(reports))
        .routes(routes!(close_report))
        .routes(routes!(announce))
        .routes(routes!(log))
}

/// An operator: the owner of an account with that right.
struct Operator(PersonId);

impl Operator {
    const fn actor(&self) -> Actor<'_> {
        Actor::Person(&self.0)
    }
}

impl FromRequestParts<Arc<App>> for Operator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Operator, ApiError> {
        let me = AuthPerson::from_request_parts(parts, app).await?;
        if me.admin && app.config().admin_page {
            Ok(Operator(me.person.id))
        } else {
            Err(ApiError::NotFound)
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchParams {
    /// Part of a name, or an id. Without it, the newest are listed.
    search: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AllParams {
    /// Whether to list everything: closed reports, and what people changed about themselves.
    all: Option<bool>,
}

/// Get figures of the server.
#[utoipa::path(get, path = "/api/admin/figures", tag = "operators", security(("token" = [])), responses(
    (status = 200, description = "Success", body = Figures),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn figures(State(app): State<Arc<App>>, _: Operator) -> Result<Json<Figures>, ApiError> {
    Ok(Json(app.tables.store().figures().await?))
}

/// Search people.
#[utoipa::path(get, path = "/api/admin/people", tag = "operators", params(SearchParams), security(("token" = [])), responses(
    (status = 200, description = "Success", body = FoundPeople),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn people(
    State(app): State<Arc<App>>,
    _: Operator,
    QueryParams(SearchParams { search }): QueryParams<SearchParams>,
) -> Result<Json<FoundPeople>, ApiError> {
    let search = search.unwrap_or_default();
    check_text(&search, MAX_TEXT_CHARS)?;
    let people = app.tables.store().find_people(search.trim(), MAX_ROWS).await?;
    Ok(Json(FoundPeople { people }))
}

/// Delete a person, as they could do themselves.
#[utoipa::path(delete, path = "/api/admin/people/{id}", tag = "operators", params(("id" = PersonId, Path)), security(("token" = [])), responses(
    (status = 204, description = "Success"),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn delete_person(
    State(app): State<Arc<App>>,
    me: Operator,
    Id(person): Id<PersonId>,
) -> Result<StatusCode, ApiError> {
    let store = app.tables.store();
    refuse_operators(&app, &person).await?;
    found(store.delete_person(&person, me.actor()).await?)
}

/// Issue a recovery code, with which the owner of an account can choose a new password.
#[utoipa::path(post, path = "/api/admin/people/{id}/recovery-code", tag = "operators", params(("id" = PersonId, Path)), security(("token" = [])), responses(
    (status = 201, description = "Created", body = NewRecoveryCode),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn recovery_code(
    State(app): State<Arc<App>>,
    me: Operator,
    Id(person): Id<PersonId>,
) -> Result<(StatusCode, Json<NewRecoveryCode>), ApiError> {
    let code = RecoveryCode::random().map_err(StoreError::from)?;
    let store = app.tables.store();
    refuse_operators(&app, &person).await?;
    found(store.set_recovery_code(&person, &code, me.actor()).await?)?;
    let issued = NewRecoveryCode {
        recovery_code: code.reveal(),
    };
    Ok((StatusCode::CREATED, Json(issued)))
}

/// Search tables.
#[utoipa::path(get, path = "/api/admin/tables", tag = "operators", params(SearchParams), security(("token" = [])), responses(
    (status = 200, description = "Success", body = FoundTables),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn tables(
    State(app): State<Arc<App>>,
    _: Operator,
    QueryParams(SearchParams { search }): QueryParams<SearchParams>,
) -> Result<Json<FoundTables>, ApiError> {
    let search = search.unwrap_or_default();
    check_text(&search, MAX_TEXT_CHARS)?;
    let tables = app.tables.store().find_tables(search.trim(), MAX_ROWS).await?;
    Ok(Json(FoundTables { tables }))
}

/// Remove a table with everything that happened there.
#[utoipa::path(delete, path = "/api/admin/tables/{id}", tag = "operators", params(("id" = TableId, Path)), security(("token" = [])), responses(
    (status = 204, description = "Success"),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn remove_table(
    State(app): State<Arc<App>>,
    me: Operator,
    Id(table): Id<TableId>,
) -> Result<StatusCode, ApiError> {
    found(app.tables.store().remove_table(table, me.actor()).await?)
}

/// List the bans in force.
#[utoipa::path(get, path = "/api/admin/bans", tag = "operators", security(("token" = [])), responses(
    (status = 200, description = "Success", body = Bans),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn bans(State(app): State<Arc<App>>, _: Operator) -> Result<Json<Bans>, ApiError> {
    let bans = app.tables.store().ban_list().await?;
    Ok(Json(Bans { bans }))
}

/// Ban a person or an address.
#[utoipa::path(post, path = "/api/admin/bans", tag = "operators", security(("token" = [])), request_body = NewBan, responses(
    (status = 204, description = "Success"),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 408, description = "The request took too long to arrive", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn ban(
    State(app): State<Arc<App>>,
    me: Operator,
    Body(new): Body<NewBan>,
) -> Result<StatusCode, ApiError> {
    check_text(&new.reason, MAX_REASON_CHARS)?;
    if new.days.is_some_and(|days| days == 0 || days > MAX_DAYS) {
        return Err(ApiError::BadRequest(format!("a ban lasts 1 to {MAX_DAYS} days")));
    }
    let subject = subject(new.person, new.address.as_deref())?;
    let store = app.tables.store();
    if let BanSubject::Person(person) = &subject {
        found(store.person(person).await?.is_some())?;
    }
    let ban = Ban::new(&new.reason, new.days);
    store.ban(&subject, &ban, me.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lift a ban.
#[utoipa::path(post, path = "/api/admin/bans/lift", tag = "operators", security(("token" = [])), request_body = BanToLift, responses(
    (status = 204, description = "Success"),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 408, description = "The request took too long to arrive", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn unban(
    State(app): State<Arc<App>>,
    me: Operator,
    Body(lifted): Body<BanToLift>,
) -> Result<StatusCode, ApiError> {
    let subject = subject(lifted.person, lifted.address.as_deref())?;
    found(app.tables.store().unban(&subject, me.actor()).await?)
}

/// List what players have reported.
#[utoipa::path(get, path = "/api/admin/reports", tag = "operators", params(AllParams), security(("token" = [])), responses(
    (status = 200, description = "Success", body = Reports),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn reports(
    State(app): State<Arc<App>>,
    _: Operator,
    QueryParams(AllParams { all }): QueryParams<AllParams>,
) -> Result<Json<Reports>, ApiError> {
    let reports = app
        .tables
        .store()
        .reports(all.unwrap_or_default(), MAX_ROWS)
        .await?;
    Ok(Json(Reports { reports }))
}

/// Close a report, and say what was done.
#[utoipa::path(post, path = "/api/admin/reports/{id}/close", tag = "operators", params(("id" = String, Path)), security(("token" = [])), request_body = ReportClosure, responses(
    (status = 204, description = "Success"),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 408, description = "The request took too long to arrive", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn close_report(
    State(app): State<Arc<App>>,
    me: Operator,
    Id(id): Id<Uuid>,
    Body(closure): Body<ReportClosure>,
) -> Result<StatusCode, ApiError> {
    check_text(&closure.note, MAX_TEXT_CHARS)?;
    found(
        app.tables
            .store()
            .close_report(&id.simple().to_string(), &closure.note, me.actor())
            .await?,
    )
}

/// Send a message to everybody who is connected.
#[utoipa::path(post, path = "/api/admin/announcements", tag = "operators", security(("token" = [])), request_body = NewAnnouncement, responses(
    (status = 204, description = "Success"),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 408, description = "The request took too long to arrive", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn announce(
    State(app): State<Arc<App>>,
    me: Operator,
    Body(new): Body<NewAnnouncement>,
) -> Result<StatusCode, ApiError> {
    check_text(&new.text, MAX_TEXT_CHARS)?;
    if new.text.trim().is_empty() {
        return Err(ApiError::bad("an announcement needs a text"));
    }
    app.tables.store().announce(&new.text, me.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List what operators have done.
#[utoipa::path(get, path = "/api/admin/log", tag = "operators", params(AllParams), security(("token" = [])), responses(
    (status = 200, description = "Success", body = AuditLog),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn log(
    State(app): State<Arc<App>>,
    _: Operator,
    QueryParams(AllParams { all }): QueryParams<AllParams>,
) -> Result<Json<AuditLog>, ApiError> {
    let entries = app
        .tables
        .store()
        .audit_log(all.unwrap_or_default(), MAX_ROWS)
        .await?;
    Ok(Json(AuditLog { entries }))
}

/// Refuses to enter or delete the accounts of operators, including one's own: a stolen session must not
/// be enough. `pidro admin` can do it.
async fn refuse_operators(app: &App, person: &PersonId) -> Result<(), ApiError> {
    if app.tables.store().is_admin(person).await? {
        return Err(ApiError::OperatorAccount);
    }
    Ok(())
}

fn found(found: bool) -> Result<StatusCode, ApiError> {
    if found {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::NotFound)
    }
}

/// The person or the address, of which there must be exactly one.
fn subject(person: Option<PersonId>, address: Option<&str>) -> Result<BanSubject, ApiError> {
    match (person, address) {
        (Some(person), None) => Ok(BanSubject::Person(well_formed(&person)?)),
        (None, Some(address)) => {
            let address: Result<IpAddr, _> = address.parse();
            let address = address.map_err(|_| ApiError::bad("this is not an IP address"))?;
            Ok(BanSubject::Address(address.into()))
        }
        _ => Err(ApiError::bad("name a person or an address")),
    }
}
