//! Publishing: a file appears under its name whole, or not at all.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `bytes` to `path`: under a temporary name in the same folder, flushed to disk, then renamed. A reader of an
/// older file under that name keeps what it opened.
///
/// # Errors
/// When the folder cannot be written to; the temporary file is then removed.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let aside = Aside::write(path, bytes)?;
    publish(&aside.temporary, path)
}

/// Makes a folder, if it is not there, inside one that must be there.
///
/// # Errors
/// When the operating system refuses.
pub fn create_folder(path: &Path) -> io::Result<()> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        done => done,
    }
}

/// Writes a file as [`write_file`] does, but for one that is of use to the indexer alone and tells by a checksum whether it
/// is whole: it need not reach the disk.
///
/// # Errors
/// As [`write_file`].
pub fn write_kept(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let aside = Aside::create(path)?;
    fs::write(&aside.temporary, bytes)?;
    fs::rename(&aside.temporary, path)
}

/// Writes two files of one folder. Whenever that is interrupted, the second one has its name only if the first one has; that
/// it still has it after a power failure is not waited for.
///
/// # Errors
/// When the folder cannot be written to.
pub fn write_in_order(first: (&Path, &[u8]), second: (&Path, &[u8])) -> io::Result<()> {
    // The disk is waited for but once.
    let (first, second) = rayon::join(
        || Aside::write(first.0, first.1),
        || Aside::write(second.0, second.1),
    );
    let (first, second) = (first?, second?);
    publish(&first.temporary, first.path)?;
    fs::rename(&second.temporary, second.path)
}

/// A file that is complete under a temporary name, which is gone with this value at the latest.
struct Aside<'p> {
    temporary: PathBuf,
    path: &'p Path,
}

impl<'p> Aside<'p> {
    fn create(path: &'p Path) -> io::Result<Self> {
        let temporary = temporary(path, "new")
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"))?;
        Ok(Self { temporary, path })
    }

    fn write(path: &'p Path, bytes: &[u8]) -> io::Result<Self> {
        let aside = Self::create(path)?;
        let mut file = File::create(&aside.temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(aside)
    }
}

impl Drop for Aside<'_> {
    fn drop(&mut self) {
        // It has its own name, or the error that matters is the first one.
        let _ = fs::remove_file(&self.temporary);
    }
}

const TEMPORARY_END: &str = ".tmp";

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// How the temporary names of a file start.
fn temporary_prefix(path: &Path) -> Option<String> {
    Some(format!(".{}.", path.file_name()?.to_string_lossy()))
}

/// The name that this process writes a file under before it has its own: in the same folder, because a temporary folder
/// of the system may lie on another disk, from which no rename is possible. `what` tells several such names of one file
/// apart. None if the path names no file.
pub fn temporary(path: &Path, what: &str) -> Option<PathBuf> {
    let prefix = temporary_prefix(path)?;
    let name = format!("{prefix}{}.{what}{TEMPORARY_END}", std::process::id());
    Some(folder_of(path).join(name))
}

/// Gives what is complete under a temporary name its own, and waits until that has reached the disk.
///
/// # Errors
/// When the operating system refuses.
pub fn publish(temporary: &Path, path: &Path) -> io::Result<()> {
    fs::rename(temporary, path)?;
    sync_folder(folder_of(path))
}

/// The temporary files that writers of some files have left. Only for whoever knows that none of them is at work. Lists each
/// folder once.
pub fn left_behind(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut prefixes: BTreeMap<&Path, Vec<String>> = BTreeMap::new();
    for path in paths {
        let of_folder = prefixes.entry(folder_of(path)).or_default();
        of_folder.extend(temporary_prefix(path));
    }
    let mut left = Vec::new();
    for (folder, prefixes) in prefixes {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let temporary = entries.filter(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_ours = prefixes.iter().any(|prefix| name.starts_with(prefix));
            is_ours && name.ends_with(TEMPORARY_END)
        });
        left.extend(temporary.map(|entry| entry.path()));
    }
    left
}

/// Flushes the folder's entry, so that the rename survives a power failure; not every system lets a folder be opened.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}
