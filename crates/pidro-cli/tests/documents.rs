//! Checks that the files and modules that the documents name exist.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::fs;
use std::path::Path;

/// A name with one of these endings is a file of this repository.
const ENDINGS: [&str; 12] = [
    "rs", "md", "js", "mjs", "ts", "py", "ftl", "toml", "sql", "css", "json", "png",
];

/// Words in tables of files that name no file: functions and a crate.
const NOT_MODULES: [&str; 3] = ["decide", "evolve", "pidro-bots"];
/// The server makes this file of several others.
const NOT_FILES: [&str; 1] = ["style.css"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// All files and folders of the repository, relative to its root.
fn paths() -> Vec<String> {
    let mut paths = Vec::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if ["target", "node_modules", ".git"].contains(&name) {
                continue;
            }
            let relative = path.strip_prefix(root()).unwrap().to_str().unwrap();
            paths.push(relative.to_owned());
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    paths
}

/// Whether the path ends with these parts, where `*` is any one part.
fn ends_with(path: &str, parts: &str) -> bool {
    let mut path = path.rsplit('/');
    parts
        .rsplit('/')
        .all(|part| path.next().is_some_and(|name| part == "*" || part == name))
}

/// Whether a text between backticks is the path of a file or folder of this repository.
fn is_path(span: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || "_./*-".contains(c);
    let (stem, ending) = span.rsplit_once('.').unwrap_or_default();
    let is_file = !stem.is_empty() && ENDINGS.contains(&ending) && !NOT_FILES.contains(&span);
    !span.starts_with('/') && span.chars().all(is_plain) && (is_file || span.starts_with("crates/"))
}

/// Whether a file or folder below this one has the name, not counting its ending.
fn has_module(paths: &[String], folder: &str, name: &str) -> bool {
    let inside = paths
        .iter()
        .filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/'));
    let mut names = inside.map(|path| path.rsplit('/').next().unwrap());
    names.any(|file| file.split('.').next() == Some(name))
}

/// The names in a document that don't exist, each with its line. Backticks enclose names; the
/// modules of a crate are those in tables of files after the paragraph that begins with its name.
fn missing(document: &str, text: &str, paths: &[String]) -> Vec<String> {
    let mut missing = Vec::new();
    let mut folder = match document {
        "docs/web.md" => "crates/pidro-server/web".to_owned(),
        _ => "crates/pidro".to_owned(),
    };
    let (mut in_code, mut in_modules) = (false, false);
    for (index, line) in text.lines().enumerate() {
        in_code ^= line.starts_with("```");
        if in_code {
            continue;
        }
        in_modules = line.starts_with("| file |")
            || line.starts_with("| folder |")
            || in_modules && line.starts_with('|');
        let mut spans = line.split('`').skip(1).step_by(2).peekable();
        if let Some(name) = spans.peek()
            && line.starts_with('`')
            && name.starts_with("pidro-")
        {
            folder = format!("crates/{name}");
        }
        for span in spans {
            let is_module = |c: char| c.is_ascii_lowercase() || "_/- ".contains(c);
            let mut absent = Vec::new();
            if is_path(span) {
                absent.extend((!paths.iter().any(|path| ends_with(path, span))).then_some(span));
            } else if in_modules && span.chars().all(is_module) {
                let names = span.split(' ').filter(|name| !NOT_MODULES.contains(name));
                absent.extend(names.filter(|name| {
                    let name = name.trim_end_matches('/').rsplit('/').next().unwrap();
                    !has_module(paths, &folder, name)
                }));
            }
            let report = |name| format!("{document}:{}: {name}", index + 1);
            missing.extend(absent.into_iter().map(report));
        }
    }
    missing
}

#[test]
fn every_file_that_a_document_names_exists() {
    let paths = paths();
    let is_document = |path: &&String| {
        let path = Path::new(path);
        let is_guide = path.parent() == Some(Path::new("docs"));
        let is_guide = is_guide && path.extension().is_some_and(|ending| ending == "md");
        is_guide || path == "README.md" || path == "CONTRIBUTING.md"
    };
    let documents: Vec<&String> = paths.iter().filter(is_document).collect();
    assert!(documents.len() > 12, "{documents:?}");
    let missing: Vec<String> = documents
        .into_iter()
        .flat_map(|document| {
            let text = fs::read_to_string(root().join(document)).unwrap();
            missing(document, &text, &paths)
        })
        .collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn a_missing_file_is_found() {
    let paths = ["crates/pidro-cli/src/play.rs", "docs/a/b.md"].map(str::to_owned);
    let text = "`play.rs` `src/played.rs` `crates/pidro-cli/tests` `docs/*/b.md` `docs/*/c.md`\n\n\
                `pidro-cli` plays.\n\n| file | contents |\n| --- | --- |\n| `play sitting` | `read` |\n";
    let found = missing("docs/x.md", text, &paths);
    assert_eq!(
        found,
        [
            "docs/x.md:1: src/played.rs",
            "docs/x.md:1: crates/pidro-cli/tests",
            "docs/x.md:1: docs/*/c.md",
            "docs/x.md:7: sitting",
            "docs/x.md:7: read",
        ]
    );
}
