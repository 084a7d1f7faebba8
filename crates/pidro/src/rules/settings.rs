//! The possible values of each option.
//!
//! These enums are exhaustive on purpose: a new value changes how the game is played, so code that
//! plays it should fail to compile until it handles the value.

use crate::seat::Seat;

/// The type of an option's values, with their keywords.
pub(super) trait Setting: Copy + PartialEq + 'static {
    /// The keywords of this option with their values.
    const WORDS: &'static [(&'static str, Self)];

    /// The index of this value in `WORDS`.
    fn index(self) -> usize {
        // Every value has a keyword.
        let index = Self::WORDS.iter().position(|(_, value)| *value == self);
        index.unwrap_or_default()
    }
}

impl Setting for bool {
    const WORDS: &'static [(&'static str, bool)] = &[("false", false), ("true", true)];
}

/// Defines the enum for one option, with the keyword of each value.
macro_rules! setting {
    ($(#[$meta:meta])* $name:ident { $($(#[$value_meta:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$value_meta])* $value,)+
        }

        impl Setting for $name {
            const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$value),)+];

            // The keywords are in the order of the values.
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

setting! {
    /// How the bidding proceeds.
    Bidding {
        /// One round of four calls.
        SingleRound = "single_round",
        /// Repeated rounds. A seat that has passed is out; the bidding ends when one bidder is
        /// left.
        UntilPassed = "until_passed",
    }
}

setting! {
    /// Who may bid 14 over 14.
    Fourteen {
        /// Any later caller.
        Anyone = "anyone",
        /// Only the dealer.
        Dealer = "dealer",
        /// Nobody.
        Never = "never",
    }
}

setting! {
    /// What the dealer may call after three passes.
    ForcedBid {
        /// Exactly six.
        ExactlySix = "exactly_six",
        /// Any bid, but no pass.
        AtLeastSix = "at_least_six",
    }
}

setting! {
    /// How the non-dealers' discards lie.
    Discards {
        /// Only their count is public.
        FaceDown = "face_down",
        /// Their cards are public.
        FaceUp = "face_up",
    }
}

setting! {
    /// What a dealer with a pool of fewer than six cards does.
    DealerShort {
        /// Plays with the cards of the pool.
        KeepPool = "keep_pool",
        /// Fills up to six with the highest cards of the dealer's discard.
        PadFromDiscards = "pad_from_discards",
    }
}

setting! {
    /// Which cards of the pool the dealer keeps.
    Rob {
        /// Six cards, or the whole pool if it is smaller.
        Six = "six",
        /// Every trump of the pool, and other cards up to six if there are fewer than six trumps.
        AllTrumps = "all_trumps",
    }
}

setting! {
    /// Whether the dealer may bury points.
    RobPoints {
        /// The dealer may keep any six cards.
        Free = "free",
        /// The dealer must keep every point card of the pool.
        Protected = "protected",
    }
}

setting! {
    /// What killing a card means.
    Kill {
        /// The top killed card is the seat's first play; the others are dead.
        ForcedTop = "forced_top",
        /// All killed cards are dead.
        Dead = "dead",
        /// All killed cards lie dead under the seat's first play, which the seat chooses freely.
        Stack = "stack",
    }
}

setting! {
    /// Who leads to the first trick.
    FirstLead {
        /// The seat left of the dealer.
        LeftOfDealer = "left_of_dealer",
        /// The seat that won the bidding.
        BidWinner = "bid_winner",
    }
}

setting! {
    /// When a seat without trumps goes cold.
    Cold {
        /// Immediately.
        Immediate = "immediate",
        /// When its turn comes.
        OnTurn = "on_turn",
    }
}

setting! {
    /// When a hand ends.
    HandEnd {
        /// Between tricks, when only one team has seats that are not cold.
        OneTeamLeft = "one_team_left",
        /// When every seat is cold.
        PlayOut = "play_out",
    }
}

setting! {
    /// Who knows the size of the dealer's pool.
    PoolSize {
        /// Only the dealer.
        Hidden = "hidden",
        /// Everybody.
        Public = "public",
    }
}

/// Who deals the first hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstDealer {
    /// The seat that cuts the highest card.
    Cut,
    /// This seat.
    Fixed(Seat),
}

impl Setting for FirstDealer {
    const WORDS: &'static [(&'static str, FirstDealer)] = &[
        ("cut", FirstDealer::Cut),
        ("N", FirstDealer::Fixed(Seat::North)),
        ("E", FirstDealer::Fixed(Seat::East)),
        ("S", FirstDealer::Fixed(Seat::South)),
        ("W", FirstDealer::Fixed(Seat::West)),
    ];
}

/// The score that wins the game, from 1 to 9999.
///
/// ```
/// use pidro::rules::Target;
///
/// assert_eq!(Target::new(62).map(Target::get), Some(62));
/// assert_eq!(Target::new(0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target(u16);

impl Target {
    /// The target of every preset.
    pub const DEFAULT: Target = Target(62);

    pub(super) const MAX: u16 = 9999;

    /// Creates a target, if the score is valid.
    #[must_use]
    pub const fn new(score: u16) -> Option<Target> {
        match score {
            1..=Target::MAX => Some(Target(score)),
            _ => None,
        }
    }

    /// The score to reach.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}
