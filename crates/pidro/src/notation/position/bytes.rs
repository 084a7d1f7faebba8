//! Positions as bytes: versioned, checksummed, and with exactly one encoding per position.

use super::facts::{Facts, HandFacts};
use crate::cards::{Card, CardSet, Suit, Trump};
use crate::game::{Auction, Call, Game, Play, Stage};
use crate::notation::bits::{BitReader, BitWriter, DecodeError};
use crate::rules::Rules;
use crate::seat::{BySeat, ByTeam, Seat, Team};
use alloc::vec::Vec;

/// Differs from the versions of whole games, so that the two formats can't be confused.
const VERSION: u8 = 0x81;

impl Game {
    /// Encodes the position in at most 96 bytes.
    ///
    /// ```
    /// use pidro::{Game, Seed, SeededGame};
    ///
    /// let seeded = SeededGame::new("traditional".parse()?, Some(Seed::new("7")));
    /// let game = seeded.history().game();
    /// let bytes = game.to_bytes();
    /// assert!(bytes.len() <= 96);
    /// assert_eq!(Game::from_bytes(&bytes)?, *game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bits = BitWriter::new(VERSION);
        self.write_bits(&mut bits);
        bits.seal()
    }

    pub(crate) fn write_bits(&self, bits: &mut BitWriter) {
        let facts = Facts::of(self);
        facts.rules.write_bits(bits);
        bits.write(facts.stage.number().into(), Stage::COUNT);
        bits.optional_seat(facts.actor);
        bits.optional_seat(facts.dealer);
        bits.write_bits(facts.number.into(), 32);
        for (_, score) in facts.scores.iter() {
            bits.write_bits(score.cast_unsigned().into(), 32);
        }
        bits.write(facts.winner.map_or(0, |team| team as usize + 1), 3);
        bits.optional_seat(facts.hand.as_ref().map(|hand| hand.dealer));
        if let Some(hand) = &facts.hand {
            write_hand(bits, hand);
        }
    }

    /// Decodes a position.
    ///
    /// # Errors
    ///
    /// If the bytes are not the output of [`to_bytes`](Game::to_bytes), or no game can reach the
    /// position.
    pub fn from_bytes(bytes: &[u8]) -> Result<Game, DecodeError> {
        let mut bits = BitReader::open(bytes, VERSION)?;
        let game = Game::read_bits(&mut bits)?;
        bits.end()?;
        Ok(game)
    }

    pub(crate) fn read_bits(bits: &mut BitReader) -> Result<Game, DecodeError> {
        let mut facts = Facts {
            rules: Rules::read_bits(bits)?,
            stage: Stage::from_number(bits.read(Stage::COUNT)?).ok_or(DecodeError::Impossible)?,
            actor: bits.optional_seat()?,
            dealer: bits.optional_seat()?,
            number: bits.read_u32()?,
            scores: ByTeam::new(bits.read_u32()?.cast_signed(), bits.read_u32()?.cast_signed()),
            winner: bits.read(3)?.checked_sub(1).map(|index| Team::ALL[index]),
            hand: bits.optional_seat()?.map(HandFacts::new),
        };
        if let Some(hand) = &mut facts.hand {
            read_hand(bits, hand)?;
        }
        facts.game().map_err(|_| DecodeError::Impossible)
    }
}

/// One more than the largest pool: the dealer's nine cards and the whole pack of sixteen.
const POOL_SIZES: usize = 26;

fn write_hand(bits: &mut BitWriter, hand: &HandFacts) {
    for plane in planes(hand) {
        bits.write_bits(plane, 52);
    }
    bits.write(hand.auction.len(), Auction::CAPACITY + 1);
    for call in hand.auction.as_slice() {
        bits.write_bits(call.number().into(), 4);
    }
    bits.write(hand.trump.map_or(0, |trump| trump.suit() as usize + 1), 5);
    bits.write(
        hand.pool_size.map_or(0, |size| usize::from(size) + 1),
        POOL_SIZES + 1,
    );
    bits.optional_seat(hand.claimed);
    bits.write(hand.pack.len(), 17);
    for card in hand.pack.as_slice() {
        bits.write_bits(card.index().into(), 6);
    }
    write_plays(bits, &hand.killed);
    write_plays(bits, &hand.plays);
}

