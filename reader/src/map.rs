//! The bytes of a segment file: mapped, or read into memory if the file is small. The only module with `unsafe`.

use std::io::{self, Read};
use std::path::Path;

use memmap2::Mmap;

use crate::regular_file::{self, Links};

/// Smaller files are read instead of mapped: reading takes a millisecond or two, and later changes to the file do no harm.
const MAP_BYTES_MIN: u64 = 2 << 20;

/// Alignment of the bytes in memory: that of sections.
const ALIGN: usize = bombe_format::section::SECTION_ALIGN;

/// The immutable bytes of one file.
#[derive(Debug)]
pub(crate) struct Map(Kind);

#[derive(Debug)]
enum Kind {
    Mapped(Mmap),
    /// A buffer, and the aligned offset in it at which the file's bytes start.
    Heap(Vec<u8>, usize),
}

impl Map {
    /// Maps or reads a regular file.
    pub(crate) fn open(path: &Path, links: Links, no_mmap: bool) -> io::Result<Self> {
        let mut file = regular_file::open(path, links)?;
        let size = file.metadata()?.len();
        if no_mmap || size < MAP_BYTES_MIN {
            let mut bytes = Vec::with_capacity(size as usize + ALIGN);
            let offset = aligned(&mut bytes);
            file.read_to_end(&mut bytes)?;
            if bytes.as_ptr().align_offset(ALIGN) == offset % ALIGN {
                return Ok(Self(Kind::Heap(bytes, offset)));
            }
            // The file grew while it was read, and the buffer was reallocated.
            bytes.drain(..offset);
            return Ok(Self::from_bytes(&bytes));
        }
        #[expect(
            unsafe_code,
            reason = "opening a mapped file costs a page fault instead of a load"
        )]
        // SAFETY: the slice must not change while it is mapped. A segment file is written once under another name, renamed
        // into place, and never opened for writing again (format-spec/SPEC.md, Publishing). If a program changes the file
        // in place nevertheless, readers may see other bytes. Those can cause errors or wrong answers, but no access
        // outside of the mapping: a section's checksum is compared on its first use, every position is bounds-checked on
        // each use, and text is checked to be UTF-8 wherever it is read. If a program truncates the file, the system ends
        // the process (SIGBUS); `--no-mmap` is for file systems on which that may happen.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self(Kind::Mapped(map)))
    }

    /// Copies bytes into an aligned buffer.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let mut copy = Vec::with_capacity(bytes.len() + ALIGN);
        let offset = aligned(&mut copy);
        copy.extend_from_slice(bytes);
        Self(Kind::Heap(copy, offset))
    }

    /// Returns the file's bytes, aligned as sections are.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.0 {
            Kind::Mapped(map) => map,
            Kind::Heap(bytes, offset) => bytes.get(*offset..).unwrap_or(&[]),
        }
    }

    /// Returns true if the bytes are shared with the file, false if they are a copy in private memory.
    pub(crate) fn is_mapped(&self) -> bool {
        matches!(self.0, Kind::Mapped(_))
    }
}

/// Pads an empty vector with zeros up to the first aligned address of its buffer, and returns the number of zeros.
fn aligned(bytes: &mut Vec<u8>) -> usize {
    let offset = bytes.as_ptr().align_offset(ALIGN).min(ALIGN);
    bytes.resize(offset, 0);
    offset
}
