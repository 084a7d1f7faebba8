//! Bounds on the value of a position that need no search.

use super::position::{FIVES, Hands, ONES, PLAIN, above, points};

/// Bounds the points that North and South take, from below and from above. `lead` is to lead, and
/// `total` is the number of points left.
///
/// The highest cards take tricks whoever plays them, so their points go to their team. Also, the
/// leader can play their own highest cards one after the other. The partner then adds the cards
/// with the most points, and the opponents can do no better than add those with the fewest.
pub(super) fn quick_bounds(hands: Hands, lead: u8, total: i32) -> (i32, i32) {
    let (own, partner) = (hands.of(lead), hands.of((lead + 2) & 3));
    let (left, right) = (hands.of((lead + 1) & 3), hands.of((lead + 3) & 3));
    let (team, opponents) = (own | partner, left | right);
    // The cards of the leader's team that no opponent can beat; and the leader's cards that not
    // even the partner can beat, which the leader can cash one after the other.
    let high = above(team, opponents);
    let cashable = above(own, partner | opponents);
    let tricks = cashable.count_ones();
    let mut won = points(cashable)
        + most_points(partner, tricks)
        + fewest_points(left, tricks)
        + fewest_points(right, tricks);
    won = won.max(points(high));
    // The partner's highest cards take further tricks after these, if the leader has a card to lead
    // to them and the partner does not have to play them earlier.
    let (own_low, partner_low) = (own & !high, partner & !high);
    let (own_tricks, partner_tricks) = ((high & own).count_ones(), (high & partner).count_ones());
    if partner_tricks > 0 && own_low != 0 && partner_low.count_ones() >= own_tricks {
        let tricks = own_tricks + partner_tricks;
        let both = points(high)
            + most_points(partner_low, own_tricks)
            + most_points(own_low, partner_tricks)
            + fewest_points(left, tricks)
            + fewest_points(right, tricks);
        won = won.max(both);
    }
    let won = i32::from(won);
    let lost = i32::from(points(above(opponents, team)));
    if lead & 1 == 0 {
        (won, total - lost)
    } else {
        (lost, total - won)
    }
}

/// The points of the `count` cards that carry the most.
fn most_points(cards: u16, count: u32) -> u8 {
    let fives = (cards & FIVES).count_ones().min(count);
    let ones = (cards & ONES).count_ones().min(count - fives);
    #[expect(clippy::cast_possible_truncation, reason = "at most 13")]
    let points = (5 * fives + ones) as u8;
    points
}

/// The points of the `count` cards that carry the fewest, or of all cards if there are fewer than
/// `count`.
fn fewest_points(cards: u16, count: u32) -> u8 {
    let rest = count.saturating_sub((cards & PLAIN).count_ones());
    let ones = (cards & ONES).count_ones().min(rest);
    let fives = (cards & FIVES).count_ones().min(rest - ones);
    #[expect(clippy::cast_possible_truncation, reason = "at most 13")]
    let points = (5 * fives + ones) as u8;
    points
}
