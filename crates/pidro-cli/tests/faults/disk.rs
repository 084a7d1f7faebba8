//! Disks of our own that can be filled, emptied and broken.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A file system of our own, mounted for as long as this lives.
pub(crate) struct Disk {
    folder: PathBuf,
    image: Option<PathBuf>,
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
        Some(Disk { folder, image: None })
    }

    /// A disk in a file; none where mounting is not allowed.
    pub(crate) fn in_file(name: &str, megabytes: u64) -> Option<Disk> {
        let folder = folder(name);
        let image = folder.with_extension("image");
        let file = fs::File::create(&image).unwrap();
        file.set_len(megabytes << 20).unwrap();
        let disk = Disk {
            folder,
            image: Some(image.clone()),
        };
        let made = run(&["mkfs.ext4", "-q", "-F", image.to_str().unwrap()]);
        if !made || !disk.mount() {
            skip("an ext4 image can't be mounted here");
            return None;
        }
        Some(disk)
    }

    fn mount(&self) -> bool {
        let image = self.image.as_ref().unwrap().to_str().unwrap();
        run(&["mount", "-o", "loop", image, self.folder.to_str().unwrap()])
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
        assert_eq!(full.kind(), std::io::ErrorKind::StorageFull, "{full}");
    }

    /// Gives it back.
    pub(crate) fn empty(&self) {
        fs::remove_file(self.filler()).unwrap();
    }

    fn filler(&self) -> PathBuf {
        self.folder.join("filler")
    }

    /// Makes it read-only at once, as the system does when it finds a disk to be broken: also for
    /// files that are open.
    pub(crate) fn break_down(&self) {
        assert!(run(&[
            "mount",
            "-o",
            "remount,abort",
            self.folder.to_str().unwrap()
        ]));
    }

    /// Mounts it anew after it broke down.
    pub(crate) fn repair(&self) {
        assert!(run(&["umount", self.folder.to_str().unwrap()]));
        let image = self.image.as_ref().unwrap().to_str().unwrap();
        // It corrects what it finds, and says so by its exit code.
        run(&["fsck.ext4", "-p", image]);
        assert!(self.mount());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        run(&["umount", "-l", self.folder.to_str().unwrap()]);
        let _ = fs::remove_dir(&self.folder);
        if let Some(image) = &self.image {
            let _ = fs::remove_file(image);
        }
    }
}
