//! Writes a facts cache: a small file of what differs, or a new large file.

use std::io;
use std::path::Path;

use bombe_format::kind::{Language, SkipReason};

use super::part::{self, Index};
use super::{FactsCache, InputHashes, Origin, Row, RowContents};
use crate::{atomic_file, own_files};

use crate::stamp::Stamp;
use bombe_facts::Facts;

/// The small file is folded into the large one when its frames have more than this fraction of that one's size …
const SMALL_SHARE: u64 = 4;

/// … and more than this size in bytes, below which it makes no difference which file is written.
const SMALL_BYTES_MIN: u64 = 256 << 10;

/// A file for the next cache.
#[derive(Debug)]
pub struct Entry<'f> {
    /// Path relative to the root, `/`-separated.
    pub path: &'f str,
    /// Its language.
    pub language: Language,
    /// Its stamp.
    pub stamp: Option<Stamp>,
    /// blake3 of its bytes.
    pub hash: [u8; 32],
    /// Size in bytes.
    pub size: u64,
    /// The file states that a tool wrote it.
    pub generated: bool,
    /// The interface hash of its facts.
    pub interface: [u8; 16],
    /// Its facts.
    pub facts: EntryFacts<'f>,
}

/// The facts of a file, for the next cache.
#[derive(Debug)]
pub enum EntryFacts<'f> {
    /// Facts, as [`pack`] makes them.
    Packed(&'f Packed),
    /// The position of a row of the cache before, whose frame stays or is copied.
    Cached(usize),
    /// None, with the reason.
    Skipped(SkipReason),
}

/// Facts, packed as a frame.
#[derive(Debug)]
pub struct Packed(Vec<u8>);

/// Packs facts.
///
/// # Errors
/// If they cannot be serialized.
pub fn pack(facts: &Facts) -> io::Result<Packed> {
    let outer = postcard::to_stdvec(facts).map_err(io::Error::other)?;
    let exprs = postcard::to_stdvec(&*facts.exprs).map_err(io::Error::other)?;
    let sites = postcard::to_stdvec(&*facts.sites).map_err(io::Error::other)?;
    Ok(Packed(part::frame_of([outer, exprs, sites])))
}

/// Writes the cache at `path`. `entries` are sorted by path; `before` is the cache that [`EntryFacts::Cached`] rows
/// are from. If that is the one at `path`, writes only what differs, unless that is much, or `full` is set. If the process is
/// killed, the cache is the one before or the new one. The caller holds the lock.
///
/// # Errors
/// When a file cannot be written.
pub fn write(
    path: &Path,
    inputs: InputHashes,
    entries: &[Entry],
    before: &FactsCache,
    full: bool,
) -> io::Result<()> {
    if !full && let Some(bytes) = differences(path, inputs, entries, before)? {
        return atomic_file::write_unsynced(&part::small(path), &bytes);
    }
    let mut frames = Frames::default();
    let mut paths = String::new();
    let rows: Vec<Row> = entries
        .iter()
        .filter_map(|entry| frames.row(entry, before, &mut paths))
        .collect();
    let index = Index {
        over: None,
        frame_bytes: frames.bytes.len() as u64,
        inputs,
        paths,
        rows: &rows,
        removed: &[] as &[String],
    };
    atomic_file::write_unsynced(path, &part::encode(&index, &frames.bytes)?)?;
    // The small file belongs to the large one before. If the new one has the same bytes, it would still count.
    own_files::remove(&part::small(path))
}

