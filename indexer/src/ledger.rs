//! What the last resolution found out about each file and what it looked at, kept beside the facts: with it an update
//! resolves some files without opening all others.
//!
//! Two files, like those of the facts: a whole one, and one beside it, whose name ends in `.new`, that holds what is
//! otherwise since. Where files have come or gone a new whole one is due; that of the base is then laid aside under a name
//! that ends in `.base`. Each names the state that it is of; a ledger of another state than that of the facts counts for
//! nothing, and the next build resolves everything.
//!
//! Layout: magic (8 bytes), fingerprint of the program (8), digest of the inputs (32), hash of the head of the whole file that
//! a new one belongs to or zeros (32), then for each of four sections its length (8) and its checksum (8), then the sections:
//! what was found out, what was looked at, and in the whole file the names that files share ([`Names`]) and what all say of others
//! ([`CrossFileIndex`]). The first is a number of files, a record of a fixed width for each, then their paths, what they say of others
//! ([`CrossFacts`]) and the lists of their summaries. The second is a number of rows, the length of each and the rows: number of the file and
//! its content (postcard). All but the second are used as they lie.
//! Files are numbered as resolution does: those of the repository by path, then the stub files.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::encode::write_kept;
use crate::kept::checksum;
use crate::store;
use bombe_facts::mapped::{Mapped, Piece};
use bombe_resolve::cross_fact::CrossFacts;
use bombe_resolve::cross_index::CrossFileIndex;
use bombe_resolve::dependencies::ReadSet;
use bombe_resolve::names::Names;
use bombe_resolve::record::{FileDef, FileRecord, ResolvedFile};
use bombe_rules::fixed::{self, FixedWidth};
use bombe_rules::summary::{self, FileSummary};

const MAGIC: &[u8; 8] = b"BOMBELDG";

/// Bytes before the sections.
const HEAD_BYTES: usize = 8 + 8 + 32 + 32 + SECTIONS * (8 + 8);

/// Entries, what was looked at, names, what is said.
const SECTIONS: usize = 4;

/// An entry as it is kept, before paths, rows and lists.
struct Record {
    /// Number of the file.
    file: u32,
    language: u8,
    is_stub: bool,
    /// Where its path, its rows and its lists end among those of all files.
    ends: [u64; 3],
    head: summary::Head,
}

impl FixedWidth for Record {
    type Bytes = [u8; 30 + summary::Head::WIDTH];

    fn to_bytes(&self) -> Self::Bytes {
        let mut bytes = [0; 30 + summary::Head::WIDTH];
        bytes[..4].copy_from_slice(&self.file.to_le_bytes());
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
            file: u32::from_le_bytes([f0, f1, f2, f3]),
            language,
            is_stub: is_stub != 0,
            ends: [0; 3].map(|_: u64| ends.next().map_or(0, |end| u64::from_le_bytes(*end))),
            head: summary::Head::of_bytes(head),
        }
    }
}

/// What is known of every file.
#[derive(Debug, Default)]
pub struct Ledger {
    /// By number of the file.
    entries: Vec<FileRecord>,
    /// Those that are otherwise than in the whole file, ascending.
    new: Vec<u32>,
    /// Hash of the whole file.
    whole: [u8; 32],
    /// Where the whole file is.
    path: PathBuf,
    /// The files have the numbers that they have there.
    is_whole: bool,
}

