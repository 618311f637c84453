//! The files that this program keeps: snapshot, overlays, caches, locks, log. The only module that writes to the file system,
//! apart from git hooks (`hook`) and files that the user names (`cli`). It also writes the files of other programs that the
//! user wants changed (`user_file`).
//!
//! A repository may hold a `.bombe` of a stranger's making, in which a name is a link to a file elsewhere. So each operation
//! opens the folder first, without following links in the folders that are ours (`.bombe` and `snapshot.bmb.d`), checks
//! whose it is, and then works on names in the open folder. A name there stands for a regular file, or the operation fails
//! with [`Foreign`].

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bombe_format::origin::FileMark;
use bombe_reader::regular_file;

#[cfg(not(unix))]
use self::other::Folder;
#[cfg(unix)]
use self::unix::Folder;

/// The folder of a repository's snapshot.
const REPOSITORY_FOLDER: &str = ".bombe";

/// The end of the name of a snapshot folder.
const SNAPSHOT_FOLDER_END: &str = ".d";

/// A name among our files that stands for something else. The source of an [`io::Error`].
#[derive(Debug, thiserror::Error)]
#[error("{}: expected {expected}, found {found}; look at it, and move it away", .path.display())]
pub(crate) struct Foreign {
    /// The path.
    path: PathBuf,
    /// What it is, with its article.
    found: &'static str,
    /// What it should be.
    expected: &'static str,
}

impl Foreign {
    /// Returns true if an error of this module is about a name that stands for something else.
    pub(crate) fn is_reason_of(error: &io::Error) -> bool {
        let reason = error.get_ref();
        reason
            .and_then(|reason| reason.downcast_ref::<Self>())
            .is_some()
    }

    fn file(path: PathBuf, found: &'static str) -> io::Error {
        let expected = "a file";
        io::Error::other(Self {
            path,
            found,
            expected,
        })
    }

    fn folder(path: PathBuf, found: &'static str) -> io::Error {
        let expected = "a folder";
        io::Error::other(Self {
            path,
            found,
            expected,
        })
    }
}

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    /// To be read.
    Read,
    /// To be locked, read and overwritten; created if it is absent.
    Lock,
    /// To be written at its end; created if it is absent.
    Append,
    /// To be written; an error if it exists.
    New,
}

/// What a name in a folder stands for.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// What it is, with its article.
    kind: &'static str,
    is_file: bool,
    /// Number of bytes.
    bytes: u64,
    /// When its bytes changed.
    modified: Option<SystemTime>,
    /// Its number in the file system.
    number: u64,
}

/// Returns what distinguishes the file of this name from its copies; none if it is absent or no regular file.
fn mark_in(folder: &Folder, name: &OsStr) -> Option<FileMark> {
    let entry = folder.entry(name).ok()?.filter(|entry| entry.is_file)?;
    let since = entry.modified?.duration_since(UNIX_EPOCH).ok()?;
    Some(FileMark {
        number: entry.number,
        created: folder.created(name),
        modified: u64::try_from(since.as_nanos()).ok()?,
        bytes: entry.bytes,
    })
}

/// A folder as it is found by its path: a part that whoever calls the program has named, then the parts that are ours.
struct FolderPath<'p> {
    named: &'p Path,
    ours: [Option<&'p OsStr>; 2],
}

impl<'p> FolderPath<'p> {
    fn of(folder: &'p Path) -> Self {
        let is_repository_folder =
            |path: &Path| path.file_name() == Some(REPOSITORY_FOLDER.as_ref());
        let (parent, name) = (folder.parent(), folder.file_name());
        let (Some(parent), Some(name)) = (parent, name) else {
            return Self::named(folder);
        };
        if is_repository_folder(folder) {
            let ours = [Some(name), None];
            return Self {
                named: or_here(parent),
                ours,
            };
        }
        if !name
            .as_encoded_bytes()
            .ends_with(SNAPSHOT_FOLDER_END.as_bytes())
        {
            return Self::named(folder);
        }
        match (is_repository_folder(parent), parent.parent()) {
            (true, Some(above)) => Self {
                named: or_here(above),
                ours: [parent.file_name(), Some(name)],
            },
            _ => Self {
                named: or_here(parent),
                ours: [Some(name), None],
            },
        }
    }

    fn named(folder: &'p Path) -> Self {
        Self {
            named: or_here(folder),
            ours: [None; 2],
        }
    }
}

fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

/// Returns the folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    or_here(path.parent().unwrap_or(Path::new("")))
}

/// Opens the folder of a file. Returns it with the file's name.
fn place(path: &Path) -> io::Result<(Folder, &OsStr)> {
    let Some(name) = path.file_name() else {
        let problem = format!("{} names no file", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    };
    Ok((Folder::open(folder_of(path))?, name))
}

/// Opens a file for reading.
///
/// # Errors
/// As all functions here: when the operating system refuses, or with [`Foreign`].
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let (folder, name) = place(path)?;
    folder.open_file(name, Access::Read)
}

/// Reads a file of at most `most` bytes.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    regular_file::read_all(&open(path)?, path, most)
}

/// Reads a short text; none if it cannot be read.
pub(crate) fn read_text(path: &Path) -> Option<String> {
    let bytes = read(path, regular_file::TEXT_BYTES_MAX).ok()?;
    String::from_utf8(bytes).ok()
}

/// Opens a file to be locked, read and overwritten. Creates it if it is absent.
pub(crate) fn open_to_lock(path: &Path) -> io::Result<File> {
    let (folder, name) = place(path)?;
    folder.open_file(name, Access::Lock)
}

/// Opens a file to be written at its end, whatever it holds. Creates it if it is absent. Deletes it first if it has more than
/// `most` bytes.
pub(crate) fn open_log(path: &Path, most: u64) -> io::Result<File> {
    let (folder, name) = place(path)?;
    if folder
        .entry(name)?
        .is_some_and(|entry| entry.is_file && entry.bytes > most)
    {
        folder.remove(name)?;
    }
    folder.open_file(name, Access::Append)
}

/// Creates a file to be written. What a killed process has left under the name is removed.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let (folder, name) = place(path)?;
    match folder.open_file(name, Access::New) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            folder.remove(name)?;
            folder.open_file(name, Access::New)
        }
        done => done,
    }
}

/// Removes a name. A link is removed, not what it leads to. A name that is absent is no error.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    let (folder, name) = place(path)?;
    match folder.remove(name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Gives a file another name, in place of what has that name.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let (from_folder, from) = place(from)?;
    let (to_folder, to) = place(to)?;
    from_folder.rename(from, &to_folder, to)
}

/// Gives a file a second name, or copies it if the file system has no links.
pub(crate) fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    remove(to)?;
    let (from_folder, from_name) = place(from)?;
    let (to_folder, to_name) = place(to)?;
    if from_folder.link(from_name, &to_folder, to_name).is_ok() {
        return Ok(());
    }
    let mut copy = to_folder.open_file(to_name, Access::New)?;
    io::copy(
        &mut from_folder.open_file(from_name, Access::Read)?,
        &mut copy,
    )?;
    copy.sync_all()
}

/// Waits until the names in a folder have reached the disk. On a file system that cannot flush folders, a rename is as durable
/// as that file system makes it.
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    match Folder::open(folder)?.sync() {
        Err(error) if cannot_flush_folders(&error) => Ok(()),
        done => done,
    }
}

/// Returns true for the errors by which file systems say that they cannot flush folders.
fn cannot_flush_folders(error: &io::Error) -> bool {
    #[cfg(unix)]
    let is_unsupported = error.raw_os_error() == Some(rustix::io::Errno::OPNOTSUPP.raw_os_error());
    #[cfg(not(unix))]
    let is_unsupported = false;
    is_unsupported
        || matches!(
            error.kind(),
            io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
        )
}

/// Returns when the bytes of a file changed; none if it is absent.
pub(crate) fn modified(path: &Path) -> Option<SystemTime> {
    let (folder, name) = place(path).ok()?;
    folder.entry(name).ok()??.modified
}

/// Returns what distinguishes a file from its copies; none if it is absent or no regular file.
pub(crate) fn mark(path: &Path) -> Option<FileMark> {
    let (folder, name) = place(path).ok()?;
    mark_in(&folder, name)
}

/// Returns the regular files of a folder with names in UTF-8, and what distinguishes each from its copies; none if the folder
/// is absent.
pub(crate) fn marks(folder: &Path) -> Vec<(String, FileMark)> {
    let Ok(folder) = Folder::open(folder) else {
        return Vec::new();
    };
    let mark = |name: String| {
        let mark = mark_in(&folder, name.as_ref())?;
        Some((name, mark))
    };
    let names = folder.names().unwrap_or_default();
    names.into_iter().filter_map(mark).collect()
}

