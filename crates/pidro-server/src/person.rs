//! Who plays.

use std::fmt;

use pidro_table::PersonId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use utoipa::ToSchema;

/// Somebody as others may know them.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Person {
    /// Who it is.
    pub id: PersonId,
    /// What they are called.
    pub name: Name,
    /// Whether there is no account: who loses the token of a guest is somebody new.
    pub guest: bool,
    /// How well they play: what is left of the estimate when three times its uncertainty is taken away. 0 for who has not been rated.
    pub rating: f64,
    /// How many games the rating comes from.
    pub rated: u32,
}

impl Person {
    /// Somebody new, of whose play nothing is known.
    #[must_use]
    pub fn new(name: Name, guest: bool) -> Person {
        Person {
            id: PersonId::fresh(),
            name,
            guest,
            rating: 0.0,
            rated: 0,
        }
    }
}

/// What somebody is called: something that can be seen, and not too much of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(value_type = String, min_length = 1, max_length = 24, example = "Anna",
    pattern = "^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\u{e0000}-\u{e0fff}]*[^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\u{e0000}-\u{e0fff}\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000][^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\u{e0000}-\u{e0fff}]*$")]
pub struct Name(String);

/// What is no name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a name has 1 to {} characters that can be seen", Name::LONGEST)]
pub struct NameError;

impl Name {
    /// The longest name, in characters.
    pub const LONGEST: usize = 24;

    /// A name from the store, that has been checked when it was given.
    pub(crate) const fn kept(name: String) -> Name {
        Name(name)
    }

    /// The name as it is compared: two accounts can't differ by capitals alone.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }

    /// The name as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
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
        // Marks that change the direction of writing, or take no room, would let one name look like another.
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

/// What shows who somebody is. The server keeps only its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one, from the system's generator.
    ///
    /// # Errors
    ///
    /// If the system gives no random numbers.
    pub fn fresh() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Token(hex(&bytes)))
    }

    /// What somebody says is a token.
    #[must_use]
    pub fn given(text: &str) -> Token {
        Token(text.to_owned())
    }

    /// What is kept of it. A token has 256 random bits, so no salt and no slow hash is needed.
    #[must_use]
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes()))
    }

    /// The token itself, for its owner.
    #[must_use]
    pub fn reveal(&self) -> &str {
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
        // A string takes everything that is written to it.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_be_seen() {
        let name = |text: &str| Name::try_from(text.to_owned()).map(String::from);
        assert_eq!(name("  Anna  Maria "), Ok("Anna Maria".to_owned()));
        assert_eq!(name("Åke Öhman"), Ok("Åke Öhman".to_owned()));
        assert_eq!(name(&"ö".repeat(24)), Ok("ö".repeat(24)));
        for bad in ["", " ", "\u{200b}", "An\u{202e}na", "a\u{0}b", &"ö".repeat(25)] {
            assert_eq!(name(bad), Err(NameError), "{bad:?}");
        }
    }

    #[test]
    fn a_token_is_not_shown_by_accident() {
        let token = Token::fresh().unwrap();
        assert_eq!(token.reveal().len(), 64);
        assert_eq!(format!("{token:?}"), "Token(…)");
        assert_ne!(token.hash(), token.reveal());
        assert_ne!(Token::fresh().unwrap(), token);
        // Anybody can check it: printf abc | sha256sum
        assert!(Token::given("abc").hash().starts_with("ba7816bf8f01cfea"));
    }
}
