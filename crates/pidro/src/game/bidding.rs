//! Bidding: bids, calls, the auction, and the legal calls.

use alloc::string::String;
use alloc::string::ToString;
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use thiserror::Error;

use crate::rules::{Bidding, ForcedBid, Fourteen, Rules};
use crate::seat::{Seat, SeatSet};

/// A bid: the points a team promises to take, from 6 to 14.
///
/// ```
/// use pidro::Bid;
///
/// assert_eq!(Bid::new(8).map(Bid::get), Some(8));
/// assert_eq!(Bid::new(5), None);
/// assert!("6.5".parse::<Bid>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bid(core::num::NonZeroU8);

impl Bid {
    /// The lowest bid.
    pub const MIN: Bid = Bid::literal(6);
    /// The highest bid: all points of a hand.
    pub const MAX: Bid = Bid::literal(14);

    /// Returns the bid for this many points, if it is valid.
    #[must_use]
    pub const fn new(points: u8) -> Option<Bid> {
        match points {
            6..=14 => Some(Bid::literal(points)),
            _ => None,
        }
    }

    /// The number of points.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    const fn literal(points: u8) -> Bid {
        match core::num::NonZeroU8::new(points) {
            Some(points) => Bid(points),
            None => panic!("no bid is 0"),
        }
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Bid {
    type Err = ParseBidError;

    fn from_str(text: &str) -> Result<Bid, ParseBidError> {
        // Accept only the canonical form: no sign, no leading zero.
        (Bid::MIN.get()..=Bid::MAX.get())
            .find(|points| points.to_string() == text)
            .and_then(Bid::new)
            .ok_or_else(|| ParseBidError(text.chars().take(20).collect()))
    }
}

/// Why a text can't be parsed as a bid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a bid: a bid is a whole number from 6 to 14")]
pub struct ParseBidError(String);

impl ParseBidError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "illegal_bid"
    }
}

/// A seat's turn in the bidding.
///
/// ```
/// use pidro::{Bid, Call};
///
/// assert_ne!(Call::Pass, Call::Bid(Bid::MIN));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Call {
    /// No bid.
    Pass,
    /// A bid.
    Bid(Bid),
}

/// Writes the call as in a record: `pass`, or the bid.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Pass => f.write_str("pass"),
            Call::Bid(bid) => write!(f, "{bid}"),
        }
    }
}

impl Call {
    /// The call as a number: the points of a bid, or 0 for a pass.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Call::Pass => 0,
            Call::Bid(bid) => bid.get(),
        }
    }

    /// The call with this number, if it is valid.
    pub(crate) const fn from_number(number: u8) -> Option<Call> {
        match (number, Bid::new(number)) {
            (0, _) => Some(Call::Pass),
            (_, Some(bid)) => Some(Call::Bid(bid)),
            (_, None) => None,
        }
    }
}

/// The highest bid and the seat that made it.
///
/// ```
/// use pidro::{Bid, Contract, Seat};
///
/// let contract = Contract { seat: Seat::North, bid: Bid::new(8).unwrap() };
/// assert_eq!(contract.to_string(), "N 8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Contract {
    /// The seat that made the bid.
    pub seat: Seat,
    /// The points that the seat's team must take.
    pub bid: Bid,
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seat, self.bid)
    }
}

/// The calls of a hand so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Auction {
    dealer: Seat,
    // Unused slots from `len` on hold passes, so that equal auctions are equal byte for byte.
    calls: [Call; Auction::CAPACITY],
    len: u8,
    passed: SeatSet,
    contract: Option<Contract>,
}

impl Auction {
    /// More calls than any real auction needs. Only `until_passed`, if anyone may bid 14 over 14,
    /// could go on for ever.
    pub(crate) const CAPACITY: usize = 40;
    /// After this many calls only a pass is legal: three passes then end the bidding.
    const PASS_ONLY_AFTER: usize = Auction::CAPACITY - 3;

    pub(crate) const fn new(dealer: Seat) -> Auction {
        Auction {
            dealer,
            calls: [Call::Pass; Auction::CAPACITY],
            len: 0,
            passed: SeatSet::NONE,
            contract: None,
        }
    }

    /// Creates an auction with these calls, starting at the dealer's left; `None` if there are more
    /// than an auction can have.
    pub(crate) fn of(dealer: Seat, calls: &[Call]) -> Option<Auction> {
        let mut auction = Auction::new(dealer);
        let mut seat = dealer.left();
        for call in calls {
            if auction.len() == Auction::CAPACITY {
                return None;
            }
            auction.add(seat, *call);
            seat = auction.after(seat);
        }
        Some(auction)
    }

    /// The calls without the seats that made them.
    pub(crate) fn as_slice(&self) -> &[Call] {
        &self.calls[..self.len()]
    }

    /// The dealer of the hand.
    pub(crate) const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The next seat that hasn't passed.
    fn after(&self, seat: Seat) -> Seat {
        SeatSet::ALL
            .without(self.passed)
            .first_from(seat.left())
            .unwrap_or(seat)
    }

