//! Golden files: output that somebody has reviewed and that must not change by accident.

use std::path::Path;

/// Compares the output with a golden file of this crate.
///
/// `PIDRO_BLESS=1 cargo nextest run -p pidro-cli` rewrites all of them.
#[track_caller]
pub(crate) fn golden(file: &str, shown: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("PIDRO_BLESS").is_some() {
        std::fs::write(&path, shown).unwrap();
    }
    let seen = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(shown, seen, "{file} has changed:\n{shown}");
}
