//! The JSON schemas of all messages.

use std::collections::BTreeMap;

use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Map, Value};

use crate::{ErrorBody, admin, engine, http, ws};

/// The default path of definitions in a schema document.
const DEFS: &str = "/$defs";

/// The definitions of these types and of all types that they use, by name.
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

/// The definitions of the requests that `pidro engine` reads.
#[must_use]
pub fn engine_requests() -> Map<String, Value> {
    definitions!(Contract::Deserialize, DEFS; engine::Request)
}

/// The definitions of the answers that `pidro engine` writes.
#[must_use]
pub fn engine_answers() -> Map<String, Value> {
    definitions!(Contract::Serialize, DEFS; engine::Answer)
}

/// The definitions of the messages that a client sends to `/ws`.
#[must_use]
pub fn client_messages() -> Map<String, Value> {
    definitions!(Contract::Deserialize, DEFS; ws::ClientMessage)
}

/// The definitions of the messages that a client receives from `/ws`.
#[must_use]
pub fn server_messages() -> Map<String, Value> {
    definitions!(Contract::Serialize, DEFS; ws::ServerMessage, ws::Answer)
}

/// The schemas of all messages between a web client and a server, by name. References to a schema
/// consist of `definitions_path` and its name.
///
/// # Panics
///
/// If a type other than the rules has one schema when it is read and another when it is written:
/// a name can stand for only one of them.
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
            "{name} has two schemas"
        );
    }
    schemas
}

fn sent_by_server(path: &str) -> Map<String, Value> {
    definitions!(Contract::Serialize, path;
        ErrorBody,
        admin::AuditLog,
        admin::Bans,
        admin::Figures,
        admin::FoundPeople,
        admin::FoundTables,
        admin::Reports,
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
        http::NewRecoveryCode,
        http::PersonalData,
        http::Profile,
        http::Proof,
        http::Puzzle,
        http::Replay,
        http::ServerInfo,
        http::Sessions,
        http::TableInfo,
        pidro_bots::Analysis,
    )
}

fn sent_by_client(path: &str) -> Map<String, Value> {
    definitions!(Contract::Deserialize, path;
        ws::ClientMessage,
        admin::BanToLift,
        admin::NewAnnouncement,
        admin::NewBan,
        admin::ReportClosure,
        http::Confirmation,
        http::Credentials,
        http::LessonDecisions,
        http::NewGuest,
        http::NewPassword,
        http::NewReport,
        http::NewTable,
        http::Recovery,
    )
}
