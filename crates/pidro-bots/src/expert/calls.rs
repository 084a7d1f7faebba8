//! What calls reveal about hands.

use pidro::{Auction, Bid, Call, Contract, Seat, Trump, View};

use super::worlds::chances::taken_from_pack;
use crate::basic::{help, strength_of};

/// The range of strengths, in points, over which players waver between a bid and a pass. `IRRATIONAL_CALL_RATE` is
/// how often they call without regard to their strength.
const BID_SOFTNESS: f32 = 1.0;
const IRRATIONAL_CALL_RATE: f32 = 0.05;

/// The likelihood that a seat makes this call with a hand of this strength, given the highest bid
/// before it.
pub(super) fn likely(seat: Seat, call: Call, highest: Option<Contract>, strength: f32) -> f32 {
    let lowest = highest.map_or(Bid::MIN.get(), |highest| highest.bid.get() + 1);
    let needed = f32::from(lowest) - help(highest, seat);
    let bids = 1.0 / (1.0 + ((needed - strength) / BID_SOFTNESS).exp());
    let likely = match call {
        Call::Bid(_) => bids,
        Call::Pass => 1.0 - bids,
    };
    IRRATIONAL_CALL_RATE + (1.0 - IRRATIONAL_CALL_RATE) * likely
}

/// The calls, each with the highest bid before it.
pub(super) fn each(auction: &Auction) -> impl Iterator<Item = (Seat, Call, Option<Contract>)> {
    let mut highest = None;
    auction.calls().map(move |(seat, call)| {
        let before = highest;
        if let Call::Bid(bid) = call {
            highest = Some(Contract { seat, bid });
        }
        (seat, call, before)
    })
}

/// The likelihood of a seat's last call, as a function of its trumps.
pub(super) struct Likelihood {
    seat: Seat,
    /// The call that reveals something, and the highest bid before it.
    told: Option<(Call, Option<Contract>)>,
    /// What each trump adds to the strength of the hand as dealt.
    strengths: [f32; 14],
    /// The trumps that the seat has played: their number, and what they add.
    played: (f32, f32),
    dealt: Dealt,
}

/// How many of the trumps that the seat has held in this hand it already held when it called.
enum Dealt {
    /// This number of trumps.
    Count(f32),
    /// This fraction of its trumps.
    Part(f32),
}

impl Likelihood {
    /// Sets up the likelihood from this seat's calls.
    pub(super) fn of(view: &View, seat: Seat, trump: Trump) -> Likelihood {
        let mut strengths = [0.0; 14];
        for card in trump.cards() {
            if let Some(place) = trump.strength(card) {
                strengths[usize::from(place)] = strength_of(card.rank());
            }
        }
        let mut played = (0.0, 0.0);
        for play in view.tricks.plays().iter().filter(|play| play.seat == seat) {
            played.0 += 1.0;
            played.1 += strength_of(play.card.rank());
        }
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let dealt = match view.discards[seat].len() {
            Some(discarded) if Some(seat) != view.dealer => {
                Dealt::Count(9_usize.saturating_sub(discarded) as f32)
            }
            _ => Dealt::Part(9.0 / (9 + taken_from_pack(view)) as f32),
        };
        Likelihood {
            seat,
            told: told(view, seat),
            strengths,
            played,
            dealt,
        }
    }

    /// The likelihood if the seat holds these trumps in addition to those it has played.
    pub(super) fn with(&self, set: u16) -> f32 {
        let Some((call, highest)) = self.told else {
            return 1.0;
        };
        let (mut count, mut strength) = self.played;
        let mut left = set;
        while left != 0 {
            count += 1.0;
            strength += self.strengths[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        let part = match self.dealt {
            Dealt::Count(dealt) => dealt / f32::max(count, 1.0),
            Dealt::Part(part) => part,
        };
        likely(self.seat, call, highest, strength * part.min(1.0))
    }
}

/// The seat's last call, if it reveals something about its trumps. A bid only reveals something
/// about the bidder's own suit, so only the winner of the auction counts. A dealer who is forced to
/// bid reveals nothing.
fn told(view: &View, seat: Seat) -> Option<(Call, Option<Contract>)> {
    let contract = view.auction.contract()?;
    let (_, call, before) = each(&view.auction)
        .filter(|(caller, ..)| *caller == seat)
        .last()?;
    let forced = before.is_none() && Some(seat) == view.dealer;
    let tells = call == Call::Pass || contract.seat == seat && !forced;
    tells.then_some((call, before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strong_hands_bid_and_weak_ones_pass() {
        let bid = |strength| likely(Seat::East, Call::Bid(Bid::MIN), None, strength);
        let pass = |strength| likely(Seat::East, Call::Pass, None, strength);
        assert!(bid(8.0) > 0.9 && pass(8.0) < 0.1);
        assert!(bid(0.5) < 0.1 && pass(0.5) > 0.9);
        assert!((bid(4.0) + pass(4.0) - 1.0 - IRRATIONAL_CALL_RATE).abs() < 1e-6);
        // A hand that is good enough for six is not good enough to bid over ten.
        let ten = Contract {
            seat: Seat::North,
            bid: Bid::new(10).unwrap(),
        };
        assert!(likely(Seat::East, Call::Pass, Some(ten), 8.0) > 0.5);
    }
}
