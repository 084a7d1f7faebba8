//! People, their names and their tokens.

use std::fmt;

use pidro_table::PersonId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use utoipa::ToSchema;

/// A person as others may see them.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Person {
    /// The person's id.
    pub(crate) id: PersonId,
    /// The person's name.
    pub(crate) name: Name,
    /// Whether the person has no account. A guest who loses their token becomes a new person.
    pub(crate) guest: bool,
    /// The person's rating: the estimated skill minus three times its uncertainty, or 0 if the
    /// person has no rated games.
    pub(crate) rating: f64,
    /// The number of rated games.
    pub(crate) rated: u32,
}

impl Person {
    /// A new person without rated games.
    pub(crate) fn new(name: Name, guest: bool) -> Person {
        Person {
            id: PersonId::fresh(),
            name,
            guest,
            rating: 0.0,
            rated: 0,
        }
    }
}

/// A person's name: visible characters, limited in length.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String, min_length = 1, max_length = 24, example = "Anna",
    pattern = "^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\u{e0000}-\u{e0fff}]*[^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\u{e0000}-\u{e0fff}\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000][^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\u{e0000}-\u{e0fff}]*$")]
pub(crate) struct Name(String);

/// The text is not a valid name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a name has 1 to {} visible characters", Name::LONGEST)]
pub(crate) struct NameError;

impl Name {
    /// The maximum length of a name, in characters.
    pub(crate) const LONGEST: usize = 24;

    /// A name from the store, which was validated before it was stored.
    pub(crate) const fn from_store(name: String) -> Name {
        Name(name)
    }

    /// The name in lower case, for comparing: account names are case-insensitive.
    pub(crate) fn key(&self) -> String {
        self.0.to_lowercase()
    }

    /// The name as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;

    fn try_from(text: String) -> Result<Name, NameError> {
        if text.chars().count() > Name::LONGEST {
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
        if length == 0 || length > Name::LONGEST || text.chars().any(invisible) {
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

/// A secret that authenticates a person. The server stores only its hash.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// A new random token.
    pub(crate) fn fresh() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Token(hex(&bytes)))
    }

    /// Wraps a token that a client sent.
    pub(crate) fn from_client(text: &str) -> Token {
        Token(text.to_owned())
    }

    /// The hash to store. A token has 256 random bits, so it needs neither a salt nor a slow hash.
    pub(crate) fn hash(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes()))
    }

    /// The token itself, to show to its owner.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_consists_of_visible_characters() {
        let name = |text: &str| Name::try_from(text.to_owned()).map(String::from);
        assert_eq!(name("  Anna  Maria "), Ok("Anna Maria".to_owned()));
        assert_eq!(name("Åke Öhman"), Ok("Åke Öhman".to_owned()));
        assert_eq!(name(&"ö".repeat(24)), Ok("ö".repeat(24)));
        for bad in ["", " ", "\u{200b}", "An\u{202e}na", "a\u{0}b", &"ö".repeat(25)] {
            assert_eq!(name(bad), Err(NameError), "{bad:?}");
        }
    }

    #[test]
    fn debug_output_hides_the_token() {
        let token = Token::fresh().unwrap();
        assert_eq!(token.reveal().len(), 64);
        assert_eq!(format!("{token:?}"), "Token(…)");
        assert_ne!(token.hash(), token.reveal());
        assert_ne!(Token::fresh().unwrap(), token);
        // Anybody can check this: printf abc | sha256sum
        assert!(Token::from_client("abc").hash().starts_with("ba7816bf8f01cfea"));
    }
}
