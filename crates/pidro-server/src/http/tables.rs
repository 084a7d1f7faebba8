//! Tables: create, list and inspect them, and get their records and proofs.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use pidro::{
    BySeat, Contradiction, DeckProof, Decks, History, Observer, Record, Rules, Seat, SeededGame, Shortfall,
    Team,
};
use pidro_bots::Level;
use pidro_table::{
    DecisionTime, Options, PersonId, Presence, Refusal, SeatStatus, Spectators, TableEvent, TableId,
    TableState, seats,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::{ApiError, ErrorBody};
use super::extract::{Anybody, Body, Id, Me};
use super::words::{SeatName, SeatWords, TeamName, rules_schema};
use crate::actor::Glance;
use crate::person::Person;
use crate::store::fresh_secret;

/// The maximum number of tables in the lobby.
const LOBBY: usize = 100;
/// The maximum target score, so that games end eventually.
pub(super) const HIGHEST_TARGET: u16 = 200;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(lobby, make))
        .routes(routes!(table))
        .routes(routes!(record))
        .routes(routes!(verify))
        .routes(routes!(rules))
}

/// The options of a new table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewTable {
    /// The name of a preset, or an object of options. Its optional `preset` sets the defaults.
    #[serde(default)]
    #[schema(schema_with = rules_schema)]
    rules: Rules,
    /// Whether the lobby lists the table. Otherwise it can only be found by its link.
    #[serde(default)]
    listed: bool,
    /// The time limit for a decision in seconds: 15, 30, 60, or null for none.
    #[serde(default)]
    #[schema(schema_with = super::words::time_schema)]
    time: DecisionTime,
    /// What spectators see.
    #[serde(default)]
    spectators: Spectators,
    /// Your seat. You can also choose it later.
    #[serde(default)]
    #[schema(value_type = Option<SeatName>)]
    seat: Option<Seat>,
    /// The seats of the bots, and their strength.
    #[serde(default)]
    #[schema(schema_with = super::words::bots_schema)]
    bots: BTreeMap<BotSeat, Bot>,
}

/// A seat as the key of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
struct BotSeat(u8);

impl TryFrom<String> for BotSeat {
    type Error = pidro::ParseSeatError;

    fn try_from(text: String) -> Result<BotSeat, pidro::ParseSeatError> {
        text.parse::<Seat>().map(|seat| BotSeat(seat as u8))
    }
}

/// A bot that the server allows. Custom thinking times are not allowed.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "Level")]
pub(crate) struct Bot(pub(crate) Level);

impl TryFrom<Level> for Bot {
    type Error = &'static str;

    fn try_from(level: Level) -> Result<Bot, &'static str> {
        let known = Level::ALL.contains(&level).then_some(Bot(level));
        known.ok_or("the bots of a server are random, basic and expert")
    }
}

/// The table that was created.
#[derive(Serialize, ToSchema)]
struct Made {
    table: TableId,
    /// The link to share.
    #[schema(example = "http://127.0.0.1:7437/t/019a8e0c3f6b7d2e9f3c5a7b9d1e3f50")]
    link: String,
    /// The commitment to the secret that determines all deals. Note it, and verify the deal after
    /// the game.
    commitment: String,
}

/// The tables in the lobby.
#[derive(Serialize, ToSchema)]
struct LobbyTables {
    /// The tables, newest first.
    tables: Vec<LobbyTable>,
}

/// A table in the lobby.
#[derive(Serialize, ToSchema)]
struct LobbyTable {
    table: TableId,
    /// The rules in one line.
    #[schema(example = "finnish target=30")]
    rules: String,
    #[schema(schema_with = super::words::time_schema)]
    time: DecisionTime,
    seats: SeatInfos,
    /// Whether the game has begun.
    begun: bool,
}

/// A table as anybody with the link may see it.
#[derive(Serialize, ToSchema)]
struct TableInfo {
    table: TableId,
    host: PersonId,
    /// The rules in one line.
    #[schema(example = "finnish target=30")]
    rules: String,
    #[schema(schema_with = super::words::time_schema)]
    time: DecisionTime,
    listed: bool,
    spectators: Spectators,
    seats: SeatInfos,
    /// Whether the game has begun.
    begun: bool,
    /// The winning team.
    #[schema(value_type = Option<TeamName>)]
    winner: Option<Team>,
    /// The commitment to the secret that determines all deals.
    commitment: String,
    /// The table of the next game with the same people.
    next: Option<TableId>,
}

/// The occupant of each seat.
#[derive(Serialize, ToSchema)]
struct SeatInfos {
    #[serde(rename = "N")]
    north: Option<SeatInfo>,
    #[serde(rename = "E")]
    east: Option<SeatInfo>,
    #[serde(rename = "S")]
    south: Option<SeatInfo>,
    #[serde(rename = "W")]
    west: Option<SeatInfo>,
}

