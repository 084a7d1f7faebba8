//! Tests of the tables, with both kinds of store.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use pidro::{Action, Observer, Seat, WordPromise};
use pidro_bots::{Basic, Bot as _, Level};

use super::*;
use crate::store::{IndexUpdate, NewTable, StoredEvent};
use crate::testing;
use pidro::json::State;
use pidro_protocol::ws::{Happened, ServerMessage, Snapshot, TableChange};
use pidro_table::TableEvent;

/// A table at which nobody sits.
fn empty(table: TableId) -> NewTable {
    NewTable {
        table,
        options: options(),
        secret: secret(),
        events: Vec::new(),
    }
}

fn secret() -> Secret {
    Secret::new([7; 32])
}

fn person(name: &str) -> PersonId {
    PersonId::new(name)
}

/// An unused command id.
fn fresh() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed).to_string()
}

fn options() -> Options {
    Options::new(
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

fn sit(seat: Seat, name: &str) -> Command {
    Command::Sit {
        seat,
        name: name.to_owned(),
        promise: None,
    }
}

/// The next message, skipping seat updates.
async fn next(watching: &mut WatchStream) -> Option<ServerMessage> {
    loop {
        match watching.next().await {
            Some(ServerMessage::Seats { .. }) => {}
            told => return told,
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

/// Anna sits at South with three bots, and the game has begun.
async fn game_with_bots(tables: &Tables) -> TableId {
    let table = tables.create(&options(), &secret(), &[]).await.unwrap();
    let anna = person("anna");
    let mut commands = vec![sit(Seat::South, "Anna")];
    for seat in [Seat::North, Seat::East, Seat::West] {
        commands.push(Command::PutBot {
            seat,
            level: Level::Basic,
        });
    }
    commands.push(Command::Start);
    for command in &commands {
        tables.command(table, &anna, &fresh(), command).await.unwrap();
    }
    table
}

/// What a basic bot would do for Anna, once it is her turn. `None` when the game is over.
async fn annas_choice(tables: &Tables, table: TableId) -> Option<Action> {
    let mut watching = tables.watch(table, &watch(Some("anna"))).await.unwrap();
    loop {
        let (legal, over) = match next(&mut watching).await {
            Some(ServerMessage::Snapshot(told)) => (told.legal, told.secret.is_some()),
            Some(ServerMessage::Happened(told)) => (told.legal, told.secret.is_some()),
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

#[tokio::test]
async fn a_game_with_bots_is_played_and_stored() {
    for store in testing::stores("played").await {
        let tables = Tables::new(store.clone(), Timings::default());
        let table = game_with_bots(&tables).await;
        while let Some(action) = annas_choice(&tables, table).await {
            tables
                .command(table, &person("anna"), &fresh(), &Command::Act(action))
                .await
                .unwrap();
        }
        tables.close().await;
        let stored = store.load(table).await.unwrap();
        assert!(stored.state.game().unwrap().winner().is_some());
        let acted = stored
            .events
            .iter()
            .filter(|kept| matches!(kept.event, TableEvent::Acted { .. }));
        assert!(acted.count() > 20);
    }
}

#[tokio::test]
async fn a_repeated_command_takes_effect_once() {
    for store in testing::stores("twice").await {
        let tables = Tables::new(store.clone(), Timings::default());
        let table = game_with_bots(&tables).await;
        let action = Command::Act(annas_choice(&tables, table).await.unwrap());
        let first = tables
            .command(table, &person("anna"), "again", &action)
            .await
            .unwrap();
        let again = tables
            .command(table, &person("anna"), "again", &action)
            .await
            .unwrap();
        assert_eq!((again.first_event, again.repeated), (first.first_event, true));
        // This also holds after the table has been reloaded from the store.
        tables.close().await;
        let tables = Tables::new(store, Timings::default());
        let woken = tables
            .command(table, &person("anna"), "again", &action)
            .await
            .unwrap();
        assert_eq!((woken.first_event, woken.repeated), (first.first_event, true));
        // Ids belong to a person: another person's id is a different command.
        let other = tables.command(table, &person("bo"), "again", &action).await;
        assert!(matches!(other, Err(TableError::Refused(_))));
    }
}

#[tokio::test]
async fn a_table_that_panics_restarts_without_affecting_others() {
    for store in testing::stores("breaks").await {
        let tables = Tables::new(store.clone(), Timings::default());
        let (broken, other) = (game_with_bots(&tables).await, game_with_bots(&tables).await);
        let mut watching_other = tables.watch(other, &watch(None)).await.unwrap();
        snapshot(&mut watching_other).await;
        let action = annas_choice(&tables, broken).await.unwrap();
        tables
            .command(broken, &person("anna"), "first", &Command::Act(action))
            .await
            .unwrap();
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
        tables
            .command(other, &person("anna"), "first", &Command::Act(action))
            .await
            .unwrap();
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
            .command(table, &person("anna"), "second", &sit(Seat::South, "Anna"))
            .await;
        assert!(matches!(late, Err(TableError::Refused(_))), "{late:?}");
        let again = other.command(table, &person("anna"), "first", &action).await;
        assert!(again.is_ok(), "{again:?}");
        let stored = store.load(table).await.unwrap();
        let obeyed = stored
            .events
            .iter()
            .filter(|kept| kept.command.as_deref() == Some("anna first"));
        assert_eq!(obeyed.count(), 1);
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
    tables
        .command(table, &person("anna"), "first", &Command::Act(action))
        .await
        .unwrap();
    assert_eq!(tables.awake(), 1);
    // A watcher keeps the table awake.
    let mut watching = tables.watch(table, &watch(None)).await.unwrap();
    assert!(watching.next().await.is_some());
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(tables.awake(), 1);
}

#[tokio::test]
async fn a_slow_watcher_is_dropped_and_gets_a_snapshot() {
    let store = testing::sqlite("slow").await;
    let tables = Tables::new(store, Timings::default());
    let table = game_with_bots(&tables).await;
    let (anna, mut slow) = (person("anna"), tables.watch(table, &watch(None)).await.unwrap());
    // More messages than a slow watcher's queue can hold.
    let action = annas_choice(&tables, table).await.unwrap();
    tables
        .command(table, &anna, "first", &Command::Act(action))
        .await
        .unwrap();
    annas_choice(&tables, table).await.unwrap();
    for round in 0..40 {
        for seat in [Command::OpenChat(true), Command::OpenChat(false)] {
            tables
                .command(table, &anna, &format!("{round} {seat:?}"), &seat)
                .await
                .unwrap();
        }
    }
    let mut told = 0;
    while slow.next().await.is_some() {
        told += 1;
    }
    assert_eq!(told, 64, "as many as the queue holds");
    assert_eq!(tables.metrics().slow_clients.get(), 1);
    let mut again = tables.watch(table, &watch(None)).await.unwrap();
    assert!(!snapshot(&mut again).await.chat);
}

#[tokio::test]
async fn watchers_receive_only_what_their_seat_may_know() {
    let store = testing::sqlite("hidden").await;
    let tables = Tables::new(store.clone(), Timings::default());
    let table = game_with_bots(&tables).await;
    let anna = person("anna");
    let mut own = tables.watch(table, &watch(Some("anna"))).await.unwrap();
    let mut spectator = tables.watch(table, &watch(Some("bo"))).await.unwrap();
    let action = annas_choice(&tables, table).await.unwrap();
    tables
        .command(table, &anna, "first", &Command::Act(action))
        .await
        .unwrap();
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
        while let Some(ServerMessage::Happened(told)) = next(watching).await {
            assert_eq!(told.change, None, "the events tell what was decided");
            for event in told.events {
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
    let table = tables.create(&options(), &secret(), &[]).await.unwrap();
    let promise = WordPromise::of("lingonberry");
    let mut commands = vec![Command::Sit {
        seat: Seat::South,
        name: "Anna".to_owned(),
        promise: Some(promise),
    }];
    for seat in [Seat::North, Seat::East, Seat::West] {
        commands.push(Command::PutBot {
            seat,
            level: Level::Basic,
        });
    }
    commands.push(Command::Start);
    for command in &commands {
        tables
            .command(table, &person("anna"), &fresh(), command)
            .await
            .unwrap();
    }
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
async fn a_returning_player_does_not_wait_for_the_pace_of_a_show() {
    let store = testing::sqlite("show").await;
    let timings = Timings {
        bots_only_pace: Duration::from_hours(1),
        ..Timings::default()
    };
    let tables = Tables::new(store, timings);
    let table = game_with_bots(&tables).await;
    let anna = person("anna");
    let action = annas_choice(&tables, table).await.unwrap();
    let mut spectator = tables.watch(table, &watch(None)).await.unwrap();
    snapshot(&mut spectator).await;
    for command in [Command::Act(action), Command::Leave] {
        tables.command(table, &anna, &fresh(), &command).await.unwrap();
    }
    // Her decision, her leaving, and the decision that West had already begun. North plays only for
    // the spectator.
    for _ in 0..3 {
        happened(&mut spectator).await;
    }
    let back = sit(Seat::South, "Anna");
    tables.command(table, &anna, &fresh(), &back).await.unwrap();
    let turn = tokio::time::timeout(Duration::from_mins(2), annas_choice(&tables, table)).await;
    assert!(turn.is_ok(), "it is her turn again");
}

#[tokio::test]
async fn an_undo_needs_everybodys_agreement() {
    let store = testing::sqlite("undo").await;
    let tables = Tables::new(store, Timings::default());
    let table = tables.create(&options(), &secret(), &[]).await.unwrap();
    let people = [
        (Seat::North, "n"),
        (Seat::East, "e"),
        (Seat::South, "s"),
        (Seat::West, "w"),
    ];
    for (seat, name) in people {
        let sit = sit(seat, name);
        tables.command(table, &person(name), "sit", &sit).await.unwrap();
    }
    tables
        .command(table, &person("n"), "start", &Command::Start)
        .await
        .unwrap();
    let bid = Command::Act("bid 8".parse().unwrap());
    tables.command(table, &person("e"), "bid", &bid).await.unwrap();
    let mut watching = tables.watch(table, &watch(None)).await.unwrap();
    snapshot(&mut watching).await;
    for name in ["e", "n", "s"] {
        tables
            .command(table, &person(name), "undo", &Command::Undo)
            .await
            .unwrap();
        assert!(happened(&mut watching).await.change.is_some());
    }
    tables
        .command(table, &person("w"), "undo", &Command::Undo)
        .await
        .unwrap();
    assert!(happened(&mut watching).await.change.is_some());
    assert_eq!(snapshot(&mut watching).await.view.unwrap().turn, Some(Seat::East));
    // One refusal ends the request.
    tables.command(table, &person("e"), "bid 2", &bid).await.unwrap();
    tables
        .command(table, &person("e"), "undo 2", &Command::Undo)
        .await
        .unwrap();
    tables
        .command(table, &person("w"), "no", &Command::RefuseUndo)
        .await
        .unwrap();
    let nothing = tables
        .command(table, &person("w"), "no 2", &Command::RefuseUndo)
        .await;
    assert!(matches!(
        nothing,
        Err(TableError::Refused(pidro_table::Refusal::NoUndoAsked))
    ));
}

#[tokio::test]
async fn many_tables_share_commits() {
    for store in testing::stores("commits").await {
        let tables = Tables::new(store.clone(), Timings::default());
        let mut ids = vec![];
        for _ in 0..40 {
            ids.push(tables.create(&options(), &secret(), &[]).await.unwrap());
        }
        let sits = ids.iter().map(|table| {
            let tables = tables.clone();
            let table = *table;
            tokio::spawn(async move {
                for seat in Seat::ALL {
                    let sit = sit(seat, "Anna");
                    tables
                        .command(table, &person("anna"), &fresh(), &sit)
                        .await
                        .unwrap();
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
        store.create(&empty(table)).await.unwrap();
        let kept = || StoredEvent {
            event: TableEvent::ChatOpened { open: true },
            command: None,
        };
        store
            .append(table, 0, &[kept(), kept()], IndexUpdate::Nothing)
            .await
            .unwrap();
        for wrong in [0, 1, 3] {
            let lost = store.append(table, wrong, &[kept()], IndexUpdate::Nothing).await;
            assert!(matches!(lost, Err(StoreError::Conflict)), "{wrong}: {lost:?}");
        }
        store
            .append(table, 2, &[kept()], IndexUpdate::Nothing)
            .await
            .unwrap();
        assert_eq!(store.load(table).await.unwrap().events.len(), 3);
        assert!(matches!(
            store.load(TableId::new()).await,
            Err(StoreError::NoTable(_))
        ));
        assert!(
            store
                .append(TableId::new(), 0, &[kept()], IndexUpdate::Nothing)
                .await
                .is_err()
        );
    }
}

#[tokio::test]
async fn a_table_of_a_newer_release_is_refused() {
    for store in testing::stores("form").await {
        let table = TableId::new();
        store.create(&empty(table)).await.unwrap();
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
        for (n, body, why) in damages {
            let table = testing::long_game(&store).await;
            let sql = format!("UPDATE entry SET body = '{body}' WHERE n = {n} AND game = '{table}'");
            store.execute(sql.leak()).await.unwrap();
            let refused = store.load(table).await.unwrap_err();
            assert!(matches!(refused, StoreError::Impossible { .. }), "{refused:?}");
            let message = format!("table {table}, event {n} can't be applied: {why}");
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
    store.create(&empty(table)).await.unwrap();
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

#[tokio::test]
async fn changes_are_limited_per_person() {
    let store = testing::sqlite("changes").await;
    let tables = Tables::new(store.clone(), Timings::default());
    let table = tables.create(&options(), &secret(), &[]).await.unwrap();
    let does = async |tables: &Tables, name: &str, command: Command| {
        let done = tables.command(table, &person(name), &fresh(), &command).await;
        done.map_err(|failure| match failure {
            TableError::Refused(refusal) => refusal.code(),
            other => panic!("{other}"),
        })
    };
    let mut sat = 0;
    while does(&tables, "mallory", sit(Seat::South, "Mallory"))
        .await
        .is_ok()
    {
        sat += 1;
        assert!(sat < 10_000, "the changes are limited");
    }
    // The changes still count after the table was asleep.
    let tables = Tables::new(store, Timings::default());
    assert_eq!(
        does(&tables, "mallory", sit(Seat::South, "Mallory")).await,
        Err("too_much")
    );
    assert!(
        does(&tables, "mallory", Command::Leave).await.is_ok(),
        "leaving is always possible"
    );
    does(&tables, "anna", sit(Seat::South, "Anna")).await.unwrap();
    does(&tables, "anna", Command::OpenChat(true)).await.unwrap();
    let muted = Command::Mute {
        person: person("mallory"),
        muted: true,
    };
    does(&tables, "anna", muted).await.unwrap();
    let removed = Command::Remove {
        person: person("mallory"),
    };
    does(&tables, "anna", removed).await.unwrap();
}

#[tokio::test]
async fn a_host_at_the_limit_of_changes_can_still_remove_and_mute() {
    let store = testing::sqlite("host").await;
    let tables = Tables::new(store, Timings::default());
    let table = tables.create(&options(), &secret(), &[]).await.unwrap();
    let anna = person("anna");
    let sits = sit(Seat::East, "Bo");
    tables
        .command(table, &person("bo"), &fresh(), &sits)
        .await
        .unwrap();
    let mut open = false;
    loop {
        open = !open;
        let done = tables
            .command(table, &anna, &fresh(), &Command::OpenChat(open))
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
        tables.command(table, &anna, &fresh(), &command).await.unwrap();
    }
    // Removing absent people, or the same person twice, is limited.
    for name in ["bo", "nobody"] {
        let person = person(name);
        let done = tables
            .command(table, &anna, &fresh(), &Command::Remove { person })
            .await;
        assert!(matches!(done, Err(TableError::Refused(_))), "{name}: {done:?}");
    }
}

#[tokio::test]
async fn reading_a_table_repeatedly_loads_it_once() {
    let store = testing::sqlite("looks").await;
    let tables = Tables::new(store.clone(), Timings::default());
    let table = tables.create(&options(), &secret(), &[]).await.unwrap();
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
