//! The solver: exact play with all cards known.
//!
//! An alpha-beta search over the plays. The value is the number of points that North and South
//! still take, without the point of the two, whose owner is known. North and South maximise it,
//! East and West minimise it. Between tricks, the solver looks up the position in a transposition
//! table. The value of a position does not depend on how it came about, so one table serves all
//! hands.
//!
//! Four things keep the search fast: it tries only one of several equivalent cards; a seat without
//! a choice does not cost a search step; a quick bound tells what the highest cards take at least;
//! and the most promising plays come first. The table key keeps the gaps left by played cards. A
//! key by the relative order of the remaining cards would save a tenth of the plays, but takes
//! longer to compute than it saves.

mod habit;
mod position;
mod sure;

use pidro::{ByTeam, Card, Team};

use crate::ending::Ending;
use position::{Hands, Position, Trick, highest, points};
use sure::sure;

/// Computes what the rest of a hand is worth if everybody plays perfectly.
///
/// ```
/// use pidro::{Seat, Suit, Team, Trump};
/// use pidro_bots::{Ending, Solver};
///
/// let mut ending = Ending::new(Trump::new(Suit::Spades), Seat::West);
/// ending.give(Seat::West, "Ks 3s".parse()?);
/// ending.give(Seat::North, "As Ts".parse()?);
/// let mut solver = Solver::new();
/// assert_eq!(solver.solve(&ending)[Team::NorthSouth], 2);
/// assert!(solver.reaches(&ending, Team::NorthSouth, 2));
/// assert!(!solver.reaches(&ending, Team::NorthSouth, 3));
/// # Ok::<(), pidro::ParseCardSetError>(())
/// ```
#[derive(Clone)]
pub struct Solver {
    table: Box<[Entry]>,
    nodes: u64,
}

/// A table entry: what is known about a position between tricks.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// Lower and upper bounds of the value.
    lower: u8,
    upper: u8,
}

/// The number of table entries, small enough to stay in the processor's cache. Eight times as many
/// would save one play in two hundred.
const TABLE: usize = 1 << 13;

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// Creates a solver with an empty table.
    #[must_use]
    pub fn new() -> Solver {
        let nothing = Entry {
            key: 0,
            lower: 0,
            upper: u8::MAX,
        };
        Solver {
            table: vec![nothing; TABLE].into_boxed_slice(),
            nodes: 0,
        }
    }

    /// The number of plays searched so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Computes what both teams take in the rest of the hand, including the current trick, if
    /// everybody plays perfectly.
    #[must_use]
    pub fn solve(&mut self, ending: &Ending) -> ByTeam<u8> {
        let position = Position::of(ending);
        let value = position.value(self, 0, ALL_POINTS);
        position.by_team(ending, value)
    }

    /// Returns whether this team takes at least `points` points in the rest of the hand if
    /// everybody plays perfectly.
    #[must_use]
    pub fn reaches(&mut self, ending: &Ending, team: Team, points: u8) -> bool {
        let position = Position::of(ending);
        let two = i32::from(ending.owner_of_two() == Some(team));
        let needed = i32::from(points) - two;
        let total = i32::from(position.total());
        match team {
            _ if needed <= 0 => true,
            _ if needed > total => false,
            Team::NorthSouth => position.value(self, needed - 1, needed) >= needed,
            Team::EastWest => {
                let most = total - needed;
                position.value(self, most, most + 1) <= most
            }
        }
    }

    /// Computes, for every legal card, what both teams take if it is played and everybody plays
    /// perfectly afterwards.
    #[must_use]
    pub fn values(&mut self, ending: &Ending) -> Vec<(Card, ByTeam<u8>)> {
        self.values_after(ending, |position| position)
    }

    /// Like `values`, but careful players who only see their own cards finish the current trick.
    /// After that, everybody plays perfectly.
    ///
    /// ```
    /// use pidro::{ByTeam, Seat, Suit, Trump};
    /// use pidro_bots::{Ending, Solver};
    ///
    /// let mut ending = Ending::new(Trump::new(Suit::Hearts), Seat::North);
    /// ending.give(Seat::North, "Kh 3h".parse()?);
    /// ending.give(Seat::East, "Ah 9h".parse()?);
    /// ending.give(Seat::South, "5h".parse()?);
    /// ending.give(Seat::West, "8h 7h".parse()?);
    ///
    /// // Who sees that South must give the five, takes the king with the ace. East doesn't see it, and waits for points.
    /// let mut solver = Solver::new();
    /// assert_eq!(solver.values(&ending)[0], ("Kh".parse()?, ByTeam::new(0, 6)));
    /// assert_eq!(solver.values_hidden_hands(&ending)[0], ("Kh".parse()?, ByTeam::new(5, 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn values_hidden_hands(&mut self, ending: &Ending) -> Vec<(Card, ByTeam<u8>)> {
        self.values_after(ending, Position::to_the_end_of_the_trick)
    }

    fn values_after(&mut self, ending: &Ending, go_on: fn(Position) -> Position) -> Vec<(Card, ByTeam<u8>)> {
        let position = Position::of(ending);
        let mut cards = position.playable::<true>(position.trick.seat);
        let mut values = Vec::new();
        while cards != 0 {
            let card = highest(cards);
            cards &= !card;
            let value = go_on(position.played::<true>(card)).value(self, 0, ALL_POINTS);
            let points = position.by_team(ending, value);
            values.extend(ending.card(card).map(|card| (card, points)));
        }
        values
    }
}

