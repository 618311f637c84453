//! Files that are used as they lie: nothing of them is copied before it is asked for.

use std::fmt;
use std::fs::File;
use std::io;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

/// The bytes of a file that is published whole and never changed.
pub struct Mapped(
    #[cfg(unix)] memmap2::Mmap,
    /// Elsewhere a file that is mapped cannot be replaced.
    #[cfg(not(unix))]
    Vec<u8>,
);

impl Mapped {
    /// # Errors
    /// When the operating system refuses.
    #[cfg(unix)]
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        #[expect(
            unsafe_code,
            reason = "reading hundreds of megabytes that are not asked for takes longer than all else"
        )]
        // SAFETY: the slice must not change while it is mapped. Kept files are written under another name and renamed into
        // place (`encode::write_kept`, `encode::write_file`), and never opened for writing again, by whoever has the lock of
        // their folder. If somebody changes one in place all the same, other bytes are read: checksums are compared when it
        // is opened, and everything that is taken from it later is bounds-checked, so there may be wrong answers, but no
        // access outside of the mapping. If somebody truncates it, the system ends the process (SIGBUS).
        let map = unsafe { memmap2::Mmap::map(&file)? };
        Ok(Self(map))
    }

    /// # Errors
    /// When the operating system refuses.
    #[cfg(not(unix))]
    pub fn open(path: &Path) -> io::Result<Self> {
        std::fs::read(path).map(Self)
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Mapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

/// Bytes of a mapped file, or in memory of their own.
#[derive(Clone)]
pub enum Piece {
    /// Bytes in memory.
    Own(Box<[u8]>),
    /// A range of a mapped file; an empty piece where the range lies outside of it.
    Of(Arc<Mapped>, Range<usize>),
}

impl Default for Piece {
    fn default() -> Self {
        Self::Own(Box::default())
    }
}

impl Deref for Piece {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Own(bytes) => bytes,
            Self::Of(map, range) => map.get(range.clone()).unwrap_or_default(),
        }
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Piece {}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}
