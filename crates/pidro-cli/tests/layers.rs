//! Checks that the modules of each crate, and the files of each of its folders, depend on each
//! other in one direction only.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules that each module of a crate uses.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The code of a file, without comments and without the tests at its end.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap());
    lines.collect::<Vec<&str>>().join("\n")
}

/// The files of a module and of its submodules, without its tests.
fn files(src: &Path, module: &str) -> Vec<PathBuf> {
    let mut files = vec![src.join(format!("{module}.rs"))];
    let mut folders = vec![src.join(module)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            match path.file_stem().unwrap().to_str().unwrap() {
                "tests" => {}
                _ if path.is_dir() => folders.push(path),
                _ if path.extension().is_some_and(|end| end == "rs") => files.push(path),
                _ => {}
            }
        }
    }
    files
}

/// The first names of a path after `crate::`: one, or those between braces.
fn first_names(path: &str) -> Vec<String> {
    let first = |path: &str| path.trim().chars().take_while(|c| is_word(*c)).collect();
    match path.strip_prefix('{') {
        Some(list) => list.split('}').next().unwrap().split(',').map(first).collect(),
        None => vec![first(path)],
    }
}

/// The modules that this file declares, in this folder, and how they use each other by paths that
/// begin with `prefix`.
fn graph(root: &Path, folder: &Path, prefix: &str) -> Graph {
    let root = code(root);
    let mut modules = BTreeSet::new();
    // Maps each name in the crate root to the module it comes from.
    let mut origins = BTreeMap::new();
    for statement in root
        .split(';')
        .filter(|statement| !statement.contains("#[cfg(test)]"))
    {
        let words: Vec<&str> = statement.split_whitespace().collect();
        if let Some(name) = words.iter().position(|word| *word == "mod") {
            modules.insert(words[name + 1].to_owned());
        } else if let Some((module, names)) = statement
            .split_once("use ")
            .and_then(|(_, path)| path.split_once("::"))
        {
            for name in names.split(|c| !is_word(c)).filter(|name| !name.is_empty()) {
                origins.insert(name.to_owned(), module.to_owned());
            }
        }
    }
    let uses = |module: &String| {
        let files = files(folder, module);
        let absolute: String = files.iter().map(|file| code(file)).collect();
        // In the module's own file, `super` is the folder; in its submodules it is the module.
        let relative = code(&files[0]);
        let paths = absolute
            .split(prefix)
            .skip(1)
            .chain(relative.split("super::").skip(1));
        let names = paths.flat_map(first_names);
        let used = names.filter_map(|name| modules.get(&name).or_else(|| origins.get(&name)).cloned());
        used.filter(|used| used != module && modules.contains(used))
            .collect()
    };
    modules
        .iter()
        .map(|module| (module.clone(), uses(module)))
        .collect()
}

/// Finds a cycle of modules that use each other.
fn cycle(graph: &Graph) -> Option<Vec<String>> {
    let mut left = graph.clone();
    // Remove modules that use no remaining module. From any module that remains, the uses lead into
    // a cycle.
    loop {
        let free: Vec<String> = left
            .iter()
            .filter(|(_, uses)| !uses.iter().any(|used| left.contains_key(used)))
            .map(|(module, _)| module.clone())
            .collect();
        if free.is_empty() {
            break;
        }
        left.retain(|module, _| !free.contains(module));
    }
    let mut path = vec![left.keys().next()?.clone()];
    loop {
        let uses = &left[path.last().unwrap()];
        let next = uses.iter().find(|used| left.contains_key(*used)).unwrap().clone();
        if let Some(start) = path.iter().position(|module| *module == next) {
            path.drain(..start);
            path.push(next);
            return Some(path);
        }
        path.push(next);
    }
}

/// Panics if the modules form a cycle. Returns how many there are.
fn check(root: &Path, folder: &Path, prefix: &str) -> usize {
    let graph = graph(root, folder, prefix);
    if let Some(cycle) = cycle(&graph) {
        panic!("{}: {}", root.display(), cycle.join(" uses "));
    }
    graph.len()
}

#[test]
fn modules_form_no_cycle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut modules = 0;
    for folder in fs::read_dir(crates).unwrap() {
        let src = folder.unwrap().path().join("src");
        if !src.join("lib.rs").exists() {
            continue;
        }
        modules += check(&src.join("lib.rs"), &src, "crate::");
        for entry in fs::read_dir(&src).unwrap() {
            let folder = entry.unwrap().path();
            let root = folder.with_extension("rs");
            if folder.is_dir() && root.exists() {
                let name = folder.file_name().unwrap().to_str().unwrap();
                modules += check(&root, &folder, &format!("crate::{name}::"));
            }
        }
    }
    assert!(modules > 150, "only {modules} modules were found");
}

#[test]
fn a_cycle_is_found() {
    let graph = |edges: &[(&str, &str)]| {
        let mut graph = Graph::new();
        for (from, to) in edges {
            graph.entry((*to).to_owned()).or_default();
            graph
                .entry((*from).to_owned())
                .or_default()
                .insert((*to).to_owned());
        }
        graph
    };
    assert_eq!(cycle(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    let found = cycle(&graph(&[
        ("a", "b"),
        ("b", "c"),
        ("c", "d"),
        ("d", "b"),
        ("d", "e"),
    ]));
    assert_eq!(found.unwrap(), ["b", "c", "d", "b"]);
}
