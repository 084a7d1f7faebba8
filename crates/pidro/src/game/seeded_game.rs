//! A game with its history and, if it has a seed, its own decks.

use crate::cards::Deck;
use crate::game::{Action, Event, History, HistoryError, IllegalAction, Seed};
use crate::rules::Rules;
use crate::seat::Seat;

/// A game in progress. With a seed, it shuffles by itself whenever it needs a deck, as part of the
/// step that needed it; without a seed, it waits for [`deal`](SeededGame::deal).
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
    /// Creates a new game.
    #[must_use]
    pub fn new(rules: Rules, seed: Option<Seed>) -> SeededGame {
        SeededGame::resumed(History::new(rules), seed)
    }

    /// Continues a game that has this history.
    #[must_use]
    pub fn resumed(history: History, seed: Option<Seed>) -> SeededGame {
        let mut table = SeededGame { history, seed };
        table.shuffle();
        table
    }

    /// The game and its log.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The seed that determines the decks.
    #[must_use]
    pub const fn seed(&self) -> Option<&Seed> {
        self.seed.as_ref()
    }

    /// Applies a seat's decision. Returns all events it caused.
    ///
    /// # Errors
    ///
    /// If the rules forbid the action; the game is then unchanged.
    pub fn act(&mut self, seat: Seat, action: Action) -> Result<&[Event], IllegalAction> {
        let start = self.history.log().len();
        self.history.act(seat, action)?;
        self.shuffle();
        Ok(&self.history.log()[start..])
    }

    /// Applies a deck from the caller. Returns all events it caused.
    ///
    /// # Errors
    ///
    /// If the game is not waiting for a deck; the game is then unchanged.
    pub fn deal(&mut self, deck: &Deck) -> Result<&[Event], IllegalAction> {
        self.history.deal(deck)
    }

    /// Takes back the last decision and everything it caused.
    ///
    /// # Errors
    ///
    /// If there is no decision to take back.
    pub fn undo(&mut self) -> Result<(), HistoryError> {
        self.history.undo()
    }

    /// Takes back the last decision of any seat for which `decides` is true, with everything that
    /// happened after it. Returns the decision. See [`History::undo_to`].
    ///
    /// # Errors
    ///
    /// If there is no such decision; the game is then unchanged.
    pub fn undo_to(&mut self, decides: impl Fn(Seat) -> bool) -> Result<(Seat, Action), HistoryError> {
        self.history.undo_to(decides)
    }

    /// Repeats the decision that was last undone.
    ///
    /// # Errors
    ///
    /// If nothing was undone, or another decision followed the undo.
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
                // Unreachable: the game wants a deck, and a seed's cut deck always decides the cut.
                return;
            }
        }
    }
}
