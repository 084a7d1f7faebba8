//! Golden files: output that somebody has reviewed and that must not change by accident.

use std::path::PathBuf;

/// Compares a text with a golden file, line by line. The path is relative to the folder of the
/// crate under test.
///
/// `PIDRO_BLESS=1 cargo nextest run -p pidro-cli` rewrites all golden files of a crate.
#[track_caller]
pub fn golden(file: &str, text: &str) {
    // Cargo sets the variable for each test that it runs.
    let folder = std::env::var("CARGO_MANIFEST_DIR").expect("cargo runs the test");
    let path = PathBuf::from(folder).join(file);
    if std::env::var_os("PIDRO_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let pinned = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    for (number, (pinned, now)) in (1..).zip(pinned.lines().zip(text.lines())) {
        assert_eq!(now, pinned, "{file}, line {number}; now it is:\n{text}");
    }
    assert_eq!(text, pinned, "{file} has changed");
}
