//! Writing files atomically: a file appears under its name complete, or not at all. An error names the file.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bombe_format::origin::FileMark;

use crate::own_files::{self, Foreign, folder_of};

/// Writes `bytes` to `path`: under a temporary name in the same folder, flushed to disk, then renamed. A reader that has
/// an older file of that name open keeps it.
///
/// # Errors
/// When the folder cannot be written to; the temporary file is then removed.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_announced(path, bytes, |_| Ok(()))
}

/// As [`write()`]. Before the file has its name, `announce` is told what distinguishes it from its copies.
///
/// # Errors
/// As [`write()`], and those of `announce`.
pub fn write_announced(
    path: &Path,
    bytes: &[u8],
    announce: impl FnOnce(Mark) -> io::Result<()>,
) -> io::Result<()> {
    let file = Temporary::write(path, bytes)?;
    announce((path, own_files::mark(&file.name)))?;
    publish(&file.name, path)
}

/// As [`write_announced`], for a file that is written in pieces. `check` sees it before it has its name. Waits for the disk only
/// if there is something to announce.
///
/// # Errors
/// As [`write_announced`], and those of `write` and `check`.
pub fn write_checked(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    check: impl FnOnce(&Path) -> io::Result<()>,
    announce: Option<&Announce>,
) -> io::Result<()> {
    let file = Temporary::create(path)?;
    let mut new = own_files::create(&file.name).map_err(about(path))?;
    write(&mut new).map_err(about(path))?;
    check(&file.name)?;
    let Some(announce) = announce else {
        return own_files::rename(&file.name, path).map_err(about(path));
    };
    new.sync_all().map_err(about(path))?;
    announce((path, own_files::mark(&file.name)))?;
    publish(&file.name, path)
}

/// Hears of a file before it has its name.
type Announce<'a> = dyn Fn(Mark) -> io::Result<()> + 'a;

/// A path, and what distinguishes the file that is to be there from its copies, if the file system records it.
pub type Mark<'p> = (&'p Path, Option<FileMark>);

/// Returns a function that adds the file to an error of the operating system.
pub fn about(path: &Path) -> impl Fn(io::Error) -> io::Error + '_ {
    move |error| {
        if Foreign::is_reason_of(&error) {
            // It names the file.
            return error;
        }
        let path_shown = path.display();
        let text = if path.is_dir() {
            format!("{path_shown}: expected a file, found a folder; move it away ({error})")
        } else {
            format!("{path_shown}: {error}")
        };
        io::Error::new(error.kind(), text)
    }
}

/// Writes a file as [`write()`] does, without waiting for the disk. For cache files, whose checksum shows after a power
/// failure whether they are complete.
///
/// # Errors
/// As [`write()`].
pub fn write_unsynced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = Temporary::create(path)?;
    own_files::create(&file.name)
        .and_then(|mut new| new.write_all(bytes))
        .and_then(|()| own_files::rename(&file.name, path))
        .map_err(about(path))
}

/// Writes two files of one folder. Wherever this is interrupted, the second file has its name only if the first one has.
/// Does not wait until the second name has reached the disk. Before the files have their names, `announce` is told what
/// distinguishes them from their copies.
///
/// # Errors
/// When the folder cannot be written to, and those of `announce`.
pub fn write_in_order(
    first: (&Path, &[u8]),
    second: (&Path, &[u8]),
    announce: impl FnOnce([Mark; 2]) -> io::Result<()>,
) -> io::Result<()> {
    // Both flushes at once: the caller waits for the disk only once.
    let (first, second) = rayon::join(
        || Temporary::write(first.0, first.1),
        || Temporary::write(second.0, second.1),
    );
    let (first, second) = (first?, second?);
    announce([&first, &second].map(|file| (file.path, own_files::mark(&file.name))))?;
    publish(&first.name, first.path)?;
    own_files::rename(&second.name, second.path).map_err(about(second.path))
}

/// A complete file under a temporary name, which is removed with this value at the latest.
struct Temporary<'p> {
    name: PathBuf,
    path: &'p Path,
}

impl<'p> Temporary<'p> {
    fn create(path: &'p Path) -> io::Result<Self> {
        let name = temporary_path(path, "new")
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
        Ok(Self { name, path })
    }

    fn write(path: &'p Path, bytes: &[u8]) -> io::Result<Self> {
        let temporary = Self::create(path)?;
        let write = || {
            let mut file = own_files::create(&temporary.name)?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        write().map_err(about(path))?;
        Ok(temporary)
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        // Either the file has been renamed, or an earlier error is the one that matters.
        let _ = own_files::remove(&self.name);
    }
}

const TEMPORARY_END: &str = ".tmp";

/// Returns how the temporary names of a file begin.
fn temporary_prefix(path: &Path) -> Option<String> {
    Some(format!(".{}.", path.file_name()?.to_string_lossy()))
}

/// Returns the name under which this process writes a file before renaming it. It lies in the same folder, because the
/// system's temporary folder may be on another disk, from which a rename is impossible. `purpose` distinguishes several
/// such names of one file. None if the path names no file.
pub fn temporary_path(path: &Path, purpose: &str) -> Option<PathBuf> {
    let prefix = temporary_prefix(path)?;
    let name = format!("{prefix}{}.{purpose}{TEMPORARY_END}", std::process::id());
    Some(folder_of(path).join(name))
}

/// Renames a complete file from its temporary name to its own, and waits until the new name has reached the disk.
///
/// # Errors
/// When the operating system refuses.
pub fn publish(temporary: &Path, path: &Path) -> io::Result<()> {
    own_files::rename(temporary, path).map_err(about(path))?;
    let folder = folder_of(path);
    own_files::sync(folder).map_err(about(folder))
}

/// Returns the temporary files that killed writers of the files at `paths` have left. The caller knows that no writer is
/// at work. Lists each folder once.
pub fn leftovers(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut prefixes: BTreeMap<&Path, Vec<String>> = BTreeMap::new();
    for path in paths {
        let of_folder = prefixes.entry(folder_of(path)).or_default();
        of_folder.extend(temporary_prefix(path));
    }
    let mut left = Vec::new();
    for (folder, prefixes) in prefixes {
        let names = own_files::names(folder).into_iter();
        let temporary = names.filter(|name| {
            let is_ours = prefixes.iter().any(|prefix| name.starts_with(prefix));
            is_ours && name.ends_with(TEMPORARY_END)
        });
        left.extend(temporary.map(|name| folder.join(name)));
    }
    left
}