/// The points of all cards except the two.
const ALL_POINTS: i32 = 13;

impl Position {
    /// The points that North and South take from here on, if they lie between the bounds; otherwise
    /// one of the bounds or a value beyond it.
    fn value(&self, solver: &mut Solver, alpha: i32, beta: i32) -> i32 {
        if self.trick.cards == 0 {
            solver.between_tricks(self.hands, self.tops, self.trick.seat, alpha, beta)
        } else {
            solver.in_trick::<true>(self, alpha, beta)
        }
    }
}

impl Solver {
    /// The value of a position between tricks. `lead` is to lead; if that seat is cold, the next
    /// seat that is not cold leads.
    fn between_tricks(&mut self, hands: Hands, tops: Hands, lead: u8, mut alpha: i32, mut beta: i32) -> i32 {
        let held = Hands(hands.0 | tops.0);
        let (ours, theirs) = held.sides();
        let total = i32::from(points(ours | theirs));
        // With only one team or no points left, there is nothing to decide.
        if theirs == 0 || total == 0 {
            return total;
        }
        if ours == 0 || alpha >= total {
            return if ours == 0 { 0 } else { total };
        }
        if beta <= 0 {
            return 0;
        }
        beta = beta.min(total);
        alpha = alpha.max(0);
        let mut seat = lead;
        while held.of(seat) == 0 {
            seat = (seat + 1) & 3;
        }
        let position = Position {
            hands,
            tops,
            trick: Trick::led_by(seat, ours | theirs),
        };
        if tops.0 != 0 {
            // This only happens in the first trick, so it is not worth a table entry.
            return self.in_trick::<true>(&position, alpha, beta);
        }
        let (least, most) = sure(hands, seat, total);
        if least >= beta || least == most {
            return least;
        }
        if most <= alpha {
            return most;
        }
        alpha = alpha.max(least);
        beta = beta.min(most);
        let key = hands.0 | u64::from(seat) << 14;
        let place = place(key);
        let known = self.table[place];
        let (mut lower, mut upper) = (0, total);
        if known.key == key {
            (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
        }
        let value = self.in_trick::<false>(&position, alpha, beta);
        if value > alpha {
            lower = lower.max(value);
        }
        if value < beta {
            upper = upper.min(value);
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 13"
        )]
        let entry = Entry {
            key,
            lower: lower as u8,
            upper: upper as u8,
        };
        self.table[place] = entry;
        value
    }

    /// The value of a position in which a seat has to play to a trick.
    fn in_trick<const TOPS: bool>(&mut self, position: &Position, mut alpha: i32, mut beta: i32) -> i32 {
        let mut here = *position;
        let cards = loop {
            let trick = here.trick;
            if trick.turns == 4 {
                let gain = if trick.best_seat & 1 == 0 {
                    i32::from(trick.points)
                } else {
                    0
                };
                let rest =
                    self.between_tricks(here.hands, here.tops, trick.best_seat, alpha - gain, beta - gain);
                return gain + rest;
            }
            let cards = here.worth_trying::<TOPS>();
            if cards & cards.wrapping_sub(1) != 0 {
                break cards;
            }
            // The seat has no choice.
            if cards == 0 {
                here.trick = trick.passed();
            } else {
                here = here.played::<TOPS>(cards);
                self.nodes += 1;
            }
        };
        let maximising = here.trick.seat & 1 == 0;
        let mut best = if maximising { i32::MIN } else { i32::MAX };
        for mut group in here.in_order::<TOPS>(cards) {
            while group != 0 {
                let card = group & group.wrapping_neg();
                group &= !card;
                self.nodes += 1;
                let value = self.in_trick::<TOPS>(&here.played::<TOPS>(card), alpha, beta);
                if maximising {
                    best = best.max(value);
                    alpha = alpha.max(value);
                } else {
                    best = best.min(value);
                    beta = beta.min(value);
                }
                if alpha >= beta {
                    return best;
                }
            }
        }
        best
    }
}

fn place(key: u64) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "the highest bits of the product")]
    let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - TABLE.trailing_zeros())) as usize;
    place
}
