//! Publishing: a file appears under its name whole, or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes `bytes` to `path`: under a temporary name in the same folder, flushed to disk, then renamed. A reader of an
/// older file under that name keeps what it opened.
///
/// # Errors
/// When the folder cannot be written to; the temporary file is then removed.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "the path names no file",
        ));
    };
    // A temporary folder of the system may lie on another disk, from which no rename is possible.
    let mut temporary_name = std::ffi::OsString::from(".");
    temporary_name.push(name);
    temporary_name.push(format!(".{}.tmp", std::process::id()));
    let temporary = folder.join(temporary_name);
    let result = write_and_rename(&temporary, path, folder, bytes);
    if result.is_err() {
        // The error that matters is the first one.
        let _ = fs::remove_file(&temporary);
    }
    result
}

fn write_and_rename(temporary: &Path, path: &Path, folder: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(temporary, path)?;
    sync_folder(folder)
}

/// Flushes the folder's entry, so that the rename survives a power failure; not every system lets a folder be opened.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}
