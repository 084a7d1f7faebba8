//! The legal actions of a seat, as a compact description instead of a list.

use rand_core::Rng;

use crate::cards::{Card, CardSet, Pile, Suit, random_below};
use crate::game::{Action, BidRange};

/// The legal actions of the seat whose turn it is: a description of the choice instead of a list.
/// Count, index, sample, test and iterate it like a list; it generates each action on demand.
///
/// ```
/// use pidro::{Action, CardSet, Legal};
///
/// let from: CardSet = "Ah Kh Qh Jh Th 9h 8h 7h".parse()?;
/// let rob = Legal::Keep { from, must: "Ah Jh Th".parse()?, count: 6 };
/// assert_eq!(rob.len(), 10); // three more of the five others
/// assert!(rob.contains(&rob.nth(9).unwrap()));
/// assert!(!rob.contains(&Action::Keep("Kh Qh Jh Th 9h 8h".parse()?)));
/// assert_eq!(rob.iter().count(), 10);
/// # Ok::<(), pidro::ParseCardSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Legal {
    /// No action: the game is over, or it is another seat's turn.
    Nothing,
    /// No action: the game is waiting for a deck.
    Deal,
    /// A bid or a pass.
    Call {
        /// The bids that the seat may make.
        bids: BidRange,
        /// Whether the seat may pass.
        pass: bool,
    },
    /// A trump suit: any of the four.
    Trump,
    /// The cards to keep: `count` cards of the dealer's pool.
    Keep {
        /// The pool.
        from: CardSet,
        /// The cards that the dealer must keep.
        must: CardSet,
        /// The number of cards to keep.
        count: usize,
    },
    /// The cards to kill: `count` cards in order, top card first.
    Kill {
        /// The trumps that the seat may kill.
        from: CardSet,
        /// The number of cards to kill.
        count: usize,
    },
    /// The card to play.
    Play {
        /// The cards that the seat may play.
        cards: CardSet,
    },
}

impl Legal {
    /// The number of legal actions.
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

    /// Whether there are no legal actions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether this action is legal.
    #[must_use]
    #[expect(
        clippy::inline_always,
        reason = "the callers know the variant, so one arm is left"
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

    /// Returns the action at this index, counted from 0: a pass before the bids, cards in the order
    /// in which card lists are written.
    #[must_use]
    pub fn nth(&self, index: usize) -> Option<Action> {
        match *self {
            Legal::Play { cards } => cards.nth(index).map(Action::Play),
            Legal::Call { pass: true, .. } if index == 0 => Some(Action::Pass),
            Legal::Call { bids, pass } => bids.nth(index - usize::from(pass)).map(Action::Bid),
            Legal::Trump => Suit::ALL.get(index).copied().map(Action::Trump),
            Legal::Keep { .. } | Legal::Kill { .. } if index >= self.len() => None,
            Legal::Keep { from, must, count } => {
                let more = combination(from - must, count.saturating_sub(must.len()), index);
                Some(Action::Keep(must | more))
            }
            Legal::Kill { from, count } => Some(Action::Kill(arrangement(from, count, index))),
            Legal::Nothing | Legal::Deal => None,
        }
    }

    /// The index of this action, as used by [`nth`](Legal::nth); `None` if the action is not legal.
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
                combination_index(from - must, count - must.len(), *cards)
            }
            (Legal::Kill { from, .. }, Action::Kill(pile)) => arrangement_index(from, pile),
            (Legal::Play { cards }, Action::Play(card)) => cards.index_of(*card),
            _ => 0,
        })
    }

    /// Iterates over all legal actions, and generates each on demand.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Action> {
        let legal = *self;
        (0..legal.len()).map(move |index| {
            // Every index below `len` has an action.
            legal.nth(index).unwrap_or(Action::Pass)
        })
    }

    /// Picks one of the actions uniformly at random; `None` if there are none.
    #[inline]
    pub fn sample(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Action> {
        // Fast path: two out of three choices are card plays.
        match *self {
            Legal::Play { cards } => cards.nth(random_index(cards.len(), rng)?).map(Action::Play),
            _ => self.nth(random_index(self.len(), rng)?),
        }
    }

    /// What the game is waiting for, as a phrase for error messages.
    pub(crate) const fn awaited(&self) -> &'static str {
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

/// Picks an index below `len` uniformly at random.
#[inline]
fn random_index(len: usize, rng: &mut (impl Rng + ?Sized)) -> Option<usize> {
    match u32::try_from(len) {
        Ok(0) | Err(_) => None,
        Ok(len) => Some(random_below(rng, len) as usize),
    }
}

/// The number of ways to choose `count` of `from` cards; `count` is at most six.
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

/// The set of `count` cards at this index in the order of all such sets. Sets that contain the
/// first card come first.
fn combination(from: CardSet, mut count: usize, mut index: usize) -> CardSet {
    let mut taken = CardSet::NONE;
    let mut left = from.len();
    for card in from {
        left -= 1;
        // Branch-free: the choice of cards is practically random, and a misprediction costs more
        // than an iteration.
        let with_this = if count == 0 {
            0
        } else {
            combinations(left, count - 1)
        };
        let take = index < with_this;
        taken.insert_if(take, card);
        count -= usize::from(take);
        index -= if take { 0 } else { with_this };
    }
    taken
}

/// The index of the set `taken` among all sets of `count` cards: the inverse of [`combination`].
fn combination_index(from: CardSet, mut count: usize, taken: CardSet) -> usize {
    let mut index = 0;
    let mut left = from.len();
    for card in from {
        left -= 1;
        if count == 0 {
            break;
        }
        if taken.contains(card) {
            count -= 1;
        } else {
            index += combinations(left, count - 1);
        }
    }
    index
}

/// The number of ways to choose `count` of `from` cards in order; `count` is at most eight.
fn arrangements(from: usize, count: usize) -> usize {
    if count > 8 {
        return 0;
    }
    (0..count).map(|taken| from.saturating_sub(taken)).product()
}

/// The arrangement of `count` cards at this index in the order of all such arrangements.
fn arrangement(mut from: CardSet, count: usize, mut index: usize) -> Pile<8> {
    let mut pile = Pile::EMPTY;
    for rest in (0..count).rev() {
        let with_each = arrangements(from.len() - 1, rest);
        if let Some(card) = from.nth(index / with_each) {
            pile.push(card);
            from.remove(card);
        }
        index %= with_each;
    }
    pile
}

/// The index of an arrangement among all of the same length: the inverse of [`arrangement`].
fn arrangement_index(mut from: CardSet, pile: &Pile<8>) -> usize {
    let mut index = 0;
    for (taken, &card) in pile.as_slice().iter().enumerate() {
        let rest = pile.len() - taken - 1;
        index += from.index_of(card) * arrangements(from.len() - 1, rest);
        from.remove(card);
    }
    index
}
