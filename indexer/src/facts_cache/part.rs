//! One of the two files of a facts cache: rows, which are read at once, and frames, which are read one at a time.
//!
//! Layout: magic (8 bytes), fingerprint of the program (8), length of the index (8), its checksum (8), the index ([`Index`],
//! postcard: mostly hashes, which do not pack), then the frames: one file's facts each. A frame is for each of its tables the size
//! packed and unpacked (4 bytes each) and the checksum of what is packed (8), then the tables: postcard in LZ4 blocks. These take a
//! quarter more room than zstd and are unpacked several times faster; an update waits for that.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{InputHashes, Row};
use crate::cache_file::checksum;
use crate::fingerprint::fingerprint;
use crate::own_files;

const MAGIC: &[u8; 8] = b"BOMBEFCT";
const HEAD_BYTES: usize = 8 + 8 + 8 + 8;

/// What distinguishes a large file from another: the checksum of its index.
pub(super) type Identity = [u8; 8];

/// Returns the path of the small file that belongs to the large one at `path`.
pub(super) fn small(path: &Path) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(".new");
    PathBuf::from(path)
}

/// What precedes the frames of a file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Index<R = Rows, P = Vec<String>> {
    /// The large file that this one belongs to; none for a large one.
    pub(super) over: Option<Identity>,
    /// Size of all frames in bytes.
    pub(super) frame_bytes: u64,
    pub(super) inputs: InputHashes,
    /// The paths of the rows, one behind the other.
    pub(super) paths: String,
    /// Sorted by path. In a small file, those that differ from the large one.
    pub(super) rows: R,
    /// Paths of the large file that were removed, in order.
    pub(super) removed: P,
}

/// An open file of frames.
#[derive(Debug)]
pub(super) struct Part {
    file: Positional,
    frames_at: u64,
    pub(super) frame_bytes: u64,
    pub(super) identity: Identity,
}

/// Rows, read into memory of the right size: serde reserves little, and growing would copy all rows several times.
#[derive(Debug)]
pub(super) struct Rows(pub(super) Vec<Row>);

/// Largest number of rows for which memory is reserved before they are read.
const ROWS_MAX: usize = 1 << 17;

impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(RowsVisitor)
    }
}

struct RowsVisitor;

impl<'de> Visitor<'de> for RowsVisitor {
    type Value = Rows;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Rows, A::Error> {
        let mut rows = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(ROWS_MAX));
        while let Some(row) = seq.next_element()? {
            rows.push(row);
        }
        Ok(Rows(rows))
    }
}

impl Row {
    /// Its path among those of all; empty if it is not there.
    pub(super) fn path_in<'p>(&self, paths: &'p str) -> &'p str {
        let (start, length) = self.path;
        let path = start as usize..start.saturating_add(length) as usize;
        paths.get(path).unwrap_or_default()
    }
}

impl Part {
    /// Opens a file and reads its index; none if it is absent, damaged, or written by another version of the program.
    pub(super) fn open(path: &Path) -> Option<(Self, Index)> {
        let file = own_files::open(path).ok()?;
        let all = file.metadata().ok()?.len();
        let file = Positional::new(file);
        let mut head = [0; HEAD_BYTES];
        file.read_exact_at(&mut head, 0).ok()?;
        let number = |at: usize| {
            head.get(at..)?
                .first_chunk()
                .copied()
                .map(u64::from_le_bytes)
        };
        if !head.starts_with(MAGIC) || number(8)? != fingerprint() {
            return None;
        }
        let frames_at = (HEAD_BYTES as u64).checked_add(number(16)?)?;
        if frames_at > all {
            return None;
        }
        let mut index = vec![0; usize::try_from(number(16)?).ok()?];
        file.read_exact_at(&mut index, HEAD_BYTES as u64).ok()?;
        let identity = checksum(&index);
        if identity != head.get(24..)? {
            return None;
        }
        let index: Index = postcard::from_bytes(&index).ok()?;
        let part = Self {
            file,
            frames_at,
            frame_bytes: index.frame_bytes,
            identity,
        };
        let whole = frames_at.checked_add(index.frame_bytes)? == all;
        let rows = index.rows.0.iter();
        let in_order = rows.is_sorted_by(|a, b| a.path_in(&index.paths) < b.path_in(&index.paths));
        (whole && in_order).then_some((part, index))
    }

    /// Fills `frame` with the bytes from `start` on, counted from the first frame.
    pub(super) fn read(&self, start: u64, frame: &mut [u8]) -> Option<()> {
        let end = start.checked_add(frame.len() as u64)?;
        if end > self.frame_bytes {
            return None;
        }
        let at = self.frames_at.checked_add(start)?;
        self.file.read_exact_at(frame, at).ok()
    }
}

