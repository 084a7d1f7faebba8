//! The guided first hand, and the puzzles.

mod exercises;

use std::str::FromStr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use pidro::json::State as ViewState;
use pidro::{Action, Bid};
use pidro_protocol::ErrorBody;
use pidro_protocol::http::{self, Advice, LessonDecisions, SuitOdds};
use pidro_table::{Refusal, rules_info};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::error::ApiError;
use super::extract::{Body, Id};
use crate::work::Priority;
use exercises::{LEARNER, Lesson, Puzzle};

/// The maximum number of decisions in a lesson: more than any hand has.
const MAX_DECISIONS: usize = 20;
/// The number of the last puzzle.
const MAX_PUZZLE: u32 = 999_999;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(lesson))
        .routes(routes!(puzzle))
}

/// Play the guided first hand up to these decisions.
///
/// The hand is always the same, and the server stores nothing.
#[utoipa::path(post, path = "/api/lesson", tag = "learn", request_body = LessonDecisions, responses(
    (status = 200, description = "Success", body = http::Lesson),
    (status = 400, description = "Malformed request or invalid value", body = ErrorBody), (status = 409, description = "Conflicts with the current state", body = ErrorBody), (status = 408, description = "The request took too long to arrive", body = ErrorBody), (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody),
))]
async fn lesson(Body(decisions): Body<LessonDecisions>) -> Result<Json<http::Lesson>, ApiError> {
    if decisions.actions.len() > MAX_DECISIONS {
        return Err(ApiError::bad(format!(
            "a hand has at most {MAX_DECISIONS} decisions"
        )));
    }
    let actions = decisions.actions.iter().map(|action| action.parse());
    let actions: Vec<Action> = actions.collect::<Result<_, _>>().map_err(Refusal::from)?;
    let lesson = Lesson::after(&actions).map_err(Refusal::from)?;
    Ok(Json(http::Lesson {
        you: LEARNER,
        rules: rules_info(lesson.rules()),
        events: lesson.events(),
        legal: lesson.legal(),
        advice: lesson.advice(),
    }))
}

/// The number of a puzzle.
struct PuzzleNumber(u32);

impl FromStr for PuzzleNumber {
    type Err = ();

    fn from_str(text: &str) -> Result<PuzzleNumber, ()> {
        let number = text.parse().ok().filter(|number| *number <= MAX_PUZZLE);
        number.map(PuzzleNumber).ok_or(())
    }
}

/// Get a hand to bid on, with its odds.
#[utoipa::path(get, path = "/api/puzzles/{number}", tag = "learn", params(("number" = u32, Path, minimum = 0, maximum = 999_999)), responses(
    (status = 200, description = "Success", body = http::Puzzle),
    (status = 404, description = "Not found, or not visible to you", body = ErrorBody),
    (status = 429, description = "Rate limit exceeded: retry later", body = ErrorBody), (status = 503, description = "The store is unavailable, or the server is shutting down", body = ErrorBody),
))]
async fn puzzle(
    State(app): State<Arc<App>>,
    Id(PuzzleNumber(number)): Id<PuzzleNumber>,
) -> Result<Json<http::Puzzle>, ApiError> {
    let Puzzle { view, odds, hint } = app
        .tables
        .work_queue()
        .run(Priority::Interactive, move || Puzzle::new(number))
        .await?;
    let odds_by_suit = odds.suits.into_iter().map(|suit| SuitOdds {
        suit: suit.suit,
        points: suit.points,
        chances: (Bid::MIN.get()..=Bid::MAX.get()).zip(suit.chances).collect(),
    });
    Ok(Json(http::Puzzle {
        puzzle: number,
        you: LEARNER,
        legal: view.legal,
        view: ViewState::from(&view),
        deals: odds.deals,
        odds: odds_by_suit.collect(),
        advice: hint.map(|hint| Advice {
            action: hint.best.action,
            reason: hint.reason,
        }),
    }))
}
