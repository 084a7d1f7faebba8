//! The standard folders for the program's files.

use std::path::PathBuf;

/// User data: saved games and the server's database.
pub(crate) fn data() -> PathBuf {
    folder("XDG_DATA_HOME", ".local/share")
}

/// The program's own state, such as the command history.
pub(crate) fn state() -> PathBuf {
    folder("XDG_STATE_HOME", ".local/state")
}

fn folder(variable: &str, at_home: &str) -> PathBuf {
    let set = |name: &str| {
        let value = std::env::var_os(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    let folder = set(variable).or_else(|| Some(set("HOME")?.join(at_home)));
    folder.unwrap_or_default().join("pidro")
}
