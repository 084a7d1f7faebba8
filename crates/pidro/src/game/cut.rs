//! Dealer selection: the cut for the first deal.

use crate::cards::{Card, Deck, DeckError, Pile, Rank};
use crate::seat::{Seat, SeatSet};

/// The cards drawn in the cut for the first deal, in order.
///
/// North, east, south and west each draw a card from the top of the deck. The seats that tie for
/// the highest rank draw again in the same order, from the rest of the same deck, until one seat is
/// highest.
///
/// ```
/// use pidro::{Cut, Pile, Seat};
///
/// let cut = Cut::new("9c Kd Kh 2s Ad Jd".parse::<Pile<52>>()?).unwrap();
/// assert_eq!(cut.dealer(), Seat::East);
/// assert_eq!(cut.draws().nth(4), Some((Seat::East, "Ad".parse().unwrap())));
/// # Ok::<(), pidro::ParseCardSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cut {
    cards: Pile<52>,
    dealer: Seat,
}

impl Cut {
    /// Creates a cut from the cards drawn; `None` if they don't decide it, or if there are more
    /// than necessary.
    #[must_use]
    pub fn new(cards: Pile<52>) -> Option<Cut> {
        draw_from(cards.as_slice())
            .ok()
            .filter(|cut| cut.cards.len() == cards.len())
    }

    /// The cards drawn.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        self.cards.as_slice()
    }

    /// The seat that drew the highest card.
    #[must_use]
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The draws in order: each seat with its card.
    pub fn draws(&self) -> impl Iterator<Item = (Seat, Card)> {
        let mut rest = self.cards();
        let mut seats = SeatSet::ALL;
        core::iter::from_fn(move || {
            let (round, after) = rest.split_at_checked(seats.len())?;
            let draws = seats.iter().zip(round.iter().copied());
            rest = after;
            seats = highest(seats, round);
            (!round.is_empty()).then_some(draws)
        })
        .flatten()
    }
}

/// The cut that this deck produces.
pub(crate) fn draw(deck: &Deck) -> Result<Cut, DeckError> {
    draw_from(deck.cards())
}

fn draw_from(deck: &[Card]) -> Result<Cut, DeckError> {
    let mut cards = Pile::EMPTY;
    let mut rest = deck;
    let mut seats = SeatSet::ALL;
    loop {
        let (round, after) = rest.split_at_checked(seats.len()).ok_or(DeckError::Undecided)?;
        for card in round {
            cards.push(*card);
        }
        rest = after;
        seats = highest(seats, round);
        if seats.len() == 1
            && let Some(dealer) = seats.iter().next()
        {
            return Ok(Cut { cards, dealer });
        }
    }
}

/// The seats that drew the highest rank in this round.
fn highest(seats: SeatSet, round: &[Card]) -> SeatSet {
    let best: Option<Rank> = round.iter().map(|card| card.rank()).max();
    seats
        .iter()
        .zip(round)
        .filter(|(_, card)| Some(card.rank()) == best)
        .map(|(seat, _)| seat)
        .collect()
}