/// Returns the names in a folder that are UTF-8, in no order; none if the folder is absent.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let names = Folder::open(folder).and_then(|folder| folder.names());
    names.unwrap_or_default()
}

/// Creates a folder if it does not exist. Its parent must exist.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    if FolderPath::of(path).ours[0].is_none() {
        return match fs::create_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
            done => done,
        };
    }
    // It is there nearly always.
    match Folder::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        opened => return opened.map(drop),
    }
    let (above, name) = place(path)?;
    match above.create_folder(name) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    Folder::open(path).map(drop)
}

/// Creates a folder that the user has named, and those above it.
pub(crate) fn create_named_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Returns true if a name is absent; an error if it is no regular file.
pub(crate) fn is_absent(path: &Path) -> io::Result<bool> {
    let (folder, name) = place(path)?;
    match folder.entry(name)? {
        Some(entry) if !entry.is_file => Err(Foreign::file(path.to_owned(), entry.kind)),
        entry => Ok(entry.is_none()),
    }
}

/// Removes a folder that is ours, with the files and links in it. Links are not followed. A folder in it must be removed
/// before, and must be a snapshot folder.
pub(crate) fn remove_folder(path: &Path) -> io::Result<()> {
    let folder = Folder::open(path)?;
    for name in folder.names()? {
        let name = OsStr::new(&name);
        match folder.entry(name)? {
            Some(entry) if entry.kind == "a folder" => {
                return Err(Foreign::file(path.join(name), entry.kind));
            }
            Some(_) => folder.remove(name)?,
            None => {}
        }
    }
    let (above, name) = place(path)?;
    above.remove_folder(name)
}

/// Opens the folder of the file `inside` the folder `base`, which the user has named. Links are followed on the way to
/// `base`, and not from there on.
fn place_below<'p>(
    base: &Path,
    inside: &'p Path,
    creates: bool,
) -> io::Result<(Folder, &'p OsStr)> {
    let is_name = |part| matches!(part, Component::Normal(_));
    let Some(name) = inside
        .file_name()
        .filter(|_| inside.components().all(is_name))
    else {
        let problem = format!("{} is not inside a folder", inside.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    };
    let mut folder = Folder::open(base)?;
    for part in inside.parent().into_iter().flatten() {
        folder = match folder.inside(part) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && creates => {
                folder.create_folder(part)?;
                folder.inside(part)?
            }
            opened => opened?,
        };
    }
    Ok((folder, name))
}

/// Replaces the file `inside` a folder, or creates it and the folders on the way to it. A reader sees the old file or the
/// new one, which has the old one's permissions.
pub(crate) fn replace_below(base: &Path, inside: &Path, bytes: &[u8]) -> io::Result<()> {
    let (folder, name) = place_below(base, inside, true)?;
    let permissions = match folder.open_file(name, Access::Read) {
        Ok(file) => Some(file.metadata()?.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let temporary = format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id());
    let temporary = OsStr::new(&temporary);
    let mut file = folder.open_file(temporary, Access::New)?;
    let write = || {
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        folder.rename(temporary, &folder, name)
    };
    let written = write();
    if written.is_err() {
        // The error matters more than the file that is left.
        let _ = folder.remove(temporary);
    }
    written
}

/// Removes the file `inside` a folder.
pub(crate) fn remove_below(base: &Path, inside: &Path) -> io::Result<()> {
    let (folder, name) = place_below(base, inside, false)?;
    folder.remove(name)
}

/// Checks that each of these names in a folder is a regular file or absent.
pub(crate) fn check_files<'n>(
    folder: &Path,
    names: impl IntoIterator<Item = &'n OsStr>,
) -> io::Result<()> {
    let opened = Folder::open(folder)?;
    for name in names {
        match opened.entry(name)? {
            Some(entry) if !entry.is_file => {
                return Err(Foreign::file(folder.join(name), entry.kind));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Checks that a folder holds regular files only. Returns the names that are UTF-8.
pub(crate) fn checked_names(folder: &Path) -> io::Result<Vec<String>> {
    let names = Folder::open(folder)?.names()?;
    check_files(folder, names.iter().map(OsStr::new))?;
    Ok(names)
}

#[cfg(test)]
mod tests;
