//! Facts kept from one build to the next, so that an unchanged file is not parsed again.
//!
//! A store is a file of the indexer's own: no reader opens it, and it may be deleted at any time at the price of parsing.
//! Facts are a pure function of (path, bytes, language, version of the program), so a row is good for as long as the bytes
//! have its hash; a store of another program version counts as none. Layout: magic (8 bytes), fingerprint of the program
//! (8), length of the index (8), blake3 of the index (32), the index ([`Row`]s by path, postcard in zstd), then the frames:
//! one file's facts each, postcard in zstd with a checksum.
//!
//! What is read back is not trusted: damage is told by checksums, and rows that would send a walk along parents in circles
//! are refused. Facts that fit no other table are a fault that the caller catches (`crate::pipeline`).

use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use bombe_format::frame::{FrameReader, FrameWriter};
use bombe_format::kind::{Language, SkipReason};
use serde::{Deserialize, Serialize};

use super::Facts;

const MAGIC: &[u8; 8] = b"BOMBEFCT";
const HEAD_BYTES: usize = 8 + 8 + 8 + 32;

/// Version of everything that makes facts: a hash over the sources of this program.
pub const FINGERPRINT: &str = env!("BOMBE_FINGERPRINT");

/// zstd level of index and frames: writing must cost little beside parsing.
const LEVEL: i32 = 1;

/// Largest index in bytes: a bound on what a damaged length may ask for.
const INDEX_BYTES_MAX: usize = 1 << 30;

/// A file changed less than this long before it was looked at may be changed again within the same tick of the clock, so
/// its time proves nothing (git calls such an entry racy).
const RACY_NANOSECONDS: u64 = 1_000_000_000;

/// What tells cheaply that a file is the one that was read: size, times of the last change of content and of state, and
/// number in the file system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stamp {
    size: u64,
    /// In nanoseconds since 1970.
    modified: u64,
    /// In nanoseconds since 1970; nobody can set this one back. The same as `modified` where a system has no such time.
    changed: u64,
    number: u64,
}

impl Stamp {
    /// The stamp of a file at `path`; none if it cannot be asked, or has changed so lately that its time proves nothing.
    pub fn of(path: &Path) -> Option<Self> {
        let meta = std::fs::symlink_metadata(path).ok()?;
        let modified = nanoseconds(meta.modified().ok()?)?;
        let (changed, number) = state(&meta).unwrap_or((modified, 0));
        let now = nanoseconds(std::time::SystemTime::now())?;
        let settled = now.saturating_sub(modified.max(changed)) > RACY_NANOSECONDS;
        settled.then_some(Self {
            size: meta.len(),
            modified,
            changed,
            number,
        })
    }
}

fn nanoseconds(time: std::time::SystemTime) -> Option<u64> {
    u64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_nanos()).ok()
}

/// Time of the last change of state in nanoseconds since 1970, and number in the file system.
#[cfg(unix)]
fn state(meta: &std::fs::Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let seconds = u64::try_from(meta.ctime()).ok()?;
    let changed = seconds
        .checked_mul(1_000_000_000)?
        .checked_add(meta.ctime_nsec() as u64)?;
    Some((changed, meta.ino()))
}

#[cfg(not(unix))]
fn state(_: &std::fs::Metadata) -> Option<(u64, u64)> {
    None
}

/// A file that was read before.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Path relative to the root, `/`-separated.
    pub path: String,
    /// Number of the language that it was read as.
    language: u8,
    /// What the file system said of it; none if that proves nothing.
    pub stamp: Option<Stamp>,
    /// blake3 of its bytes.
    pub hash: [u8; 32],
    /// Size in bytes.
    pub size: u64,
    /// Says that a tool wrote it.
    pub generated: bool,
    /// Digest of what other files can see of it; see [`super::surface`].
    pub surface: [u8; 16],
    /// What was read.
    what: What,
}

/// What was read from a file.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum What {
    /// A frame of facts: first byte behind the index, compressed and decompressed size in bytes.
    Facts { start: u64, length: u32, raw: u32 },
    /// Nothing: the number of a reason that lies in the bytes alone.
    Skipped(u8),
}

impl Row {
    /// True if it was read as a file of `language`.
    pub fn is_of(&self, language: Language) -> bool {
        self.language == language as u8
    }

