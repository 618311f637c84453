//! The bytes of a segment file: mapped, or read into memory if the file is small. The only module with `unsafe`.
//!
//! Nobody may change a segment file in place, but somebody can: `cp` over it, `truncate`, a failing disk. A map therefore
//! keeps the file open, and [`Map::is_unchanged`] checks before and after each request that it is as it was.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::SystemTime;

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
    Mapped(Mmap, Held),
    /// A buffer, and the aligned offset in it at which the file's bytes start.
    Heap(Vec<u8>, usize),
}

/// An open file, with its size and time when it was mapped.
#[derive(Debug)]
struct Held {
    file: File,
    size: u64,
    modified: Option<SystemTime>,
}

impl Map {
    /// Maps or reads a regular file.
    pub(crate) fn open(path: &Path, links: Links, no_mmap: bool) -> io::Result<Self> {
        let mut file = regular_file::open(path, links)?;
        let meta = file.metadata()?;
        let size = meta.len();
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
        // into place, and never opened for writing again (format-spec/SPEC.md, Publishing). If somebody changes the file
        // in place all the same, readers may see other bytes. Those can cause errors or wrong results, but no access
        // outside of the mapping: a block's checksum is compared before its first use, every position is bounds-checked on
        // each use, and text is checked to be UTF-8 wherever it is read. No such result becomes an answer, because
        // `is_unchanged` is asked before and after each request. If somebody truncates the file between these two, the
        // system may end the process (SIGBUS); `--no-mmap` is for places where that may happen.
        let map = unsafe { Mmap::map(&file)? };
        let modified = meta.modified().ok();
        let held = Held {
            file,
            size,
            modified,
        };
        Ok(Self(Kind::Mapped(map, held)))
    }

    /// Returns true if the mapped file has the size and the time that it had when it was opened; always true for a copy in
    /// private memory. Costs an `fstat`.
    pub(crate) fn is_unchanged(&self) -> bool {
        match &self.0 {
            Kind::Heap(..) => true,
            Kind::Mapped(_, held) => held
                .file
                .metadata()
                .is_ok_and(|meta| meta.len() == held.size && meta.modified().ok() == held.modified),
        }
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
            Kind::Mapped(map, _) => map,
            Kind::Heap(bytes, offset) => bytes.get(*offset..).unwrap_or(&[]),
        }
    }

    /// Returns true if the bytes are shared with the file, false if they are a copy in private memory.
    pub(crate) fn is_mapped(&self) -> bool {
        matches!(self.0, Kind::Mapped(..))
    }
}

/// Pads an empty vector with zeros up to the first aligned address of its buffer, and returns the number of zeros.
fn aligned(bytes: &mut Vec<u8>) -> usize {
    let offset = bytes.as_ptr().align_offset(ALIGN).min(ALIGN);
    bytes.resize(offset, 0);
    offset
}
