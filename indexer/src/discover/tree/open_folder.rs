//! Asks the file system about folders and files, relative to an open folder around them.

use std::path::Path;
use std::time::SystemTime;

use crate::stamp::Stamp;

/// A file or folder, as the file system states it.
pub(super) struct Entry {
    pub(super) is_file: bool,
    pub(super) is_folder: bool,
    /// In bytes.
    pub(super) size: u64,
    pub(super) stamp: Option<Stamp>,
}

/// An open folder: a path relative to it is resolved faster than one from the root of the file system.
#[cfg(target_os = "linux")]
pub(super) struct OpenFolder(rustix::fd::OwnedFd);

#[cfg(target_os = "linux")]
impl OpenFolder {
    /// Opens the folder at `path`; none if it does not exist, or is a link.
    pub(super) fn open(path: &Path) -> Option<Self> {
        use rustix::fs::{CWD, Mode, OFlags, openat};

        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Some(Self(openat(CWD, path, flags, Mode::empty()).ok()?))
    }

    /// Returns the entry at a relative path. It has a stamp if it has not changed since, or shortly before, the time `at`.
    pub(super) fn entry(&self, path: &str, at: SystemTime) -> Option<Entry> {
        use rustix::fs::{AtFlags, FileType, statat};

        let stat = statat(&self.0, path, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        let kind = FileType::from_raw_mode(stat.st_mode);
        Some(Entry {
            is_file: kind == FileType::RegularFile,
            is_folder: kind == FileType::Directory,
            size: u64::try_from(stat.st_size).ok()?,
            stamp: Stamp::of_entry(&stat, at),
        })
    }
}

/// A folder.
#[cfg(not(target_os = "linux"))]
pub(super) struct OpenFolder(std::path::PathBuf);

#[cfg(not(target_os = "linux"))]
impl OpenFolder {
    /// The folder at `path`; none if there is none, or if that is a link.
    pub(super) fn open(path: &Path) -> Option<Self> {
        let meta = std::fs::symlink_metadata(path).ok()?;
        meta.is_dir().then(|| Self(path.to_owned()))
    }

    /// Returns the entry at a relative path. It has a stamp if it has not changed since, or shortly before, the time `at`.
    pub(super) fn entry(&self, path: &str, at: SystemTime) -> Option<Entry> {
        let meta = std::fs::symlink_metadata(self.0.join(path)).ok()?;
        Some(Entry {
            is_file: meta.is_file(),
            is_folder: meta.is_dir(),
            size: meta.len(),
            stamp: Stamp::settled(&meta, at),
        })
    }
}
