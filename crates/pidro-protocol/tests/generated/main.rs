//! The files generated from the messages are up to date: the page's TypeScript types, and the JSON
//! schemas for authors of clients and bots.
//!
//! `PIDRO_BLESS=1 cargo nextest run -p pidro-protocol` regenerates them.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod typescript;

use std::path::Path;
use std::{env, fs};

use pidro_protocol::schema;
use serde_json::{Map, Value, json};

/// Fails unless the file has this content. If `PIDRO_BLESS` is set, writes the file first.
fn check(file: &str, content: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    if env::var_os("PIDRO_BLESS").is_some() {
        fs::write(&path, content).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == content,
        "{file} is out of date: run `PIDRO_BLESS=1 cargo nextest run -p pidro-protocol`"
    );
}

#[test]
fn the_pages_types_match_the_messages() {
    check(
        "crates/pidro-server/web-check/types.d.ts",
        &typescript::declarations(&schema::web_schemas("/$defs")),
    );
}

/// A schema document with these definitions.
fn document(title: &str, definitions: &Map<String, Value>) -> String {
    let document = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "$defs": definitions,
    });
    serde_json::to_string_pretty(&document).unwrap() + "\n"
}

#[test]
fn the_published_schemas_match_the_messages() {
    check(
        "docs/schemas/engine-requests.json",
        &document("What `pidro engine` reads", &schema::engine_requests()),
    );
    check(
        "docs/schemas/engine-answers.json",
        &document("What `pidro engine` writes", &schema::engine_answers()),
    );
    check(
        "docs/schemas/client-messages.json",
        &document("What a client sends to /ws", &schema::client_messages()),
    );
    check(
        "docs/schemas/server-messages.json",
        &document("What a client receives from /ws", &schema::server_messages()),
    );
}
