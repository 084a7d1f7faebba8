//! A game's fingerprint: 64 bits that are the same for the same state, on every machine and in every release.

use crate::bidding::Call;
use crate::game::Game;
use crate::seat::Seat;

impl Game {
    /// 64 bits that tell states apart: equal for equal games, and with two different ones the chance that they
    /// agree is one in 2⁶⁴.
    ///
    /// It is worked out when it is asked for, from what the state is and not from how it lies in memory. That
    /// takes as long as some eight plays; keeping it up at every event would cost every simulation, and few
    /// ask.
    ///
    /// ```
    /// use pidro::{Action, Seat, Seed, Table};
    ///
    /// let mut table = Table::new("first_dealer=N".parse()?, Some(Seed::new("1")));
    /// let before = table.history().game().fingerprint();
    /// table.act(Seat::East, Action::Pass)?;
    /// assert_ne!(table.history().game().fingerprint(), before);
    /// table.undo()?;
    /// assert_eq!(table.history().game().fingerprint(), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut mix = Mixer(SEED);
        self.mix_table(&mut mix);
        self.mix_cards(&mut mix);
        self.mix_auction(&mut mix);
        self.mix_play(&mut mix);
        mix.finish()
    }

    /// The rules, the score, and where the game stands.
    fn mix_table(&self, mix: &mut Mixer) {
        let mut rules = 0;
        for (place, count) in self.rules.places() {
            rules = rules * count as u64 + place as u64;
        }
        mix.word(rules);
        for (_, score) in self.scores.iter() {
            mix.word(u64::from(score.cast_unsigned()));
        }
        mix.word(u64::from(self.number));
        mix.bytes([
            self.stage.number(),
            self.at as u8,
            optional(self.dealer.map(|seat| seat as u8)),
            optional(self.winner.map(|team| team as u8)),
            self.hand.dealer as u8,
            optional(self.hand.trump.map(|trump| trump.suit() as u8)),
            optional(self.hand.pool_size),
            optional(self.hand.claimed.map(|seat| seat as u8)),
        ]);
    }

    /// Where every card is.
    fn mix_cards(&self, mix: &mut Mixer) {
        for seat in Seat::ALL {
            mix.word(self.hand.cards[seat].bits());
            mix.word(self.hand.discards[seat].bits());
        }
        mix.word(self.hand.buried.bits());
        mix.list(self.hand.pack.as_slice().iter().map(|card| card.index()));
        for seat in Seat::ALL {
            let pile = self.hand.killed.pile(seat);
            let cards = pile.iter().flat_map(super::pile::Pile::as_slice);
            mix.list(cards.map(|card| card.index()));
            let redeal = self.hand.redeal[seat];
            mix.bytes([
                u8::from(pile.is_some()),
                u8::from(self.forced_top(seat).is_some()),
                u8::from(redeal.is_some()),
                redeal.map_or(0, |redeal| redeal.requested),
                redeal.map_or(0, |redeal| redeal.received),
                u8::from(self.hand.cold.contains(seat)),
                0,
                0,
            ]);
        }
    }

    fn mix_auction(&self, mix: &mut Mixer) {
        mix.list(self.hand.auction.calls().map(|(_, call)| match call {
            Call::Pass => 0,
            Call::Bid(bid) => bid.get(),
        }));
    }

    fn mix_play(&self, mix: &mut Mixer) {
        let mut played = 0;
        let plays = self.hand.tricks.plays().iter();
        mix.list(plays.map(|play| (play.seat as u8) << 6 | play.card.index()));
        // A bit for each play that a trick ends with.
        let mut ends = 0u64;
        for trick in self.hand.tricks.finished() {
            played += trick.plays().len();
            ends |= 1 << played;
        }
        mix.word(ends);
        let [ns, ew] = crate::Team::ALL.map(|team| self.hand.points[team]);
        mix.bytes([ns, ew, self.hand.lead as u8, 0, 0, 0, 0, 0]);
    }
}

/// A small number that may be missing.
const fn optional(value: Option<u8>) -> u8 {
    match value {
        Some(value) => value + 1,
        None => 0,
    }
}

const SEED: u64 = 0x5069_6472_6f20_3632; // "Pidro 62"
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes words into 64 bits: each is multiplied to 128 bits with what came before, and the halves are folded.
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

    /// A list of bytes, eight to a word, and how many they are.
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
        self.word(1);
        self.0
    }
}
