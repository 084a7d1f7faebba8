//! The files that are made from the messages are up to date: the page's TypeScript types, and the
//! JSON schemas for authors of clients and bots.
//!
//! `UPDATE=1 cargo test -p pidro-protocol` writes them again.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod typescript;

use std::path::Path;
use std::{env, fs};

use pidro_protocol::{engine, ws};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

/// Fails unless the file has this content. Writes it if `UPDATE` is set.
fn check(file: &str, content: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, content).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == content,
        "{file} is out of date: run `UPDATE=1 cargo test -p pidro-protocol`"
    );
}

/// The definitions of these types and of all that they use, by name.
macro_rules! definitions {
    ($settings:expr; $($name:ty),+ $(,)?) => {{
        let mut generator = SchemaGenerator::new($settings);
        $(generator.subschema_for::<$name>();)+
        generator.take_definitions(true)
    }};
}

/// What a program writes.
fn written() -> SchemaSettings {
    SchemaSettings::draft2020_12().for_serialize()
}

/// What a program reads.
fn read() -> SchemaSettings {
    SchemaSettings::draft2020_12().for_deserialize()
}

#[test]
fn the_page_has_the_types_of_the_messages() {
    check(
        "crates/pidro-server/web-check/types.d.ts",
        &typescript::declarations(&pidro_protocol::web_schemas("/$defs")),
    );
}

/// A schema document with these definitions.
fn schema(title: &str, definitions: &Map<String, Value>) -> String {
    let document = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "$defs": definitions,
    });
    serde_json::to_string_pretty(&document).unwrap() + "\n"
}

#[test]
fn the_schemas_of_the_guides_are_those_of_the_messages() {
    let requests = definitions!(read(); engine::Request);
    let answers = definitions!(written(); engine::Answer);
    check(
        "docs/schemas/engine-requests.json",
        &schema("What `pidro engine` reads", &requests),
    );
    check(
        "docs/schemas/engine-answers.json",
        &schema("What `pidro engine` writes", &answers),
    );
    let sent = definitions!(read(); ws::ClientMessage);
    let received = definitions!(written(); ws::ServerMessage, ws::Answer);
    check(
        "docs/schemas/client-messages.json",
        &schema("What a client sends to /ws", &sent),
    );
    check(
        "docs/schemas/server-messages.json",
        &schema("What a client receives from /ws", &received),
    );
}