    /// Why the file gives no facts, if it gives none.
    pub fn skipped(&self) -> Option<SkipReason> {
        match self.what {
            What::Facts { .. } => None,
            What::Skipped(reason) => SkipReason::from_u8(reason),
        }
    }
}

/// A store, opened.
#[derive(Debug, Default)]
pub struct Store {
    bytes: Vec<u8>,
    frames_at: usize,
    state: State,
    rows: Vec<Row>,
}

/// Digests of what a store was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct State {
    /// All that a snapshot of it is made from.
    pub inputs: [u8; 32],
    /// The same, but for the contents of its files and what is said of the repository as a whole.
    pub frame: [u8; 32],
}

impl Store {
    /// Opens the store at `path`. One that is not there, is damaged or comes from another version of the program is
    /// empty. Reads the file, decodes the index.
    pub fn open(path: &Path) -> Self {
        std::fs::read(path)
            .ok()
            .and_then(Self::from_bytes)
            .unwrap_or_default()
    }

    fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        let head = bytes.get(..HEAD_BYTES)?;
        let number = |at: usize| {
            head.get(at..)?
                .first_chunk()
                .copied()
                .map(u64::from_le_bytes)
        };
        if !head.starts_with(MAGIC) || number(8)? != fingerprint() {
            return None;
        }
        let length = usize::try_from(number(16)?).ok()?;
        let frames_at = HEAD_BYTES.checked_add(length)?;
        let index = bytes.get(HEAD_BYTES..frames_at)?;
        if blake3::hash(index).as_bytes() != head.get(24..)? {
            return None;
        }
        let raw = zstd::bulk::decompress(index, INDEX_BYTES_MAX.min(length * 64 + 4096)).ok()?;
        let (state, rows): (State, Vec<Row>) = postcard::from_bytes(&raw).ok()?;
        rows.is_sorted_by(|a, b| a.path < b.path).then_some(Self {
            bytes,
            frames_at,
            state,
            rows,
        })
    }

    /// What it was made of.
    pub fn state(&self) -> State {
        self.state
    }

    /// True if it knows no file.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The row of a path, if the file was read before.
    pub fn find(&self, path: &str) -> Option<&Row> {
        let at = self
            .rows
            .binary_search_by(|row| row.path.as_str().cmp(path))
            .ok()?;
        self.rows.get(at)
    }

    /// The facts of a row; none if it has none or they are damaged.
    pub fn facts(&self, row: &Row, reader: &mut FrameReader) -> Option<Facts> {
        let What::Facts { raw, .. } = row.what else {
            return None;
        };
        let raw = reader
            .decompress(self.frame(row)?, raw as usize, "facts")
            .ok()?;
        let facts: Facts = postcard::from_bytes(&raw).ok()?;
        facts.has_sound_parents().then_some(facts)
    }

    fn frame(&self, row: &Row) -> Option<&[u8]> {
        let What::Facts { start, length, .. } = row.what else {
            return None;
        };
        let start = self.frames_at.checked_add(usize::try_from(start).ok()?)?;
        self.bytes.get(start..start.checked_add(length as usize)?)
    }
}

/// A file for the next store.
#[derive(Debug)]
pub struct Entry<'f> {
    /// Path relative to the root, `/`-separated.
    pub path: &'f str,
    /// Its language.
    pub language: Language,
    /// What the file system said of it.
    pub stamp: Option<Stamp>,
    /// blake3 of its bytes.
    pub hash: [u8; 32],
    /// Size in bytes.
    pub size: u64,
    /// Says that a tool wrote it.
    pub generated: bool,
    /// Digest of what other files can see of it.
    pub surface: [u8; 16],
    /// What was read.
    pub read: Read<'f>,
}

