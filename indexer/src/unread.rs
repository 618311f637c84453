//! Files and folders that are there and could not be read.
//!
//! A file that has gone since its folder was listed is none of them: without it, the result is that of the next walk.

use std::fmt;
use std::fs::Metadata;
use std::io::{self, Read};
use std::path::Path;

use bombe_reader::beneath::{self, OpenRoot};
use bombe_reader::regular_file::{self, Links, NotUsable};

/// How often a read that fails is tried. Most failures that pass do so at once: an interrupted call, too many open files.
const TRIES: usize = 3;

/// A file or folder that could not be read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Unread {
    /// Path relative to the root, `/`-separated; that of a folder ends in `/`. Empty for the root, and [`SOME_FOLDER`] if
    /// the system did not say which folder it is.
    pub path: String,
    /// What the operating system said.
    pub error: String,
}

/// Stands for a folder that is not known.
pub const SOME_FOLDER: &str = "./";

impl Unread {
    /// Returns the record of an error; none if the file has gone, or is no text, or no regular file. A folder that has become
    /// a link hides what was found in it.
    pub fn of(path: &str, error: &io::Error) -> Option<Self> {
        use io::ErrorKind::{InvalidData, IsADirectory};
        let is_no_text = matches!(error.kind(), IsADirectory | InvalidData);
        let is_no_file = NotUsable::of(error).is_some() && !leads_through_link(error);
        (!is_gone(error) && !is_no_text && !is_no_file).then(|| Self {
            path: path.to_owned(),
            error: error.to_string(),
        })
    }

    /// Returns true if the file `path` could be read if this could.
    pub fn hides(&self, path: &str) -> bool {
        match self.path.as_str() {
            "" | SOME_FOLDER => true,
            folder if folder.ends_with('/') => path.starts_with(folder),
            file => path == file,
        }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = match self.path.as_str() {
            "" => "the root".to_owned(),
            SOME_FOLDER => "a folder".to_owned(),
            path => path.escape_debug().to_string(),
        };
        write!(f, "{path} ({})", self.error)
    }
}

/// Returns true if an error says that there is no such file.
pub(crate) fn is_gone(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Returns true for the error of a path in a tree that leads through a link.
pub(crate) fn leads_through_link(error: &io::Error) -> bool {
    matches!(NotUsable::of(error), Some(NotUsable::Link { .. }))
}

/// Reads a regular file of the work tree at `root` of at most `most` bytes, without following a link in any part of `path`,
/// which is relative. Tries again if that fails, or if it has fewer bytes than the system says.
pub(crate) fn read(root: &Path, path: &Path, most: u64) -> io::Result<Vec<u8>> {
    retried(|| beneath::read(root, path, most))
}

/// As [`read`], of a file that need not be in the tree: rules above it, and files of git. `links` is about the last part of
/// the path.
pub(crate) fn read_anywhere(path: &Path, links: Links, most: u64) -> io::Result<Vec<u8>> {
    retried(|| regular_file::read(path, links, most))
}

/// Returns what the system says about the file or folder that a path leads to; none if it leads to nothing. Tries again if
/// that fails.
pub(crate) fn metadata(path: &Path) -> io::Result<Option<Metadata>> {
    retried(|| match path.metadata() {
        Ok(meta) => Ok(Some(meta)),
        Err(error) if is_gone(&error) || is_circle(&error) => Ok(None),
        Err(error) => Err(error),
    })
}

/// As [`read`], of the first `bytes_max` bytes.
pub(crate) fn read_start(root: &Path, path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    retried(|| {
        let file = OpenRoot::open(root)?.file(path)?;
        let size = file.metadata()?.len().min(bytes_max);
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
        file.take(bytes_max).read_to_end(&mut bytes)?;
        if (bytes.len() as u64) < size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(bytes)
    })
}

/// Returns true for the error of links that lead to each other.
#[cfg(unix)]
pub(crate) fn is_circle(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

#[cfg(not(unix))]
pub(crate) fn is_circle(_: &io::Error) -> bool {
    false
}

/// Does something up to three times, until it succeeds.
pub(crate) fn retried<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for _ in 1..TRIES {
        match attempt() {
            Err(error) if is_lasting(&error) => return Err(error),
            Err(_) => std::thread::yield_now(),
            done => return done,
        }
    }
    attempt()
}

fn is_lasting(error: &io::Error) -> bool {
    is_gone(error)
        || error.kind() == io::ErrorKind::PermissionDenied
        || NotUsable::of(error).is_some()
}
