//! Compares the content of the database with what the server told its clients.

use std::collections::{BTreeMap, HashMap, HashSet};

use pidro_client::Client;
use serde_json::{Value, json};

use crate::load::{Ledger, Outcome};
use crate::server::Server;
use crate::store::{Contents, EventRow, Store};

/// Checks every acknowledgement after the server has ended, and again through a restarted server.
/// Prints the counts.
pub(crate) async fn audit(name: &str, store: &Store, ledger: &Ledger) {
    let contents = store.contents().await;
    let tables = by_table(&contents);
    let commands = ledger.commands.lock().unwrap().clone();
    check_commands(&tables, &commands);
    check_tables(&contents, &ledger.tables.lock().unwrap());
    check_guests(&contents, &ledger.guests.lock().unwrap());
    let count =
        |is_match: fn(&Outcome) -> bool| commands.values().filter(|outcome| is_match(outcome)).count();
    println!(
        "{name}: {} commands acknowledged, {} not stored, {} open; {} tables, {} people and {} table events stored: \
         everything acknowledged exactly once, and nothing else",
        count(|outcome| matches!(outcome, Outcome::Stored(_))),
        count(|outcome| *outcome == Outcome::NotStored),
        count(|outcome| *outcome == Outcome::Unknown),
        contents.tables.len(),
        contents.people.len(),
        contents.events.len(),
    );
    // Every game can be resumed.
    let server = Server::start(store.address()).await;
    for (table, rows) in &tables {
        let mut client = Client::connect(server.address, None).await.unwrap();
        let joined = client.join(table, None, json!({})).await.unwrap();
        assert_eq!(joined["ok"], true, "{table}: {joined}");
        let snapshot = client.next_of("snapshot").await.unwrap();
        assert_eq!(snapshot["n"], rows.len(), "table {table} has all its events");
    }
    assert_eq!(server.status("/readyz").await, 200);
    server.terminate().await;
}

fn by_table(contents: &Contents) -> BTreeMap<String, Vec<EventRow>> {
    let mut tables: BTreeMap<String, Vec<EventRow>> = BTreeMap::new();
    for (table, _) in &contents.tables {
        tables.insert(table.clone(), Vec::new());
    }
    for (table, row) in &contents.events {
        let rows = tables.get_mut(table).expect("every event belongs to a table");
        rows.push(row.clone());
    }
    tables
}

fn check_commands(tables: &BTreeMap<String, Vec<EventRow>>, commands: &HashMap<(String, String), Outcome>) {
    for ((table, command), outcome) in commands {
        let rows = tables.get(table).map(Vec::as_slice).unwrap_or_default();
        let at: Vec<i64> = rows
            .iter()
            .filter(|(_, _, other)| other.as_ref() == Some(command))
            .map(|(n, _, _)| *n)
            .collect();
        match outcome {
            // The protocol numbers table events from 1, the database from 0.
            Outcome::Stored(n) => assert_eq!(
                at,
                [n.parse::<i64>().unwrap() - 1],
                "{command} at {table} was acknowledged as table event {n} of {}",
                rows.len()
            ),
            Outcome::NotStored | Outcome::Refused => {
                assert_eq!(at, [0_i64; 0], "{command} at {table} was reported as not stored");
            }
            Outcome::Unknown => assert!(at.len() <= 1, "{command} at {table} is stored twice"),
        }
    }
    for (table, rows) in tables {
        for (place, (n, body, command)) in rows.iter().enumerate() {
            assert_eq!(*n, i64::try_from(place).unwrap(), "table {table} has a gap");
            if let Some(command) = command {
                let sent = commands.contains_key(&(table.clone(), command.clone()));
                assert!(sent, "nobody sent {command} to {table}");
            } else {
                let body: Value = serde_json::from_str(body).unwrap();
                let automatic = ["left", "back"].iter().any(|kind| body["kind"] == *kind);
                assert!(automatic, "nobody asked for {body} at {table}");
            }
        }
    }
}

fn check_tables(contents: &Contents, asked: &HashMap<String, Outcome>) {
    let mut hosts: HashMap<String, Vec<&str>> = HashMap::new();
    for (table, options) in &contents.tables {
        let options: Value = serde_json::from_str(options).unwrap();
        let host = options["host"].as_str().unwrap().to_owned();
        hosts.entry(host).or_default().push(table);
    }
    for (host, outcome) in asked {
        let stored = hosts.get(host).map(Vec::as_slice).unwrap_or_default();
        match outcome {
            Outcome::Stored(table) => assert_eq!(stored, [table.as_str()], "the table of {host}"),
            Outcome::NotStored | Outcome::Refused => {
                assert!(
                    stored.is_empty(),
                    "{host} has a table that was reported as not stored"
                );
            }
            Outcome::Unknown => assert!(stored.len() <= 1, "{host} has more than one table"),
        }
    }
    assert!(
        hosts.keys().all(|host| asked.contains_key(host)),
        "somebody else's table"
    );
}

fn check_guests(contents: &Contents, asked: &HashMap<String, Outcome>) {
    let mut names = HashSet::new();
    for (id, name) in &contents.people {
        assert!(names.insert(name.as_str()), "{name} is stored twice");
        match asked.get(name) {
            Some(Outcome::Stored(reported)) => assert_eq!(reported, id),
            Some(Outcome::Unknown) => {}
            Some(Outcome::NotStored | Outcome::Refused) => panic!("{name} was reported as not stored"),
            None => panic!("nobody asked for {name}"),
        }
    }
    for (name, outcome) in asked {
        if matches!(outcome, Outcome::Stored(_)) {
            assert!(names.contains(name.as_str()), "guest {name} was acknowledged");
        }
    }
}
