//! The lock that keeps a second server from an SQLite file.

use std::fs::{File, TryLockError};

/// Another server uses the same SQLite file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AlreadyServed {
    /// The file.
    pub(crate) file: String,
}

/// Locks an SQLite file for one server: two would take the tables from each other. `pidro admin`
/// doesn't need the lock.
///
/// The lock is on a file of its own. If a process closes any handle of the database file itself, the
/// system drops the locks that SQLite holds.
pub(crate) fn lock_file(location: &str) -> Result<Option<File>, AlreadyServed> {
    if location.contains("://") {
        return Ok(None);
    }
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // If the folder can't be written, opening the store says so.
    let Ok(file) = options.open(format!("{location}-lock")) else {
        return Ok(None);
    };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(AlreadyServed {
            file: location.to_owned(),
        }),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}