impl Ledger {
    /// Reads the ledger at `path` if it is of the state with the digest `inputs` and of `files` files; none if it is not
    /// there, is damaged, or of another state or version of the program.
    pub fn read(path: &Path, inputs: [u8; 32]) -> Option<Self> {
        let whole = Kept::open(path).filter(|whole| whole.over == [0; 32])?;
        let (is_whole, hash) = (whole.inputs == inputs, whole.hash);
        let kept = whole.entries()?;
        let mut entries = Vec::with_capacity(kept.size_hint().1.unwrap_or_default());
        for record in kept {
            let (file, record) = record?;
            if file as usize != entries.len() {
                return None;
            }
            entries.push(record);
        }
        let mut ledger = Self {
            entries,
            new: Vec::new(),
            whole: hash,
            path: path.to_owned(),
            is_whole: true,
        };
        if !is_whole {
            let new = Kept::open(&beside(path));
            let new = new.filter(|new| new.inputs == inputs && new.over == hash)?;
            for record in new.entries()? {
                let (file, record) = record?;
                *ledger.entries.get_mut(file as usize)? = record;
                ledger.new.push(file);
            }
        }
        Some(ledger)
    }

    /// What was found out about each file.
    pub fn entries(&self) -> &[FileRecord] {
        &self.entries
    }

    /// What was found out about a file.
    pub fn entry_mut(&mut self, file: u32) -> Option<&mut FileRecord> {
        self.entries.get_mut(file as usize)
    }

    /// What was looked at for each file; none if the files are not those that it was read from.
    pub fn reads(&self) -> Option<Vec<ReadSet>> {
        let whole = Kept::open(&self.path).filter(|whole| whole.hash == self.whole)?;
        let reads = whole.reads()?.into_iter();
        let mut reads: Vec<ReadSet> = reads.map(|(_, reads)| reads).collect();
        for (file, new) in self.reads_new()? {
            *reads.get_mut(file as usize)? = new;
        }
        let files = self.entries.len();
        let of_files = |reads: &ReadSet| reads.files.iter().all(|file| (*file as usize) < files);
        (reads.len() == files && reads.iter().all(of_files)).then_some(reads)
    }

    /// The names that files share, as they were in the whole file; none if the files are not those that it was read from, or they
    /// are damaged.
    pub fn names(&self) -> Option<Names> {
        let whole = Kept::open(&self.path).filter(|whole| whole.hash == self.whole)?;
        let rows = whole.names()?;
        self.is_whole.then(|| Names::kept(rows, self.new.clone()))
    }

    /// What all files say of others; none if that is damaged.
    pub fn cross_index(&self) -> Option<CrossFileIndex> {
        let says = |file: u32| {
            let rows = &self.entries[file as usize].cross_facts;
            (file, rows.all().collect::<Vec<_>>())
        };
        if !self.is_whole {
            return Some(CrossFileIndex::of((0..self.entries.len() as u32).map(says)));
        }
        let whole = Kept::open(&self.path).filter(|whole| whole.hash == self.whole)?;
        let mut cross_facts = CrossFileIndex::kept(whole.cross_facts()?);
        cross_facts.replace(self.new.iter().map(|file| says(*file)).collect());
        Some(cross_facts)
    }

    /// Number of the file of the repository at a path.
    pub fn find(&self, path: &str) -> Option<u32> {
        let stubs = self.entries.partition_point(|record| !record.is_stub);
        let found = self.entries[..stubs].binary_search_by(|record| record.path().cmp(path));
        found.ok().map(|file| file as u32)
    }

    /// Files that were opened for some files the last time: a hint, of which nobody checks whether it is damaged.
    pub fn opened_for(&self, files: &[u32]) -> Vec<u32> {
        let new = self.reads_new().unwrap_or_default();
        let whole = Kept::open(&self.path).filter(|whole| whole.hash == self.whole);
        let mut opened = Vec::new();
        for file in files {
            let of_new = new.binary_search_by_key(file, |(file, _)| *file);
            let reads = match of_new {
                Ok(at) => Some(new[at].1.clone()),
                Err(_) => whole.as_ref().and_then(|whole| whole.reads_of(*file)),
            };
            opened.extend(reads.into_iter().flat_map(|reads| reads.files));
        }
        opened.sort_unstable();
        opened.dedup();
        opened.retain(|file| (*file as usize) < self.entries.len());
        opened
    }

