//! Tests of the tables, with both kinds of store.

mod commands;
mod lifecycle;
mod storing;
mod watching;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use pidro::{Action, Observer, Seat, WordPromise};
use pidro_bots::{Basic, Bot as _, Level};

use super::*;
use crate::store::{IndexUpdate, NewTable, StoredEvent};
use crate::testing;
use pidro::json::State;
use pidro_protocol::ws::{Happened, ServerMessage, Snapshot, TableChange};
use pidro_table::TableEvent;

fn secret() -> Secret {
    Secret::new([7; 32])
}

fn person(name: &str) -> PersonId {
    PersonId::new(name)
}

/// An unused command id.
fn unused_id() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed).to_string()
}

fn options() -> TableOptions {
    TableOptions::new(
        person("anna"),
        "finnish first_dealer=N target=10".parse().unwrap(),
    )
}

fn watch(name: Option<&str>) -> WatchRequest {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    WatchRequest {
        connection: NEXT.fetch_add(1, Ordering::Relaxed),
        person: name.map(person),
        ..WatchRequest::default()
    }
}

const fn sit(seat: Seat) -> Command {
    Command::Sit { seat, promise: None }
}

/// The next message, skipping seat updates.
async fn next(watching: &mut WatchStream) -> Option<ServerMessage> {
    loop {
        match watching.next().await {
            Some(ServerMessage::Seats { .. }) => {}
            message => return message,
        }
    }
}

async fn snapshot(watching: &mut WatchStream) -> Snapshot {
    match next(watching).await {
        Some(ServerMessage::Snapshot(snapshot)) => *snapshot,
        other => panic!("{other:?}"),
    }
}

async fn happened(watching: &mut WatchStream) -> Happened {
    match next(watching).await {
        Some(ServerMessage::Happened(happened)) => *happened,
        other => panic!("{other:?}"),
    }
}

/// A table at which nobody sits.
async fn new_table(tables: &Tables) -> TableId {
    tables.create(&options(), &secret(), &[]).await.unwrap()
}

/// Executes a command that must succeed.
async fn execute(tables: &Tables, table: TableId, name: &str, command: &Command) {
    let executed = tables.command(table, &person(name), &unused_id(), command).await;
    executed.unwrap();
}

/// A table at which Anna sits at South with three bots, and has asked to start the game.
async fn start_with_bots(tables: &Tables, promise: Option<WordPromise>) -> TableId {
    let table = new_table(tables).await;
    let sit = Command::Sit {
        seat: Seat::South,
        promise,
    };
    execute(tables, table, "anna", &sit).await;
    for seat in [Seat::North, Seat::East, Seat::West] {
        let level = Level::Basic;
        execute(tables, table, "anna", &Command::PutBot { seat, level }).await;
    }
    execute(tables, table, "anna", &Command::Start).await;
    table
}

/// Anna sits at South with three bots, and the game has begun.
async fn game_with_bots(tables: &Tables) -> TableId {
    start_with_bots(tables, None).await
}

/// What a basic bot would do for Anna, once it is her turn. `None` when the game is over.
async fn annas_choice(tables: &Tables, table: TableId) -> Option<Action> {
    let mut watching = tables.watch(table, &watch(Some("anna"))).await.unwrap();
    loop {
        let (legal, over) = match next(&mut watching).await {
            Some(ServerMessage::Snapshot(message)) => (message.legal, message.secret.is_some()),
            Some(ServerMessage::Happened(message)) => (message.legal, message.secret.is_some()),
            Some(_) => continue,
            None => {
                watching = tables.watch(table, &watch(Some("anna"))).await.unwrap();
                continue;
            }
        };
        if over {
            return None;
        }
        if legal.is_some() {
            let view = tables
                .store()
                .load(table)
                .await
                .unwrap()
                .state
                .game()
                .unwrap()
                .view(Seat::South);
            return Basic.choose(&view);
        }
    }
}
