//! What commands do, and how many each person may give.

use super::*;

#[tokio::test]
async fn a_game_with_bots_is_played_and_stored() {
    for store in testing::stores("played").await {
        let tables = Tables::new(store.clone(), Timings::default());
        let table = game_with_bots(&tables).await;
        while let Some(action) = annas_choice(&tables, table).await {
            execute(&tables, table, "anna", &Command::Act(action)).await;
        }
        tables.close().await;
        let stored = store.load(table).await.unwrap();
        assert!(stored.state.game().unwrap().winner().is_some());
        let acted = stored
            .events
            .iter()
            .filter(|stored| matches!(stored.event, TableEvent::Acted { .. }));
        assert!(acted.count() > 20);
    }
}

#[tokio::test]
async fn a_repeated_command_takes_effect_once() {
    for store in testing::stores("twice").await {
        let tables = Tables::new(store.clone(), Timings::default());
        let table = game_with_bots(&tables).await;
        let action = Command::Act(annas_choice(&tables, table).await.unwrap());
        let resend = async |tables: &Tables| {
            let receipt = tables.command(table, &person("anna"), "again", &action).await;
            receipt.unwrap()
        };
        let first = resend(&tables).await;
        let again = resend(&tables).await;
        assert_eq!((again.first_index, again.repeated), (first.first_index, true));
        // This also holds after the table has been reloaded from the store.
        tables.close().await;
        let tables = Tables::new(store, Timings::default());
        let woken = resend(&tables).await;
        assert_eq!((woken.first_index, woken.repeated), (first.first_index, true));
        // Ids belong to a person: another person's id is a different command.
        let other = tables.command(table, &person("bo"), "again", &action).await;
        assert!(matches!(other, Err(TableError::Refused(_))));
    }
}

#[tokio::test]
async fn an_undo_needs_everybodys_agreement() {
    let store = testing::sqlite("undo").await;
    let tables = Tables::new(store, Timings::default());
    let table = new_table(&tables).await;
    let people = [
        (Seat::North, "n"),
        (Seat::East, "e"),
        (Seat::South, "s"),
        (Seat::West, "w"),
    ];
    for (seat, name) in people {
        execute(&tables, table, name, &sit(seat)).await;
    }
    execute(&tables, table, "n", &Command::Start).await;
    let bid = Command::Act("bid 8".parse().unwrap());
    execute(&tables, table, "e", &bid).await;
    let mut watching = tables.watch(table, &watch(None)).await.unwrap();
    snapshot(&mut watching).await;
    for name in ["e", "n", "s"] {
        execute(&tables, table, name, &Command::Undo).await;
        assert!(happened(&mut watching).await.change.is_some());
    }
    execute(&tables, table, "w", &Command::Undo).await;
    assert!(happened(&mut watching).await.change.is_some());
    assert_eq!(snapshot(&mut watching).await.view.unwrap().turn, Some(Seat::East));
    // One refusal ends the request.
    execute(&tables, table, "e", &bid).await;
    execute(&tables, table, "e", &Command::Undo).await;
    execute(&tables, table, "w", &Command::RefuseUndo).await;
    let nothing = tables
        .command(table, &person("w"), "no 2", &Command::RefuseUndo)
        .await;
    assert!(matches!(
        nothing,
        Err(TableError::Refused(pidro_table::Refusal::NoUndoAsked))
    ));
}

#[tokio::test]
async fn changes_are_limited_per_person() {
    let store = testing::sqlite("changes").await;
    let tables = Tables::new(store.clone(), Timings::default());
    let table = new_table(&tables).await;
    let try_command = async |tables: &Tables, name: &str, command: Command| {
        let done = tables.command(table, &person(name), &unused_id(), &command).await;
        done.map_err(|error| match error {
            TableError::Refused(refusal) => refusal.code(),
            other => panic!("{other}"),
        })
    };
    let mut sat = 0;
    while try_command(&tables, "mallory", sit(Seat::South)).await.is_ok() {
        sat += 1;
        assert!(sat < 10_000, "the changes are limited");
    }
    // The changes still count after the table was asleep.
    let tables = Tables::new(store, Timings::default());
    assert_eq!(
        try_command(&tables, "mallory", sit(Seat::South)).await,
        Err("too_many_changes")
    );
    assert!(
        try_command(&tables, "mallory", Command::Leave).await.is_ok(),
        "leaving is always possible"
    );
    try_command(&tables, "anna", sit(Seat::South)).await.unwrap();
    try_command(&tables, "anna", Command::OpenChat(true))
        .await
        .unwrap();
    let muted = Command::Mute {
        person: person("mallory"),
        muted: true,
    };
    try_command(&tables, "anna", muted).await.unwrap();
    let removed = Command::Remove {
        person: person("mallory"),
    };
    try_command(&tables, "anna", removed).await.unwrap();
}

#[tokio::test]
async fn a_host_at_the_limit_of_changes_can_still_remove_and_mute() {
    let store = testing::sqlite("host").await;
    let tables = Tables::new(store, Timings::default());
    let table = new_table(&tables).await;
    let anna = person("anna");
    execute(&tables, table, "bo", &sit(Seat::East)).await;
    let mut open = false;
    loop {
        open = !open;
        let done = tables
            .command(table, &anna, &unused_id(), &Command::OpenChat(open))
            .await;
        if done.is_err() {
            break;
        }
    }
    for command in [
        Command::Mute {
            person: person("bo"),
            muted: true,
        },
        Command::Remove { person: person("bo") },
    ] {
        execute(&tables, table, "anna", &command).await;
    }
    // Removing absent people, or the same person twice, is limited.
    for name in ["bo", "nobody"] {
        let person = person(name);
        let done = tables
            .command(table, &anna, &unused_id(), &Command::Remove { person })
            .await;
        assert!(matches!(done, Err(TableError::Refused(_))), "{name}: {done:?}");
    }
}