/// What was read from a file, for the next store.
#[derive(Debug)]
pub enum Read<'f> {
    /// Facts, as [`pack`] makes them.
    Packed(&'f Packed),
    /// A row of the store before, whose frame is copied.
    Kept(&'f Row),
    /// Nothing.
    Skipped(SkipReason),
}

/// Facts as a frame.
#[derive(Debug)]
pub struct Packed {
    bytes: Vec<u8>,
    raw: u32,
}

/// Packs facts, on one thread of many: `writer` is that thread's own.
///
/// # Errors
/// If zstd cannot allocate.
pub fn pack(facts: &Facts, writer: &mut FrameWriter) -> io::Result<Packed> {
    let raw = postcard::to_stdvec(facts).map_err(io::Error::other)?;
    Ok(Packed {
        bytes: writer.compress(&raw)?,
        raw: raw.len() as u32,
    })
}

/// A writer for [`pack`].
///
/// # Errors
/// If zstd cannot allocate its working space.
pub fn frame_writer() -> io::Result<FrameWriter<'static>> {
    FrameWriter::new(LEVEL, None)
}

/// The bytes of a store of a `state`. `entries` are by path; `before` is the store that kept rows are from.
///
/// # Errors
/// If zstd cannot allocate.
pub fn encode(state: State, entries: &[Entry], before: &Store) -> io::Result<Vec<u8>> {
    let mut rows = Vec::with_capacity(entries.len());
    let mut frames: Vec<u8> = Vec::new();
    for entry in entries {
        let mut add = |bytes: &[u8], raw| {
            let start = frames.len() as u64;
            frames.extend_from_slice(bytes);
            What::Facts {
                start,
                length: bytes.len() as u32,
                raw,
            }
        };
        let what = match &entry.read {
            Read::Packed(packed) => add(&packed.bytes, packed.raw),
            Read::Kept(row) => match (row.what, before.frame(row)) {
                (What::Facts { raw, .. }, Some(frame)) => add(frame, raw),
                (what @ What::Skipped(_), _) => what,
                (What::Facts { .. }, None) => continue,
            },
            Read::Skipped(reason) => What::Skipped(*reason as u8),
        };
        rows.push(Row {
            path: entry.path.to_owned(),
            language: entry.language as u8,
            stamp: entry.stamp,
            hash: entry.hash,
            size: entry.size,
            generated: entry.generated,
            surface: entry.surface,
            what,
        });
    }
    let index = postcard::to_stdvec(&(state, rows)).map_err(io::Error::other)?;
    let index = zstd::bulk::compress(&index, LEVEL)?;
    let mut bytes = Vec::with_capacity(HEAD_BYTES + index.len() + frames.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&fingerprint().to_le_bytes());
    bytes.extend_from_slice(&(index.len() as u64).to_le_bytes());
    bytes.extend_from_slice(blake3::hash(&index).as_bytes());
    bytes.extend_from_slice(&index);
    bytes.extend_from_slice(&frames);
    Ok(bytes)
}

/// [`FINGERPRINT`] as a number.
pub fn fingerprint() -> u64 {
    FINGERPRINT.parse().unwrap_or(0)
}

impl Facts {
    /// True if every scope and definition but the first lies behind its parent, so that a walk along parents ends.
    fn has_sound_parents(&self) -> bool {
        let scopes = self.scopes.iter().map(|scope| scope.parent.0);
        let defs = self.defs.iter().map(|def| def.parent.0);
        !self.scopes.is_empty() && !self.defs.is_empty() && sound(scopes) && sound(defs)
    }
}

fn sound(parents: impl Iterator<Item = u32>) -> bool {
    let mut parents = parents.zip(0u32..);
    parents.all(|(parent, own)| parent < own || (own == 0 && parent == 0))
}

/// Serializes the kind of a definition as its number, 255 for none.
pub(super) mod kind {
    use bombe_format::kind::SymbolKind;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    const NONE: u8 = u8::MAX;

    #[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
    pub(crate) fn serialize<S: Serializer>(
        kind: &Option<SymbolKind>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(kind.map_or(NONE, |kind| kind as u8))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<SymbolKind>, D::Error> {
        match u8::deserialize(deserializer)? {
            NONE => Ok(None),
            number => SymbolKind::from_u8(number)
                .map(Some)
                .ok_or_else(|| D::Error::custom("no kind of symbol")),
        }
    }
}

/// Serializes visibility as its number.
pub(super) mod visibility {
    use bombe_format::kind::Visibility;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(
        visibility: &Visibility,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*visibility as u8)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Visibility, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Visibility::from_u8(number).ok_or_else(|| D::Error::custom("no visibility"))
    }
}