/// The occupant of a seat: a person or a bot.
#[derive(Serialize, ToSchema)]
struct SeatInfo {
    /// The person.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<PersonId>,
    /// The person's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Whether the person is connected.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<Presence>,
    /// The bot's strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    bot: Option<String>,
}

impl SeatInfos {
    fn new(seats: &BySeat<Option<SeatStatus>>) -> SeatInfos {
        let info = |seat| {
            Some(match seats[seat].clone()? {
                SeatStatus::Bot { level } => SeatInfo {
                    person: None,
                    name: None,
                    state: None,
                    bot: Some(level),
                },
                SeatStatus::Person { id, name, state } => SeatInfo {
                    person: Some(id),
                    name: Some(name),
                    state: Some(state),
                    bot: None,
                },
            })
        };
        SeatInfos {
            north: info(Seat::North),
            east: info(Seat::East),
            south: info(Seat::South),
            west: info(Seat::West),
        }
    }
}

/// The proof that nobody chose the decks of a game.
#[derive(Serialize, ToSchema)]
struct Proof {
    table: TableId,
    /// The commitment published before the game.
    commitment: String,
    /// Whether the game is over. The secret stays hidden until then.
    over: bool,
    secret: Option<String>,
    /// The players' words, once the game has begun.
    #[schema(value_type = Option<SeatWords>)]
    words: Option<BySeat<String>>,
    /// Whether the proof covers every deck from the cut to the last hand of the finished game; null
    /// until the game is over.
    fair: Option<bool>,
    /// The verdict as one word, even before the game is over.
    #[schema(value_type = VerdictName)]
    verdict: &'static str,
    /// The evidence against a fair deal.
    contradictions: Vec<Finding>,
    /// What is missing for a proof.
    shortfalls: Vec<Finding>,
    /// How many decks were checked, including the one for the cut.
    decks: usize,
    /// The link to the record of the game, to check it with `pidro verify` or by yourself:
    /// docs/fair-deal.md explains how.
    record: String,
}

/// What a record proves about its decks.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[expect(dead_code, reason = "the description's words for `Outcome::code`")]
enum VerdictName {
    Fair,
    NotProven,
    Disproven,
}

/// A reason why a game is not proven fair.
#[derive(Serialize, ToSchema)]
struct Finding {
    /// The stable code of the reason: `wrong_secret`, `wrong_decks`, `no_promise`, `no_secret`,
    /// `one_view`, `no_decks`, `missing_decks` or `unfinished`.
    #[schema(example = "unfinished")]
    code: &'static str,
    /// The reason as a sentence.
    #[schema(example = "the game is not finished")]
    message: String,
    /// Whether it concerns the deck for the cut.
    cut: bool,
    /// The hands it concerns: the first and the last number of each range.
    hands: Vec<[u32; 2]>,
}

impl Finding {
    fn new(code: &'static str, message: &impl ToString, decks: Option<&Decks>) -> Finding {
        let hands = decks.map_or(&[][..], Decks::hands);
        Finding {
            code,
            message: message.to_string(),
            cut: decks.is_some_and(Decks::cut),
            hands: hands.iter().map(|hands| [*hands.start(), *hands.end()]).collect(),
        }
    }
}

impl From<&Contradiction> for Finding {
    fn from(found: &Contradiction) -> Finding {
        Finding::new(found.code(), found, found.decks())
    }
}

impl From<&Shortfall> for Finding {
    fn from(found: &Shortfall) -> Finding {
        Finding::new(found.code(), found, found.decks())
    }
}

/// The rules that a table can have.
#[derive(Serialize, ToSchema)]
struct KnownRules {
    /// The presets, each with all its options.
    #[schema(value_type = Object)]
    presets: BTreeMap<&'static str, Rules>,
    /// Every option with its possible values; `target` is an integer.
    #[schema(value_type = Object)]
    options: BTreeMap<&'static str, Vec<pidro::rules::Value>>,
    highest_target: u16,
}

/// List the tables in the lobby that are not over.
#[utoipa::path(get, path = "/api/tables", tag = "tables", responses(
    (status = 200, description = "Success", body = LobbyTables), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody),
))]
async fn lobby(State(app): State<Arc<App>>) -> Json<LobbyTables> {
    let tables = app.tables.listed(LOBBY).into_iter().map(|listed| LobbyTable {
        table: listed.table,
        rules: listed.rules,
        time: listed.time,
        seats: SeatInfos::new(&listed.seats),
        begun: listed.begun,
    });
    Json(LobbyTables {
        tables: tables.collect(),
    })
}

