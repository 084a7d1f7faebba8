//! Tables: making one, finding one, its record and the proof of its decks.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use pidro::{
    BySeat, Contradiction, DeckProof, Decks, History, Observer, Record, Rules, Seat, Shortfall, Team,
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

/// How many tables the lobby shows.
const LOBBY: usize = 100;
/// The highest score that is played to here: a game has to end some day.
pub(super) const HIGHEST_TARGET: u16 = 200;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(lobby, make))
        .routes(routes!(table))
        .routes(routes!(record))
        .routes(routes!(verify))
        .routes(routes!(rules))
}

/// How a table shall be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewTable {
    /// The name of a preset, or an object of options with an optional `preset` that they start from.
    #[serde(default)]
    #[schema(schema_with = rules_schema)]
    rules: Rules,
    /// Whether it is shown in the lobby. Without it, only who has the link finds it.
    #[serde(default)]
    listed: bool,
    /// The seconds for a decision: 15, 30, 60, or null for as long as it takes.
    #[serde(default)]
    #[schema(schema_with = super::words::time_schema)]
    time: DecisionTime,
    /// What those see who don't sit there.
    #[serde(default)]
    spectators: Spectators,
    /// Where you sit. You can also choose later.
    #[serde(default)]
    #[schema(value_type = Option<SeatName>)]
    seat: Option<Seat>,
    /// Bots, and how strong they are.
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

/// A bot as a server allows it: none may think as long as it likes.
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

/// A table that was made.
#[derive(Serialize, ToSchema)]
struct Made {
    table: TableId,
    /// Where people find it.
    #[schema(example = "http://127.0.0.1:7437/t/019a8e0c3f6b7d2e9f3c5a7b9d1e3f50")]
    link: String,
    /// The promise of the secret from which all decks follow: note it, and check the deal after the game.
    commitment: String,
}

/// The tables that anybody may find.
#[derive(Serialize, ToSchema)]
struct LobbyTables {
    /// The newest first.
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

/// A table as anybody with the link may know it.
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
    /// The team that has won.
    #[schema(value_type = Option<TeamName>)]
    winner: Option<Team>,
    /// The promise of the secret from which all decks follow.
    commitment: String,
    /// The table of the next game of the same people.
    next: Option<TableId>,
}

/// Who sits where.
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

