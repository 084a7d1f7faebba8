//! A game with its log, undo, redo, and access to any earlier state.

use crate::cards::Deck;
use crate::game::{Action, Event, Game, IllegalAction, Step};
use crate::rules::Rules;
use crate::seat::Seat;
use alloc::vec;
use alloc::vec::Vec;

/// The free capacity to keep in the log: few steps have more events than this.
const STEP_CAPACITY: usize = 16;

/// A game and its event log, grouped into steps: a decision with everything it caused.
///
/// Undo only moves back a position in the log: the undone events stay there until another decision
/// replaces them.
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
    initial_game: Game,
    game: Game,
    /// All events. Undone events are at the end.
    events: Vec<Event>,
    /// The length of the log after each step. The first entry counts the events before the first
    /// decision.
    steps: Vec<usize>,
    /// The index in `steps` of the current step.
    current_step: usize,
}

impl History {
    /// Creates a history of a new game.
    #[must_use]
    pub fn new(rules: Rules) -> History {
        History::starting_at(Game::new(rules))
    }

    /// Creates a history that starts with this game, possibly in the middle of a hand. Its log
    /// contains nothing from before. Automatic events that are already due happen immediately.
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
    pub fn starting_at(initial_game: Game) -> History {
        let events: Vec<Event> = Step::resume(initial_game).collect();
        History {
            initial_game,
            game: events.iter().fold(initial_game, Game::evolve),
            steps: vec![events.len()],
            events,
            current_step: 0,
        }
    }

    /// Replays a stored log. The rules decide again what each decision causes, so a log that was
    /// damaged, or that other rules produced, is an error instead of another game.
    ///
    /// ```
    /// use pidro::{Action, Event, History, Seat, Seed};
    ///
    /// let mut history = History::new("first_dealer=N".parse()?);
    /// history.deal(&Seed::new("1").deck(1))?;
    /// history.act(Seat::East, Action::Pass)?;
    ///
    /// let stored: Vec<Event> = history.log().to_vec();
    /// let again = History::from_events(*history.game().rules(), &stored)?;
    /// assert_eq!(again.game(), history.game());
    ///
    /// let damaged = History::from_events(*history.game().rules(), &stored[1..]);
    /// assert_eq!(damaged.unwrap_err().to_string(), "event 0 can't happen here");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the rules cause a different event at some point of the log, or if the log ends before
    /// everything that its last decision causes.
    pub fn from_events(rules: Rules, events: &[Event]) -> Result<History, ReplayError> {
        let mut history = History::new(rules);
        while let Some(next) = events.get(history.log().len()) {
            let index = history.log().len();
            let caused = match (next, next.action()) {
                (Event::DealerCut { cut }, _) => match Deck::beginning_with(cut.cards()) {
                    Ok(deck) => history.deal(&deck),
                    Err(error) => Err(error.into()),
                },
                (Event::HandDealt { deck, .. }, _) => history.deal(deck),
                (_, Some((seat, action))) => history.act(seat, action),
                (_, None) => return Err(ReplayError::Impossible { index }),
            };
            let caused = caused.map_err(|_| ReplayError::Impossible { index })?;
            let differs = |(index, event): (usize, &Event)| {
                let stored = events.get(index)?;
                (stored != event).then_some(index)
            };
            if let Some(index) = (index..).zip(caused).find_map(differs) {
                return Err(ReplayError::Impossible { index });
            }
            if index + caused.len() > events.len() {
                return Err(ReplayError::Incomplete);
            }
        }
        Ok(history)
    }

    /// The game before the first event.
    #[must_use]
    pub const fn initial_game(&self) -> &Game {
        &self.initial_game
    }

    /// Whether the log starts with a new game.
    pub(crate) fn starts_with_new_game(&self) -> bool {
        self.initial_game == Game::new(*self.initial_game.rules())
    }

    /// The current game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The log: every event up to the current step.
    #[must_use]
    pub fn log(&self) -> &[Event] {
        &self.events[..self.steps[self.current_step]]
    }

    /// The decisions in the log, by seats or by chance: all events except the automatic ones.
    pub fn decisions(&self) -> impl Iterator<Item = &Event> {
        self.log().iter().enumerate().filter_map(|(index, event)| {
            let deck = matches!(event, Event::DealerCut { .. } | Event::HandDealt { .. });
            (deck || self.is_step(index)).then_some(event)
        })
    }

    /// Whether the event at this index in the log starts a step.
    pub(crate) fn is_step(&self, index: usize) -> bool {
        self.steps[..self.current_step].binary_search(&index).is_ok()
    }

    /// Applies a seat's decision and everything it causes as one step. Returns the events.
    ///
    /// # Errors
    ///
    /// If the rules forbid the action; the history is then unchanged.
    #[inline]
    pub fn act(&mut self, seat: Seat, action: Action) -> Result<&[Event], IllegalAction> {
        self.make_room();
        let new = self.events.len();
        let events = &mut self.events;
        self.game.act(seat, action, |event| events.push(*event))?;
        Ok(self.end_step(new))
    }

    /// Applies a deck and everything it causes as one step. Returns the events.
    ///
    /// # Errors
    ///
    /// If the game is not waiting for a deck; the history is then unchanged.
    pub fn deal(&mut self, deck: &Deck) -> Result<&[Event], IllegalAction> {
        self.make_room();
        let new = self.events.len();
        let events = &mut self.events;
        self.game.deal(deck, |event| events.push(*event))?;
        Ok(self.end_step(new))
    }

