//! Reads files that a repository is configured by: ignore files, settings. They are regular files inside the tree.

use std::io;
use std::path::Path;

use crate::unread;

/// Reads a file of the tree at `root` of at most `most` bytes. A link counts if it leads to a file of the same tree.
///
/// # Errors
/// If the file is absent, cannot be read, is something else, or is too long.
pub(super) fn read(root: &Path, file: &Path, most: u64) -> io::Result<Vec<u8>> {
    match unread::read(file, most) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            if !file.symlink_metadata()?.is_symlink() {
                return Err(error);
            }
            // A link that leads nowhere is no file.
            let target = file.canonicalize()?;
            if !target.starts_with(root.canonicalize()?) {
                return Err(error);
            }
            unread::read(&target, most)
        }
        done => done,
    }
}
