//! Why something can't be done at a table.

use pidro::{FairDealError, HistoryError, IllegalAction, ParseActionError, Seat};
use thiserror::Error;

/// Why that can't be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Only a person at the table may do that.
    #[error("only a person at the table may do that")]
    NotSeated,
    /// Only the host may do that.
    #[error("only the host may do that")]
    NotHost,
    /// Somebody else sits there.
    #[error("somebody else sits at {0}")]
    SeatTaken(Seat),
    /// No bot sits there.
    #[error("no bot sits at {0}")]
    NoBot(Seat),
    /// Four are needed.
    #[error("the game begins when all four seats are taken")]
    SeatsFree,
    /// Seats and promises are final.
    #[error("the game is about to begin")]
    Starting,
    /// No word of theirs is awaited.
    #[error("no word of yours is awaited")]
    NotAwaited,
    /// It is another word.
    #[error("this is not the word that you promised")]
    WrongWord,
    /// It is too late.
    #[error("the game has begun")]
    Begun,
    /// It is too early.
    #[error("the game has not begun")]
    NotBegun,
    /// It is too early for another one.
    #[error("the game is not over")]
    NotOver,
    /// There is another one already.
    #[error("the next game is at another table already")]
    Rematched,
    /// Nobody asked for it.
    #[error("nobody has asked to take a decision back")]
    NoUndoAsked,
    /// The host doesn't want them.
    #[error("the host has removed you from this table")]
    Removed,
    /// The host doesn't want to hear them.
    #[error("the host has muted you")]
    Muted,
    /// Only phrases may be said.
    #[error("only the phrases can be said at this table")]
    ChatClosed,
    /// The host can't be removed.
    #[error("the host can't be removed")]
    HostStays,
    /// It is so.
    #[error("it is so already")]
    Already,
    /// This person has done too much beside the game.
    #[error("you have changed enough at this table: you can still play and leave")]
    TooMuch,
    /// The game has gone on for too many hands.
    #[error(
        "after {} hands a game ends without a winner: play again",
        crate::options::MOST_HANDS
    )]
    GameTooLong,
    /// Nobody may watch.
    #[error("nobody may watch at this table")]
    NoSpectators,
    /// Somebody else decides.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The others would have none.
    #[error("where other people play, there is advice only for the rob")]
    NoHints,
    /// The word is too long.
    #[error(transparent)]
    Word(#[from] FairDealError),
    /// It is nothing that can be done.
    #[error(transparent)]
    Action(#[from] ParseActionError),
    /// The rules don't allow it.
    #[error(transparent)]
    Rule(#[from] IllegalAction),
    /// There is nothing to take back.
    #[error(transparent)]
    History(#[from] HistoryError),
}

impl Refusal {
    /// The stable code of this refusal.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NotSeated => "not_seated",
            Refusal::NotHost => "not_host",
            Refusal::SeatTaken(_) => "seat_taken",
            Refusal::NoBot(_) => "no_bot",
            Refusal::SeatsFree => "seats_free",
            Refusal::Starting => "starting",
            Refusal::NotAwaited => "not_awaited",
            Refusal::WrongWord => "wrong_word",
            Refusal::Begun => "begun",
            Refusal::NotBegun => "not_begun",
            Refusal::NotOver => "not_over",
            Refusal::Rematched => "rematched",
            Refusal::NoUndoAsked => "no_undo_asked",
            Refusal::Removed => "removed",
            Refusal::Muted => "muted",
            Refusal::ChatClosed => "chat_closed",
            Refusal::HostStays => "host_stays",
            Refusal::Already => "already",
            Refusal::TooMuch => "too_much",
            Refusal::GameTooLong => "game_too_long",
            Refusal::NoSpectators => "no_spectators",
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::NoHints => "no_hints",
            Refusal::Word(_) => "bad_word",
            Refusal::Action(error) => error.code(),
            Refusal::Rule(error) => error.code(),
            Refusal::History(error) => error.code(),
        }
    }
}
