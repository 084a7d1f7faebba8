//! Every text of the terminal program is said somewhere.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::fs;
use std::path::Path;

/// The code of a folder, without its tests: they must not be the only ones that use a text.
fn code(folder: &Path) -> String {
    let mut found = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found += &code(&path);
        } else if path.file_name().is_some_and(|name| name != "tests.rs") {
            let text = fs::read_to_string(&path).unwrap();
            found += text.split("#[cfg(test)]\nmod tests").next().unwrap();
        }
    }
    found
}

#[test]
fn every_text_is_used() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let code = code(&here.join("src"));
    let used = |name: &str| {
        let path = format!("text::{name}");
        let mut rest = code.split(&path).skip(1);
        rest.any(|after| !after.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_'))
    };
    let list = fs::read_to_string(here.join("../pidro-text/src/text/list.rs")).unwrap();
    let names = list.lines().filter_map(|line| line.strip_prefix("pub const "));
    let names: Vec<&str> = names.map(|line| line.split(':').next().unwrap()).collect();
    assert!(names.len() > 150, "the texts are found");
    let unused: Vec<&str> = names.into_iter().filter(|name| !used(name)).collect();
    assert_eq!(unused, <[&str; 0]>::default());
}
