//! Games as bytes: versioned, checksummed, and with exactly one encoding per game.
//!
//! A version byte comes first. Bits follow, the most significant bit of each byte first: the rules
//! or the initial position of the game, then every decision as its index among the possible ones,
//! in as few bits as their number requires. A deck is encoded card by card, each as its index among
//! the remaining cards. Zero bits fill the last byte, and a four-byte checksum follows.

use crate::cards::{Card, Deck, Pile};
use crate::game::{Action, Cut, Event, Game, History, Legal, Phase};
use crate::notation::bits::{BitReader, BitWriter, DecodeError};
use crate::rules::Rules;
use crate::seat::Seat;
use alloc::vec::Vec;

pub(crate) const VERSION: u8 = 1;

/// The maximum length of a log to decode: more than two hundred hands, in less than a megabyte.
const MAX_EVENTS: usize = 10_240;

/// Codes for what `Legal` does not list: the end of the log, resignations and a claim. They follow
/// the indices of the legal actions.
const SPECIAL_CODES: [SpecialCode; 6] = [
    SpecialCode::Stop,
    SpecialCode::Resign(Seat::North),
    SpecialCode::Resign(Seat::East),
    SpecialCode::Resign(Seat::South),
    SpecialCode::Resign(Seat::West),
    SpecialCode::Claim,
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum SpecialCode {
    /// The log ends here.
    Stop,
    Resign(Seat),
    Claim,
}

/// The codes for a deck, where the game waits for one. They follow those of `SPECIAL_CODES`, and
/// tell whether the deck is a step of its own.
const DECK_AS_STEP: usize = SPECIAL_CODES.len();
const DECK_WITHIN_STEP: usize = SPECIAL_CODES.len() + 1;

impl History {
    /// Encodes the game up to now, in about forty bytes per hand. Leaves out undone events.
    ///
    /// ```
    /// use pidro::{History, Seed, SeededGame};
    ///
    /// let game = SeededGame::new("traditional".parse()?, Some(Seed::new("7")));
    /// let bytes = game.history().to_bytes();
    /// let read = History::from_bytes(&bytes)?;
    /// assert_eq!(read.log(), game.history().log());
    /// assert_eq!(read.to_bytes(), bytes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bits = BitWriter::new(VERSION);
        self.write_bits(&mut bits);
        bits.seal()
    }

    /// Decodes a game. Every decision goes through the rules.
    ///
    /// # Errors
    ///
    /// If the bytes are not the output of [`to_bytes`](History::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<History, DecodeError> {
        let mut bits = BitReader::open(bytes, VERSION)?;
        let history = History::read_bits(&mut bits)?;
        // Each game has exactly one encoding, so nothing may follow it.
        bits.end()?;
        Ok(history)
    }

    pub(crate) fn write_bits(&self, bits: &mut BitWriter) {
        let mut game = *self.initial_game();
        let new = self.starts_with_new_game();
        bits.write(usize::from(!new), 2);
        if new {
            game.rules().write_bits(bits);
        } else {
            game.write_bits(bits);
        }
        for (index, event) in self.log().iter().enumerate() {
            write_event(bits, &game, event, self.is_step(index));
            game.apply(event);
        }
        if game.phase() != Phase::Complete {
            write_special(bits, &game, SpecialCode::Stop);
        }
    }

    pub(crate) fn read_bits(bits: &mut BitReader) -> Result<History, DecodeError> {
        let from_position = bits.read(2)? == 1;
        let mut history = if from_position {
            History::starting_at(Game::read_bits(bits)?)
        } else {
            History::new(Rules::read_bits(bits)?)
        };
        if from_position && history.starts_with_new_game() {
            return Err(DecodeError::NotCanonical);
        }
        history.reserve(event_capacity(bits.len()));
        while history.game().phase() != Phase::Complete && read_decision(bits, &mut history)? {
            if history.log().len() > MAX_EVENTS {
                return Err(DecodeError::TooManyEvents(MAX_EVENTS));
            }
        }
        Ok(history)
    }
}

/// The number of events to reserve, so that decoding this many bytes never takes a megabyte: a deck
/// takes 29 bytes, and a hand has at most 88 events. A growing vector briefly exists twice, so a
/// long log gets its full capacity at once.
const fn event_capacity(bytes: usize) -> usize {
    let events = (bytes / 29 + 1) * 56;
    if events < MAX_EVENTS / 2 {
        events
    } else {
        MAX_EVENTS + 128
    }
}

/// Writes an event if it is a decision, and skips automatic events.
fn write_event(bits: &mut BitWriter, game: &Game, event: &Event, is_step: bool) {
    match event {
        Event::DealerCut { cut } => write_deck(bits, cut.cards(), is_step),
        Event::HandDealt { deck, .. } => write_deck(bits, deck.cards(), is_step),
        Event::Resigned { seat } => write_special(bits, game, SpecialCode::Resign(*seat)),
        Event::Claimed { .. } => write_special(bits, game, SpecialCode::Claim),
        decision if is_step => {
            let legal = game.legal();
            let index = decision.action().and_then(|(_, action)| legal.index_of(&action));
            // The decisions in a log are legal, so the index always exists.
            bits.write(index.unwrap_or_default(), legal.len() + SPECIAL_CODES.len());
        }
        _ => {}
    }
}

