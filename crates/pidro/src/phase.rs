//! The nine phases of a game.

use std::fmt;

/// Where a game stands. The automatic phases pass by within one step; their events tell of them.
///
/// ```
/// use pidro::{Game, Phase, Rules};
///
/// assert_eq!(Game::new(Rules::default()).phase(), Phase::DealerSelection);
/// assert_eq!(Phase::SecondDeal.to_string(), "second_deal");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A deck is awaited, to be cut from for the first deal.
    DealerSelection,
    /// A deck is awaited, to be dealt from.
    Dealing,
    /// Seats bid or pass.
    Bidding,
    /// The bid winner names the trump suit.
    Declaring,
    /// Everybody throws the non-trumps away. Automatic.
    Discarding,
    /// Hands are filled up, the dealer robs the pack, hands of more than six trumps kill.
    SecondDeal,
    /// Trumps are played, trick by trick.
    Playing,
    /// The hand is scored. Automatic.
    Scoring,
    /// A team has won.
    Complete,
}

impl Phase {
    pub(crate) const ALL: [Phase; 9] = [
        Phase::DealerSelection,
        Phase::Dealing,
        Phase::Bidding,
        Phase::Declaring,
        Phase::Discarding,
        Phase::SecondDeal,
        Phase::Playing,
        Phase::Scoring,
        Phase::Complete,
    ];
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::DealerSelection => "dealer_selection",
            Phase::Dealing => "dealing",
            Phase::Bidding => "bidding",
            Phase::Declaring => "declaring",
            Phase::Discarding => "discarding",
            Phase::SecondDeal => "second_deal",
            Phase::Playing => "playing",
            Phase::Scoring => "scoring",
            Phase::Complete => "complete",
        })
    }
}
