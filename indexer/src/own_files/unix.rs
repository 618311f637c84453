//! Open folders, and operations on names in them.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use super::{Access, Entry, FolderPath, Foreign};

/// A folder in which only names are opened, never paths.
pub(super) struct Folder {
    handle: OwnedFd,
    path: PathBuf,
}

/// A handle that only serves to find names is enough, and needs no permission to list them.
#[cfg(target_os = "linux")]
const FIND: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const FIND: OFlags = OFlags::RDONLY;

impl Folder {
    /// Opens a folder. Those of its parts that are ours must be real folders, and belong to this user, to the system's
    /// administrator, or to the owner of the tree that they are in.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let FolderPath { named, ours } = FolderPath::of(path);
        let flags = FIND | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let mut handle = rustix::fs::openat(CWD, named, flags, Mode::empty())?;
        let mut so_far = named.to_owned();
        let owner_of_tree = match ours[0] {
            Some(_) => rustix::fs::fstat(&handle)?.st_uid,
            None => 0,
        };
        for name in ours.into_iter().flatten() {
            so_far.push(name);
            let next = rustix::fs::openat(&handle, name, flags | OFlags::NOFOLLOW, Mode::empty());
            handle = match next {
                Ok(next) => next,
                // The system says one or the other of a link.
                Err(Errno::NOTDIR | Errno::LOOP) => {
                    let stat = rustix::fs::statat(&handle, name, AtFlags::SYMLINK_NOFOLLOW)?;
                    return Err(Foreign::folder(so_far, kind_of(&stat)));
                }
                Err(error) => return Err(error.into()),
            };
            let owner = rustix::fs::fstat(&handle)?.st_uid;
            let user = rustix::process::geteuid().as_raw();
            if ![0, user, owner_of_tree].contains(&owner) {
                return Err(Foreign::folder(so_far, "a folder of another user"));
            }
        }
        Ok(Self {
            handle,
            path: path.to_owned(),
        })
    }

    /// Opens a folder in this one. A link is not followed.
    pub(super) fn inside(&self, name: &OsStr) -> io::Result<Self> {
        let flags = FIND | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        let path = self.path.join(name);
        match rustix::fs::openat(&self.handle, name, flags, Mode::empty()) {
            Ok(handle) => Ok(Self { handle, path }),
            // The system says one or the other of a link.
            Err(error @ (Errno::NOTDIR | Errno::LOOP)) => Err(match self.entry(name)? {
                Some(entry) => Foreign::folder(path, entry.kind),
                None => error.into(),
            }),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn open_file(&self, name: &OsStr, access: Access) -> io::Result<File> {
        let mode = match access {
            Access::Read => OFlags::RDONLY,
            Access::Lock => OFlags::RDWR | OFlags::CREATE,
            Access::Append => OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE,
            Access::New => OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL,
        };
        // Without `NONBLOCK`, opening a pipe waits for its other end.
        let safe = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = match rustix::fs::openat(&self.handle, name, mode | safe, Mode::from(0o666)) {
            Ok(file) => File::from(file),
            Err(error) => {
                let entry = self.entry(name).ok().flatten();
                return match entry.filter(|entry| !entry.is_file && access != Access::New) {
                    Some(entry) => Err(self.foreign(name, entry.kind)),
                    None => Err(error.into()),
                };
            }
        };
        let stat = rustix::fs::fstat(&file)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(self.foreign(name, kind_of(&stat)));
        }
        // What is written in place would also change the file that has the other name.
        if matches!(access, Access::Lock | Access::Append) && stat.st_nlink > 1 {
            return Err(self.foreign(name, "a file with a second name"));
        }
        Ok(file)
    }

    fn foreign(&self, name: &OsStr, found: &'static str) -> io::Error {
        Foreign::file(self.path.join(name), found)
    }

    /// What a name stands for; none if it is absent.
    pub(super) fn entry(&self, name: &OsStr) -> io::Result<Option<Entry>> {
        match rustix::fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(Entry {
                kind: kind_of(&stat),
                is_file: FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile,
                bytes: u64::try_from(stat.st_size).unwrap_or(u64::MAX),
                number: stat.st_ino,
                modified: u64::try_from(stat.st_mtime)
                    .ok()
                    .map(|seconds| UNIX_EPOCH + Duration::new(seconds, stat.st_mtime_nsec as u32)),
            })),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// When a file was made, in nanoseconds since 1970; 0 if the system does not say it.
    #[cfg(target_os = "linux")]
    pub(super) fn created(&self, name: &OsStr) -> u64 {
        use rustix::fs::StatxFlags;
        let (links, wanted) = (AtFlags::SYMLINK_NOFOLLOW, StatxFlags::BTIME);
        let Ok(stat) = rustix::fs::statx(&self.handle, name, links, wanted) else {
            return 0;
        };
        if !StatxFlags::from_bits_retain(stat.stx_mask).contains(wanted) {
            return 0;
        }
        let seconds = u64::try_from(stat.stx_btime.tv_sec).unwrap_or(0);
        let since = Duration::new(seconds, stat.stx_btime.tv_nsec);
        u64::try_from(since.as_nanos()).unwrap_or(0)
    }

    /// Only Linux says it here.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn created(&self, _: &OsStr) -> u64 {
        0
    }

    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.handle, name, AtFlags::empty())?)
    }

    /// Removes an empty folder. A link is no folder.
    pub(super) fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(
            &self.handle,
            name,
            AtFlags::REMOVEDIR,
        )?)
    }

    pub(super) fn rename(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::renameat(
            &self.handle,
            name,
            &to.handle,
            to_name,
        )?)
    }

    /// Gives a file a second name. A link is not followed.
    pub(super) fn link(&self, name: &OsStr, to: &Self, to_name: &OsStr) -> io::Result<()> {
        let (from, to) = (&self.handle, &to.handle);
        Ok(rustix::fs::linkat(
            from,
            name,
            to,
            to_name,
            AtFlags::empty(),
        )?)
    }

    pub(super) fn create_folder(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::mkdirat(&self.handle, name, Mode::from(0o777))?)
    }

    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in Dir::new(self.readable()?)? {
            if let Ok(name) = entry?.file_name().to_str()
                && name != "."
                && name != ".."
            {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(rustix::fs::fsync(self.readable()?)?)
    }

    /// Opens the folder again, to be listed and flushed.
    fn readable(&self) -> io::Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.handle, ".", flags, Mode::empty())?)
    }
}

fn kind_of(stat: &Stat) -> &'static str {
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Symlink => "a symbolic link",
        FileType::Directory => "a folder",
        FileType::RegularFile => "a file",
        _ => "a device, pipe or socket",
    }
}
