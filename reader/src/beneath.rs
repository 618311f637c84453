//! Opens files of a work tree by their paths below its root, without following a link in any part of the path.
//!
//! Whoever can change the tree may put a link in the place of a folder after it was listed. A look by path, and an opening by
//! path after it, may then see two different things. Here every path is resolved below an open root, and a part that is a
//! link ends it. So what is opened is in the tree, whatever others do to the tree meanwhile.

use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::regular_file::{self, NotUsable};

#[cfg(not(unix))]
use by_path as system;
#[cfg(unix)]
use unix as system;

/// The open root of a work tree.
#[derive(Debug)]
pub struct OpenRoot {
    handle: system::Handle,
    path: PathBuf,
}

/// An entry of a folder.
#[derive(Debug)]
pub struct FolderEntry {
    /// Its name.
    pub name: OsString,
    /// What it is.
    pub kind: EntryKind,
}

/// What an entry of a folder is, without following links.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A device, a pipe or a socket.
    Other,
}

impl OpenRoot {
    /// Opens a root. Links in its own path are followed: the user has named it.
    ///
    /// # Errors
    /// When the operating system refuses.
    pub fn open(root: &Path) -> io::Result<Self> {
        Ok(Self {
            handle: system::open_root(root)?,
            path: root.to_owned(),
        })
    }

    /// Opens a regular file for reading. `path` is relative to the root. Never waits for a pipe.
    ///
    /// # Errors
    /// When the operating system refuses; with [`NotUsable`] as the source if the path leads through a link or out of the
    /// tree, or to something else than a regular file.
    pub fn file(&self, path: &Path) -> io::Result<File> {
        self.check(path)?;
        let full = || self.path.join(path);
        let file = match system::open_file(&self.handle, path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(error),
            // The reason may be what the file is: a link, or a socket.
            Err(error) => {
                return Err(match system::metadata(&self.handle, path) {
                    Ok(meta) if !meta.is_file() => regular_file::not_regular(&full()),
                    Err(at_meta) if system::is_link(&at_meta) => self.through_link(path),
                    _ => error,
                });
            }
        };
        if file.metadata()?.is_file() {
            Ok(file)
        } else {
            Err(regular_file::not_regular(&full()))
        }
    }

    /// Returns what the system says about a path below the root; of a link, about itself.
    ///
    /// # Errors
    /// As [`OpenRoot::file`].
    pub fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.check(path)?;
        system::metadata(&self.handle, path).map_err(|error| self.named(path, error))
    }

    /// Lists a folder, in any order. An empty path is the root.
    ///
    /// # Errors
    /// As [`OpenRoot::file`].
    pub fn list(&self, path: &Path) -> io::Result<Vec<FolderEntry>> {
        self.check(path)?;
        system::list(&self.handle, path).map_err(|error| self.named(path, error))
    }

    fn check(&self, path: &Path) -> io::Result<()> {
        if is_inside(path) {
            return Ok(());
        }
        Err(io::Error::other(NotUsable::Outside {
            path: path.to_owned(),
            root: self.path.clone(),
        }))
    }

    fn named(&self, path: &Path, error: io::Error) -> io::Error {
        if system::is_link(&error) {
            self.through_link(path)
        } else {
            error
        }
    }

    fn through_link(&self, path: &Path) -> io::Error {
        io::Error::other(NotUsable::Link {
            path: self.path.join(path),
        })
    }
}

/// What distinguishes states of a regular file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    /// Its size, in bytes.
    pub bytes: u64,
    /// When its content changed, as programs may set it; none if that is not known.
    pub modified: Option<SystemTime>,
    /// When its content changed, or (where the system records it) its state, which no program can set; the later of both.
    pub changed: Option<SystemTime>,
    /// Its number in its file system; 0 on systems without one.
    pub number: u64,
}

impl Stamp {
    /// Returns that of a regular file; none for anything else.
    pub fn of(meta: &Metadata) -> Option<Self> {
        meta.is_file().then(|| Self {
            bytes: meta.len(),
            modified: meta.modified().ok(),
            changed: last_change(meta),
            number: file_number(meta),
        })
    }
}

/// Returns the number of a file in its file system; 0 on systems without one.
#[cfg(unix)]
pub fn file_number(meta: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(meta)
}

/// Returns the number of a file in its file system; 0 on systems without one.
#[cfg(not(unix))]
pub fn file_number(_: &Metadata) -> u64 {
    0
}

