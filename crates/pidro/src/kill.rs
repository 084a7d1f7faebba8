//! The kill: a seat with more than six trumps lays the excess aside, face up.

use crate::card::Card;
use crate::card_set::CardSet;
use crate::error::IllegalAction;
use crate::event::Event;
use crate::game::Game;
use crate::legal::Legal;
use crate::pile::Pile;
use crate::redeal::HAND;
use crate::rules::Kill;
use crate::seat::{Seat, SeatSet};
use crate::stage::Stage;
use crate::trick::Play;

/// The killed cards of a hand. Points can't be killed, so there are at most eight, whoever killed them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Killed {
    cards: [Option<Play>; 8],
    /// The seats whose top killed card is still to be played.
    top_waits: SeatSet,
    /// The seats whose top killed card has been played.
    top_played: SeatSet,
}

impl Killed {
    pub(crate) const NONE: Killed = Killed {
        cards: [None; 8],
        top_waits: SeatSet::NONE,
        top_played: SeatSet::NONE,
    };

    /// The pile of this seat as it lies there, the top card first; `None` if it killed nothing. A top card
    /// that has been played from the pile is no longer in it.
    #[must_use]
    pub fn pile(&self, seat: Seat) -> Option<Pile<8>> {
        let mut cards = self.of(seat).peekable();
        cards.peek()?;
        let mut pile = Pile::EMPTY;
        for card in cards.skip(usize::from(self.top_played.contains(seat))) {
            pile.push(card);
        }
        Some(pile)
    }

    /// All of them, each seat's top card first, also one that has been played since.
    pub(crate) const fn all(&self) -> &[Option<Play>; 8] {
        &self.cards
    }

    /// Whether this seat's top card has been played.
    pub(crate) const fn top_was_played(&self, seat: Seat) -> bool {
        self.top_played.contains(seat)
    }

    fn of(&self, seat: Seat) -> impl Iterator<Item = Card> {
        self.cards
            .iter()
            .flatten()
            .filter(move |play| play.seat == seat)
            .map(|play| play.card)
    }

    /// The top card of this seat's pile, as long as it is still to be played.
    #[must_use]
    pub fn waiting_top(&self, seat: Seat) -> Option<Card> {
        if self.top_waits.contains(seat) {
            self.of(seat).next()
        } else {
            None
        }
    }

    fn add(&mut self, seat: Seat, cards: &Pile<8>) {
        let free = self.cards.iter_mut().filter(|place| place.is_none());
        for (place, &card) in free.zip(cards.as_slice()) {
            *place = Some(Play { seat, card });
        }
    }
}

impl Game {
    /// Goes on with the first seat from the dealer's left that has to kill, or with the play. Who has killed
    /// holds six, so no seat comes up twice.
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

    /// How many trumps this seat holds above six.
    fn excess(&self, seat: Seat) -> usize {
        usize::from(
            (self.hand.cards[seat] & self.trump().cards())
                .count()
                .saturating_sub(HAND),
        )
    }

    /// The trumps without points that this seat holds. With k trumps at least k − 6 of them carry no point,
    /// so there are always enough.
    fn killable(&self, seat: Seat) -> CardSet {
        self.hand.cards[seat] & self.trump().killable()
    }

    pub(crate) fn legal_kill(&self) -> Legal {
        Legal::Kill {
            from: self.killable(self.actor),
            count: self.excess(self.actor),
        }
    }

    /// What `auto_kill` kills: the lowest, the highest of these on top.
    pub(crate) fn auto_killed(&self) -> Event {
        let seat = self.actor;
        let from = self.killable(seat);
        let spared = from.len() - self.excess(seat);
        let mut cards = Pile::EMPTY;
        for card in self.trump().from_the_top(from).skip(spared) {
            cards.push(card);
        }
        Event::Killed { seat, cards }
    }

    /// Why these cards can't be killed.
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
            self.hand.killed.top_waits.insert(seat);
        }
        self.hand.cards[seat] -= cards.cards();
        self.evolve_to_kills();
    }

    /// The top killed card that this seat must play first, as long as it hasn't.
    #[inline]
    pub(crate) fn forced_top(&self, seat: Seat) -> Option<Card> {
        self.hand.killed.waiting_top(seat)
    }

    pub(crate) fn evolve_top_played(&mut self, seat: Seat) {
        self.hand.killed.top_waits.remove(seat);
        self.hand.killed.top_played.insert(seat);
    }
}
