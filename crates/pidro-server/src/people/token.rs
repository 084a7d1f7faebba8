//! Tokens, with which people prove who they are.

use std::fmt;

use sha2::{Digest, Sha256};

/// A secret that authenticates a person. The server stores only its hash.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// A new random token.
    pub(crate) fn random() -> Result<Token, getrandom::Error> {
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
        sha256(&self.0)
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

/// SHA-256 of a text, in hexadecimal digits.
pub(crate) fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
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
    fn debug_output_hides_the_token() {
        let token = Token::random().unwrap();
        assert_eq!(token.reveal().len(), 64);
        assert_eq!(format!("{token:?}"), "Token(…)");
        assert_ne!(token.hash(), token.reveal());
        assert_ne!(Token::random().unwrap(), token);
        // Anybody can check this: printf abc | sha256sum
        assert!(Token::from_client("abc").hash().starts_with("ba7816bf8f01cfea"));
    }
}
