//! Reads files that a repository is configured by: ignore files, settings. They are regular files inside the tree.

use std::io;
use std::path::{Path, PathBuf};

use bombe_reader::regular_file::Links;

use crate::unread;

/// Reads a file of at most `most` bytes in the tree at `root`. `path` is relative to it. If the file itself is a link, it counts
/// if it leads to a file of the same tree.
///
/// # Errors
/// If the file is absent, cannot be read, is something else, is too long, or is in a folder that is a link.
pub(super) fn read(root: &Path, path: &Path, most: u64) -> io::Result<Vec<u8>> {
    unread::read(root, path, most).or_else(|error| {
        let target = target_inside(root, &root.join(path), error)?;
        // The target may have become another since: it is opened without following links.
        unread::read(root, &target, most)
    })
}

/// As [`read`], of a file that git keeps, or that is above the root. Links in its folders are followed: git may keep its files
/// anywhere.
///
/// # Errors
/// As [`read`].
pub(super) fn read_of_git(root: &Path, file: &Path, most: u64) -> io::Result<Vec<u8>> {
    unread::read_anywhere(file, Links::Refuse, most).or_else(|error| {
        let target = target_inside(root, file, error)?;
        unread::read(root, &target, most)
    })
}

/// Returns where a link leads, relative to the root.
///
/// # Errors
/// With `error`, if the file is no link, or leads out of the tree; if the link leads nowhere.
fn target_inside(root: &Path, file: &Path, error: io::Error) -> io::Result<PathBuf> {
    if error.kind() == io::ErrorKind::NotFound || !file.symlink_metadata()?.is_symlink() {
        return Err(error);
    }
    // A link that leads nowhere is no file.
    let target = file.canonicalize()?;
    match target.strip_prefix(root.canonicalize()?) {
        Ok(inside) => Ok(inside.to_owned()),
        Err(_) => Err(error),
    }
}
