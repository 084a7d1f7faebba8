//! The nine phases of a game.

use core::fmt;

/// The phase of a game. The game never waits in an automatic phase: it passes within one step.
///
/// ```
/// use pidro::{Game, Phase, Rules};
///
/// assert_eq!(Game::new(Rules::default()).phase(), Phase::DealerSelection);
/// assert_eq!(Phase::SecondDeal.to_string(), "second_deal");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Phase {
    /// The game waits for a deck for the cut for the first deal.
    DealerSelection,
    /// The game waits for a deck to deal.
    Dealing,
    /// Seats bid or pass.
    Bidding,
    /// The bid winner names the trump suit.
    Declaring,
    /// All seats discard their non-trumps. Automatic.
    Discarding,
    /// The seats fill up their hands, the dealer robs the pack, and seats with more than six trumps
    /// kill.
    SecondDeal,
    /// The seats play trumps, trick by trick.
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
