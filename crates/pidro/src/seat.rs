//! The four seats, the two teams, and values for each of them.

use alloc::string::String;
use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

use thiserror::Error;

/// A seat at the table. Clockwise: north, east, south, west.
///
/// ```
/// use pidro::{Seat, Team};
///
/// assert_eq!(Seat::West.left(), Seat::North);
/// assert_eq!(Seat::West.partner(), Seat::East);
/// assert_eq!(Seat::West.team(), Team::EastWest);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Seat {
    North,
    East,
    South,
    West,
}

impl Seat {
    /// The seats clockwise from north.
    pub const ALL: [Seat; 4] = [Seat::North, Seat::East, Seat::South, Seat::West];

    /// The next seat clockwise.
    #[must_use]
    pub const fn left(self) -> Seat {
        self.rotated(1)
    }

    /// The seat across the table.
    #[must_use]
    pub const fn partner(self) -> Seat {
        self.rotated(2)
    }

    /// The team this seat plays for.
    #[must_use]
    pub const fn team(self) -> Team {
        match self {
            Seat::North | Seat::South => Team::NorthSouth,
            Seat::East | Seat::West => Team::EastWest,
        }
    }

    /// The four seats clockwise, this one first.
    ///
    /// ```
    /// use pidro::Seat::{East, North, South, West};
    ///
    /// assert_eq!(South.clockwise(), [South, West, North, East]);
    /// ```
    #[must_use]
    pub const fn clockwise(self) -> [Seat; 4] {
        [self, self.rotated(1), self.rotated(2), self.rotated(3)]
    }

    /// The seat this many places clockwise.
    const fn rotated(self, places: usize) -> Seat {
        match (self as usize + places) % 4 {
            0 => Seat::North,
            1 => Seat::East,
            2 => Seat::South,
            _ => Seat::West,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::North => "N",
            Seat::East => "E",
            Seat::South => "S",
            Seat::West => "W",
        })
    }
}

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Seat, ParseSeatError> {
        Ok(match text {
            "N" => Seat::North,
            "E" => Seat::East,
            "S" => Seat::South,
            "W" => Seat::West,
            _ => return Err(ParseSeatError(text.chars().take(20).collect())),
        })
    }
}

/// Why a text can't be parsed as a seat.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a seat: the seats are N, E, S and W")]
pub struct ParseSeatError(String);

impl ParseSeatError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "bad_request"
    }
}

/// A team of two partners: north and south, or east and west.
///
/// ```
/// use pidro::{Seat, Team};
///
/// assert_eq!(Seat::North.team().opponents(), Team::EastWest);
/// assert_eq!(Team::EastWest.to_string(), "EW");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Team {
    #[cfg_attr(feature = "serde", serde(rename = "NS"))]
    NorthSouth,
    #[cfg_attr(feature = "serde", serde(rename = "EW"))]
    EastWest,
}

impl Team {
    /// Both teams.
    pub const ALL: [Team; 2] = [Team::NorthSouth, Team::EastWest];

    /// The other team.
    #[must_use]
    pub const fn opponents(self) -> Team {
        match self {
            Team::NorthSouth => Team::EastWest,
            Team::EastWest => Team::NorthSouth,
        }
    }

    /// The two seats of this team.
    #[must_use]
    pub const fn seats(self) -> SeatSet {
        match self {
            Team::NorthSouth => SeatSet(0b0101),
            Team::EastWest => SeatSet(0b1010),
        }
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Team::NorthSouth => "NS",
            Team::EastWest => "EW",
        })
    }
}

/// A set of seats, such as those that have passed or those that are cold.
///
/// ```
/// use pidro::{Seat, SeatSet};
///
/// let mut cold = SeatSet::NONE;
/// cold.insert(Seat::West);
/// assert!(cold.contains(Seat::West));
/// assert_eq!(cold.len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const NONE: SeatSet = SeatSet(0);
    /// All four seats.
    pub const ALL: SeatSet = SeatSet(0b1111);

    /// Whether the set contains the seat.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat as u8 & 1 == 1
    }

    /// Adds a seat to the set.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat as u8;
    }

    /// Removes a seat from the set.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat as u8);
    }

    /// The number of seats in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of this set that are not in the other one.
    #[must_use]
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Iterates over the seats clockwise from north.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |seat| self.contains(*seat))
    }

    /// The set of all seats for which the condition holds.
    #[inline]
    pub(crate) fn from_fn(mut condition: impl FnMut(Seat) -> bool) -> SeatSet {
        let [north, east, south, west] = Seat::ALL.map(|seat| u8::from(condition(seat)));
        SeatSet(north | east << 1 | south << 2 | west << 3)
    }

    /// The first seat of the set, clockwise from this seat, which is included.
    pub(crate) const fn first_from(self, seat: Seat) -> Option<Seat> {
        if self.is_empty() {
            return None;
        }
        // Two copies of the set in a row, so that the search doesn't have to wrap around.
        let rounds = self.0 << 4 | self.0;
        Some(seat.rotated((rounds >> seat as u8).trailing_zeros() as usize))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::NONE;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// One value per seat.
///
/// ```
/// use pidro::{BySeat, Seat};
///
/// let mut asked: BySeat<u8> = BySeat::default();
/// asked[Seat::East] = 3;
/// assert_eq!(asked.map(|count| count > 0)[Seat::East], true);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BySeat<T>([T; 4]);

impl<T: Copy> BySeat<T> {
    /// The same value for every seat.
    #[must_use]
    pub const fn all(value: T) -> BySeat<T> {
        BySeat([value; 4])
    }
}

impl<T> BySeat<T> {
    /// Calls the function for each seat, and collects the values.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(&mut value))
    }

    /// Applies the function to each value.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(change))
    }

    /// Iterates over the seats and their values, clockwise from north.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }
}

impl<T> From<[T; 4]> for BySeat<T> {
    /// The values of north, east, south and west.
    fn from(values: [T; 4]) -> BySeat<T> {
        BySeat(values)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

impl<T: fmt::Debug> fmt::Debug for BySeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// One value per team.
///
/// ```
/// use pidro::{ByTeam, Team};
///
/// let mut scores: ByTeam<i32> = ByTeam::default();
/// scores[Team::EastWest] = -6;
/// assert_eq!(scores[Team::NorthSouth], 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ByTeam<T>([T; 2]);

impl<T: Copy> ByTeam<T> {
    /// The same value for both teams.
    #[must_use]
    pub const fn both(value: T) -> ByTeam<T> {
        ByTeam([value; 2])
    }
}

impl<T> ByTeam<T> {
    /// Creates it from these values, north and south first.
    pub const fn new(north_south: T, east_west: T) -> ByTeam<T> {
        ByTeam([north_south, east_west])
    }

    /// Calls the function for each team, and collects the values.
    pub fn from_fn(mut value: impl FnMut(Team) -> T) -> ByTeam<T> {
        ByTeam(Team::ALL.map(&mut value))
    }

    /// Iterates over the teams and their values, north and south first.
    pub fn iter(&self) -> impl Iterator<Item = (Team, &T)> {
        Team::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Team> for ByTeam<T> {
    type Output = T;
    fn index(&self, team: Team) -> &T {
        &self.0[team as usize]
    }
}

impl<T> IndexMut<Team> for ByTeam<T> {
    fn index_mut(&mut self, team: Team) -> &mut T {
        &mut self.0[team as usize]
    }
}

impl<T: fmt::Debug> fmt::Debug for ByTeam<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
