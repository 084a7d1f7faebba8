//! A position during play, packed into a few machine words: one bit per trump, from the two
//! (lowest) to the ace (highest).

use pidro::{ByTeam, Seat};

use crate::ending::Ending;

/// The points of the trump at each bit, without the two's point: 13 in all.
pub(super) const POINTS: [u8; 16] = {
    let mut points = [0; 16];
    points[ACE] = 1;
    points[10] = 1;
    points[9] = 1;
    points[4] = 5;
    points[3] = 5;
    points
};
pub(super) const ACE: usize = 13;
pub(super) const ONES: u16 = 1 << ACE | 1 << 10 | 1 << 9;
pub(super) const FIVES: u16 = 1 << 4 | 1 << 3;

/// The points of these trumps, without the two's point.
pub(super) const fn points(cards: u16) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 13")]
    let points = ((cards & ONES).count_ones() + 5 * (cards & FIVES).count_ones()) as u8;
    points
}

/// The trumps of the four seats, sixteen bits each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Hands(pub(super) u64);

impl Hands {
    #[expect(clippy::cast_possible_truncation, reason = "one seat's sixteen bits")]
    pub(super) const fn of(self, seat: u8) -> u16 {
        (self.0 >> (16 * seat)) as u16
    }

    pub(super) const fn without(self, seat: u8, card: u16) -> Hands {
        Hands(self.0 & !((card as u64) << (16 * seat)))
    }

    /// The trumps of North and South, and those of East and West.
    #[expect(clippy::cast_possible_truncation, reason = "the seats' sixteen bits")]
    pub(super) const fn sides(self) -> (u16, u16) {
        let both = self.0 | self.0 >> 32;
        (both as u16, (both >> 16) as u16)
    }
}

/// The current trick.
#[derive(Clone, Copy)]
pub(super) struct Trick {
    /// The seat that plays next; `turns` counts the seats that have had their turn.
    pub(super) seat: u8,
    pub(super) turns: u8,
    pub(super) best: u16,
    pub(super) best_seat: u8,
    pub(super) points: u8,
    pub(super) cards: u16,
    /// The cards that were gone before the trick started.
    pub(super) gone: u16,
}

impl Trick {
    pub(super) const fn led_by(seat: u8, left: u16) -> Trick {
        Trick {
            seat,
            turns: 0,
            best: 0,
            best_seat: seat,
            points: 0,
            cards: 0,
            gone: !left,
        }
    }

    pub(super) const fn with(self, card: u16) -> Trick {
        let takes = card > self.best;
        Trick {
            seat: (self.seat + 1) & 3,
            turns: self.turns + 1,
            best: if takes { card } else { self.best },
            best_seat: if takes { self.seat } else { self.best_seat },
            points: self.points + POINTS[card.trailing_zeros() as usize],
            cards: self.cards | card,
            gone: self.gone,
        }
    }

    pub(super) const fn passed(self) -> Trick {
        Trick {
            seat: (self.seat + 1) & 3,
            turns: self.turns + 1,
            ..self
        }
    }
}

pub(super) const fn highest(cards: u16) -> u16 {
    1 << cards.ilog2()
}

/// The cards in `cards` that are higher than all of `others`.
pub(super) const fn above(cards: u16, others: u16) -> u16 {
    match others {
        0 => cards,
        others => cards & !((highest(others) << 1).wrapping_sub(1)),
    }
}

/// A position during play. The cards on top of killed piles are kept separately from the hands.
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub(super) hands: Hands,
    pub(super) tops: Hands,
    pub(super) trick: Trick,
}

