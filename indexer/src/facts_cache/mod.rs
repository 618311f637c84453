//! The facts cache: facts saved from one build to the next, so that an unchanged file is not parsed again.
//!
//! It belongs to the indexer alone; no reader opens it. Deleting it costs the time to parse all files. Facts are a pure
//! function of path, bytes, language and version of the program. So a row is valid as long as the file has its hash, and a
//! cache that another version wrote counts as absent.
//!
//! It consists of two files (`part`). The large one holds a row for each file, and the facts as frames. The small one,
//! whose name ends in `.new`, holds what differs since: new and changed rows, removed paths, new frames. It names the large
//! file that it belongs to, and counts as absent next to another. An update writes the small file alone, until that has a
//! quarter of the large one's size; then both become a new large file. Opening reads the rows. A frame is read when its
//! facts are needed; of a file that others refer to, expressions and sites are read only if they are needed, too.
//!
//! The facts of the languages' stub files are rows like any others, under paths that no file has.
//!
//! What is read back is not trusted. Checksums detect damage, and rows that would send a walk along parents in circles
//! are refused. Facts whose ids fit no other table make resolution panic, which the caller catches.

mod part;
mod write;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bombe_format::kind::{Language, SkipReason};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::stamp::Stamp;
use bombe_facts::{Deferred, Expr, Facts, Site};
use part::{Part, Table, Unpacker};
pub use write::{Entry, EntryFacts, Packed, pack, write};

/// A file that was scanned before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Its path among those of all files: first byte and length.
    path: (u32, u32),
    /// Number of the language that it was read as.
    language: u8,
    /// Its stamp then; none if that proves nothing.
    pub stamp: Option<Stamp>,
    /// blake3 of its bytes.
    #[serde(with = "serde_bytes")]
    pub hash: [u8; 32],
    /// Size in bytes.
    pub size: u64,
    /// The file states that a tool wrote it.
    pub generated: bool,
    /// The interface hash of the file; see [`bombe_facts::interface`].
    #[serde(with = "serde_bytes")]
    pub interface: [u8; 16],
    /// The facts, or why there are none.
    contents: RowContents,
}

/// The contents of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum RowContents {
    /// A frame of facts: its first byte and its size. The frames of the small file follow those of the large one.
    Facts { start: u64, length: u32 },
    /// No facts: the number of the reason, which lies in the bytes of the file alone.
    Skipped(u8),
}

impl Row {
    /// Returns true if it was scanned as a file of `language`.
    pub fn is_of(&self, language: Language) -> bool {
        self.language == language as u8
    }

    /// Returns why the file has no facts, if it has none.
    pub fn skipped(&self) -> Option<SkipReason> {
        match self.contents {
            RowContents::Facts { .. } => None,
            RowContents::Skipped(reason) => SkipReason::from_u8(reason),
        }
    }
}

/// Returns the path of the row of a stub file, which is that of no other file.
pub fn stub_path(path: &str) -> String {
    format!("\0{path}")
}

/// Hashes of what a cache was made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct InputHashes {
    /// Of all that a snapshot is made from.
    pub inputs: [u8; 32],
    /// Of project files, settings and the program itself.
    pub environment: [u8; 32],
}

/// An open cache.
#[derive(Debug, Default)]
pub struct FactsCache {
    inputs: InputHashes,
    /// Paths of rows: those of the large file, then those of the small one.
    paths: String,
    /// By path.
    rows: Vec<Row>,
    /// For each row, what the large file has for its path.
    origins: Vec<Origin>,
    /// Paths of the large file that were removed, in order.
    removed: Vec<String>,
    /// Path of the large file.
    path: PathBuf,
    large: Option<Part>,
    small: Option<Part>,
}

/// What the large file has for a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// The same row.
    Same,
    /// Another row.
    Other,
    /// No row.
    Nothing,
}

impl FactsCache {
    /// Opens the cache at `path`. It is empty if the file is absent, damaged, or written by another version of the program.
    /// Reads and decodes the rows.
    pub fn open(path: &Path) -> Self {
        let Some((large, index)) = Part::open(path) else {
            return Self::default();
        };
        let mut cache = Self {
            inputs: index.inputs,
            origins: vec![Origin::Same; index.rows.0.len()],
            paths: index.paths,
            rows: index.rows.0,
            removed: Vec::new(),
            path: path.to_owned(),
            large: None,
            small: None,
        };
        let small = Part::open(&part::small(path));
        if let Some((small, index)) = small.filter(|(_, index)| index.over == Some(large.identity))
        {
            cache.inputs = index.inputs;
            cache.apply(index.rows.0, &index.paths, index.removed);
            cache.small = Some(small);
        }
        cache.large = Some(large);
        cache
    }

