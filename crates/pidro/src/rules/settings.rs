//! What each option may be set to.

use crate::seat::Seat;

/// Something an option may be set to, with the words for it.
pub(super) trait Setting: Copy + PartialEq + 'static {
    /// The words this option takes, with their values.
    const WORDS: &'static [(&'static str, Self)];

    /// The place of this value among the words.
    fn place(self) -> usize {
        // Every value has its word.
        let place = Self::WORDS.iter().position(|(_, value)| *value == self);
        place.unwrap_or_default()
    }
}

impl Setting for bool {
    const WORDS: &'static [(&'static str, bool)] = &[("false", false), ("true", true)];
}

/// Defines the enum of one option with the word for each value.
macro_rules! setting {
    ($(#[$meta:meta])* $name:ident { $($(#[$value_meta:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$value_meta])* $value,)+
        }

        impl Setting for $name {
            const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$value),)+];

            // The words are in the order of the values.
            #[inline]
            fn place(self) -> usize {
                self as usize
            }
        }
    };
}

setting! {
    /// How the calls go around.
    Bidding {
        /// One round of four calls.
        SingleRound = "single_round",
        /// On and on around the table. A seat that has passed is out; it ends when one bidder is left.
        UntilPassed = "until_passed",
    }
}

setting! {
    /// Who may bid 14 over a 14.
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
        /// Six, and nothing else.
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
    /// What a dealer does whose pool is smaller than six.
    DealerShort {
        /// Plays with what there is.
        KeepPool = "keep_pool",
        /// Fills up to six with cards of the own discard, from the top.
        PadFromDiscards = "pad_from_discards",
    }
}

setting! {
    /// What the dealer keeps of the pool.
    Rob {
        /// Six cards, or the whole pool if it is smaller.
        Six = "six",
        /// Every trump of the pool, and with fewer than six of them other cards up to six.
        AllTrumps = "all_trumps",
    }
}

setting! {
    /// Whether the dealer may bury points.
    RobPoints {
        /// Any six may be kept.
        Free = "free",
        /// Every point card of the pool must be kept.
        Protected = "protected",
    }
}

setting! {
    /// What killing a card means.
    Kill {
        /// The top killed card is the seat's first play, the others are dead.
        ForcedTop = "forced_top",
        /// All killed cards are dead.
        Dead = "dead",
        /// All killed cards lie dead under the seat's first play, which is free.
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
        /// At once.
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
        /// The dealer.
        Hidden = "hidden",
        /// Everybody.
        Public = "public",
    }
}

/// Who deals the first hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstDealer {
    /// Who cuts the highest card.
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

    /// This target, if it may be one.
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
