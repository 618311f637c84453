//! The bytes of a snapshot file: mapped, or read into memory when it is small. The only place with `unsafe`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use memmap2::Mmap;

/// Files below this size in bytes are read instead of mapped: reading them costs less than a millisecond or two, and what
/// is done to the file afterwards cannot matter.
const MAP_BYTES_MIN: u64 = 2 << 20;

/// Memory is aligned as sections are.
const ALIGN: usize = bombe_format::section::SECTION_ALIGN;

/// The bytes of one file, which never change.
#[derive(Debug)]
pub(crate) struct Map(Kind);

#[derive(Debug)]
enum Kind {
    Mapped(Mmap),
    /// Bytes in memory; those of the file begin at the offset, which is aligned.
    Heap(Vec<u8>, usize),
}

impl Map {
    /// Maps or reads a file.
    pub(crate) fn open(path: &Path, no_mmap: bool) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let size = file.metadata()?.len();
        if no_mmap || size < MAP_BYTES_MIN {
            let mut bytes = Vec::with_capacity(size as usize + ALIGN);
            let offset = aligned(&mut bytes);
            file.read_to_end(&mut bytes)?;
            if bytes.as_ptr().align_offset(ALIGN) == offset % ALIGN {
                return Ok(Self(Kind::Heap(bytes, offset)));
            }
            // The file grew while it was read, so the bytes moved.
            bytes.drain(..offset);
            return Ok(Self::from_bytes(&bytes));
        }
        #[expect(
            unsafe_code,
            reason = "a mapping is what makes opening cost a page fault instead of a load"
        )]
        // SAFETY: the slice must not change while it is mapped. Snapshot files are written once under another name, then
        // renamed into place, and never opened for writing again (format-spec/SPEC.md, Publishing), so their bytes stay.
        // If somebody changes the file in place all the same, readers may see other bytes: every section's checksum is
        // compared when it is first used, every position is bounds-checked on each use, and text is checked to be UTF-8
        // where it is taken, so other bytes can give errors or wrong answers, but no access outside of the mapping. If
        // somebody truncates it, the system ends the process (SIGBUS); `--no-mmap` is for such file systems.
        let map = unsafe { Mmap::map(&file)? };
        Ok(Self(Kind::Mapped(map)))
    }

    /// Copies bytes into aligned memory.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let mut copy = Vec::with_capacity(bytes.len() + ALIGN);
        let offset = aligned(&mut copy);
        copy.extend_from_slice(bytes);
        Self(Kind::Heap(copy, offset))
    }

    /// The file's bytes, aligned as sections are.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.0 {
            Kind::Mapped(map) => map,
            Kind::Heap(bytes, offset) => bytes.get(*offset..).unwrap_or(&[]),
        }
    }

    /// True if the bytes are shared with the file and not private memory.
    pub(crate) fn is_mapped(&self) -> bool {
        matches!(self.0, Kind::Mapped(_))
    }
}

/// Fills an empty vector up to the first aligned address of its memory and returns the number of bytes filled.
fn aligned(bytes: &mut Vec<u8>) -> usize {
    let offset = bytes.as_ptr().align_offset(ALIGN).min(ALIGN);
    bytes.resize(offset, 0);
    offset
}
