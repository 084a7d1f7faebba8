//! `pidro admin` and `pidro serve` together: an evening of an operator, and what goes wrong.

#![cfg(all(unix, feature = "serve"))]
#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

#[expect(dead_code, reason = "other tests need all of it")]
mod program;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use pidro_client::{Client, Guest, http};
use program::{printed, temporary};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

const LONG: Duration = Duration::from_mins(1);

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = temporary(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// `pidro serve`, which is killed when it is dropped.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(store: &Path, arguments: &[&str]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_pidro"))
            .args(["serve", "--address", "127.0.0.1:0", "--store"])
            .arg(store)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim().rsplit('/').next().unwrap().parse().unwrap();
        Server { process, address }
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill")
            .args([signal, &self.process.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
    }

    async fn stop(mut self) {
        self.signal("-TERM");
        let begun = Instant::now();
        while self.process.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < LONG, "it stops");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn admin(store: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pidro"))
        .args(["admin", "--as", "Olga", "--store"])
        .arg(store)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn json_of(output: &Output) -> Value {
    serde_json::from_str(&printed(output)).unwrap()
}

#[track_caller]
fn fails_with(output: &Output, code: i32, message: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    assert!(errors.contains(message), "{errors}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_of_an_operator() {
    let folder = folder("admin-evening");
    let store = folder.join("server.sqlite");
    fails_with(&admin(&store, &["people"]), 1, "there is no store");
    let server = Server::start(&store, &[]);
    let address = server.address;
    // The first account, a table, and a troublemaker who is reported.
    let account = json!({"name": "Anna", "password": "lingonberries"});
    let made = http(address, "POST", "/api/accounts", None, Some(&account))
        .await
        .unwrap();
    assert_eq!(made.status, 201, "{}", made.text);
    let anna = Guest::from_response(&made).unwrap();
    let mallory = Guest::new(address, "Mallory").await.unwrap();
    let table = anna.create_table(address, &json!({"seat": "S"})).await.unwrap();
    let mut client = Client::connect(address, None).await.unwrap();
    client
        .join(&table, Some(&mallory.token), json!({}))
        .await
        .unwrap();
    let report = json!({"person": mallory.id, "table": table, "reason": "abuse", "text": "Shouts"});
    let reported = http(address, "POST", "/api/reports", Some(&anna.token), Some(&report)).await;
    assert_eq!(reported.unwrap().status, 204);

    let people = printed(&admin(&store, &["people"]));
    assert!(people.contains("Anna") && people.contains("Mallory"), "{people}");
    let reports = json_of(&admin(&store, &["reports", "--json"]));
    assert_eq!(reports[0]["text"], "Shouts");
    let id = mallory.id.as_str();
    printed(&admin(
        &store,
        &["ban", "--person", id, "--reason", "Shouting", "--days", "7"],
    ));
    let closed = timeout(LONG, client.close_code()).await;
    assert_eq!(closed.expect("Mallory is out"), Some(1008));
    let report = reports[0]["id"].as_str().unwrap();
    printed(&admin(
        &store,
        &["close-report", report, "--note", "Banned for a week"],
    ));
    fails_with(
        &admin(&store, &["close-report", report]),
        1,
        "there is no open report",
    );
    assert!(printed(&admin(&store, &["bans"])).contains("Shouting"));

    // A forgotten password.
    let code = printed(&admin(&store, &["recovery-code", "anna"]));
    let code = code.lines().next().unwrap();
    let recovery = json!({"name": "Anna", "recovery_code": code, "new_password": "blueberries"});
    let recovered = http(address, "POST", "/api/recoveries", None, Some(&recovery))
        .await
        .unwrap();
    assert_eq!(recovered.status, 201, "{}", recovered.text);

    back_up_and_restore(&store, &folder);
    delete_and_review(&store, id, &table);
    server.stop().await;
}

/// A backup, while the server runs; it is restored and checked.
fn back_up_and_restore(store: &Path, folder: &Path) {
    let backup = folder.join("backup");
    printed(&admin(store, &["backup", backup.to_str().unwrap()]));
    fails_with(&admin(store, &["backup", backup.to_str().unwrap()]), 1, "exists");
    let copy = folder.join("copy.sqlite");
    printed(&admin(&copy, &["restore", backup.to_str().unwrap()]));
    let checked = printed(&admin(&copy, &["check"]));
    assert_eq!(checked.trim(), "1 table with 1 event: 0 damaged");
}

/// Deletes what it should, with a confirmation, and reads the log.
fn delete_and_review(store: &Path, id: &str, table: &str) {
    fails_with(&admin(store, &["delete-person", id]), 1, "--yes");
    printed(&admin(store, &["delete-person", id, "--yes"]));
    fails_with(
        &admin(store, &["delete-person", id, "--yes"]),
        1,
        "no person has the id",
    );
    fails_with(&admin(store, &["remove-table", table]), 1, "--yes");
    printed(&admin(store, &["remove-table", table, "--yes"]));
    let figures = json_of(&admin(store, &["figures", "--json"]));
    assert_eq!(
        (&figures["accounts"], &figures["guests"], &figures["tables"]),
        (&json!(1), &json!(0), &json!(0))
    );
    // Everything is in the log, with who and when.
    let log = json_of(&admin(store, &["log", "--json"]));
    let actions: Vec<&str> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        actions,
        [
            "table_removed",
            "person_deleted",
            "backed_up",
            "recovery_code_issued",
            "report_closed",
            "banned"
        ]
    );
    assert!(
        log.as_array()
            .unwrap()
            .iter()
            .all(|entry| entry["actor"] == "operator Olga" && entry["at"].is_i64())
    );
    // Mistakes on the command line.
    fails_with(&admin(store, &["ban", "--reason", "nobody"]), 2, "--person");
    fails_with(
        &admin(store, &["ban", "--person", "Nobody", "--reason", "x"]),
        1,
        "no person has the id",
    );
    fails_with(&admin(store, &["announce", " "]), 1, "needs a text");
}

#[tokio::test(flavor = "multi_thread")]
async fn check_reports_damaged_tables() {
    let folder = folder("admin-damaged");
    let store = folder.join("server.sqlite");
    let server = Server::start(&store, &[]);
    let guest = Guest::new(server.address, "Anna").await.unwrap();
    for _ in 0..2 {
        guest
            .create_table(server.address, &json!({"seat": "S"}))
            .await
            .unwrap();
    }
    server.stop().await;
    let mut connection = <sqlx::SqliteConnection as sqlx::Connection>::connect(store.to_str().unwrap())
        .await
        .unwrap();
    let sql = "UPDATE entry SET body = '{\"kind\":\"back\",\"seat\":\"N\"}' WHERE game = (SELECT MIN(id) FROM game)";
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    let checked = admin(&store, &["check"]);
    assert_eq!(checked.status.code(), Some(1));
    let text = String::from_utf8_lossy(&checked.stdout);
    assert!(
        text.contains("event index 0 can't be applied: no person sits at N"),
        "{text}"
    );
    assert!(text.contains("2 tables with 1 event: 1 damaged"), "{text}");
}

/// How many guests an address may create until it is told to wait.
async fn allowed_guests(address: SocketAddr) -> usize {
    let mut allowed = 0;
    while allowed < 50 && Guest::new(address, "Anna").await.is_ok() {
        allowed += 1;
    }
    allowed
}

#[tokio::test(flavor = "multi_thread")]
async fn sighup_loads_the_configuration_again() {
    let folder = folder("admin-reload");
    let (store, file) = (folder.join("server.sqlite"), folder.join("pidro.toml"));
    std::fs::write(&file, "[limits]\nguests-per-hour = 3\n").unwrap();
    let server = Server::start(&store, &["--config", file.to_str().unwrap()]);
    assert_eq!(allowed_guests(server.address).await, 3);
    // A mistake in the file changes nothing, and ends nothing.
    std::fs::write(&file, "guests-per-hour = 'many'\n").unwrap();
    server.signal("-HUP");
    sleep(Duration::from_millis(300)).await;
    assert_eq!(allowed_guests(server.address).await, 0);
    std::fs::write(&file, "guests-per-hour = 3600\n").unwrap();
    server.signal("-HUP");
    let reloaded = async {
        while allowed_guests(server.address).await == 0 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(LONG, reloaded).await.expect("the new limit is in force");
    server.stop().await;
    // With a mistake in its file, a server doesn't start, and says why.
    std::fs::write(&file, "guests-per-huor = 3\n").unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_pidro"))
        .args(["serve", "--config", file.to_str().unwrap()])
        .output()
        .unwrap();
    fails_with(&refused, 1, "there is no option `guests-per-huor`");
}
