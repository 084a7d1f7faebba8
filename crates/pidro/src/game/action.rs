//! The actions of a player, and their text form in the protocol, the terminal and the notation.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::cards::{Card, CardSet, ParseCardError, ParseCardSetError, Pile, Suit};
use crate::game::{Bid, Call, ParseBidError};

/// An action of a seat.
///
/// ```
/// use pidro::Action;
///
/// let action: Action = "kill Kh 4h".parse()?;
/// assert_eq!(action.to_string(), "kill Kh 4h");
/// assert_eq!("bid 6.5".parse::<Action>().unwrap_err().code(), "illegal_bid");
/// assert_eq!("keep Ah Ah Ah Ah Ah Ah".parse::<Action>().unwrap_err().code(), "wrong_card_count");
/// # Ok::<(), pidro::ParseActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `bid 8`
    Bid(Bid),
    /// `pass`
    Pass,
    /// `trump h`
    Trump(Suit),
    /// `keep Ah Kh Qh Jh Th 5d`: the cards of the pool that the dealer keeps.
    Keep(CardSet),
    /// `kill Kh 4h`: the top card comes first.
    Kill(Pile<8>),
    /// `play Ah`
    Play(Card),
    /// `claim`: the rest of the hand goes to the seat's team. The game accepts it only with proof.
    Claim,
    /// `resign`: the game goes to the other team.
    Resign,
}

impl Action {
    /// The kind of action: the first word of its text form.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Action::Bid(_) => "bid",
            Action::Pass => "pass",
            Action::Trump(_) => "trump",
            Action::Keep(_) => "keep",
            Action::Kill(_) => "kill",
            Action::Play(_) => "play",
            Action::Claim => "claim",
            Action::Resign => "resign",
        }
    }
}

impl Call {
    /// The action that makes this call.
    ///
    /// ```
    /// use pidro::{Action, Call};
    ///
    /// assert_eq!(Call::Pass.action(), Action::Pass);
    /// ```
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Call::Pass => Action::Pass,
            Call::Bid(bid) => Action::Bid(bid),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self {
            Action::Bid(bid) => write!(f, " {bid}"),
            Action::Trump(suit) => write!(f, " {suit}"),
            Action::Keep(cards) => write!(f, " {cards}"),
            Action::Kill(pile) => write!(f, " {pile}"),
            Action::Play(card) => write!(f, " {card}"),
            Action::Pass | Action::Claim | Action::Resign => Ok(()),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        let text = text.trim();
        let (kind, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match kind {
            // A number that is not a valid bid is an illegal bid; any other text after `bid` is an
            // unknown action.
            "bid" if rest.parse::<f64>().is_ok() => Ok(Action::Bid(rest.parse()?)),
            "trump" => Ok(Action::Trump(rest.parse()?)),
            "keep" => Ok(Action::Keep(rest.parse()?)),
            "kill" => Ok(Action::Kill(rest.parse()?)),
            "play" => Ok(Action::Play(rest.parse()?)),
            "pass" if rest.is_empty() => Ok(Action::Pass),
            "claim" if rest.is_empty() => Ok(Action::Claim),
            "resign" if rest.is_empty() => Ok(Action::Resign),
            _ => Err(ParseActionError::Unknown(text.chars().take(40).collect())),
        }
    }
}

/// Why a text can't be parsed as an action.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseActionError {
    /// The text matches no action.
    #[error(
        "`{0}` is not an action: the actions are `bid 8`, `pass`, `trump h`, `keep` and `kill` with cards, \
         `play Ah`, `claim` and `resign`"
    )]
    Unknown(String),
    /// The number is not a valid bid.
    #[error(transparent)]
    Bid(#[from] ParseBidError),
    /// A word is not a card or not a suit.
    #[error(transparent)]
    Card(#[from] ParseCardError),
    /// The words are not a valid set of cards.
    #[error(transparent)]
    Cards(ParseCardSetError),
}

impl From<ParseCardSetError> for ParseActionError {
    fn from(error: ParseCardSetError) -> ParseActionError {
        match error {
            ParseCardSetError::Card(error) => ParseActionError::Card(error),
            error => ParseActionError::Cards(error),
        }
    }
}

impl ParseActionError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            ParseActionError::Unknown(_) | ParseActionError::Card(_) => "bad_request",
            ParseActionError::Bid(_) => "illegal_bid",
            ParseActionError::Cards(_) => "wrong_card_count",
        }
    }
}
