//! Turns JSON schemas into TypeScript declarations.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value};

const HEAD: &str = "\
// Generated from the types of the crate pidro-protocol. Don't edit it, regenerate it:
//     PIDRO_BLESS=1 cargo nextest run -p pidro-protocol

type BySeat<T> = Record<Seat, T>;
type ByTeam<T> = Record<Team, T>;
";

/// The declarations of these schemas, each under its name.
pub(crate) fn declarations(definitions: &BTreeMap<String, Value>) -> String {
    let mut text = HEAD.to_owned();
    for (name, schema) in definitions {
        text.push('\n');
        if let Some(comment) = schema["description"].as_str() {
            // Leave out the examples, which are in Rust.
            let comment = comment.split("```").next().unwrap_or_default().trim_end();
            let _ = writeln!(
                text,
                "/**\n * {}\n */",
                comment.replace('\n', "\n * ").replace(" * \n", " *\n")
            );
        }
        match Kind::of(schema) {
            Kind::Object(fields) => {
                let _ = writeln!(text, "interface {name} {fields}");
            }
            Kind::Other(definition) => {
                let _ = writeln!(text, "type {name} = {definition};");
            }
        }
    }
    text
}

/// The TypeScript of a schema.
enum Kind {
    /// The fields of an object, between braces.
    Object(String),
    /// Any other type.
    Other(String),
}

impl Kind {
    fn of(schema: &Value) -> Kind {
        let Value::Object(schema) = schema else {
            return Kind::Other("unknown".to_owned());
        };
        let mut parts = Vec::new();
        if let Some(fields) = schema.get("properties").and_then(Value::as_object) {
            let plain = schema
                .keys()
                .all(|key| !COMBINATORS.contains(&&**key) && key != "$ref");
            match map_by_seat_or_team(schema, fields) {
                Some(map) => parts.push(map),
                None if plain && !may_be_null(schema) => return Kind::Object(object(schema, fields)),
                None => parts.push(object(schema, fields)),
            }
            if may_be_null(schema) {
                return Kind::Other(format!("{} | null", parts.join(" & ")));
            }
        } else if let Some(value) = schema.get("const") {
            parts.push(value.to_string());
        } else if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            let values: Vec<String> = values.iter().map(Value::to_string).collect();
            parts.push(values.join(" | "));
        } else if let Some(kind) = schema.get("type") {
            parts.push(plain(schema, kind));
        }
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            parts.push(name.trim_start_matches("#/$defs/").to_owned());
        }
        for key in COMBINATORS {
            let Some(choices) = schema.get(key).and_then(Value::as_array) else {
                continue;
            };
            let choices: Vec<String> = choices.iter().map(definition).collect();
            let joined = choices.join(if key == "allOf" { " & " } else { " | " });
            parts.push(if parts.is_empty() {
                joined
            } else {
                format!("({joined})")
            });
        }
        Kind::Other(if parts.is_empty() {
            "unknown".to_owned()
        } else {
            parts.join(" & ")
        })
    }
}

/// The keywords that combine schemas.
const COMBINATORS: [&str; 3] = ["oneOf", "anyOf", "allOf"];

fn definition(schema: &Value) -> String {
    match Kind::of(schema) {
        Kind::Object(text) | Kind::Other(text) => text,
    }
}

fn may_be_null(schema: &Map<String, Value>) -> bool {
    let kinds = schema.get("type").and_then(Value::as_array);
    kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"))
}

/// The type of a schema without combinations or properties; several types become a union.
fn plain(schema: &Map<String, Value>, kind: &Value) -> String {
    if let Some(kinds) = kind.as_array() {
        let kinds: Vec<String> = kinds.iter().map(|kind| plain(schema, kind)).collect();
        return kinds.join(" | ");
    }
    match kind.as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => {
            if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
                let items: Vec<String> = items.iter().map(definition).collect();
                return format!("[{}]", items.join(", "));
            }
            let item = schema
                .get("items")
                .map_or_else(|| "unknown".to_owned(), definition);
            if item.contains(' ') {
                format!("({item})[]")
            } else {
                format!("{item}[]")
            }
        }
        Some("object") => {
            let patterns = schema.get("patternProperties").and_then(Value::as_object);
            let values = patterns.and_then(|patterns| patterns.values().next());
            let value = values.or_else(|| schema.get("additionalProperties"));
            format!(
                "Record<string, {}>",
                value.map_or_else(|| "unknown".to_owned(), definition)
            )
        }
        Some(name) => name.to_owned(),
        None => "unknown".to_owned(),
    }
}

/// The fields of an object, between braces.
fn object(schema: &Map<String, Value>, fields: &Map<String, Value>) -> String {
    let required = required(schema);
    let mut text = "{\n".to_owned();
    for (name, field) in fields {
        if let Some(comment) = field["description"].as_str() {
            let comment = comment.replace('\n', " ");
            let _ = writeln!(text, "  /** {comment} */");
        }
        let required = required.contains(&&**name);
        let mut definition = definition(field).replace('\n', "\n  ");
        if !required {
            // A field that may be missing is never null.
            definition = definition.trim_end_matches(" | null").to_owned();
        }
        let mark = if required { "" } else { "?" };
        let _ = writeln!(text, "  {name}{mark}: {definition};");
    }
    text + "}"
}

fn required(schema: &Map<String, Value>) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// `BySeat` or `ByTeam`, if an object has the same type of value for each seat or each team.
fn map_by_seat_or_team(schema: &Map<String, Value>, fields: &Map<String, Value>) -> Option<String> {
    let names: Vec<&str> = fields.keys().map(String::as_str).collect();
    let map = match names[..] {
        ["N", "E", "S", "W"] | ["E", "N", "S", "W"] => "BySeat",
        ["NS", "EW"] | ["EW", "NS"] => "ByTeam",
        _ => return None,
    };
    let mut values = fields.values().map(definition);
    let value = values.next()?;
    if !values.all(|other| other == value) {
        return None;
    }
    if required(schema).len() == fields.len() {
        Some(format!("{map}<{value}>"))
    } else {
        // A missing value is left out, not null.
        let value = value.trim_end_matches(" | null");
        Some(format!("Partial<{map}<{value}>>"))
    }
}
