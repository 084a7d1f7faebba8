//! When a table wakes up, sleeps, restarts and reloads.

use super::*;

#[tokio::test]
async fn a_table_that_panics_restarts_without_affecting_others() {
    for store in testing::stores("breaks").await {
        let tables = Tables::new(store.clone(), Timings::default());
        let (broken, other) = (game_with_bots(&tables).await, game_with_bots(&tables).await);
        let mut watching_other = tables.watch(other, &watch(None)).await.unwrap();
        snapshot(&mut watching_other).await;
        let action = annas_choice(&tables, broken).await.unwrap();
        execute(&tables, broken, "anna", &Command::Act(action)).await;
        let before = store.load(broken).await.unwrap();
        tables
            .inbox(broken)
            .await
            .unwrap()
            .send(Box::new(Request::Panic))
            .unwrap_or_default();
        let after = annas_choice(&tables, broken).await;
        assert!(after.is_some() || before.state.game().unwrap().winner().is_some());
        let stored = store.load(broken).await.unwrap();
        assert!(stored.events.starts_with(&before.events));
        // The other table's watcher notices nothing.
        let action = annas_choice(&tables, other).await.unwrap();
        execute(&tables, other, "anna", &Command::Act(action)).await;
        assert!(!happened(&mut watching_other).await.events.is_empty());
    }
}

#[tokio::test]
async fn a_table_that_keeps_panicking_is_not_restarted() {
    let store = testing::sqlite("limit").await;
    let tables = Tables::new(store, Timings::default());
    let table = game_with_bots(&tables).await;
    for _ in 0..=MAX_PANICS {
        let inbox = tables.inbox(table).await.unwrap();
        inbox.send(Box::new(Request::Panic)).unwrap_or_default();
        inbox.closed().await;
        // Wait until the supervisor has noticed the panic.
        while tables.awake() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    let refused = tables.command(table, &person("anna"), "x", &Command::Undo).await;
    assert!(matches!(refused, Err(TableError::Broken)));
    let other = game_with_bots(&tables).await;
    assert!(annas_choice(&tables, other).await.is_some());
}

#[tokio::test]
async fn of_two_writers_one_wins_and_the_other_reloads() {
    for store in testing::stores("writers").await {
        // Two servers with the same store.
        let (one, other) = (
            Tables::new(store.clone(), Timings::default()),
            Tables::new(store.clone(), Timings::default()),
        );
        let table = game_with_bots(&one).await;
        let action = Command::Act(annas_choice(&one, table).await.unwrap());
        annas_choice(&other, table).await.unwrap();
        one.command(table, &person("anna"), "first", &action)
            .await
            .unwrap();
        // The other server doesn't know about it: it has to reload the table, and then refuses the
        // command because it is out of turn.
        let late = other
            .command(table, &person("anna"), "second", &sit(Seat::South))
            .await;
        assert!(matches!(late, Err(TableError::Refused(_))), "{late:?}");
        let again = other.command(table, &person("anna"), "first", &action).await;
        assert!(again.is_ok(), "{again:?}");
        let stored = store.load(table).await.unwrap();
        let executed = stored
            .events
            .iter()
            .filter(|stored| stored.command.as_deref() == Some("anna first"));
        assert_eq!(executed.count(), 1);
    }
}

#[tokio::test]
async fn an_idle_table_sleeps_and_wakes_on_demand() {
    let store = testing::sqlite("sleep").await;
    let timings = Timings {
        sleep_after: Duration::from_millis(20),
        ..Timings::default()
    };
    let tables = Tables::new(store, timings);
    let table = game_with_bots(&tables).await;
    let action = annas_choice(&tables, table).await.unwrap();
    while tables.awake() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(
        tables.inner.slots.lock().unwrap().is_empty(),
        "a sleeping table takes no memory"
    );
    execute(&tables, table, "anna", &Command::Act(action)).await;
    assert_eq!(tables.awake(), 1);
    // A watcher keeps the table awake.
    let mut watching = tables.watch(table, &watch(None)).await.unwrap();
    assert!(watching.next().await.is_some());
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(tables.awake(), 1);
}

#[tokio::test]
async fn reading_a_table_repeatedly_loads_it_once() {
    let store = testing::sqlite("looks").await;
    let tables = Tables::new(store.clone(), Timings::default());
    let table = new_table(&tables).await;
    let options = tables
        .inspect(table, |current| current.state.options().clone())
        .await;
    assert_eq!(options.unwrap().host, person("anna"));
    // The stored table is not read again, even if it has become unreadable.
    store.execute("UPDATE game SET form = 2").await.unwrap();
    tables
        .inspect(table, |current| current.first_event_at)
        .await
        .unwrap();
    let gone = tables
        .inspect(TableId::new(), |current| current.first_event_at)
        .await;
    assert!(matches!(gone, Err(TableError::Store(StoreError::NoTable(_)))));
}
