//! Private disks that tests can fill, empty and break.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A disk in memory that can be filled and emptied. Dropping it unmounts it.
pub(crate) struct Disk {
    folder: PathBuf,
}

/// A disk in a sparse file, which lies on a disk in memory. When the disk in memory is full, writes
/// to this one fail, and the kernel makes it read-only, as it does with broken hardware.
pub(crate) struct BreakableDisk {
    folder: PathBuf,
    beneath: Disk,
}

/// Runs a program and returns whether it succeeded.
pub(crate) fn run(words: &[&str]) -> bool {
    let mut command = Command::new(words[0]);
    command
        .args(&words[1..])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Creates an empty folder for this test process.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pidro-faults-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Reports that this machine can't cause a fault. Fails on CI, where everything is set up: a suite
/// that skips silently proves nothing.
pub(crate) fn skip(why: &str) {
    println!("SKIPPED: {why}");
    assert!(std::env::var_os("CI").is_none(), "{why}");
}

impl Disk {
    /// Mounts a tiny disk in memory; `None` if we may not mount.
    pub(crate) fn in_memory(name: &str, size: &str) -> Option<Disk> {
        let folder = folder(name);
        let options = format!("size={size},mode=755");
        let mounted = run(&[
            "mount",
            "-t",
            "tmpfs",
            "-o",
            &options,
            "tmpfs",
            folder.to_str().unwrap(),
        ]);
        if !mounted {
            skip("a tmpfs can't be mounted here");
            return None;
        }
        Some(Disk { folder })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes up all the free space.
    pub(crate) fn fill(&self) {
        let mut filler = fs::File::create(self.filler()).unwrap();
        let block = [0; 4096];
        let full = loop {
            if let Err(error) = filler.write_all(&block) {
                break error;
            }
        };
        assert_eq!(full.kind(), ErrorKind::StorageFull, "{full}");
    }

    /// Frees the space again.
    pub(crate) fn empty(&self) {
        fs::remove_file(self.filler()).unwrap();
    }

    fn filler(&self) -> PathBuf {
        self.folder.join("filler")
    }
}

impl BreakableDisk {
    /// Creates a disk of this size; `None` if we may not mount.
    pub(crate) fn new(name: &str, megabytes: u64) -> Option<BreakableDisk> {
        let beneath = Disk::in_memory(&format!("{name}-beneath"), &format!("{megabytes}m"))?;
        let disk = BreakableDisk {
            folder: folder(name),
            beneath,
        };
        let file = fs::File::create(disk.image()).unwrap();
        file.set_len(megabytes << 20).unwrap();
        let made = run(&["mkfs.ext4", "-q", "-F", disk.image().to_str().unwrap()]);
        if !made || !disk.mount() {
            skip("an ext4 image can't be mounted here");
            return None;
        }
        Some(disk)
    }

    fn image(&self) -> PathBuf {
        self.beneath.folder().join("image")
    }

    fn mount(&self) -> bool {
        let image = self.image();
        let options = "loop,errors=remount-ro,data_err=abort";
        let folder = self.folder.to_str().unwrap();
        run(&["mount", "-o", options, image.to_str().unwrap(), folder])
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes writes fail from now on. The first write that matters makes the disk read-only, even
    /// for open files.
    ///
    /// `mount -o remount,abort` would be shorter. But when something other than the write itself
    /// breaks an ext4 disk, a concurrent sync may succeed with nothing written (Linux 6.18: 8 of
    /// 200 runs of a program that only writes and syncs), and no program can keep a promise that
    /// the kernel breaks.
    pub(crate) fn break_down(&self) {
        self.beneath.fill();
    }

    pub(crate) fn is_read_only(&self) -> bool {
        let written = fs::File::create(self.folder.join("new"));
        written.is_err_and(|error| error.kind() == ErrorKind::ReadOnlyFilesystem)
    }

    /// Repairs the disk and mounts it again.
    pub(crate) fn repair(&self) {
        assert!(run(&["umount", self.folder.to_str().unwrap()]));
        self.beneath.empty();
        // Ignore the exit code: it is nonzero when `fsck` has corrected errors.
        run(&["fsck.ext4", "-p", self.image().to_str().unwrap()]);
        assert!(self.mount());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        unmount(&self.folder);
    }
}

impl Drop for BreakableDisk {
    fn drop(&mut self) {
        unmount(&self.folder);
    }
}

fn unmount(folder: &Path) {
    run(&["umount", "-l", folder.to_str().unwrap()]);
    let _ = fs::remove_dir(folder);
}
