//! The dependency cache: for each file its summary, the cross-file facts that it contributes, and its read set. With it, an
//! update re-resolves some files without opening all others.
//!
//! It consists of two files, like the facts cache: a full one, and a changes file, whose name ends in `.new`, with the
//! records that differ since. If files have come or gone, a new full file is due; that of the base is then put aside
//! under a name that ends in `.base`. Each file names the state that it belongs to. A dependency cache of another state
//! than that of the facts counts as absent, and the next update resolves all files.
//!
//! Files are numbered as in resolution: those of the repository by path, then the stub files.

mod file;

use bombe_rules::file_table::SourceId;
use std::io;
use std::path::{Path, PathBuf};

use self::file::CacheFile;
use crate::{atomic_file, own_files};
use bombe_resolve::cross_index::CrossFileIndex;
use bombe_resolve::dependencies::ReadSet;
use bombe_resolve::names::Names;
use bombe_resolve::record::{FileDef, FileRecord, ResolvedFile};
use bombe_rules::summary::FileSummary;

/// The records of all files.
#[derive(Debug, Default)]
pub struct DependencyCache {
    /// By number of the file.
    records: Vec<FileRecord>,
    /// Files whose records differ from the full file, ascending.
    changed: Vec<SourceId>,
    /// Hash of the full file.
    full: [u8; 32],
    /// Path of the full file.
    path: PathBuf,
    /// The files have the same numbers as in the full file.
    is_numbered_alike: bool,
}

impl DependencyCache {
    /// Reads the cache at `path`, if it is of the state with the hash `inputs`. None if it is absent, damaged, of another
    /// state, or written by another version of the program.
    pub fn read(path: &Path, inputs: [u8; 32]) -> Option<Self> {
        let full = CacheFile::open(path).filter(CacheFile::is_full)?;
        let (is_current, hash) = (full.inputs == inputs, full.hash);
        let rows = full.records()?;
        let mut records = Vec::with_capacity(rows.size_hint().1.unwrap_or_default());
        for row in rows {
            let (file, record) = row?;
            if file.index() != records.len() {
                return None;
            }
            records.push(record);
        }
        let mut cache = Self {
            records,
            changed: Vec::new(),
            full: hash,
            path: path.to_owned(),
            is_numbered_alike: true,
        };
        if !is_current {
            let changes = CacheFile::open(&changes_path(path));
            let changes = changes.filter(|it| it.inputs == inputs && it.full == hash)?;
            for row in changes.records()? {
                let (file, record) = row?;
                *cache.records.get_mut(file.index())? = record;
                cache.changed.push(file);
            }
        }
        Some(cache)
    }

    /// The record of each file.
    pub fn records(&self) -> &[FileRecord] {
        &self.records
    }

    /// The record of one file.
    pub fn record_mut(&mut self, file: SourceId) -> Option<&mut FileRecord> {
        self.records.get_mut(file.index())
    }

    /// Reads the read set of each file. None if the cache files have been replaced, or are damaged.
    pub fn read_sets(&self) -> Option<Vec<ReadSet>> {
        let full = CacheFile::open(&self.path).filter(|full| full.hash == self.full)?;
        let reads = full.read_sets()?.into_iter();
        let mut reads: Vec<ReadSet> = reads.map(|(_, reads)| reads).collect();
        for (file, new) in self.changed_reads()? {
            *reads.get_mut(file.index())? = new;
        }
        let files = self.records.len();
        let of_files = |reads: &ReadSet| reads.files.iter().all(|file| (file.index()) < files);
        (reads.len() == files && reads.iter().all(of_files)).then_some(reads)
    }

    /// Reads the names that files share. None if the cache files have been replaced, are damaged, or number the files
    /// differently.
    pub fn names(&self) -> Option<Names> {
        let full = CacheFile::open(&self.path).filter(|full| full.hash == self.full)?;
        let rows = full.names()?;
        self.is_numbered_alike
            .then(|| Names::cached(rows, self.changed.clone()))
    }

    /// Returns the cross-file facts of all files. None if they are damaged.
    pub fn cross_index(&self) -> Option<CrossFileIndex> {
        let says = |file: SourceId| {
            let rows = &self.records[file.index()].cross_facts;
            (file, rows.all().collect::<Vec<_>>())
        };
        if !self.is_numbered_alike {
            return Some(CrossFileIndex::of(
                SourceId::first(self.records.len() as u32).map(says),
            ));
        }
        let full = CacheFile::open(&self.path).filter(|full| full.hash == self.full)?;
        let mut cross_facts = CrossFileIndex::cached(full.cross_facts()?);
        cross_facts.replace(self.changed.iter().map(|file| says(*file)).collect());
        Some(cross_facts)
    }

    /// Returns the number of the file of the repository at a path.
    pub fn find(&self, path: &str) -> Option<SourceId> {
        let stubs = self.records.partition_point(|record| !record.is_stub);
        let found = self.records[..stubs].binary_search_by(|record| record.path().cmp(path));
        found.ok().map(SourceId::new)
    }

    /// Returns the files that the resolution of some files opened the last time. This is a hint: damage is not detected.
    pub fn opened_for(&self, files: &[SourceId]) -> Vec<SourceId> {
        let changed = self.changed_reads().unwrap_or_default();
        let full = CacheFile::open(&self.path).filter(|full| full.hash == self.full);
        let mut opened = Vec::new();
        for file in files {
            let of_changed = changed.binary_search_by_key(file, |(file, _)| *file);
            let reads = match of_changed {
                Ok(at) => Some(changed[at].1.clone()),
                Err(_) => full.as_ref().and_then(|full| full.read_set_of(*file)),
            };
            opened.extend(reads.into_iter().flat_map(|reads| reads.files));
        }
        opened.sort_unstable();
        opened.dedup();
        opened.retain(|file| (file.index()) < self.records.len());
        opened
    }

