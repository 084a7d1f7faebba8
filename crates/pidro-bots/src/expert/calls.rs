//! What calls reveal about hands.

use pidro::{Auction, Bid, Call, Contract, Seat, Trump, View};

use crate::basic::{card_strength, expected_support};

/// The scale of strengths, in points, over which players waver between a bid and a pass.
const BID_SOFTNESS: f32 = 1.0;
/// How often players call without regard to their strength.
const IRRATIONAL_CALL_RATE: f32 = 0.05;

/// The likelihood that a seat makes this call with a hand of this strength, given the highest bid
/// before it.
pub(super) fn call_likelihood(seat: Seat, call: Call, highest: Option<Contract>, strength: f32) -> f32 {
    let lowest = highest.map_or(Bid::MIN.get(), |highest| highest.bid.get() + 1);
    let needed = f32::from(lowest) - expected_support(highest, seat);
    let bid = 1.0 / (1.0 + ((needed - strength) / BID_SOFTNESS).exp());
    let rational = match call {
        Call::Bid(_) => bid,
        Call::Pass => 1.0 - bid,
    };
    IRRATIONAL_CALL_RATE + (1.0 - IRRATIONAL_CALL_RATE) * rational
}

/// The calls, each with the highest bid before it.
pub(super) fn calls_in_context(auction: &Auction) -> impl Iterator<Item = (Seat, Call, Option<Contract>)> {
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
pub(super) struct LastCallLikelihood {
    seat: Seat,
    /// The call that reveals something, and the highest bid before it.
    call: Option<(Call, Option<Contract>)>,
    /// What each trump adds to the strength of the hand as dealt.
    strengths: [f32; 14],
    /// The number of trumps that the seat has played, and what they add.
    played: (f32, f32),
    dealt: Dealt,
}

/// How many of its trumps the seat was dealt. It had only those when it called.
enum Dealt {
    /// This number of trumps.
    Count(f32),
    /// This fraction of its trumps.
    Fraction(f32),
}

impl LastCallLikelihood {
    /// Sets up the likelihood from this seat's calls.
    pub(super) fn of(view: &View, seat: Seat, trump: Trump) -> LastCallLikelihood {
        let mut strengths = [0.0; 14];
        for card in trump.cards() {
            if let Some(rank) = trump.strength(card) {
                strengths[usize::from(rank)] = card_strength(card.rank());
            }
        }
        let mut played = (0.0, 0.0);
        for play in view.tricks.plays().iter().filter(|play| play.seat == seat) {
            played.0 += 1.0;
            played.1 += card_strength(play.card.rank());
        }
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let dealt = match view.discards[seat].len() {
            Some(discarded) if Some(seat) != view.dealer => {
                Dealt::Count(9_usize.saturating_sub(discarded) as f32)
            }
            _ => Dealt::Fraction(9.0 / (9 + cards_taken_by_dealer(view)) as f32),
        };
        LastCallLikelihood {
            seat,
            call: informative_call(view, seat),
            strengths,
            played,
            dealt,
        }
    }

    /// The likelihood if the seat holds these trumps in addition to those it has played.
    pub(super) fn given(&self, set: u16) -> f32 {
        let Some((call, highest)) = self.call else {
            return 1.0;
        };
        let (mut count, mut strength) = self.played;
        let mut left = set;
        while left != 0 {
            count += 1.0;
            strength += self.strengths[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        let fraction = match self.dealt {
            Dealt::Count(dealt) => dealt / f32::max(count, 1.0),
            Dealt::Fraction(fraction) => fraction,
        };
        call_likelihood(self.seat, call, highest, strength * fraction.min(1.0))
    }
}

/// The seat's last call, if it reveals something about its trumps. A bid only reveals something
/// about the bidder's own suit, so only the winner of the auction counts. A dealer who is forced to
/// bid reveals nothing.
fn informative_call(view: &View, seat: Seat) -> Option<(Call, Option<Contract>)> {
    let contract = view.auction.contract()?;
    let (_, call, before) = calls_in_context(&view.auction)
        .filter(|(caller, ..)| *caller == seat)
        .last()?;
    let forced = before.is_none() && Some(seat) == view.dealer;
    let is_informative = call == Call::Pass || contract.seat == seat && !forced;
    is_informative.then_some((call, before))
}

/// The number of cards that the dealer takes from the pack: those that the others leave.
pub(super) fn cards_taken_by_dealer(view: &View) -> usize {
    let redeals = Seat::ALL.iter().filter_map(|seat| view.redeal[*seat]);
    let drawn: usize = redeals.map(|redeal| usize::from(redeal.received)).sum();
    16_usize.saturating_sub(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strong_hands_bid_and_weak_ones_pass() {
        let bid = |strength| call_likelihood(Seat::East, Call::Bid(Bid::MIN), None, strength);
        let pass = |strength| call_likelihood(Seat::East, Call::Pass, None, strength);
        assert!(bid(8.0) > 0.9 && pass(8.0) < 0.1);
        assert!(bid(0.5) < 0.1 && pass(0.5) > 0.9);
        assert!((bid(4.0) + pass(4.0) - 1.0 - IRRATIONAL_CALL_RATE).abs() < 1e-6);
        // A hand that is good enough for six is not good enough to bid over ten.
        let ten = Contract {
            seat: Seat::North,
            bid: Bid::new(10).unwrap(),
        };
        assert!(call_likelihood(Seat::East, Call::Pass, Some(ten), 8.0) > 0.5);
    }
}
