//! Studying a game: hints during the game, replay and analysis after it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use pidro::{Game, Legal, Observer, Seat, View};
use pidro_bots::{Analysis, Hint, SearchLimit};
use pidro_table::{NumberedEvent, PersonId, Refusal, TableId, TableState};
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::{ApiError, ErrorBody};
use super::extract::{Asked, ClientAddr, Id, Me};
use super::packed::Packed;
use crate::actor::{Failure, Glance};
use crate::work::Urgency;

/// How many worlds an analysis samples for each decision.
const WORLDS: SearchLimit = SearchLimit::Worlds(60);
/// How many worlds a hint samples.
const HINT: SearchLimit = SearchLimit::Worlds(150);
/// The size of the cache of replays and analyses, in bytes.
const KEPT: u64 = 32 * 1024 * 1024;
/// The approximate number of cached items.
const KEPT_COUNT: usize = 256;
/// A cache of computed replays and analyses.
pub(super) struct Study {
    /// Replays and analyses of finished games, which never change.
    kept: Cache<StudyKey, Packed, Size>,
}

/// A cache key: a table, and what to compute about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct StudyKey {
    table: TableId,
    about: About,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum About {
    /// The game as this seat saw it, or with all cards.
    Replay(Option<Seat>),
    Analysis,
}

#[derive(Clone)]
struct Size;

impl Weighter<StudyKey, Packed> for Size {
    fn weight(&self, _: &StudyKey, packed: &Packed) -> u64 {
        packed.size() as u64
    }
}

impl Default for Study {
    fn default() -> Study {
        // A single shard, because one replay may take a large part of the capacity.
        let options = OptionsBuilder::new()
            .estimated_items_capacity(KEPT_COUNT)
            .weight_capacity(KEPT)
            .shards(1)
            .build();
        let options = options.unwrap_or_else(|_| unreachable!("every option is there"));
        Study {
            kept: Cache::with_options(
                options,
                Size,
                DefaultHashBuilder::default(),
                DefaultLifecycle::default(),
            ),
        }
    }
}

/// Gets a replay or an analysis of a finished game from the cache. The first request computes it;
/// concurrent requests wait for the same result.
async fn kept(app: Arc<App>, table: TableId, about: About) -> Result<Packed, ApiError> {
    let key = StudyKey { table, about };
    if let Some(packed) = app.study.kept.get(&key) {
        return Ok(packed);
    }
    // Finish and cache it even if the client disconnects.
    let made = tokio::spawn(async move {
        let make = async {
            let room = over(&app, table).await?;
            let history = room.table().ok_or(Refusal::NotBegun)?.history().clone();
            match about {
                About::Replay(seat) => {
                    let observer = seat.map_or(Observer::Arbiter, Observer::Seat);
                    let replay = move || {
                        let events = NumberedEvent::of(&history, 0..history.log().len(), observer, true);
                        json(&Replay { table, events })
                    };
                    Ok(app.tables.work(Urgency::Page, replay).await?)
                }
                About::Analysis => {
                    let analyse =
                        move || json(&Analysis::of(&history, &Analysis::seat_names(), WORLDS, |_| ()));
                    Ok(app.tables.work(Urgency::Study, analyse).await?)
                }
            }
        };
        app.study.kept.get_or_insert_async(&key, make).await
    });
    made.await.map_err(|_| Failure::Broken)?
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(hint))
        .routes(routes!(replay))
        .routes(routes!(analysis))
}

