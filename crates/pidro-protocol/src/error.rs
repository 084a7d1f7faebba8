//! The form of an error, the same in all interfaces.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An error response. The request has changed nothing, unless the code says that its outcome is
/// unknown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ErrorBody {
    /// Always false.
    pub ok: bool,
    /// What went wrong.
    pub error: ErrorText,
}

/// A code for programs and a message for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ErrorText {
    /// The code. It does not change between releases.
    #[schemars(extend("examples" = ["not_found"]))]
    pub code: Cow<'static, str>,
    /// A sentence in English.
    pub message: String,
}

impl ErrorBody {
    /// An error response with this code and message.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> ErrorBody {
        ErrorBody {
            ok: false,
            error: ErrorText::new(code, message),
        }
    }
}

impl ErrorText {
    /// An error with this code and message.
    #[must_use]
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> ErrorText {
        ErrorText {
            code: code.into(),
            message: message.into(),
        }
    }
}
