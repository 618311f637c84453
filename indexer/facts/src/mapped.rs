//! Memory-mapped files. A page is read from the disk when it is first used.

use std::fmt;
use std::fs::File;
use std::io;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// The bytes of a file that appeared under its name complete, and that nobody changes.
pub struct MappedFile(
    #[cfg(unix)] memmap2::Mmap,
    /// Other systems do not let a mapped file be replaced, so the file is read.
    #[cfg(not(unix))]
    Vec<u8>,
);

impl MappedFile {
    /// Maps an open file.
    ///
    /// # Errors
    /// When the operating system refuses.
    #[cfg(unix)]
    pub fn of(file: &File) -> io::Result<Self> {
        #[expect(
            unsafe_code,
            reason = "an update needs few of a cache file's hundreds of megabytes, and reading all of them would dominate its time"
        )]
        // SAFETY: the bytes must not change while they are mapped. `bombe-indexer` opens its own cache files here. It writes
        // each of them with `atomic_file::write` or `atomic_file::write_unsynced`: under another name, and then renamed into
        // place. The caller holds the lock of the snapshot folder, and nothing opens the file for writing again. If another
        // program changes a mapped file in place all the same, the result may be a wrong answer, but no access outside of
        // the mapping: checksums are compared on opening, and every later access is bounds-checked. Truncating a mapped
        // file ends the process (SIGBUS).
        let map = unsafe { memmap2::Mmap::map(file)? };
        Ok(Self(map))
    }

    /// Reads an open file.
    ///
    /// # Errors
    /// When the operating system refuses.
    #[cfg(not(unix))]
    pub fn of(file: &File) -> io::Result<Self> {
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut &*file, &mut bytes)?;
        Ok(Self(bytes))
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for MappedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

/// Immutable bytes: a range of a mapped file, or a buffer in memory.
#[derive(Clone)]
pub enum OwnedBytes {
    /// A buffer in memory.
    Heap(Box<[u8]>),
    /// A range of a mapped file. A range outside of the file counts as empty.
    Mapped(Arc<MappedFile>, Range<usize>),
}

impl Default for OwnedBytes {
    fn default() -> Self {
        Self::Heap(Box::default())
    }
}

impl Deref for OwnedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Heap(bytes) => bytes,
            Self::Mapped(map, range) => map.get(range.clone()).unwrap_or_default(),
        }
    }
}

impl PartialEq for OwnedBytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for OwnedBytes {}

impl fmt::Debug for OwnedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}
