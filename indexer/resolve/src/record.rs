//! What resolution found out about one file, in terms that outlive it: definitions by file and number.

use bombe_facts::DefId;
use bombe_facts::mapped::Piece;
use bombe_rules::summary::FileSummary;
use serde::{Deserialize, Serialize};

use crate::link::Outward;
use crate::said::Rows;
use crate::trace::Looked;

/// A definition by the file that it is in.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct At {
    /// Number of the file.
    pub file: u32,
    /// Number in the file.
    pub def: DefId,
}

/// What was found out about a file.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Its path, as it is kept.
    pub path: Piece,
    /// Number of its language.
    pub language: u8,
    /// It is a stub file.
    pub is_stub: bool,
    /// What the indexes of the whole are made of.
    pub outline: FileSummary,
    /// What it says of others.
    pub said: Rows,
}

impl Entry {
    /// What was found out about a file of the repository that says nothing of others.
    pub fn new(path: &str, language: u8, outline: FileSummary) -> Self {
        Self {
            path: Piece::Own(path.as_bytes().into()),
            language,
            outline,
            ..Self::default()
        }
    }

    /// Its path, as it is written; empty for an entry that has not been made yet.
    pub fn path(&self) -> &str {
        std::str::from_utf8(&self.path).unwrap_or_default()
    }

    /// What it says of others, by list.
    pub fn outward(&self) -> Outward<At> {
        Outward::of_rows(&self.said)
    }
}

/// What was found out about a file and what was looked at for it.
#[derive(Debug)]
pub struct Row {
    /// Number of the file.
    pub file: u32,
    /// What was found out.
    pub entry: Entry,
    /// What was looked at.
    pub looked: Looked,
}