    fn changed_reads(&self) -> Option<Vec<(SourceId, ReadSet)>> {
        if self.changed.is_empty() {
            return Some(Vec::new());
        }
        let changes = CacheFile::open(&changes_path(&self.path));
        changes.filter(|it| it.full == self.full)?.read_sets()
    }

    /// Renumbers the files: `to` has the new number of each, or none if it is gone; `count` is the new number of files. New
    /// files get empty records. Returns the files, by their new numbers, that named a definition of a file that is gone.
    /// From then on only [`write_full`] can save the cache.
    pub fn renumber(&mut self, to: &[Option<SourceId>], count: usize) -> Vec<SourceId> {
        let mut records = vec![FileRecord::default(); count];
        let mut named = Vec::new();
        let number = |file: SourceId| to.get(file.index()).copied().flatten();
        for (mut record, to) in std::mem::take(&mut self.records).into_iter().zip(to) {
            let Some(to) = to else { continue };
            if !record.cross_facts.is_empty() {
                let mut contributions = record.contributions();
                let lost = contributions.rename(|at| {
                    let file = number(at.file)?;
                    Some(FileDef { file, ..at })
                });
                record.cross_facts = contributions.to_cross_facts();
                if lost {
                    named.push(*to);
                }
            }
            records[to.index()] = record;
        }
        self.records = records;
        self.changed.clear();
        self.is_numbered_alike = false;
        named
    }

    /// Writes the changes file: the `resolved` files, and records of other files in which definitions are `renamed`. If the
    /// read sets in the old changes file are damaged, removes the cache.
    ///
    /// # Errors
    /// When a file cannot be written or removed.
    pub fn write_changes<'l>(
        &'l self,
        inputs: [u8; 32],
        resolved: &'l [ResolvedFile],
        renamed: impl Iterator<Item = (SourceId, &'l FileRecord)>,
    ) -> io::Result<()> {
        let mut records: Vec<(SourceId, &FileRecord)> =
            resolved.iter().map(|row| (row.file, &row.record)).collect();
        records.extend(renamed);
        records.extend(
            self.changed
                .iter()
                .map(|file| (*file, &self.records[file.index()])),
        );
        // Sorting is stable: the newest record of a file comes first.
        records.sort_by_key(|(file, _)| *file);
        records.dedup_by_key(|(file, _)| *file);
        let Some(known) = self.changed_reads() else {
            // The next update must not take unknown read sets for empty ones.
            return own_files::remove(&self.path);
        };
        let mut reads: Vec<(SourceId, &ReadSet)> =
            resolved.iter().map(|row| (row.file, &row.reads)).collect();
        reads.extend(known.iter().map(|(file, reads)| (*file, reads)));
        reads.sort_by_key(|(file, _)| *file);
        reads.dedup_by_key(|(file, _)| *file);
        let bytes = file::encode(inputs, self.full, &records, &reads, [&[], &[]])?;
        atomic_file::write_unsynced(&changes_path(&self.path), &bytes)
    }
}

/// Writes the full file: a row of each file, in order. `base` is the hash of the inputs of the base, if the state is not
/// that of the base; a full file of the base is then put aside, because the tree may come back to it.
///
/// # Errors
/// When a file cannot be written or removed.
pub(crate) fn write_full(
    path: &Path,
    inputs: [u8; 32],
    rows: &[ResolvedFile],
    base: Option<[u8; 32]>,
) -> io::Result<()> {
    match base {
        Some(base) if is_of(path, base) => own_files::rename(path, &base_path(path))?,
        Some(_) => {}
        None => own_files::remove(&base_path(path))?,
    }
    let records: Vec<(SourceId, &FileRecord)> =
        rows.iter().map(|row| (row.file, &row.record)).collect();
    let reads: Vec<(SourceId, &ReadSet)> = rows.iter().map(|row| (row.file, &row.reads)).collect();
    let summaries: Vec<&FileSummary> = rows.iter().map(|row| &row.record.summary).collect();
    let names = Names::of(&summaries);
    let cross_facts = rows
        .iter()
        .map(|row| (row.file, row.record.cross_facts.all()));
    let cross_facts = CrossFileIndex::of(cross_facts).to_bytes();
    let bytes = file::encode(
        inputs,
        [0; 32],
        &records,
        &reads,
        [names.rows(), &cross_facts],
    )?;
    atomic_file::write_unsynced(path, &bytes)
}

/// Puts the full file of the base back in its place, if it was put aside. `base` is the hash of the inputs of the base.
///
/// # Errors
/// When the operating system refuses.
pub(crate) fn restore_base(path: &Path, base: [u8; 32]) -> io::Result<()> {
    if is_of(path, base) || !is_of(&base_path(path), base) {
        return Ok(());
    }
    own_files::rename(&base_path(path), path)
}

fn is_of(path: &Path, inputs: [u8; 32]) -> bool {
    CacheFile::open(path).is_some_and(|file| file.inputs == inputs)
}

/// Returns the path of the full file of the base while another one is in its place.
fn base_path(path: &Path) -> PathBuf {
    with_suffix(path, ".base")
}

/// Returns the path of the changes file.
fn changes_path(path: &Path) -> PathBuf {
    with_suffix(path, ".new")
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(suffix);
    PathBuf::from(path)
}

#[cfg(test)]
mod tests;