    /// The calls in order, each with the seat that made it.
    ///
    /// ```
    /// use pidro::{Action, Bid, Call, Seat, Seed, SeededGame};
    ///
    /// let mut game = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
    /// game.act(Seat::East, Action::Bid(Bid::MIN))?;
    /// game.act(Seat::South, Action::Pass)?;
    /// let auction = game.history().game().view(Seat::West).auction;
    /// let calls: Vec<_> = auction.calls().collect();
    /// assert_eq!(calls, [(Seat::East, Call::Bid(Bid::MIN)), (Seat::South, Call::Pass)]);
    /// assert_eq!(auction.contract().map(|contract| contract.seat), Some(Seat::East));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn calls(&self) -> impl Iterator<Item = (Seat, Call)> {
        let mut passed = SeatSet::NONE;
        let mut next = self.dealer.left();
        self.calls[..self.len()].iter().map(move |&call| {
            let seat = next;
            if call == Call::Pass {
                passed.insert(seat);
            }
            next = SeatSet::ALL
                .without(passed)
                .first_from(seat.left())
                .unwrap_or(seat);
            (seat, call)
        })
    }

    /// The highest bid so far; with several bids of 14, the last one.
    #[must_use]
    pub const fn contract(&self) -> Option<Contract> {
        self.contract
    }

    /// The number of calls so far.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether no seat has called yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn add(&mut self, seat: Seat, call: Call) {
        self.calls[self.len()] = call;
        self.len += 1;
        match call {
            Call::Pass => self.passed.insert(seat),
            Call::Bid(bid) => self.contract = Some(Contract { seat, bid }),
        }
    }

    /// The seat that calls after this one, unless the bidding is over.
    pub(crate) fn next(&self, seat: Seat, rules: &Rules) -> Option<Seat> {
        let over = match rules.bidding {
            Bidding::SingleRound => self.len == 4,
            Bidding::UntilPassed => self.passed.len() == 3 && self.contract.is_some(),
        };
        if over {
            return None;
        }
        SeatSet::ALL.without(self.passed).first_from(seat.left())
    }

    /// The legal bids of this seat, and whether it may pass.
    #[inline]
    pub(crate) fn choices(&self, seat: Seat, rules: &Rules) -> (BidRange, bool) {
        // All other seats have passed: the dealer, who calls last, must bid.
        let forced = seat == self.dealer && self.contract.is_none();
        let bids = match self.contract {
            _ if self.len() >= Auction::PASS_ONLY_AFTER => BidRange::NONE,
            None if forced && rules.forced_bid == ForcedBid::ExactlySix => BidRange::new(Bid::MIN..=Bid::MIN),
            None => BidRange::new(Bid::MIN..=Bid::MAX),
            Some(high) if high.bid < Bid::MAX => BidRange::above(high.bid),
            Some(_) => match rules.fourteen {
                Fourteen::Anyone => BidRange::new(Bid::MAX..=Bid::MAX),
                Fourteen::Dealer if seat == self.dealer => BidRange::new(Bid::MAX..=Bid::MAX),
                Fourteen::Dealer | Fourteen::Never => BidRange::NONE,
            },
        };
        (bids, !forced)
    }
}

/// The legal bids of a seat: a range that may be empty.
///
/// ```
/// use pidro::{Bid, BidRange};
///
/// let bids = BidRange::new(Bid::new(12).unwrap()..=Bid::MAX);
/// assert_eq!(bids.len(), 3);
/// assert_eq!(bids.to_string(), "12 to 14");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BidRange {
    lowest: u8,
    highest: u8,
}

impl BidRange {
    /// No bids.
    pub const NONE: BidRange = BidRange {
        lowest: 1,
        highest: 0,
    };

    /// Creates a range of bids.
    #[must_use]
    pub const fn new(bids: RangeInclusive<Bid>) -> BidRange {
        BidRange {
            lowest: bids.start().get(),
            highest: bids.end().get(),
        }
    }

    const fn above(bid: Bid) -> BidRange {
        BidRange {
            lowest: bid.get() + 1,
            highest: Bid::MAX.get(),
        }
    }

    /// The number of bids.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.highest + 1 - self.lowest) as usize
    }

    /// Whether there are no bids.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether the range contains this bid.
    #[must_use]
    pub const fn contains(self, bid: Bid) -> bool {
        self.lowest <= bid.get() && bid.get() <= self.highest
    }

    /// Returns the bid at this index; the lowest is at 0.
    #[must_use]
    pub fn nth(self, index: usize) -> Option<Bid> {
        let points = u8::try_from(index).ok()?.checked_add(self.lowest)?;
        Bid::new(points).filter(|bid| self.contains(*bid))
    }

    /// Iterates over the bids in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Bid> {
        (self.lowest..=self.highest).filter_map(Bid::new)
    }
}

impl fmt::Display for BidRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.len() {
            0 => f.write_str("no bid"),
            1 => write!(f, "{}", self.lowest),
            _ => write!(f, "{} to {}", self.lowest, self.highest),
        }
    }
}
