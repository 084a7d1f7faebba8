//! Why a table refuses a command.

use pidro::{FairDealError, HistoryError, IllegalAction, ParseActionError, Seat};
use thiserror::Error;

/// The reason why a table refuses a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Only a person at the table may do that.
    #[error("only a person at the table may do that")]
    NotSeated,
    /// Only the host may do that.
    #[error("only the host may do that")]
    NotHost,
    /// Somebody else has this seat.
    #[error("somebody else sits at {0}")]
    SeatTaken(Seat),
    /// No bot has this seat.
    #[error("no bot sits at {0}")]
    NoBot(Seat),
    /// The game needs an occupant on every seat.
    #[error("the game begins when all four seats are taken")]
    SeatsFree,
    /// The game is about to begin: seats and promises are final.
    #[error("the game is about to begin")]
    GameStarting,
    /// The table is not waiting for a word from this person.
    #[error("the table is not waiting for a word from you")]
    WordNotExpected,
    /// The word doesn't match the promise.
    #[error("this is not the word you promised")]
    WrongWord,
    /// The game has already begun.
    #[error("the game has begun")]
    GameStarted,
    /// The game has not begun yet.
    #[error("the game has not begun")]
    NotBegun,
    /// The game is not over yet.
    #[error("the game is not over")]
    NotOver,
    /// The next game is already set up at another table.
    #[error("the next game is already set up at another table")]
    Rematched,
    /// Nobody has asked to take back a decision.
    #[error("nobody has asked to take a decision back")]
    NoUndoAsked,
    /// The host has removed this person.
    #[error("the host has removed you from this table")]
    Removed,
    /// The host has muted this person.
    #[error("the host has muted you")]
    Muted,
    /// Free text is not allowed.
    #[error("this table allows only phrases and reactions")]
    ChatClosed,
    /// The host can't be removed.
    #[error("the host can't be removed")]
    CannotRemoveHost,
    /// The command would change nothing.
    #[error("there is nothing to change")]
    NoChange,
    /// This person has used up their allowance of changes outside the game.
    #[error("you have made too many changes at this table: you can still play and leave")]
    TooManyChanges,
    /// The game has reached the maximum number of hands.
    #[error(
        "the game ends without a winner after {} hands: ask for a rematch",
        crate::options::MAX_HANDS
    )]
    GameTooLong,
    /// The table doesn't allow spectators.
    #[error("this table doesn't allow spectators")]
    NoSpectators,
    /// It is somebody else's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// Hints would be unfair to the other people at the table.
    #[error("in a game with other people, hints are available only for the rob")]
    NoHints,
    /// The word is not valid for a fair deal.
    #[error(transparent)]
    Word(#[from] FairDealError),
    /// The action can't be parsed.
    #[error(transparent)]
    Action(#[from] ParseActionError),
    /// The rules don't allow the action.
    #[error(transparent)]
    Rule(#[from] IllegalAction),
    /// There is nothing to take back.
    #[error(transparent)]
    History(#[from] HistoryError),
}

impl Refusal {
    /// The stable, machine-readable code of this refusal.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::NotSeated => "not_seated",
            Refusal::NotHost => "not_host",
            Refusal::SeatTaken(_) => "seat_taken",
            Refusal::NoBot(_) => "no_bot",
            Refusal::SeatsFree => "seats_free",
            Refusal::GameStarting => "game_starting",
            Refusal::WordNotExpected => "word_not_expected",
            Refusal::WrongWord => "wrong_word",
            Refusal::GameStarted => "game_started",
            Refusal::NotBegun => "not_begun",
            Refusal::NotOver => "not_over",
            Refusal::Rematched => "rematched",
            Refusal::NoUndoAsked => "no_undo_asked",
            Refusal::Removed => "removed",
            Refusal::Muted => "muted",
            Refusal::ChatClosed => "chat_closed",
            Refusal::CannotRemoveHost => "cannot_remove_host",
            Refusal::NoChange => "no_change",
            Refusal::TooManyChanges => "too_many_changes",
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
