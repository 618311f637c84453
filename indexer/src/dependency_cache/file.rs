//! The layout of a file of the dependency cache.
//!
//! | part | contents |
//! |---|---|
//! | head | magic (8 bytes), fingerprint of the program (8), hash of the inputs (32), hash of the head of the full file that a changes file belongs to, or zeros (32); for each section its length (8) and its checksum (8) |
//! | records | number of files (4); for each a head of fixed width; then the paths, the cross-file facts ([`CrossFacts`]) and the lists of the summaries of all |
//! | read sets | number of rows (4), length of each (4), the rows: number of the file and its [`ReadSet`] (postcard) |
//! | names | in a full file: the names that files share ([`Names`](bombe_resolve::names::Names)) |
//! | cross-file facts | in a full file: the [`CrossFileIndex`](bombe_resolve::cross_index::CrossFileIndex) |
//!
//! All sections but the read sets are used as they lie.

use bombe_rules::file_table::SourceId;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use crate::cache_file::checksum;
use crate::fingerprint::fingerprint;
use crate::own_files;
use bombe_facts::mapped::{MappedFile, OwnedBytes};
use bombe_resolve::cross_fact::CrossFacts;
use bombe_resolve::dependencies::ReadSet;
use bombe_resolve::record::FileRecord;
use bombe_rules::fixed::{self, FixedWidth};
use bombe_rules::summary::{self, FileSummary};

const MAGIC: &[u8; 8] = b"BOMBEDEP";

/// Size of what comes before the sections.
pub(super) const HEAD_BYTES: usize = 8 + 8 + 32 + 32 + SECTIONS * (8 + 8);

/// Number of sections: records, read sets, names, cross-file facts.
pub(super) const SECTIONS: usize = 4;

/// The fixed-width part of a record, without its path, cross-file facts and lists.
struct RecordHead {
    /// Number of the file.
    file: SourceId,
    language: u8,
    is_stub: bool,
    /// Where its path, facts and lists end among those of all files.
    ends: [u64; 3],
    head: summary::Head,
}

impl FixedWidth for RecordHead {
    type Bytes = [u8; 30 + summary::Head::WIDTH];

    fn to_bytes(&self) -> Self::Bytes {
        let mut bytes = [0; 30 + summary::Head::WIDTH];
        bytes[..4].copy_from_slice(&self.file.0.to_le_bytes());
        bytes[4] = self.language;
        bytes[5] = u8::from(self.is_stub);
        bytes[6..30].copy_from_slice(self.ends.map(u64::to_le_bytes).as_flattened());
        bytes[30..].copy_from_slice(&self.head.to_bytes());
        bytes
    }

    fn of_bytes(bytes: Self::Bytes) -> Self {
        let mut head = [0; summary::Head::WIDTH];
        head.copy_from_slice(&bytes[30..]);
        let [f0, f1, f2, f3, language, is_stub, ..] = bytes;
        let mut ends = bytes[6..30].as_chunks().0.iter();
        Self {
            file: SourceId(u32::from_le_bytes([f0, f1, f2, f3])),
            language,
            is_stub: is_stub != 0,
            ends: [0; 3].map(|_: u64| ends.next().map_or(0, |end| u64::from_le_bytes(*end))),
            head: summary::Head::of_bytes(head),
        }
    }
}

/// Returns the bytes of a file. `full` is the hash of the full file that a changes file belongs to, or zeros. `names` and
/// `cross_facts` are empty in a changes file.
///
/// # Errors
/// If a read set cannot be serialized.
pub(super) fn encode(
    inputs: [u8; 32],
    full: [u8; 32],
    records: &[(SourceId, &FileRecord)],
    reads: &[(SourceId, &ReadSet)],
    [names, cross_facts]: [&[u8]; 2],
) -> io::Result<Vec<u8>> {
    let records = records_section(records);
    let reads = section(reads, |file, reads| postcard::to_stdvec(&(file, reads)))?;
    let sections: [&[u8]; SECTIONS] = [&records, &reads, names, cross_facts];
    let length: usize = sections.iter().map(|section| section.len()).sum();
    let mut bytes = Vec::with_capacity(HEAD_BYTES + length);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&fingerprint().to_le_bytes());
    bytes.extend_from_slice(&inputs);
    bytes.extend_from_slice(&full);
    for section in sections {
        bytes.extend_from_slice(&(section.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&checksum(section));
    }
    for section in sections {
        bytes.extend_from_slice(section);
    }
    Ok(bytes)
}

