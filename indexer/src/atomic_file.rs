//! Writing files atomically: a file appears under its name complete, or not at all.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `bytes` to `path`: under a temporary name in the same folder, flushed to disk, then renamed. A reader that has
/// an older file of that name open keeps it.
///
/// # Errors
/// When the folder cannot be written to; the temporary file is then removed.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = Temporary::write(path, bytes)?;
    publish(&file.name, path)
}

/// Creates a folder if it does not exist. Its parent must exist.
///
/// # Errors
/// When the operating system refuses.
pub fn create_folder(path: &Path) -> io::Result<()> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        done => done,
    }
}

/// Writes a file as [`write()`] does, without waiting for the disk. For cache files, whose checksum shows after a power
/// failure whether they are complete.
///
/// # Errors
/// As [`write()`].
pub fn write_unsynced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = Temporary::create(path)?;
    fs::write(&file.name, bytes)?;
    fs::rename(&file.name, path)
}

/// Writes two files of one folder. Wherever this is interrupted, the second file has its name only if the first one has.
/// Does not wait until the second name has reached the disk.
///
/// # Errors
/// When the folder cannot be written to.
pub fn write_in_order(first: (&Path, &[u8]), second: (&Path, &[u8])) -> io::Result<()> {
    // Both flushes at once: the caller waits for the disk only once.
    let (first, second) = rayon::join(
        || Temporary::write(first.0, first.1),
        || Temporary::write(second.0, second.1),
    );
    let (first, second) = (first?, second?);
    publish(&first.name, first.path)?;
    fs::rename(&second.name, second.path)
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
        let mut file = File::create(&temporary.name)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(temporary)
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        // Either the file has been renamed, or an earlier error is the one that matters.
        let _ = fs::remove_file(&self.name);
    }
}

const TEMPORARY_END: &str = ".tmp";

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

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
    fs::rename(temporary, path)?;
    sync_folder(folder_of(path))
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

/// Flushes the folder's entry, so that a rename survives a power failure. Only Unix can open a folder.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}
