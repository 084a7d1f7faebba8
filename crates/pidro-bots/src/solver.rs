//! The solver: exact play with all cards known.
//!
//! An alpha-beta search over the plays. The value of a position is the number of points that North
//! and South still take, without the point of the two, whose owner is known. North and South
//! maximise it, East and West minimise it. Between tricks, the solver looks up the position in a
//! transposition table. The value does not depend on how the position came about, so one table
//! serves all hands.
//!
//! Four things keep the search fast: it tries only one of several equivalent cards; a seat without
//! a choice does not cost a search step; quick bounds show what the highest cards take at least;
//! and the most promising plays come first. The table key keeps the gaps left by played cards. A
//! key by the relative order of the remaining cards would save a tenth of the plays, but takes
//! longer to compute than it saves.

mod bounds;
mod hidden_hands;
mod position;

use std::ops::ControlFlow;

use pidro::{ByTeam, Card, Team};

use crate::ending::Ending;
use bounds::quick_bounds;
use position::{Hands, Position, Trick, highest, lowest, points};

/// Computes what both teams take in the rest of a hand if everybody plays perfectly.
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
    table: Box<[TableEntry]>,
    nodes: u64,
}

/// An entry of the transposition table: what is known about a position between tricks.
#[derive(Clone, Copy)]
struct TableEntry {
    key: u64,
    /// Lower and upper bounds of the value.
    lower: u8,
    upper: u8,
}

/// The number of table entries, small enough to stay in the processor's cache. Eight times as many
/// would save one play in two hundred.
const TABLE_SIZE: usize = 1 << 13;
/// The points of all cards except the two.
const ALL_POINTS: i32 = 13;

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// Creates a solver with an empty table.
    #[must_use]
    pub fn new() -> Solver {
        let empty = TableEntry {
            key: 0,
            lower: 0,
            upper: u8::MAX,
        };
        Solver {
            table: vec![empty; TABLE_SIZE].into_boxed_slice(),
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
        let value = self.value(&position, Window::FULL);
        position.points_by_team(ending, value)
    }

    /// Returns whether this team takes at least `points` points in the rest of the hand if
    /// everybody plays perfectly.
    #[must_use]
    pub fn reaches(&mut self, ending: &Ending, team: Team, points: u8) -> bool {
        let position = Position::of(ending);
        let has_two = i32::from(ending.owner_of_two() == Some(team));
        let needed = i32::from(points) - has_two;
        let total = i32::from(position.points_left());
        match team {
            _ if needed <= 0 => true,
            _ if needed > total => false,
            Team::NorthSouth => self.is_at_least(&position, needed),
            Team::EastWest => !self.is_at_least(&position, total - needed + 1),
        }
    }

    /// Computes, for every legal card, what both teams take if it is played and everybody plays
    /// perfectly afterwards.
    #[must_use]
    pub fn values(&mut self, ending: &Ending) -> Vec<(Card, ByTeam<u8>)> {
        self.values_after(ending, |position| position)
    }

    /// Like [`values`](Solver::values), but careful players who only see their own cards finish the
    /// current trick. After that, everybody plays perfectly.
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
    /// // South must give the five. If East sees that, the ace takes the king and the five. If not,
    /// // East saves the ace for a trick with points.
    /// let mut solver = Solver::new();
    /// assert_eq!(solver.values(&ending)[0], ("Kh".parse()?, ByTeam::new(0, 6)));
    /// assert_eq!(solver.values_with_hidden_hands(&ending)[0], ("Kh".parse()?, ByTeam::new(5, 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn values_with_hidden_hands(&mut self, ending: &Ending) -> Vec<(Card, ByTeam<u8>)> {
        self.values_after(ending, Position::finish_trick_by_rule)
    }

    /// The value of every legal card, where `continuation` is what happens right after it.
    fn values_after(
        &mut self,
        ending: &Ending,
        continuation: fn(Position) -> Position,
    ) -> Vec<(Card, ByTeam<u8>)> {
        let position = Position::of(ending);
        let mut cards = position.playable::<true>(position.trick.seat);
        let mut values = Vec::new();
        while cards != 0 {
            let card = highest(cards);
            cards &= !card;
            let next = continuation(position.after_play::<true>(card));
            let value = self.value(&next, Window::FULL);
            let points = position.points_by_team(ending, value);
            values.extend(ending.card(card).map(|card| (card, points)));
        }
        values
    }
}

