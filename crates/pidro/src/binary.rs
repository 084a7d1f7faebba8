//! A game as bytes: versioned, checksummed, and just one encoding for each game.
//!
//! After the version byte come bits, the highest of each byte first: the rules, then every decision as its place
//! among what is possible at that point, in as few bits as so many possibilities need. A deck is its cards one by one,
//! each as its place among those that are left. The last bits are zeros up to a whole byte, and four bytes of
//! checksum follow.

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::action::Action;
use crate::card::Card;
use crate::cards::Cards;
use crate::cut::Cut;
use crate::deck::Deck;
use crate::event::Event;
use crate::game::Game;
use crate::history::History;
use crate::phase::Phase;
use crate::pile::Pile;
use crate::rules::Rules;
use crate::seat::Seat;

const VERSION: u8 = 1;
const CHECKSUM: usize = 4;

/// The longest log that is read: more than four hundred hands, and less than a megabyte.
const MOST_EVENTS: usize = 16_384;

/// What may stand in the place of a legal action, after all of these.
const ENDS: [Ending; 6] = [
    Ending::Stop,
    Ending::Resign(Seat::North),
    Ending::Resign(Seat::East),
    Ending::Resign(Seat::South),
    Ending::Resign(Seat::West),
    Ending::Claim,
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The log ends here.
    Stop,
    Resign(Seat),
    Claim,
}

/// Where a deck is wanted: what may come instead of it, and whether it is a step of its own.
const DECK_OF_ITS_OWN: usize = ENDS.len();
const DECK_WITHIN_STEP: usize = ENDS.len() + 1;

impl History {
    /// The game up to now as bytes, some forty for each hand. What was undone is not in them.
    ///
    /// ```
    /// use pidro::{History, Seed, Table};
    ///
    /// let table = Table::new("traditional".parse()?, Some(Seed::new("7")));
    /// let bytes = table.history().to_bytes();
    /// let read = History::from_bytes(&bytes)?;
    /// assert_eq!(read.log(), table.history().log());
    /// assert_eq!(read.to_bytes(), bytes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bits = BitWriter::default();
        let mut game = Game::new(*self.game().rules());
        for (place, count) in game.rules().places() {
            bits.write(place, count);
        }
        for (place, event) in self.log().iter().enumerate() {
            write_event(&mut bits, &game, event, self.is_step(place));
            game.apply(event);
        }
        if game.phase() != Phase::Complete {
            write_ending(&mut bits, &game, Ending::Stop);
        }
        let mut bytes = vec![VERSION];
        bytes.extend(bits.bytes);
        let checksum = checksum(&bytes);
        bytes.extend(checksum);
        bytes
    }

    /// The game that these bytes tell of. Every decision goes through the rules.
    ///
    /// # Errors
    ///
    /// If they are not what [`to_bytes`](History::to_bytes) writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<History, BinaryError> {
        let (body, found) = bytes
            .split_last_chunk::<CHECKSUM>()
            .ok_or(BinaryError::Truncated)?;
        let (version, body_bits) = body.split_first().ok_or(BinaryError::Truncated)?;
        if *version != VERSION {
            return Err(BinaryError::Version(*version));
        }
        if checksum(body) != *found {
            return Err(BinaryError::Checksum);
        }
        let mut bits = BitReader::new(body_bits);
        let mut history = History::new(Rules::from_places(|count| bits.read(count))?);
        while history.game().phase() != Phase::Complete && read_decision(&mut bits, &mut history)? {
            if history.log().len() > MOST_EVENTS {
                return Err(BinaryError::TooLong);
            }
        }
        // One game has one encoding: nothing may come after it.
        if bits.rest_is_padding() {
            Ok(history)
        } else {
            Err(BinaryError::NotCanonical)
        }
    }
}

/// Writes an event if it is a decision; what follows by itself is not written.
fn write_event(bits: &mut BitWriter, game: &Game, event: &Event, is_step: bool) {
    match event {
        Event::DealerCut { cut } => write_deck(bits, cut.cards(), is_step),
        Event::HandDealt { deck, .. } => write_deck(bits, deck.cards(), is_step),
        Event::Resigned { seat } => write_ending(bits, game, Ending::Resign(*seat)),
        Event::Claimed { .. } => write_ending(bits, game, Ending::Claim),
        decision if is_step => {
            let legal = game.legal();
            let place = decision.action().and_then(|(_, action)| legal.place_of(&action));
            // The decisions of a log are legal where they stand.
            bits.write(place.unwrap_or_default(), legal.len() + ENDS.len());
        }
        _ => {}
    }
}

fn write_deck(bits: &mut BitWriter, cards: &[Card], is_step: bool) {
    let kind = if is_step {
        DECK_OF_ITS_OWN
    } else {
        DECK_WITHIN_STEP
    };
    bits.write(kind, DECK_WITHIN_STEP + 1);
    let mut left = Cards::ALL;
    for &card in cards {
        bits.write(left.place_of(card), left.len());
        left.remove(card);
    }
}