impl Position {
    pub(super) fn of(ending: &Ending) -> Position {
        let pack = |cards: &pidro::BySeat<u16>| {
            let mut hands = 0;
            for seat in Seat::ALL {
                hands |= u64::from(cards[seat]) << (16 * seat as u8);
            }
            Hands(hands)
        };
        let (hands, tops) = (pack(&ending.hands), pack(&ending.tops));
        let (ours, theirs) = Hands(hands.0 | tops.0).sides();
        let laid = ending.trick.iter().fold(0, |laid, (_, card)| laid | card);
        let lead = ending.trick.first().map_or(ending.turn(), |(seat, _)| *seat);
        let mut trick = Trick::led_by(lead as u8, ours | theirs | laid);
        for &(seat, card) in &ending.trick {
            while trick.seat != seat as u8 {
                trick = trick.passed();
            }
            trick = trick.with(card);
        }
        while trick.cards != 0 && trick.turns < 4 && trick.seat != ending.turn() as u8 {
            trick = trick.passed();
        }
        Position { hands, tops, trick }
    }

    /// The points still to be taken, without the two's point.
    pub(super) fn total(&self) -> u8 {
        let (ours, theirs) = Hands(self.hands.0 | self.tops.0).sides();
        points(ours | theirs) + self.trick.points
    }

    pub(super) fn by_team(&self, ending: &Ending, value: i32) -> ByTeam<u8> {
        let ours = u8::try_from(value).unwrap_or_default();
        let theirs = self.total() - ours;
        let two = ending.owner_of_two();
        let mut points = ByTeam::new(ours, theirs);
        if let Some(team) = two {
            points[team] += 1;
        }
        points
    }

    /// The cards that this seat could play. `TOPS` says whether killed cards may still wait to be
    /// played. Almost always none do, and then this check costs nothing.
    #[inline]
    pub(super) const fn playable<const TOPS: bool>(&self, seat: u8) -> u16 {
        match self.tops.of(seat) {
            top if TOPS && top != 0 => top,
            _ => self.hands.of(seat),
        }
    }

    #[inline]
    pub(super) const fn played<const TOPS: bool>(&self, card: u16) -> Position {
        let seat = self.trick.seat;
        Position {
            hands: self.hands.without(seat, card),
            tops: if TOPS {
                self.tops.without(seat, card)
            } else {
                self.tops
            },
            trick: self.trick.with(card),
        }
    }
}
impl Position {
    /// The legal cards, but only one of each set of equivalent cards. Cards are equivalent if they
    /// carry the same points and nobody else still holds a card between them.
    #[inline]
    pub(super) fn worth_trying<const TOPS: bool>(&self) -> u16 {
        let cards = self.playable::<TOPS>(self.trick.seat);
        let gone = self.trick.gone;
        let mut double = 0;
        for class in [ONES, FIVES, !(ONES | FIVES)] {
            let alike = cards & class;
            // Adding a bit to the gap above it carries it to the next remaining card.
            let above = alike << 1;
            let next = (gone.wrapping_add(above & gone) & !gone) | (above & !gone);
            double |= next & alike;
        }
        cards & !double
    }

    /// Splits these cards into groups, most promising first. Within a group, the lowest card comes
    /// first.
    #[inline]
    pub(super) fn in_order<const TOPS: bool>(&self, cards: u16) -> [u16; 6] {
        let trick = self.trick;
        // The cards that opponents can still play to the trick: those of the next seat and, on a
        // lead, those of the last seat too.
        let mut threat = 0;
        if trick.turns < 3 {
            threat |= self.playable::<TOPS>((trick.seat + 1) & 3);
        }
        if trick.turns == 0 {
            threat |= self.playable::<TOPS>((trick.seat + 3) & 3);
        }
        let partner_leads_it = trick.cards != 0 && (trick.best_seat ^ trick.seat) & 1 == 0;
        let plain = !(ONES | FIVES);
        if partner_leads_it && threat < trick.best {
            // The partner takes the trick: feed points to it and keep the high cards.
            return [cards & FIVES, cards & ONES, cards & plain, 0, 0, 0];
        }
        let bar = threat.max(trick.best);
        let takes = above(cards, bar);
        let rest = cards & !takes;
        [
            takes & FIVES,
            takes & ONES,
            takes & plain,
            rest & plain,
            rest & ONES,
            rest & FIVES,
        ]
    }
}