/// The bytes of a file.
///
/// # Errors
/// If something cannot be serialized.
pub(super) fn encode(
    index: &Index<impl Serialize, impl Serialize>,
    frames: &[u8],
) -> io::Result<Vec<u8>> {
    let index = postcard::to_stdvec(index).map_err(io::Error::other)?;
    let mut bytes = Vec::with_capacity(HEAD_BYTES + index.len() + frames.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&fingerprint().to_le_bytes());
    bytes.extend_from_slice(&(index.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&checksum(&index));
    bytes.extend_from_slice(&index);
    bytes.extend_from_slice(frames);
    Ok(bytes)
}

/// The identity that the file at `path` has now.
pub(super) fn identity(path: &Path) -> Option<Identity> {
    let mut head = [0; HEAD_BYTES];
    let file = Positional::new(own_files::open(path).ok()?);
    file.read_exact_at(&mut head, 0).ok()?;
    head.get(24..)?.try_into().ok()
}

/// A file that several threads read at positions of their own.
#[derive(Debug)]
struct Positional {
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
}

#[cfg(unix)]
impl Positional {
    fn new(file: File) -> Self {
        Self { file }
    }

    fn read_exact_at(&self, bytes: &mut [u8], start: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, start)
    }
}

#[cfg(not(unix))]
impl Positional {
    fn new(file: File) -> Self {
        let file = std::sync::Mutex::new(file);
        Self { file }
    }

    fn read_exact_at(&self, bytes: &mut [u8], start: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        use std::sync::PoisonError;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(bytes)
    }
}

/// The parts of a file's facts that are packed separately, in the order of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Table {
    /// All but the others.
    Outer,
    /// Value expressions.
    Exprs,
    /// Sites.
    Sites,
}

/// Number of [`Table`]s.
pub(super) const TABLES: usize = 3;

/// Sizes packed and unpacked, checksum of what is packed.
const TABLE_HEAD_BYTES: usize = 4 + 4 + 8;

/// A frame of some tables, in their order, each as postcard.
pub(super) fn frame_of(tables: [Vec<u8>; TABLES]) -> Vec<u8> {
    let (mut frame, mut packed) = (Vec::new(), Vec::new());
    for raw in tables {
        let table = lz4_flex::block::compress(&raw);
        for size in [table.len(), raw.len()] {
            frame.extend_from_slice(&(size as u32).to_le_bytes());
        }
        frame.extend_from_slice(&checksum(&table));
        packed.extend_from_slice(&table);
    }
    frame.extend_from_slice(&packed);
    frame
}

/// Returns a packed table of a frame and its unpacked size; none if it is damaged.
fn find_table(frame: &[u8], table: Table) -> Option<(&[u8], usize)> {
    let (heads, tables) = frame.split_first_chunk::<{ TABLES * TABLE_HEAD_BYTES }>()?;
    let mut start = 0usize;
    let mut heads = heads.as_chunks::<TABLE_HEAD_BYTES>().0.iter().map(|head| {
        let [p0, p1, p2, p3, r0, r1, r2, r3, sum @ ..] = *head;
        let [packed, raw] = [[p0, p1, p2, p3], [r0, r1, r2, r3]].map(u32::from_le_bytes);
        (packed as usize, raw as usize, sum)
    });
    for (packed, ..) in heads.by_ref().take(table as usize) {
        start = start.checked_add(packed)?;
    }
    let (packed, raw, sum) = heads.next()?;
    let packed = tables.get(start..start.checked_add(packed)?)?;
    (checksum(packed) == sum).then_some((packed, raw))
}

/// Unpacks frames, and reuses its buffers.
#[derive(Default)]
pub(super) struct Unpacker {
    packed: Vec<u8>,
    raw: Vec<u8>,
}

impl Unpacker {
    /// Unpacks a table of a frame of `length` bytes, which `read` fills in.
    pub(super) fn unpack(
        &mut self,
        length: u32,
        table: Table,
        read: impl FnOnce(&mut [u8]) -> Option<()>,
    ) -> Option<&[u8]> {
        let length = length as usize;
        if self.packed.len() < length {
            self.packed.resize(length, 0);
        }
        let packed = self.packed.get_mut(..length)?;
        read(packed)?;
        let (packed, raw) = find_table(packed, table)?;
        // LZ4 packs nothing smaller than this, so a forged size cannot reserve more.
        if raw / 255 > packed.len() {
            return None;
        }
        if self.raw.len() < raw {
            self.raw.resize(raw, 0);
        }
        let unpacked = self.raw.get_mut(..raw)?;
        let written = lz4_flex::block::decompress_into(packed, unpacked).ok()?;
        (written == raw).then_some(&*unpacked)
    }
}
