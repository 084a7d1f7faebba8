//! Bot levels and their names.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::basic::Basic;
use crate::bot::Bot;
use crate::expert::{Expert, SearchLimit};
use crate::random::Random;

/// A bot by name. An expert's name may set how long it thinks, as in `expert:10ms`, or how many
/// worlds it tries, as in `expert:200w`.
///
/// ```
/// use std::time::Duration;
/// use pidro_bots::{Level, SearchLimit};
///
/// assert_eq!("basic".parse(), Ok(Level::Basic));
/// assert_eq!("expert:10ms".parse(), Ok(Level::Expert(SearchLimit::Time(Duration::from_millis(10)))));
/// assert_eq!("expert:200w".parse(), Ok(Level::Expert(SearchLimit::Worlds(200))));
/// assert_eq!(
///     "strong".parse::<Level>().unwrap_err().to_string(),
///     "unknown level `strong`: use random, basic, expert, expert:<number>ms or expert:<number>w",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Level {
    /// [`Random`].
    Random,
    /// [`Basic`].
    Basic,
    /// [`Expert`].
    Expert(SearchLimit),
}

impl Level {
    /// All levels with their default limits, weakest first.
    pub const ALL: [Level; 3] = [Level::Random, Level::Basic, Level::Expert(SearchLimit::DEFAULT)];

    /// Creates a bot of this level. The same seed and views give the same actions, unless the level
    /// has a time limit.
    #[must_use]
    pub fn bot(self, seed: u64) -> Box<dyn Bot + Send> {
        match self {
            Level::Random => Box::new(Random::new(seed)),
            Level::Basic => Box::new(Basic),
            Level::Expert(limit) => Box::new(Expert::with_limit(seed, limit)),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Random => f.write_str("random"),
            Level::Basic => f.write_str("basic"),
            Level::Expert(SearchLimit::DEFAULT) => f.write_str("expert"),
            Level::Expert(SearchLimit::Time(time)) => write!(f, "expert:{}ms", time.as_millis()),
            Level::Expert(SearchLimit::Worlds(worlds)) => write!(f, "expert:{worlds}w"),
        }
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let error = || ParseLevelError(text.chars().take(20).collect());
        if let Some(level) = Level::ALL.into_iter().find(|level| level.to_string() == text) {
            return Ok(level);
        }
        let limit = text.strip_prefix("expert:").ok_or_else(error)?;
        let limit = if let Some(time) = limit.strip_suffix("ms") {
            time.parse()
                .ok()
                .map(Duration::from_millis)
                .map(SearchLimit::Time)
        } else {
            limit
                .strip_suffix('w')
                .and_then(|worlds| worlds.parse().ok())
                .map(SearchLimit::Worlds)
        };
        limit.map(Level::Expert).ok_or_else(error)
    }
}

/// Serializes a level as its display form.
impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Deserializes a level from the form that `FromStr` accepts.
impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// A string in the form that `FromStr` accepts.
#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Level {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Level".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A bot, optionally with a limit per decision",
            "type": "string",
            "pattern": "^(random|basic|expert(:[0-9]+(ms|w))?)$",
            "examples": ["basic", "expert", "expert:10ms", "expert:200w"],
        })
    }
}

/// A text that does not name a level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown level `{0}`: use random, basic, expert, expert:<number>ms or expert:<number>w")]
pub struct ParseLevelError(String);
