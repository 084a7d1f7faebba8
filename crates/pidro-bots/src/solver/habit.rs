//! How careful players play when they only see their own cards.

use super::position::{ACE, FIVES, Hands, ONES, Position, above, highest};

impl Position {
    /// Lets careful players finish the trick, and returns the position after it.
    pub(super) fn to_the_end_of_the_trick(mut self) -> Position {
        while self.trick.turns < 4 {
            let cards = self.playable::<true>(self.trick.seat);
            if cards == 0 {
                self.trick = self.trick.passed();
            } else {
                self = self.played::<true>(self.habit(cards));
            }
        }
        self
    }

    /// Picks the card that a careful player follows with.
    fn habit(&self, cards: u16) -> u16 {
        let trick = self.trick;
        let held = Hands(self.hands.0 | self.tops.0);
        let (ours, theirs) = held.sides();
        let unseen = (ours | theirs) & !held.of(trick.seat);
        // True if the next seat can't play: it is the only opponent who could still follow.
        let last = trick.turns == 3 || held.of((trick.seat + 1) & 3) == 0;
        let partner_leads_it = (trick.best_seat ^ trick.seat) & 1 == 0;
        if partner_leads_it && (last || trick.best > unseen) {
            return dearest(cards);
        }
        let takes = cards & !(trick.best | (trick.best - 1));
        let fives = takes & FIVES;
        let sure = if last {
            // A five that takes the trick itself is the best of all.
            if fives == 0 { lowest(takes) } else { fives }
        } else {
            takes & above(cards, unseen)
        };
        if sure == 0 || trick.points == 0 && fives & sure == 0 {
            return cheapest(cards);
        }
        if last { lowest(sure) } else { highest(sure) }
    }
}

const fn lowest(cards: u16) -> u16 {
    cards & cards.wrapping_neg()
}

/// The first group that is not empty, or all the cards if both are empty.
fn first(groups: [u16; 2], cards: u16) -> u16 {
    groups.into_iter().find(|group| *group != 0).unwrap_or(cards)
}

/// The card to give to an opponent: one without points if possible, otherwise as few points as
/// possible.
fn cheapest(cards: u16) -> u16 {
    lowest(first([cards & !(ONES | FIVES), cards & ONES], cards))
}

/// The card to give to the partner: a five, otherwise another point but not the ace, otherwise the
/// cheapest card.
fn dearest(cards: u16) -> u16 {
    match first([cards & FIVES, cards & ONES & !(1 << ACE)], 0) {
        0 => cheapest(cards),
        points => lowest(points),
    }
}
