//! The files that differ from a base, as a graph of their own.

use std::cmp::Ordering;
use std::ops::Range;

use bombe_format::column::overlay::{MaskColumns, RedirectColumns};
use bombe_format::ids::{FileId, NONE, SymbolId};
use hashbrown::HashMap;
use rayon::prelude::*;

use super::digest::{Digest, FileRows, links_digest, rows, symbol_keys};
use super::{BaseManifest, Digests, OwnLinks};
use crate::rank::push_targets;
use bombe_resolve::Emitted;
use bombe_resolve::graph::{
    Edge, EntryRow, ExternalCall, ExternalImport, FileRow, Graph, ImportRow, SymbolRow,
    UnresolvedCall,
};

/// What differs from a base.
#[derive(Debug)]
pub struct Delta {
    /// New and changed files, their symbols, and all rows that start in them, with ids of their own. Symbols and files that
    /// only the base has follow, in the order of `redirects`. Skipped files are not included.
    pub graph: Graph,
    /// For each symbol of the base its number in the merged view, or none if it is gone. Empty if [`OwnLinks::state`] is none:
    /// then all have the same numbers as in the base.
    pub of_base: Vec<u32>,
    /// The base, the positions of the files among those of the base, and the masked files.
    pub mask: MaskColumns,
    /// The successors of masked symbols, and the symbols and files of the base that rows refer to.
    pub redirects: RedirectColumns,
    /// The links from its files that rank flows along.
    pub links: OwnLinks,
    /// Size in bytes of the files in the graph and of those that are gone.
    pub bytes: u64,
}

impl Delta {
    /// Compares a graph of all files with a base.
    pub fn of(whole: &Graph, digests: &Digests, base: &BaseManifest) -> Self {
        let paths: Vec<&str> = whole.files.iter().map(|file| file.path.as_str()).collect();
        let rows = Rows {
            graph: whole,
            paths: &paths,
            first_symbol: &digests.first_symbol,
            keys: &digests.keys,
            row: (0..whole.files.len() as u32).collect(),
            first_row: &digests.first_symbol,
        };
        let places = Places::of(&rows, base);
        Self::between(&rows, base, places, |file, other| {
            base.digest(other) == digests.files[file]
        })
    }

    /// Compares the files of `emitted` with a base. `paths` are those of all files; `own` are the numbers of the emitted ones.
    /// All others come from the base; none if one is not there.
    pub fn of_some(
        emitted: &Emitted,
        own: &[u32],
        paths: &[&str],
        base: &BaseManifest,
    ) -> Option<Self> {
        let mut row = vec![NONE; paths.len()];
        let mut first_row = vec![0];
        let mut end = 0;
        for (at, (file, emitted)) in own.iter().zip(&emitted.graph.files).enumerate() {
            row[*file as usize] = at as u32;
            end += emitted.symbols;
            first_row.push(end);
        }
        let keys = symbol_keys(&emitted.graph);
        let rows = Rows {
            graph: &emitted.graph,
            paths,
            first_symbol: &emitted.first_symbol,
            keys: &keys,
            first_row: &first_row,
            row,
        };
        let places = Places::of(&rows, base);
        if !rows
            .row
            .iter()
            .zip(&places.base)
            .all(|(row, base)| *row != NONE || *base != NONE)
        {
            return None;
        }
        let digests = rows.digests(own, &places, base);
        Some(Self::between(
            &rows,
            base,
            places,
            |file, other| match rows.row[file] {
                NONE => true,
                row => base.digest(other) == digests[row as usize],
            },
        ))
    }

