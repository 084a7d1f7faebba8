//! Killing trumps beyond six.

use crate::cards::{Card, CardSet, Pile};
use crate::game::{Event, Game, HAND_SIZE, IllegalAction, Legal, Stage};
use crate::rules::Kill;
use crate::seat::Seat;

impl Game {
    /// Continues with the first seat from the dealer's left that must kill, or else with the play.
    /// A seat that has killed holds six trumps, so no seat comes up twice.
    pub(crate) fn evolve_to_kills(&mut self) {
        let order = self.hand.dealer.left().clockwise();
        let killer = order.into_iter().find(|seat| self.excess(*seat) > 0);
        match killer {
            Some(seat) => {
                self.actor = seat;
                self.stage = if self.rules.auto_kill {
                    Stage::AutoKill
                } else {
                    Stage::Kill
                };
            }
            None => self.evolve_to_play(),
        }
    }

    /// The number of trumps beyond six that this seat holds.
    fn excess(&self, seat: Seat) -> usize {
        usize::from(
            (self.hand.cards[seat] & self.trump().cards())
                .count()
                .saturating_sub(HAND_SIZE),
        )
    }

    /// The trumps without points that this seat holds. There are always enough: of k trumps at
    /// least k − 6 carry no points.
    fn killable(&self, seat: Seat) -> CardSet {
        self.hand.cards[seat] & self.trump().killable()
    }

    pub(crate) fn legal_kill(&self) -> Legal {
        Legal::Kill {
            from: self.killable(self.actor),
            count: self.excess(self.actor),
        }
    }

    /// The kill that `auto_kill` chooses: the lowest killable trumps, with the highest of them on
    /// top.
    pub(crate) fn auto_killed(&self) -> Event {
        let seat = self.actor;
        let from = self.killable(seat);
        let spared = from.len() - self.excess(seat);
        let mut cards = Pile::EMPTY;
        for card in self.trump().highest_first(from).skip(spared) {
            cards.push(card);
        }
        Event::Killed { seat, cards }
    }

    /// Explains why these cards can't be killed.
    pub(crate) fn kill_refused(&self, cards: &Pile<8>) -> IllegalAction {
        let held = self.hand.cards[self.actor];
        let named = cards.cards();
        if let Some(card) = (named - held).first() {
            return IllegalAction::CardNotHeld {
                card,
                allowed: self.killable(self.actor),
            };
        }
        let points = named & self.trump().point_cards();
        if !points.is_empty() {
            return IllegalAction::CannotKillPoints {
                cards: points,
                allowed: self.killable(self.actor),
            };
        }
        IllegalAction::WrongCardCount {
            asked: named.len(),
            needed: self.excess(self.actor),
        }
    }

    pub(crate) fn evolve_killed(&mut self, seat: Seat, cards: &Pile<8>) {
        self.hand.killed.add(seat, cards);
        if self.rules.kill == Kill::ForcedTop {
            self.hand.killed.top_forced.insert(seat);
        }
        self.hand.cards[seat] -= cards.cards();
        self.evolve_to_kills();
    }

    /// The top killed card, if this seat must still play it first.
    #[inline]
    pub(crate) fn forced_top(&self, seat: Seat) -> Option<Card> {
        self.hand.killed.forced_top(seat)
    }

    pub(crate) fn evolve_top_played(&mut self, seat: Seat) {
        self.hand.killed.top_forced.remove(seat);
        self.hand.killed.top_played.insert(seat);
    }
}
