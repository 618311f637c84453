//! Dependencies: what the resolution of a file reads. These are the files that it opens, and the names that it queries
//! in tables over all files. As long as none of them changes, neither does the result.
//!
//! Work on one file runs on one thread from start to end, so reads are recorded by thread.

use bombe_rules::file_table::SourceId;
use std::cell::{Cell, RefCell};

use serde::{Deserialize, Serialize};

use bombe_facts::name::Name;

/// The files and names that were read on the way to an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadSet {
    /// Numbers of files, ascending.
    pub files: Vec<SourceId>,
    /// Hashes of names, cut to 32 bits, ascending. Two names of one hash cost time and never correctness.
    pub names: Vec<u32>,
}

/// What a thread has recorded.
struct Notes {
    /// A bit for each file that was opened.
    seen: Vec<u64>,
    files: Vec<SourceId>,
    names: Vec<u32>,
}

thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
    /// The file that was opened last, which is most often the next one too.
    static LAST: Cell<SourceId> = const { Cell::new(SourceId(u32::MAX)) };
    static NOTES: RefCell<Notes> = const {
        RefCell::new(Notes { seen: Vec::new(), files: Vec::new(), names: Vec::new() })
    };
}

/// Records that a file is opened.
#[inline]
pub(super) fn record_file(file: SourceId) {
    if LAST.get() != file && ON.get() {
        LAST.set(file);
        NOTES.with_borrow_mut(|notes| notes.add_file(file));
    }
}

/// Returns true if the current work has opened a file.
pub(super) fn has_file(file: SourceId) -> bool {
    ON.get() && NOTES.with_borrow(|notes| notes.has(file))
}

/// Records that a name is queried in a table over all files.
#[inline]
pub(crate) fn record_name(name: Name) {
    if ON.get() {
        NOTES.with_borrow_mut(|notes| notes.names.push(short_name(name)));
    }
}

/// Records that the callables of a name are asked for.
#[inline]
pub(crate) fn record_callables(name: Name) {
    record_name(callables_name(name));
}

/// Records that an import of a path is followed: each of its parts may be the name of a file.
pub(super) fn record_path(path: &str) {
    if ON.get() {
        path_names(path).for_each(record_name);
    }
}

/// Returns the parts of an import path, however its language writes it, or of the name of a file or folder.
pub fn path_names(path: &str) -> impl Iterator<Item = Name> + '_ {
    let parts = path.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '$'));
    parts.filter(|part| !part.is_empty()).map(Name::of)
}

/// Returns the name that records that the list of a package's files is read.
pub fn package_files_name(package: &str) -> Name {
    Name::of(&format!("\0{package}"))
}

/// Returns the name that records that the callables of a name are asked for. It differs from the name itself: a method
/// `core` is nothing to a file that imports a package `core`.
pub fn callables_name(name: Name) -> Name {
    Name(name.0.rotate_left(32))
}

/// Returns a name as it is recorded.
pub fn short_name(name: Name) -> u32 {
    name.0 as u32
}

/// Does some work and returns what it read. Inside work that is being recorded, it adds to that record and returns an
/// empty one.
pub(super) fn recorded<T>(work: impl FnOnce() -> T) -> (T, ReadSet) {
    if ON.get() {
        return (work(), ReadSet::default());
    }
    let noting = Noting::start();
    let done = work();
    (done, noting.end())
}

/// Records reads as long as it lives.
struct Noting;

impl Noting {
    fn start() -> Self {
        // Work that panicked may have left some.
        NOTES.with_borrow_mut(Notes::take);
        ON.set(true);
        Self
    }

    fn end(self) -> ReadSet {
        drop(self);
        NOTES.with_borrow_mut(Notes::take)
    }
}

impl Drop for Noting {
    fn drop(&mut self) {
        ON.set(false);
        LAST.set(SourceId(u32::MAX));
    }
}

impl Notes {
    fn has(&self, file: SourceId) -> bool {
        let word = self.seen.get(file.index() / 64);
        word.is_some_and(|word| word & (1 << (file.0 % 64)) != 0)
    }

    fn add_file(&mut self, file: SourceId) {
        let (word, bit) = (file.index() / 64, 1 << (file.0 % 64));
        if self.seen.len() <= word {
            self.seen.resize(word + 1, 0);
        }
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.files.push(file);
        }
    }

    fn take(&mut self) -> ReadSet {
        for file in &self.files {
            self.seen[file.index() / 64] = 0;
        }
        let mut reads = ReadSet {
            files: std::mem::take(&mut self.files),
            names: std::mem::take(&mut self.names),
        };
        reads.sort();
        reads
    }
}

impl ReadSet {
    fn sort(&mut self) {
        sort(&mut self.files);
        sort(&mut self.names);
    }

    /// Adds what other work on the same file read.
    pub fn add(&mut self, other: &Self) {
        self.files.extend_from_slice(&other.files);
        self.names.extend_from_slice(&other.names);
        self.sort();
    }
}

/// Sorts a list and drops what it holds twice.
fn sort<T: Ord>(list: &mut Vec<T>) {
    list.sort_unstable();
    list.dedup();
    list.shrink_to_fit();
}
