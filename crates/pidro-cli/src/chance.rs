//! Randomness from the system's generator, which nobody can predict.

use anyhow::Context;
use pidro::{Secret, Seed};

/// A secret for the decks of a fair deal.
pub(crate) fn secret() -> anyhow::Result<Secret> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the system gives no random numbers")?;
    Ok(Secret::new(bytes))
}

/// A seed that nobody has used.
pub(crate) fn seed() -> anyhow::Result<Seed> {
    Ok(Seed::new(secret()?.to_hex()))
}
