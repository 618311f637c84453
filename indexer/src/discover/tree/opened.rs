//! What the file system says of a folder and of the files in it.

use std::path::Path;
use std::time::SystemTime;

use crate::facts::store::Stamp;

/// What the file system says of an entry of a folder.
pub(super) struct Entry {
    pub(super) is_file: bool,
    /// In bytes.
    pub(super) size: u64,
    pub(super) stamp: Option<Stamp>,
}

/// A folder that is open: looking up a name in it costs half as much as the way to the file from the root.
#[cfg(target_os = "linux")]
pub(super) struct Opened(rustix::fd::OwnedFd);

#[cfg(target_os = "linux")]
impl Opened {
    /// Opens the folder at `path`; none if there is none, or if that is a link.
    pub(super) fn of(path: &Path) -> Option<Self> {
        use rustix::fs::{CWD, Mode, OFlags, openat};

        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Some(Self(openat(CWD, path, flags, Mode::empty()).ok()?))
    }

    /// Its own stamp, if nothing has changed since, or shortly before, `at`.
    pub(super) fn stamp(&self, at: SystemTime) -> Option<Stamp> {
        Stamp::of_entry(&rustix::fs::fstat(&self.0).ok()?, at)
    }

    /// What it holds under a name; the stamp is one of what has not changed since, or shortly before, `at`.
    pub(super) fn entry(&self, name: &str, at: SystemTime) -> Option<Entry> {
        use rustix::fs::{AtFlags, FileType, statat};

        let stat = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        Some(Entry {
            is_file: FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile,
            size: u64::try_from(stat.st_size).ok()?,
            stamp: Stamp::of_entry(&stat, at),
        })
    }
}

/// A folder.
#[cfg(not(target_os = "linux"))]
pub(super) struct Opened(std::path::PathBuf);

#[cfg(not(target_os = "linux"))]
impl Opened {
    /// The folder at `path`; none if there is none, or if that is a link.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let meta = std::fs::symlink_metadata(path).ok()?;
        meta.is_dir().then(|| Self(path.to_owned()))
    }

    /// Its own stamp, if nothing has changed since, or shortly before, `at`.
    pub(super) fn stamp(&self, at: SystemTime) -> Option<Stamp> {
        Stamp::settled(&std::fs::symlink_metadata(&self.0).ok()?, at)
    }

    /// What it holds under a name; the stamp is one of what has not changed since, or shortly before, `at`.
    pub(super) fn entry(&self, name: &str, at: SystemTime) -> Option<Entry> {
        let meta = std::fs::symlink_metadata(self.0.join(name)).ok()?;
        Some(Entry {
            is_file: meta.is_file(),
            size: meta.len(),
            stamp: Stamp::settled(&meta, at),
        })
    }
}
