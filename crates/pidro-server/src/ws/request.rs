//! The messages that clients send.

use pidro_protocol::ws::{Join, Request};
use pidro_protocol::{ChatMessage, PersonId};
use pidro_table::Command;
use serde_json::Value;

use crate::http::error::ApiError;

/// The maximum length of a command id.
const MAX_ID: usize = 64;

/// One message from a client.
pub(super) struct ParsedMessage {
    /// The id of the command. A command that is resent with the same id takes effect once.
    pub(super) id: Option<String>,
    pub(super) request: Result<Request, ApiError>,
}

/// A validated request.
pub(super) enum ValidRequest {
    Ping,
    Join(Join),
    Say(ChatMessage),
    Command(Command),
}

impl ParsedMessage {
    /// Parses a message. Even an invalid request may have an id, which its answer repeats.
    pub(super) fn parse(text: &str) -> ParsedMessage {
        let bad_request = |error: &dyn ToString| ApiError::BadRequest(error.to_string());
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => {
                return ParsedMessage {
                    id: None,
                    request: Err(bad_request(&error)),
                };
            }
        };
        match id(&value["id"]) {
            Ok(id) => ParsedMessage {
                id,
                request: serde_json::from_value(value).map_err(|error| bad_request(&error)),
            },
            Err(error) => ParsedMessage {
                id: None,
                request: Err(error),
            },
        }
    }
}

/// Parses an id: a string or a non-negative integer.
fn id(value: &Value) -> Result<Option<String>, ApiError> {
    let id = match value {
        Value::Null => return Ok(None),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_u64() => number.to_string(),
        _ => return Err(ApiError::bad("an id must be a string or a non-negative integer")),
    };
    if id.len() > MAX_ID || id.chars().any(char::is_control) {
        let message = format!("an id has at most {MAX_ID} bytes and no control characters");
        return Err(ApiError::BadRequest(message));
    }
    Ok(Some(id))
}

impl ValidRequest {
    /// Checks what serde can't, and turns a request into what the table understands.
    pub(super) fn new(request: Request) -> Result<ValidRequest, ApiError> {
        let command = match request {
            Request::Ping => return Ok(ValidRequest::Ping),
            Request::Join(join) => return Ok(ValidRequest::Join(join)),
            Request::Say { message } if message.is_valid() => return Ok(ValidRequest::Say(message)),
            Request::Say { .. } => {
                let message = format!(
                    "a text has 1 to {} characters, none of them control characters",
                    ChatMessage::MAX_CHARS
                );
                return Err(ApiError::BadRequest(message));
            }
            Request::Sit { word: Some(_), .. } => {
                let message = "promise the word first: `sit` takes a `promise`, `reveal` takes the word";
                return Err(ApiError::bad(message));
            }
            Request::Sit { seat, promise, .. } => Command::Sit { seat, promise },
            Request::Promise { promise } => Command::Promise(promise),
            Request::Reveal { word } => Command::Reveal { word },
            Request::Bot { seat, level } => Command::PutBot {
                seat,
                level: level.into(),
            },
            Request::Clear { seat } => Command::ClearBot { seat },
            Request::Leave => Command::Leave,
            Request::Start => Command::Start,
            Request::Act { action } => Command::Act(action),
            Request::Undo => Command::Undo,
            Request::Refuse => Command::RefuseUndo,
            Request::Rematch => Command::Rematch,
            Request::Chat { open } => Command::OpenChat(open),
            Request::Mute { person, muted } => Command::Mute {
                person: well_formed(&person)?,
                muted,
            },
            Request::Remove { person } => Command::Remove {
                person: well_formed(&person)?,
            },
        };
        Ok(ValidRequest::Command(command))
    }
}

/// Checks that this is a well-formed person id.
fn well_formed(person: &PersonId) -> Result<PersonId, ApiError> {
    let person = person.as_str().parse();
    person.map_err(|_| ApiError::bad("there is no such person"))
}
