//! The partition of the files: those of the overlay, and those that the base keeps.

use std::ops::Range;

use bombe_format::ids::{FileId, NONE, SymbolId};

use super::base_positions::BasePositions;
use super::merged_rows::MergedRows;
use crate::overlay::BaseManifest;
use crate::overlay::digest::rows;
use bombe_resolve::graph::{Edge, ImportRow, SymbolRow};

/// The files, split into those of the overlay and those that the base keeps.
pub(super) struct Partition<'r, 'g> {
    pub(super) rows: &'r MergedRows<'g>,
    pub(super) manifest: &'r BaseManifest,
    /// For each file of the merged view its number in the overlay, or none.
    pub(super) in_overlay: Vec<u32>,
    /// For each file of the merged view its number in the base, or none.
    pub(super) in_base: Vec<u32>,
    /// Files of the overlay by their number in the merged view.
    pub(super) overlay_files: Vec<FileId>,
    /// First symbol of each file of the overlay, and the number of all its symbols.
    pub(super) overlay_first_symbol: Vec<u32>,
    /// For each file of the overlay the number of files of the base that precede it.
    pub(super) position: Vec<u32>,
    /// Masked files of the base, ascending.
    pub(super) masked: Vec<u32>,
    /// Size in bytes of the files of the overlay and of those that are gone.
    pub(super) bytes: u64,
    /// Symbols of the base that the overlay refers to.
    pub(super) base_symbols: Vec<u32>,
    /// Files of the base that the overlay refers to.
    pub(super) base_files: Vec<u32>,
}

/// Which segment holds a symbol.
enum Location {
    /// The overlay, with the id there.
    Overlay(u32),
    /// The base, with the id there.
    Base(u32),
}

impl<'r, 'g> Partition<'r, 'g> {
    /// Puts a file into the overlay unless `same` returns true for it and its file of the base.
    pub(super) fn of(
        rows: &'r MergedRows<'g>,
        manifest: &'r BaseManifest,
        positions: BasePositions,
        same: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut partition = Self {
            rows,
            manifest,
            in_overlay: Vec::with_capacity(rows.paths.len()),
            in_base: positions.number,
            overlay_files: Vec::new(),
            overlay_first_symbol: vec![0],
            position: Vec::new(),
            masked: Vec::new(),
            bytes: 0,
            base_symbols: Vec::new(),
            base_files: Vec::new(),
        };
        let mut next = 0;
        for (file, position) in positions.position.into_iter().enumerate() {
            partition.mask(next..position);
            next = position;
            let found = partition.in_base[file];
            if found != NONE {
                next += 1;
                if same(file, found as usize) {
                    partition.in_overlay.push(NONE);
                    continue;
                }
                partition.masked.push(found);
            }
            partition
                .in_overlay
                .push(partition.overlay_files.len() as u32);
            partition.overlay_files.push(FileId::new(file));
            let row = rows.file(file);
            partition
                .overlay_first_symbol
                .push(partition.overlay_symbols() + row.symbols);
            partition.position.push(position);
            partition.bytes += row.size;
        }
        partition.mask(next..manifest.files() as u32);
        partition
    }

    /// Masks files of the base that are gone.
    fn mask(&mut self, gone: Range<u32>) {
        let manifest = self.manifest;
        self.bytes += gone
            .clone()
            .map(|file| manifest.size(file as usize))
            .sum::<u64>();
        self.masked.extend(gone);
    }

    /// Returns the number of symbols of the overlay's files.
    pub(super) fn overlay_symbols(&self) -> u32 {
        self.overlay_first_symbol.last().copied().unwrap_or(0)
    }

    /// Returns where a symbol of the merged view is: in the overlay, or else in the base.
    fn locate(&self, symbol: SymbolId) -> Location {
        let (file, inside) = self.rows.file_of(symbol);
        match self.in_overlay[file] {
            NONE => {
                Location::Base(self.manifest.symbols(self.in_base[file] as usize).start + inside)
            }
            local => Location::Overlay(self.overlay_first_symbol[local as usize] + inside),
        }
    }

    /// Returns the symbols of each file of the overlay, by their numbers in the merged view.
    pub(super) fn runs(&self) -> impl Iterator<Item = Range<u32>> {
        let first = self.rows.first_symbol;
        self.overlay_files
            .iter()
            .map(|file| first[file.index()]..first[file.index() + 1])
    }

    /// Returns the symbols of the overlay's files.
    fn symbol_rows(&self) -> impl Iterator<Item = &'g SymbolRow> {
        let rows = self.rows;
        self.overlay_files
            .iter()
            .flat_map(|file| &rows.graph.symbols[rows.symbols(file.index())])
    }

    /// Returns the edges that start in the overlay's files.
    pub(super) fn edges(&self) -> impl Iterator<Item = &'g Edge> {
        let whole = self.rows.graph;
        self.runs()
            .flat_map(move |run| rows(&whole.edges, &run, |edge| edge.source.0))
    }

    /// Returns the imports of the overlay's files.
    pub(super) fn imports(&self) -> impl Iterator<Item = &'g ImportRow> {
        let whole = self.rows.graph;
        self.overlay_files
            .iter()
            .flat_map(move |file| rows(&whole.imports, &(file.0..file.0 + 1), |row| row.from.0))
    }

    /// Collects the symbols and files of the base that the overlay refers to.
    pub(super) fn redirect(&mut self) {
        let targets = self.edges().map(|edge| edge.target);
        let parents = self.symbol_rows().filter_map(|symbol| symbol.parent);
        let mut symbols: Vec<u32> = targets
            .chain(parents)
            .filter_map(|symbol| match self.locate(symbol) {
                Location::Overlay(_) => None,
                Location::Base(id) => Some(id),
            })
            .collect();
        symbols.sort_unstable();
        symbols.dedup();
        let kept = self.imports().map(|row| row.to.index());
        let mut files: Vec<u32> = kept
            .filter(|file| self.in_overlay[*file] == NONE)
            .map(|file| self.in_base[file])
            .collect();
        files.sort_unstable();
        files.dedup();
        (self.base_symbols, self.base_files) = (symbols, files);
    }

    /// Returns the id of a symbol in the overlay.
    pub(super) fn symbol(&self, symbol: SymbolId) -> SymbolId {
        match self.locate(symbol) {
            Location::Overlay(id) => SymbolId(id),
            Location::Base(id) => {
                let row = self.base_symbols.partition_point(|other| *other < id);
                SymbolId(self.overlay_symbols() + row as u32)
            }
        }
    }

    /// Returns the id of a file in the overlay.
    pub(super) fn file(&self, file: FileId) -> FileId {
        match self.in_overlay[file.index()] {
            NONE => {
                let id = self.in_base[file.index()];
                let row = self.base_files.partition_point(|other| *other < id);
                FileId::new(self.overlay_files.len() + row)
            }
            local => FileId(local),
        }
    }
}
