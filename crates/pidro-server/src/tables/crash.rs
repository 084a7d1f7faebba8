//! A server that is killed in the middle of many games: what it had acknowledged is there, and nothing twice.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Process, Stdio};

use super::tests::{annas_choice, game_with_bots, person};
use super::*;

/// How many games run when it is killed.
const GAMES: usize = 200;
/// How many acknowledgements are waited for.
const ACKNOWLEDGED: usize = 2000;

/// Run by the test below in a process of its own: plays until it is killed, and prints what has been acknowledged.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "it never ends"]
async fn plays_until_it_is_killed() {
    let file = std::env::var("PIDRO_TEST_STORE").unwrap();
    let tables = Tables::new(Store::open(&file).await.unwrap(), Limits::default());
    for _ in 0..GAMES {
        let tables = tables.clone();
        tokio::spawn(async move {
            loop {
                let table = game_with_bots(&tables).await;
                let mut number = 0;
                while let Some(action) = annas_choice(&tables, table).await {
                    number += 1;
                    let id = format!("action {number}");
                    let done = tables
                        .command(table, &person("anna"), &id, &Command::Act(action))
                        .await;
                    let line = format!("{table} {} {id}\n", done.unwrap().entry);
                    std::io::stdout().write_all(line.as_bytes()).unwrap();
                }
            }
        });
    }
    std::future::pending::<()>().await;
}

#[tokio::test]
async fn what_was_acknowledged_before_a_kill_is_there_and_nothing_twice() {
    let file = std::env::temp_dir().join(format!("pidro-server-{}-crash.sqlite", std::process::id()));
    let test = "tables::crash::plays_until_it_is_killed";
    let mut server = Process::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture"])
        .env("PIDRO_TEST_STORE", &file)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let mut acknowledged: HashMap<TableId, Vec<(usize, String)>> = HashMap::new();
    let mut read = |line: String| {
        let mut words = line.splitn(3, ' ');
        let table = words.next().and_then(|word| word.parse().ok());
        let entry = words.next().and_then(|word| word.parse().ok());
        if let (Some(table), Some(entry), Some(id)) = (table, entry, words.next()) {
            acknowledged
                .entry(table)
                .or_default()
                .push((entry, format!("anna {id}")));
        }
    };
    lines.by_ref().take(ACKNOWLEDGED).for_each(&mut read);
    // SIGKILL: nothing can be finished.
    server.kill().unwrap();
    server.wait().unwrap();
    // What was on its way when it died has been acknowledged too; the last line may be half a line.
    let mut rest: Vec<String> = lines.collect();
    rest.pop();
    rest.into_iter().for_each(&mut read);
    let count: usize = acknowledged.values().map(Vec::len).sum();
    assert!(count >= ACKNOWLEDGED - 10, "{count}");
    let store = Store::open(file.to_str().unwrap()).await.unwrap();
    for (table, commands) in &acknowledged {
        let stored = store.load(*table).await.unwrap();
        for (entry, command) in commands {
            assert_eq!(stored.entries[*entry].command.as_ref(), Some(command));
            let times = stored
                .entries
                .iter()
                .filter(|kept| kept.command.as_ref() == Some(command));
            assert_eq!(times.count(), 1);
        }
    }
    println!(
        "{count} acknowledged actions at {} tables, all of them there, none twice",
        acknowledged.len()
    );
    // And the games go on.
    let tables = Tables::new(store, Limits::default());
    for table in acknowledged.keys().take(20) {
        if let Some(action) = annas_choice(&tables, *table).await {
            tables
                .command(*table, &person("anna"), "after the kill", &Command::Act(action))
                .await
                .unwrap();
        }
    }
}