    /// Applies a deck as part of the preceding step, so that undo takes back both.
    pub(crate) fn deal_within_step(&mut self, deck: &Deck) -> Result<(), IllegalAction> {
        self.deal(deck)?;
        self.current_step -= 1;
        self.steps.remove(self.current_step);
        Ok(())
    }

    /// Grows the log by a third instead of doubling it: a process with thousands of games in memory
    /// can't afford the slack.
    fn make_room(&mut self) {
        if self.events.capacity() - self.events.len() < STEP_CAPACITY {
            self.events.reserve_exact(STEP_CAPACITY + self.events.len() / 3);
        }
        if self.steps.capacity() == self.steps.len() {
            self.steps.reserve_exact(STEP_CAPACITY + self.steps.len() / 3);
        }
    }

    /// Reserves capacity for this many events.
    pub(crate) fn reserve(&mut self, events: usize) {
        self.events.reserve_exact(events);
        self.steps.reserve_exact(events / 2);
    }

    /// Turns the events from index `new` on into a step, and drops any undone events before them.
    fn end_step(&mut self, new: usize) -> &[Event] {
        let start = self.steps[self.current_step];
        if start < new {
            self.events.drain(start..new);
            self.steps.truncate(self.current_step + 1);
        }
        self.steps.push(self.events.len());
        self.current_step += 1;
        &self.events[start..]
    }

    /// Takes back the last decision and everything it caused.
    ///
    /// # Errors
    ///
    /// If there is no decision to take back.
    pub fn undo(&mut self) -> Result<(), HistoryError> {
        self.current_step = self
            .current_step
            .checked_sub(1)
            .ok_or(HistoryError::NothingToUndo)?;
        self.game = self.replay(self.steps[self.current_step]);
        Ok(())
    }

    /// Takes back the last decision of a seat that satisfies `predicate`, with everything that
    /// happened after it. Returns the decision.
    ///
    /// Use it to undo a person's decision in a game with bots: a plain undo would take back a bot's
    /// decision, which the bot would only repeat.
    ///
    /// ```
    /// use pidro::{Action, History, Seat, Seed};
    ///
    /// let mut history = History::new("first_dealer=N".parse()?);
    /// history.deal(&Seed::new("1").deck(1))?;
    /// for seat in [Seat::East, Seat::South, Seat::West] {
    ///     history.act(seat, Action::Pass)?;
    /// }
    /// assert_eq!(history.undo_to(|seat| seat == Seat::East), Ok((Seat::East, Action::Pass)));
    /// assert_eq!(history.game().turn(), Some(Seat::East));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such decision; the history is then unchanged.
    pub fn undo_to(&mut self, predicate: impl Fn(Seat) -> bool) -> Result<(Seat, Action), HistoryError> {
        // A step starts with its decision, unless it starts with a deck.
        let decision = |step: usize| self.events[self.steps[step]].action();
        let (step, decision) = (0..self.current_step)
            .rev()
            .filter_map(|step| Some((step, decision(step)?)))
            .find(|(_, (seat, _))| predicate(*seat))
            .ok_or(HistoryError::NothingToUndo)?;
        self.current_step = step;
        self.game = self.replay(self.steps[step]);
        Ok(decision)
    }

    /// Repeats the decision that was last undone.
    ///
    /// # Errors
    ///
    /// If nothing was undone, or another decision followed the undo.
    pub fn redo(&mut self) -> Result<(), HistoryError> {
        let end = *self
            .steps
            .get(self.current_step + 1)
            .ok_or(HistoryError::NothingToRedo)?;
        for event in &self.events[self.steps[self.current_step]..end] {
            self.game.apply(event);
        }
        self.current_step += 1;
        Ok(())
    }

    /// Returns the game after the first `count` events; `None` if the log is shorter.
    ///
    /// In the middle of a step an automatic event is due, and it is nobody's turn.
    #[must_use]
    pub fn at_event(&self, count: usize) -> Option<Game> {
        (count <= self.log().len()).then(|| self.replay(count))
    }

    fn replay(&self, count: usize) -> Game {
        let mut game = self.initial_game;
        for event in &self.events[..count] {
            game.apply(event);
        }
        game
    }
}

/// Why a stored log can't be replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The rules cause a different event here.
    #[error("event {index} can't happen here")]
    Impossible {
        /// The index of the event in the log, counted from 0.
        index: usize,
    },
    /// Events that the last decision causes are missing.
    #[error("the log ends in the middle of what a decision causes")]
    Incomplete,
}

impl ReplayError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            ReplayError::Impossible { .. } => "impossible_event",
            ReplayError::Incomplete => "incomplete_log",
        }
    }
}

/// Why undo or redo is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// There is no decision to take back.
    #[error("there is no decision to take back")]
    NothingToUndo,
    /// Nothing was undone, or another decision followed the undo.
    #[error("there is no decision to redo")]
    NothingToRedo,
}

impl HistoryError {
    /// The stable error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            HistoryError::NothingToUndo => "nothing_to_undo",
            HistoryError::NothingToRedo => "nothing_to_redo",
        }
    }
}
