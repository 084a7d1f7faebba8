//! PostgreSQL over TLS: a server that can't prove who it is gets no password and no data.

use std::fs;
use std::path::Path;
use std::process::Command;

use sqlx::{Connection, PgConnection};

use crate::disk::{folder, run, skip};
use crate::postgres::PostgresServer;
use crate::server::{Server, default_program, free_address};

/// Makes an authority, and a certificate for this host that it has signed.
fn certificates(folder: &Path, authority: &str, host: &str) -> bool {
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (key, certificate) = (
        file(&format!("{authority}.key")),
        file(&format!("{authority}.crt")),
    );
    let (server_key, request) = (file("server.key"), file("server.csr"));
    let extension = file("names");
    fs::write(&extension, format!("subjectAltName=DNS:{host}\n")).unwrap();
    let subject = format!("/CN={authority}");
    run(&[
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        &subject,
        "-keyout",
        &key,
        "-out",
        &certificate,
    ]) && run(&[
        "openssl",
        "req",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-subj",
        &format!("/CN={host}"),
        "-keyout",
        &server_key,
        "-out",
        &request,
    ]) && run(&[
        "openssl",
        "x509",
        "-req",
        "-in",
        &request,
        "-CA",
        &certificate,
        "-CAkey",
        &key,
        "-CAcreateserial",
        "-days",
        "2",
        "-extfile",
        &extension,
        "-out",
        &file("server.crt"),
    ])
}

/// What `pidro serve` says when it can't start.
fn refusal(store: &str) -> String {
    let address = free_address().to_string();
    let serve = Command::new(default_program())
        .args(["serve", "--address", &address, "--store", store])
        .env("XDG_DATA_HOME", std::env::temp_dir().join("pidro-faults-home"))
        .output()
        .unwrap();
    assert_eq!(serve.status.code(), Some(1));
    String::from_utf8_lossy(&serve.stderr).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_with_the_wrong_certificate_is_refused() {
    let Some(postgres) = PostgresServer::start("tls") else {
        return;
    };
    let folder = folder("certificates");
    if !certificates(&folder, "stranger", "localhost") || !certificates(&folder, "authority", "localhost") {
        skip("openssl can't make certificates");
        return;
    }
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    postgres.use_certificate(&folder.join("server.crt"), &folder.join("server.key"));
    let port = postgres.address().port();
    let url = |host: &str, options: &str| format!("postgres://pidro@{host}:{port}/postgres?{options}");

    let wrong = format!("sslmode=verify-full&sslrootcert={}", file("stranger.crt"));
    let error = refusal(&url("localhost", &wrong));
    assert!(error.contains("the database can't prove who it is"), "{error}");
    // The right authority, but a certificate for another host.
    let right = format!("sslmode=verify-full&sslrootcert={}", file("authority.crt"));
    let error = refusal(&url("127.0.0.1", &right));
    assert!(error.contains("the database can't prove who it is"), "{error}");
    // The system doesn't know this authority.
    let error = refusal(&url("localhost", "sslmode=verify-full"));
    assert!(error.contains("the database can't prove who it is"), "{error}");
    let error = refusal(&url("localhost", "sslmode=disable"));
    assert!(error.contains("the database refuses the connection"), "{error}");

    let store = url("localhost", &right);
    let server = Server::start(&store).await;
    assert_eq!(server.status("/readyz").await, 200);
    let mut session = PgConnection::connect(&store).await.unwrap();
    let sql = "SELECT COUNT(*) FILTER (WHERE ssl), COUNT(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
               WHERE backend_type = 'client backend'";
    let (encrypted, all): (i64, i64) = sqlx::query_as(sql).fetch_one(&mut session).await.unwrap();
    assert!(
        all > 3 && encrypted == all,
        "{encrypted} of {all} sessions are encrypted"
    );
}
