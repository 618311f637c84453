//! What resolution found out about one file, in terms that outlive it: definitions by file and number.

use bombe_facts::mapped::Piece;
use bombe_rules::file_table::SourceId;
use bombe_rules::summary::FileSummary;

use crate::contributions::Contributions;
use crate::cross_fact::CrossFacts;
use crate::dependencies::ReadSet;
pub use crate::ids::FileDef;

/// What was found out about a file.
#[derive(Clone, Debug, Default)]
pub struct FileRecord {
    /// Its path, as it is kept.
    pub path: Piece,
    /// Number of its language.
    pub language: u8,
    /// It is a stub file.
    pub is_stub: bool,
    /// What the indexes of the whole are made of.
    pub summary: FileSummary,
    /// What it says of others.
    pub cross_facts: CrossFacts,
}

impl FileRecord {
    /// What was found out about a file of the repository that says nothing of others.
    pub fn new(path: &str, language: u8, summary: FileSummary) -> Self {
        Self {
            path: Piece::Own(path.as_bytes().into()),
            language,
            summary,
            ..Self::default()
        }
    }

    /// Its path, as it is written; empty for an entry that has not been made yet.
    pub fn path(&self) -> &str {
        std::str::from_utf8(&self.path).unwrap_or_default()
    }

    /// What it says of others, by list.
    pub fn contributions(&self) -> Contributions<FileDef> {
        Contributions::of_cross_facts(&self.cross_facts)
    }
}

/// What was found out about a file and what was looked at for it.
#[derive(Debug)]
pub struct ResolvedFile {
    /// Number of the file.
    pub file: SourceId,
    /// What was found out.
    pub record: FileRecord,
    /// What was looked at.
    pub reads: ReadSet,
}
