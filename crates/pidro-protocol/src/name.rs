//! The names of people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The names that [`Name`] accepts, as a regular expression.
const PATTERN: &str = "^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\u{e0000}-\u{e0fff}]*[^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\u{e0000}-\u{e0fff}\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000][^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\u{e0000}-\u{e0fff}]*$";

/// A person's name: visible characters, limited in length.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("minLength" = 1, "maxLength" = 24, "pattern" = PATTERN, "examples" = ["Anna"]))]
pub struct Name(String);

/// The text is not a valid name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a name has 1 to {} visible characters", Name::MAX_CHARS)]
pub struct NameError;

impl Name {
    /// The maximum length of a name, in characters.
    pub const MAX_CHARS: usize = 24;

    /// A name that was validated before it was stored.
    #[must_use]
    pub const fn stored(name: String) -> Name {
        Name(name)
    }

    /// The name in lower case, for comparing: account names are case-insensitive.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;

    fn try_from(text: String) -> Result<Name, NameError> {
        if text.chars().count() > Name::MAX_CHARS {
            return Err(NameError);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        // Reject marks that change the writing direction or have no width: they would let one name
        // look like another.
        let invisible = |c: char| {
            c.is_control()
                || matches!(c, '\u{ad}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
                    | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                    | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
        };
        let length = text.chars().count();
        if length == 0 || length > Name::MAX_CHARS || text.chars().any(invisible) {
            return Err(NameError);
        }
        Ok(Name(text))
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_only_visible_characters() {
        let name = |text: &str| Name::try_from(text.to_owned()).map(String::from);
        assert_eq!(name("  Anna  Maria "), Ok("Anna Maria".to_owned()));
        assert_eq!(name("Åke Öhman"), Ok("Åke Öhman".to_owned()));
        assert_eq!(name(&"ö".repeat(24)), Ok("ö".repeat(24)));
        for bad in ["", " ", "\u{200b}", "An\u{202e}na", "a\u{0}b", &"ö".repeat(25)] {
            assert_eq!(name(bad), Err(NameError), "{bad:?}");
        }
    }
}
