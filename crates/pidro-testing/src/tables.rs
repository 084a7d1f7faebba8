//! Games that were played to their end, as the events of a table.

use pidro::{Action, Game, Legal, Seat, Secret};
use pidro_bots::{Basic, Bot as _};
use pidro_protocol::PersonId;
use pidro_table::{TableEvent, TableOptions, TableState};

/// A finished game of four people.
pub struct PlayedGame {
    /// The options of the table.
    pub options: TableOptions,
    /// The secret that determines the decks.
    pub secret: Secret,
    /// All events of the table.
    pub events: Vec<TableEvent>,
}

/// Plays a game of four people with these options. They overbid for this many events: their scores
/// sink below zero, and the game takes long.
#[must_use]
pub fn play_game(options: TableOptions, overbid: usize) -> PlayedGame {
    let secret = Secret::new([7; 32]);
    let mut state = TableState::new(options.clone(), secret.clone());
    let sat = |seat: Seat| TableEvent::Sat {
        seat,
        person: PersonId::new(format!("019a8e0c3f6b7d2e9f3c5a7b9d1e3f5{}", seat as u8)),
        word: String::new(),
        promise: None,
    };
    let mut events: Vec<TableEvent> = Seat::ALL.into_iter().map(sat).collect();
    events.push(TableEvent::Started);
    for event in &events {
        state.apply(event).unwrap();
    }
    while let Some(seat) = state.game().and_then(Game::turn) {
        let view = state.game().unwrap().view(seat);
        let highest = match view.legal {
            Legal::Call { bids, .. } if events.len() < overbid => bids.iter().last().map(Action::Bid),
            _ => None,
        };
        let action = highest.or_else(|| Basic.choose(&view)).unwrap();
        let caused = state.act(seat, action, false).unwrap();
        for event in &caused {
            state.apply(event).unwrap();
        }
        events.extend(caused);
    }
    PlayedGame {
        options,
        secret,
        events,
    }
}

/// A game of some 1500 events. Its replay takes megabytes.
#[must_use]
pub fn long_game() -> PlayedGame {
    let rules = "finnish first_dealer=N target=200".parse().unwrap();
    play_game(TableOptions::new(PersonId::new("host"), rules), 1500)
}
