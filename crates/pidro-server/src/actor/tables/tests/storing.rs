//! What the store accepts and what it refuses to load.

use super::*;

/// A table at which nobody sits.
fn empty_table(table: TableId) -> NewTable {
    NewTable {
        table,
        options: options(),
        secret: secret(),
        events: Vec::new(),
    }
}

#[tokio::test]
async fn many_tables_share_commits() {
    for store in testing::stores("commits").await {
        let tables = Tables::new(store.clone(), Timings::default());
        let mut ids = vec![];
        for _ in 0..40 {
            ids.push(new_table(&tables).await);
        }
        let sits = ids.iter().map(|table| {
            let tables = tables.clone();
            let table = *table;
            tokio::spawn(async move {
                for seat in Seat::ALL {
                    let sit = sit(seat);
                    execute(&tables, table, "anna", &sit).await;
                }
            })
        });
        for sat in sits.collect::<Vec<_>>() {
            sat.await.unwrap();
        }
        for table in ids {
            // Sat down four times, stood up three times.
            assert_eq!(store.load(table).await.unwrap().events.len(), 7);
        }
    }
}

#[tokio::test]
async fn an_append_needs_the_next_event_number() {
    for store in testing::stores("numbers").await {
        let table = TableId::new();
        store.create(&empty_table(table), None).await.unwrap();
        let stored_event = || StoredEvent {
            event: TableEvent::ChatOpened { open: true },
            command: None,
        };
        store
            .append(
                table,
                0,
                0,
                &[stored_event(), stored_event()],
                IndexUpdate::Nothing,
            )
            .await
            .unwrap();
        for wrong in [0, 1, 3] {
            let lost = store
                .append(table, 0, wrong, &[stored_event()], IndexUpdate::Nothing)
                .await;
            assert!(matches!(lost, Err(StoreError::Conflict)), "{wrong}: {lost:?}");
        }
        store
            .append(table, 0, 2, &[stored_event()], IndexUpdate::Nothing)
            .await
            .unwrap();
        assert_eq!(store.load(table).await.unwrap().events.len(), 3);
        assert!(matches!(
            store.load(TableId::new()).await,
            Err(StoreError::NoTable(_))
        ));
        assert!(
            store
                .append(TableId::new(), 0, 0, &[stored_event()], IndexUpdate::Nothing)
                .await
                .is_err()
        );
    }
}

#[tokio::test]
async fn a_table_of_a_newer_release_is_refused() {
    for store in testing::stores("form").await {
        let table = TableId::new();
        store.create(&empty_table(table), None).await.unwrap();
        store.execute("UPDATE game SET form = 2").await.unwrap();
        let refused = store.load(table).await;
        assert!(
            matches!(refused, Err(StoreError::UnknownVersion { version: 2, .. })),
            "{refused:?}"
        );
    }
}

#[tokio::test]
async fn an_impossible_stored_event_is_an_error_that_names_it() {
    // Each event is well-formed, but none can follow the events stored before it.
    let damages = [
        (
            7,
            r#"{"kind":"acted","seat":"N","action":"bid 14"}"#,
            "it is W's turn, not N's",
        ),
        (5, r#"{"kind":"started"}"#, "the game has begun"),
        (3, r#"{"kind":"undone"}"#, "the game has not begun"),
        (2, r#"{"kind":"left","seat":"W"}"#, "no person sits at W"),
        (
            1,
            r#"{"kind":"revealed","seat":"N","word":"lingonberry"}"#,
            "no word is awaited from N",
        ),
    ];
    for store in testing::stores("impossible").await {
        let tables = Tables::new(store.clone(), Timings::default());
        for (index, body, why) in damages {
            let table = testing::long_game(&store).await;
            let sql = format!("UPDATE entry SET body = '{body}' WHERE n = {index} AND game = '{table}'");
            store.execute(sql.leak()).await.unwrap();
            let refused = store.load(table).await.unwrap_err();
            assert!(matches!(refused, StoreError::Impossible { .. }), "{refused:?}");
            let message = format!("table {table}, event index {index} can't be applied: {why}");
            assert_eq!(refused.to_string(), message);
            let watching = tables.watch(table, &watch(None)).await;
            assert!(matches!(watching, Err(TableError::Store(_))));
        }
        // The other tables are not affected.
        game_with_bots(&tables).await;
    }
}

#[tokio::test]
async fn the_store_is_one_file_that_only_its_owner_can_read() {
    use std::os::unix::fs::PermissionsExt;
    let store = testing::sqlite("private").await;
    let table = TableId::new();
    store.create(&empty_table(table), None).await.unwrap();
    let mode = std::fs::metadata(store.location()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    store.close().await;
    assert!(!std::fs::exists(format!("{}-wal", store.location())).unwrap());
    assert!(
        Store::open(store.location())
            .await
            .unwrap()
            .load(table)
            .await
            .is_ok()
    );
}
