//! The kill: a seat with more than six trumps lays the excess aside, face up.

use crate::cards::{Card, Pile};
use crate::game::Play;
use crate::seat::{Seat, SeatSet};

/// The killed cards of a hand. Points can't be killed, so all seats together kill at most eight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Killed {
    cards: [Option<Play>; 8],
    /// The seats that have yet to play their top killed card.
    pub(crate) top_waits: SeatSet,
    /// The seats that have played their top killed card.
    pub(crate) top_played: SeatSet,
}

impl Killed {
    pub(crate) const NONE: Killed = Killed {
        cards: [None; 8],
        top_waits: SeatSet::NONE,
        top_played: SeatSet::NONE,
    };

    /// The current pile of this seat, top card first; `None` if it killed nothing. A top card that
    /// the seat has played is no longer in the pile.
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

    /// All killed cards, top card first for each seat, including a top card that has since been
    /// played.
    pub(crate) const fn all(&self) -> &[Option<Play>; 8] {
        &self.cards
    }

    /// Whether this seat has played its top card.
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

    /// The top card of this seat's pile, if the seat has yet to play it.
    #[must_use]
    pub fn waiting_top(&self, seat: Seat) -> Option<Card> {
        if self.top_waits.contains(seat) {
            self.of(seat).next()
        } else {
            None
        }
    }

    pub(crate) fn add(&mut self, seat: Seat, cards: &Pile<8>) {
        let free = self.cards.iter_mut().filter(|place| place.is_none());
        for (place, &card) in free.zip(cards.as_slice()) {
            *place = Some(Play { seat, card });
        }
    }
}
