//! Why an action is refused.

use thiserror::Error;

use crate::bidding::{Bid, Bids};
use crate::card::Card;
use crate::cards::Cards;
use crate::deck::DeckError;
use crate::phase::Phase;
use crate::seat::Seat;
use crate::trump::Trump;

/// Why the rules refuse an action. A refused action changes nothing.
///
/// ```
/// use pidro::{RuleError, Seat};
///
/// let error = RuleError::NotYourTurn { seat: Seat::North, turn: Seat::East };
/// assert_eq!(error.code(), "not_your_turn");
/// assert_eq!(error.to_string(), "it is E's turn, not N's");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "each message tells what its fields are")]
pub enum RuleError {
    /// Nothing can be done any more.
    #[error("the game is over")]
    GameOver,
    /// Another kind of action is awaited.
    #[error("`{asked}` can't be done in the phase {phase}: {awaited} is awaited")]
    WrongPhase {
        asked: &'static str,
        phase: Phase,
        awaited: &'static str,
    },
    /// A deck was brought when none is awaited.
    #[error("no deck is awaited in the phase {phase}")]
    NoDeckWanted { phase: Phase },
    /// Another seat is to act.
    #[error("it is {turn}'s turn, not {seat}'s")]
    NotYourTurn { seat: Seat, turn: Seat },
    /// The bid is not above the highest, or the dealer may only bid six.
    #[error("{bid} can't be bid: {}", calls(*bids, *pass))]
    IllegalBid { bid: Bid, bids: Bids, pass: bool },
    /// Everybody else has passed.
    #[error("the dealer can't pass after three passes: {}", calls(*bids, false))]
    MustBid { bids: Bids },
    /// The card is not there to be chosen.
    #[error("{card} is not among the seat's cards; these can be named: {allowed}")]
    CardNotHeld { card: Card, allowed: Cards },
    /// Only trumps are played.
    #[error("{card} is no trump: only trumps are played, {trump} is trump, and the seat holds {allowed}")]
    NotTrump {
        card: Card,
        trump: Trump,
        allowed: Cards,
    },
    /// The top killed card is the seat's first play.
    #[error("{card} can't be played yet: the top killed card, {top}, is this seat's first play")]
    MustPlayTopKilled { card: Card, top: Card },
    /// Points can't be killed.
    #[error("point cards can't be killed: {cards}; these can: {allowed}")]
    CannotKillPoints { cards: Cards, allowed: Cards },
    /// So many cards can't be kept or killed.
    #[error("{needed} cards are to be named, not {asked}")]
    WrongCardCount { asked: usize, needed: usize },
    /// The dealer may not bury points at this table.
    #[error("points can't be buried at this table: {cards} must be kept")]
    PointsProtected { cards: Cards },
    /// The dealer may not bury trumps at this table.
    #[error("trumps can't be buried at this table: {cards} must be kept")]
    TrumpsProtected { cards: Cards },
    /// The seat can't prove that the rest is its own.
    #[error(
        "the claim is not proven: the seat must be on lead, each of its trumps above every trump it has not \
         seen, and no opponent may be able to play longer"
    )]
    ClaimNotProven,
    /// The deck can't be used.
    #[error(transparent)]
    BadDeck(#[from] DeckError),
}

impl RuleError {
    /// The stable code of this error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            RuleError::GameOver => "game_over",
            RuleError::WrongPhase { .. } | RuleError::NoDeckWanted { .. } => "wrong_phase",
            RuleError::NotYourTurn { .. } => "not_your_turn",
            RuleError::IllegalBid { .. } | RuleError::MustBid { .. } => "illegal_bid",
            RuleError::CardNotHeld { .. } => "card_not_held",
            RuleError::NotTrump { .. } => "not_trump",
            RuleError::MustPlayTopKilled { .. } => "must_play_top_killed",
            RuleError::CannotKillPoints { .. } => "cannot_kill_points",
            RuleError::WrongCardCount { .. } => "wrong_card_count",
            RuleError::PointsProtected { .. } => "points_protected",
            RuleError::TrumpsProtected { .. } => "trumps_protected",
            RuleError::ClaimNotProven => "claim_not_proven",
            RuleError::BadDeck(_) => "bad_deck",
        }
    }
}

/// What may be called, as the end of a sentence.
fn calls(bids: Bids, pass: bool) -> String {
    match (bids.is_empty(), pass) {
        (true, _) => "the seat can only pass".to_owned(),
        (false, true) => format!("the seat may bid {bids} or pass"),
        (false, false) => format!("the seat must bid {bids}"),
    }
}
