//! What a bot is.

use pidro::{Action, View, VisibleEvent};

/// A player that is a program. It gets a seat's [`View`] and nothing else, so it can't know more than the seat.
///
/// ```
/// use pidro::{Action, Legal, Seat, Seed, SeededGame, View};
/// use pidro_bots::Bot;
///
/// /// Always does the first thing that is allowed.
/// struct First;
///
/// impl Bot for First {
///     fn choose(&mut self, view: &View) -> Option<Action> {
///         view.legal.nth(0)
///     }
/// }
///
/// let mut table = SeededGame::new("target=12 first_dealer=N".parse()?, Some(Seed::new("7")));
/// while let Some(seat) = table.history().game().turn() {
///     let view = table.history().game().view(seat);
///     let action = First.choose(&view).ok_or("it is the seat's turn")?;
///     table.act(seat, action)?;
/// }
/// assert!(table.history().game().winner().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot {
    /// What to do. `None` only if there is nothing to do: it is not the seat's turn.
    fn choose(&mut self, view: &View) -> Option<Action>;

    /// Takes note of an event, as the seat sees it. Bots that need no memory need not care.
    fn see(&mut self, event: &VisibleEvent) {
        let _ = event;
    }
}
