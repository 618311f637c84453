//! The files that differ from a base, as a graph of their own.

use bombe_format::column::overlay::{MaskColumns, RedirectColumns};
use bombe_format::ids::{FileId, NONE, SymbolId};

use super::digest::{rows, symbol_keys};
use super::{Digests, Record, RecordFile};
use crate::graph::{
    Edge, EntryRow, ExternalCall, ExternalImport, FileRow, Graph, ImportRow, SymbolRow,
    UnresolvedCall,
};
use crate::resolve::Emitted;

/// What differs from a base.
#[derive(Debug)]
pub struct Delta {
    /// Files that are new or have changed, their symbols, and all that starts in them. Ids are their own; symbols and files
    /// that only the base has follow them, in the order of `redirects`. What was left out is not in it.
    pub graph: Graph,
    /// For each symbol of the base its number among all symbols; none for those that have gone.
    pub of_base: Vec<u32>,
    /// Which base, where the files stand among its own, which of them are masked.
    pub mask: MaskColumns,
    /// What took the place of masked symbols, and what of the base is led to.
    pub redirects: RedirectColumns,
    /// Size of the files in the graph and of those that have gone, in bytes.
    pub bytes: u64,
}

impl Delta {
    /// Compares a graph of all files, whose digests are given, with a base.
    pub fn of(whole: &Graph, digests: &Digests, base: &Record) -> Self {
        let paths: Vec<&str> = whole.files.iter().map(|file| file.path.as_str()).collect();
        let rows = Rows {
            graph: whole,
            paths: &paths,
            first_symbol: &digests.first_symbol,
            keys: &digests.keys,
            row: (0..whole.files.len() as u32).collect(),
            first_row: &digests.first_symbol,
        };
        Self::between(&rows, base, |file, other| {
            other.digest == digests.files[file]
        })
    }

    /// Takes the files of `emitted` as those that differ from a base: their numbers among all files, which have `paths`,
    /// are `own`. None if another file is not in the base.
    pub fn of_some(emitted: &Emitted, own: &[u32], paths: &[&str], base: &Record) -> Option<Self> {
        let mut row = vec![NONE; paths.len()];
        let mut first_row = vec![0];
        let mut rows = 0;
        for (at, (file, emitted)) in own.iter().zip(&emitted.graph.files).enumerate() {
            row[*file as usize] = at as u32;
            rows += emitted.symbols;
            first_row.push(rows);
        }
        let known = |path: &&str| {
            let found = base
                .files
                .binary_search_by(|file| file.path.as_str().cmp(path));
            found.is_ok()
        };
        let kept = paths.iter().zip(&row).filter(|(_, row)| **row == NONE);
        if !kept.map(|(path, _)| path).all(known) {
            return None;
        }
        let rows = Rows {
            graph: &emitted.graph,
            paths,
            first_symbol: &emitted.first_symbol,
            keys: &symbol_keys(&emitted.graph),
            first_row: &first_row,
            row: row.clone(),
        };
        Some(Self::between(&rows, base, |file, _| row[file] == NONE))
    }

    fn between(rows: &Rows<'_>, base: &Record, same: impl Fn(usize, &RecordFile) -> bool) -> Self {
        let mut split = Split::of(rows, base, same);
        split.redirect();
        let graph = split.graph();
        let successor = split.successors(base);
        Self {
            graph,
            of_base: split.of_base(&successor),
            mask: MaskColumns {
                base: base.identity.to_vec(),
                position: split.position,
                masked: split.masked,
            },
            redirects: RedirectColumns {
                successor,
                symbol: split.symbols,
                file: split.files,
            },
            bytes: split.bytes,
        }
    }
}

/// Rows of all files, or of those of an overlay.
struct Rows<'g> {
    /// The rows, with the numbers of the whole.
    graph: &'g Graph,
    /// Paths of all files.
    paths: &'g [&'g str],
    /// First symbol of each file in the whole, and the number of all symbols.
    first_symbol: &'g [u32],
    /// For each file of the whole its row in the graph, or none.
    row: Vec<u32>,
    /// First row among the symbols of each row of files.
    first_row: &'g [u32],
    /// Key of each row of symbols.
    keys: &'g [u64],
}

impl<'g> Rows<'g> {
    fn file(&self, file: usize) -> &'g FileRow {
        &self.graph.files[self.row[file] as usize]
    }

    /// The rows of a file's symbols.
    fn symbols(&self, file: usize) -> std::ops::Range<usize> {
        let row = self.row[file] as usize;
        self.first_row[row] as usize..self.first_row[row + 1] as usize
    }
}

