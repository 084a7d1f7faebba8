//! A game looked at: advice while it is on, replay and analysis when it is over.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use pidro::{Game, Legal, Observer, Seat};
use pidro_bots::{Analysis, Hint, Limit};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::OnceCell;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::desk::Desk;
use super::error::{ApiError, ErrorBody};
use super::extract::{Asked, Id, Me};
use super::packed::Packed;
use crate::room::{Refusal, Room};
use crate::store::TableId;
use crate::table::Failure;
use crate::told::Numbered;

/// In how many worlds each decision of a game is weighed.
const WORLDS: Limit = Limit::Worlds(60);
/// In how many worlds a decision is weighed for a hint.
const HINT: Limit = Limit::Worlds(150);
/// How many analyses are kept at hand.
const KEPT: usize = 64;

/// How many may wait for each kind of work; more are told to come again.
const WAITING: usize = 16;

/// What costs a processor's time: not too much of it at once, and what took long is kept for a while.
pub(super) struct Study {
    /// For what takes a moment and somebody at a table waits for.
    pub(super) hints: Desk,
    /// For what takes a moment.
    pub(super) short: Desk,
    /// For what takes seconds: nobody waits for these with a hint.
    long: Desk,
    analyses: Mutex<VecDeque<(TableId, Arc<OnceCell<Packed>>)>>,
}

impl Default for Study {
    fn default() -> Study {
        Study {
            hints: Desk::new(1, WAITING),
            short: Desk::new(1, WAITING),
            long: Desk::new(1, WAITING),
            analyses: Mutex::default(),
        }
    }
}

impl Study {
    /// Analyses a game, or waits for who does so already.
    async fn analysis(&self, table: TableId, room: Room) -> Result<Packed, ApiError> {
        let place = self.place(table);
        let packed = place.get_or_try_init(async || {
            let history = room.table().ok_or(Refusal::NotBegun)?.history().clone();
            let analyse = move || json(&Analysis::of(&history, &Analysis::seat_names(), WORLDS, |_| ()));
            self.long.work(analyse).await
        });
        packed.await.cloned()
    }

    /// The place of a table's analysis, perhaps still empty.
    fn place(&self, table: TableId) -> Arc<OnceCell<Packed>> {
        let mut kept = self.analyses.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, place)) = kept.iter().find(|(other, _)| *other == table) {
            return Arc::clone(place);
        }
        if kept.len() == KEPT {
            kept.pop_front();
        }
        let place = Arc::new(OnceCell::new());
        kept.push_back((table, Arc::clone(&place)));
        place
    }
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(hint))
        .routes(routes!(replay))
        .routes(routes!(analysis))
}

/// What to do, and why.
#[derive(Serialize, ToSchema)]
pub(super) struct Advice {
    /// What to do: an action in the words of the engine protocol.
    #[schema(example = "keep Ah Kh Qh Jh Th 5d")]
    action: String,
    /// Why, with what belongs to it: `{"kind":"strong","suit":"h","trumps":5,"points":7}`.
    #[schema(value_type = Object)]
    reason: Value,
}

impl Advice {
    pub(super) fn of(hint: &Hint) -> Advice {
        Advice {
            action: hint.best.action.to_string(),
            reason: serde_json::to_value(hint.reason).unwrap_or_default(),
        }
    }
}

