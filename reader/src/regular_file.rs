//! Opening and reading files whose names a stranger may have made: only regular files, and only up to a size.
//!
//! A repository may hold a link to a device that never ends, or a pipe that never begins. Opening either of them here fails
//! at once.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A limit for text files that programs and people write by hand: settings, commit points, ignore files.
pub const TEXT_BYTES_MAX: u64 = 1 << 20;

/// A limit for any file that is read into memory whole. Positions in a text have 32 bits.
pub const FILE_BYTES_MAX: u64 = u32::MAX as u64;

/// What happens to a symbolic link in the last part of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Links {
    /// It is followed.
    Follow,
    /// It is an error.
    Refuse,
}

/// A file that is not what a program expects. The source of an [`io::Error`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotUsable {
    /// A link, a folder, a device, a pipe or a socket.
    #[error("{} is {found}, not a regular file", .path.display())]
    Kind {
        /// The file.
        path: PathBuf,
        /// What it is, with its article.
        found: &'static str,
    },
    /// More bytes than a file of its kind has.
    #[error("{} has more than {most} bytes", .path.display())]
    Size {
        /// The file.
        path: PathBuf,
        /// The limit.
        most: u64,
    },
    /// A path in a tree that leads through a link.
    #[error("{} is a symbolic link, or in a folder that is one", .path.display())]
    Link {
        /// The file.
        path: PathBuf,
    },
    /// A path that leads out of its tree.
    #[error("{} is not in {}", .path.display(), .root.display())]
    Outside {
        /// The file.
        path: PathBuf,
        /// The root of the tree.
        root: PathBuf,
    },
}

impl NotUsable {
    /// Returns what an error of this module says about a file; none for an error of the operating system.
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

/// Opens a regular file for reading.
///
/// # Errors
/// When the operating system refuses, or with [`NotUsable`] as the source. Never waits for a pipe.
pub fn open(path: &Path, links: Links) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    do_not_wait(&mut options, links);
    let meta = if cfg!(unix) {
        None
    } else {
        Some(path.symlink_metadata()?)
    };
    if meta.is_some_and(|meta| links == Links::Refuse && meta.is_symlink()) {
        return Err(not_regular(path));
    }
    let file = match options.open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(error),
        // The reason may be what the file is: a link that is not followed, or a socket.
        Err(error) => {
            let meta = match links {
                Links::Follow => path.metadata(),
                Links::Refuse => path.symlink_metadata(),
            };
            return match meta {
                Ok(meta) if !meta.is_file() => Err(not_regular(path)),
                _ => Err(error),
            };
        }
    };
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(not_regular(path))
    }
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// As [`open`]; with [`NotUsable::Size`] if the file is longer.
pub fn read(path: &Path, links: Links, most: u64) -> io::Result<Vec<u8>> {
    read_all(&open(path, links)?, path, most)
}

/// Reads a regular file of at most `most` bytes as text.
///
/// # Errors
/// As [`read`], and if the bytes are not UTF-8.
pub fn read_text(path: &Path, links: Links, most: u64) -> io::Result<String> {
    let bytes = read(path, links, most)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Reads an open file of at most `most` bytes from its position on. `path` is for the message.
///
/// # Errors
/// As [`read`].
pub fn read_all(file: &File, path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let size = file.metadata()?.len();
    let too_large = || {
        io::Error::other(NotUsable::Size {
            path: path.to_owned(),
            most,
        })
    };
    if size > most {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    // Some files of the system state a size of zero, and never end.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large());
    }
    if (bytes.len() as u64) < size {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

/// Says what a file is that is not regular, with its article.
pub fn kind_name(kind: std::fs::FileType) -> &'static str {
    if kind.is_symlink() {
        "a symbolic link"
    } else if kind.is_dir() {
        "a folder"
    } else if kind.is_file() {
        "a file"
    } else {
        "a device, pipe or socket"
    }
}

pub(crate) fn not_regular(path: &Path) -> io::Error {
    let found = match path.symlink_metadata() {
        Ok(meta) if meta.is_symlink() => match path.metadata() {
            Ok(meta) if meta.is_dir() => "a symbolic link to a folder",
            Ok(meta) if !meta.is_file() => "a symbolic link to a device, pipe or socket",
            _ => "a symbolic link",
        },
        Ok(meta) => kind_name(meta.file_type()),
        Err(_) => "no file",
    };
    io::Error::other(NotUsable::Kind {
        path: path.to_owned(),
        found,
    })
}

#[cfg(unix)]
fn do_not_wait(options: &mut OpenOptions, links: Links) {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let mut flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    if links == Links::Refuse {
        flags |= OFlags::NOFOLLOW;
    }
    options.custom_flags(flags.bits().cast_signed());
}

#[cfg(not(unix))]
fn do_not_wait(_: &mut OpenOptions, _: Links) {}
