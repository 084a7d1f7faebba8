//! The rest of a hand with all cards known.

use pidro::{BySeat, ByTeam, Card, CardSet, Play, Seat, Team, Trump, View};

/// The rest of a hand with all cards known: the solver's input. Only trumps matter, and only their
/// order and their points.
///
/// The rules for going cold and dead cards don't affect the points. An ending is therefore the same
/// under all rule options, except for the card on top of a killed pile, which must be played first.
///
/// ```
/// use pidro::{Seat, Suit, Team, Trump};
/// use pidro_bots::{Ending, Solver};
///
/// let hearts = Trump::new(Suit::Hearts);
/// let mut ending = Ending::new(hearts, Seat::North);
/// ending.give(Seat::North, "Ah 9h".parse()?);
/// ending.give(Seat::East, "5h 2h".parse()?);
///
/// // The ace takes the two or the five: East keeps the five, and the two's point anyway.
/// let points = Solver::new().solve(&ending);
/// assert_eq!(points[Team::NorthSouth], 6);
/// assert_eq!(points[Team::EastWest], 1);
/// # Ok::<(), pidro::ParseCardSetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ending {
    trump: Trump,
    turn: Seat,
    pub(crate) hands: BySeat<u16>,
    /// The card on top of each seat's killed pile, if it is still to be played.
    pub(crate) tops: BySeat<u16>,
    /// The plays of the current trick.
    pub(crate) trick: Vec<(Seat, u16)>,
    taken: ByTeam<u8>,
}

/// The bit of a trump. The two has the lowest of the fourteen bits, the ace the highest.
pub(crate) fn bit(trump: Trump, card: Card) -> u16 {
    trump.strength(card).map_or(0, |strength| 1 << strength)
}

/// The bits of the trumps among these cards.
pub(crate) fn bits_of(trump: Trump, cards: CardSet) -> u16 {
    cards.iter().fold(0, |bits, card| bits | bit(trump, card))
}

impl Ending {
    /// Creates an ending with empty hands and this seat to play.
    #[must_use]
    pub fn new(trump: Trump, turn: Seat) -> Ending {
        Ending {
            trump,
            turn,
            hands: BySeat::all(0),
            tops: BySeat::all(0),
            trick: Vec::new(),
            taken: ByTeam::both(0),
        }
    }

    /// Gives cards to a seat. Cards that are not trumps are ignored.
    pub fn give(&mut self, seat: Seat, cards: CardSet) {
        self.hands[seat] |= bits_of(self.trump, cards);
    }

    /// Puts a card on top of the seat's killed pile. The seat must play it first.
    pub fn put_killed_top(&mut self, seat: Seat, card: Card) {
        self.tops[seat] = bit(self.trump, card);
    }

    /// Adds a card that has already been played to the current trick.
    pub fn play(&mut self, play: Play) {
        self.trick.push((play.seat, bit(self.trump, play.card)));
    }

    /// The rest of the hand in this view. Returns `None` unless a seat is to play and the view
    /// shows all cards.
    #[must_use]
    pub fn of(view: &View) -> Option<Ending> {
        let trump = view.trump?;
        if view.pack.is_none() || view.phase != pidro::Phase::Playing {
            return None;
        }
        let mut ending = Ending::without_hands(view, trump, view.turn?);
        for seat in Seat::ALL {
            ending.give(seat, view.hands[seat].cards()?);
        }
        Some(ending)
    }

    /// The public part of the rest of the hand: everything but the hands.
    pub(crate) fn without_hands(view: &View, trump: Trump, turn: Seat) -> Ending {
        let mut ending = Ending::new(trump, turn);
        ending.taken = view.points;
        for seat in Seat::ALL {
            if let Some(top) = view.killed.forced_top(seat) {
                ending.put_killed_top(seat, top);
            }
        }
        for play in view.tricks.current().plays() {
            ending.play(*play);
        }
        ending
    }

    /// The seat to play.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// The points that each team has taken in earlier tricks.
    #[must_use]
    pub const fn taken(&self) -> ByTeam<u8> {
        self.taken
    }

    /// The trump with this bit.
    pub(crate) fn card(&self, bit: u16) -> Option<Card> {
        self.trump
            .cards()
            .iter()
            .find(|card| self::bit(self.trump, *card) == bit)
    }

    /// The team that gets the point of the two: the team that holds it or has just played it.
    pub(crate) fn owner_of_two(&self) -> Option<Team> {
        let two = bit(self.trump, self.trump.two());
        let held = Seat::ALL
            .into_iter()
            .find(|seat| (self.hands[*seat] | self.tops[*seat]) & two != 0);
        let played = self
            .trick
            .iter()
            .find(|(_, card)| *card == two)
            .map(|(seat, _)| *seat);
        held.or(played).map(Seat::team)
    }
}
