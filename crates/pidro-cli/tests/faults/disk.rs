//! Disks of our own that can be filled, emptied and broken.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A disk in memory, mounted for as long as this lives. It can be filled and emptied.
pub(crate) struct Disk {
    folder: PathBuf,
}

/// A disk in a file that takes up room on a disk in memory only as it is written to. When that one is
/// full, writes to this one fail, and the system makes it read-only, as it does with hardware.
pub(crate) struct BreakableDisk {
    folder: PathBuf,
    beneath: Disk,
}

/// Runs a program; whether it did what it was asked for.
pub(crate) fn run(words: &[&str]) -> bool {
    let mut command = Command::new(words[0]);
    command
        .args(&words[1..])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A new folder of our own.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("pidro-faults-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Says aloud that a fault can't be caused here. Where everything is set up, that is a failure: a suite
/// that skips in silence proves nothing.
pub(crate) fn skip(why: &str) {
    println!("SKIPPED: {why}");
    assert!(std::env::var_os("CI").is_none(), "{why}");
}

impl Disk {
    /// A tiny disk in memory; none where mounting is not allowed.
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

    /// Takes all the room that is left.
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

    /// Gives it back.
    pub(crate) fn empty(&self) {
        fs::remove_file(self.filler()).unwrap();
    }

    fn filler(&self) -> PathBuf {
        self.folder.join("filler")
    }
}

impl BreakableDisk {
    /// A disk of this size; none where mounting is not allowed.
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

    /// Lets writes fail from now on. The first one that matters makes the disk read-only, also for files
    /// that are open.
    ///
    /// `mount -o remount,abort` would be shorter. But when something else than the write itself breaks an
    /// ext4 disk, a sync under way just then may succeed with nothing written (Linux 6.18: 8 of 200 runs
    /// of a program that only writes and syncs), and no program can keep a promise that the system breaks.
    pub(crate) fn break_down(&self) {
        self.beneath.fill();
    }

    pub(crate) fn is_read_only(&self) -> bool {
        let written = fs::File::create(self.folder.join("new"));
        written.is_err_and(|error| error.kind() == ErrorKind::ReadOnlyFilesystem)
    }

    /// Makes it whole and mounts it anew.
    pub(crate) fn repair(&self) {
        assert!(run(&["umount", self.folder.to_str().unwrap()]));
        self.beneath.empty();
        // It corrects what it finds, and says so by its exit code.
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
