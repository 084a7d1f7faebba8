//! Studying a game: hints during the game, replay and analysis after it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Json};
use pidro::{Observer, Seat, View};
use pidro_bots::{Analysis, Hint, SearchLimit};
use pidro_protocol::http::{Advice, Replay};
use pidro_protocol::{ErrorBody, PersonId, TableId};
use pidro_table::{Access, Refusal, TableState, numbered_events};
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::compressed::CompressedBody;
use super::error::ApiError;
use super::extract::{AuthPerson, ClientAddr, Id, QueryParams};
use crate::actor::CurrentTable;
use crate::request::TableError;
use crate::work::Priority;

/// How many worlds an analysis samples for each decision.
const ANALYSIS_WORLDS: SearchLimit = SearchLimit::Worlds(60);
/// How many worlds a hint samples.
const HINT_WORLDS: SearchLimit = SearchLimit::Worlds(150);
/// The size of the cache of replays and analyses, in bytes.
const CACHE_SIZE: u64 = 32 * 1024 * 1024;
/// The approximate number of cached items.
const CACHE_ITEMS: usize = 256;

/// A cache of replays and analyses of finished games, which never change.
pub(super) struct StudyCache(Cache<StudyKey, CompressedBody, BySize>);

/// A cache key: a table, and what to compute about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct StudyKey {
    table: TableId,
    subject: Subject,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Subject {
    /// The game as this seat saw it, or with all cards.
    Replay(Option<Seat>),
    Analysis,
}

#[derive(Clone)]
struct BySize;

impl Weighter<StudyKey, CompressedBody> for BySize {
    fn weight(&self, _: &StudyKey, body: &CompressedBody) -> u64 {
        body.size() as u64
    }
}

impl Default for StudyCache {
    fn default() -> StudyCache {
        // A single shard, because one replay may take a large part of the capacity.
        let options = OptionsBuilder::new()
            .estimated_items_capacity(CACHE_ITEMS)
            .weight_capacity(CACHE_SIZE)
            .shards(1)
            .build();
        let options = options.unwrap_or_else(|_| unreachable!("all required options are set"));
        StudyCache(Cache::with_options(
            options,
            BySize,
            DefaultHashBuilder::default(),
            DefaultLifecycle::default(),
        ))
    }
}

/// Gets a replay or an analysis of a finished game from the cache. The first request computes it;
/// concurrent requests wait for the same result.
async fn study(
    app: Arc<App>,
    cache: Arc<StudyCache>,
    table: TableId,
    subject: Subject,
) -> Result<CompressedBody, ApiError> {
    let key = StudyKey { table, subject };
    if let Some(body) = cache.0.get(&key) {
        return Ok(body);
    }
    // Finish and cache it even if the client disconnects.
    let computed = tokio::spawn(async move {
        let compute = compute(&app, table, subject);
        cache.0.get_or_insert_async(&key, compute).await
    });
    computed.await.map_err(|_| TableError::Broken)?
}

async fn compute(app: &App, table: TableId, subject: Subject) -> Result<CompressedBody, ApiError> {
    let state = app.tables.inspect(table, |current| current.state.clone()).await?;
    // Both show all cards to anybody who asks.
    if state.record_access(None) != Access::Everything {
        return Err(Refusal::NotOver.into());
    }
    let history = state.seeded_game().ok_or(Refusal::NotBegun)?.history().clone();
    let queue = app.tables.work_queue();
    Ok(match subject {
        Subject::Replay(seat) => {
            let access = seat.map_or(Access::Everything, |seat| Access::Observer(Observer::Seat(seat)));
            let replay = move || {
                let events = numbered_events(&history, 0..history.log().len(), access, true);
                json(&Replay { table, events })
            };
            queue.run(Priority::Interactive, replay).await?
        }
        Subject::Analysis => {
            let analyse = move || {
                let names = Analysis::seat_names();
                json(&Analysis::of(&history, &names, ANALYSIS_WORLDS, |_| ()))
            };
            queue.run(Priority::Analysis, analyse).await?
        }
    })
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(hint))
        .routes(routes!(replay))
        .routes(routes!(analysis))
}

