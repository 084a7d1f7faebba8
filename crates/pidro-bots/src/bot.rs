//! The `Bot` trait.

use pidro::{Action, View};

/// A computer player. It only receives its seat's [`View`], so it can't know more than the seat.
///
/// ```
/// use pidro::{Action, Seed, SeededGame, View};
/// use pidro_bots::Bot;
///
/// /// Always takes the first legal action.
/// struct First;
///
/// impl Bot for First {
///     fn choose(&mut self, view: &View) -> Option<Action> {
///         view.legal.nth(0)
///     }
/// }
///
/// let mut game = SeededGame::new("target=12 first_dealer=N".parse()?, Some(Seed::new("7")));
/// while let Some(seat) = game.history().game().turn() {
///     let view = game.history().game().view(seat);
///     let action = First.choose(&view).ok_or("it is the seat's turn")?;
///     game.act(seat, action)?;
/// }
/// assert!(game.history().game().winner().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot {
    /// Chooses an action. Returns `None` only when it is not the seat's turn.
    fn choose(&mut self, view: &View) -> Option<Action>;
}