fn write_ending(bits: &mut BitWriter, game: &Game, ending: Ending) {
    let place = ENDS.iter().position(|known| *known == ending).unwrap_or_default();
    if game.wants_deck() {
        bits.write(place, DECK_WITHIN_STEP + 1);
    } else {
        let legal = game.legal().len();
        bits.write(legal + place, legal + ENDS.len());
    }
}

/// Reads a decision and lets it happen; whether the log goes on.
fn read_decision(bits: &mut BitReader, history: &mut History) -> Result<bool, BinaryError> {
    let Some(seat) = history.game().turn() else {
        return read_deck(bits, history);
    };
    let legal = history.game().legal();
    let place = bits.read(legal.len() + ENDS.len())?;
    match legal.nth(place) {
        Some(action) => act(history, seat, action),
        None => end(history, ENDS[place - legal.len()]),
    }
}

fn read_deck(bits: &mut BitReader, history: &mut History) -> Result<bool, BinaryError> {
    let kind = bits.read(DECK_WITHIN_STEP + 1)?;
    if let Some(ending) = ENDS.get(kind) {
        return end(history, *ending);
    }
    let cut = history.game().phase() == Phase::DealerSelection;
    let mut left: Vec<Card> = Card::all().collect();
    let mut pile: Pile<52> = Pile::EMPTY;
    let decided = |pile| cut && Cut::new(pile).is_some();
    while !left.is_empty() && !decided(pile) {
        pile.push(left.remove(bits.read(left.len())?));
    }
    let deck = Deck::beginning_with(pile.as_slice()).map_err(|_| BinaryError::Impossible)?;
    let dealt = if kind == DECK_WITHIN_STEP {
        history.deal_within_step(&deck)
    } else {
        history.deal(&deck).map(drop)
    };
    dealt.map_err(|_| BinaryError::Impossible)?;
    Ok(true)
}

fn end(history: &mut History, ending: Ending) -> Result<bool, BinaryError> {
    match (ending, history.game().turn()) {
        (Ending::Stop, _) => Ok(false),
        (Ending::Resign(seat), _) => act(history, seat, Action::Resign),
        (Ending::Claim, Some(seat)) => act(history, seat, Action::Claim),
        (Ending::Claim, None) => Err(BinaryError::Impossible),
    }
}

fn act(history: &mut History, seat: Seat, action: Action) -> Result<bool, BinaryError> {
    match history.act(seat, action) {
        Ok(_) => Ok(true),
        Err(_) => Err(BinaryError::Impossible),
    }
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let hash = Sha256::digest(bytes);
    [hash[0], hash[1], hash[2], hash[3]]
}

/// How many bits tell so many possibilities apart.
const fn bits_for(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

/// Numbers one after the other, each in as few bits as its possibilities need.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    used: u32,
}

impl BitWriter {
    fn write(&mut self, value: usize, count: usize) {
        for bit in (0..bits_for(count)).rev() {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut()
                && value >> bit & 1 == 1
            {
                *last |= 0x80 >> (self.used % 8);
            }
            self.used += 1;
        }
    }
}

struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl BitReader<'_> {
    fn new(bytes: &[u8]) -> BitReader<'_> {
        BitReader { bytes, at: 0 }
    }

    /// The next of so many possibilities.
    fn read(&mut self, count: usize) -> Result<usize, BinaryError> {
        let bits = bits_for(count) as usize;
        if self.at + bits > 8 * self.bytes.len() {
            return Err(BinaryError::Truncated);
        }
        // At most sixteen bits (40,320 ways to kill eight cards), so three bytes hold them wherever they begin.
        let byte = |place| usize::from(self.bytes.get(self.at / 8 + place).copied().unwrap_or(0));
        let window = byte(0) << 16 | byte(1) << 8 | byte(2);
        let value = window >> (24 - self.at % 8 - bits) & ((1 << bits) - 1);
        self.at += bits;
        if value < count {
            Ok(value)
        } else {
            Err(BinaryError::Impossible)
        }
    }

    /// Whether nothing is left but the zeros that fill up the last byte.
    fn rest_is_padding(&mut self) -> bool {
        let whole = self.at.div_ceil(8) == self.bytes.len();
        whole && (self.at..8 * self.bytes.len()).all(|_| self.read(2) == Ok(0))
    }
}

/// Bytes that are no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BinaryError {
    /// The bytes end too early.
    #[error("the bytes end in the middle of a game")]
    Truncated,
    /// Another release wrote them.
    #[error("the bytes have version {0}; this release reads version {VERSION}")]
    Version(u8),
    /// They were changed on their way.
    #[error("the checksum does not fit the bytes")]
    Checksum,
    /// They say something that can't be.
    #[error("the bytes say something that the rules do not allow")]
    Impossible,
    /// There is more in them than one game.
    #[error("the game is written otherwise than it should be")]
    NotCanonical,
    /// There are more hands than anybody plays.
    #[error("the game has more than {MOST_EVENTS} events")]
    TooLong,
}