/// The files, divided into those of the overlay and those that are kept.
struct Split<'r, 'g> {
    rows: &'r Rows<'g>,
    /// First symbol of each file of the base, and the number of all its symbols.
    base_first: Vec<u32>,
    /// For each file of the whole its number in the overlay, or none.
    local: Vec<u32>,
    /// For each file of the whole its number in the base, or none.
    base: Vec<u32>,
    /// Files of the overlay by their number in the whole.
    own: Vec<FileId>,
    /// First symbol of each file of the overlay, and the number of all its symbols.
    own_first: Vec<u32>,
    position: Vec<u32>,
    masked: Vec<u32>,
    bytes: u64,
    /// Symbols of the base that the overlay knows.
    symbols: Vec<u32>,
    /// Files of the base that the overlay knows.
    files: Vec<u32>,
}

impl<'r, 'g> Split<'r, 'g> {
    fn of(rows: &'r Rows<'g>, base: &Record, same: impl Fn(usize, &RecordFile) -> bool) -> Self {
        let mut base_first = vec![0];
        let mut first = 0;
        for file in &base.files {
            first += file.symbols;
            base_first.push(first);
        }
        let mut split = Self {
            rows,
            base_first,
            local: Vec::with_capacity(rows.paths.len()),
            base: Vec::with_capacity(rows.paths.len()),
            own: Vec::new(),
            own_first: vec![0],
            position: Vec::new(),
            masked: Vec::new(),
            bytes: 0,
            symbols: Vec::new(),
            files: Vec::new(),
        };
        let mut before = base.files.iter().zip(0u32..).peekable();
        for (path, file) in rows.paths.iter().zip(0u32..) {
            let gone = |other: &(&RecordFile, u32)| other.0.path.as_str() < *path;
            while let Some((other, number)) = before.next_if(gone) {
                split.masked.push(number);
                split.bytes += other.size;
            }
            let position = before
                .peek()
                .map_or(base.files.len() as u32, |(_, number)| *number);
            let found = before.next_if(|(other, _)| other.path == *path);
            split.base.push(found.map_or(NONE, |(_, number)| number));
            if let Some((other, number)) = found {
                if same(file as usize, other) {
                    split.local.push(NONE);
                    continue;
                }
                split.masked.push(number);
            }
            split.local.push(split.own.len() as u32);
            split.own.push(FileId(file));
            let row = rows.file(file as usize);
            split.own_first.push(split.own_symbols() + row.symbols);
            split.position.push(position);
            split.bytes += row.size;
        }
        for (other, number) in before {
            split.masked.push(number);
            split.bytes += other.size;
        }
        split
    }

    fn own_symbols(&self) -> u32 {
        self.own_first.last().copied().unwrap_or(0)
    }

    /// A symbol of the whole in the overlay, or else in the base.
    fn place(&self, symbol: SymbolId) -> Place {
        let first = self.rows.first_symbol;
        let file = first.partition_point(|first| *first <= symbol.0) - 1;
        let inside = symbol.0 - first[file];
        match self.local[file] {
            NONE => Place::Base(self.base_first[self.base[file] as usize] + inside),
            local => Place::Own(self.own_first[local as usize] + inside),
        }
    }

    /// The symbols of each file of the overlay, in the whole.
    fn runs(&self) -> impl Iterator<Item = std::ops::Range<u32>> {
        let first = self.rows.first_symbol;
        self.own
            .iter()
            .map(|file| first[file.index()]..first[file.index() + 1])
    }

