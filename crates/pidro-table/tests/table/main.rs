//! Which commands a table accepts, what they cause, and who sees it.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod agreement;
mod moderation;
mod seats;
mod stored_events;
mod visibility;
mod words;

use pidro::{Seat, Secret};
use pidro_bots::Level;
use pidro_protocol::PersonId;
use pidro_table::{Command, TableOptions, TableState};

/// The table of the next game.
const NEXT: &str = "019a8e0c3f6b7d2e9f3c5a7b9d1e3f50";

/// The people at North, East, South and West of [`game_of_four`].
const PEOPLE: [&str; 4] = ["a", "b", "c", "d"];

fn person(name: &str) -> PersonId {
    PersonId::new(name)
}

fn secret() -> Secret {
    Secret::new([1; 32])
}

fn options() -> TableOptions {
    TableOptions::new(person("host"), "finnish first_dealer=N".parse().unwrap())
}

const fn sit(seat: Seat) -> Command {
    Command::Sit { seat, promise: None }
}

fn bot(seat: Seat) -> Command {
    Command::PutBot {
        seat,
        level: Level::Basic,
    }
}

/// A command's number of events, or the code of its refusal.
fn execute(state: &mut TableState, who: &str, command: &Command) -> Result<usize, &'static str> {
    let events = state
        .decide(&person(who), command, NEXT.parse().unwrap())
        .map_err(|refusal| refusal.code())?;
    for event in &events {
        state.apply(event).unwrap();
    }
    Ok(events.len())
}

fn empty_table() -> TableState {
    TableState::new(options(), secret())
}

fn add_bots(state: &mut TableState, who: &str, seats: &[Seat]) {
    for seat in seats {
        execute(state, who, &bot(*seat)).unwrap();
    }
}

/// A game of a, b, c and d at North, East, South and West.
fn game_of_four() -> TableState {
    game_of_four_with(options())
}

fn game_of_four_with(options: TableOptions) -> TableState {
    let mut state = TableState::new(options, secret());
    for (who, seat) in PEOPLE.into_iter().zip(Seat::ALL) {
        execute(&mut state, who, &sit(seat)).unwrap();
    }
    execute(&mut state, PEOPLE[0], &Command::Start).unwrap();
    state
}