    fn reads_new(&self) -> Option<Vec<(u32, ReadSet)>> {
        if self.new.is_empty() {
            return Some(Vec::new());
        }
        let new = Kept::open(&beside(&self.path));
        new.filter(|new| new.over == self.whole)?.reads()
    }

    /// Takes the files in another order: `to` has the new number of each, or none if it is gone, and `count` is the number of
    /// files then. Those that come have no entry yet. Gives the files, by their new numbers, that named what is gone. From
    /// then on it can only be written whole.
    pub fn renumber(&mut self, to: &[Option<u32>], count: usize) -> Vec<u32> {
        let mut entries = vec![FileRecord::default(); count];
        let mut named = Vec::new();
        let number = |file: u32| to.get(file as usize).copied().flatten();
        for (mut record, to) in std::mem::take(&mut self.entries).into_iter().zip(to) {
            let Some(to) = to else { continue };
            if !record.cross_facts.is_empty() {
                let mut contributions = record.contributions();
                let lost = contributions.rename(|at| {
                    let file = number(at.file)?;
                    Some(FileDef { file, ..at })
                });
                record.cross_facts = contributions.to_rows();
                if lost {
                    named.push(*to);
                }
            }
            entries[*to as usize] = record;
        }
        self.entries = entries;
        self.new.clear();
        self.is_whole = false;
        named
    }

