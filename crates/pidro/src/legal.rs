//! The choice a seat has, described and not listed.

use rand_core::Rng;

use crate::action::Action;
use crate::bidding::BidRange;
use crate::card::{Card, Suit};
use crate::card_set::CardSet;
use crate::deck::below;
use crate::pile::Pile;

/// What the seat whose turn it is may do: one value that describes all its legal actions. They can be
/// counted, indexed, sampled, tested and iterated, and none is written down before it is asked for.
///
/// ```
/// use pidro::{Action, CardSet, Legal};
///
/// let rob = Legal::Keep { from: "Ah Kh Qh Jh Th 9h 8h 7h".parse()?, must: "Ah Jh Th".parse()?, count: 6 };
/// assert_eq!(rob.len(), 10); // three more of the five others
/// assert!(rob.contains(&rob.nth(9).unwrap()));
/// assert!(!rob.contains(&Action::Keep("Kh Qh Jh Th 9h 8h".parse()?)));
/// assert_eq!(rob.iter().count(), 10);
/// # Ok::<(), pidro::ParseCardSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Legal {
    /// Nothing: the game is over, or it is somebody else's turn.
    Nothing,
    /// A deck is awaited. That is chance's move and nobody's action, so it counts none.
    Deal,
    /// A call.
    Call {
        /// The bids that may be made.
        bids: BidRange,
        /// Whether the seat may pass.
        pass: bool,
    },
    /// Any of the four suits.
    Trump,
    /// So many cards of the dealer's pool.
    Keep {
        /// The pool.
        from: CardSet,
        /// The cards that must be among those kept.
        must: CardSet,
        /// How many cards are kept.
        count: usize,
    },
    /// So many cards of these, in an order.
    Kill {
        /// The trumps of the hand that may be killed.
        from: CardSet,
        /// How many must be.
        count: usize,
    },
    /// One of these cards.
    Play {
        /// The cards that may be played.
        cards: CardSet,
    },
}

impl Legal {
    /// How many actions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match *self {
            Legal::Nothing | Legal::Deal => 0,
            Legal::Call { bids, pass } => bids.len() + usize::from(pass),
            Legal::Trump => Suit::ALL.len(),
            Legal::Keep { from, must, count } => {
                combinations((from - must).len(), count.saturating_sub(must.len()))
            }
            Legal::Kill { from, count } => arrangements(from.len(), count),
            Legal::Play { cards } => cards.len(),
        }
    }

    /// Whether there is no action.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether this action is one of them.
    #[must_use]
    #[expect(
        clippy::inline_always,
        reason = "the kind of choice is known where it is checked"
    )]
    #[inline(always)]
    pub fn contains(&self, action: &Action) -> bool {
        match (*self, action) {
            (Legal::Call { pass, .. }, Action::Pass) => pass,
            (Legal::Call { bids, .. }, Action::Bid(bid)) => bids.contains(*bid),
            (Legal::Trump, Action::Trump(_)) => true,
            (Legal::Keep { from, must, count }, Action::Keep(cards)) => {
                cards.len() == count && from.contains_all(*cards) && cards.contains_all(must)
            }
            (Legal::Kill { from, count }, Action::Kill(pile)) => {
                pile.len() == count && from.contains_all(pile.cards())
            }
            (Legal::Play { cards }, Action::Play(card)) => cards.contains(*card),
            _ => false,
        }
    }

    /// The action at this place, counted from 0: a pass before the bids, cards as lists of them are written.
    #[must_use]
    pub fn nth(&self, place: usize) -> Option<Action> {
        match *self {
            Legal::Play { cards } => cards.nth(place).map(Action::Play),
            Legal::Call { pass: true, .. } if place == 0 => Some(Action::Pass),
            Legal::Call { bids, pass } => bids.nth(place - usize::from(pass)).map(Action::Bid),
            Legal::Trump => Suit::ALL.get(place).copied().map(Action::Trump),
            Legal::Keep { .. } | Legal::Kill { .. } if place >= self.len() => None,
            Legal::Keep { from, must, count } => {
                let more = combination(from - must, count.saturating_sub(must.len()), place);
                Some(Action::Keep(must | more))
            }
            Legal::Kill { from, count } => Some(Action::Kill(arrangement(from, count, place))),
            Legal::Nothing | Legal::Deal => None,
        }
    }

    /// The place of this action, as [`nth`](Legal::nth) counts; `None` if it is not one of them.
    ///
    /// ```
    /// use pidro::{Action, Legal};
    ///
    /// let play = Legal::Play { cards: "Ah 5d".parse().unwrap() };
    /// assert_eq!(play.index_of(&Action::Play("5d".parse().unwrap())), Some(1));
    /// assert_eq!(play.index_of(&Action::Pass), None);
    /// ```
    #[must_use]
    pub fn index_of(&self, action: &Action) -> Option<usize> {
        if !self.contains(action) {
            return None;
        }
        Some(match (*self, action) {
            (Legal::Call { bids, pass }, Action::Bid(bid)) => {
                usize::from(pass) + bids.iter().take_while(|lower| lower < bid).count()
            }
            (Legal::Trump, Action::Trump(suit)) => *suit as usize,
            (Legal::Keep { from, must, count }, Action::Keep(cards)) => {
                place_of_combination(from - must, count - must.len(), *cards)
            }
            (Legal::Kill { from, .. }, Action::Kill(pile)) => place_of_arrangement(from, pile),
            (Legal::Play { cards }, Action::Play(card)) => cards.index_of(*card),
            _ => 0,
        })
    }

    /// All the actions, each worked out when it is asked for.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Action> {
        let legal = *self;
        (0..legal.len()).map(move |place| {
            // Every place below `len` holds an action.
            legal.nth(place).unwrap_or(Action::Pass)
        })
    }

    /// One of the actions, each as likely as the others; `None` if there are none.
    #[inline]
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Action> {
        // Two choices of three are of a card: they go the short way.
        match *self {
            Legal::Play { cards } => cards.nth(place(cards.len(), rng)?).map(Action::Play),
            _ => self.nth(place(self.len(), rng)?),
        }
    }

    /// What is asked for, in words for a sentence.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Legal::Nothing => "nothing",
            Legal::Deal => "a deck",
            Legal::Call { .. } => "a bid or a pass",
            Legal::Trump => "the trump suit",
            Legal::Keep { .. } => "the cards to keep",
            Legal::Kill { .. } => "the cards to kill",
            Legal::Play { .. } => "a card to play",
        }
    }
}