/// Returns when a file or folder was last changed: its content, or (where the system records it) its state, which no program
/// can set.
pub fn last_change(meta: &Metadata) -> Option<SystemTime> {
    let modified = meta.modified().ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let nanos = u32::try_from(meta.ctime_nsec()).ok()?;
        Some(modified.max(time(meta.ctime(), nanos)?))
    }
    #[cfg(not(unix))]
    Some(modified)
}

/// Returns a time after 1970; none if the system tells an earlier one.
#[cfg(unix)]
fn time(seconds: i64, nanos: u32) -> Option<SystemTime> {
    let since = Duration::new(u64::try_from(seconds).ok()?, 0) + Duration::from_nanos(nanos.into());
    UNIX_EPOCH.checked_add(since)
}

/// Looks at many files of a tree. Files of one folder that follow each other cost half: the way to the folder is gone once.
#[derive(Debug)]
pub struct Looks<'r> {
    root: &'r OpenRoot,
    #[cfg(target_os = "linux")]
    folder: Option<(PathBuf, system::Handle)>,
}

impl<'r> Looks<'r> {
    /// Starts to look.
    pub fn new(root: &'r OpenRoot) -> Self {
        Self {
            root,
            #[cfg(target_os = "linux")]
            folder: None,
        }
    }

    /// Returns the stamp of a regular file; none for anything else.
    ///
    /// # Errors
    /// As [`OpenRoot::metadata`].
    pub fn stamp(&mut self, path: &Path) -> io::Result<Option<Stamp>> {
        #[cfg(target_os = "linux")]
        if let Ok(found) = self.in_folder(path) {
            return Ok(found);
        }
        Ok(Stamp::of(&self.root.metadata(path)?))
    }

    /// Does what [`Self::stamp`] does, below an open folder. Where the system refuses, the slower way says why.
    #[cfg(target_os = "linux")]
    fn in_folder(&mut self, path: &Path) -> io::Result<Option<Stamp>> {
        let (Some(above), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        if self.folder.as_ref().is_none_or(|(known, _)| known != above) {
            self.root.check(path)?;
            let handle = system::open_folder(&self.root.handle, above)?;
            self.folder = Some((above.to_owned(), handle));
        }
        let (_, handle) = self.folder.as_ref().ok_or(io::ErrorKind::NotFound)?;
        system::stamp(handle, name)
    }
}

/// Reads a regular file below a root, of at most `most` bytes.
///
/// # Errors
/// As [`OpenRoot::file`]; with [`NotUsable::Size`] if the file is longer.
pub fn read(root: &Path, path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = OpenRoot::open(root)?.file(path)?;
    regular_file::read_all(&file, &root.join(path), most)
}

/// Returns true if a relative path leads to a place in its tree, as far as its text shows. Whoever made a snapshot may have
/// written any path into it.
pub fn is_inside(path: &Path) -> bool {
    let mut parts = path.components();
    parts.all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(unix)]
mod unix {
    //! Operations relative to an open folder.

    use std::ffi::{OsStr, OsString};
    use std::fs::{File, Metadata};
    use std::io;
    use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, statat};
    use rustix::io::Errno;

    use super::{EntryKind, FolderEntry};
    #[cfg(target_os = "linux")]
    use super::{Stamp, time};

    pub(super) type Handle = OwnedFd;

    /// A handle that only serves to find names is enough, and needs no permission to list them.
    #[cfg(target_os = "linux")]
    const FIND: OFlags = OFlags::PATH;
    #[cfg(not(target_os = "linux"))]
    const FIND: OFlags = OFlags::RDONLY;

    pub(super) fn open_root(root: &Path) -> io::Result<Handle> {
        let flags = FIND.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
        Ok(openat(CWD, root, flags, Mode::empty())?)
    }

    pub(super) fn open_file(root: &Handle, path: &Path) -> io::Result<File> {
        // Without `NONBLOCK`, opening a pipe waits for its other end.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        Ok(open_beneath(root, path, flags)?.into())
    }

    /// Opens a folder to find names in it.
    #[cfg(target_os = "linux")]
    pub(super) fn open_folder(root: &Handle, path: &Path) -> io::Result<Handle> {
        Ok(open_beneath(root, path, FIND | OFlags::DIRECTORY)?)
    }

