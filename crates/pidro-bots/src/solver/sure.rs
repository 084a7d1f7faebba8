//! A quick lower bound for what the highest cards take.

use super::position::{FIVES, Hands, ONES, above, points};

/// Bounds what North and South take, without a search: the least and the most.
///
/// The highest cards take tricks whoever plays them, so their points go to their team. Also, the
/// leader can play their own highest cards one after the other. The partner then adds the cards
/// with the most points, and the opponents can do no better than add those with the fewest.
pub(super) fn sure(hands: Hands, lead: u8, total: i32) -> (i32, i32) {
    let (own, partner) = (hands.of(lead), hands.of((lead + 2) & 3));
    let (left, right) = (hands.of((lead + 1) & 3), hands.of((lead + 3) & 3));
    let (team, opponents) = (own | partner, left | right);
    let high = above(team, opponents);
    let (own_high, partner_high) = (above(own, partner | opponents), high & partner);
    let (own_low, partner_low) = (own & !high, partner & !high);
    let run = own_high.count_ones();
    let mut won = points(own_high) + dearest(partner, run) + cheapest(left, run) + cheapest(right, run);
    won = won.max(points(high));
    // The partner's highest cards take further tricks after these, if the leader has a card to lead
    // to them and the partner does not have to play them earlier.
    let own_high = high & own;
    let (run, more) = (own_high.count_ones(), partner_high.count_ones());
    if more > 0 && own_low != 0 && partner_low.count_ones() >= run {
        let all = run + more;
        let both = points(high)
            + dearest(partner_low, run)
            + dearest(own_low, more)
            + cheapest(left, all)
            + cheapest(right, all);
        won = won.max(both);
    }
    let won = i32::from(won);
    let against = i32::from(points(above(opponents, team)));
    if lead & 1 == 0 {
        (won, total - against)
    } else {
        (against, total - won)
    }
}

/// The points of the `count` cards that carry the most.
fn dearest(cards: u16, count: u32) -> u8 {
    let fives = (cards & FIVES).count_ones().min(count);
    let ones = (cards & ONES).count_ones().min(count - fives);
    #[expect(clippy::cast_possible_truncation, reason = "at most 13")]
    let points = (5 * fives + ones) as u8;
    points
}

/// The points of the `count` cards that carry the fewest, or of all cards if there are fewer than
/// `count`.
fn cheapest(cards: u16, count: u32) -> u8 {
    let nothing = (cards & !(ONES | FIVES)).count_ones();
    let rest = count.saturating_sub(nothing);
    let ones = (cards & ONES).count_ones().min(rest);
    let fives = (cards & FIVES).count_ones().min(rest - ones);
    #[expect(clippy::cast_possible_truncation, reason = "at most 13")]
    let points = (5 * fives + ones) as u8;
    points
}