/// One of so many places, each as likely as the others.
#[inline]
fn place(len: usize, rng: &mut (impl Rng + ?Sized)) -> Option<usize> {
    match u32::try_from(len) {
        Ok(0) | Err(_) => None,
        Ok(len) => Some(below(rng, len) as usize),
    }
}

/// How many ways there are to take so many cards; at most six are ever taken.
fn combinations(from: usize, count: usize) -> usize {
    const MOST: usize = 6;
    const PASCAL: [[u32; MOST + 1]; Card::COUNT + 1] = {
        let mut rows = [[0; MOST + 1]; Card::COUNT + 1];
        let mut from = 0;
        while from <= Card::COUNT {
            rows[from][0] = 1;
            let mut count = 1;
            while from > 0 && count <= MOST {
                rows[from][count] = rows[from - 1][count - 1] + rows[from - 1][count];
                count += 1;
            }
            from += 1;
        }
        rows
    };
    PASCAL[from].get(count).map_or(0, |ways| *ways as usize)
}

/// The set of so many cards at this place among all such sets: those with the first card come first.
fn combination(from: CardSet, mut count: usize, mut place: usize) -> CardSet {
    let mut taken = CardSet::NONE;
    let mut left = from.len();
    for card in from {
        left -= 1;
        // No branches: which cards are taken is as good as random, and a wrong guess costs more than a step.
        let with_this = if count == 0 {
            0
        } else {
            combinations(left, count - 1)
        };
        let take = place < with_this;
        taken.insert_if(take, card);
        count -= usize::from(take);
        place -= if take { 0 } else { with_this };
    }
    taken
}

/// The place of the cards taken among all sets of so many: what [`combination`] undoes.
fn place_of_combination(from: CardSet, mut count: usize, taken: CardSet) -> usize {
    let mut place = 0;
    let mut left = from.len();
    for card in from {
        left -= 1;
        if count == 0 {
            break;
        }
        if taken.contains(card) {
            count -= 1;
        } else {
            place += combinations(left, count - 1);
        }
    }
    place
}

/// How many ways there are to take so many cards in an order; at most eight are ever taken.
fn arrangements(from: usize, count: usize) -> usize {
    if count > 8 {
        return 0;
    }
    (0..count).map(|taken| from.saturating_sub(taken)).product()
}

/// The arrangement of so many cards at this place among all of them.
fn arrangement(mut from: CardSet, count: usize, mut place: usize) -> Pile<8> {
    let mut pile = Pile::EMPTY;
    for rest in (0..count).rev() {
        let with_each = arrangements(from.len() - 1, rest);
        if let Some(card) = from.nth(place / with_each) {
            pile.push(card);
            from.remove(card);
        }
        place %= with_each;
    }
    pile
}

/// The place of an arrangement among all of so many cards: what [`arrangement`] undoes.
fn place_of_arrangement(mut from: CardSet, pile: &Pile<8>) -> usize {
    let mut place = 0;
    for (taken, &card) in pile.as_slice().iter().enumerate() {
        let rest = pile.len() - taken - 1;
        place += from.index_of(card) * arrangements(from.len() - 1, rest);
        from.remove(card);
    }
    place
}
