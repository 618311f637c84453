//! Writing files atomically: a file appears under its name complete, or not at all. An error names the file.

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

/// Returns a function that adds the file to an error of the operating system.
pub fn about(path: &Path) -> impl Fn(io::Error) -> io::Error + '_ {
    move |error| {
        let path_shown = path.display();
        let text = if path.is_dir() {
            format!("{path_shown}: expected a file, found a folder; move it away ({error})")
        } else {
            format!("{path_shown}: {error}")
        };
        io::Error::new(error.kind(), text)
    }
}

/// Creates a folder if it does not exist. Its parent must exist.
///
/// # Errors
/// When the operating system refuses.
pub fn create_folder(path: &Path) -> io::Result<()> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        done => done.map_err(|error| {
            if error.kind() == io::ErrorKind::AlreadyExists {
                let text = format!(
                    "{}: expected a folder, found something else; move it away",
                    path.display()
                );
                return io::Error::new(error.kind(), text);
            }
            about(path)(error)
        }),
    }
}

/// Writes a file as [`write()`] does, without waiting for the disk. For cache files, whose checksum shows after a power
/// failure whether they are complete.
///
/// # Errors
/// As [`write()`].
pub fn write_unsynced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = Temporary::create(path)?;
    fs::write(&file.name, bytes)
        .and_then(|()| fs::rename(&file.name, path))
        .map_err(about(path))
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
    fs::rename(&second.name, second.path).map_err(about(second.path))
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
            let mut file = File::create(&temporary.name)?;
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
    fs::rename(temporary, path).map_err(about(path))?;
    let folder = folder_of(path);
    sync_folder(folder).map_err(about(folder))
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

/// Flushes the folder's entry, so that a rename survives a power failure. Only Unix can open a folder. On a file system
/// that cannot flush folders, the rename is as durable as that file system makes it.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        Err(error) if cannot_flush_folders(&error) => Ok(()),
        done => done,
    }
}

/// Returns true for the errors by which file systems say that they cannot flush folders.
fn cannot_flush_folders(error: &io::Error) -> bool {
    #[cfg(target_os = "linux")]
    let is_unsupported = error.raw_os_error() == Some(rustix::io::Errno::OPNOTSUPP.raw_os_error());
    #[cfg(not(target_os = "linux"))]
    let is_unsupported = false;
    is_unsupported
        || matches!(
            error.kind(),
            io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
        )
}
