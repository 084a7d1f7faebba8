//! The shuffled deck, which the caller passes to a game.

use alloc::vec::Vec;
use core::fmt;

use rand_core::Rng;
use thiserror::Error;

use crate::cards::{Card, CardSet};
use crate::seat::{BySeat, Seat};

/// All 52 cards in order, top card first.
///
/// ```
/// use pidro::{Card, Deck};
///
/// let cards: Vec<Card> = Card::all().collect();
/// let deck = Deck::new(&cards)?;
/// assert_eq!(deck.cards()[0].to_string(), "As");
/// assert!(Deck::new(&cards[1..]).is_err());
/// # Ok::<(), pidro::DeckError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deck([Card; Card::COUNT]);

impl Deck {
    /// The nine cards that each seat gets from this deck.
    pub(crate) fn hands(&self, dealer: Seat) -> BySeat<CardSet> {
        let mut hands = BySeat::all(CardSet::NONE);
        let mut seat = dealer;
        for packet in self.cards()[..36].chunks_exact(3) {
            seat = seat.left();
            hands[seat].extend(packet.iter().copied());
        }
        hands
    }

    /// The cards in the order of card lists.
    pub(crate) const UNSHUFFLED: Deck = {
        let mut cards = [Card::new(crate::Rank::Two, crate::Suit::Clubs); 52];
        let mut index = 0;
        while index < 52 {
            if let Some(card) = Card::from_index(index) {
                cards[index as usize] = card;
            }
            index += 1;
        }
        Deck(cards)
    };

    /// Creates a deck from these cards, top card first.
    ///
    /// # Errors
    ///
    /// If they are not exactly the 52 cards.
    pub fn new(cards: &[Card]) -> Result<Deck, DeckError> {
        let mut seen = CardSet::NONE;
        for &card in cards {
            if seen.contains(card) {
                return Err(DeckError::Twice(card));
            }
            seen.insert(card);
        }
        let cards = cards.try_into().map_err(|_| DeckError::Count(cards.len()))?;
        Ok(Deck(cards))
    }

    /// Creates a deck from these cards, which the caller knows to be all 52.
    pub(crate) const fn of_all(cards: [Card; Card::COUNT]) -> Deck {
        Deck(cards)
    }

    /// A deck that starts with these cards, for a cut that reveals no others. The rest are in
    /// arbitrary order, because nobody ever looks at them.
    pub(crate) fn beginning_with(cards: &[Card]) -> Result<Deck, DeckError> {
        let rest = CardSet::ALL - cards.iter().copied().collect();
        let cards: Vec<Card> = cards.iter().copied().chain(rest).collect();
        Deck::new(&cards)
    }

    /// The deck that deals these hands of nine cards and leaves this pack of sixteen. The cards
    /// must be distinct.
    pub(crate) fn dealing(dealer: Seat, hands: &BySeat<CardSet>, pack: impl Iterator<Item = Card>) -> Deck {
        let mut cards = Deck::UNSHUFFLED.0;
        for (turn, seat) in dealer.left().clockwise().into_iter().enumerate() {
            for (number, card) in hands[seat].iter().enumerate() {
                cards[deck_index(turn, number)] = card;
            }
        }
        for (slot, card) in cards[36..].iter_mut().zip(pack) {
            *slot = card;
        }
        Deck(cards)
    }

    /// Shuffles a deck with the caller's random number generator.
    ///
    /// A Fisher–Yates shuffle from the bottom up: it starts with the 52 cards in the order of their
    /// indices. For each index from 51 down to 1 it draws an index from 0 up to and including that
    /// one, and swaps the two cards. A draw takes one `u32` from the generator, and another one as
    /// long as the result would be biased: see `docs/rules.md`, "The shuffle". Golden values in the
    /// tests pin the result.
    ///
    /// ```
    /// use chacha20::ChaCha20Rng;
    /// use pidro::Deck;
    /// use rand_core::SeedableRng;
    ///
    /// let deck = Deck::shuffled(&mut ChaCha20Rng::from_seed([7; 32]));
    /// assert_eq!(deck, Deck::shuffled(&mut ChaCha20Rng::from_seed([7; 32])));
    /// ```
    // Not inlined: it runs once per hand, and as the benchmark's baseline it must be the same code
    // at every call site.
    #[must_use]
    #[inline(never)]
    pub fn shuffled(rng: &mut (impl Rng + ?Sized)) -> Deck {
        let mut cards = Deck::UNSHUFFLED.0;
        for index in (1..52).rev() {
            let other = random_below(rng, index + 1);
            cards.swap(index as usize, other as usize);
        }
        Deck(cards)
    }