/// Returns the section of records: heads, paths, cross-file facts, and the lists of summaries.
fn records_section(entries: &[(SourceId, &FileRecord)]) -> Vec<u8> {
    let mut bytes = (entries.len() as u32).to_le_bytes().to_vec();
    let mut ends = [0; 3];
    let records = entries.iter().map(|(file, record)| {
        let parts = [
            record.path.len(),
            record.cross_facts.byte_count(),
            record.summary.lists().len(),
        ];
        for (end, part) in ends.iter_mut().zip(parts) {
            *end += part as u64;
        }
        RecordHead {
            file: *file,
            language: record.language,
            is_stub: record.is_stub,
            ends,
            head: record.summary.head,
        }
    });
    fixed::push(&mut bytes, records);
    let entries = || entries.iter().map(|(_, record)| *record);
    bytes.extend(entries().flat_map(|record| &*record.path));
    entries().for_each(|record| record.cross_facts.push_to(&mut bytes));
    bytes.extend(entries().flat_map(|record| record.summary.lists()));
    bytes
}

/// Returns a section of rows, each packed with the number of its file.
fn section<T: Sync>(
    rows: &[(SourceId, &T)],
    pack: impl Fn(SourceId, &T) -> Result<Vec<u8>, postcard::Error> + Sync,
) -> io::Result<Vec<u8>> {
    let rows = rows.par_iter().map(|(file, row)| pack(*file, row));
    let packed: Result<Vec<Vec<u8>>, postcard::Error> = rows.collect();
    let packed = packed.map_err(io::Error::other)?;
    let mut bytes = (packed.len() as u32).to_le_bytes().to_vec();
    bytes.extend(
        packed
            .iter()
            .flat_map(|row| (row.len() as u32).to_le_bytes()),
    );
    bytes.extend(packed.concat());
    Ok(bytes)
}

/// One of the files of a dependency cache.
pub(super) struct CacheFile {
    /// Hash of all that the state is made from.
    pub(super) inputs: [u8; 32],
    /// The hash of the full file that a changes file belongs to; zeros in a full file.
    pub(super) full: [u8; 32],
    /// Hash of the head, which holds the checksums of the sections.
    pub(super) hash: [u8; 32],
    /// Each section with its checksum.
    pub(super) sections: [(Range<usize>, [u8; 8]); SECTIONS],
    file: Arc<MappedFile>,
}

impl CacheFile {
    /// Opens a file; none if it is absent, cut off, or written by another version of the program.
    pub(super) fn open(path: &Path) -> Option<Self> {
        let file = Arc::new(MappedFile::of(&own_files::open(path).ok()?).ok()?);
        let (head, _) = file.split_first_chunk::<HEAD_BYTES>()?;
        let hash = *blake3::hash(head).as_bytes();
        let (magic, head) = head.split_at_checked(8)?;
        let (version, head) = head.split_first_chunk()?;
        if magic != MAGIC || u64::from_le_bytes(*version) != fingerprint() {
            return None;
        }
        let (inputs, head) = head.split_first_chunk()?;
        let (full, mut head) = head.split_first_chunk()?;
        let mut start = HEAD_BYTES;
        let mut next = || {
            let (length, after) = head.split_first_chunk()?;
            let (checksum, after) = after.split_first_chunk()?;
            head = after;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            let end = start.checked_add(length)?;
            let section = (start..end, *checksum);
            start = end;
            Some(section)
        };
        let sections = [next()?, next()?, next()?, next()?];
        let (inputs, full) = (*inputs, *full);
        (start == file.len()).then_some(Self {
            inputs,
            full,
            hash,
            sections,
            file,
        })
    }

    /// Returns true for a full file.
    pub(super) fn is_full(&self) -> bool {
        self.full == [0; 32]
    }

