//! Writes files atomically: the old content stays until the new content is complete.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Replaces the content of the file, or creates the file. An error changes nothing.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Replacement::prepare(path, bytes)?.commit()
}

/// Like `replace`, but afterwards only the owner may read the file, whatever its permissions were.
pub(crate) fn replace_privately(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    Replacement::prepare_as(path, bytes, Readers::Owner)?.commit()
}

/// Who may read a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Readers {
    /// Keep the permissions; a new file gets the default ones.
    AsBefore,
    /// Only the owner.
    Owner,
}

/// New content for a file, written to a temporary file beside it and ready to replace it. Dropping
/// it removes the temporary file.
///
/// Pipes and devices have no content to protect: they receive the bytes on commit.
pub(crate) struct Replacement<'a> {
    path: &'a Path,
    prepared: Prepared<'a>,
}

enum Prepared<'a> {
    File { new: TempFile, target: PathBuf },
    Stream(&'a [u8]),
}

impl<'a> Replacement<'a> {
    /// Writes the bytes to a temporary file beside the target.
    pub(crate) fn prepare(path: &'a Path, bytes: &'a [u8]) -> anyhow::Result<Replacement<'a>> {
        Replacement::prepare_as(path, bytes, Readers::AsBefore)
    }

    fn prepare_as(path: &'a Path, bytes: &'a [u8], readers: Readers) -> anyhow::Result<Replacement<'a>> {
        let prepare = || -> io::Result<Prepared> {
            Ok(match Target::of(path)? {
                Target::File { path, permissions } => Prepared::File {
                    new: TempFile::beside(&path, permissions, readers, bytes)?,
                    target: path,
                },
                Target::Stream => Prepared::Stream(bytes),
            })
        };
        let prepared = prepare().with_context(|| cannot_write(path))?;
        Ok(Replacement { path, prepared })
    }

    /// Replaces the target with the new content.
    pub(crate) fn commit(self) -> anyhow::Result<()> {
        let done = match self.prepared {
            Prepared::File { new, target } => new.replace(&target),
            Prepared::Stream(bytes) => File::create(self.path).and_then(|mut stream| stream.write_all(bytes)),
        };
        done.with_context(|| cannot_write(self.path))
    }
}

fn cannot_write(path: &Path) -> String {
    format!("{} can't be written", path.display())
}

/// Whether this path is standard output: `-`, or the system's name for it. If the shell redirects
/// it to a file, we must not replace that file: its content would be lost.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}

/// Whether this path is a pipe or a device.
pub(crate) fn is_stream(path: &Path) -> bool {
    matches!(Target::of(path), Ok(Target::Stream))
}

/// What a path refers to.
enum Target {
    /// A regular file, or one that doesn't exist yet.
    File {
        /// The file itself, if the path is a link to it.
        path: PathBuf,
        permissions: Option<Permissions>,
    },
    /// A pipe, a device, or an open file under `/proc`.
    Stream,
}

impl Target {
    fn of(path: &Path) -> io::Result<Target> {
        let is_device = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
        match fs::metadata(path) {
            // A folder is not a stream: replacing it with a file fails with a clear error.
            Ok(found) if is_device || !(found.is_file() || found.is_dir()) => Ok(Target::Stream),
            Ok(found) => {
                // Refuse to replace a file that we may not write.
                OpenOptions::new().write(true).open(path)?;
                Ok(Target::File {
                    path: path.canonicalize()?,
                    permissions: Some(found.permissions()),
                })
            }
            // A dangling link: create the file that it points to.
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

/// A temporary file, removed on drop unless it has replaced its target.
struct TempFile {
    path: PathBuf,
    is_renamed: bool,
}

impl TempFile {
    /// Creates a file with this content in the same folder, because another folder may be on
    /// another disk.
    fn beside(
        path: &Path,
        permissions: Option<Permissions>,
        readers: Readers,
        bytes: &[u8],
    ) -> io::Result<TempFile> {
        let name = path
            .file_name()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "not a file name"))?;
        let number = getrandom::u64().map_err(|error| io::Error::other(error.to_string()))?;
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{number:016x}"));
        let path = path.with_file_name(hidden);
        // The name is unpredictable, and `create_new` never opens an existing file.
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if readers == Readers::Owner {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let mut file = options.open(&path)?;
        let new = TempFile {
            path,
            is_renamed: false,
        };
        file.write_all(bytes)?;
        if let Some(permissions) = permissions.filter(|_| readers == Readers::AsBefore) {
            file.set_permissions(permissions)?;
        }
        file.sync_all()?;
        Ok(new)
    }

    /// Renames the file over its target.
    fn replace(mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        self.is_renamed = true;
        Ok(())
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if !self.is_renamed {
            // Ignore the error: the caller already reports another one.
            let _ = fs::remove_file(&self.path);
        }
    }
}
