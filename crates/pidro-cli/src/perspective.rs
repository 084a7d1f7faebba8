//! Whose knowledge of a game is shown.

use pidro::{Event, Game, History, Observer, Record, Rules, View, VisibleEvent};

/// Whose knowledge of a game is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Perspective {
    /// All cards are shown.
    Everything,
    /// Only what this observer knows is shown.
    Of(Observer),
}

impl Perspective {
    /// The perspective of this observer; without one, everything is shown.
    pub(crate) fn new(observer: Option<Observer>) -> Perspective {
        observer.map_or(Perspective::Everything, Perspective::Of)
    }

    /// The perspective in which this record was written.
    pub(crate) fn of_record(record: &Record) -> Perspective {
        Perspective::new(record.observer())
    }

    pub(crate) fn view(self, game: &Game) -> View {
        match self {
            Perspective::Everything => game.full_view(),
            Perspective::Of(observer) => game.view(observer),
        }
    }

    pub(crate) fn event(self, event: &Event, rules: &Rules) -> VisibleEvent {
        match self {
            Perspective::Everything => event.in_full(),
            Perspective::Of(observer) => event.seen_by(observer, rules),
        }
    }

    /// The log from event `from` on.
    pub(crate) fn log(self, history: &History, from: usize) -> Vec<VisibleEvent> {
        match self {
            Perspective::Everything => history.in_full(from).collect(),
            Perspective::Of(observer) => history.seen_by(observer, from).collect(),
        }
    }
}

impl From<Observer> for Perspective {
    fn from(observer: Observer) -> Perspective {
        Perspective::Of(observer)
    }
}