/// Who sits at a seat: a person or a bot.
#[derive(Serialize, ToSchema)]
struct SeatInfo {
    /// The person.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<PersonId>,
    /// What they are called.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Whether they are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<Presence>,
    /// The bot.
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

/// The proof that the decks of a game were not chosen by anybody.
#[derive(Serialize, ToSchema)]
struct Proof {
    table: TableId,
    /// What was promised before the game.
    commitment: String,
    /// Whether the game is over. Before that the secret is not told.
    over: bool,
    secret: Option<String>,
    /// The words that the players added, once the game has begun.
    #[schema(value_type = Option<SeatWords>)]
    words: Option<BySeat<String>>,
    /// Whether every deck from the cut to the last hand of the finished game is proven; null until
    /// the game is over.
    fair: Option<bool>,
    /// The same in one word, before the game is over too.
    #[schema(value_type = VerdictName)]
    verdict: &'static str,
    /// What speaks against a fair deal.
    contradictions: Vec<Finding>,
    /// What a proof would need and isn't there.
    shortfalls: Vec<Finding>,
    /// How many decks were checked, the one that was cut from among them.
    decks: usize,
    /// The game, to check it with `pidro verify` or by yourself: docs/fair-deal.md tells how.
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

/// Why a game is not proven fair.
#[derive(Serialize, ToSchema)]
struct Finding {
    /// The reason's stable code: `wrong_secret`, `wrong_decks`, `no_promise`, `no_secret`,
    /// `one_view`, `no_decks`, `missing_decks` or `unfinished`.
    #[schema(example = "unfinished")]
    code: &'static str,
    /// The reason as a sentence.
    #[schema(example = "the game is not finished")]
    message: String,
    /// Whether it is about the deck that was cut from.
    cut: bool,
    /// The hands that it is about: the first and the last number of each range.
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
    /// Every option with what it can be set to; `target` is a whole number.
    #[schema(value_type = Object)]
    options: BTreeMap<&'static str, Vec<pidro::rules::Value>>,
    highest_target: u16,
}

/// The tables that anybody may find and that are not over.
#[utoipa::path(get, path = "/api/tables", tag = "tables", responses(
    (status = 200, description = "Done", body = LobbyTables), (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody),
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

/// Make a table. You are its host.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable, security(("token" = [])), responses(
    (status = 201, description = "Made", body = Made, links(
        ("table" = (operation_id = "table", parameters(("id" = "$response.body#/table")))),
        ("record" = (operation_id = "record", parameters(("id" = "$response.body#/table")))),
        ("verify" = (operation_id = "verify", parameters(("id" = "$response.body#/table")))),
    )),
    (status = 400, description = "It can't be read, or not be so", body = ErrorBody), (status = 401, description = "No token, or none that is known", body = ErrorBody), (status = 409, description = "Not as things are", body = ErrorBody),
    (status = 408, description = "The request did not come in time", body = ErrorBody), (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody), (status = 503, description = "The store takes nothing now, or the server is about to end", body = ErrorBody),
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

/// A table.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = TableId, Path)), responses(
    (status = 200, description = "Done", body = TableInfo),
    (status = 404, description = "There is no such thing, or none for you", body = ErrorBody), (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody), (status = 503, description = "The store takes nothing now, or the server is about to end", body = ErrorBody),
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

/// The game in its notation: all of it when it is over, and before that what you may know.
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "tables", params(("id" = TableId, Path)),
    security((), ("token" = [])), responses(
    (status = 200, description = "Done", body = String, content_type = "text/plain"),
    (status = 401, description = "No token, or none that is known", body = ErrorBody), (status = 404, description = "There is no such thing, or none for you", body = ErrorBody), (status = 409, description = "Not as things are", body = ErrorBody),
    (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody), (status = 503, description = "The store takes nothing now, or the server is about to end", body = ErrorBody),
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
    Ok((headers, record.to_text()))
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
    let mut record = Record::of(game);
    let here = seats(room, |_| false);
    for (seat, sitter) in here.iter() {
        let name = match sitter {
            Some(SeatStatus::Person { name, .. }) => name.clone(),
            Some(SeatStatus::Bot { level }) => level.clone(),
            None => continue,
        };
        let tag = match seat {
            Seat::North => "North",
            Seat::East => "East",
            Seat::South => "South",
            Seat::West => "West",
        };
        record.set_tag(tag, &name);
    }
    record.set_tag("Date", &date(begun));
    record.as_seen_by(observer).ok_or(ApiError::NotFound)
}

fn date(at: i64) -> String {
    let at = jiff::Timestamp::from_millisecond(at).unwrap_or_default();
    at.strftime("%Y-%m-%d").to_string()
}

/// Whether the decks of a game are those that were promised.
#[utoipa::path(get, path = "/api/tables/{id}/verify", tag = "tables", params(("id" = TableId, Path)), responses(
    (status = 200, description = "Done", body = Proof),
    (status = 404, description = "There is no such thing, or none for you", body = ErrorBody), (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody), (status = 503, description = "The store takes nothing now, or the server is about to end", body = ErrorBody),
))]
async fn verify(State(app): State<Arc<App>>, Id(table): Id<TableId>) -> Result<Json<Proof>, ApiError> {
    let room = app.tables.look(table, |glance| glance.room.clone()).await?;
    let game = room.table();
    let over = room.is_over();
    // Before the game begins its record is empty: unfinished, and without a deck.
    let record = game.map_or_else(
        || Record::new(History::new(room.options().rules), Some(&room.deal().seed())),
        Record::of,
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

/// The rules that a table can have.
#[utoipa::path(get, path = "/api/rules", tag = "tables", responses(
    (status = 200, description = "Done", body = KnownRules), (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody),
))]
async fn rules() -> Json<KnownRules> {
    Json(KnownRules {
        presets: Rules::PRESETS.into_iter().collect(),
        options: Rules::choices().collect(),
        highest_target: HIGHEST_TARGET,
    })
}
