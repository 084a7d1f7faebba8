//! The claim of all remaining tricks, accepted only with proof.

use crate::cards::CardSet;
use crate::game::{Game, Stage};
use crate::seat::Seat;

impl Game {
    /// Whether the seat on lead takes everything from here on, whatever anybody plays.
    ///
    /// The proof uses only what the seat knows, so that a refusal reveals nothing to it: each of
    /// its trumps beats every trump it has not seen, and no opponent can hold more unseen trumps
    /// than the seat has trumps. The opponents' points then fall to its cards, trick by trick, and
    /// any points left after that are with its own team.
    pub(crate) fn claim_is_proven(&self) -> bool {
        let trump = self.trump();
        let seat = self.actor;
        if !self.hand.tricks.current().is_empty() || self.forced_top(seat).is_some() {
            return false;
        }
        let own = self.hand.cards[seat] & trump.cards();
        let unseen = self.unseen_trumps(seat);
        let most = seat
            .team()
            .opponents()
            .seats()
            .without(self.hand.cold)
            .iter()
            .map(|opponent| {
                let plays =
                    self.hand.cards[opponent].len() + usize::from(self.forced_top(opponent).is_some());
                plays.min(unseen.len())
            })
            .max();
        let lowest = trump.highest_first(own).last();
        let highest = trump.highest_first(unseen).next();
        match (most, highest) {
            (None, _) | (_, None) => true,
            (Some(most), Some(highest)) => {
                most <= own.len()
                    && lowest.is_some_and(|lowest| trump.strength(lowest) > trump.strength(highest))
            }
        }
    }

    /// The trumps that this seat can't account for: any other seat may hold them, or they may be
    /// buried.
    fn unseen_trumps(&self, seat: Seat) -> CardSet {
        let mut seen = self.hand.cards[seat];
        seen.extend(self.hand.tricks.plays().iter().map(|play| play.card));
        for other in Seat::ALL {
            if let Some(pile) = self.hand.killed.pile(other) {
                seen |= pile.cards();
            }
        }
        if seat == self.hand.dealer {
            seen |= self.hand.buried;
        }
        for other in Seat::ALL {
            if let Some(top) = self.forced_top(other) {
                seen.remove(top);
            }
        }
        self.trump().cards() - seen
    }

    pub(crate) fn evolve_claimed(&mut self, seat: Seat) {
        self.hand.claimed = Some(seat);
        self.stage = Stage::Score;
    }
}
