//! Who plays.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Somebody, for as long as the server knows them. It tells nothing of who it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(String);

impl PersonId {
    /// The person with this id.
    #[must_use]
    pub fn new(id: impl Into<String>) -> PersonId {
        PersonId(id.into())
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
