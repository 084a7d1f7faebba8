//! Ids of tables and people. Ids are opaque: they reveal nothing about their owner.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The id of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
#[schemars(with = "String", extend("examples" = ["019a8e0c3f6b7d2e9f3c5a7b9d1e3f50"]))]
pub struct TableId(Uuid);

impl TableId {
    /// Creates a new id. Ids sort by creation time.
    #[must_use]
    pub fn new() -> TableId {
        TableId(Uuid::now_v7())
    }
}

impl Default for TableId {
    fn default() -> TableId {
        TableId::new()
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.simple().fmt(f)
    }
}

impl From<TableId> for String {
    fn from(table: TableId) -> String {
        table.to_string()
    }
}

impl TryFrom<String> for TableId {
    type Error = uuid::Error;

    fn try_from(text: String) -> Result<TableId, uuid::Error> {
        text.parse()
    }
}

impl FromStr for TableId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<TableId, uuid::Error> {
        text.parse().map(TableId)
    }
}

/// The id of a person.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("examples" = ["019a8e0c3f6b7d2e9f3c5a7b9d1e3f50"]))]
pub struct PersonId(String);

impl PersonId {
    /// Wraps an existing id.
    #[must_use]
    pub fn new(id: impl Into<String>) -> PersonId {
        PersonId(id.into())
    }

    /// Creates a new id.
    #[must_use]
    pub fn generate() -> PersonId {
        PersonId(Uuid::now_v7().simple().to_string())
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Accepts only the format that [`PersonId::generate`] produces.
impl FromStr for PersonId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<PersonId, uuid::Error> {
        text.parse::<Uuid>().map(|id| PersonId(id.simple().to_string()))
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
