//! Files that commands write: the old content stays until the new one is whole.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Puts these bytes in the place of what the file holds, or makes the file. An error changes
/// nothing.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Replacement::prepare(path, bytes)?.commit()
}

/// The same for a file that nobody else may read, whoever could read it before.
pub(crate) fn replace_privately(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Replacement::prepare_as(path, bytes, Readers::Owner)?.commit()
}

/// Who may read a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Readers {
    /// Whoever could before; of a new file, whoever the system lets.
    AsBefore,
    /// Its owner alone.
    Owner,
}

/// The new content of a file, written out beside it, which waits to take its place. Dropped, it leaves nothing behind.
///
/// Pipes and devices have no content to protect: they get the bytes when the replacement is
/// committed.
pub(crate) struct Replacement<'a> {
    path: &'a Path,
    prepared: Prepared<'a>,
}

enum Prepared<'a> {
    File { new: NewFile, target: PathBuf },
    Stream(&'a [u8]),
}

impl<'a> Replacement<'a> {
    /// Writes the bytes beside the file.
    pub(crate) fn prepare(path: &'a Path, bytes: &'a [u8]) -> anyhow::Result<Replacement<'a>> {
        Replacement::prepare_as(path, bytes, Readers::AsBefore)
    }

    fn prepare_as(path: &'a Path, bytes: &'a [u8], readers: Readers) -> anyhow::Result<Replacement<'a>> {
        let prepare = || -> io::Result<Prepared> {
            Ok(match Target::of(path)? {
                Target::File { path, permissions } => Prepared::File {
                    new: NewFile::beside(&path, permissions, readers, bytes)?,
                    target: path,
                },
                Target::Stream => Prepared::Stream(bytes),
            })
        };
        let prepared = prepare().with_context(|| cannot_write(path))?;
        Ok(Replacement { path, prepared })
    }

    /// Puts the new content in its place.
    pub(crate) fn commit(self) -> anyhow::Result<()> {
        let done = match self.prepared {
            Prepared::File { new, target } => new.take_place_of(&target),
            Prepared::Stream(bytes) => File::create(self.path).and_then(|mut stream| stream.write_all(bytes)),
        };
        done.with_context(|| cannot_write(self.path))
    }
}

fn cannot_write(path: &Path) -> String {
    format!("{} can't be written", path.display())
}

/// Whether this path names standard output: `-`, and the name that the system has for it. A file
/// that the shell has opened for us must not be replaced: what stands in it already would be lost.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}

/// Whether this path leads to a pipe or a device.
pub(crate) fn is_stream(path: &Path) -> bool {
    matches!(Target::of(path), Ok(Target::Stream))
}

/// What a path leads to.
enum Target {
    /// A regular file, or none yet.
    File {
        /// The file itself, where the path is a link to it.
        path: PathBuf,
        permissions: Option<Permissions>,
    },
    /// A pipe, a device, or a file that somebody else has opened for us.
    Stream,
}

impl Target {
    fn of(path: &Path) -> io::Result<Target> {
        let opened = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
        match fs::metadata(path) {
            // A folder is no stream: making a file in its place fails, and says why.
            Ok(found) if opened || !(found.is_file() || found.is_dir()) => Ok(Target::Stream),
            Ok(found) => {
                // What may not be written may not be replaced either.
                OpenOptions::new().write(true).open(path)?;
                Ok(Target::File {
                    path: path.canonicalize()?,
                    permissions: Some(found.permissions()),
                })
            }
            // A link to nothing yet: the file is made where the link points to.
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
                let folder = path.parent().unwrap_or(Path::new(""));
                Target::of(&folder.join(fs::read_link(path)?))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Target::File {
                path: path.to_owned(),
                permissions: None,
            }),
            Err(error) => Err(error),
        }
    }
}

/// A file that is removed again unless it takes another one's place.
struct NewFile {
    path: PathBuf,
    is_kept: bool,
}

impl NewFile {
    /// A new file with this content in the same folder, since no other folder is sure to be on the same disk.
    fn beside(
        path: &Path,
        permissions: Option<Permissions>,
        readers: Readers,
        bytes: &[u8],
    ) -> io::Result<NewFile> {
        let name = path
            .file_name()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file"))?;
        let number = getrandom::u64().map_err(|error| io::Error::other(error.to_string()))?;
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{number:016x}"));
        let path = path.with_file_name(hidden);
        // A name that nobody can foresee, and never a file that is there already.
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if readers == Readers::Owner {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let mut file = options.open(&path)?;
        let new = NewFile { path, is_kept: false };
        file.write_all(bytes)?;
        if let Some(permissions) = permissions.filter(|_| readers == Readers::AsBefore) {
            file.set_permissions(permissions)?;
        }
        file.sync_all()?;
        Ok(new)
    }

    fn take_place_of(mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        self.is_kept = true;
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_kept {
            // Nobody can be told that it stays behind: another error is being told already.
            let _ = fs::remove_file(&self.path);
        }
    }
}