/// Get a hint: what the expert would do in your place.
///
/// If other people are playing, hints are available only for the rob: choosing the cards to
/// keep is routine rather than skill.
#[utoipa::path(get, path = "/api/tables/{id}/hint", tag = "study", params(("id" = TableId, Path)),
    security(("token" = [])), responses(
    (status = 200, description = "Success", body = Advice),
    (status = 401, description = "Missing or unknown token", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn hint(
    State(app): State<Arc<App>>,
    Id(table): Id<TableId>,
    me: AuthPerson,
) -> Result<Json<Advice>, ApiError> {
    let view = move |current: &CurrentTable<'_>| hint_view(current.state, &me.person.id);
    let view = app.tables.inspect(table, view).await??;
    let hint = app
        .tables
        .work_queue()
        .run(Priority::Interactive, move || Hint::of(&view, HINT_WORLDS))
        .await?;
    let hint = hint.ok_or(Refusal::NotYourTurn)?;
    Ok(Json(Advice {
        action: hint.best.action,
        reason: hint.reason,
    }))
}

/// The view of a person who may get a hint now.
fn hint_view(state: &TableState, person: &PersonId) -> Result<View, Refusal> {
    let seat = state.seat_of(person).ok_or(Refusal::NotSeated)?;
    state.may_ask_hint(seat)?;
    Ok(state.game().ok_or(Refusal::NotBegun)?.view(seat))
}

/// From whose perspective to replay a game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ReplayParams {
    /// Show only what this seat saw. Without it, all cards are shown.
    #[serde(rename = "as")]
    #[param(value_type = Option<String>, pattern = "^[NESW]$")]
    observer: Option<Seat>,
}

/// Replay a finished game, event by event, with the view after each.
#[utoipa::path(get, path = "/api/tables/{id}/replay", tag = "study", params(("id" = TableId, Path), ReplayParams), responses(
    (status = 200, description = "Success", body = Replay),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 404, description = "Not found, or not visible to you", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn replay(
    State(app): State<Arc<App>>,
    Extension(cache): Extension<Arc<StudyCache>>,
    ClientAddr(client): ClientAddr,
    Id(table): Id<TableId>,
    QueryParams(ReplayParams { observer }): QueryParams<ReplayParams>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let replay = study(Arc::clone(&app), cache, table, Subject::Replay(observer)).await?;
    replay.limited_response(client, &app.limiters, &headers)
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
    Extension(cache): Extension<Arc<StudyCache>>,
    ClientAddr(client): ClientAddr,
    Id(table): Id<TableId>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let analysis = study(Arc::clone(&app), cache, table, Subject::Analysis).await?;
    analysis.limited_response(client, &app.limiters, &headers)
}

fn json(value: &impl Serialize) -> CompressedBody {
    let bytes = serde_json::to_vec(value).unwrap_or_default();
    CompressedBody::new("application/json", bytes.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actor::Tables;
    use crate::config::Config;
    use crate::notices::Notices;
    use crate::testing;

    struct Fixture {
        app: Arc<App>,
        cache: Arc<StudyCache>,
        /// A finished game.
        table: TableId,
    }

    impl Fixture {
        async fn new(name: &str) -> Fixture {
            let store = testing::sqlite(name).await;
            let table = testing::long_game(&store).await;
            let config = Config::with_store("");
            let tables = Tables::new(store, config.timings);
            Fixture {
                app: Arc::new(App::new(tables, Notices::new(), config, String::new())),
                cache: Arc::default(),
                table,
            }
        }

        fn study(
            &self,
            table: TableId,
            subject: Subject,
        ) -> impl Future<Output = Result<CompressedBody, ApiError>> + use<> {
            study(Arc::clone(&self.app), Arc::clone(&self.cache), table, subject)
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn concurrent_requests_share_one_replay() {
        let fixture = Fixture::new("made-once").await;
        let replay = |seat| fixture.study(fixture.table, Subject::Replay(seat));
        let requests: Vec<_> = (0..20).map(|_| tokio::spawn(replay(None))).collect();
        let mut replays = Vec::new();
        for request in requests {
            replays.push(request.await.unwrap().unwrap());
        }
        // The same bytes, not just equal ones.
        let again = replay(None).await.unwrap();
        assert!(replays.iter().all(|replay| replay.shares_memory_with(&again)));
        let south = replay(Some(Seat::South)).await.unwrap();
        assert!(!south.shares_memory_with(&again), "a seat has its own replay");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_cache_is_limited_by_size() {
        let fixture = Fixture::new("kept-size").await;
        let replay = fixture.study(fixture.table, Subject::Replay(None)).await.unwrap();
        let cache = &fixture.cache.0;
        let fit = CACHE_SIZE / replay.size() as u64;
        assert!(fit >= 2, "{} bytes", replay.size());
        for _ in 0..fit * 3 {
            let other = StudyKey {
                table: TableId::new(),
                subject: Subject::Replay(None),
            };
            cache.insert(other, replay.clone());
            assert!(cache.weight() <= CACHE_SIZE);
        }
        assert!(cache.weight() > CACHE_SIZE / 2, "most of the space is used");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn failures_are_not_cached() {
        let fixture = Fixture::new("not-made").await;
        for _ in 0..2 {
            let missing = fixture.study(TableId::new(), Subject::Analysis).await;
            assert!(missing.is_err());
        }
        assert_eq!(fixture.cache.0.len(), 0);
    }
}
