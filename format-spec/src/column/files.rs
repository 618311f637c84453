//! Parsed files, in the order of their paths.

use super::columns;
use crate::ids::{FileId, StringId, SymbolId};
use crate::kind::Language;

columns! {
    /// One row a file, ordered by the bytes of its path.
    FileColumns, FileLayout, FileView, Files;
    /// Position of its path in `strings`.
    path: u32 ["F"],
    /// Its language.
    language: u8 ["F"],
    /// Bit 0: holds tests. Bit 1: made by a tool.
    flags: u8 ["F"],
    /// blake3 of its bytes.
    hash: u8 ["32 F"],
    /// Size in bytes.
    size: u32 sparse ["F"],
    /// Number of lines.
    lines: u32 sparse ["F"],
    /// Number of places with a syntax error.
    syntax_errors: u32 sparse ["F"],
    /// Its first symbol; the next row's is one past its last.
    first_symbol: u32 ["F + 1"],
    /// Number of tokens in its path.
    path_length: u16 ["F"],
    /// Number of tokens in the bodies and docs of its symbols.
    text_length: u32 sparse ["F"],
}

/// Flag of a file that holds tests.
pub const FILE_TEST: u8 = 1;

/// Flag of a file that a tool made.
pub const FILE_GENERATED: u8 = 2;

impl FileView<'_> {
    /// Number of files.
    #[inline]
    pub fn count(self) -> usize {
        self.layout.path.len()
    }

    /// Position of the path.
    #[inline]
    pub fn path(self, file: FileId) -> StringId {
        StringId(self.layout.path.at_row(self.bytes, file.index()))
    }

    /// Its language; unknown for a number that this version does not know.
    pub fn language(self, file: FileId) -> Language {
        Language::from_u8(self.layout.language.at_row(self.bytes, file.index()))
            .unwrap_or(Language::Unknown)
    }

    /// blake3 of its bytes.
    pub fn hash(self, file: FileId) -> [u8; 32] {
        let hashes = self.layout.hash.slice(self.bytes);
        hashes
            .get(file.index() * 32..)
            .and_then(<[u8]>::first_chunk)
            .copied()
            .unwrap_or_default()
    }

    /// Its symbols; an empty range if the column is out of order.
    pub fn symbols(self, file: FileId) -> std::ops::Range<u32> {
        let start = self.layout.first_symbol.at_row(self.bytes, file.index());
        let end = self
            .layout
            .first_symbol
            .at_row(self.bytes, file.index() + 1);
        start..end.max(start)
    }

    /// The file that a symbol belongs to. Costs a binary search.
    #[inline]
    pub fn of_symbol(self, symbol: SymbolId) -> FileId {
        let count = self.layout.first_symbol.len();
        let after = self
            .layout
            .first_symbol
            .partition_point(self.bytes, 0..count, |first| first <= symbol.0);
        FileId::new(after.saturating_sub(1).min(self.count().saturating_sub(1)))
    }
}