    /// A shuffled deck that deals these known cards to the seats. A seat with fewer than nine known
    /// cards gets random others.
    ///
    /// ```
    /// use chacha20::ChaCha20Rng;
    /// use pidro::{BySeat, CardSet, Deck, Game, Seat, VisibleCards};
    /// use rand_core::SeedableRng;
    ///
    /// let mut known = BySeat::all(CardSet::NONE);
    /// known[Seat::South] = "Ah Kh Qh".parse()?;
    /// let deck = Deck::shuffled_with(Seat::North, &known, &mut ChaCha20Rng::from_seed([1; 32]));
    /// let game = Game::new("first_dealer=N".parse()?).decide_deal(&deck)?.finish();
    /// let VisibleCards::Cards(hand) = game.view(Seat::South).hands[Seat::South] else { panic!() };
    /// assert!(hand.contains_all(known[Seat::South]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shuffled_with(dealer: Seat, known: &BySeat<CardSet>, rng: &mut (impl Rng + ?Sized)) -> Deck {
        let mut cards = Deck::shuffled(rng).0;
        // The index of each card, so that it can be swapped with the card at its target index.
        let mut indices = [0; Card::COUNT];
        for (index, card) in cards.iter().enumerate() {
            indices[card.index() as usize] = index;
        }
        for (turn, seat) in dealer.left().clockwise().into_iter().enumerate() {
            for (number, card) in known[seat].iter().take(9).enumerate() {
                let (from, to) = (indices[card.index() as usize], deck_index(turn, number));
                cards.swap(from, to);
                indices[cards[from].index() as usize] = from;
                indices[cards[to].index() as usize] = to;
            }
        }
        Deck(cards)
    }

    /// The 52 cards, top card first.
    #[must_use]
    pub const fn cards(&self) -> &[Card; Card::COUNT] {
        &self.0
    }
}

/// An unbiased draw from 0 up to, but not including, `count`, which must not be 0.
///
/// The result is the high half of `u32 × count`. Each result corresponds to ⌊2³² / count⌋ values of
/// the generator or one more; those whose low half is below 2³² mod `count` are the surplus and are
/// rejected.
#[inline]
pub(crate) fn random_below(rng: &mut (impl Rng + ?Sized), count: u32) -> u32 {
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(count);
        #[expect(clippy::cast_possible_truncation, reason = "the two halves of the product")]
        let (high, low) = ((product >> 32) as u32, product as u32);
        // The remainder is below `count`, so most draws avoid the division.
        if low >= count || low >= count.wrapping_neg() % count {
            return high;
        }
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        crate::cards::write_cards(f, self.0.iter().copied())?;
        f.write_str("]")
    }
}

/// Why cards don't form a usable deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum DeckError {
    /// The number of cards is not 52.
    #[error("a deck has 52 cards, not {0}")]
    Count(usize),
    /// A card appears twice.
    #[error("{0} is in the deck twice")]
    Twice(Card),
    /// The cut uses up all the cards without a single highest seat.
    #[error("this deck ends before the cut is decided: shuffle again")]
    Undecided,
}

impl DeckError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "bad_deck"
    }
}

/// The deck index of a seat's `number`-th card (0–8). `turn` counts seats clockwise from 0, left of
/// the dealer. Each seat gets three packets of three, with the other seats' packets in between.
pub(crate) const fn deck_index(turn: usize, number: usize) -> usize {
    number / 3 * 12 + 3 * turn + number % 3
}
