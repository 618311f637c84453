//! Recognises files whose facts are cached.

use std::path::Path;

use rayon::prelude::*;

use super::parse::{parse_file, parse_stubs};
use super::{Input, Scan, ScanState, Scanned};
use crate::discover::{Found, SourceFile};
use crate::facts_cache::{self, FactsCache};
use crate::report::Phase;
use crate::source_texts::SourceTexts;
use crate::unread::{self, Unread};
use bombe_resolve::graph::SkippedRow;
use bombe_rules::file_table::ProjectFile;

/// Discovered files, those with cached facts apart from those that have changed.
#[derive(Debug)]
pub(super) struct CacheLookup {
    /// Files with cached facts.
    known: Vec<Scanned>,
    /// Files to parse.
    pub(super) others: Vec<SourceFile>,
    project_files: Vec<ProjectFile>,
    manifests: Vec<ProjectFile>,
    skipped: Vec<SkippedRow>,
    unread: Vec<Unread>,
    ignored: usize,
    /// Number of known files that were recognised by their hash alone.
    restamped: usize,
}

impl CacheLookup {
    /// Looks up the files of the repository at `root` in `before`: by stamp, and where that differs, by hash. A file whose
    /// text is to be held is read.
    pub(super) fn of(root: &Path, found: Found, before: &FactsCache, texts: &SourceTexts) -> Self {
        let Found {
            sources,
            project_files,
            manifests,
            skipped,
            unread,
            ignored,
        } = found;
        let mut known = Vec::with_capacity(sources.len());
        let mut others = Vec::new();
        for (file, position) in before.positions(sources, |file| &file.path) {
            if texts.is_held(&file.path) {
                others.push((file, position));
                continue;
            }
            match recognise(before, position, file) {
                Ok(file) => known.push(file),
                Err(file) => others.push((file, position)),
            }
        }
        let others: Vec<_> = others
            .into_par_iter()
            .with_max_len(8)
            .map(|(file, position)| recognise_bytes(root, before, texts, position, file))
            .collect();
        let mut changed = Vec::new();
        let mut restamped = 0;
        for file in others {
            match file {
                Ok(file) => {
                    restamped += usize::from(file.stamp.is_some());
                    known.push(file);
                }
                Err(file) => changed.push(file),
            }
        }
        Self {
            known,
            others: changed,
            project_files,
            manifests,
            skipped,
            unread,
            ignored,
            restamped,
        }
    }

    /// Parses the files that have changed.
    pub(super) fn parse(self, input: &Input) -> Scan {
        let Input {
            root,
            settings,
            before,
            texts,
            pack,
            progress,
        } = *input;
        let Self {
            known: mut files,
            others,
            project_files,
            manifests,
            mut skipped,
            mut unread,
            ignored,
            restamped,
        } = self;
        progress.start(Phase::Parse, others.iter().map(|file| file.size).sum());
        let results: Vec<_> = others
            .into_par_iter()
            .with_max_len(8)
            .map(|file| {
                let size = file.size;
                let result = parse_file(root, settings, pack, texts, file);
                progress.advance(size);
                result
            })
            .collect();
        for result in results {
            match result {
                Ok(file) => files.push(file),
                Err(left_out) => {
                    skipped.extend(left_out.row);
                    unread.extend(left_out.unread);
                }
            }
        }
        unread.sort_unstable();
        unread.dedup();
        // Two sorted runs: the sort merges them.
        files.sort_by(|a, b| a.path.cmp(&b.path));
        skipped.sort_unstable();
        let stubs = parse_stubs(&files, before, pack);
        Scan {
            files,
            project_files,
            manifests,
            skipped,
            unread,
            ignored,
            stubs,
            restamped,
            opened: Vec::new(),
        }
    }
}

/// Returns a file with cached facts, if its stamp is the same; else the file itself. `position` is the position of its row.
fn recognise(
    before: &FactsCache,
    position: Option<usize>,
    file: SourceFile,
) -> Result<Scanned, SourceFile> {
    // The stamp is taken before the bytes are read, so a change in between shows the next time.
    let known = position.and_then(|position| {
        let row = before.row(position)?;
        let same = row.is_of(file.language) && file.stamp.is_some() && row.stamp == file.stamp;
        same.then_some((position, row))
    });
    match known {
        Some((position, row)) => Ok(recognised(position, row, file)),
        None => Err(file),
    }
}

/// As [`recognise`], if the bytes of the file are the same.
fn recognise_bytes(
    root: &Path,
    before: &FactsCache,
    texts: &SourceTexts,
    position: Option<usize>,
    file: SourceFile,
) -> Result<Scanned, SourceFile> {
    let known = position.and_then(|position| {
        let row = before
            .row(position)
            .filter(|row| row.is_of(file.language))?;
        let bytes = unread::read(root, Path::new(&file.path), row.size).ok()?;
        let is_same = *blake3::hash(&bytes).as_bytes() == row.hash;
        is_same.then(|| texts.offer(&file.path, row.hash, &bytes))?;
        Some((position, row))
    });
    match known {
        Some((position, row)) => Ok(recognised(position, row, file)),
        None => Err(file),
    }
}

/// Returns a file with the bytes of the row at `position`.
fn recognised(position: usize, row: &facts_cache::Row, file: SourceFile) -> Scanned {
    // A stamp of another size is of another state.
    let stamp = file.stamp.filter(|_| file.size == row.size);
    Scanned {
        path: file.path,
        language: file.language,
        size: row.size,
        stamp,
        hash: row.hash,
        generated: row.generated,
        interface: row.interface,
        state: row
            .skipped()
            .map_or(ScanState::Cached(position), ScanState::Skipped),
    }
}
