//! A game as bytes: versioned, checksummed, and just one encoding for each game.
//!
//! After the version byte come bits, the highest of each byte first: the rules, then every decision as its place
//! among what is possible at that point, in as few bits as so many possibilities need. A deck is its cards one by one,
//! each as its place among those that are left. The last bits are zeros up to a whole byte, and four bytes of
//! checksum follow.

use crate::action::Action;
use crate::bits::{BinaryError, BitReader, BitWriter};
use crate::card::Card;
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
        let mut bits = BitWriter::new(VERSION);
        self.write_bits(&mut bits);
        bits.seal()
    }

    /// The game that these bytes tell of. Every decision goes through the rules.
    ///
    /// # Errors
    ///
    /// If they are not what [`to_bytes`](History::to_bytes) writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<History, BinaryError> {
        let mut bits = BitReader::open(bytes, VERSION)?;
        let history = History::read_bits(&mut bits)?;
        // One game has one encoding: nothing may come after it.
        bits.end()?;
        Ok(history)
    }

    pub(crate) fn write_bits(&self, bits: &mut BitWriter) {
        let mut game = Game::new(*self.game().rules());
        for (place, count) in game.rules().places() {
            bits.write(place, count);
        }
        for (place, event) in self.log().iter().enumerate() {
            write_event(bits, &game, event, self.is_step(place));
            game.apply(event);
        }
        if game.phase() != Phase::Complete {
            write_ending(bits, &game, Ending::Stop);
        }
    }

    pub(crate) fn read_bits(bits: &mut BitReader) -> Result<History, BinaryError> {
        let mut history = History::new(Rules::from_places(|count| bits.read(count))?);
        // About the events that so many bytes make, and not more than a bounded log has.
        history.reserve((bits.len() * 6 / 5).min(MOST_EVENTS));
        while history.game().phase() != Phase::Complete && read_decision(bits, &mut history)? {
            if history.log().len() > MOST_EVENTS {
                return Err(BinaryError::TooLong(MOST_EVENTS));
            }
        }
        Ok(history)
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
    let mut left = CardsLeft::new();
    for &card in cards {
        let place = left.place_of(card);
        bits.write(place, left.count);
        left.take(place);
    }
}

/// The cards that are left of a deck. The last one takes the place of one that is taken, so that taking costs the
/// same everywhere.
struct CardsLeft {
    cards: [Card; Card::COUNT],
    places: [u8; Card::COUNT],
    count: usize,
}

impl CardsLeft {
    fn new() -> CardsLeft {
        CardsLeft {
            cards: *Deck::UNSHUFFLED.cards(),
            places: Deck::UNSHUFFLED.cards().map(Card::index),
            count: Card::COUNT,
        }
    }

    fn place_of(&self, card: Card) -> usize {
        self.places[usize::from(card.index())].into()
    }

    #[inline]
    fn take(&mut self, place: usize) -> Card {
        self.count -= 1;
        let (taken, last) = (self.cards[place], self.cards[self.count]);
        self.cards[place] = last;
        self.places[usize::from(last.index())] = self.places[usize::from(taken.index())];
        taken
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
    let mut left = CardsLeft::new();
    let mut pile: Pile<52> = Pile::EMPTY;
    while left.count > 0 && !(cut && Cut::new(pile).is_some()) {
        pile.push(left.take(bits.read(left.count)?));
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
