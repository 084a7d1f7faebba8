//! A game with its past: the log, undo, redo, and any earlier moment.

use crate::action::Action;
use crate::deck::Deck;
use crate::error::IllegalAction;
use crate::event::Event;
use crate::game::{Game, Step};
use crate::rules::Rules;
use crate::seat::Seat;
use crate::view::{Observer, VisibleEvent};

/// As many events as a decision seldom causes.
const STEP: usize = 16;

/// A game and the log of its events, grouped into steps: a decision with all that it caused.
///
/// Undo is a shorter log: the events stay where they are until another decision takes their place.
///
/// ```
/// use pidro::{Action, History, Rules, Seat, Seed};
///
/// let mut history = History::new("first_dealer=N".parse()?);
/// history.deal(&Seed::new("1").deck(1))?;
/// let before = *history.game();
/// history.act(Seat::East, Action::Pass)?;
/// history.undo()?;
/// assert_eq!(*history.game(), before);
/// history.redo()?;
/// assert_eq!(history.game().turn(), Some(Seat::South));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    first: Game,
    game: Game,
    /// All events, those that were undone last.
    events: Vec<Event>,
    /// How many events there are after each step; the first entry is what the game opened with.
    steps: Vec<usize>,
    /// The step the game is at.
    at: usize,
}

impl History {
    /// A new game in which nothing has happened.
    #[must_use]
    pub fn new(rules: Rules) -> History {
        History::starting_at(Game::new(rules))
    }

    /// A game that begins as this one stands, in the middle of a hand perhaps. What happened before is not in its
    /// log; what was about to happen by itself happens now.
    ///
    /// ```
    /// use pidro::{Game, History};
    ///
    /// let game = Game::from_position("finnish next:deal hand:1 dealer:W score:0,0")?;
    /// let history = History::starting_at(game);
    /// assert!(history.log().is_empty() && history.game().wants_deck());
    /// # Ok::<(), pidro::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn starting_at(first: Game) -> History {
        let events: Vec<Event> = Step::resume(first).collect();
        History {
            first,
            game: events.iter().fold(first, Game::evolve),
            steps: vec![events.len()],
            events,
            at: 0,
        }
    }

    /// The game as it was before the first event.
    #[must_use]
    pub const fn first(&self) -> &Game {
        &self.first
    }

    /// Whether the log tells the game from its very beginning.
    pub(crate) fn starts_new(&self) -> bool {
        self.first == Game::new(*self.first.rules())
    }

    /// The game as it is now.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The log: every event from the beginning to now.
    #[must_use]
    pub fn log(&self) -> &[Event] {
        &self.events[..self.steps[self.at]]
    }

    /// The log from this event on, as this observer may know it: all of it, for everybody, when the game is over.
    /// Events before it are not even looked at.
    pub fn seen_by(
        &self,
        observer: impl Into<Observer>,
        from: usize,
    ) -> impl ExactSizeIterator<Item = VisibleEvent> {
        let observer = match self.game.winner() {
            Some(_) => Observer::Arbiter,
            None => observer.into(),
        };
        let rules = *self.game.rules();
        let events = self.log().get(from..).unwrap_or_default();
        events.iter().map(move |event| event.seen_by(observer, &rules))
    }

    /// The events that are decisions, of a seat or of chance: the log without what follows by itself.
    pub fn decisions(&self) -> impl Iterator<Item = &Event> {
        self.log().iter().enumerate().filter_map(|(place, event)| {
            let deck = matches!(event, Event::DealerCut { .. } | Event::HandDealt { .. });
            (deck || self.is_step(place)).then_some(event)
        })
    }

    /// Whether the event at this place of the log begins a step.
    pub(crate) fn is_step(&self, place: usize) -> bool {
        self.steps[..self.at].binary_search(&place).is_ok()
    }

    /// A seat's decision with all that it causes, as one step. Gives the events.
    ///
    /// # Errors
    ///
    /// If the rules do not allow it; nothing has changed then.
    #[inline]
    pub fn act(&mut self, seat: Seat, action: Action) -> Result<&[Event], IllegalAction> {
        self.make_room();
        let known = self.events.len();
        let events = &mut self.events;
        self.game.act(seat, action, |event| events.push(*event))?;
        Ok(self.end_step(known))
    }

    /// A deck with all that it causes, as one step. Gives the events.
    ///
    /// # Errors
    ///
    /// If no deck is awaited; nothing has changed then.
    pub fn deal(&mut self, deck: &Deck) -> Result<&[Event], IllegalAction> {
        self.make_room();
        let known = self.events.len();
        let events = &mut self.events;
        self.game.deal(deck, |event| events.push(*event))?;
        Ok(self.end_step(known))
    }

    /// A deck that belongs to the step before it: undo takes both back.
    pub(crate) fn deal_within_step(&mut self, deck: &Deck) -> Result<(), IllegalAction> {
        self.deal(deck)?;
        self.at -= 1;
        self.steps.remove(self.at);
        Ok(())
    }

    /// Grows by a third and not to the double: whoever has thousands of games in memory has no room for what may never happen.
    fn make_room(&mut self) {
        if self.events.capacity() - self.events.len() < STEP {
            self.events.reserve_exact(STEP + self.events.len() / 3);
        }
        if self.steps.capacity() == self.steps.len() {
            self.steps.reserve_exact(STEP + self.steps.len() / 3);
        }
    }

    /// Makes room for so many events.
    pub(crate) fn reserve(&mut self, events: usize) {
        self.events.reserve_exact(events);
        self.steps.reserve_exact(events / 2);
    }

    /// Makes the events after the first `known` ones a step: those that were undone before it are dropped.
    fn end_step(&mut self, known: usize) -> &[Event] {
        let start = self.steps[self.at];
        if start < known {
            self.events.drain(start..known);
            self.steps.truncate(self.at + 1);
        }
        self.steps.push(self.events.len());
        self.at += 1;
        &self.events[start..]
    }

    /// Takes the last decision back, with all that it caused.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn undo(&mut self) -> Result<(), HistoryError> {
        self.at = self.at.checked_sub(1).ok_or(HistoryError::NothingToUndo)?;
        self.game = self.replay(self.steps[self.at]);
        Ok(())
    }

    /// Does the decision again that was taken back last.
    ///
    /// # Errors
    ///
    /// If none was, or another decision was made since.
    pub fn redo(&mut self) -> Result<(), HistoryError> {
        let end = *self.steps.get(self.at + 1).ok_or(HistoryError::NothingToRedo)?;
        for event in &self.events[self.steps[self.at]..end] {
            self.game.apply(event);
        }
        self.at += 1;
        Ok(())
    }

    /// The game as it was when so many events had happened; `None` if there are not so many.
    ///
    /// In the middle of a step something automatic is due, and it is nobody's turn.
    #[must_use]
    pub fn at_event(&self, count: usize) -> Option<Game> {
        (count <= self.log().len()).then(|| self.replay(count))
    }

    fn replay(&self, count: usize) -> Game {
        let mut game = self.first;
        for event in &self.events[..count] {
            game.apply(event);
        }
        game
    }
}

/// Why a history can't go back or forth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HistoryError {
    /// No decision has been made.
    #[error("there is no decision to take back")]
    NothingToUndo,
    /// No decision was taken back, or another one was made since.
    #[error("there is no decision to do again")]
    NothingToRedo,
}

impl HistoryError {
    /// The stable code of this error.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            HistoryError::NothingToUndo => "nothing_to_undo",
            HistoryError::NothingToRedo => "nothing_to_redo",
        }
    }
}
