//! The guided first hand, and the puzzles.

mod exercises;

use std::str::FromStr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use pidro::{Action, Legal, Seat, Suit, View};
use pidro_table::{NumberedEvent, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::{ApiError, ErrorBody};
use super::extract::{Body, Id};
use super::study::Advice;
use super::words::SeatName;
use crate::work::Urgency;
use exercises::{LEARNER, Lesson, Puzzle};

/// The maximum number of decisions in a lesson: more than any hand has.
const MOST: usize = 20;
/// The number of the last puzzle.
const LAST: u32 = 999_999;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(lesson))
        .routes(routes!(puzzle))
}

/// The learner's decisions so far.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Decisions {
    /// The actions in order, in the notation of the engine protocol.
    #[schema(max_items = 20, example = json!(["bid 8", "trump h"]))]
    actions: Vec<String>,
}

/// The state of the guided first hand.
#[derive(Serialize, ToSchema)]
struct LessonResponse {
    /// The learner's seat.
    #[schema(value_type = SeatName)]
    you: Seat,
    /// All events so far, in the format of the WebSocket messages with views.
    #[schema(value_type = Vec<Object>)]
    events: Vec<NumberedEvent>,
    /// What the learner may do now; null when the hand is over.
    #[schema(value_type = Option<Object>)]
    legal: Option<Legal>,
}

/// Play the guided first hand up to these decisions.
///
/// The hand is always the same, and the server stores nothing.
#[utoipa::path(post, path = "/api/lesson", tag = "learn", request_body = Decisions, responses(
    (status = 200, description = "Success", body = LessonResponse),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody), (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody),
))]
async fn lesson(Body(decisions): Body<Decisions>) -> Result<Json<LessonResponse>, ApiError> {
    if decisions.actions.len() > MOST {
        return Err(ApiError::bad(format!("a hand has at most {MOST} decisions")));
    }
    let actions = decisions.actions.iter().map(|action| action.parse());
    let actions: Vec<Action> = actions.collect::<Result<_, _>>().map_err(Refusal::from)?;
    let lesson = Lesson::after(&actions).map_err(Refusal::from)?;
    Ok(Json(LessonResponse {
        you: LEARNER,
        events: lesson.events(),
        legal: lesson.legal(),
    }))
}

/// A hand to bid on.
#[derive(Serialize, ToSchema)]
struct PuzzleResponse {
    /// The number of the puzzle. The same number always gives the same puzzle.
    puzzle: u32,
    /// The seat that has to call.
    #[schema(value_type = SeatName)]
    you: Seat,
    /// The game as that seat sees it.
    #[schema(value_type = Object)]
    view: View,
    /// The legal calls.
    #[schema(value_type = Object)]
    legal: Legal,
    /// How many deals were simulated for the odds.
    deals: u32,
    /// What the hand makes with each trump suit, best first.
    odds: Vec<SuitOdds>,
    /// What the expert would call.
    advice: Option<Advice>,
}

/// What a hand makes with a suit as trump.
#[derive(Serialize, ToSchema)]
struct SuitOdds {
    #[schema(value_type = String, example = "h")]
    suit: Suit,
    /// The average points that the team takes.
    points: f32,
    /// The fraction of deals in which the team makes each bid, from 6 to 14.
    chances: [f32; 9],
}

/// The number of a puzzle.
struct Number(u32);

impl FromStr for Number {
    type Err = ();

    fn from_str(text: &str) -> Result<Number, ()> {
        let number = text.parse().ok().filter(|number| *number <= LAST);
        number.map(Number).ok_or(())
    }
}

/// Get a hand to bid on, with its odds.
#[utoipa::path(get, path = "/api/puzzles/{number}", tag = "learn", params(("number" = u32, Path, minimum = 0, maximum = 999_999)), responses(
    (status = 200, description = "Success", body = PuzzleResponse),
    (status = 404, description = "Not found, or not visible to you", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn puzzle(
    State(app): State<Arc<App>>,
    Id(Number(number)): Id<Number>,
) -> Result<Json<PuzzleResponse>, ApiError> {
    let Puzzle { view, odds, hint } = app
        .tables
        .work_queue()
        .run(Urgency::Page, move || Puzzle::new(number))
        .await?;
    let odds_by_suit = odds.suits.into_iter().map(|suit| SuitOdds {
        suit: suit.suit,
        points: suit.points,
        chances: suit.chances,
    });
    Ok(Json(PuzzleResponse {
        puzzle: number,
        you: LEARNER,
        legal: view.legal,
        view,
        deals: odds.deals,
        odds: odds_by_suit.collect(),
        advice: hint.as_ref().map(Advice::of),
    }))
}
