//! Writing a store: what is new beside the large file, or a large file of everything.

use std::io;
use std::path::Path;

use bombe_format::kind::{Language, SkipReason};

use super::part::{self, Index};
use super::{Origin, Row, Stamp, State, Store, What};
use crate::encode::write_kept;
use bombe_facts::Facts;

/// The small file becomes part of the large one when its frames have more than one part in so many of that one's size …
const SMALL_SHARE: u64 = 4;

/// … and this size in bytes, below which it makes no difference what is written.
const SMALL_BYTES_MIN: u64 = 256 << 10;

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
    pub interface: [u8; 16],
    /// What was read.
    pub read: Read<'f>,
}

/// What was read from a file, for the next store.
#[derive(Debug)]
pub enum Read<'f> {
    /// Facts, as [`pack`] makes them.
    Packed(&'f Packed),
    /// The place of a row of the store before, whose frame stays or is copied.
    Kept(usize),
    /// Nothing.
    Skipped(SkipReason),
}

/// Facts as a frame.
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

/// Makes the store at `path` one of a `state`. `entries` are by path; `before` is the store that kept rows are from. Where
/// that is the one at `path`, only what differs is written, unless that is much, or `whole` is asked for. Whenever the
/// process is killed, the store is the one before or the new one. Only for whoever has the lock.
///
/// # Errors
/// When a file cannot be written.
pub fn write(
    path: &Path,
    state: State,
    entries: &[Entry],
    before: &Store,
    whole: bool,
) -> io::Result<()> {
    if !whole && let Some(bytes) = differences(path, state, entries, before)? {
        return write_kept(&part::small(path), &bytes);
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
        state,
        paths,
        rows: &rows,
        gone: &[] as &[String],
    };
    write_kept(path, &part::encode(&index, &frames.bytes)?)?;
    // It belongs to the file before, unless that was the same to the byte: then it would still count.
    match std::fs::remove_file(part::small(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The small file that makes `before`, if it is the store at `path`, one of `entries`; none if a large one is due.
fn differences(
    path: &Path,
    state: State,
    entries: &[Entry],
    before: &Store,
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
    let mut gone = before.gone.clone();
    // Both lists are by path: one walk along both.
    let mut place = 0;
    let mut live = 0;
    for entry in entries {
        let path_of = |row| before.path(row);
        while let Some(row) = before.row(place).filter(|row| path_of(row) < entry.path) {
            if before.origins[place] != Origin::Nothing {
                gone.push(before.path(row).to_owned());
            }
            place += 1;
        }
        let known = before.row(place).filter(|row| path_of(row) == entry.path);
        let same = known.filter(|row| before.origins[place] == Origin::Same && entry.is(row));
        place += usize::from(known.is_some());
        if let Some(row) = same {
            live += row.frame_bytes();
        } else if let Some(row) = frames.row(entry, before, &mut paths) {
            // Kept, with another stamp.
            if row.frame().is_some_and(|start| start < frames.first) {
                live += row.frame_bytes();
            }
            rows.push(row);
        } else if known.is_some() {
            gone.push(entry.path.to_owned());
        }
    }
    for place in place..before.rows.len() {
        if before.origins[place] != Origin::Nothing {
            gone.push(before.path(&before.rows[place]).to_owned());
        }
    }
    gone.sort_unstable();
    gone.dedup();
    let dead = large.frame_bytes.saturating_sub(live);
    let due = (large.frame_bytes / SMALL_SHARE).max(SMALL_BYTES_MIN);
    if dead.max(frames.bytes.len() as u64) > due {
        return Ok(None);
    }
    let index = Index {
        over: Some(large.identity),
        frame_bytes: frames.bytes.len() as u64,
        state,
        paths,
        rows: &rows,
        gone: &gone,
    };
    Ok(Some(part::encode(&index, &frames.bytes)?))
}

/// Frames that are put one behind the other.
#[derive(Default)]
struct Frames {
    /// Bytes of the frames before them that stay where they are.
    first: u64,
    bytes: Vec<u8>,
}

impl Frames {
    /// The row of an entry, whose frame is put behind the others if it does not stay where it is, and its path behind `paths`;
    /// none if its frame cannot be read any more.
    fn row(&mut self, entry: &Entry, before: &Store, paths: &mut String) -> Option<Row> {
        let start = self.first + self.bytes.len() as u64;
        let what = match entry.read {
            Read::Skipped(reason) => What::Skipped(reason as u8),
            Read::Packed(packed) => {
                self.bytes.extend_from_slice(&packed.0);
                let length = packed.0.len() as u32;
                What::Facts { start, length }
            }
            Read::Kept(place) => match before.row(place)?.what {
                What::Facts { start: was, length } if was >= self.first => {
                    let end = self.bytes.len();
                    self.bytes.resize(end + length as usize, 0);
                    if before.read(was, self.bytes.get_mut(end..)?).is_none() {
                        self.bytes.truncate(end);
                        return None;
                    }
                    What::Facts { start, length }
                }
                what => what,
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
            what,
        })
    }
}

impl Entry<'_> {
    /// True if a row of the store before says all that this says; the row is of the same path.
    fn is(&self, row: &Row) -> bool {
        let read = match self.read {
            // The kept row of a path is the one of that path.
            Read::Kept(_) => true,
            Read::Packed(_) => false,
            Read::Skipped(reason) => row.what == What::Skipped(reason as u8),
        };
        read && self.language as u8 == row.language
            && self.stamp == row.stamp
            && self.hash == row.hash
            && self.size == row.size
            && self.generated == row.generated
            && self.interface == row.interface
    }
}

impl Row {
    /// Where its frame starts, if it has one.
    fn frame(&self) -> Option<u64> {
        match self.what {
            What::Facts { start, .. } => Some(start),
            What::Skipped(_) => None,
        }
    }

    /// Size of its frame in bytes.
    fn frame_bytes(&self) -> u64 {
        match self.what {
            What::Facts { length, .. } => u64::from(length),
            What::Skipped(_) => 0,
        }
    }
}
