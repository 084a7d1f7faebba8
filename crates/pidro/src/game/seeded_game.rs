//! A game with its history and, given a seed, its own decks.

use crate::cards::Deck;
use crate::game::{Action, Event, History, HistoryError, IllegalAction, Seed};
use crate::rules::Rules;
use crate::seat::Seat;

/// A game with its history and, given a seed, its own decks.
///
/// It deals each deck in the step that needs it, so that one undo takes back both. Without a seed,
/// it waits for [`deal`](SeededGame::deal).
///
/// ```
/// use pidro::{Rules, Seed, SeededGame};
///
/// let game = SeededGame::new(Rules::default(), Some(Seed::new("närpes")));
/// let turn = game.history().game().turn();
/// assert_eq!(turn, game.history().game().dealer().map(|dealer| dealer.left()));
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
        SeededGame::resume(History::new(rules), seed)
    }

    /// Continues the game with this history.
    #[must_use]
    pub fn resume(history: History, seed: Option<Seed>) -> SeededGame {
        let mut game = SeededGame { history, seed };
        game.deal_from_seed();
        game
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
        self.deal_from_seed();
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

    /// Takes back the last decision of a seat that satisfies `predicate`, with everything that
    /// happened after it. Returns the decision. See [`History::undo_to`].
    ///
    /// # Errors
    ///
    /// If there is no such decision; the game is then unchanged.
    pub fn undo_to(&mut self, predicate: impl Fn(Seat) -> bool) -> Result<(Seat, Action), HistoryError> {
        self.history.undo_to(predicate)
    }

    /// Repeats the decision that was last undone.
    ///
    /// # Errors
    ///
    /// If nothing was undone, or another decision followed the undo.
    pub fn redo(&mut self) -> Result<(), HistoryError> {
        self.history.redo()
    }

    fn deal_from_seed(&mut self) {
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
