//! What was looked at once, and must not change by itself.

use std::path::Path;

/// Compares with a file of this crate, which holds what was shown when somebody looked at it. `PIDRO_BLESS=1 cargo nextest run -p
/// pidro-cli` writes all of them anew.
#[track_caller]
pub(crate) fn golden(file: &str, shown: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("PIDRO_BLESS").is_some() {
        std::fs::write(&path, shown).unwrap();
    }
    let seen = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(shown, seen, "{file} has changed:\n{shown}");
}
