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
/// The trumps that carry one point, without the two.
pub(super) const ONES: u16 = 1 << ACE | 1 << 10 | 1 << 9;
/// The trumps that carry five points.
pub(super) const FIVES: u16 = 1 << 4 | 1 << 3;
/// The other trumps. The two is among them, because its point always goes to the team that plays
/// it.
pub(super) const PLAIN: u16 = !(ONES | FIVES);

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
    /// The seat that plays next.
    pub(super) seat: u8,
    /// The number of seats that have had their turn.
    pub(super) turns: u8,
    /// The highest card so far, and the seat that played it.
    pub(super) best: u16,
    pub(super) best_seat: u8,
    pub(super) points: u8,
    pub(super) cards: u16,
    /// The cards that were gone before the trick started.
    pub(super) gone: u16,
}

impl Trick {
    /// A trick to which this seat leads, with these cards left in all hands.
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

    /// The trick after the seat whose turn it is plays this card.
    pub(super) const fn after_play(self, card: u16) -> Trick {
        let is_best = card > self.best;
        Trick {
            seat: (self.seat + 1) & 3,
            turns: self.turns + 1,
            best: if is_best { card } else { self.best },
            best_seat: if is_best { self.seat } else { self.best_seat },
            points: self.points + POINTS[card.trailing_zeros() as usize],
            cards: self.cards | card,
            gone: self.gone,
        }
    }

    /// The trick after skipping the seat whose turn it is, because it has no trumps.
    pub(super) const fn after_skip(self) -> Trick {
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

pub(super) const fn lowest(cards: u16) -> u16 {
    cards & cards.wrapping_neg()
}

/// The cards in `cards` that are higher than all of `others`.
pub(super) const fn above(cards: u16, others: u16) -> u16 {
    match others {
        0 => cards,
        others => cards & !((highest(others) << 1).wrapping_sub(1)),
    }
}

/// A position during play.
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub(super) hands: Hands,
    /// The cards on top of killed piles that are still to be played. They are not in `hands`.
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
        let on_table = ending.trick.iter().fold(0, |on_table, (_, card)| on_table | card);
        let lead = ending.trick.first().map_or(ending.turn(), |(seat, _)| *seat);
        let mut trick = Trick::led_by(lead as u8, ours | theirs | on_table);
        for &(seat, card) in &ending.trick {
            while trick.seat != seat as u8 {
                trick = trick.after_skip();
            }
            trick = trick.after_play(card);
        }
        while trick.cards != 0 && trick.turns < 4 && trick.seat != ending.turn() as u8 {
            trick = trick.after_skip();
        }
        Position { hands, tops, trick }
    }

    /// The points still to be taken, without the two's point.
    pub(super) fn points_left(&self) -> u8 {
        let (ours, theirs) = Hands(self.hands.0 | self.tops.0).sides();
        points(ours | theirs) + self.trick.points
    }

    /// Both teams' points if North and South take `value`, including the two's point.
    pub(super) fn points_by_team(&self, ending: &Ending, value: i32) -> ByTeam<u8> {
        let ours = u8::try_from(value).unwrap_or_default();
        let theirs = self.points_left() - ours;
        let mut points = ByTeam::new(ours, theirs);
        if let Some(team) = ending.owner_of_two() {
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
    pub(super) const fn after_play<const TOPS: bool>(&self, card: u16) -> Position {
        let seat = self.trick.seat;
        Position {
            hands: self.hands.without(seat, card),
            tops: if TOPS {
                self.tops.without(seat, card)
            } else {
                self.tops
            },
            trick: self.trick.after_play(card),
        }
    }

    /// The legal cards, but only one of each set of equivalent cards. Cards are equivalent if they
    /// carry the same points and nobody else still holds a card between them.
    #[inline]
    pub(super) fn candidates<const TOPS: bool>(&self) -> u16 {
        let cards = self.playable::<TOPS>(self.trick.seat);
        let gone = self.trick.gone;
        let mut duplicates = 0;
        for class in [ONES, FIVES, PLAIN] {
            let alike = cards & class;
            // Adding a bit to the gap above it carries it to the next remaining card.
            let above = alike << 1;
            let next = (gone.wrapping_add(above & gone) & !gone) | (above & !gone);
            duplicates |= next & alike;
        }
        cards & !duplicates
    }

    /// Splits these cards into groups in the order in which to search them: most promising first,
    /// because an early good play cuts off the others. Within a group, the lowest card comes first.
    #[inline]
    pub(super) fn move_order<const TOPS: bool>(&self, cards: u16) -> [u16; 6] {
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
        let is_partners = trick.cards != 0 && (trick.best_seat ^ trick.seat) & 1 == 0;
        if is_partners && threat < trick.best {
            // The partner takes the trick: feed points to it and keep the high cards.
            return [cards & FIVES, cards & ONES, cards & PLAIN, 0, 0, 0];
        }
        let winners = above(cards, threat.max(trick.best));
        let rest = cards & !winners;
        [
            winners & FIVES,
            winners & ONES,
            winners & PLAIN,
            rest & PLAIN,
            rest & ONES,
            rest & FIVES,
        ]
    }
}