    /// Applies the small file. All lists are in the order of their paths.
    fn apply(&mut self, rows: Vec<Row>, paths: &str, removed: Vec<String>) {
        let start = self.paths.len() as u32;
        self.paths.push_str(paths);
        let mut added = Vec::new();
        for row in rows {
            let (at, length) = row.path;
            let path = (at.saturating_add(start), length);
            let row = Row { path, ..row };
            match self.position(self.path(&row)) {
                Some(position) => {
                    self.rows[position] = row;
                    self.origins[position] = Origin::Other;
                }
                None => added.push(row),
            }
        }
        if !added.is_empty() || !removed.is_empty() {
            self.merge(added, &removed);
        }
        self.removed = removed;
    }

    /// Inserts added rows and removes those of removed paths.
    fn merge(&mut self, added: Vec<Row>, removed: &[String]) {
        let removed: BTreeSet<&str> = removed.iter().map(String::as_str).collect();
        let before = std::mem::take(&mut self.rows);
        let before = before.into_iter().zip(std::mem::take(&mut self.origins));
        // A path that was removed and has come back has a row of its own.
        let is_removed = |row: &Row| removed.contains(self.path(row));
        let before = before.filter(|(row, origin)| *origin != Origin::Same || !is_removed(row));
        let added = added.into_iter().map(|row| (row, Origin::Nothing));
        let mut merged: Vec<(Row, Origin)> = before.chain(added).collect();
        // Two lists that are in order: one merge.
        merged.sort_by(|(a, _), (b, _)| self.path(a).cmp(self.path(b)));
        (self.rows, self.origins) = merged.into_iter().unzip();
    }

    /// What it was made from, as of the last write.
    pub fn inputs(&self) -> InputHashes {
        self.inputs
    }

    /// Returns true if it has no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the position of the row of a path.
    pub fn position(&self, path: &str) -> Option<usize> {
        self.rows
            .binary_search_by(|row| self.path(row).cmp(path))
            .ok()
    }

    /// The path of a row, relative to the root, `/`-separated.
    pub fn path(&self, row: &Row) -> &str {
        row.path_in(&self.paths)
    }

    /// Returns each item with the position of the row of its path, as [`FactsCache::position`] does, in one pass over all. The
    /// items are sorted by path.
    pub fn positions<T>(
        &self,
        items: Vec<T>,
        path: impl Fn(&T) -> &str,
    ) -> impl Iterator<Item = (T, Option<usize>)> {
        let mut next = 0;
        items.into_iter().map(move |item| {
            let path = path(&item);
            while self.row(next).is_some_and(|row| self.path(row) < path) {
                next += 1;
            }
            let is_found = self.row(next).is_some_and(|row| self.path(row) == path);
            (item, is_found.then_some(next))
        })
    }

    /// The row at a position.
    pub fn row(&self, position: usize) -> Option<&Row> {
        self.rows.get(position)
    }

    /// The row of a path.
    pub fn find(&self, path: &str) -> Option<&Row> {
        self.row(self.position(path)?)
    }

    /// Reads the facts of a row; none if it has none, or if they are damaged.
    pub fn facts(&self, row: &Row) -> Option<Facts> {
        let mut facts = self.outer_facts(row)?;
        facts.exprs = self.table::<Vec<Expr>>(row, Table::Exprs)?.into();
        facts.sites = self.table::<Vec<Site>>(row, Table::Sites)?.into();
        Some(facts)
    }

    /// As [`FactsCache::facts`], with expressions and sites deferred: access to damaged ones ends with
    /// [`DamagedFacts`](bombe_facts::DamagedFacts).
    pub fn deferred_facts(self: &Arc<Self>, row: &Row) -> Option<Facts> {
        let mut facts = self.outer_facts(row)?;
        facts.exprs = self.deferred(row, Table::Exprs);
        facts.sites = self.deferred(row, Table::Sites);
        Some(facts)
    }

    fn deferred<T: DeserializeOwned>(self: &Arc<Self>, row: &Row, table: Table) -> Deferred<T> {
        let (cache, row) = (Arc::clone(self), *row);
        Deferred::new(move || cache.table(&row, table))
    }

    /// Reads facts without expressions and sites.
    fn outer_facts(&self, row: &Row) -> Option<Facts> {
        let facts: Facts = self.table(row, Table::Outer)?;
        facts.has_sound_parents().then_some(facts)
    }

    /// Reads one table of the facts of a row.
    fn table<T: DeserializeOwned>(&self, row: &Row, table: Table) -> Option<T> {
        thread_local! {
            static UNPACKER: RefCell<Unpacker> = RefCell::default();
        }
        let RowContents::Facts { start, length } = row.contents else {
            return None;
        };
        UNPACKER.with_borrow_mut(|unpacker| {
            let raw = unpacker.unpack(length, table, |packed| self.read(start, packed))?;
            postcard::from_bytes(raw).ok()
        })
    }

    /// Fills `frame` with the bytes from `start` on; none if they are not there.
    fn read(&self, start: u64, frame: &mut [u8]) -> Option<()> {
        let large = self.large.as_ref()?;
        match start.checked_sub(large.frame_bytes) {
            None => large.read(start, frame),
            Some(start) => self.small.as_ref()?.read(start, frame),
        }
    }
}
