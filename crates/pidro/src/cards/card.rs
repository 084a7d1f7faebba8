//! Cards: suits, ranks, and their text form.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

/// One of the four suits, in the order in which card lists are sorted.
///
/// ```
/// use pidro::Suit;
///
/// assert_eq!(Suit::Hearts.same_colour(), Suit::Diamonds);
/// assert_eq!("h".parse(), Ok(Suit::Hearts));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Spades, written `s`.
    Spades,
    /// Hearts, written `h`.
    Hearts,
    /// Diamonds, written `d`.
    Diamonds,
    /// Clubs, written `c`.
    Clubs,
}

impl Suit {
    /// The suits in order: spades, hearts, diamonds, clubs.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    const LETTERS: &[u8; 4] = b"shdc";

    /// The other suit of the same colour, whose five also becomes a trump.
    #[must_use]
    pub const fn same_colour(self) -> Suit {
        match self {
            Suit::Clubs => Suit::Spades,
            Suit::Diamonds => Suit::Hearts,
            Suit::Hearts => Suit::Diamonds,
            Suit::Spades => Suit::Clubs,
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Suit::Clubs => "c",
            Suit::Diamonds => "d",
            Suit::Hearts => "h",
            Suit::Spades => "s",
        })
    }
}

impl FromStr for Suit {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Suit, ParseCardError> {
        match text.as_bytes() {
            [letter] => suit(*letter),
            _ => None,
        }
        .ok_or_else(|| ParseCardError::suit(text))
    }
}

fn suit(letter: u8) -> Option<Suit> {
    Some(match letter {
        b'c' => Suit::Clubs,
        b'd' => Suit::Diamonds,
        b'h' => Suit::Hearts,
        b's' => Suit::Spades,
        _ => return None,
    })
}

/// One of the thirteen ranks, from the two up to the ace.
///
/// The cut for the deal uses this order. Trumps have an order of their own, with both fives between
/// the six and the four: see [`Trump::strength`](crate::Trump::strength).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// The ranks, lowest first.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    const LETTERS: &[u8; 13] = b"23456789TJQKA";
}

/// A card of the 52-card deck, written as two characters: `Ah`, `Td`, `5c`.
///
/// ```
/// use pidro::{Card, Rank, Suit};
///
/// let ten: Card = "Td".parse()?;
/// assert_eq!(ten, Card::new(Rank::Ten, Suit::Diamonds));
/// assert_eq!(ten.to_string(), "Td");
/// assert!("1d".parse::<Card>().is_err());
/// # Ok::<(), pidro::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The number of cards.
    pub const COUNT: usize = 52;

    /// The card of this rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 13 + Rank::Ace as u8 - rank as u8)
    }

    /// Returns the card with this index, from 0 (the ace of spades) to 51 (the two of clubs).
    ///
    /// ```
    /// use pidro::Card;
    ///
    /// assert_eq!(Card::from_index(0).map(|card| card.to_string()), Some("As".to_owned()));
    /// assert_eq!(Card::from_index(52), None);
    /// ```
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < 52 { Some(Card(index)) } else { None }
    }

    /// The card with this index, which the caller knows to be below 52.
    pub(crate) const fn at(index: u8) -> Card {
        debug_assert!(index < 52);
        Card(index)
    }

    /// The index of this card in the order of card lists: spades, hearts, diamonds, clubs, each
    /// from the ace down.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The rank of this card.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[12 - (self.0 % 13) as usize]
    }

    /// The suit of this card.
    #[must_use]
    pub const fn suit(self) -> Suit {
        match self.0 / 13 {
            0 => Suit::Spades,
            1 => Suit::Hearts,
            2 => Suit::Diamonds,
            _ => Suit::Clubs,
        }
    }

    /// All 52 cards, in the order of their indices.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        (0u8..52).map(Card)
    }

    /// The two characters of this card's text form.
    #[must_use]
    pub const fn letters(self) -> [u8; 2] {
        [
            Rank::LETTERS[12 - (self.0 % 13) as usize],
            Suit::LETTERS[(self.0 / 13) as usize],
        ]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rank, suit] = self.letters();
        write!(f, "{}{}", rank as char, suit as char)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let card = match text.as_bytes() {
            [rank, letter] => Rank::LETTERS
                .iter()
                .position(|known| known == rank)
                .and_then(|rank| Some(Card::new(Rank::ALL[rank], suit(*letter)?))),
            _ => None,
        };
        card.ok_or_else(|| ParseCardError::card(text))
    }
}

/// Why a text can't be parsed as a card or a suit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParseCardError {
    /// The text is not a rank and a suit.
    #[error("`{0}` is not a card: a card is a rank (23456789TJQKA) and a suit (cdhs), as in `Ah` or `5c`")]
    Card(String),
    /// The text is not a suit.
    #[error("`{0}` is not a suit: the suits are c, d, h and s")]
    Suit(String),
}

impl ParseCardError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "bad_request"
    }
}

impl ParseCardError {
    /// The maximum number of characters of an invalid text that an error message repeats.
    const SHOWN: usize = 20;

    fn card(text: &str) -> ParseCardError {
        ParseCardError::Card(text.chars().take(Self::SHOWN).collect())
    }

    fn suit(text: &str) -> ParseCardError {
        ParseCardError::Suit(text.chars().take(Self::SHOWN).collect())
    }
}
