//! The names of people.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Characters that no name contains, besides control characters: they have no width or change the
/// writing direction, and would let one name look like another.
const INVISIBLE: &[RangeInclusive<char>] = &[
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Whether a name may contain this character.
fn is_allowed(c: char) -> bool {
    let space = c.is_whitespace();
    space || !(c.is_control() || INVISIBLE.iter().any(|range| range.contains(&c)))
}

/// Whether a name may consist of this character alone: combining marks need a letter to stand on.
fn is_visible(c: char) -> bool {
    is_allowed(c) && !c.is_whitespace() && !is_combining_mark(c)
}

/// The names that [`Name`] accepts, as a regular expression.
fn pattern() -> String {
    let (allowed, visible) = (class_of(is_allowed), class_of(is_visible));
    format!("^{allowed}*{visible}{allowed}*$")
}

/// The characters that are allowed, as a class of a regular expression.
fn class_of(allowed: impl Fn(char) -> bool) -> String {
    let mut class = "[^".to_owned();
    let mut refused = ('\0'..=char::MAX).filter(|c| !allowed(*c)).peekable();
    while let Some(first) = refused.next() {
        let mut last = first;
        while let Some(next) = refused.next_if(|next| u32::from(*next) == u32::from(last) + 1) {
            last = next;
        }
        class.push_str(&escaped(first));
        if last != first {
            class.push('-');
            class.push_str(&escaped(last));
        }
    }
    class + "]"
}

/// A character as regular expressions write it. There is no common form for characters beyond the
/// first 65,536, so these stand for themselves.
fn escaped(c: char) -> String {
    match u32::from(c) {
        code @ 0..=0xffff => format!("\\u{code:04x}"),
        _ => c.to_string(),
    }
}

/// A person's name: visible characters, limited in length.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("minLength" = 1, "maxLength" = 24, "pattern" = pattern(), "examples" = ["Anna"]))]
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

    /// The name as it is compared. Names that look alike have the same key: it ignores case and
    /// compatibility forms, and replaces letters by the Latin ones that they can be confused with,
    /// such as the Cyrillic "а" by "a".
    ///
    /// Plain Latin letters stay: "Iisa" and "Lisa" are different people.
    #[must_use]
    pub fn key(&self) -> String {
        let text: String = self.0.nfkc().collect();
        // Some letters look Latin as capitals only, so they are replaced before and after.
        let folded = latin_look_alikes(&text).to_uppercase().to_lowercase();
        latin_look_alikes(&folded).nfkc().collect()
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
        let length = text.chars().count();
        if length > Name::MAX_CHARS || !text.chars().all(is_allowed) || !text.chars().any(is_visible) {
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

/// Replaces letters by the Latin letters and digits that they can be confused with, according to
/// Unicode Technical Standard 39.
fn latin_look_alikes(text: &str) -> String {
    let mut replaced = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            replaced.push(c);
            continue;
        }
        let own = c.to_string();
        let look_alike: String = unicode_security::skeleton(&own).collect();
        let mut chars = look_alike.chars();
        let is_latin =
            chars.next().is_some_and(|first| first.is_ascii_alphanumeric()) && chars.all(is_combining_mark);
        replaced.push_str(if is_latin { &look_alike } else { &own });
    }
    replaced
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
        for bad in [
            "",
            " ",
            "\u{200b}",
            "An\u{202e}na",
            "a\u{0}b",
            "\u{301}\u{308}",
            "\u{2800}",
            "An\u{34f}na",
            &"ö".repeat(25),
        ] {
            assert_eq!(name(bad), Err(NameError), "{bad:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_the_same_key() {
        let key = |text: &str| Name::try_from(text.to_owned()).unwrap().key();
        for (one, other) in [
            ("Anna", "ANNA"),
            ("Anna", "Аnnа"),      // Cyrillic А and а
            ("PETER", "РЕТЕR"),    // Cyrillic capitals
            ("Bo", "Βο"),          // Greek
            ("Åke", "A\u{30a}ke"), // composed and decomposed
            ("Anna", "Ａｎｎａ"),  // full width
            ("Strauß", "STRAUSS"),
            ("Örjan", "ÖRJAN"),
            ("Hanna", "Нanna"), // Cyrillic Н
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        for (one, other) in [
            ("Anna", "Ana"),
            ("Åke", "Ake"),
            ("Örjan", "Orjan"),
            ("Iisa", "Lisa"),
            ("Tom", "Torn"),
            ("Øystein", "Oystein"),
            ("Дима", "Dima"),
        ] {
            assert_ne!(key(one), key(other), "{one} {other}");
        }
    }

    #[test]
    fn a_key_is_the_key_of_itself() {
        for text in [
            "Anna",
            "Åke Öhman",
            "Strauß",
            "Ольга",
            "Ωmega",
            "ＡＢＣ",
            "ﬁ",
            "ſ",
        ] {
            let key = Name::try_from(text.to_owned()).unwrap().key();
            assert_eq!(Name::stored(key.clone()).key(), key, "{text}");
        }
    }
}