fn read_hand(bits: &mut BitReader, hand: &mut HandFacts) -> Result<(), DecodeError> {
    let mut planes = [0; 4];
    for plane in &mut planes {
        *plane = bits.read_bits(52)?;
    }
    place_cards(hand, planes)?;
    let mut calls = [Call::Pass; Auction::CAPACITY];
    let count = bits.read(Auction::CAPACITY + 1)?;
    for call in &mut calls[..count] {
        let number = u8::try_from(bits.read(16)?).ok();
        *call = number
            .and_then(Call::from_number)
            .ok_or(DecodeError::Impossible)?;
    }
    hand.auction = Auction::of(hand.dealer, &calls[..count]).ok_or(DecodeError::Impossible)?;
    hand.trump = bits
        .read(5)?
        .checked_sub(1)
        .map(|index| Trump::new(Suit::ALL[index]));
    hand.pool_size = bits
        .read(POOL_SIZES + 1)?
        .checked_sub(1)
        .and_then(|size| u8::try_from(size).ok());
    hand.claimed = bits.optional_seat()?;
    let mut pack = CardSet::NONE;
    for _ in 0..bits.read(17)? {
        let card = bits.card()?;
        if pack.contains(card) {
            return Err(DecodeError::Impossible);
        }
        pack.insert(card);
        hand.pack.push(card);
    }
    read_plays(bits, &mut hand.killed)?;
    read_plays(bits, &mut hand.plays)
}

/// The location of each card, as four planes of 52 bits: plane *k* contains bit *k* of each card's
/// location number. The hands have the numbers 1 to 4, the discards 5 to 8, the buried cards 9, and
/// the cards that are listed separately 0.
fn planes(hand: &HandFacts) -> [u64; 4] {
    let mut planes = [0; 4];
    for (number, cards) in (1..).zip(piles(hand)) {
        for (bit, plane) in planes.iter_mut().enumerate() {
            *plane |= if number >> bit & 1 == 1 { cards.bits() } else { 0 };
        }
    }
    planes
}

fn piles(hand: &HandFacts) -> [CardSet; 9] {
    let [n, e, s, w] = Seat::ALL.map(|seat| hand.cards[seat]);
    let [dn, de, ds, dw] = Seat::ALL.map(|seat| hand.discards[seat]);
    [n, e, s, w, dn, de, ds, dw, hand.buried]
}

fn place_cards(hand: &mut HandFacts, planes: [u64; 4]) -> Result<(), DecodeError> {
    let pile = |number: usize| {
        let mut cards = CardSet::ALL.bits();
        for (bit, plane) in planes.into_iter().enumerate() {
            cards &= if number >> bit & 1 == 1 { plane } else { !plane };
        }
        CardSet::from_bits(cards).unwrap_or_default()
    };
    hand.cards = BySeat::from_fn(|seat| pile(seat as usize + 1));
    hand.discards = BySeat::from_fn(|seat| pile(seat as usize + 5));
    hand.buried = pile(9);
    if (10..16).all(|number| pile(number).is_empty()) {
        Ok(())
    } else {
        Err(DecodeError::Impossible)
    }
}

fn write_plays<const N: usize>(bits: &mut BitWriter, plays: &[Option<Play>; N]) {
    bits.write(plays.iter().flatten().count(), N + 1);
    for play in plays.iter().flatten() {
        bits.write_bits((play.seat as u64) << 6 | u64::from(play.card.index()), 8);
    }
}

fn read_plays<const N: usize>(
    bits: &mut BitReader,
    plays: &mut [Option<Play>; N],
) -> Result<(), DecodeError> {
    let count = bits.read(N + 1)?;
    for slot in &mut plays[..count] {
        #[expect(clippy::cast_possible_truncation, reason = "eight bits")]
        let play = bits.read_bits(8)? as u8;
        let card = Card::from_index(play & 0x3f).ok_or(DecodeError::Impossible)?;
        let seat = Seat::ALL[usize::from(play >> 6)];
        *slot = Some(Play { seat, card });
    }
    Ok(())
}

impl BitWriter {
    fn optional_seat(&mut self, seat: Option<Seat>) {
        self.write(seat.map_or(0, |seat| seat as usize + 1), 5);
    }
}

impl BitReader<'_> {
    fn optional_seat(&mut self) -> Result<Option<Seat>, DecodeError> {
        Ok(self.read(5)?.checked_sub(1).map(|index| Seat::ALL[index]))
    }

    fn card(&mut self) -> Result<Card, DecodeError> {
        let index = self.read(Card::COUNT)?;
        u8::try_from(index)
            .ok()
            .and_then(Card::from_index)
            .ok_or(DecodeError::Impossible)
    }

    fn read_u32(&mut self) -> Result<u32, DecodeError> {
        u32::try_from(self.read_bits(32)?).map_err(|_| DecodeError::Impossible)
    }
}