/// Returns the small file that turns `before` into `entries`; none if a large file is due, or if `before` is not the cache at
/// `path`.
fn differences(
    path: &Path,
    inputs: InputHashes,
    entries: &[Entry],
    before: &FactsCache,
) -> io::Result<Option<Vec<u8>>> {
    let Some(large) = before.large.as_ref().filter(|_| before.path == path) else {
        return Ok(None);
    };
    if part::identity(path) != Some(large.identity) {
        return Ok(None);
    }
    let mut frames = Frames {
        first: large.frame_bytes,
        bytes: Vec::new(),
    };
    let mut rows = Vec::new();
    let mut paths = String::new();
    let mut removed = before.removed.clone();
    // Both lists are by path: one walk along both.
    let mut position = 0;
    let mut live = 0;
    for entry in entries {
        let path_of = |row| before.path(row);
        while let Some(row) = before.row(position).filter(|row| path_of(row) < entry.path) {
            if before.origins[position] != Origin::Nothing {
                removed.push(before.path(row).to_owned());
            }
            position += 1;
        }
        let known = before
            .row(position)
            .filter(|row| path_of(row) == entry.path);
        let same = known.filter(|row| before.origins[position] == Origin::Same && entry.is(row));
        position += usize::from(known.is_some());
        if let Some(row) = same {
            live += row.frame_bytes();
        } else if let Some(row) = frames.row(entry, before, &mut paths) {
            // A cached row, with another stamp.
            if row.frame().is_some_and(|start| start < frames.first) {
                live += row.frame_bytes();
            }
            rows.push(row);
        } else if known.is_some() {
            removed.push(entry.path.to_owned());
        }
    }
    for position in position..before.rows.len() {
        if before.origins[position] != Origin::Nothing {
            removed.push(before.path(&before.rows[position]).to_owned());
        }
    }
    removed.sort_unstable();
    removed.dedup();
    let dead = large.frame_bytes.saturating_sub(live);
    let due = (large.frame_bytes / SMALL_SHARE).max(SMALL_BYTES_MIN);
    if dead.max(frames.bytes.len() as u64) > due {
        return Ok(None);
    }
    let index = Index {
        over: Some(large.identity),
        frame_bytes: frames.bytes.len() as u64,
        inputs,
        paths,
        rows: &rows,
        removed: &removed,
    };
    Ok(Some(part::encode(&index, &frames.bytes)?))
}

/// Frames, one behind the other.
#[derive(Default)]
struct Frames {
    /// Bytes of the frames before them that stay where they are.
    first: u64,
    bytes: Vec<u8>,
}

impl Frames {
    /// Returns the row of an entry. Appends its frame, unless that stays where it is, and appends its path to `paths`. None
    /// if its frame cannot be read any more.
    fn row(&mut self, entry: &Entry, before: &FactsCache, paths: &mut String) -> Option<Row> {
        let start = self.first + self.bytes.len() as u64;
        let contents = match entry.facts {
            EntryFacts::Skipped(reason) => RowContents::Skipped(reason as u8),
            EntryFacts::Packed(packed) => {
                self.bytes.extend_from_slice(&packed.0);
                let length = packed.0.len() as u32;
                RowContents::Facts { start, length }
            }
            EntryFacts::Cached(position) => match before.row(position)?.contents {
                RowContents::Facts { start: was, length } if was >= self.first => {
                    let end = self.bytes.len();
                    self.bytes.resize(end + length as usize, 0);
                    if before.read(was, self.bytes.get_mut(end..)?).is_none() {
                        self.bytes.truncate(end);
                        return None;
                    }
                    RowContents::Facts { start, length }
                }
                contents => contents,
            },
        };
        let path = (paths.len() as u32, entry.path.len() as u32);
        paths.push_str(entry.path);
        Some(Row {
            path,
            language: entry.language as u8,
            stamp: entry.stamp,
            hash: entry.hash,
            size: entry.size,
            generated: entry.generated,
            interface: entry.interface,
            contents,
        })
    }
}

impl Entry<'_> {
    /// Returns true if a row of the same path in the cache before says the same.
    fn is(&self, row: &Row) -> bool {
        let is_same = match self.facts {
            // A cached row is the row of its path.
            EntryFacts::Cached(_) => true,
            EntryFacts::Packed(_) => false,
            EntryFacts::Skipped(reason) => row.contents == RowContents::Skipped(reason as u8),
        };
        is_same
            && self.language as u8 == row.language
            && self.stamp == row.stamp
            && self.hash == row.hash
            && self.size == row.size
            && self.generated == row.generated
            && self.interface == row.interface
    }
}

impl Row {
    /// Returns where its frame starts, if it has one.
    fn frame(&self) -> Option<u64> {
        match self.contents {
            RowContents::Facts { start, .. } => Some(start),
            RowContents::Skipped(_) => None,
        }
    }

    /// Size of its frame in bytes.
    fn frame_bytes(&self) -> u64 {
        match self.contents {
            RowContents::Facts { length, .. } => u64::from(length),
            RowContents::Skipped(_) => 0,
        }
    }
}
