//! Random secrets and seeds from the operating system.

use anyhow::Context;
use pidro::{Secret, Seed};

/// A secret for a fair deal.
pub(crate) fn secret() -> anyhow::Result<Secret> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the operating system's random number generator failed")?;
    Ok(Secret::new(bytes))
}

pub(crate) fn seed() -> anyhow::Result<Seed> {
    Ok(Seed::new(secret()?.to_hex()))
}