/// A suggested action and the reason for it.
#[derive(Serialize, ToSchema)]
pub(super) struct Advice {
    /// The action, in the notation of the engine protocol.
    #[schema(example = "keep Ah Kh Qh Jh Th 5d")]
    action: String,
    /// The reason, with its details: `{"kind":"strong","suit":"h","trumps":5,"points":7}`.
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

/// Get a hint: what the expert would do in your place.
///
/// If other people are playing, hints are available only for the rob: choosing which cards to keep
/// is work more than art.
#[utoipa::path(get, path = "/api/tables/{id}/hint", tag = "study", params(("id" = TableId, Path)),
    security(("token" = [])), responses(
    (status = 200, description = "Success", body = Advice),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn hint(State(app): State<Arc<App>>, Id(table): Id<TableId>, me: Me) -> Result<Json<Advice>, ApiError> {
    let look = move |glance: &Glance<'_>| advisable(glance.room, &me.person.id);
    let view = app.tables.look(table, look).await??;
    let hint = app
        .tables
        .work(Urgency::Page, move || Hint::of(&view, HINT))
        .await?;
    let hint = hint.ok_or(Refusal::NotYourTurn)?;
    Ok(Json(Advice::of(&hint)))
}

/// The view of a person who may get a hint now.
fn advisable(room: &TableState, person: &PersonId) -> Result<View, Refusal> {
    let seat = room.seat_of(person).ok_or(Refusal::NotSeated)?;
    let game = room.game().ok_or(Refusal::NotBegun)?;
    if game.turn() != Some(seat) {
        return Err(Refusal::NotYourTurn);
    }
    let view = game.view(seat);
    let alone = room.players().count() == 1;
    if !alone && !matches!(view.legal, Legal::Keep { .. }) {
        return Err(Refusal::NoHints);
    }
    Ok(view)
}

/// From whose perspective to replay a game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct With {
    /// Show only what this seat saw. Without it, all cards are shown.
    #[serde(rename = "as")]
    #[param(value_type = Option<super::words::SeatName>)]
    observer: Option<Seat>,
}

/// A finished game, event by event.
#[derive(Serialize, ToSchema)]
struct Replay {
    table: TableId,
    /// Every event with its number `n`, its name, its fields and the `view` after it, in the format
    /// of the WebSocket messages.
    #[schema(value_type = Vec<Object>)]
    events: Vec<NumberedEvent>,
}

/// Replay a finished game, event by event, with the view after each.
#[utoipa::path(get, path = "/api/tables/{id}/replay", tag = "study", params(("id" = TableId, Path), With), responses(
    (status = 200, description = "Success", body = Replay),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn replay(
    State(app): State<Arc<App>>,
    ClientAddr(caller): ClientAddr,
    Id(table): Id<TableId>,
    Asked(With { observer }): Asked<With>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let packed = kept(Arc::clone(&app), table, About::Replay(observer)).await?;
    packed.answer_to(caller, &app.limiters, &headers)
}

/// Analyse the decisions of a finished game.
///
/// The first request takes some seconds.
#[utoipa::path(get, path = "/api/tables/{id}/analysis", tag = "study", params(("id" = TableId, Path)), responses(
    (status = 200, description = "Success", body = Object),
    (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn analysis(
    State(app): State<Arc<App>>,
    ClientAddr(caller): ClientAddr,
    Id(table): Id<TableId>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let packed = kept(Arc::clone(&app), table, About::Analysis).await?;
    packed.answer_to(caller, &app.limiters, &headers)
}

/// Gets a table whose game is over, so that nothing is hidden any more.
async fn over(app: &App, table: TableId) -> Result<TableState, ApiError> {
    let room = app.tables.look(table, |glance| glance.room.clone()).await?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::tables::Tables;
    use crate::testing;

    async fn app(name: &str) -> (Arc<App>, TableId) {
        let store = testing::sqlite(name).await;
        let table = testing::long_game(&store).await;
        let config = Config::with_store("");
        let tables = Tables::new(store, config.times);
        (Arc::new(App::new(tables, config, String::new())), table)
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_replay_is_made_once_for_all_who_ask() {
        let (app, table) = app("made-once").await;
        let asking: Vec<_> = (0..20)
            .map(|_| tokio::spawn(kept(Arc::clone(&app), table, About::Replay(None))))
            .collect();
        let mut replays = Vec::new();
        for asked in asking {
            replays.push(asked.await.unwrap().unwrap());
        }
        // The same bytes, not just equal ones.
        let again = kept(Arc::clone(&app), table, About::Replay(None)).await.unwrap();
        assert!(replays.iter().all(|replay| replay.is(&again)));
        let south = kept(app, table, About::Replay(Some(Seat::South))).await.unwrap();
        assert!(!south.is(&again), "a seat's replay is another one");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_is_kept_has_a_size() {
        let (app, table) = app("kept-size").await;
        let replay = kept(Arc::clone(&app), table, About::Replay(None)).await.unwrap();
        let fit = KEPT / replay.size() as u64;
        assert!(fit >= 2, "{} bytes", replay.size());
        for _ in 0..fit * 3 {
            let other = StudyKey {
                table: TableId::new(),
                about: About::Replay(None),
            };
            app.study.kept.insert(other, replay.clone());
            assert!(app.study.kept.weight() <= KEPT);
        }
        assert!(app.study.kept.weight() > KEPT / 2, "most of the room is used");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_can_not_be_made_is_asked_for_again() {
        let (app, _) = app("not-made").await;
        for _ in 0..2 {
            let made = kept(Arc::clone(&app), TableId::new(), About::Analysis).await;
            assert!(made.is_err());
        }
        assert_eq!(app.study.kept.len(), 0);
    }
}