/// Create a table. You become its host.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable, security(("token" = [])), responses(
    (status = 201, description = "Created", body = Made, links(
        ("table" = (operation_id = "table", parameters(("id" = "$response.body#/table")))),
        ("record" = (operation_id = "record", parameters(("id" = "$response.body#/table")))),
        ("verify" = (operation_id = "verify", parameters(("id" = "$response.body#/table")))),
    )),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn make(
    State(app): State<Arc<App>>,
    me: Me,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<Made>), ApiError> {
    if new.rules.target.get() > HIGHEST_TARGET {
        return Err(ApiError::BadRequest(format!(
            "target is at most {HIGHEST_TARGET} here"
        )));
    }
    app.limiters
        .tables
        .check_key(&me.person.id)
        .map_err(|_| ApiError::TooMany)?;
    let mut entries: Vec<TableEvent> = Vec::new();
    for seat in Seat::ALL {
        let bot = new.bots.get(&BotSeat(seat as u8));
        match (bot, new.seat == Some(seat)) {
            (Some(_), true) => return Err(Refusal::SeatTaken(seat).into()),
            (Some(Bot(level)), false) => entries.push(TableEvent::BotSat { seat, level: *level }),
            (None, true) => entries.push(TableEvent::Sat {
                seat,
                person: me.person.id.clone(),
                name: me.person.name.as_str().to_owned(),
                word: String::new(),
                promise: None,
            }),
            (None, false) => {}
        }
    }
    let options = Options {
        host: me.person.id,
        rules: new.rules,
        listed: new.listed,
        time: new.time,
        spectators: new.spectators,
    };
    let secret = fresh_secret()?;
    let table = app.tables.create(&options, &secret, &entries).await?;
    let made = Made {
        table,
        link: app.link(&format!("/t/{table}")),
        commitment: secret.commitment().to_string(),
    };
    Ok((StatusCode::CREATED, Json(made)))
}

/// Get a table.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = TableId, Path)), responses(
    (status = 200, description = "Success", body = TableInfo),
    (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn table(State(app): State<Arc<App>>, Id(table): Id<TableId>) -> Result<Json<TableInfo>, ApiError> {
    let look = move |glance: &Glance<'_>| {
        let (room, options) = (glance.room, glance.room.options());
        TableInfo {
            table,
            host: options.host.clone(),
            rules: options.rules.to_string(),
            time: options.time,
            listed: options.listed,
            spectators: options.spectators,
            seats: SeatInfos::new(&glance.seats),
            begun: room.table().is_some(),
            winner: room.game().and_then(pidro::Game::winner),
            commitment: room.deal().commitment().to_string(),
            next: room.next(),
        }
    };
    Ok(Json(app.tables.look(table, look).await?))
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
    Anybody(person): Anybody,
) -> Result<impl IntoResponse, ApiError> {
    let look = |glance: &Glance<'_>| (glance.room.clone(), glance.begun);
    let (room, begun) = app.tables.look(table, look).await?;
    let record = record_for(&room, begun, person.as_ref())?;
    let name = format!("attachment; filename=\"{table}.pidro\"");
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, record.to_string()))
}

fn record_for(room: &TableState, begun: i64, person: Option<&Person>) -> Result<Record, ApiError> {
    let person = person.map(|person| &person.id);
    room.admits(person)?;
    let game = room.table().ok_or(Refusal::NotBegun)?;
    let seat = person.and_then(|person| room.seat_of(person));
    let observer = match (seat, room.options().spectators) {
        _ if room.is_over() => Observer::Arbiter,
        (Some(seat), _) => Observer::Seat(seat),
        (None, Spectators::Nobody) => return Err(Refusal::NoSpectators.into()),
        (None, Spectators::Public | Spectators::Open) => Observer::Spectator,
    };
    let mut record = game.to_record();
    let here = seats(room, |_| false);
    for (seat, sitter) in here.iter() {
        let name = match sitter {
            Some(SeatStatus::Person { name, .. }) => name.clone(),
            Some(SeatStatus::Bot { level }) => level.clone(),
            None => continue,
        };
        record.set_player(seat, &name);
    }
    record.set_tag("Date", &date(begun));
    record.as_seen_by(observer).ok_or(ApiError::NotFound)
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
    let room = app.tables.look(table, |glance| glance.room.clone()).await?;
    let game = room.table();
    let over = room.is_over();
    // Before the game begins, its record is empty: unfinished and without decks.
    let record = game.map_or_else(
        || Record::new(History::new(room.options().rules), Some(&room.deal().seed())),
        SeededGame::to_record,
    );
    let DeckProof { decks, verdict, .. } = record.proof();
    Ok(Json(Proof {
        table,
        commitment: room.deal().commitment().to_string(),
        over,
        secret: over.then(|| room.deal().secret().to_hex()),
        words: game.map(|_| room.deal().words().clone()),
        fair: over.then(|| verdict.is_fair()),
        verdict: verdict.outcome().code(),
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
        presets: Rules::PRESETS.into_iter().collect(),
        options: Rules::choices().collect(),
        highest_target: HIGHEST_TARGET,
    })
}
