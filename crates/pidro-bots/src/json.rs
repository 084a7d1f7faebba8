//! Reads the parts of published JSON that their types can't read by themselves.

use std::borrow::Cow;

use pidro::{ByTeam, Mark};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

pub(crate) fn by_team<'de, D, T>(deserializer: D) -> Result<ByTeam<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    #[derive(Deserialize)]
    struct Teams<T> {
        #[serde(rename = "NS")]
        north_south: T,
        #[serde(rename = "EW")]
        east_west: T,
    }
    let teams = Teams::deserialize(deserializer)?;
    Ok(ByTeam::new(teams.north_south, teams.east_west))
}

pub(crate) fn mark<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Mark>, D::Error> {
    const MARKS: [Mark; 5] = [
        Mark::Good,
        Mark::Brilliant,
        Mark::Dubious,
        Mark::Mistake,
        Mark::Blunder,
    ];
    let Some(text) = Option::<Cow<str>>::deserialize(deserializer)? else {
        return Ok(None);
    };
    let mark = MARKS.into_iter().find(|mark| mark.text() == text);
    mark.map(Some)
        .ok_or_else(|| D::Error::custom(format!("unknown mark `{text}`")))
}

/// Reads a standard error. JSON has no infinity, so an infinite error is `null` there.
pub(crate) fn standard_error<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let error = Option::<f64>::deserialize(deserializer)?;
    Ok(error.unwrap_or(f64::INFINITY))
}