/// The window of an alpha-beta search: the caller only needs the exact value if it lies strictly
/// between `alpha` and `beta`. Otherwise any bound on the same side will do.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// Asks for the exact value.
    const FULL: Window = Window {
        alpha: 0,
        beta: ALL_POINTS,
    };

    /// Uses the knowledge that the value lies between `lower` and `upper`, inclusive. Breaks with a
    /// sufficient answer if no search is needed any more.
    #[inline]
    fn narrow(self, (lower, upper): (i32, i32)) -> ControlFlow<i32, Window> {
        if lower >= self.beta || lower == upper {
            return ControlFlow::Break(lower);
        }
        if upper <= self.alpha {
            return ControlFlow::Break(upper);
        }
        ControlFlow::Continue(Window {
            alpha: self.alpha.max(lower),
            beta: self.beta.min(upper),
        })
    }
}

impl Solver {
    /// Returns whether North and South take at least `points` points from here on.
    fn is_at_least(&mut self, position: &Position, points: i32) -> bool {
        let window = Window {
            alpha: points - 1,
            beta: points,
        };
        self.value(position, window) >= points
    }

    /// The points that North and South take from here on.
    fn value(&mut self, position: &Position, window: Window) -> i32 {
        if position.trick.cards == 0 {
            self.search_between_tricks(position.hands, position.tops, position.trick.seat, window)
        } else {
            self.search_trick::<true>(position, window)
        }
    }

    /// The value of a position between tricks. `lead` is to lead; if that seat is cold, the next
    /// seat that is not cold leads.
    fn search_between_tricks(&mut self, hands: Hands, tops: Hands, lead: u8, window: Window) -> i32 {
        let held = Hands(hands.0 | tops.0);
        let (ours, theirs) = held.sides();
        let total = i32::from(points(ours | theirs));
        let trivial_bounds = match (ours, theirs) {
            (_, 0) => (total, total),
            (0, _) => (0, 0),
            _ => (0, total),
        };
        let window = match window.narrow(trivial_bounds) {
            ControlFlow::Continue(window) => window,
            ControlFlow::Break(value) => return value,
        };
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
            return self.search_trick::<true>(&position, window);
        }
        match window.narrow(quick_bounds(hands, seat, total)) {
            ControlFlow::Continue(window) => self.look_up_or_search(&position, total, window),
            ControlFlow::Break(value) => value,
        }
    }

    /// The value of a position between tricks without killed cards to play and with `total` points
    /// left, from the table if possible.
    fn look_up_or_search(&mut self, position: &Position, total: i32, window: Window) -> i32 {
        let key = position.hands.0 | u64::from(position.trick.seat) << 14;
        let slot = slot(key);
        let known = self.table[slot];
        let (lower, upper) = if known.key == key {
            (i32::from(known.lower), i32::from(known.upper))
        } else {
            (0, total)
        };
        let window = match window.narrow((lower, upper)) {
            ControlFlow::Continue(window) => window,
            ControlFlow::Break(value) => return value,
        };
        let value = self.search_trick::<false>(position, window);
        // Outside the window the search only proves a bound.
        let lower = if value > window.alpha {
            lower.max(value)
        } else {
            lower
        };
        let upper = if value < window.beta {
            upper.min(value)
        } else {
            upper
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 13"
        )]
        let entry = TableEntry {
            key,
            lower: lower as u8,
            upper: upper as u8,
        };
        self.table[slot] = entry;
        value
    }

    /// The value of a position in which everybody has played to the trick.
    fn search_after_trick(&mut self, position: &Position, window: Window) -> i32 {
        let trick = position.trick;
        let gain = if trick.best_seat & 1 == 0 {
            i32::from(trick.points)
        } else {
            0
        };
        let window = Window {
            alpha: window.alpha - gain,
            beta: window.beta - gain,
        };
        gain + self.search_between_tricks(position.hands, position.tops, trick.best_seat, window)
    }

    /// The value of a position in which a seat has to play to a trick.
    fn search_trick<const TOPS: bool>(&mut self, position: &Position, window: Window) -> i32 {
        let mut here = *position;
        let cards = loop {
            let trick = here.trick;
            if trick.turns == 4 {
                return self.search_after_trick(&here, window);
            }
            let cards = here.candidates::<TOPS>();
            if cards & cards.wrapping_sub(1) != 0 {
                break cards;
            }
            // The seat has no choice.
            if cards == 0 {
                here.trick = trick.after_skip();
            } else {
                here = here.after_play::<TOPS>(cards);
                self.nodes += 1;
            }
        };
        let Window { mut alpha, mut beta } = window;
        let maximising = here.trick.seat & 1 == 0;
        let mut best = if maximising { i32::MIN } else { i32::MAX };
        for mut group in here.move_order::<TOPS>(cards) {
            while group != 0 {
                let card = lowest(group);
                group &= !card;
                self.nodes += 1;
                let value = self.search_trick::<TOPS>(&here.after_play::<TOPS>(card), Window { alpha, beta });
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

/// The table slot of a key, by multiplicative hashing.
fn slot(key: u64) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "the highest bits of the product")]
    let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - TABLE_SIZE.trailing_zeros())) as usize;
    slot
}
