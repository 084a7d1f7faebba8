//! Fingerprints of games: 64 bits that are the same for the same state on every machine and in
//! every release.

use crate::game::{Event, Game};
use crate::seat::{Seat, Team};

/// A 64-bit hash of a state: equal games have equal fingerprints, and two different games have the
/// same one with a probability of 1 in 2⁶⁴.
///
/// A fingerprint consists of parts, such as a seat's cards or the bidding, and can be updated
/// incrementally: only the parts that an event affects are recomputed. A [`Game`] doesn't contain
/// its fingerprint, because that would slow down simulations; callers who need one keep it beside
/// the game.
///
/// ```
/// use pidro::{Action, Fingerprint, Game, Seat, Seed};
///
/// let mut game = Game::new("first_dealer=N".parse()?);
/// game.deal(&Seed::new("1").deck(1), |_| ())?;
/// let mut fingerprint = Fingerprint::of(&game);
///
/// let mut events = Vec::new();
/// game.act(Seat::East, Action::Pass, |event| events.push(*event))?;
/// fingerprint.update(&events, &game);
/// assert_eq!(fingerprint.get(), game.fingerprint());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint {
    parts: [u64; PARTS],
}

/// The number of parts of a state: the general part, the four seats, the pack, the killed cards,
/// the auction and the play. Each has a bit in a mask of parts.
const PARTS: usize = 9;
const GENERAL: u16 = 1;
const fn seat_part(seat: Seat) -> u16 {
    1 << (1 + seat as u8)
}
const PACK: u16 = 1 << 5;
const KILLED: u16 = 1 << 6;
const AUCTION: u16 = 1 << 7;
const PLAY: u16 = 1 << 8;
const ALL: u16 = (1 << PARTS) - 1;

impl Fingerprint {
    /// Computes the fingerprint of this game.
    #[must_use]
    pub fn of(game: &Game) -> Fingerprint {
        let mut fingerprint = Fingerprint { parts: [0; PARTS] };
        fingerprint.recompute(ALL, game);
        fingerprint
    }

    /// The 64-bit value.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.parts.iter().fold(0, |all, part| all ^ part)
    }

    /// Updates the fingerprint after these events, which led to this game.
    pub fn update<'a>(&mut self, events: impl IntoIterator<Item = &'a Event>, game: &Game) {
        let changed = events
            .into_iter()
            .fold(0, |changed, event| changed | affected_parts(event));
        self.recompute(changed, game);
    }

    fn recompute(&mut self, changed: u16, game: &Game) {
        for (index, part) in self.parts.iter_mut().enumerate() {
            if changed >> index & 1 == 1 {
                *part = game.part(index);
            }
        }
    }
}

/// The parts of a state that an event can change.
const fn affected_parts(event: &Event) -> u16 {
    match *event {
        Event::HandDealt { .. } => ALL,
        Event::CallMade { .. } => GENERAL | AUCTION,
        Event::Discarded { seat, .. } | Event::WentCold { seat, .. } => GENERAL | seat_part(seat),
        // These events can start the play, which sets the lead.
        Event::Redealt { seat, .. } | Event::Robbed { seat, .. } => GENERAL | seat_part(seat) | PACK | PLAY,
        Event::Killed { seat, .. } | Event::CardPlayed { seat, .. } => {
            GENERAL | seat_part(seat) | KILLED | PLAY
        }
        Event::TrickWon { .. } => GENERAL | PLAY,
        Event::DealerCut { .. }
        | Event::DealerChosen { .. }
        | Event::BiddingWon { .. }
        | Event::TrumpDeclared { .. }
        | Event::Claimed { .. }
        | Event::HandScored { .. }
        | Event::GameWon { .. }
        | Event::Resigned { .. } => GENERAL,
    }
}

