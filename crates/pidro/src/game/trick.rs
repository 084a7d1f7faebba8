//! Tricks: the cards played in a hand.

use alloc::format;

use crate::cards::{Card, CardSet, Rank, Suit, Trump};
use crate::seat::{ByTeam, Seat, SeatSet};

/// A card and the seat that played it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Play {
    /// The seat that played it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// The plays of a hand, trick by trick. Only trumps are played, so there are at most fourteen.
///
/// ```
/// use pidro::{Seat, Seed, SeededGame};
///
/// let mut game = SeededGame::new("first_dealer=N auto_kill=true".parse()?, Some(Seed::new("1")));
/// // Everybody takes the first legal action until a trick is finished.
/// while game.history().game().view(Seat::East).tricks.finished().next().is_none() {
///     let state = game.history().game();
///     let (seat, action) = (state.turn().unwrap(), state.legal().nth(0).unwrap());
///     game.act(seat, action)?;
/// }
/// let view = game.history().game().view(Seat::East);
/// let trick = view.tricks.finished().next().unwrap();
/// let result = trick.result(view.trump.unwrap()).unwrap();
/// assert!(trick.plays().iter().any(|play| play.seat == result.winner));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tricks {
    // Unused slots from `len` on hold `NO_PLAY`, so that equal tricks are equal byte for byte.
    plays: [Play; 14],
    len: u8,
    /// The index of the first play of the current trick.
    current: u8,
    /// One bit per play: set if the play ends a trick.
    ends: u16,
    /// The seats that have played to the current trick.
    played: SeatSet,
}

const NO_PLAY: Play = Play {
    seat: Seat::North,
    card: Card::new(Rank::Two, Suit::Clubs),
};

impl Tricks {
    pub(crate) const NONE: Tricks = Tricks {
        plays: [NO_PLAY; 14],
        len: 0,
        current: 0,
        ends: 0,
        played: SeatSet::NONE,
    };

    /// All plays of the hand so far, in order.
    #[must_use]
    pub fn plays(&self) -> &[Play] {
        &self.plays[..usize::from(self.len)]
    }

    /// The current trick; empty between tricks.
    #[must_use]
    pub fn current(&self) -> Trick<'_> {
        Trick(&self.plays[usize::from(self.current)..usize::from(self.len)])
    }

    /// The finished tricks, in order.
    pub fn finished(&self) -> impl Iterator<Item = Trick<'_>> {
        let mut start = 0;
        (0..usize::from(self.current))
            .filter(|index| self.ends >> index & 1 == 1)
            .map(move |last| {
                let trick = Trick(&self.plays[start..=last]);
                start = last + 1;
                trick
            })
    }

    pub(crate) fn play(&mut self, play: Play) {
        self.plays[usize::from(self.len)] = play;
        self.len += 1;
        self.played.insert(play.seat);
    }

    pub(crate) fn finish(&mut self) {
        self.ends |= 1 << (self.len - 1);
        self.current = self.len;
        self.played = SeatSet::NONE;
    }

    /// The seats that have played to the current trick.
    pub(crate) const fn played(&self) -> SeatSet {
        self.played
    }
}

impl core::fmt::Debug for Tricks {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list()
            .entries(self.finished().chain([self.current()]))
            .finish()
    }
}

/// One trick: from one to four trumps, in the order they were played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Trick<'a>(&'a [Play]);

impl<'a> Trick<'a> {
    /// The plays in order, starting with the lead.
    #[must_use]
    pub const fn plays(self) -> &'a [Play] {
        self.0
    }

    /// Whether no card has been played to the trick.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The result of the trick with the cards played so far; `None` if there are none.
    #[must_use]
    pub fn result(self, trump: Trump) -> Option<TrickResult> {
        let mut best = *self.0.first()?;
        let mut cards = CardSet::NONE;
        let mut two = None;
        for &play in self.0 {
            cards.insert(play.card);
            if trump.sort_key(play.card) > trump.sort_key(best.card) {
                best = play;
            }
            if play.card == trump.two() {
                two = Some(play.seat);
            }
        }
        cards.remove(trump.two());
        Some(TrickResult {
            winner: best.seat,
            points: trump.points_in(cards),
            two,
        })
    }
}

/// The winner of a trick and its points.
///
/// ```
/// use pidro::{Seat, Team, TrickResult};
///
/// // North took the trick, but West keeps the point of the two.
/// let result = TrickResult { winner: Seat::North, points: 6, two: Some(Seat::West) };
/// assert_eq!(result.by_team()[Team::NorthSouth], 6);
/// assert_eq!(result.by_team()[Team::EastWest], 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct TrickResult {
    /// The seat that played the highest trump.
    #[cfg_attr(feature = "serde", serde(rename = "seat"))]
    pub winner: Seat,
    /// The points that go to the winner: all except the two's.
    pub points: u8,
    /// The seat that played the two; its team keeps the two's point.
    pub two: Option<Seat>,
}

impl TrickResult {
    /// The points that each team gets from the trick.
    #[must_use]
    pub fn by_team(self) -> ByTeam<u8> {
        let mut points = ByTeam::both(0);
        points[self.winner.team()] += self.points;
        if let Some(seat) = self.two {
            points[seat.team()] += 1;
        }
        points
    }
}

impl core::fmt::Debug for Trick<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|play| format!("{}:{}", play.seat, play.card)))
            .finish()
    }
}
