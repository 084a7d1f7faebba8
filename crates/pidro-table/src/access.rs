//! How much of a game somebody may see.

use pidro::{Event, Game, Observer, Record, Rules, View, VisibleEvent};

/// How much of a table's game somebody may see.
/// [`TableState::access`](crate::TableState::access) and
/// [`TableState::record_access`](crate::TableState::record_access) decide it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Nothing of the game.
    Nothing,
    /// What this observer knows.
    Observer(Observer),
    /// All cards.
    Everything,
}

/// Which stream of a game somebody watches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feed {
    /// The game as it is played.
    Live,
    /// The game some minutes later, for spectators who see all cards.
    Delayed,
}

impl Access {
    /// Reveals everything to everybody who may see the game at all. For a game that is over.
    #[must_use]
    pub const fn after_game(self) -> Access {
        match self {
            Access::Nothing => Access::Nothing,
            Access::Observer(_) | Access::Everything => Access::Everything,
        }
    }

    /// The visible part of a game.
    #[must_use]
    pub fn view(self, game: &Game) -> Option<View> {
        match self {
            Access::Nothing => None,
            Access::Observer(observer) => Some(game.view(observer)),
            Access::Everything => Some(game.full_view()),
        }
    }

    /// The visible part of an event.
    #[must_use]
    pub fn event(self, event: &Event, rules: &Rules) -> Option<VisibleEvent> {
        match self {
            Access::Nothing => None,
            Access::Observer(observer) => Some(event.seen_by(observer, rules)),
            Access::Everything => Some(event.in_full()),
        }
    }

    /// The visible part of a record. `None` if there is none, or if the record itself hides cards
    /// that this access includes.
    #[must_use]
    pub fn record(self, record: &Record) -> Option<Record> {
        match self {
            Access::Nothing => None,
            Access::Observer(observer) => record.as_seen_by(observer),
            Access::Everything => record.observer().is_none().then(|| record.clone()),
        }
    }
}
