//! What watchers receive, and what depends on who is connected.

use super::*;

#[tokio::test]
async fn a_slow_watcher_is_dropped_and_gets_a_snapshot() {
    let store = testing::sqlite("slow").await;
    let tables = Tables::new(store, Timings::default());
    let table = game_with_bots(&tables).await;
    let mut slow = tables.watch(table, &watch(None)).await.unwrap();
    // More messages than a slow watcher's queue can hold.
    let action = annas_choice(&tables, table).await.unwrap();
    execute(&tables, table, "anna", &Command::Act(action)).await;
    annas_choice(&tables, table).await.unwrap();
    for _ in 0..40 {
        for open in [true, false] {
            execute(&tables, table, "anna", &Command::OpenChat(open)).await;
        }
    }
    let mut received = 0;
    while slow.next().await.is_some() {
        received += 1;
    }
    assert_eq!(received, 64, "as many as the queue holds");
    assert_eq!(tables.metrics().slow_clients.get(), 1);
    let mut again = tables.watch(table, &watch(None)).await.unwrap();
    assert!(!snapshot(&mut again).await.chat);
}

#[tokio::test]
async fn watchers_receive_only_what_their_seat_may_know() {
    let store = testing::sqlite("hidden").await;
    let tables = Tables::new(store.clone(), Timings::default());
    let table = game_with_bots(&tables).await;
    let mut own = tables.watch(table, &watch(Some("anna"))).await.unwrap();
    let mut spectator = tables.watch(table, &watch(Some("bo"))).await.unwrap();
    let action = annas_choice(&tables, table).await.unwrap();
    execute(&tables, table, "anna", &Command::Act(action)).await;
    tables.close().await;
    let stored = store.load(table).await.unwrap();
    let history = stored.state.seeded_game().unwrap().history();
    for (watching, observer) in [
        (&mut own, Observer::Seat(Seat::South)),
        (&mut spectator, Observer::Spectator),
    ] {
        let first = snapshot(watching).await;
        assert_eq!(
            first.view,
            Some(State::from(
                &history.at_event(first.events).unwrap().view(observer)
            ))
        );
        assert_eq!(first.secret, None);
        let mut count = first.events;
        while let Some(ServerMessage::Happened(message)) = next(watching).await {
            assert_eq!(message.change, None, "a decision is shown by its events");
            for event in message.events {
                assert_eq!(event.n, count, "every event, in order");
                assert_eq!(
                    event.event,
                    history.log()[count].seen_by(observer, history.game().rules())
                );
                count += 1;
            }
        }
        assert_eq!(count, history.log().len());
    }
}

#[tokio::test]
async fn a_start_is_not_called_off_while_nobody_is_connected() {
    let store = testing::sqlite("words").await;
    let timings = Timings {
        reveal_timeout: Duration::from_millis(1),
        ..Timings::default()
    };
    let tables = Tables::new(store.clone(), timings);
    let promise = WordPromise::of("lingonberry");
    let table = start_with_bots(&tables, Some(promise)).await;
    // The table waits for Anna's word, but she is not connected: she may still come back.
    tokio::time::sleep(Duration::from_millis(50)).await;
    let stored = store.load(table).await.unwrap();
    assert!(matches!(
        stored.events.last().unwrap().event,
        TableEvent::Starting { .. }
    ));
    let mut watching = tables.watch(table, &watch(Some("anna"))).await.unwrap();
    let first = snapshot(&mut watching).await;
    assert_eq!(first.awaited, Some(vec![Seat::South]));
    assert_eq!(first.promises[Seat::South], Some(promise));
    // Now she is connected, and sends nothing.
    let seats = vec![Seat::South];
    assert_eq!(
        happened(&mut watching).await.change,
        Some(TableChange::StartCalledOff { seats })
    );
}

#[tokio::test]
async fn a_returning_player_does_not_wait_for_the_pace_of_bots_only_games() {
    let store = testing::sqlite("show").await;
    let timings = Timings {
        bots_only_pace: Duration::from_hours(1),
        ..Timings::default()
    };
    let tables = Tables::new(store, timings);
    let table = game_with_bots(&tables).await;
    let action = annas_choice(&tables, table).await.unwrap();
    let mut spectator = tables.watch(table, &watch(None)).await.unwrap();
    snapshot(&mut spectator).await;
    for command in [Command::Act(action), Command::Leave] {
        execute(&tables, table, "anna", &command).await;
    }
    // Her decision, her leaving, and the decision that West had already begun. North plays only for
    // the spectator.
    for _ in 0..3 {
        happened(&mut spectator).await;
    }
    execute(&tables, table, "anna", &sit(Seat::South)).await;
    let turn = tokio::time::timeout(Duration::from_mins(2), annas_choice(&tables, table)).await;
    assert!(turn.is_ok(), "it is her turn again");
}
