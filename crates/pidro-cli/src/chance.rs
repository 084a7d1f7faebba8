//! Unpredictable randomness from the operating system.

use anyhow::Context;
use pidro::{Secret, Seed};

/// A random secret for a fair deal.
pub(crate) fn secret() -> anyhow::Result<Secret> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the system gives no random numbers")?;
    Ok(Secret::new(bytes))
}

/// A random seed.
pub(crate) fn seed() -> anyhow::Result<Seed> {
    Ok(Seed::new(secret()?.to_hex()))
}
