//! The JSON schemas of everything that a web client and a server exchange.

use std::collections::BTreeMap;

use schemars::generate::{Contract, SchemaSettings};
use serde_json::Value;

use crate::{ErrorBody, http, ws};

/// The schemas of all messages between a web client and a server, by name. A reference to a schema
/// is `definitions_path` and its name.
///
/// # Panics
///
/// If a type has different forms when it is read and when it is written, other than the rules: a
/// name can stand for one of them only.
#[must_use]
pub fn web_schemas(definitions_path: &str) -> BTreeMap<String, Value> {
    let mut schemas: BTreeMap<String, Value> = sent_by_server(definitions_path).into_iter().collect();
    for (name, schema) in sent_by_client(definitions_path) {
        if name == "Rules" {
            // A client may send the name of a preset instead of all options.
            schemas.insert("RulesChoice".to_owned(), schema);
            continue;
        }
        let text = schema.to_string();
        let text = text.replace(
            &format!("#{definitions_path}/Rules\""),
            &format!("#{definitions_path}/RulesChoice\""),
        );
        let schema = serde_json::from_str(&text).unwrap_or(schema);
        let known = schemas.insert(name.clone(), schema);
        assert!(
            known.is_none_or(|known| known == schemas[&name]),
            "{name} has two forms"
        );
    }
    schemas
}

/// The definitions of these types and of all that they use.
macro_rules! definitions {
    ($contract:expr, $path:expr; $($name:ty),+ $(,)?) => {{
        let mut settings = SchemaSettings::draft2020_12();
        settings.contract = $contract;
        settings.definitions_path = $path.to_owned().into();
        let mut generator = settings.into_generator();
        $(generator.subschema_for::<$name>();)+
        generator.take_definitions(true)
    }};
}

fn sent_by_server(path: &str) -> serde_json::Map<String, Value> {
    definitions!(Contract::Serialize, path;
        ErrorBody,
        ws::Answer,
        ws::ServerMessage,
        http::Advice,
        http::CreatedTable,
        http::GameData,
        http::Games,
        http::KnownRules,
        http::Lesson,
        http::LobbyTables,
        http::LoggedIn,
        http::Profile,
        http::Proof,
        http::Puzzle,
        http::Replay,
        http::TableInfo,
        pidro_bots::Analysis,
    )
}

fn sent_by_client(path: &str) -> serde_json::Map<String, Value> {
    definitions!(Contract::Deserialize, path;
        ws::ClientMessage,
        http::Credentials,
        http::LessonDecisions,
        http::NewGuest,
        http::NewTable,
    )
}
