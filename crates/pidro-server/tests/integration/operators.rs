//! What operators do, and how servers that are running react to it.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use pidro_client::{Client, Guest, HttpResponse, http};
use pidro_server::{Admin, AdminError, BackupError, Config, ServeError, Server, restore_backup};
use pidro_testing::{new_databases, new_file};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::site::Site;
use crate::{create_account, play, player_against_bots};

/// How long a change may take to reach all nodes, even on a busy machine.
const SOON: Duration = Duration::from_secs(20);

async fn call(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: &str,
    body: Option<Value>,
) -> HttpResponse {
    http(address, method, path, Some(token), body.as_ref())
        .await
        .unwrap()
}

async fn admin_of(server: &Site) -> Admin {
    Admin::open(&server.store, "Olga").await.unwrap()
}

/// The codes with which the nodes answer, once all of them agree.
async fn wait_until_all_answer(server: &Site, token: &str, status: u16) -> HttpResponse {
    let wait = async {
        'again: loop {
            let mut last = None;
            for node in &server.nodes {
                let answer = call(node.address(), "GET", "/api/me", token, None).await;
                if answer.status != status {
                    sleep(Duration::from_millis(50)).await;
                    continue 'again;
                }
                last = Some(answer);
            }
            return last.unwrap();
        }
    };
    timeout(SOON, wait).await.expect("all nodes have heard of it")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banned_person_is_out_until_the_ban_is_lifted() {
    for server in Site::each("ban").await {
        let address = server.address();
        let account = json!({"name": "Mallory", "password": "lingonberries"});
        let (token, ..) = create_account(address, "Mallory", "lingonberries").await;
        let host = Guest::new(address, "Host").await.unwrap();
        let table = host.create_table(address, &json!({})).await.unwrap();
        let mut client = Client::connect(address, None).await.unwrap();
        client.join(&table, Some(&token), json!({})).await.unwrap();
        let admin = admin_of(&server).await;
        assert!(matches!(
            admin.ban_person("Nobody", "x", None).await,
            Err(AdminError::NoPerson(_))
        ));
        admin.ban_person("mallory", "Insults", Some(3)).await.unwrap();
        let closed = timeout(SOON, client.close_code()).await;
        assert_eq!(closed.expect("the connection ends"), Some(1008));
        let refused = wait_until_all_answer(&server, &token, 403).await;
        assert_eq!(refused.code(), "banned");
        assert!(refused.text.contains("Insults"), "{}", refused.text);
        let mut again = Client::connect(address, None).await.unwrap();
        let joined = again.join(&table, Some(&token), json!({})).await.unwrap();
        assert_eq!(joined["error"]["code"], "banned");
        // Logging in again doesn't help, and the host is not affected.
        let session = http(address, "POST", "/api/sessions", None, Some(&account))
            .await
            .unwrap();
        let second = session.json()["token"].as_str().unwrap().to_owned();
        assert_eq!(
            call(address, "GET", "/api/me", &second, None).await.code(),
            "banned"
        );
        assert_eq!(
            call(address, "GET", "/api/me", &host.token, None).await.status,
            200
        );
        // The person's data is still theirs.
        let data = call(address, "GET", "/api/me/data", &second, None).await.json();
        assert_eq!(data["ban"]["reason"], "Insults");
        let bans = admin.bans().await.unwrap();
        assert_eq!(bans.len(), 1);
        assert_eq!(bans[0].name.as_deref(), Some("Mallory"));
        assert_eq!(bans[0].actor, "operator Olga");
        admin.unban_person("Mallory").await.unwrap();
        assert!(matches!(
            admin.unban_person("Mallory").await,
            Err(AdminError::NoBan)
        ));
        wait_until_all_answer(&server, &token, 200).await;
        let log = admin.log(false, 10).await.unwrap();
        let actions: Vec<&str> = log.iter().map(|entry| entry.action.as_str()).collect();
        assert_eq!(actions, ["unbanned", "banned"]);
        assert_eq!(log[1].detail.as_deref(), Some("Insults"));
        assert_eq!(log[1].subject_name.as_deref(), Some("Mallory"));
        admin.close().await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banned_address_is_out_until_the_ban_is_lifted() {
    for server in Site::each("ban-address").await {
        let address = server.address();
        let guest = Guest::new(address, "Anna").await.unwrap();
        let table = guest.create_table(address, &json!({})).await.unwrap();
        let mut client = Client::connect(address, None).await.unwrap();
        client.join(&table, Some(&guest.token), json!({})).await.unwrap();
        let admin = admin_of(&server).await;
        let here: IpAddr = "127.0.0.1".parse().unwrap();
        admin.ban_address(here, "Spam", None).await.unwrap();
        let closed = timeout(SOON, client.close_code()).await;
        assert_eq!(closed.expect("the connection ends"), Some(1008));
        let refused = wait_until_all_answer(&server, &guest.token, 403).await;
        assert_eq!(refused.code(), "banned");
        assert!(
            Client::connect(address, None).await.is_err(),
            "no WebSocket either"
        );
        admin.unban_address(here).await.unwrap();
        wait_until_all_answer(&server, &guest.token, 200).await;
        admin.close().await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_announcement_reaches_everybody_once() {
    for server in Site::each("announce").await {
        let address = server.address();
        let host = Guest::new(address, "Host").await.unwrap();
        let table = host.create_table(address, &json!({})).await.unwrap();
        let mut clients = Vec::new();
        for _ in 0..4 {
            let mut client = Client::connect(address, None).await.unwrap();
            client.join(&table, None, json!({})).await.unwrap();
            clients.push(client);
        }
        let admin = admin_of(&server).await;
        admin.announce("Restart at ten").await.unwrap();
        admin.announce("Good night").await.unwrap();
        for client in &mut clients {
            for text in ["Restart at ten", "Good night"] {
                let message = timeout(SOON, client.next_of("announcement")).await;
                assert_eq!(message.expect("it is announced").unwrap()["text"], text);
            }
        }
        admin.close().await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_table_is_gone_for_everybody() {
    for server in Site::each("remove-table").await {
        let address = server.address();
        let (table, guest, mut client) = player_against_bots(address, json!({})).await;
        let admin = admin_of(&server).await;
        let found = admin.tables("Anna", 10).await.unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].host_name.as_deref(), Some("Anna"));
        admin.remove_table(found[0].table).await.unwrap();
        assert!(matches!(
            admin.remove_table(found[0].table).await,
            Err(AdminError::NoTable(_))
        ));
        let closed = timeout(SOON, client.close_code()).await;
        assert_eq!(closed.expect("the connection ends"), Some(1011));
        let path = format!("/api/tables/{table}");
        assert_eq!(call(address, "GET", &path, &guest.token, None).await.status, 404);
        let games = call(address, "GET", "/api/me/games", &guest.token, None)
            .await
            .json();
        assert_eq!(games["games"], json!([]));
        admin.close().await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_for_operators_is_off_by_default_and_only_for_them() {
    let paths = ["figures", "people", "tables", "bans", "reports", "log"];
    for enabled in [false, true] {
        for server in Site::each_with("admin-page", |config| config.admin_page = enabled).await {
            let address = server.address();
            let (token, ..) = create_account(address, "Olga", "lingonberries").await;
            let statuses = async |token: &str| {
                let mut statuses = Vec::new();
                for path in paths {
                    let path = format!("/api/admin/{path}");
                    statuses.push(call(address, "GET", &path, token, None).await.status);
                }
                statuses
            };
            assert_eq!(statuses(&token).await, [404; 6], "not an operator");
            let admin = admin_of(&server).await;
            admin.set_admin("Olga", true).await.unwrap();
            assert!(matches!(
                admin.set_admin("Olga", true).await,
                Err(AdminError::NoChange)
            ));
            let expected = if enabled { [200; 6] } else { [404; 6] };
            assert_eq!(statuses(&token).await, expected);
            admin.set_admin("Olga", false).await.unwrap();
            assert_eq!(statuses(&token).await, [404; 6]);
            admin.close().await;
            server.stop().await;
        }
    }
}

/// Every operation of the page for operators, as the API description lists them.
async fn operations(address: SocketAddr) -> Vec<(String, String)> {
    let api = http(address, "GET", "/openapi.json", None, None)
        .await
        .unwrap()
        .json();
    let mut operations = Vec::new();
    for (path, methods) in api["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "019a8e0c3f6b7d2e9f3c5a7b9d1e3f50");
        if path.starts_with("/api/admin/") {
            let methods = methods.as_object().unwrap().keys();
            operations.extend(methods.map(|method| (method.to_uppercase(), path.clone())));
        }
    }
    operations
}

#[tokio::test(flavor = "multi_thread")]
async fn only_operators_can_use_any_operation_for_operators() {
    let server = Site::single("operations", |config| config.admin_page = true).await;
    let address = server.address();
    let (token, ..) = create_account(address, "Nosy", "lingonberries").await;
    let operations = operations(address).await;
    assert!(operations.len() >= 13, "{operations:?}");
    for (method, path) in operations {
        for (token, status) in [(Some(token.as_str()), 404), (Some("wrong"), 401), (None, 401)] {
            let answer = http(address, &method, &path, token, Some(&json!({})))
                .await
                .unwrap();
            assert_eq!(answer.status, status, "{method} {path}: {}", answer.text);
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stolen_session_of_an_operator_enters_no_operators_account() {
    for server in Site::each_with("stolen", |config| config.admin_page = true).await {
        let address = server.address();
        let (token, _, id) = create_account(address, "Olga", "lingonberries").await;
        let admin = admin_of(&server).await;
        admin.set_admin("Olga", true).await.unwrap();
        let code = format!("/api/admin/people/{id}/recovery-code");
        assert_eq!(
            call(address, "POST", &code, &token, None).await.code(),
            "operator_account"
        );
        let person = format!("/api/admin/people/{id}");
        assert_eq!(
            call(address, "DELETE", &person, &token, None).await.code(),
            "operator_account"
        );
        assert_eq!(call(address, "GET", "/api/me", &token, None).await.status, 200);
        admin.close().await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bans_of_one_ipv6_network_are_one_ban() {
    for server in Site::each("network").await {
        let admin = admin_of(&server).await;
        for (address, days) in [("2001:db8::1", Some(1)), ("2001:db8::ffff:2", None)] {
            admin
                .ban_address(address.parse().unwrap(), "Spam", days)
                .await
                .unwrap();
        }
        let bans = admin.bans().await.unwrap();
        assert_eq!(
            (bans.len(), bans[0].until),
            (1, None),
            "the last one counts: {bans:?}"
        );
        admin.unban_address("2001:db8::3".parse().unwrap()).await.unwrap();
        assert!(admin.bans().await.unwrap().is_empty());
        admin.close().await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_that_a_database_can_not_store_are_refused() {
    for server in Site::each("zero-bytes").await {
        let address = server.address();
        let (anna, bo) = (
            Guest::new(address, "Anna").await.unwrap(),
            Guest::new(address, "Bo").await.unwrap(),
        );
        for report in [
            json!({"person": bo.id, "reason": "other", "text": "a\u{0}b"}),
            json!({"person": bo.id, "reason": "other", "text": "a\u{1b}[2Jb"}),
        ] {
            let answer = call(address, "POST", "/api/reports", &anna.token, Some(report)).await;
            assert_eq!(answer.code(), "bad_request");
        }
        let answer = call(address, "DELETE", "/api/me/sessions/%00", &anna.token, None).await;
        assert_eq!(answer.status, 404);
        let person = json!({"person": "a\u{0}b", "reason": "other"});
        let answer = call(address, "POST", "/api/reports", &anna.token, Some(person)).await;
        assert_eq!(answer.status, 404);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_acts_on_a_report() {
    for server in Site::each_with("report", |config| config.admin_page = true).await {
        let address = server.address();
        let (token, ..) = create_account(address, "Olga", "lingonberries").await;
        let admin = admin_of(&server).await;
        admin.set_admin("Olga", true).await.unwrap();
        let (table, anna, _client) = player_against_bots(address, json!({})).await;
        let mallory = Guest::new(address, "Mallory").await.unwrap();
        let report = async |person: &str, text: &str| {
            let body = json!({"person": person, "table": table, "reason": "abuse", "text": text});
            call(address, "POST", "/api/reports", &anna.token, Some(body)).await
        };
        assert_eq!(report(&mallory.id, "Shouts").await.status, 204);
        assert_eq!(
            report("019a8e0c3f6b7d2e9f3c5a7b9d1e3f50", "Who?").await.status,
            404
        );
        assert_eq!(report(&mallory.id, &"x".repeat(1001)).await.code(), "bad_request");
        let get = async |path: &str| call(address, "GET", path, &token, None).await.json();
        let reports = get("/api/admin/reports").await;
        let reported = &reports["reports"][0];
        assert_eq!(reports["reports"].as_array().unwrap().len(), 1);
        assert_eq!(reported["name"], "Mallory");
        assert_eq!(reported["reporter_name"], "Anna");
        assert_eq!(reported["text"], "Shouts");
        let post = async |path: &str, body: Value| call(address, "POST", path, &token, Some(body)).await;
        let ban = json!({"person": mallory.id, "reason": "Shouting", "days": 7});
        assert_eq!(post("/api/admin/bans", ban).await.status, 204);
        for wrong in [
            json!({"reason": "nobody"}),
            json!({"person": mallory.id, "address": "192.0.2.1", "reason": "both"}),
            json!({"address": "not an address", "reason": "x"}),
            json!({"person": mallory.id, "reason": "x", "days": 0}),
        ] {
            assert_eq!(
                post("/api/admin/bans", wrong.clone()).await.code(),
                "bad_request",
                "{wrong}"
            );
        }
        wait_until_all_answer(&server, &mallory.token, 403).await;
        let close = format!("/api/admin/reports/{}/close", reported["id"].as_str().unwrap());
        assert_eq!(
            post(&close, json!({"note": "Banned for a week"})).await.status,
            204
        );
        assert_eq!(post(&close, json!({"note": "again"})).await.status, 404);
        assert_eq!(get("/api/admin/reports").await["reports"], json!([]));
        let closed = &get("/api/admin/reports?all=true").await["reports"][0];
        assert_eq!(closed["note"], "Banned for a week");
        // Everything is logged with who and when.
        let log = get("/api/admin/log").await;
        let entries: Vec<(&str, &str)> = log["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| {
                let actor = entry["actor_name"].as_str().or(entry["actor"].as_str());
                (actor.unwrap(), entry["action"].as_str().unwrap())
            })
            .collect();
        assert_eq!(
            entries,
            [
                ("Olga", "report_closed"),
                ("Olga", "banned"),
                ("operator Olga", "admin_granted")
            ]
        );
        admin.close().await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_load_can_be_restored_and_checked() {
    for server in Site::each("backup").await {
        let address = server.address();
        let account = json!({"name": "Anna \"Ann\" Ö", "password": "lingonberries"});
        http(address, "POST", "/api/accounts", None, Some(&account))
            .await
            .unwrap();
        let (finished, _, mut client) = player_against_bots(address, json!({"rules": {"target": 10}})).await;
        assert!(play(&mut client, 1000).await);
        // Somebody plays while the backup is made.
        let (_, _, mut busy) = player_against_bots(address, json!({})).await;
        let playing = tokio::spawn(async move { play(&mut busy, 30).await });
        let admin = admin_of(&server).await;
        let file = new_file("backup-file");
        let rows = admin.back_up(file.as_ref()).await.unwrap();
        assert!(rows > 20, "{rows}");
        assert!(matches!(
            admin.back_up(file.as_ref()).await,
            Err(AdminError::Exists(_))
        ));
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
        playing.await.unwrap();
        let record = format!("/api/tables/{finished}/record");
        let original = http(address, "GET", &record, None, None).await.unwrap().text;
        admin.close().await;
        server.stop().await;
        // Into both kinds of database.
        for location in new_databases("restored").await {
            assert_eq!(
                restore_backup(&location, file.as_ref(), "Olga").await.unwrap(),
                rows
            );
            assert!(matches!(
                restore_backup(&location, file.as_ref(), "Olga").await,
                Err(AdminError::Backup(BackupError::NotEmpty))
            ));
            let admin = Admin::open(&location, "Olga").await.unwrap();
            let checked = admin.check(|_| {}).await.unwrap();
            assert_eq!((checked.tables, checked.damaged.len()), (2, 0));
            let log = admin.log(false, 1).await.unwrap();
            assert_eq!(log[0].action, "restored");
            admin.close().await;
            let restored = Server::start(Config::with_store(&location), "").await.unwrap();
            let address = restored.address();
            let copy = http(address, "GET", &record, None, None).await.unwrap().text;
            assert_eq!(copy, original);
            let session = http(address, "POST", "/api/sessions", None, Some(&account))
                .await
                .unwrap();
            assert_eq!(session.status, 201, "{}", session.text);
            restored.stop().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_backup_changes_nothing() {
    let server = Site::single("damaged-backup", |_| {}).await;
    player_against_bots(server.address(), json!({})).await;
    let admin = admin_of(&server).await;
    let file = new_file("backup-file");
    admin.back_up(file.as_ref()).await.unwrap();
    admin.close().await;
    let whole = std::fs::read(&file).unwrap();
    server.stop().await;
    for (content, message) in [
        (&whole[..whole.len() - 30], "incomplete"),
        (&whole[..whole.len() / 2], "incomplete"),
        (&b"not a backup"[..], "not a backup"),
        (&b""[..], "not a backup"),
    ] {
        std::fs::write(&file, content).unwrap();
        for location in new_databases("damaged").await {
            let error = restore_backup(&location, file.as_ref(), "Olga")
                .await
                .unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
            // The whole one fits into it afterwards.
            std::fs::write(&file, &whole).unwrap();
            restore_backup(&location, file.as_ref(), "Olga").await.unwrap();
            std::fs::write(&file, content).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_restores_into_the_store_of_a_running_server() {
    for server in Site::each("restore-running").await {
        let admin = admin_of(&server).await;
        let file = new_file("backup-file");
        admin.back_up(file.as_ref()).await.unwrap();
        admin.close().await;
        let refused = restore_backup(&server.store, file.as_ref(), "Olga").await;
        assert!(
            matches!(refused, Err(AdminError::Backup(BackupError::InUse(_)))),
            "{refused:?}"
        );
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_refuses_an_sqlite_file_in_use() {
    let store = new_file("locked");
    let first = Server::start(Config::with_store(&store), "").await.unwrap();
    let second = Server::start(Config::with_store(&store), "").await;
    let error = second.err().expect("the second one refuses");
    assert!(matches!(error, ServeError::AlreadyServed { .. }), "{error}");
    assert!(error.to_string().contains(&store), "{error}");
    let address = first.address();
    assert!(Guest::new(address, "Anna").await.is_ok(), "the first one goes on");
    first.stop().await;
    let third = Server::start(Config::with_store(&store), "").await.unwrap();
    third.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_can_not_be_opened_is_explained() {
    let folder = new_file("text");
    std::fs::write(
        &folder,
        "This is a text file, and longer than a hundred bytes. ".repeat(10),
    )
    .unwrap();
    for (store, message) in [
        ("postgres://pidro@127.0.0.1:1/pidro", "can't be reached"),
        ("postgre://pidro@localhost/pidro", "begins with postgres://"),
        ("/nonexistent/folder/server.sqlite", "No such file or directory"),
        (folder.as_str(), "not an SQLite database"),
    ] {
        let error = Server::start(Config::with_store(store), "").await.err().unwrap();
        assert!(error.to_string().contains(message), "{store}: {error}");
    }
    // Operators get the same sentences.
    for (store, message) in [
        ("/nonexistent/server.sqlite", "there is no store"),
        ("postgres://pidro@127.0.0.1:1/pidro", "can't be reached"),
    ] {
        let error = Admin::open(store, "Olga").await.err().unwrap();
        assert!(error.to_string().contains(message), "{store}: {error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_find_people_and_figures() {
    for server in Site::each("find").await {
        let address = server.address();
        create_account(address, "Åke Öhman", "lingonberries").await;
        Guest::new(address, "Örjan 100%").await.unwrap();
        let (_, _, mut client) = player_against_bots(address, json!({"rules": {"target": 10}})).await;
        assert!(play(&mut client, 1000).await);
        let admin = admin_of(&server).await;
        let names = async |text: &str| {
            let people = admin.people(text, 10).await.unwrap();
            people.into_iter().map(|person| person.name).collect::<Vec<_>>()
        };
        assert_eq!(names("åke").await, ["Åke Öhman"]);
        assert_eq!(names("ÖHM").await, ["Åke Öhman"]);
        assert_eq!(names("Örjan").await, ["Örjan 100%"]);
        assert_eq!(names("0%").await, ["Örjan 100%"]);
        assert_eq!(names("_").await, Vec::<String>::new());
        assert_eq!(names("").await.len(), 3);
        assert_eq!(admin.people("", 2).await.unwrap().len(), 2);
        let figures = admin.figures().await.unwrap();
        assert_eq!((figures.accounts, figures.guests, figures.tables), (1, 2, 1));
        assert_eq!((figures.finished_games, figures.active_people), (1, 3));
        let nodes = if server.nodes.len() == 1 {
            0
        } else {
            server.nodes.len()
        };
        assert_eq!(figures.nodes.len(), nodes);
        assert!(figures.events > 20 && figures.bytes > 10_000, "{figures:?}");
        admin.close().await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_from_the_operator_works() {
    let server = Site::single("issued-code", |_| {}).await;
    let address = server.address();
    create_account(address, "Anna", "lingonberries").await;
    let guest = Guest::new(address, "Bo").await.unwrap();
    let admin = admin_of(&server).await;
    assert!(matches!(
        admin.issue_recovery_code(&guest.id).await,
        Err(AdminError::Guest)
    ));
    let code = admin.issue_recovery_code("Anna").await.unwrap();
    let body = json!({"name": "Anna", "recovery_code": code, "new_password": "blueberries"});
    let recovered = http(address, "POST", "/api/recoveries", None, Some(&body))
        .await
        .unwrap();
    assert_eq!(recovered.status, 201, "{}", recovered.text);
    admin.close().await;
    server.stop().await;
}
