//! The kill: a seat with more than six trumps lays the excess aside, face up.

use crate::card::Card;
use crate::pile::Pile;
use crate::seat::{Seat, SeatSet};
use crate::trick::Play;

/// The killed cards of a hand. Points can't be killed, so there are at most eight, whoever killed them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Killed {
    cards: [Option<Play>; 8],
    /// The seats whose top killed card is still to be played.
    pub(crate) top_waits: SeatSet,
    /// The seats whose top killed card has been played.
    pub(crate) top_played: SeatSet,
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

    pub(crate) fn add(&mut self, seat: Seat, cards: &Pile<8>) {
        let free = self.cards.iter_mut().filter(|place| place.is_none());
        for (place, &card) in free.zip(cards.as_slice()) {
            *place = Some(Play { seat, card });
        }
    }
}
