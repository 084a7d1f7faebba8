//! Tables: create, list and inspect them, and get their records and proofs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use pidro::{BySeat, DeckProof, History, Record, Rules, Secret, SeededGame};
use pidro_protocol::http::{CreatedTable, Finding, KnownRules, LobbyTables, NewTable, Proof, TableInfo};
use pidro_protocol::{ErrorBody, SeatStatus, ServerBot, TableId};
use pidro_table::{Access, Refusal, TableEvent, TableOptions, TableState, rules_info};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::ApiError;
use super::extract::{AuthPerson, Body, Id, MaybeAuthPerson};
use crate::actor::CurrentTable;
use crate::store::{Allowance, random_secret};
use pidro_protocol::http::Person;

/// The maximum number of tables in the lobby.
const MAX_LOBBY_TABLES: usize = 100;
/// The maximum target score, so that games end eventually.
pub(super) const MAX_TARGET: u16 = 200;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(lobby, create_table))
        .routes(routes!(table))
        .routes(routes!(record))
        .routes(routes!(verify))
        .routes(routes!(rules))
}

/// List the tables in the lobby that are not over.
#[utoipa::path(get, path = "/api/tables", tag = "tables", responses(
    (status = 200, description = "Success", body = LobbyTables), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody),
))]
async fn lobby(State(app): State<Arc<App>>) -> Json<LobbyTables> {
    Json(LobbyTables {
        tables: app.table_router.lobby(MAX_LOBBY_TABLES).await,
    })
}

/// Create a table. You become its host.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable, security(("token" = [])), responses(
    (status = 201, description = "Created", body = CreatedTable, links(
        ("table" = (operation_id = "table", parameters(("id" = "$response.body#/table")))),
        ("record" = (operation_id = "record", parameters(("id" = "$response.body#/table")))),
        ("verify" = (operation_id = "verify", parameters(("id" = "$response.body#/table")))),
    )),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn create_table(
    State(app): State<Arc<App>>,
    me: AuthPerson,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<CreatedTable>), ApiError> {
    if new.rules.target.get() > MAX_TARGET {
        return Err(ApiError::BadRequest(format!(
            "the target is at most {MAX_TARGET} on this server"
        )));
    }
    let per_hour = app.config().limits.tables_per_hour;
    let allowance = Allowance::per_hour("tables", me.person.id.as_str(), per_hour);
    super::take(&app, &allowance).await?;
    let mut events: Vec<TableEvent> = Vec::new();
    for (seat, bot) in BySeat::<Option<ServerBot>>::from(new.bots).iter() {
        match (bot, new.seat == Some(seat)) {
            (Some(_), true) => return Err(Refusal::SeatTaken(seat).into()),
            (Some(bot), false) => events.push(TableEvent::BotSat {
                seat,
                level: (*bot).into(),
            }),
            (None, true) => events.push(TableEvent::Sat {
                seat,
                person: me.person.id.clone(),
                word: String::new(),
                promise: None,
            }),
            (None, false) => {}
        }
    }
    let options = TableOptions {
        host: me.person.id,
        rules: new.rules,
        listed: new.listed,
        time: new.time,
        spectators: new.spectators,
    };
    let secret = random_secret()?;
    let table = app.tables.create(&options, &secret, &events).await?;
    let created = CreatedTable {
        table,
        link: app.link(&format!("/t/{table}")),
        commitment: secret.commitment().to_string(),
    };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Get a table.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = TableId, Path)), responses(
    (status = 200, description = "Success", body = TableInfo),
    (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn table(State(app): State<Arc<App>>, Id(table): Id<TableId>) -> Result<Json<TableInfo>, ApiError> {
    let info = move |current: &CurrentTable<'_>| {
        let (state, options) = (current.state, current.state.options());
        TableInfo {
            table,
            host: options.host.clone(),
            rules: rules_info(&options.rules),
            time: options.time,
            listed: options.listed,
            spectators: options.spectators,
            seats: current.seats.clone(),
            begun: state.has_begun(),
            winner: state.game().and_then(pidro::Game::winner),
            commitment: state.fair_deal().commitment().to_string(),
            next: state.next_table(),
        }
    };
    Ok(Json(app.tables.inspect(table, info).await?))
}

/// Get the record of a game.
///
/// It is complete once the game is over. Before that, it contains only what you may know.
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "tables", params(("id" = TableId, Path)),
    security((), ("token" = [])), responses(
    (status = 200, description = "Success", body = String, content_type = "text/plain"),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn record(
    State(app): State<Arc<App>>,
    Id(table): Id<TableId>,
    MaybeAuthPerson(person): MaybeAuthPerson,
) -> Result<impl IntoResponse, ApiError> {
    let copy = |current: &CurrentTable<'_>| {
        (
            current.state.clone(),
            current.seats.clone(),
            current.first_event_at,
        )
    };
    let (state, seats, created) = app.tables.inspect(table, copy).await?;
    let record = record_for(&state, &seats, created, person.as_ref())?;
    let name = format!("attachment; filename=\"{table}.pidro\"");
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, record.to_string()))
}

