//! The shuffled deck, which comes into a game from outside.

use std::fmt;

use rand_core::Rng;
use thiserror::Error;

use crate::card::Card;
use crate::card_set::CardSet;
use crate::seat::{BySeat, Seat};

/// All 52 cards in an order, the top one first.
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
    /// The nine cards that each seat is dealt of this deck.
    pub(crate) fn hands(&self, dealer: Seat) -> BySeat<CardSet> {
        let mut hands = BySeat::all(CardSet::NONE);
        let mut seat = dealer;
        for packet in self.cards()[..36].chunks_exact(3) {
            seat = seat.left();
            hands[seat].extend(packet.iter().copied());
        }
        hands
    }

    /// The cards in the order in which lists are written.
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

    /// The deck with these cards, the top one first.
    ///
    /// # Errors
    ///
    /// If they are not the 52 cards, each once.
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

    /// The deck of these cards, which the caller knows to be all of them.
    pub(crate) const fn of_all(cards: [Card; Card::COUNT]) -> Deck {
        Deck(cards)
    }

    /// A deck that begins with these cards: all that a cut shows of it. Those below lie in any order, since
    /// nobody ever looks at them.
    pub(crate) fn beginning_with(cards: &[Card]) -> Result<Deck, DeckError> {
        let rest = CardSet::ALL - cards.iter().copied().collect();
        let cards: Vec<Card> = cards.iter().copied().chain(rest).collect();
        Deck::new(&cards)
    }

    /// The deck that deals these hands of nine and leaves this pack of sixteen, no card of them twice.
    pub(crate) fn dealing(dealer: Seat, hands: &BySeat<CardSet>, pack: impl Iterator<Item = Card>) -> Deck {
        let mut cards = Deck::UNSHUFFLED.0;
        for (place, seat) in dealer.left().clockwise().into_iter().enumerate() {
            for (number, card) in hands[seat].iter().enumerate() {
                cards[place_in_deck(place, number)] = card;
            }
        }
        for (place, card) in cards[36..].iter_mut().zip(pack) {
            *place = card;
        }
        Deck(cards)
    }

    /// A deck shuffled with the caller's generator.
    ///
    /// Fisher and Yates, from the bottom up: starting from the 52 cards in the order of their numbers, for
    /// each place from 51 down to 1 a place from 0 up to it is drawn, and the two cards change places. A draw
    /// takes one `u32` of the generator, and another one as long as the draw would be biased: see
    /// `docs/rules.md`, "The shuffle". Golden values in the tests hold it fixed.
    ///
    /// ```
    /// use chacha20::ChaCha20Rng;
    /// use pidro::Deck;
    /// use rand_core::SeedableRng;
    ///
    /// let deck = Deck::shuffled(&mut ChaCha20Rng::from_seed([7; 32]));
    /// assert_eq!(deck, Deck::shuffled(&mut ChaCha20Rng::from_seed([7; 32])));
    /// ```
    // Called once a hand, and the same code wherever it is called: it is the yardstick of the benchmark.
    #[must_use]
    #[inline(never)]
    pub fn shuffled(rng: &mut (impl Rng + ?Sized)) -> Deck {
        let mut cards = Deck::UNSHUFFLED.0;
        for place in (1..52).rev() {
            let other = below(rng, place + 1);
            cards.swap(place as usize, other as usize);
        }
        Deck(cards)
    }

    /// A deck that deals these cards to the seats, and is shuffled but for that. Seats without nine known cards get any
    /// others.
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
        // Where each card lies, to change it with whatever lies where it should be.
        let mut places = [0; Card::COUNT];
        for (place, card) in cards.iter().enumerate() {
            places[card.index() as usize] = place;
        }
        for (turn, seat) in dealer.left().clockwise().into_iter().enumerate() {
            for (number, card) in known[seat].iter().take(9).enumerate() {
                let (from, to) = (places[card.index() as usize], place_in_deck(turn, number));
                cards.swap(from, to);
                places[cards[from].index() as usize] = from;
                places[cards[to].index() as usize] = to;
            }
        }
        Deck(cards)
    }

    /// The 52 cards, the top one first.
    #[must_use]
    pub const fn cards(&self) -> &[Card; Card::COUNT] {
        &self.0
    }
}

/// An unbiased draw from 0 up to, but not including, `count`, which is not 0.
///
/// The high half of `u32 × count` is the draw. Each draw belongs to ⌊2³² / count⌋ or one more values of the
/// generator; those whose low half is below 2³² mod `count` are the surplus and are thrown away.
#[inline]
pub(crate) fn below(rng: &mut (impl Rng + ?Sized), count: u32) -> u32 {
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(count);
        #[expect(clippy::cast_possible_truncation, reason = "the two halves of the product")]
        let (high, low) = ((product >> 32) as u32, product as u32);
        // The remainder is below `count`, so most draws need no division.
        if low >= count || low >= count.wrapping_neg() % count {
            return high;
        }
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        crate::card_set::write_cards(f, self.0.iter().copied())?;
        f.write_str("]")
    }
}

/// Cards that make no deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum DeckError {
    /// There are not 52 cards.
    #[error("a deck has 52 cards, not {0}")]
    Count(usize),
    /// A card comes twice.
    #[error("{0} is in the deck twice")]
    Twice(Card),
    /// The cut for the deal runs through all the cards without one seat being highest.
    #[error("this deck ends before the cut is decided: shuffle again")]
    Undecided,
}

/// Where in the deck a card of the deal lies: the card with this number, from 0 to 8, of the seat that is so many places
/// behind the dealer's left. Three packets of three, with those of the others between them.
pub(crate) const fn place_in_deck(seat: usize, number: usize) -> usize {
    number / 3 * 12 + 3 * seat + number % 3
}