    fn own_rows(&self) -> impl Iterator<Item = &'g SymbolRow> {
        let rows = self.rows;
        self.own
            .iter()
            .flat_map(|file| &rows.graph.symbols[rows.symbols(file.index())])
    }

    fn edges(&self) -> impl Iterator<Item = &'g Edge> {
        let whole = self.rows.graph;
        self.runs()
            .flat_map(move |run| rows(&whole.edges, &run, |edge| edge.source.0))
    }

    fn imports(&self) -> impl Iterator<Item = &'g ImportRow> {
        let whole = self.rows.graph;
        self.own
            .iter()
            .flat_map(move |file| rows(&whole.imports, &(file.0..file.0 + 1), |row| row.from.0))
    }

    /// Collects what the overlay knows of the base.
    fn redirect(&mut self) {
        let targets = self.edges().map(|edge| edge.target);
        let parents = self.own_rows().filter_map(|symbol| symbol.parent);
        let mut symbols: Vec<u32> = targets
            .chain(parents)
            .filter_map(|symbol| match self.place(symbol) {
                Place::Own(_) => None,
                Place::Base(id) => Some(id),
            })
            .collect();
        symbols.sort_unstable();
        symbols.dedup();
        let kept = self.imports().map(|row| row.to.index());
        let mut files: Vec<u32> = kept
            .filter(|file| self.local[*file] == NONE)
            .map(|file| self.base[file])
            .collect();
        files.sort_unstable();
        files.dedup();
        (self.symbols, self.files) = (symbols, files);
    }

    /// The id of a symbol in the overlay.
    fn symbol(&self, symbol: SymbolId) -> SymbolId {
        match self.place(symbol) {
            Place::Own(id) => SymbolId(id),
            Place::Base(id) => {
                let row = self.symbols.partition_point(|other| *other < id);
                SymbolId(self.own_symbols() + row as u32)
            }
        }
    }

    /// The id of a file in the overlay.
    fn file(&self, file: FileId) -> FileId {
        match self.local[file.index()] {
            NONE => {
                let id = self.base[file.index()];
                let row = self.files.partition_point(|other| *other < id);
                FileId::new(self.own.len() + row)
            }
            local => FileId(local),
        }
    }

    fn graph(&self) -> Graph {
        let whole = self.rows.graph;
        let mut graph = Graph::default();
        for (local, (file, run)) in self.own.iter().zip(self.runs()).enumerate() {
            let local = FileId::new(local);
            graph.files.push(self.rows.file(file.index()).clone());
            for symbol in &whole.symbols[self.rows.symbols(file.index())] {
                graph.symbols.push(SymbolRow {
                    file: local,
                    parent: symbol.parent.map(|parent| self.symbol(parent)),
                    ..symbol.clone()
                });
            }
            let unresolved = rows(&whole.unresolved, &run, |call| call.source.0);
            graph
                .unresolved
                .extend(unresolved.iter().map(|call| UnresolvedCall {
                    source: self.symbol(call.source),
                    ..call.clone()
                }));
            let external = rows(&whole.external_calls, &run, |call| call.source.0);
            graph
                .external_calls
                .extend(external.iter().map(|call| ExternalCall {
                    source: self.symbol(call.source),
                    ..call.clone()
                }));
            let this = file.0..file.0 + 1;
            let imports = rows(&whole.external_imports, &this, |row| row.file.0);
            graph
                .external_imports
                .extend(imports.iter().map(|row| ExternalImport {
                    file: local,
                    ..row.clone()
                }));
            let entries = rows(&whole.entry_points, &run, |entry| entry.symbol.0);
            graph
                .entry_points
                .extend(entries.iter().map(|entry| EntryRow {
                    symbol: self.symbol(entry.symbol),
                    ..entry.clone()
                }));
        }
        graph.edges.extend(self.edges().map(|edge| Edge {
            source: self.symbol(edge.source),
            target: self.symbol(edge.target),
            ..*edge
        }));
        graph.edges.sort_unstable();
        graph.imports.extend(self.imports().map(|row| ImportRow {
            from: self.file(row.from),
            to: self.file(row.to),
            line: row.line,
        }));
        graph.imports.sort_unstable();
        graph
    }

    /// For each symbol of the masked files what took its place: 0, or 1 and the symbol of the overlay.
    fn successors(&self, base: &Record) -> Vec<u32> {
        let mut successors = Vec::new();
        let mut own = (0u32..)
            .zip(&self.own)
            .filter_map(|(local, file)| match self.base[file.index()] {
                NONE => None,
                number => Some((local, number)),
            })
            .peekable();
        let mut keyed: Vec<(u64, u32)> = Vec::new();
        for masked in &self.masked {
            keyed.clear();
            if let Some((local, _)) = own.next_if(|(_, number)| number == masked) {
                let file = self.own[local as usize].index();
                let keys = &self.rows.keys[self.rows.symbols(file)];
                let first = self.own_first[local as usize];
                keyed.extend(keys.iter().copied().zip(first..));
                keyed.sort_unstable();
            }
            let first = &self.base_first[*masked as usize..];
            for key in &base.keys[first[0] as usize..first[1] as usize] {
                let found = keyed.binary_search_by_key(key, |(key, _)| *key);
                successors.push(found.map_or(0, |at| keyed[at].1 + 1));
            }
        }
        successors
    }

    /// For each symbol of the base its number in the whole, or none.
    fn of_base(&self, successors: &[u32]) -> Vec<u32> {
        let first = self.rows.first_symbol;
        let mut found = vec![NONE; self.base_first.last().map_or(0, |count| *count as usize)];
        for (file, base) in self.base.iter().enumerate() {
            if self.local[file] == NONE && *base != NONE {
                let start = self.base_first[*base as usize] as usize;
                let run = first[file]..first[file + 1];
                for (at, id) in found[start..].iter_mut().zip(run) {
                    *at = id;
                }
            }
        }
        let masked = self
            .masked
            .iter()
            .flat_map(|file| self.base_first[*file as usize]..self.base_first[*file as usize + 1]);
        for (symbol, successor) in masked.zip(successors) {
            if let Some(local) = successor.checked_sub(1) {
                let file = self.own_first.partition_point(|first| *first <= local) - 1;
                let whole = first[self.own[file].index()] + (local - self.own_first[file]);
                found[symbol as usize] = whole;
            }
        }
        found
    }
}

/// Where a symbol is.
enum Place {
    /// In the overlay, by the id there.
    Own(u32),
    /// In the base, by the id there.
    Base(u32),
}