    /// `same` returns true if a file of the merged view has the rows of a file of the base.
    fn between(
        rows: &Rows<'_>,
        base: &BaseManifest,
        places: Places,
        same: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut split = Split::of(rows, base, places, same);
        split.redirect();
        let graph = split.graph();
        let successor = split.successors();
        let moved = split.moved(&successor);
        let links = split.links(&moved);
        let of_base = match links.state() {
            Some(_) => split.of_base(&moved),
            None => Vec::new(),
        };
        Self {
            graph,
            links,
            of_base,
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

/// The rows of all files, or of the files of an overlay.
struct Rows<'g> {
    /// The rows, with the numbers of the merged view.
    graph: &'g Graph,
    /// Paths of all files.
    paths: &'g [&'g str],
    /// First symbol of each file in the merged view, and the number of all symbols.
    first_symbol: &'g [u32],
    /// For each file of the merged view its row in the graph, or none.
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

    /// Returns the file of a symbol, and its position in the file.
    fn file_of(&self, symbol: SymbolId) -> (usize, u32) {
        let first = self.first_symbol;
        let file = first.partition_point(|first| *first <= symbol.0) - 1;
        (file, symbol.0 - first[file])
    }

    /// Returns the digests of the files with rows, whose numbers are `own`.
    fn digests(&self, own: &[u32], places: &Places, base: &BaseManifest) -> Vec<Digest> {
        let key = |symbol: SymbolId| {
            let (file, inside) = self.file_of(symbol);
            match self.row[file] {
                NONE => base.key(base.symbols(places.base[file] as usize).start + inside),
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
        let own = own.par_iter().with_min_len(FILES_MIN);
        own.map_init(Vec::new, digest).collect()
    }
}

/// Smallest number of files that one thread takes at once.
const FILES_MIN: usize = 16;

/// The positions of the files of the merged view in the base.
struct Places {
    /// For each file its number in the base, or none.
    base: Vec<u32>,
    /// For each file the number of files of the base that precede it.
    position: Vec<u32>,
}

impl Places {
    fn of(rows: &Rows<'_>, base: &BaseManifest) -> Self {
        let mut places = Self {
            base: Vec::with_capacity(rows.paths.len()),
            position: Vec::with_capacity(rows.paths.len()),
        };
        let mut at = 0;
        for path in rows.paths {
            let mut found = Ordering::Greater;
            while at < base.files() {
                found = base.path(at).cmp(path.as_bytes());
                if found != Ordering::Less {
                    break;
                }
                at += 1;
            }
            places.position.push(at as u32);
            places.base.push(match found {
                Ordering::Equal => at as u32,
                _ => NONE,
            });
            at += usize::from(found == Ordering::Equal);
        }
        places
    }
}

/// The files, split into those of the overlay and those that the base keeps.
struct Split<'r, 'g> {
    rows: &'r Rows<'g>,
    manifest: &'r BaseManifest,
    /// For each file of the merged view its number in the overlay, or none.
    local: Vec<u32>,
    /// For each file of the merged view its number in the base, or none.
    base: Vec<u32>,
    /// Files of the overlay by their number in the merged view.
    own: Vec<FileId>,
    /// First symbol of each file of the overlay, and the number of all its symbols.
    own_first: Vec<u32>,
    position: Vec<u32>,
    masked: Vec<u32>,
    bytes: u64,
    /// Symbols of the base that the overlay refers to.
    symbols: Vec<u32>,
    /// Files of the base that the overlay refers to.
    files: Vec<u32>,
}

impl<'r, 'g> Split<'r, 'g> {
    fn of(
        rows: &'r Rows<'g>,
        manifest: &'r BaseManifest,
        places: Places,
        same: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut split = Self {
            rows,
            manifest,
            local: Vec::with_capacity(rows.paths.len()),
            base: places.base,
            own: Vec::new(),
            own_first: vec![0],
            position: Vec::new(),
            masked: Vec::new(),
            bytes: 0,
            symbols: Vec::new(),
            files: Vec::new(),
        };
        let mut next = 0;
        for (file, position) in places.position.into_iter().enumerate() {
            split.mask(next..position);
            next = position;
            let found = split.base[file];
            if found != NONE {
                next += 1;
                if same(file, found as usize) {
                    split.local.push(NONE);
                    continue;
                }
                split.masked.push(found);
            }
            split.local.push(split.own.len() as u32);
            split.own.push(FileId::new(file));
            let row = rows.file(file);
            split.own_first.push(split.own_symbols() + row.symbols);
            split.position.push(position);
            split.bytes += row.size;
        }
        split.mask(next..manifest.files() as u32);
        split
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

    fn own_symbols(&self) -> u32 {
        self.own_first.last().copied().unwrap_or(0)
    }

    /// Returns where a symbol of the merged view is: in the overlay, or else in the base.
    fn place(&self, symbol: SymbolId) -> Place {
        let (file, inside) = self.rows.file_of(symbol);
        match self.local[file] {
            NONE => Place::Base(self.manifest.symbols(self.base[file] as usize).start + inside),
            local => Place::Own(self.own_first[local as usize] + inside),
        }
    }

    /// Returns the symbols of each file of the overlay, by their numbers in the merged view.
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

    /// Collects the symbols and files of the base that the overlay refers to.
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

    /// Returns the id of a symbol in the overlay.
    fn symbol(&self, symbol: SymbolId) -> SymbolId {
        match self.place(symbol) {
            Place::Own(id) => SymbolId(id),
            Place::Base(id) => {
                let row = self.symbols.partition_point(|other| *other < id);
                SymbolId(self.own_symbols() + row as u32)
            }
        }
    }

    /// Returns the id of a file in the overlay.
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

    /// Returns the successor of each symbol of the masked files: 0 for none, or 1 plus the symbol of the overlay.
    fn successors(&self) -> Vec<u32> {
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
            for symbol in self.manifest.symbols(*masked as usize) {
                let key = self.manifest.key(symbol);
                let found = keyed.binary_search_by_key(&key, |(key, _)| *key);
                successors.push(found.map_or(0, |at| keyed[at].1 + 1));
            }
        }
        successors
    }

    /// Returns the number in the merged view of each of these successors, or none.
    fn moved(&self, successors: &[u32]) -> Vec<u32> {
        let moved = successors.iter().map(|successor| {
            let local = successor.checked_sub(1)?;
            let file = self.own_first.partition_point(|first| *first <= local) - 1;
            let first = self.rows.first_symbol[self.own[file].index()];
            Some(first + (local - self.own_first[file]))
        });
        moved.map(|number| number.unwrap_or(NONE)).collect()
    }

    /// Returns the number in the merged view of each symbol of the base, or none. `moved` is [`Split::moved`].
    fn of_base(&self, moved: &[u32]) -> Vec<u32> {
        let first = self.rows.first_symbol;
        let base_first = self.manifest.first_symbol();
        let mut found = vec![NONE; base_first.last().map_or(0, |count| *count as usize)];
        for (file, base) in self.base.iter().enumerate() {
            if self.local[file] == NONE && *base != NONE {
                let start = base_first[*base as usize] as usize;
                let run = first[file]..first[file + 1];
                for (at, id) in found[start..].iter_mut().zip(run) {
                    *at = id;
                }
            }
        }
        let masked = self
            .masked
            .iter()
            .flat_map(|file| self.manifest.symbols(*file as usize));
        for (symbol, number) in masked.zip(moved) {
            found[symbol as usize] = *number;
        }
        found
    }

    /// Returns the links from the files of the overlay. `moved` is [`Split::moved`].
    fn links(&self, moved: &[u32]) -> OwnLinks {
        let whole = self.rows.graph;
        let (mut first, mut target) = (vec![0], Vec::new());
        for run in self.runs() {
            let mut rest = rows(&whole.edges, &run, |edge| edge.source.0);
            for source in run {
                let count = rest.partition_point(|edge| edge.source.0 == source);
                let (edges, others) = rest.split_at(count);
                push_targets(source, edges.iter(), &mut target);
                first.push(target.len() as u32);
                rest = others;
            }
        }
        OwnLinks {
            symbols: self
                .rows
                .first_symbol
                .last()
                .map_or(0, |count| *count as usize),
            differs: self.links_differ(moved, &first, &target),
            runs: self.runs().collect(),
            first,
            target,
            masked: {
                let masked = self.masked.iter();
                masked
                    .map(|file| self.manifest.symbols(*file as usize))
                    .collect()
            },
        }
    }

    /// Returns a digest of everything in which the symbol numbers and links of the merged view differ from the base; none if
    /// nothing differs. It covers the files that are gone, and the files of the overlay, except those that have the same
    /// symbols in the same order with the same links as in the base. For each of these it covers the number of symbols, their
    /// targets by their numbers in the merged view, and the successors of the symbols in the base. The numbers and links of
    /// kept files follow from this and the base.
    fn links_differ(&self, moved: &[u32], first: &[u32], target: &[u32]) -> Option<blake3::Hash> {
        let starts = self.rows.first_symbol;
        // For each masked file, by its number in the base, the numbers of its symbols in the merged view.
        let mut rest = moved;
        let moved: HashMap<u32, &[u32]> = (self.masked.iter())
            .map(|file| {
                let symbols = self.manifest.symbols(*file as usize).len();
                let (symbols, behind) = rest.split_at(symbols.min(rest.len()));
                rest = behind;
                (*file, symbols)
            })
            .collect();
        let in_place: Vec<bool> = (self.own.iter())
            .map(|file| match self.base[file.index()] {
                NONE => false,
                base => {
                    let run = starts[file.index()]..starts[file.index() + 1];
                    run.eq(moved[&base].iter().copied())
                }
            })
            .collect();
        // The number of a symbol in the base, if it is known without a search.
        let in_base = |symbol: u32| {
            let (file, inside) = self.rows.file_of(SymbolId(symbol));
            let local = self.local[file];
            let known = local == NONE || in_place[local as usize];
            known.then(|| self.manifest.symbols(self.base[file] as usize).start + inside)
        };
        let mut text = self.manifest.identity.to_vec();
        let mut number = |value: u32| text.extend_from_slice(&value.to_le_bytes());
        let mut own = self.own.iter().map(|file| self.base[file.index()]);
        let mut still = own.by_ref().filter(|base| *base != NONE).peekable();
        for masked in &self.masked {
            if still.next_if_eq(masked).is_none() {
                number(*masked);
            }
        }
        number(NONE);
        let mut row = Vec::new();
        for (at, file) in self.own.iter().enumerate() {
            let base = self.base[file.index()];
            let symbols = self.own_first[at] as usize..self.own_first[at + 1] as usize;
            let ends = &first[symbols.start..=symbols.end];
            let rows = || {
                ends.windows(2)
                    .map(|run| &target[run[0] as usize..run[1] as usize])
            };
            if in_place[at] {
                row.clear();
                let targets = &target[ends[0] as usize..ends[symbols.len()] as usize];
                row.extend(targets.iter().map_while(|target| in_base(*target)));
                let rows = ends
                    .windows(2)
                    .map(|run| (run[0] - ends[0], run[1] - ends[0]));
                if row.len() == targets.len()
                    && links_digest(rows.map(|(start, end)| &row[start as usize..end as usize]))
                        == self.manifest.links_digest(base as usize)
                {
                    continue;
                }
            }
            number(base);
            number(self.position[at]);
            number(symbols.len() as u32);
            if base != NONE {
                moved[&base].iter().for_each(|symbol| number(*symbol));
            }
            for row in rows() {
                number(row.len() as u32);
                for target in row {
                    number(*target);
                }
            }
        }
        let differs = text.len() > self.manifest.identity.len() + NONE.to_le_bytes().len();
        differs.then(|| blake3::hash(&text))
    }
}

/// Which segment holds a symbol.
enum Place {
    /// The overlay, with the id there.
    Own(u32),
    /// The base, with the id there.
    Base(u32),
}
