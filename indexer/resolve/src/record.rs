//! The results of resolving one file that outlive it, with definitions by file and number.

use bombe_facts::mapped::OwnedBytes;
use bombe_rules::file_table::SourceId;
use bombe_rules::summary::FileSummary;

use crate::contributions::Contributions;
use crate::cross_fact::CrossFacts;
use crate::dependencies::ReadSet;
pub use crate::ids::FileDef;
use crate::session::Work;

/// What is known of a file after its resolution.
#[derive(Clone, Debug, Default)]
pub struct FileRecord {
    /// Its path in UTF-8.
    pub path: OwnedBytes,
    /// Number of its language.
    pub language: u8,
    /// It is a stub file.
    pub is_stub: bool,
    /// Its summary.
    pub summary: FileSummary,
    /// Its cross-file facts.
    pub cross_facts: CrossFacts,
}

impl FileRecord {
    /// Returns the record of a file of the repository without cross-file facts.
    pub fn new(path: &str, language: u8, summary: FileSummary) -> Self {
        Self {
            path: OwnedBytes::Heap(path.as_bytes().into()),
            language,
            summary,
            ..Self::default()
        }
    }

    /// Returns its path; empty for a record that has not been filled in.
    pub fn path(&self) -> &str {
        std::str::from_utf8(&self.path).unwrap_or_default()
    }

    /// Returns its cross-file facts by list.
    pub fn contributions(&self) -> Contributions<FileDef> {
        Contributions::of_cross_facts(&self.cross_facts)
    }
}

/// The record of a resolved file, and what its resolution read.
#[derive(Debug)]
pub struct ResolvedFile {
    /// Number of the file.
    pub file: SourceId,
    /// Its record.
    pub record: FileRecord,
    /// What its resolution read.
    pub reads: ReadSet,
    /// The work that it took; none for a stub file.
    pub work: Work,
}
