//! Facts kept from one build to the next, so that an unchanged file is not parsed again.
//!
//! A store is of the indexer's own: no reader opens it, and it may be deleted at any time at the price of parsing. Facts
//! are a pure function of (path, bytes, language, version of the program), so a row is good for as long as the bytes have
//! its hash; a store of another program version counts as none.
//!
//! It is two files (`part`). The large one holds a row of each file and the facts as frames; the one beside it, whose
//! name ends in `.new`, says what is otherwise since: rows that came or differ, paths that went, frames that the large one
//! has not. It names the large one that it belongs to and counts for nothing beside another. An update writes the small
//! one alone, until that has a quarter of the large one's size; then both become a new large one. Opening reads the rows; a frame
//! is read when its facts are asked for, and of a file that others look at the expressions and sites only when they are.
//!
//! The facts of the languages' stub files are rows like any others, under paths that no file has.
//!
//! What is read back is not trusted: damage is told by checksums, and rows that would send a walk along parents in circles
//! are refused. Facts that fit no other table are a fault that the caller catches (`crate::scan`).

mod part;
mod stamp;
mod write;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bombe_format::kind::{Language, SkipReason};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use bombe_facts::{Deferred, Expr, Facts, Site};
use part::{Part, Table, Unpacker};
pub use stamp::Stamp;
pub use write::{Entry, Packed, Read, pack, write};

/// Version of everything that makes facts: a hash over the sources of this program.
pub const FINGERPRINT: &str = env!("BOMBE_FINGERPRINT");

/// [`FINGERPRINT`] as a number.
pub fn fingerprint() -> u64 {
    FINGERPRINT.parse().unwrap_or(0)
}

/// A file that was read before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Where its path lies in those of all: first byte, and length.
    path: (u32, u32),
    /// Number of the language that it was read as.
    language: u8,
    /// What the file system said of it; none if that proves nothing.
    pub stamp: Option<Stamp>,
    /// blake3 of its bytes.
    #[serde(with = "serde_bytes")]
    pub hash: [u8; 32],
    /// Size in bytes.
    pub size: u64,
    /// Says that a tool wrote it.
    pub generated: bool,
    /// Digest of what other files can see of it; see [`super::interface`].
    #[serde(with = "serde_bytes")]
    pub interface: [u8; 16],
    /// What was read.
    what: What,
}

/// What was read from a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum What {
    /// A frame of facts: its first byte, where the frames of the small file follow on those of the large one, and its size.
    Facts { start: u64, length: u32 },
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

/// The path of the row of a stub file: that of no other file.
pub fn stub_path(path: &str) -> String {
    format!("\0{path}")
}

/// Digests of what a store was made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct State {
    /// All that a snapshot of it is made from.
    pub inputs: [u8; 32],
    /// Project files, settings, the program itself.
    pub frame: [u8; 32],
}

/// A store, opened.
#[derive(Debug, Default)]
pub struct Store {
    state: State,
    /// Paths of rows: those of the large file, then those of the small one.
    paths: String,
    /// By path.
    rows: Vec<Row>,
    /// What the large file says of the path of each row.
    origins: Vec<Origin>,
    /// Paths of the large file that went, in order.
    gone: Vec<String>,
    /// Where the large file is.
    path: PathBuf,
    large: Option<Part>,
    small: Option<Part>,
}

/// What the large file says of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// The same.
    Same,
    /// Something else.
    Other,
    /// Nothing.
    Nothing,
}

impl Store {
    /// Opens the store at `path`. One that is not there, is damaged or comes from another version of the program is
    /// empty. Reads and decodes the rows.
    pub fn open(path: &Path) -> Self {
        let Some((large, index)) = Part::open(path) else {
            return Self::default();
        };
        let mut store = Self {
            state: index.state,
            origins: vec![Origin::Same; index.rows.0.len()],
            paths: index.paths,
            rows: index.rows.0,
            gone: Vec::new(),
            path: path.to_owned(),
            large: None,
            small: None,
        };
        let small = Part::open(&part::small(path));
        if let Some((small, index)) = small.filter(|(_, index)| index.over == Some(large.identity))
        {
            store.state = index.state;
            store.change(index.rows.0, &index.paths, index.gone);
            store.small = Some(small);
        }
        store.large = Some(large);
        store
    }

    /// Puts in what the small file says. All lists are in order of their paths.
    fn change(&mut self, rows: Vec<Row>, paths: &str, gone: Vec<String>) {
        let start = self.paths.len() as u32;
        self.paths.push_str(paths);
        let mut come = Vec::new();
        for row in rows {
            let (at, length) = row.path;
            let path = (at.saturating_add(start), length);
            let row = Row { path, ..row };
            match self.place(self.path(&row)) {
                Some(place) => {
                    self.rows[place] = row;
                    self.origins[place] = Origin::Other;
                }
                None => come.push(row),
            }
        }
        if !come.is_empty() || !gone.is_empty() {
            self.merge(come, &gone);
        }
        self.gone = gone;
    }