    /// Returns each record with the number of its file; none in place of one that makes no sense. None if the section is
    /// damaged.
    pub(super) fn records(
        &self,
    ) -> Option<impl Iterator<Item = Option<(SourceId, FileRecord)>> + '_> {
        let (range, sum) = &self.sections[0];
        let bytes = self.file.get(range.clone())?;
        if checksum(bytes) != *sum {
            return None;
        }
        let (count, bytes) = bytes.split_first_chunk()?;
        let length = (u32::from_le_bytes(*count) as usize).checked_mul(RecordHead::WIDTH)?;
        let (records, parts) = bytes.split_at_checked(length)?;
        let records = || fixed::rows::<RecordHead>(records);
        let last = records().last().map_or([0; 3], |record| record.ends);
        // Each part begins where the one before it ends.
        let mut starts = [range.end - parts.len(); 3];
        starts[1] = starts[0].checked_add(usize::try_from(last[0]).ok()?)?;
        starts[2] = starts[1].checked_add(usize::try_from(last[1]).ok()?)?;
        let mut before = [0; 3];
        Some(records().map(move |record| {
            let RecordHead {
                file,
                language,
                is_stub,
                ends,
                head,
            } = record;
            let piece = |part: usize| {
                let place = |at: u64| starts[part].checked_add(usize::try_from(at).ok()?);
                let (start, end) = (place(before[part])?, place(ends[part])?);
                let inside = start <= end && end <= range.end;
                inside.then(|| OwnedBytes::Mapped(Arc::clone(&self.file), start..end))
            };
            let record = FileRecord {
                path: piece(0)?,
                language,
                is_stub,
                summary: FileSummary::cached(head, piece(2)?)?,
                cross_facts: CrossFacts::cached(piece(1)?),
            };
            before = ends;
            Some((file, record))
        }))
    }

    pub(super) fn read_sets(&self) -> Option<Vec<(SourceId, ReadSet)>> {
        self.rows(1, |row| postcard::from_bytes(self.file.get(row)?).ok())
    }

    pub(super) fn names(&self) -> Option<OwnedBytes> {
        self.piece(2)
    }

    pub(super) fn cross_facts(&self) -> Option<OwnedBytes> {
        self.piece(3)
    }

    /// Returns a section as it lies; none if it is damaged.
    fn piece(&self, section: usize) -> Option<OwnedBytes> {
        let (range, sum) = &self.sections[section];
        let is_whole = checksum(self.file.get(range.clone())?) == *sum;
        is_whole.then(|| OwnedBytes::Mapped(Arc::clone(&self.file), range.clone()))
    }

    /// Returns the read set of one file of a full file. Does not check the checksum.
    pub(super) fn read_set_of(&self, file: SourceId) -> Option<ReadSet> {
        let row = self.places(1)?.nth(file.index())?;
        let (of, reads): (SourceId, ReadSet) = postcard::from_bytes(self.file.get(row)?).ok()?;
        (of == file).then_some(reads)
    }

    /// Returns the rows of a section; none if it is damaged.
    fn rows<T: Send>(
        &self,
        section: usize,
        unpack: impl Fn(Range<usize>) -> Option<T> + Sync + Send,
    ) -> Option<Vec<T>> {
        let (range, sum) = &self.sections[section];
        if checksum(self.file.get(range.clone())?) != *sum {
            return None;
        }
        let places: Vec<_> = self.places(section)?.collect();
        // All threads fill the list before a damaged row is looked for.
        let rows: Vec<Option<T>> = (places.into_par_iter().with_min_len(64))
            .map(unpack)
            .collect();
        rows.into_iter().collect()
    }

    /// Returns the range of each row of a section.
    fn places(&self, section: usize) -> Option<impl Iterator<Item = Range<usize>> + '_> {
        let (range, _) = &self.sections[section];
        let (count, bytes) = self.file.get(range.clone())?.split_first_chunk::<4>()?;
        let heads = (u32::from_le_bytes(*count) as usize).checked_mul(4)?;
        let (lengths, _) = bytes.get(..heads)?.as_chunks::<4>();
        let mut start = range.start + 4 + heads;
        Some(lengths.iter().map(move |length| {
            let row = start..start.saturating_add(u32::from_le_bytes(*length) as usize);
            start = row.end;
            row
        }))
    }
}