/// What the expert would do in your place. Where other people play, only in the rob: which cards to keep is work more than art.
#[utoipa::path(get, path = "/api/tables/{id}/hint", tag = "study", params(("id" = TableId, Path)),
    security(("token" = [])), responses(
    (status = 200, description = "Done", body = Advice),
    (status = 401, description = "No token, or none that is known", body = ErrorBody), (status = 404, description = "There is no such thing, or none for you", body = ErrorBody), (status = 409, description = "Not as things are", body = ErrorBody),
    (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody), (status = 503, description = "The store takes nothing now, or the server is about to end", body = ErrorBody),
))]
async fn hint(State(app): State<Arc<App>>, Id(table): Id<TableId>, me: Me) -> Result<Json<Advice>, ApiError> {
    let room = app.tables.store().load(table).await?.room;
    let seat = room.seat_of(&me.person.id).ok_or(Refusal::NotSeated)?;
    let game = room.game().ok_or(Refusal::NotBegun)?;
    if game.turn() != Some(seat) {
        return Err(Refusal::NotYourTurn.into());
    }
    let view = game.view(seat);
    let alone = room.players().count() == 1;
    if !alone && !matches!(view.legal, Legal::Keep { .. }) {
        return Err(Refusal::NoHints.into());
    }
    let hint = app.study.hints.work(move || Hint::of(&view, HINT)).await?;
    let hint = hint.ok_or(Refusal::NotYourTurn)?;
    Ok(Json(Advice::of(&hint)))
}

/// The eyes with which a game is seen again.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct With {
    /// A seat that sees what it saw then. Without it, all cards are seen.
    #[serde(rename = "as")]
    #[param(value_type = Option<super::words::SeatName>)]
    eyes: Option<Seat>,
}

/// A game that is over, event by event.
#[derive(Serialize, ToSchema)]
struct Replay {
    table: TableId,
    /// Every event with its number `n`, its name, its fields and the `view` after it, as in the WebSocket's messages.
    #[schema(value_type = Vec<Object>)]
    events: Vec<Numbered>,
}

/// A game that is over, event by event, with the view after each.
#[utoipa::path(get, path = "/api/tables/{id}/replay", tag = "study", params(("id" = TableId, Path), With), responses(
    (status = 200, description = "Done", body = Replay),
    (status = 400, description = "It can't be read, or not be so", body = ErrorBody), (status = 404, description = "There is no such thing, or none for you", body = ErrorBody), (status = 409, description = "Not as things are", body = ErrorBody),
    (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody), (status = 503, description = "The store takes nothing now, or the server is about to end", body = ErrorBody),
))]
async fn replay(
    State(app): State<Arc<App>>,
    Id(table): Id<TableId>,
    Asked(With { eyes }): Asked<With>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let room = over(&app, table).await?;
    let history = room.table().ok_or(Refusal::NotBegun)?.history().clone();
    let eyes = eyes.map_or(Observer::Arbiter, Observer::Seat);
    let replay = move || {
        let events = Numbered::of(&history, 0..history.log().len(), eyes, true);
        json(&Replay { table, events })
    };
    Ok(app.study.short.work(replay).await?.answer(&headers))
}

/// What was good and bad in a game that is over. The first who asks waits some seconds for it.
#[utoipa::path(get, path = "/api/tables/{id}/analysis", tag = "study", params(("id" = TableId, Path)), responses(
    (status = 200, description = "Done", body = Object),
    (status = 404, description = "There is no such thing, or none for you", body = ErrorBody), (status = 409, description = "Not as things are", body = ErrorBody),
    (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody), (status = 503, description = "The store takes nothing now, or the server is about to end", body = ErrorBody),
))]
async fn analysis(
    State(app): State<Arc<App>>,
    Id(table): Id<TableId>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let room = over(&app, table).await?;
    // It is finished and kept also if whoever asked has gone.
    let analysed = tokio::spawn(async move { app.study.analysis(table, room).await });
    let packed = analysed.await.map_err(|_| Failure::Broken)??;
    Ok(packed.answer(&headers))
}

/// A table at which nothing is hidden any more.
async fn over(app: &App, table: TableId) -> Result<Room, ApiError> {
    let room = app.tables.store().load(table).await?.room;
    if room.game().and_then(Game::winner).is_none() {
        return Err(Refusal::NotOver.into());
    }
    Ok(room)
}

fn json(value: &impl Serialize) -> Packed {
    Packed::new(
        "application/json",
        serde_json::to_vec(value).unwrap_or_default().into(),
    )
}