fn write_deck(bits: &mut BitWriter, cards: &[Card], is_step: bool) {
    let kind = if is_step { DECK_AS_STEP } else { DECK_WITHIN_STEP };
    bits.write(kind, DECK_WITHIN_STEP + 1);
    let mut left = CardsLeft::new();
    // The index of each card among the remaining ones.
    let mut indices = Deck::UNSHUFFLED.cards().map(|card| usize::from(card.index()));
    for &card in cards {
        let index = indices[usize::from(card.index())];
        bits.write(index, left.count);
        left.take(index);
        indices[usize::from(left.cards[index].index())] = index;
    }
}

/// The remaining cards of a deck, followed by those already taken. Taking a card swaps it with the
/// last remaining one, so that the cost doesn't depend on its position.
struct CardsLeft {
    cards: [Card; Card::COUNT],
    count: usize,
}

impl CardsLeft {
    const fn new() -> CardsLeft {
        CardsLeft {
            cards: *Deck::UNSHUFFLED.cards(),
            count: Card::COUNT,
        }
    }

    #[inline]
    fn take(&mut self, index: usize) -> Card {
        self.count -= 1;
        self.cards.swap(index, self.count);
        self.cards[self.count]
    }

    /// All cards in the order in which they were taken.
    fn taken(mut self) -> Deck {
        self.cards.reverse();
        Deck::of_all(self.cards)
    }
}

fn write_special(bits: &mut BitWriter, game: &Game, special: SpecialCode) {
    let index = SPECIAL_CODES
        .iter()
        .position(|known| *known == special)
        .unwrap_or_default();
    if game.wants_deck() {
        bits.write(index, DECK_WITHIN_STEP + 1);
    } else {
        let legal = game.legal().len();
        bits.write(legal + index, legal + SPECIAL_CODES.len());
    }
}

/// Reads and applies a decision. Returns whether the log continues.
fn read_decision(bits: &mut BitReader, history: &mut History) -> Result<bool, DecodeError> {
    let Some(seat) = history.game().turn() else {
        return read_deck(bits, history);
    };
    let legal = history.game().legal();
    if let Legal::Play { cards } = legal {
        // Fast path: two out of three decisions are card plays.
        let index = bits.read(cards.len() + SPECIAL_CODES.len())?;
        return match cards.nth(index) {
            Some(card) => act(history, seat, Action::Play(card)),
            None => apply_special(history, SPECIAL_CODES[index - cards.len()]),
        };
    }
    let index = bits.read(legal.len() + SPECIAL_CODES.len())?;
    match legal.nth(index) {
        Some(action) => act(history, seat, action),
        None => apply_special(history, SPECIAL_CODES[index - legal.len()]),
    }
}

fn read_deck(bits: &mut BitReader, history: &mut History) -> Result<bool, DecodeError> {
    let kind = bits.read(DECK_WITHIN_STEP + 1)?;
    if let Some(special) = SPECIAL_CODES.get(kind) {
        return apply_special(history, *special);
    }
    let cut = history.game().phase() == Phase::DealerSelection;
    let deck = if cut {
        read_cut(bits)?
    } else {
        let mut left = CardsLeft::new();
        bits.read_falling(Card::COUNT, |index| {
            left.take(index);
        })?;
        left.taken()
    };
    let dealt = if kind == DECK_WITHIN_STEP {
        history.deal_within_step(&deck)
    } else {
        history.deal(&deck).map(drop)
    };
    dealt.map_err(|_| DecodeError::Impossible)?;
    Ok(true)
}

/// Reads a deck of which only the cards drawn in the cut are encoded.
fn read_cut(bits: &mut BitReader) -> Result<Deck, DecodeError> {
    let mut left = CardsLeft::new();
    let mut pile: Pile<52> = Pile::EMPTY;
    while left.count > 0 && Cut::new(pile).is_none() {
        pile.push(left.take(bits.read(left.count)?));
    }
    Deck::beginning_with(pile.as_slice()).map_err(|_| DecodeError::Impossible)
}

fn apply_special(history: &mut History, special: SpecialCode) -> Result<bool, DecodeError> {
    match (special, history.game().turn()) {
        (SpecialCode::Stop, _) => Ok(false),
        (SpecialCode::Resign(seat), _) => act(history, seat, Action::Resign),
        (SpecialCode::Claim, Some(seat)) => act(history, seat, Action::Claim),
        (SpecialCode::Claim, None) => Err(DecodeError::Impossible),
    }
}

#[inline]
fn act(history: &mut History, seat: Seat, action: Action) -> Result<bool, DecodeError> {
    match history.act(seat, action) {
        Ok(_) => Ok(true),
        Err(_) => Err(DecodeError::Impossible),
    }
}

impl Rules {
    pub(crate) fn write_bits(&self, bits: &mut BitWriter) {
        bits.write_bits(self.code(), Rules::CODE_BITS);
    }

    pub(crate) fn read_bits(bits: &mut BitReader) -> Result<Rules, DecodeError> {
        Rules::from_code(bits.read_bits(Rules::CODE_BITS)?).ok_or(DecodeError::Impossible)
    }
}