fn record_for(
    state: &TableState,
    seats: &BySeat<Option<SeatStatus>>,
    created: i64,
    person: Option<&Person>,
) -> Result<Record, ApiError> {
    let person = person.map(|person| &person.id);
    state.check_admitted(person)?;
    let game = state.seeded_game().ok_or(Refusal::NotBegun)?;
    let access = state.record_access(person);
    if access == Access::Nothing {
        return Err(Refusal::NoSpectators.into());
    }
    let mut record = game.to_record();
    for (seat, occupant) in seats.iter() {
        let name = match occupant {
            Some(SeatStatus::Person { name, .. }) => name.as_ref(),
            Some(SeatStatus::Bot { level }) => Some(level),
            None => None,
        };
        if let Some(name) = name {
            record.set_player(seat, name);
        }
    }
    record.set_tag("Date", &date(created));
    access.record(&record).ok_or(ApiError::NotFound)
}

fn date(at: i64) -> String {
    let at = jiff::Timestamp::from_millisecond(at).unwrap_or_default();
    at.strftime("%Y-%m-%d").to_string()
}

/// Check that the decks of a game match the commitment.
#[utoipa::path(get, path = "/api/tables/{id}/verify", tag = "tables", params(("id" = TableId, Path)), responses(
    (status = 200, description = "Success", body = Proof),
    (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn verify(State(app): State<Arc<App>>, Id(table): Id<TableId>) -> Result<Json<Proof>, ApiError> {
    let state = app.tables.inspect(table, |current| current.state.clone()).await?;
    let game = state.seeded_game();
    let over = state.is_over();
    // Before the game begins, its record is empty: unfinished and without decks.
    let record = game.map_or_else(
        || {
            Record::new(
                History::new(state.options().rules),
                Some(&state.fair_deal().seed()),
            )
        },
        SeededGame::to_record,
    );
    let DeckProof { decks, verdict, .. } = record.proof();
    Ok(Json(Proof {
        table,
        commitment: state.fair_deal().commitment().to_string(),
        over,
        secret: state.published_secret().map(Secret::to_hex),
        words: game.map(|_| state.fair_deal().words().clone()),
        fair: over.then(|| verdict.is_fair()),
        verdict: verdict.fairness().into(),
        contradictions: verdict.contradictions().iter().map(Finding::from).collect(),
        shortfalls: verdict.shortfalls().iter().map(Finding::from).collect(),
        decks: if over { decks.len() } else { 0 },
        record: app.link(&format!("/api/tables/{table}/record")),
    }))
}

/// List the rules that a table can have.
#[utoipa::path(get, path = "/api/rules", tag = "tables", responses(
    (status = 200, description = "Success", body = KnownRules), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody),
))]
async fn rules() -> Json<KnownRules> {
    Json(KnownRules {
        presets: Rules::PRESETS
            .into_iter()
            .map(|(name, rules)| (name.to_owned(), rules))
            .collect(),
        options: Rules::choices()
            .map(|(name, values)| (name.to_owned(), values.iter().map(|value| json!(value)).collect()))
            .collect(),
        highest_target: MAX_TARGET,
    })
}
