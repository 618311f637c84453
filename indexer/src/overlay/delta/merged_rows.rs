//! Rows with the numbers of the merged view.

use std::ops::Range;

use bombe_format::ids::{FileId, NONE, SymbolId};
use rayon::prelude::*;

use super::base_positions::BasePositions;
use crate::overlay::BaseManifest;
use crate::overlay::digest::{Digest, FileRows};
use bombe_resolve::graph::{FileRow, Graph};

/// Smallest number of files that one thread takes at once.
const FILES_MIN: usize = 16;

/// The rows of all files, or of the files of an overlay.
pub(super) struct MergedRows<'g> {
    /// The rows, with the numbers of the merged view.
    pub(super) graph: &'g Graph,
    /// Paths of all files.
    pub(super) paths: &'g [&'g str],
    /// First symbol of each file in the merged view, and the number of all symbols.
    pub(super) first_symbol: &'g [u32],
    /// For each file of the merged view its row in the graph, or none.
    pub(super) row: Vec<u32>,
    /// First row among the symbols of each row of files.
    pub(super) first_row: &'g [u32],
    /// Key of each row of symbols.
    pub(super) keys: &'g [u64],
}

impl<'g> MergedRows<'g> {
    /// Returns the row of a file that has one.
    pub(super) fn file(&self, file: usize) -> &'g FileRow {
        &self.graph.files[self.row[file] as usize]
    }

    /// Returns the rows of a file's symbols, as a range of the graph's.
    pub(super) fn symbols(&self, file: usize) -> Range<usize> {
        let row = self.row[file] as usize;
        self.first_row[row] as usize..self.first_row[row + 1] as usize
    }

    /// Returns the file of a symbol, and its position in the file.
    pub(super) fn file_of(&self, symbol: SymbolId) -> (usize, u32) {
        let first = self.first_symbol;
        let file = first.partition_point(|first| *first <= symbol.0) - 1;
        (file, symbol.0 - first[file])
    }

    /// Returns the digests of `files`, which have rows.
    pub(super) fn digests(
        &self,
        files: &[u32],
        positions: &BasePositions,
        base: &BaseManifest,
    ) -> Vec<Digest> {
        let key = |symbol: SymbolId| {
            let (file, inside) = self.file_of(symbol);
            match self.row[file] {
                NONE => base.key(base.symbols(positions.number[file] as usize).start + inside),
                row => self.keys[(self.first_row[row as usize] + inside) as usize],
            }
        };
        let path = |file: FileId| self.paths[file.index()];
        let digest = |text: &mut Vec<u8>, file: &u32| {
            let at = *file as usize;
            let rows = FileRows {
                graph: self.graph,
                row: self.file(at),
                symbols: &self.graph.symbols[self.symbols(at)],
                file: FileId(*file),
                run: self.first_symbol[at]..self.first_symbol[at + 1],
            };
            rows.digest(key, path, text)
        };
        let files = files.par_iter().with_min_len(FILES_MIN);
        files.map_init(Vec::new, digest).collect()
    }
}