    /// Writes what is otherwise since this ledger: `new` rows, and entries of others that are `renamed`. Where what was looked
    /// at so far has been damaged, there is no ledger afterwards.
    ///
    /// # Errors
    /// When a file cannot be written or removed.
    pub fn write_new<'l>(
        &'l self,
        inputs: [u8; 32],
        new: &'l [ResolvedFile],
        renamed: impl Iterator<Item = (u32, &'l FileRecord)>,
    ) -> io::Result<()> {
        let mut entries: Vec<(u32, &FileRecord)> =
            new.iter().map(|row| (row.file, &row.record)).collect();
        entries.extend(renamed);
        entries.extend(
            self.new
                .iter()
                .map(|file| (*file, &self.entries[*file as usize])),
        );
        // Of one file the first counts.
        entries.sort_by_key(|(file, _)| *file);
        entries.dedup_by_key(|(file, _)| *file);
        let Some(kept) = self.reads_new() else {
            // What was looked at for some files is not known any more, which the next update must not take for nothing.
            return match fs::remove_file(&self.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        };
        let mut reads: Vec<(u32, &ReadSet)> =
            new.iter().map(|row| (row.file, &row.reads)).collect();
        reads.extend(kept.iter().map(|(file, reads)| (*file, reads)));
        reads.sort_by_key(|(file, _)| *file);
        reads.dedup_by_key(|(file, _)| *file);
        let bytes = encode(inputs, self.whole, &entries, &reads, [&[], &[]])?;
        write_kept(&beside(&self.path), &bytes)
    }
}

/// Writes a ledger of everything: a row of each file, in order. If it is not of the base, whose inputs are `base`, that
/// one is laid aside: the tree may come back to that state.
///
/// # Errors
/// When a file cannot be written or removed.
pub(crate) fn write_whole(
    path: &Path,
    inputs: [u8; 32],
    rows: &[ResolvedFile],
    base: Option<[u8; 32]>,
) -> io::Result<()> {
    match base {
        Some(base) if is_of(path, base) => fs::rename(path, of_base(path))?,
        Some(_) => {}
        None => match fs::remove_file(of_base(path)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        },
    }
    let entries: Vec<(u32, &FileRecord)> = rows.iter().map(|row| (row.file, &row.record)).collect();
    let reads: Vec<(u32, &ReadSet)> = rows.iter().map(|row| (row.file, &row.reads)).collect();
    let summaries: Vec<&FileSummary> = rows.iter().map(|row| &row.record.summary).collect();
    let names = Names::of(&summaries);
    let cross_facts = rows
        .iter()
        .map(|row| (row.file, row.record.cross_facts.all()));
    let cross_facts = CrossFileIndex::of(cross_facts).to_bytes();
    let bytes = encode(
        inputs,
        [0; 32],
        &entries,
        &reads,
        [names.rows(), &cross_facts],
    )?;
    write_kept(path, &bytes)
}

/// Puts the ledger of the base, whose inputs are `base`, in its place again, if it was laid aside.
///
/// # Errors
/// When the operating system refuses.
pub(crate) fn bring_back(path: &Path, base: [u8; 32]) -> io::Result<()> {
    if is_of(path, base) || !is_of(&of_base(path), base) {
        return Ok(());
    }
    fs::rename(of_base(path), path)
}

fn is_of(path: &Path, inputs: [u8; 32]) -> bool {
    Kept::open(path).is_some_and(|kept| kept.inputs == inputs)
}

/// Where the ledger of the base is while there is one of all files of another state.
fn of_base(path: &Path) -> PathBuf {
    named(path, ".base")
}

/// The file beside the whole one.
fn beside(path: &Path) -> PathBuf {
    named(path, ".new")
}

fn named(path: &Path, end: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(end);
    PathBuf::from(path)
}

fn encode(
    inputs: [u8; 32],
    over: [u8; 32],
    entries: &[(u32, &FileRecord)],
    reads: &[(u32, &ReadSet)],
    [names, cross_facts]: [&[u8]; 2],
) -> io::Result<Vec<u8>> {
    let entries = entries_section(entries);
    let reads = section(reads, |file, reads| postcard::to_stdvec(&(file, reads)))?;
    let sections: [&[u8]; SECTIONS] = [&entries, &reads, names, cross_facts];
    let length: usize = sections.iter().map(|section| section.len()).sum();
    let mut bytes = Vec::with_capacity(HEAD_BYTES + length);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&store::fingerprint().to_le_bytes());
    bytes.extend_from_slice(&inputs);
    bytes.extend_from_slice(&over);
    for section in sections {
        bytes.extend_from_slice(&(section.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&checksum(section));
    }
    for section in sections {
        bytes.extend_from_slice(section);
    }
    Ok(bytes)
}

/// Records of all entries, then their paths, their rows and the lists of their summaries.
fn entries_section(entries: &[(u32, &FileRecord)]) -> Vec<u8> {
    let mut bytes = (entries.len() as u32).to_le_bytes().to_vec();
    let mut ends = [0; 3];
    let records = entries.iter().map(|(file, record)| {
        let parts = [
            &*record.path,
            record.cross_facts.bytes(),
            record.summary.lists(),
        ];
        for (end, part) in ends.iter_mut().zip(parts) {
            *end += part.len() as u64;
        }
        Record {
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
    bytes.extend(entries().flat_map(|record| record.cross_facts.bytes()));
    bytes.extend(entries().flat_map(|record| record.summary.lists()));
    bytes
}

/// Rows, each as it is packed with the number of its file.
fn section<T: Sync>(
    rows: &[(u32, &T)],
    pack: impl Fn(u32, &T) -> Result<Vec<u8>, postcard::Error> + Sync,
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

/// A file that is kept, taken apart.
struct Kept {
    inputs: [u8; 32],
    over: [u8; 32],
    /// Of the head, which holds the checksums of the sections.
    hash: [u8; 32],
    /// Where each section lies, and its checksum.
    sections: [(Range<usize>, [u8; 8]); SECTIONS],
    file: Arc<Mapped>,
}

impl Kept {
    fn open(path: &Path) -> Option<Self> {
        let file = Arc::new(Mapped::open(path).ok()?);
        let (head, _) = file.split_first_chunk::<HEAD_BYTES>()?;
        let hash = *blake3::hash(head).as_bytes();
        let (magic, head) = head.split_at_checked(8)?;
        let (fingerprint, head) = head.split_first_chunk()?;
        if magic != MAGIC || u64::from_le_bytes(*fingerprint) != store::fingerprint() {
            return None;
        }
        let (inputs, head) = head.split_first_chunk()?;
        let (over, mut head) = head.split_first_chunk()?;
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
        let (inputs, over) = (*inputs, *over);
        (start == file.len()).then_some(Self {
            inputs,
            over,
            hash,
            sections,
            file,
        })
    }

    /// Number of the file and entry of each, none where it is damaged; none if the section is.
    fn entries(&self) -> Option<impl Iterator<Item = Option<(u32, FileRecord)>> + '_> {
        let (range, sum) = &self.sections[0];
        let bytes = self.file.get(range.clone())?;
        if checksum(bytes) != *sum {
            return None;
        }
        let (count, bytes) = bytes.split_first_chunk()?;
        let length = (u32::from_le_bytes(*count) as usize).checked_mul(Record::WIDTH)?;
        let (records, parts) = bytes.split_at_checked(length)?;
        let records = || fixed::rows::<Record>(records);
        let last = records().last().map_or([0; 3], |record| record.ends);
        // Each part begins where the one before it ends.
        let mut starts = [range.end - parts.len(); 3];
        starts[1] = starts[0].checked_add(usize::try_from(last[0]).ok()?)?;
        starts[2] = starts[1].checked_add(usize::try_from(last[1]).ok()?)?;
        let mut before = [0; 3];
        Some(records().map(move |record| {
            let Record {
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
                inside.then(|| Piece::Of(Arc::clone(&self.file), start..end))
            };
            let record = FileRecord {
                path: piece(0)?,
                language,
                is_stub,
                summary: FileSummary::kept(head, piece(2)?)?,
                cross_facts: CrossFacts::kept(piece(1)?),
            };
            before = ends;
            Some((file, record))
        }))
    }

    fn reads(&self) -> Option<Vec<(u32, ReadSet)>> {
        self.rows(1, |row| postcard::from_bytes(self.file.get(row)?).ok())
    }

    fn names(&self) -> Option<Piece> {
        self.piece(2)
    }

    fn cross_facts(&self) -> Option<Piece> {
        self.piece(3)
    }

    /// A section as it lies; none if it is damaged.
    fn piece(&self, section: usize) -> Option<Piece> {
        let (range, sum) = &self.sections[section];
        let is_whole = checksum(self.file.get(range.clone())?) == *sum;
        is_whole.then(|| Piece::Of(Arc::clone(&self.file), range.clone()))
    }

    /// What was looked at for one file of the whole, unchecked.
    fn reads_of(&self, file: u32) -> Option<ReadSet> {
        let row = self.places(1)?.nth(file as usize)?;
        let (of, reads): (u32, ReadSet) = postcard::from_bytes(self.file.get(row)?).ok()?;
        (of == file).then_some(reads)
    }

    /// The rows of a section; none if it is damaged.
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
        // Put in place by all threads, and only then looked at.
        let rows: Vec<Option<T>> = (places.into_par_iter().with_min_len(64))
            .map(unpack)
            .collect();
        rows.into_iter().collect()
    }

    /// Where the rows of a section lie.
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

#[cfg(test)]
mod tests {
    use std::fs;

    use bombe_format::kind::Language;

    use super::{HEAD_BYTES, Kept, Ledger, SECTIONS, beside, write_whole};
    use bombe_facts::DefId;
    use bombe_languages::parse::parse_file;
    use bombe_resolve::contributions::Contributions;
    use bombe_resolve::cross_fact::FactKind;
    use bombe_resolve::cross_index::IndexedFact;
    use bombe_resolve::dependencies::ReadSet;
    use bombe_resolve::record::{FileDef, FileRecord, ResolvedFile};
    use bombe_rules::summary::FileSummary;

    fn row(file: u32, opened: &[u32]) -> ResolvedFile {
        let record = FileRecord::new(&format!("{file}.py"), 0, FileSummary::default());
        let reads = ReadSet {
            files: opened.to_vec(),
            names: vec![7; file as usize],
        };
        ResolvedFile {
            file,
            record,
            reads,
        }
    }

    #[test]
    fn what_was_opened_for_a_file_is_told_without_reading_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = &folder.path().join("links");
        let rows = [
            row(0, &[1, 2]),
            row(1, &[]),
            row(2, &[0, 3, 9]),
            row(3, &[3]),
        ];
        write_whole(path, [1; 32], &rows, None).unwrap();
        let ledger = Ledger::read(path, [1; 32]).unwrap();
        let of_each = [vec![1, 2], vec![], vec![0, 3], vec![3]];
        for (file, opened) in (0..).zip(of_each) {
            assert_eq!(ledger.opened_for(&[file]), opened, "of {file}");
        }
        assert_eq!(ledger.opened_for(&[0, 2]), [0, 1, 2, 3]);
        assert!(ledger.opened_for(&[4]).is_empty(), "there is no such file");
        let none = std::iter::empty();
        ledger.write_new([2; 32], &[row(2, &[1])], none).unwrap();
        let ledger = Ledger::read(path, [2; 32]).unwrap();
        assert_eq!(ledger.opened_for(&[0, 2]), [1, 2]);
        assert!(Ledger::read(path, [1; 32]).is_some(), "the whole is there");
    }

    #[test]
    fn a_ledger_that_is_damaged_anywhere_says_nothing_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let path = &folder.path().join("links");
        let mut rows = [row(0, &[1]), row(1, &[0, 1]), row(2, &[])];
        let c = |text: &[u8]| parse_file(Language::C, "a.c", text).unwrap();
        let support = bombe_languages::support_for(Language::C).unwrap();
        rows[1].record.summary = FileSummary::of(&c(b"int a; int b(void) { }"), support);
        let at = |file| FileDef {
            file,
            def: DefId(1),
        };
        let mut cross_facts = Contributions::default();
        cross_facts.merged.push((at(1), at(2)));
        rows[1].record.cross_facts = cross_facts.to_rows();
        write_whole(path, [1; 32], &rows, None).unwrap();
        let ledger = Ledger::read(path, [1; 32]).unwrap();
        let known = ledger.reads().unwrap();
        let names_known = ledger.names().unwrap();
        let said_known = ledger.cross_index().unwrap();
        let said_known: Vec<IndexedFact> = said_known.all(FactKind::Merged).collect();
        assert_eq!(said_known.len(), 1);
        let whole = fs::read(path).unwrap();
        let sections = Kept::open(path).unwrap().sections;
        for at in 0..whole.len() {
            let mut torn = whole.clone();
            torn[at] ^= 0x55;
            for bytes in [&torn[..], &whole[..at]] {
                fs::write(path, bytes).unwrap();
                // All but the first section are checked when somebody reads them, and so are their checksums.
                let mut sums =
                    (1..SECTIONS).map(|section| HEAD_BYTES - (SECTIONS - section) * 16 + 8);
                let is_later =
                    sums.any(|sum| (sum..sum + 8).contains(&at)) || at >= sections[1].0.start;
                let is_later = is_later && bytes.len() == whole.len();
                assert_eq!(Ledger::read(path, [1; 32]).is_some(), is_later, "byte {at}");
                let reads = ledger.reads();
                assert!(reads.is_none_or(|reads| reads == known), "byte {at}");
                let names = ledger.names();
                let names = names.is_none_or(|read| read.rows() == names_known.rows());
                assert!(names, "byte {at}");
                let cross_facts = ledger
                    .cross_index()
                    .map(|cross_facts| cross_facts.all(FactKind::Merged).collect::<Vec<_>>());
                assert!(
                    cross_facts.is_none_or(|cross_facts| cross_facts == said_known),
                    "byte {at}"
                );
                let hint = ledger.opened_for(&[0, 1, 2]);
                assert!(hint.iter().all(|file| *file < 3), "byte {at}");
            }
        }
        assert!(!beside(path).exists());
    }
}
