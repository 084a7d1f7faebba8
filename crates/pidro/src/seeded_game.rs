//! A table: a game with its history and, if it has a seed, its own decks.

use crate::action::Action;
use crate::deck::Deck;
use crate::error::IllegalAction;
use crate::event::Event;
use crate::history::{History, HistoryError};
use crate::rules::Rules;
use crate::seat::Seat;
use crate::seed::Seed;

/// A game that is being played. With a seed the table shuffles by itself whenever a deck is wanted, as part of
/// the step that wanted it; without one it waits for [`deal`](SeededGame::deal).
///
/// ```
/// use pidro::{Rules, Seed, SeededGame};
///
/// let table = SeededGame::new(Rules::default(), Some(Seed::new("närpes")));
/// let turn = table.history().game().turn();
/// assert_eq!(turn, table.history().game().dealer().map(|dealer| dealer.left()));
/// ```
#[derive(Clone, Debug)]
pub struct SeededGame {
    history: History,
    seed: Option<Seed>,
}

impl SeededGame {
    /// A new table.
    #[must_use]
    pub fn new(rules: Rules, seed: Option<Seed>) -> SeededGame {
        SeededGame::resumed(History::new(rules), seed)
    }

    /// A table at which this has happened already.
    #[must_use]
    pub fn resumed(history: History, seed: Option<Seed>) -> SeededGame {
        let mut table = SeededGame { history, seed };
        table.shuffle();
        table
    }

    /// The game and its past.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The seed the decks follow from.
    #[must_use]
    pub const fn seed(&self) -> Option<&Seed> {
        self.seed.as_ref()
    }

    /// A seat's decision. Gives all the events it caused.
    ///
    /// # Errors
    ///
    /// If the rules do not allow it; nothing has changed then.
    pub fn act(&mut self, seat: Seat, action: Action) -> Result<&[Event], IllegalAction> {
        let start = self.history.log().len();
        self.history.act(seat, action)?;
        self.shuffle();
        Ok(&self.history.log()[start..])
    }

    /// A deck from outside. Gives all the events it caused.
    ///
    /// # Errors
    ///
    /// If no deck is awaited; nothing has changed then.
    pub fn deal(&mut self, deck: &Deck) -> Result<&[Event], IllegalAction> {
        self.history.deal(deck)
    }

    /// Takes the last decision back, with all that it caused.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn undo(&mut self) -> Result<(), HistoryError> {
        self.history.undo()
    }

    /// Does the decision again that was taken back last.
    ///
    /// # Errors
    ///
    /// If none was, or another decision was made since.
    pub fn redo(&mut self) -> Result<(), HistoryError> {
        self.history.redo()
    }

    fn shuffle(&mut self) {
        while let Some(seed) = &self.seed
            && let game = self.history.game()
            && game.wants_deck()
        {
            let deck = seed.deck_for(game);
            if self.history.deal_within_step(&deck).is_err() {
                // A deck that is wanted is never refused: a seed's cut deck decides the cut.
                return;
            }
        }
    }
}