    /// Returns the stamp of an entry of a folder; none if it is not a regular file.
    #[cfg(target_os = "linux")]
    pub(super) fn stamp(folder: &Handle, name: &OsStr) -> io::Result<Option<Stamp>> {
        use rustix::fs::{StatxFlags, statx};
        let flags = AtFlags::SYMLINK_NOFOLLOW;
        let found = statx(folder, name, flags, StatxFlags::BASIC_STATS)?;
        if FileType::from_raw_mode(found.stx_mode.into()) != FileType::RegularFile {
            return Ok(None);
        }
        let modified = time(found.stx_mtime.tv_sec, found.stx_mtime.tv_nsec);
        let changed = time(found.stx_ctime.tv_sec, found.stx_ctime.tv_nsec);
        Ok(Some(Stamp {
            bytes: found.stx_size,
            modified,
            changed: modified
                .zip(changed)
                .map(|(modified, changed)| modified.max(changed)),
            number: found.stx_ino,
        }))
    }

    #[cfg(target_os = "linux")]
    pub(super) fn metadata(root: &Handle, path: &Path) -> io::Result<Metadata> {
        File::from(open_beneath(root, path, OFlags::PATH)?).metadata()
    }

    /// Only Linux opens what cannot be read.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn metadata(root: &Handle, path: &Path) -> io::Result<Metadata> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        File::from(open_beneath(root, path, flags)?).metadata()
    }

    pub(super) fn list(root: &Handle, path: &Path) -> io::Result<Vec<FolderEntry>> {
        let folder = open_beneath(root, path, OFlags::RDONLY | OFlags::DIRECTORY)?;
        let mut entries = Vec::new();
        let mut open = Dir::new(folder)?;
        while let Some(entry) = open.next() {
            let entry = entry?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let kind = match entry.file_type() {
                // Not every file system says it in a listing.
                FileType::Unknown => match statat(open.fd()?, name, AtFlags::SYMLINK_NOFOLLOW) {
                    Ok(stat) => FileType::from_raw_mode(stat.st_mode),
                    Err(Errno::NOENT) => continue,
                    Err(error) => return Err(error.into()),
                },
                kind => kind,
            };
            let kind = match kind {
                FileType::RegularFile => EntryKind::File,
                FileType::Directory => EntryKind::Folder,
                FileType::Symlink => EntryKind::Link,
                _ => EntryKind::Other,
            };
            let name = OsStr::from_bytes(name.to_bytes());
            entries.push(FolderEntry {
                name: OsString::from(name),
                kind,
            });
        }
        Ok(entries)
    }

    /// Returns true for the error of a path with a part that is a link.
    pub(super) fn is_link(error: &io::Error) -> bool {
        error.raw_os_error() == Some(Errno::LOOP.raw_os_error())
    }

    /// Opens a path in which no part is a link; an empty one is the root.
    fn open_beneath(root: &Handle, path: &Path, flags: OFlags) -> rustix::io::Result<OwnedFd> {
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{ResolveFlags, openat2};
            let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
            match openat2(root, path, flags, Mode::empty(), resolve) {
                // Linux before 5.6, or a sandbox that does not know the call. Of a link where a folder is expected, the
                // system says that it is no folder.
                Err(Errno::NOSYS | Errno::PERM | Errno::NOTDIR) => {}
                opened => return opened,
            }
        }
        part_by_part(root, path, flags)
    }

    /// As [`open_beneath`], for systems without a call for it.
    fn part_by_part(root: &Handle, path: &Path, flags: OFlags) -> rustix::io::Result<OwnedFd> {
        let Some(name) = path.file_name() else {
            return openat(root, path, flags, Mode::empty());
        };
        let mut folder: Option<OwnedFd> = None;
        for part in path.parent().iter().flat_map(|parent| parent.components()) {
            let at = folder.as_ref().map_or(root.as_fd(), AsFd::as_fd);
            let next = open_part(
                at,
                part.as_os_str(),
                FIND | OFlags::DIRECTORY | OFlags::CLOEXEC,
            )?;
            folder = Some(next);
        }
        let at = folder.as_ref().map_or(root.as_fd(), AsFd::as_fd);
        open_part(at, name, flags)
    }

    fn open_part(at: BorrowedFd, name: &OsStr, flags: OFlags) -> rustix::io::Result<OwnedFd> {
        match openat(at, name, flags | OFlags::NOFOLLOW, Mode::empty()) {
            // The system says one or the other of a link.
            Err(Errno::NOTDIR) => match statat(at, name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink => {
                    Err(Errno::LOOP)
                }
                _ => Err(Errno::NOTDIR),
            },
            opened => opened,
        }
    }

    #[cfg(test)]
    mod tests {
        use std::os::unix::fs::symlink;
        use std::path::Path;

        use super::*;

        #[test]
        fn both_ways_to_open_a_path_refuse_every_link() {
            let folder = tempfile::tempdir().unwrap();
            let root = folder.path().join("root");
            std::fs::create_dir_all(root.join("a/b")).unwrap();
            std::fs::write(root.join("a/b/file"), "inside").unwrap();
            std::fs::write(folder.path().join("file"), "outside").unwrap();
            symlink("b", root.join("a/link")).unwrap();
            symlink("b/file", root.join("a/link-to-file")).unwrap();
            symlink(folder.path(), root.join("out")).unwrap();
            symlink("nowhere", root.join("dangling")).unwrap();
            let open = open_root(&root).unwrap();
            let flags = OFlags::RDONLY | OFlags::CLOEXEC;
            for (path, expected) in [
                ("a/b/file", Ok(())),
                ("a/b/none", Err(Errno::NOENT)),
                ("a/b/file/none", Err(Errno::NOTDIR)),
                ("a/link/file", Err(Errno::LOOP)),
                ("a/link-to-file", Err(Errno::LOOP)),
                ("out/file", Err(Errno::LOOP)),
                ("out", Err(Errno::LOOP)),
                ("dangling", Err(Errno::LOOP)),
                ("dangling/file", Err(Errno::LOOP)),
            ] {
                let path = Path::new(path);
                let by_parts = part_by_part(&open, path, flags).map(drop);
                assert_eq!(by_parts, expected, "{}", path.display());
                let at_once = open_beneath(&open, path, flags).map(drop);
                assert_eq!(at_once, expected, "{}", path.display());
            }
            for (path, is_listed) in [("a/b", true), ("", true), ("a/link", false), ("out", false)]
            {
                let listed = list(&open, Path::new(path));
                assert_eq!(
                    listed.as_ref().err().map(is_link),
                    (!is_listed).then_some(true),
                    "{path}"
                );
            }
        }
    }
}

