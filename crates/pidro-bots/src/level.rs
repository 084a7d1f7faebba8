//! How strong a bot is.

use std::fmt;
use std::str::FromStr;

use crate::basic::Basic;
use crate::bot::Bot;
use crate::random::Random;

/// The bots by their names.
///
/// ```
/// use pidro_bots::Level;
///
/// assert_eq!("basic".parse(), Ok(Level::Basic));
/// assert_eq!("strong".parse::<Level>().unwrap_err().to_string(), "`strong` is no level: the levels are random and basic");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// [`Random`].
    Random,
    /// [`Basic`].
    Basic,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 2] = [Level::Random, Level::Basic];

    /// A bot of this level. The same seed and the same views give the same actions.
    #[must_use]
    pub fn bot(self, seed: u64) -> Box<dyn Bot + Send> {
        match self {
            Level::Random => Box::new(Random::new(seed)),
            Level::Basic => Box::new(Basic),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Random => "random",
            Level::Basic => "basic",
        })
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let known = Level::ALL.into_iter().find(|level| level.to_string() == text);
        known.ok_or_else(|| LevelError(text.chars().take(20).collect()))
    }
}

/// A word that is no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no level: the levels are random and basic")]
pub struct LevelError(String);
