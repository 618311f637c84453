//! The files that differ from a base, as a graph of their own.

mod base_positions;
mod links;
mod merged_rows;
mod overlay_graph;
mod partition;
mod renumbering;

use bombe_format::column::overlay::{MaskColumns, RedirectColumns};
use bombe_format::ids::NONE;

use self::base_positions::BasePositions;
use self::merged_rows::MergedRows;
use self::partition::Partition;
use super::digest::symbol_keys;
use super::{BaseManifest, Digests, OverlayLinks};
use bombe_resolve::Emitted;
use bombe_resolve::graph::Graph;

/// What differs from a base.
#[derive(Debug)]
pub struct Delta {
    /// New and changed files, their symbols, and all rows that start in them, with ids of their own. Symbols and files that
    /// only the base has follow, in the order of `redirects`. Skipped files are not included.
    pub graph: Graph,
    /// For each symbol of the base its number in the merged view, or none if it is gone. Empty if [`OverlayLinks::state`] is
    /// none: then all have the same numbers as in the base.
    pub of_base: Vec<u32>,
    /// The base, the positions of the files among those of the base, and the masked files.
    pub mask: MaskColumns,
    /// The successors of masked symbols, and the symbols and files of the base that rows refer to.
    pub redirects: RedirectColumns,
    /// The links from its files that rank flows along.
    pub links: OverlayLinks,
    /// Size in bytes of the files in the graph and of those that are gone.
    pub bytes: u64,
}

impl Delta {
    /// Compares a graph of all files with a base.
    pub fn of(whole: &Graph, digests: &Digests, base: &BaseManifest) -> Self {
        let paths: Vec<&str> = whole.files.iter().map(|file| file.path.as_str()).collect();
        let rows = MergedRows {
            graph: whole,
            paths: &paths,
            first_symbol: &digests.first_symbol,
            keys: &digests.keys,
            row: (0..whole.files.len() as u32).collect(),
            first_row: &digests.first_symbol,
        };
        let positions = BasePositions::of(rows.paths, base);
        Self::between(&rows, base, positions, |file, other| {
            base.digest(other) == digests.files[file]
        })
    }

    /// Compares the files of `emitted` with a base. `paths` are those of all files; `emitted_files` are
    /// the numbers of the emitted ones. All others come from the base; none if one is not there.
    pub fn of_some(
        emitted: &Emitted,
        emitted_files: &[u32],
        paths: &[&str],
        base: &BaseManifest,
    ) -> Option<Self> {
        let mut row = vec![NONE; paths.len()];
        let mut first_row = vec![0];
        let mut end = 0;
        for (at, (file, emitted)) in emitted_files.iter().zip(&emitted.graph.files).enumerate() {
            row[*file as usize] = at as u32;
            end += emitted.symbols;
            first_row.push(end);
        }
        let keys = symbol_keys(&emitted.graph);
        let rows = MergedRows {
            graph: &emitted.graph,
            paths,
            first_symbol: &emitted.first_symbol,
            keys: &keys,
            first_row: &first_row,
            row,
        };
        let positions = BasePositions::of(rows.paths, base);
        if !rows
            .row
            .iter()
            .zip(&positions.number)
            .all(|(row, base)| *row != NONE || *base != NONE)
        {
            return None;
        }
        let digests = rows.digests(emitted_files, &positions, base);
        Some(Self::between(
            &rows,
            base,
            positions,
            |file, other| match rows.row[file] {
                NONE => true,
                row => base.digest(other) == digests[row as usize],
            },
        ))
    }

    /// `same` returns true if a file of the merged view has the rows of a file of the base.
    fn between(
        rows: &MergedRows<'_>,
        base: &BaseManifest,
        positions: BasePositions,
        same: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut partition = Partition::of(rows, base, positions, same);
        partition.redirect();
        let graph = partition.graph();
        let successor = partition.successors();
        let moved = partition.moved(&successor);
        let links = partition.links(&moved);
        let of_base = match links.state() {
            Some(_) => partition.of_base(&moved),
            None => Vec::new(),
        };
        Self {
            graph,
            links,
            of_base,
            mask: MaskColumns {
                base: base.identity.to_vec(),
                position: partition.position,
                masked: partition.masked,
            },
            redirects: RedirectColumns {
                successor,
                symbol: partition.base_symbols,
                file: partition.base_files,
            },
            bytes: partition.bytes,
        }
    }
}
