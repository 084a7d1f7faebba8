//! What clients say.

use pidro::{Action, Seat};
use serde::{Deserialize, Deserializer};

use crate::http::error::ApiError;
use crate::http::tables::Bot;
use crate::person::{Person, PersonId};
use crate::room::Command;
use crate::saying::Saying;
use crate::store::TableId;

/// The longest id of a command.
const LONGEST_ID: usize = 64;

/// One message.
#[derive(Deserialize)]
pub(super) struct Line {
    /// The id of a command: sent again with the same id, it is obeyed once.
    #[serde(default, deserialize_with = "id")]
    pub(super) id: Option<String>,
    #[serde(flatten)]
    pub(super) request: Request,
}

/// What is asked for.
#[derive(Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case")]
pub(super) enum Request {
    /// To be told of a table, and to play there.
    Join {
        table: TableId,
        token: Option<String>,
        from: Option<usize>,
        #[serde(default)]
        views: bool,
    },
    Sit {
        seat: Seat,
        #[serde(default)]
        word: String,
    },
    Bot {
        seat: Seat,
        level: Bot,
    },
    Clear {
        seat: Seat,
    },
    Leave,
    Start,
    Act {
        action: Action,
    },
    Undo,
    Refuse,
    Rematch,
    Say(Saying),
    Chat {
        open: bool,
    },
    Mute {
        person: PersonId,
        muted: bool,
    },
    Remove {
        person: PersonId,
    },
    Ping,
}

/// A request as the table takes it.
pub(super) enum Asked {
    Ping,
    Say(Saying),
    Command(Command),
}

impl Request {
    pub(super) fn asked(&self, person: Option<&Person>) -> Result<Asked, ApiError> {
        let command = match self {
            Request::Join { .. } | Request::Ping => return Ok(Asked::Ping),
            Request::Say(saying) if saying.is_sayable() => return Ok(Asked::Say(saying.clone())),
            Request::Say(_) => {
                let message = format!("a text has 1 to {} characters", Saying::LONGEST);
                return Err(ApiError::BadRequest(message));
            }
            Request::Sit { seat, word } => Command::Sit {
                seat: *seat,
                name: person.map_or_else(String::new, |person| person.name.as_str().to_owned()),
                word: word.clone(),
            },
            Request::Bot { seat, level } => Command::PutBot {
                seat: *seat,
                level: level.0,
            },
            Request::Clear { seat } => Command::ClearBot { seat: *seat },
            Request::Leave => Command::Leave,
            Request::Start => Command::Start,
            Request::Act { action } => Command::Act(*action),
            Request::Undo => Command::Undo,
            Request::Refuse => Command::RefuseUndo,
            Request::Rematch => Command::Rematch {
                table: TableId::new(),
            },
            Request::Chat { open } => Command::OpenChat(*open),
            Request::Mute { person, muted } => Command::Mute {
                person: person.clone(),
                muted: *muted,
            },
            Request::Remove { person } => Command::Remove {
                person: person.clone(),
            },
        };
        Ok(Asked::Command(command))
    }
}

/// A text or a whole number.
fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Id {
        Text(String),
        Number(u64),
    }
    let id = match Option::<Id>::deserialize(deserializer)? {
        Some(Id::Text(text)) => text,
        Some(Id::Number(number)) => number.to_string(),
        None => return Ok(None),
    };
    if id.len() > LONGEST_ID {
        let message = format!("an id has at most {LONGEST_ID} bytes");
        return Err(serde::de::Error::custom(message));
    }
    Ok(Some(id))
}
