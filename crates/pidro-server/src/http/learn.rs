//! A first hand, and puzzles.

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
use crate::learn::{LEARNER, Lesson, Puzzle};
use crate::work::Urgency;

/// More decisions than a hand has.
const MOST: usize = 20;
/// The number of the last puzzle.
const LAST: u32 = 999_999;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(lesson))
        .routes(routes!(puzzle))
}

/// What the learner has decided so far.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Decisions {
    /// In the words of the engine protocol, in their order.
    #[schema(max_items = 20, example = json!(["bid 8", "trump h"]))]
    actions: Vec<String>,
}

/// How the first hand stands.
#[derive(Serialize, ToSchema)]
struct LessonTold {
    /// Where the learner sits.
    #[schema(value_type = SeatName)]
    you: Seat,
    /// All that has happened, as in the WebSocket's messages with views.
    #[schema(value_type = Vec<Object>)]
    events: Vec<NumberedEvent>,
    /// What the learner may do now; null when the hand is over.
    #[schema(value_type = Option<Object>)]
    legal: Option<Legal>,
}

/// The first hand of a newcomer, after these decisions. It is always the same one, and is kept nowhere.
#[utoipa::path(post, path = "/api/lesson", tag = "learn", request_body = Decisions, responses(
    (status = 200, description = "Done", body = LessonTold),
    (status = 400, description = "It can't be read, or not be so", body = ErrorBody), (status = 409, description = "Not as things are", body = ErrorBody), (status = 408, description = "The request did not come in time", body = ErrorBody), (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody),
))]
async fn lesson(Body(decisions): Body<Decisions>) -> Result<Json<LessonTold>, ApiError> {
    if decisions.actions.len() > MOST {
        return Err(ApiError::bad(format!("a hand has at most {MOST} decisions")));
    }
    let actions = decisions.actions.iter().map(|action| action.parse());
    let actions: Vec<Action> = actions.collect::<Result<_, _>>().map_err(Refusal::from)?;
    let lesson = Lesson::after(&actions).map_err(Refusal::from)?;
    Ok(Json(LessonTold {
        you: LEARNER,
        events: lesson.events(),
        legal: lesson.legal(),
    }))
}

/// A hand to bid on.
#[derive(Serialize, ToSchema)]
struct PuzzleTold {
    /// Its number: the same puzzle whenever it is asked for.
    puzzle: u32,
    /// Who has to call.
    #[schema(value_type = SeatName)]
    you: Seat,
    /// What that seat knows.
    #[schema(value_type = Object)]
    view: View,
    /// What it may call.
    #[schema(value_type = Object)]
    legal: Legal,
    /// Over how many deals the odds were worked out.
    deals: u32,
    /// What the hand makes with each suit, the best first.
    odds: Vec<SuitTold>,
    /// What the expert would call.
    advice: Option<Advice>,
}

/// What a hand makes with a suit as trump.
#[derive(Serialize, ToSchema)]
struct SuitTold {
    #[schema(value_type = String, example = "h")]
    suit: Suit,
    /// The points that the team takes, in the mean.
    points: f32,
    /// The part of the deals in which it makes each bid, from 6 to 14.
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

/// A hand to bid on, with its odds.
#[utoipa::path(get, path = "/api/puzzles/{number}", tag = "learn", params(("number" = u32, Path, minimum = 0, maximum = 999_999)), responses(
    (status = 200, description = "Done", body = PuzzleTold),
    (status = 404, description = "There is no such thing, or none for you", body = ErrorBody),
    (status = 429, description = "Too much was asked for: wait a little", body = ErrorBody), (status = 503, description = "The store takes nothing now, or the server is about to end", body = ErrorBody),
))]
async fn puzzle(
    State(app): State<Arc<App>>,
    Id(Number(number)): Id<Number>,
) -> Result<Json<PuzzleTold>, ApiError> {
    let Puzzle { view, odds, hint } = app
        .tables
        .work(Urgency::Page, move || Puzzle::new(number))
        .await?;
    let told = odds.suits.into_iter().map(|suit| SuitTold {
        suit: suit.suit,
        points: suit.points,
        chances: suit.chances,
    });
    Ok(Json(PuzzleTold {
        puzzle: number,
        you: LEARNER,
        legal: view.legal,
        view,
        deals: odds.deals,
        odds: told.collect(),
        advice: hint.as_ref().map(Advice::of),
    }))
}