#[cfg(not(unix))]
mod by_path {
    //! For systems without operations relative to an open folder: each part of a path is looked at first.

    use std::fs::{self, File, Metadata};
    use std::io;
    use std::path::{Path, PathBuf};

    use super::{EntryKind, FolderEntry};
    use crate::regular_file::{self, Links};

    pub(super) type Handle = PathBuf;

    pub(super) fn open_root(root: &Path) -> io::Result<Handle> {
        root.canonicalize()
    }

    pub(super) fn open_file(root: &Handle, path: &Path) -> io::Result<File> {
        regular_file::open(&checked(root, path)?, Links::Refuse)
    }

    pub(super) fn metadata(root: &Handle, path: &Path) -> io::Result<Metadata> {
        checked(root, path)?.symlink_metadata()
    }

    pub(super) fn list(root: &Handle, path: &Path) -> io::Result<Vec<FolderEntry>> {
        let folder = checked(root, path)?;
        if folder.symlink_metadata()?.is_symlink() {
            return Err(link());
        }
        let entry = |entry: io::Result<fs::DirEntry>| {
            let entry = entry?;
            let kind = match entry.file_type()? {
                kind if kind.is_file() => EntryKind::File,
                kind if kind.is_dir() => EntryKind::Folder,
                kind if kind.is_symlink() => EntryKind::Link,
                _ => EntryKind::Other,
            };
            let name = entry.file_name();
            Ok(FolderEntry { name, kind })
        };
        fs::read_dir(folder)?.map(entry).collect()
    }

    pub(super) fn is_link(error: &io::Error) -> bool {
        error.kind() == io::ErrorKind::InvalidInput
    }

    fn link() -> io::Error {
        io::ErrorKind::InvalidInput.into()
    }

    /// Returns a full path of which no folder is a link.
    fn checked(root: &Handle, path: &Path) -> io::Result<PathBuf> {
        let mut full = root.clone();
        for part in path.parent().iter().flat_map(|parent| parent.components()) {
            full.push(part);
            if full.symlink_metadata()?.is_symlink() {
                return Err(link());
            }
        }
        Ok(root.join(path))
    }
}