impl Game {
    /// The [`Fingerprint`] of this game as a number. It depends on the state itself, not on its
    /// layout in memory.
    ///
    /// ```
    /// use pidro::{Action, Seat, Seed, SeededGame};
    ///
    /// let mut game = SeededGame::new("first_dealer=N".parse()?, Some(Seed::new("1")));
    /// let before = game.history().game().fingerprint();
    /// game.act(Seat::East, Action::Pass)?;
    /// assert_ne!(game.history().game().fingerprint(), before);
    /// game.undo()?;
    /// assert_eq!(game.history().game().fingerprint(), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        Fingerprint::of(self).get()
    }

    /// The hash of one part of the state.
    fn part(&self, index: usize) -> u64 {
        let mut mix = Mixer(SEED.wrapping_add(index as u64));
        match index {
            0 => self.mix_general(&mut mix),
            1..=4 => self.mix_seat(&mut mix, Seat::ALL[index - 1]),
            5 => self.mix_pack(&mut mix),
            6 => self.mix_killed(&mut mix),
            7 => self.mix_auction(&mut mix),
            _ => self.mix_play(&mut mix),
        }
        mix.finish()
    }

    /// The rules, the score, and the stage of the game.
    fn mix_general(&self, mix: &mut Mixer) {
        mix.word(self.rules.code());
        for (_, score) in self.scores.iter() {
            mix.word(u64::from(score.cast_unsigned()));
        }
        mix.word(u64::from(self.number));
        mix.bytes([
            self.stage.number(),
            self.actor as u8,
            optional(self.dealer.map(|seat| seat as u8)),
            optional(self.winner.map(|team| team as u8)),
            self.hand.dealer as u8,
            optional(self.hand.trump.map(|trump| trump.suit() as u8)),
            optional(self.hand.pool_size),
            optional(self.hand.claimed.map(|seat| seat as u8)),
        ]);
    }

    fn mix_seat(&self, mix: &mut Mixer, seat: Seat) {
        mix.word(self.hand.cards[seat].bits());
        mix.word(self.hand.discards[seat].bits());
        let redeal = self.hand.redeal[seat];
        mix.bytes([
            u8::from(redeal.is_some()),
            redeal.map_or(0, |redeal| redeal.requested),
            redeal.map_or(0, |redeal| redeal.received),
            u8::from(self.hand.cold.contains(seat)),
            0,
            0,
            0,
            0,
        ]);
    }

    fn mix_pack(&self, mix: &mut Mixer) {
        mix.word(self.hand.buried.bits());
        mix.list(self.hand.pack.as_slice().iter().map(|card| card.index()));
    }

    /// The killed cards in order, and the seats whose top card is still to be played or has been
    /// played.
    fn mix_killed(&self, mix: &mut Mixer) {
        let killed = &self.hand.killed;
        let plays = killed.all().iter().flatten();
        mix.list(plays.map(|play| (play.seat as u8) << 6 | play.card.index()));
        mix.list(Seat::ALL.into_iter().map(|seat| {
            u8::from(killed.forced_top(seat).is_some()) << 1 | u8::from(killed.top_was_played(seat))
        }));
    }

    fn mix_auction(&self, mix: &mut Mixer) {
        mix.list(self.hand.auction.as_slice().iter().map(|call| call.number()));
    }

    fn mix_play(&self, mix: &mut Mixer) {
        let mut played = 0;
        let plays = self.hand.tricks.plays().iter();
        mix.list(plays.map(|play| (play.seat as u8) << 6 | play.card.index()));
        // One bit per play: set if the play ends a trick.
        let mut ends = 0u64;
        for trick in self.hand.tricks.finished() {
            played += trick.plays().len();
            ends |= 1 << played;
        }
        mix.word(ends);
        let [ns, ew] = Team::ALL.map(|team| self.hand.points[team]);
        mix.bytes([ns, ew, self.hand.lead as u8, 0, 0, 0, 0, 0]);
    }
}

/// Encodes an optional small number.
const fn optional(value: Option<u8>) -> u8 {
    match value {
        Some(value) => value + 1,
        None => 0,
    }
}

const SEED: u64 = 0x5069_6472_6f20_3632; // "Pidro 62"
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes words into 64 bits: multiplies each with the state to 128 bits, and folds the halves
/// together.
struct Mixer(u64);

impl Mixer {
    fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ ODD) * u128::from(ODD.rotate_left(23) | 1);
        #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
        let (high, low) = ((product >> 64) as u64, product as u64);
        self.0 = high ^ low ^ self.0.rotate_left(29);
    }

    fn bytes(&mut self, bytes: [u8; 8]) {
        self.word(u64::from_le_bytes(bytes));
    }

    /// Mixes in a list of bytes, eight per word, and its length.
    fn list(&mut self, bytes: impl Iterator<Item = u8>) {
        let mut word = [0; 8];
        let mut len = 0;
        for byte in bytes {
            word[len % 8] = byte;
            len += 1;
            if len % 8 == 0 {
                self.bytes(word);
                word = [0; 8];
            }
        }
        self.bytes(word);
        self.word(len as u64);
    }

    fn finish(mut self) -> u64 {
        self.word(0);
        self.0
    }
}
