//! Accounts: passwords, sessions, recovery codes, names, and being deleted.

use std::net::SocketAddr;
use std::time::Duration;

use pidro_client::{Client, Guest, HttpResponse, http};
use pidro_server::Admin;
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
    token: Option<&str>,
    body: Option<Value>,
) -> HttpResponse {
    http(address, method, path, token, body.as_ref()).await.unwrap()
}

async fn log_in(address: SocketAddr, name: &str, password: &str) -> HttpResponse {
    let body = json!({"name": name, "password": password});
    call(address, "POST", "/api/sessions", None, Some(body)).await
}

/// A token for an account.
async fn new_token(address: SocketAddr, name: &str, password: &str) -> String {
    let answer = log_in(address, name, password).await;
    answer.json()["token"].as_str().unwrap().to_owned()
}

async fn status_of(address: SocketAddr, token: &str) -> u16 {
    call(address, "GET", "/api/me", Some(token), None).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_all_other_sessions() {
    for server in Site::each("new-password").await {
        let address = server.address();
        let (token, _, _) = create_account(address, "Anna", "lingonberries").await;
        let other = new_token(address, "Anna", "lingonberries").await;
        let change = async |old: &str, new: &str| {
            let body = json!({"password": old, "new_password": new});
            call(address, "PUT", "/api/me/password", Some(&token), Some(body)).await
        };
        assert_eq!(
            change("cloudberries", "blueberries").await.code(),
            "wrong_password"
        );
        assert_eq!(change("lingonberries", "password1").await.code(), "weak_password");
        assert_eq!(change("lingonberries", "short").await.code(), "bad_request");
        assert_eq!(status_of(address, &other).await, 200, "nothing has changed");
        assert_eq!(change("lingonberries", "blueberries").await.status, 204);
        assert_eq!(status_of(address, &token).await, 200);
        assert_eq!(status_of(address, &other).await, 401);
        assert_eq!(
            log_in(address, "Anna", "lingonberries").await.code(),
            "wrong_password"
        );
        assert_eq!(log_in(address, "Anna", "blueberries").await.status, 201);
        // A guest has no password.
        let guest = Guest::new(address, "Bo").await.unwrap();
        let body = json!({"password": "lingonberries", "new_password": "blueberries"});
        let changed = call(address, "PUT", "/api/me/password", Some(&guest.token), Some(body)).await;
        assert_eq!(changed.code(), "no_account");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_can_be_listed_and_ended() {
    for server in Site::each("sessions").await {
        let address = server.address();
        let (token, _, _) = create_account(address, "Anna", "lingonberries").await;
        let second = new_token(address, "Anna", "lingonberries").await;
        let third = new_token(address, "Anna", "lingonberries").await;
        let sessions = async |token: &str| {
            let listed = call(address, "GET", "/api/me/sessions", Some(token), None).await;
            listed.json()["sessions"].as_array().cloned().unwrap_or_default()
        };
        let listed = sessions(&second).await;
        assert_eq!(listed.len(), 3);
        let current: Vec<&Value> = listed
            .iter()
            .filter(|session| session["current"] == true)
            .collect();
        assert_eq!(current.len(), 1, "{listed:?}");
        assert!(listed.iter().all(|session| session["created"].is_i64()));
        // The second session ends itself by its id; nobody else's id works.
        let path = format!("/api/me/sessions/{}", current[0]["id"].as_str().unwrap());
        let bo = Guest::new(address, "Bo").await.unwrap();
        assert_eq!(
            call(address, "DELETE", &path, Some(&bo.token), None).await.status,
            404
        );
        assert_eq!(status_of(address, &second).await, 200);
        assert_eq!(
            call(address, "DELETE", &path, Some(&token), None).await.status,
            204
        );
        assert_eq!(status_of(address, &second).await, 401);
        assert_eq!(sessions(&token).await.len(), 2);
        // Logging out everywhere ends open connections, too.
        let guest = Guest::new(address, "Host").await.unwrap();
        let table = guest.create_table(address, &json!({})).await.unwrap();
        let mut client = Client::connect(address, None).await.unwrap();
        client.join(&table, Some(&third), json!({})).await.unwrap();
        assert_eq!(
            call(address, "DELETE", "/api/me/sessions", Some(&token), None)
                .await
                .status,
            204
        );
        let closed = timeout(SOON, client.close_code()).await;
        assert_eq!(closed.expect("the connection ends"), Some(1008));
        assert_eq!(status_of(address, &token).await, 401);
        assert_eq!(status_of(address, &third).await, 401);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_works_once() {
    for server in Site::each("recovery").await {
        let address = server.address();
        let (token, code, _) = create_account(address, "Anna", "lingonberries").await;
        let recover = async |name: &str, code: &str, password: &str| {
            let body = json!({"name": name, "recovery_code": code, "new_password": password});
            call(address, "POST", "/api/recoveries", None, Some(body)).await
        };
        for (name, wrong) in [
            ("Anna", "00000-00000-00000-00000"),
            ("Anna", ""),
            ("Nobody", &code),
        ] {
            let answer = recover(name, wrong, "blueberries").await;
            assert_eq!(answer.code(), "wrong_recovery_code", "{name} {wrong}");
        }
        assert_eq!(recover("Anna", &code, "12345678").await.code(), "weak_password");
        let recovered = recover("anna", &code.to_lowercase().replace('-', " "), "blueberries").await;
        assert_eq!(recovered.status, 201, "{}", recovered.text);
        let next = recovered.json()["recovery_code"].as_str().unwrap().to_owned();
        assert_eq!(status_of(address, &token).await, 401, "old sessions have ended");
        let token = recovered.json()["token"].as_str().unwrap().to_owned();
        assert_eq!(status_of(address, &token).await, 200);
        assert_eq!(
            recover("Anna", &code, "raspberries").await.code(),
            "wrong_recovery_code"
        );
        assert_eq!(log_in(address, "Anna", "blueberries").await.status, 201);
        // A new one on request replaces the other.
        let issue = async |password: Option<&str>| {
            let body = password.map_or_else(|| json!({}), |password| json!({"password": password}));
            call(address, "POST", "/api/me/recovery-code", Some(&token), Some(body)).await
        };
        assert_eq!(issue(None).await.code(), "wrong_password");
        assert_eq!(issue(Some("lingonberries")).await.code(), "wrong_password");
        let newest = issue(Some("blueberries")).await.json();
        let newest = newest["recovery_code"].as_str().unwrap();
        assert_eq!(
            recover("Anna", &next, "raspberries").await.code(),
            "wrong_recovery_code"
        );
        assert_eq!(recover("Anna", newest, "raspberries").await.status, 201);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_look_like_an_account() {
    for server in Site::each("look-alikes").await {
        let address = server.address();
        create_account(address, "Anna", "lingonberries").await;
        for name in ["anna", "Аnna", "Ａｎｎａ"] {
            let guest = json!({"name": name});
            let guest = call(address, "POST", "/api/guests", None, Some(guest)).await;
            assert_eq!(
                (guest.status, guest.code()),
                (409, "name_taken".to_owned()),
                "{name}"
            );
            let other = json!({"name": name, "password": "blueberries"});
            let other = call(address, "POST", "/api/accounts", None, Some(other)).await;
            assert_eq!(other.code(), "name_taken", "{name}");
        }
        let bo = Guest::new(address, "Bo").await.unwrap();
        let rename = json!({"name": "ANNA"});
        let renamed = call(address, "PUT", "/api/me", Some(&bo.token), Some(rename)).await;
        assert_eq!(renamed.code(), "name_taken");
        let invisible = json!({"name": "\u{301}\u{308}"});
        let invisible = call(address, "POST", "/api/guests", None, Some(invisible)).await;
        assert_eq!(invisible.code(), "bad_request");
        // Guests may share a name: every message says that they are guests.
        assert!(Guest::new(address, "Bo").await.is_ok());
        // However the name is typed, it is the account's.
        assert_eq!(log_in(address, "ANNA", "lingonberries").await.status, 201);
        server.stop().await;
    }
}

/// The next `seats` message that has this name at South.
async fn wait_for_name(client: &mut Client, name: Option<&str>) -> Value {
    loop {
        let message = timeout(SOON, client.next())
            .await
            .expect("the name changes")
            .unwrap();
        let south = &message["seats"]["S"];
        if message["msg"] == "seats" && south["name"].as_str() == name {
            return south.clone();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_say_who_is_a_guest_and_who_has_an_account() {
    for server in Site::each("kinds").await {
        let address = server.address();
        let (table, guest, mut client) = player_against_bots(address, json!({})).await;
        let mut watcher = Client::connect(address, None).await.unwrap();
        watcher.join(&table, None, json!({})).await.unwrap();
        let snapshot = watcher.next_of("snapshot").await.unwrap();
        assert_eq!(snapshot["seats"]["S"]["name"], "Anna");
        assert_eq!(snapshot["seats"]["S"]["guest"], true);
        assert_eq!(snapshot["seats"]["N"]["kind"], "bot");
        // The name and the kind change while the game goes on.
        let body = json!({"name": "Anna Lindqvist", "password": "lingonberries"});
        let made = call(address, "POST", "/api/accounts", Some(&guest.token), Some(body)).await;
        assert_eq!(made.status, 201, "{}", made.text);
        assert_eq!(
            wait_for_name(&mut watcher, Some("Anna Lindqvist")).await["guest"],
            false
        );
        // The guest's token has ended.
        let closed = timeout(SOON, client.close_code()).await;
        assert_eq!(closed.expect("the connection ends"), Some(1008));
        server.stop().await;
    }
}

/// Everything in the store, as a backup has it.
async fn everything_stored(store: &str) -> String {
    let admin = Admin::open(store, "test").await.unwrap();
    let file = pidro_testing::new_file("backup-file");
    admin.back_up(file.as_ref()).await.unwrap();
    admin.close().await;
    let mut text = String::new();
    let compressed = std::fs::File::open(file).unwrap();
    let mut decoder = flate2::read::GzDecoder::new(compressed);
    std::io::Read::read_to_string(&mut decoder, &mut text).unwrap();
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_person_leaves_no_name_behind() {
    const NAME: &str = "Fridolf Ekström";
    for server in Site::each("deleted").await {
        let address = server.address();
        // A finished game as a guest, who then gets an account.
        let (finished, guest, mut client) =
            player_against_bots(address, json!({"rules": {"target": 10}})).await;
        assert!(play(&mut client, 1000).await);
        let body = json!({"name": NAME, "password": "lingonberries"});
        let made = call(address, "POST", "/api/accounts", Some(&guest.token), Some(body)).await;
        let token = made.json()["token"].as_str().unwrap().to_owned();
        let record = format!("/api/tables/{finished}/record");
        let named = async {
            while !call(address, "GET", &record, None, None)
                .await
                .text
                .contains(NAME)
            {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(SOON, named).await.expect("the record has the new name");
        // A game that is going on, with somebody else.
        let options = json!({"seat": "S", "bots": {"E": "basic", "W": "basic"}});
        let me = Guest {
            id: guest.id.clone(),
            token: token.clone(),
        };
        let table = me.create_table(address, &options).await.unwrap();
        let bo = Guest::new(address, "Bo").await.unwrap();
        let mut partner = Client::connect(address, None).await.unwrap();
        partner.join(&table, Some(&bo.token), json!({})).await.unwrap();
        partner.ask(json!({"cmd": "sit", "seat": "N"})).await.unwrap();
        let mut client = Client::connect(address, None).await.unwrap();
        client.join(&table, Some(&token), json!({})).await.unwrap();
        assert_eq!(client.ask(json!({"cmd": "start"})).await.unwrap()["ok"], true);
        let report = json!({"person": guest.id, "table": table, "reason": "other", "text": "He hums"});
        let reported = call(address, "POST", "/api/reports", Some(&bo.token), Some(report)).await;
        assert_eq!(reported.status, 204, "{}", reported.text);
        // A wrong password leaves a trace, too.
        assert_eq!(
            log_in(address, NAME, "cloudberries").await.code(),
            "wrong_password"
        );
        assert!(everything_stored(&server.store).await.contains(NAME));

        let delete = async |password: Value| {
            let body = json!({"password": password});
            call(address, "POST", "/api/me/deletion", Some(&token), Some(body)).await
        };
        assert_eq!(delete(json!("cloudberries")).await.code(), "wrong_password");
        assert_eq!(delete(json!("lingonberries")).await.status, 204);
        assert_eq!(status_of(address, &token).await, 401);
        let closed = timeout(SOON, client.close_code()).await;
        assert_eq!(closed.expect("the connection ends"), Some(1008));
        // The partner sees an empty name, and a bot plays on.
        wait_for_name(&mut partner, None).await;
        loop {
            let message = timeout(SOON, partner.next())
                .await
                .expect("the seat is given up")
                .unwrap();
            if message["seats"]["S"]["state"] == "left" {
                break;
            }
        }
        let after = call(address, "GET", &record, None, None).await.text;
        assert!(!after.contains("Fridolf"), "{after}");
        let path = format!("/api/people/{}", guest.id);
        assert_eq!(call(address, "GET", &path, None, None).await.status, 404);
        assert_eq!(
            log_in(address, NAME, "lingonberries").await.code(),
            "wrong_password"
        );
        let stored = everything_stored(&server.store).await;
        for part in ["Fridolf", "Ekstr", "fridolf", "He hums"] {
            assert!(!stored.contains(part), "{part}");
        }
        let (store, single) = (server.store.clone(), server.nodes.len() == 1);
        server.stop().await;
        if single {
            // Not even in the free pages of the file.
            let bytes = std::fs::read(&store).unwrap();
            for part in ["Fridolf", "fridolf", "He hums"] {
                let found = bytes.windows(part.len()).any(|window| window == part.as_bytes());
                assert!(!found, "{part} is in the file");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn people_get_everything_that_is_stored_about_them() {
    for server in Site::each("personal-data").await {
        let address = server.address();
        let (table, guest, mut client) = player_against_bots(address, json!({"rules": {"target": 10}})).await;
        assert!(play(&mut client, 1000).await);
        let bo = Guest::new(address, "Bo").await.unwrap();
        let report = json!({"person": bo.id, "reason": "abuse", "text": "Rude"});
        call(address, "POST", "/api/reports", Some(&guest.token), Some(report)).await;
        let data = call(address, "GET", "/api/me/data", Some(&guest.token), None)
            .await
            .json();
        assert_eq!(data["person"]["name"], "Anna");
        assert_eq!(data["has_password"], false);
        assert_eq!(data["games"][0]["table"], table.as_str());
        assert_eq!(data["tables"][0]["table"], table.as_str());
        assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
        assert_eq!(data["statistics"]["games"], 1);
        assert_eq!(data["reports"][0]["text"], "Rude");
        assert_eq!(call(address, "GET", "/api/me/data", None, None).await.status, 401);
        server.stop().await;
    }
}