    /// Puts in rows that came and takes out those that are gone.
    fn merge(&mut self, come: Vec<Row>, gone: &[String]) {
        let gone: BTreeSet<&str> = gone.iter().map(String::as_str).collect();
        let before = std::mem::take(&mut self.rows);
        let before = before.into_iter().zip(std::mem::take(&mut self.origins));
        // What came again has a row, too.
        let is_gone = |row: &Row| gone.contains(self.path(row));
        let before = before.filter(|(row, origin)| *origin != Origin::Same || !is_gone(row));
        let come = come.into_iter().map(|row| (row, Origin::Nothing));
        let mut merged: Vec<(Row, Origin)> = before.chain(come).collect();
        // Two lists that are in order: one merge.
        merged.sort_by(|(a, _), (b, _)| self.path(a).cmp(self.path(b)));
        (self.rows, self.origins) = merged.into_iter().unzip();
    }

    /// What it was made of, as of the last write.
    pub fn state(&self) -> State {
        self.state
    }

    /// True if it knows no file.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The place of the row of a path among all rows, if the file was read before.
    pub fn place(&self, path: &str) -> Option<usize> {
        self.rows
            .binary_search_by(|row| self.path(row).cmp(path))
            .ok()
    }

    /// The path of a row, relative to the root, `/`-separated.
    pub fn path(&self, row: &Row) -> &str {
        row.path_in(&self.paths)
    }

    /// Things with the places of their paths: as [`Store::place`] for each, by one walk along both. They come by path.
    pub fn places<T>(
        &self,
        things: Vec<T>,
        path: impl Fn(&T) -> &str,
    ) -> impl Iterator<Item = (T, Option<usize>)> {
        let mut next = 0;
        things.into_iter().map(move |thing| {
            let path = path(&thing);
            while self.row(next).is_some_and(|row| self.path(row) < path) {
                next += 1;
            }
            let place = self.row(next).is_some_and(|row| self.path(row) == path);
            (thing, place.then_some(next))
        })
    }

    /// The row at a place.
    pub fn row(&self, place: usize) -> Option<&Row> {
        self.rows.get(place)
    }

    /// The row of a path, if the file was read before.
    pub fn find(&self, path: &str) -> Option<&Row> {
        self.row(self.place(path)?)
    }

    /// The facts of a row; none if it has none or they are damaged. Reads them from the disk.
    pub fn facts(&self, row: &Row) -> Option<Facts> {
        let mut facts = self.outer_facts(row)?;
        facts.exprs = self.table::<Vec<Expr>>(row, Table::Exprs)?.into();
        facts.sites = self.table::<Vec<Site>>(row, Table::Sites)?.into();
        Some(facts)
    }

    /// The same, of which expressions and sites are read when somebody first looks at them: where these are damaged, that unwinds.
    pub fn facts_to_look_at(self: &Arc<Self>, row: &Row) -> Option<Facts> {
        let mut facts = self.outer_facts(row)?;
        facts.exprs = self.later(row, Table::Exprs);
        facts.sites = self.later(row, Table::Sites);
        Some(facts)
    }

    fn later<T: DeserializeOwned>(self: &Arc<Self>, row: &Row, table: Table) -> Deferred<T> {
        let (store, row) = (Arc::clone(self), *row);
        let damaged = || resume_unwind(Box::new("damaged facts"));
        Deferred::later(move || store.table(&row, table).unwrap_or_else(damaged))
    }

    /// Facts without expressions and sites.
    fn outer_facts(&self, row: &Row) -> Option<Facts> {
        let facts: Facts = self.table(row, Table::Outer)?;
        facts.has_sound_parents().then_some(facts)
    }

    /// One table of the facts of a row.
    fn table<T: DeserializeOwned>(&self, row: &Row, table: Table) -> Option<T> {
        thread_local! {
            static UNPACKER: RefCell<Unpacker> = RefCell::default();
        }
        let What::Facts { start, length } = row.what else {
            return None;
        };
        UNPACKER.with_borrow_mut(|unpacker| {
            let raw = unpacker.unpack(length, table, |packed| self.read(start, packed))?;
            postcard::from_bytes(raw).ok()
        })
    }

    /// Fills `frame` with what lies from `start` on; none if that is not there.
    fn read(&self, start: u64, frame: &mut [u8]) -> Option<()> {
        let large = self.large.as_ref()?;
        match start.checked_sub(large.frame_bytes) {
            None => large.read(start, frame),
            Some(start) => self.small.as_ref()?.read(start, frame),
        }
    }
}
