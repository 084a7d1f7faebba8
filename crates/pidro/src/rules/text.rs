//! Rules as one line of text.

use core::fmt;
use core::str::FromStr;

use super::{ParseRulesError, Rules};

/// Writes the nearest preset and the differences from it: `finnish kill=dead target=30`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, preset) = self.nearest_preset();
        f.write_str(name)?;
        for (option, value) in self.differences(&preset) {
            write!(f, " {option}={value}")?;
        }
        Ok(())
    }
}

/// Parses the output of [`Display`](fmt::Display); the preset is optional.
impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        let mut words = text.split_whitespace().peekable();
        let mut rules = match words.next_if(|word| !word.contains('=')) {
            Some(name) => Rules::preset(name)?,
            None => Rules::default(),
        };
        for word in words {
            let (option, value) = word.split_once('=').unwrap_or((word, ""));
            rules.set(option, value)?;
        }
        Ok(rules)
    }
}
