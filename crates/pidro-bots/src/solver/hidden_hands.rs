//! How careful players finish a trick when they only see their own cards.

use super::position::{ACE, FIVES, Hands, ONES, PLAIN, Position, above, highest, lowest};

impl Position {
    /// Lets careful players finish the trick, and returns the position after it.
    pub(super) fn finish_trick_by_rule(mut self) -> Position {
        while self.trick.turns < 4 {
            let cards = self.playable::<true>(self.trick.seat);
            if cards == 0 {
                self.trick = self.trick.after_skip();
            } else {
                self = self.after_play::<true>(self.card_by_rule(cards));
            }
        }
        self
    }

    /// Picks the card that a careful player follows with.
    fn card_by_rule(&self, cards: u16) -> u16 {
        let trick = self.trick;
        let held = Hands(self.hands.0 | self.tops.0);
        let (ours, theirs) = held.sides();
        let unseen = (ours | theirs) & !held.of(trick.seat);
        // The next seat is the only opponent who may still follow.
        let is_last = trick.turns == 3 || held.of((trick.seat + 1) & 3) == 0;
        let is_partners = (trick.best_seat ^ trick.seat) & 1 == 0;
        if is_partners && (is_last || trick.best > unseen) {
            return feed_partner(cards);
        }
        let winners = cards & !(trick.best | (trick.best - 1));
        let fives = winners & FIVES;
        let safe_winners = if is_last {
            // A five that takes the trick itself is the best of all.
            if fives == 0 { lowest(winners) } else { fives }
        } else {
            winners & above(cards, unseen)
        };
        if safe_winners == 0 || trick.points == 0 && fives & safe_winners == 0 {
            return cheapest(cards);
        }
        if is_last {
            lowest(safe_winners)
        } else {
            highest(safe_winners)
        }
    }
}

/// The first group that is not empty, or `otherwise` if both are empty.
fn first_nonempty(groups: [u16; 2], otherwise: u16) -> u16 {
    groups.into_iter().find(|group| *group != 0).unwrap_or(otherwise)
}

/// The card to give to an opponent: one without points if possible, otherwise as few points as
/// possible.
fn cheapest(cards: u16) -> u16 {
    lowest(first_nonempty([cards & PLAIN, cards & ONES], cards))
}

/// The card to give to the partner: a five, otherwise another point but not the ace, otherwise the
/// cheapest card.
fn feed_partner(cards: u16) -> u16 {
    match first_nonempty([cards & FIVES, cards & ONES & !(1 << ACE)], 0) {
        0 => cheapest(cards),
        points => lowest(points),
    }
}
