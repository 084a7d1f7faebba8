//! Reasons why the game refuses an action.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use thiserror::Error;

use crate::cards::{Card, CardSet, DeckError, Trump};
use crate::game::{Bid, BidRange, Phase};
use crate::seat::Seat;

/// Why the rules refuse an action. A refused action changes nothing.
///
/// ```
/// use pidro::{IllegalAction, Seat};
///
/// let error = IllegalAction::NotYourTurn { seat: Seat::North, turn: Seat::East };
/// assert_eq!(error.code(), "not_your_turn");
/// assert_eq!(error.to_string(), "it is E's turn, not N's");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the messages explain the fields")]
pub enum IllegalAction {
    /// The game is over, so no action is possible.
    #[error("the game is over")]
    GameOver,
    /// The game is waiting for another kind of action.
    #[error("`{asked}` is not possible in the phase {phase}: the game is waiting for {awaited}")]
    WrongPhase {
        asked: &'static str,
        phase: Phase,
        awaited: &'static str,
    },
    /// A deck arrived while the game was not waiting for one.
    #[error("the game is not waiting for a deck in the phase {phase}")]
    NoDeckWanted { phase: Phase },
    /// It is another seat's turn.
    #[error("it is {turn}'s turn, not {seat}'s")]
    NotYourTurn { seat: Seat, turn: Seat },
    /// The bid is not above the highest one, or the dealer may only bid six.
    #[error("{bid} can't be bid: {}", calls(*bids, *pass))]
    IllegalBid { bid: Bid, bids: BidRange, pass: bool },
    /// All other seats have passed, so the dealer must bid.
    #[error("the dealer can't pass after three passes: {}", calls(*bids, false))]
    MustBid { bids: BidRange },
    /// The card is not among those the seat can choose from.
    #[error("{card} is not among the seat's cards; these can be named: {allowed}")]
    CardNotHeld { card: Card, allowed: CardSet },
    /// The card is not a trump, and only trumps are played.
    #[error("{card} is not a trump: only trumps are played, {trump} is trump, and the seat holds {allowed}")]
    NotTrump {
        card: Card,
        trump: Trump,
        allowed: CardSet,
    },
    /// The seat must play its top killed card first.
    #[error("{card} can't be played yet: the top killed card, {top}, is this seat's first play")]
    MustPlayTopKilled { card: Card, top: Card },
    /// Point cards can't be killed.
    #[error("point cards can't be killed: {cards}; these can: {allowed}")]
    CannotKillPoints { cards: CardSet, allowed: CardSet },
    /// The number of cards to keep or kill is wrong.
    #[error("{needed} cards must be named, not {asked}")]
    WrongCardCount { asked: usize, needed: usize },
    /// These rules forbid the dealer to bury points.
    #[error("points can't be buried at this table: {cards} must be kept")]
    PointsProtected { cards: CardSet },
    /// These rules forbid the dealer to bury trumps.
    #[error("trumps can't be buried at this table: {cards} must be kept")]
    TrumpsProtected { cards: CardSet },
    /// The seat can't prove that it takes all remaining tricks.
    #[error(
        "the claim is not proven: the seat must be on lead, each of its trumps must beat every trump it has not \
         seen, and no opponent may hold more of those than the seat has trumps"
    )]
    ClaimNotProven,
    /// The deck is unusable.
    #[error(transparent)]
    BadDeck(#[from] DeckError),
}

impl IllegalAction {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            IllegalAction::GameOver => "game_over",
            IllegalAction::WrongPhase { .. } | IllegalAction::NoDeckWanted { .. } => "wrong_phase",
            IllegalAction::NotYourTurn { .. } => "not_your_turn",
            IllegalAction::IllegalBid { .. } | IllegalAction::MustBid { .. } => "illegal_bid",
            IllegalAction::CardNotHeld { .. } => "card_not_held",
            IllegalAction::NotTrump { .. } => "not_trump",
            IllegalAction::MustPlayTopKilled { .. } => "must_play_top_killed",
            IllegalAction::CannotKillPoints { .. } => "cannot_kill_points",
            IllegalAction::WrongCardCount { .. } => "wrong_card_count",
            IllegalAction::PointsProtected { .. } => "points_protected",
            IllegalAction::TrumpsProtected { .. } => "trumps_protected",
            IllegalAction::ClaimNotProven => "claim_not_proven",
            IllegalAction::BadDeck(_) => "bad_deck",
        }
    }
}

/// The legal calls, as the end of a sentence.
fn calls(bids: BidRange, pass: bool) -> String {
    match (bids.is_empty(), pass) {
        (true, _) => "the seat can only pass".to_owned(),
        (false, true) => format!("the seat may bid {bids} or pass"),
        (false, false) => format!("the seat must bid {bids}"),
    }
}
