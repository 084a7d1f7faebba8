//! Games that a test plays, with actions written as in the protocol.

use pidro::{Action, Card, Deck, Event, Game, History, Observer, Seat, Suit, View};
use serde_json::Value;

use crate::deals::stacked;

/// A game driven by a test.
pub(crate) struct TestGame {
    pub(crate) history: History,
}

impl TestGame {
    /// A game with these rules in which North deals first.
    #[track_caller]
    pub(crate) fn new(rules: &str) -> TestGame {
        TestGame {
            history: History::new(format!("{rules} first_dealer=N").parse().unwrap()),
        }
    }

    /// A game with exactly these rules.
    #[track_caller]
    pub(crate) fn with_rules(rules: &str) -> TestGame {
        TestGame {
            history: History::new(rules.parse().unwrap()),
        }
    }

    /// Deals these hands and a pack that starts with these cards; fills up the rest with non-trumps
    /// first.
    #[track_caller]
    pub(crate) fn deal(&mut self, trump: Suit, hands: &[(Seat, &str)], pack: &str) -> &mut TestGame {
        let dealer = self.state().dealer().unwrap();
        self.deal_deck(&stacked(dealer, trump, hands, pack))
    }

    #[track_caller]
    pub(crate) fn deal_deck(&mut self, deck: &Deck) -> &mut TestGame {
        self.history.deal(deck).unwrap();
        self
    }

    /// Performs these actions in order: `"N bid 6, E pass"`.
    #[track_caller]
    pub(crate) fn act(&mut self, actions: &str) -> &mut TestGame {
        for act in actions.split(',') {
            let (seat, action) = read(act);
            if let Err(error) = self.history.act(seat, action) {
                panic!("{}: {error}", act.trim());
            }
        }
        self
    }

    /// Tries an action that must be refused, and returns the error code.
    #[track_caller]
    pub(crate) fn refused(&mut self, act: &str) -> &'static str {
        let (seat, action) = read(act);
        let before = *self.state();
        let error = self.history.act(seat, action).expect_err(act);
        assert_eq!(*self.state(), before, "a refused action changed the game");
        error.code()
    }

    pub(crate) fn state(&self) -> &Game {
        self.history.game()
    }

    pub(crate) fn view(&self, observer: impl Into<Observer>) -> View {
        self.state().view(observer)
    }

    pub(crate) fn full_view(&self) -> View {
        self.state().full_view()
    }

    /// The complete state as JSON.
    pub(crate) fn state_json(&self) -> Value {
        serde_json::to_value(self.full_view()).unwrap()
    }

    pub(crate) fn log(&self) -> &[Event] {
        self.history.log()
    }

    pub(crate) fn turn(&self) -> Option<Seat> {
        self.state().turn()
    }

    /// The legal actions of the seat whose turn it is, in the protocol's form.
    pub(crate) fn legal_json(&self) -> Value {
        serde_json::to_value(self.state().legal()).unwrap()
    }

    /// Plays the first legal card until the hand has been scored.
    #[track_caller]
    pub(crate) fn play_out(&mut self) -> &mut TestGame {
        while let Some(seat) = self.turn() {
            let action = self.state().legal().nth(0).unwrap();
            assert!(matches!(action, Action::Play(_)), "{seat} has to {action}");
            self.history.act(seat, action).unwrap();
        }
        self
    }
}

#[track_caller]
fn read(act: &str) -> (Seat, Action) {
    let (seat, action) = act.trim().split_once(' ').unwrap();
    (seat.parse().unwrap(), action.parse().unwrap())
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// A list of cards in the protocol's form.
pub(crate) fn list(cards: &str) -> Value {
    cards.split_whitespace().collect()
}
