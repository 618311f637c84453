//! The overlay cache: the rows of an overlay. The next update carries over those of files that it does not re-resolve, so the
//! number of files to resolve does not grow with the overlay.
//!
//! A symbol that a row refers to may have another number now. It is found again by its file and its position there; in a file
//! that is resolved now, by its key.

use std::path::Path;

use bombe_format::ids::{FileId, SymbolId};
use serde::{Deserialize, Serialize};

use super::digest::{first_rows, symbol_keys};
use super::{BaseManifest, Delta};
use crate::cache_file;
use bombe_resolve::Emitted;
use bombe_resolve::graph::{
    Edge, EntryRow, ExternalCall, ExternalImport, Graph, ImportRow, ImportStatement, SymbolRow,
    UnresolvedCall,
};

/// The rows of an overlay.
#[derive(Debug, Serialize, Deserialize)]
pub struct OverlayCache {
    base: [u8; 32],
    overlay: [u8; 32],
    /// As in [`Delta::graph`].
    graph: Graph,
    /// The symbols of the base that follow those of the graph.
    symbols: Vec<u32>,
    /// The files of the base that follow those of the graph.
    files: Vec<u32>,
}

impl OverlayCache {
    /// Writes the rows of an overlay to `path`. The caller holds the lock. If they cannot be written, the next update resolves
    /// the files again.
    pub fn write(path: &Path, base: [u8; 32], overlay: [u8; 32], delta: &Delta) {
        let redirects = &delta.redirects;
        // The fields of `OverlayCache`, in their order.
        let rows = (
            base,
            overlay,
            &delta.graph,
            &redirects.symbol,
            &redirects.file,
        );
        cache_file::write(path, &rows);
    }

    /// Reads the cache at `path`; none if it is not of this overlay over this base.
    pub fn read(path: &Path, base: [u8; 32], overlay: [u8; 32]) -> Option<Self> {
        let read: Self = cache_file::read(path)?;
        let symbols = first_rows(&read.graph).last().copied();
        let whole = symbols == Some(read.graph.symbols.len() as u32);
        (whole && read.base == base && read.overlay == overlay).then_some(read)
    }

    /// Paths of its files, ascending.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.graph.files.iter().map(|file| file.path.as_str())
    }

    /// Adds the rows of its files to those of `emitted`, except for files that were resolved now or are gone. `paths` are those
    /// of all files. `emitted_files` are the numbers of the files of `emitted`, and afterwards those of the result. None if a row
    /// refers to something that is gone.
    pub fn add_to(
        self,
        emitted: Emitted,
        emitted_files: &mut Vec<u32>,
        paths: &[&str],
        base: &BaseManifest,
    ) -> Option<Emitted> {
        let find = |path: &[u8]| {
            let found = paths.binary_search_by(|other| other.as_bytes().cmp(path));
            found.ok().map(|file| file as u32)
        };
        let taken: Vec<Option<u32>> = self
            .paths()
            .map(|path| {
                find(path.as_bytes()).filter(|file| emitted_files.binary_search(file).is_err())
            })
            .collect();
        if taken.iter().all(Option::is_none) {
            return Some(emitted);
        }
        let numbers = Numbers {
            carried: &self,
            first: first_rows(&self.graph),
            keys: symbol_keys(&self.graph),
            resolved: emitted_files,
            resolved_first: first_rows(&emitted.graph),
            resolved_keys: symbol_keys(&emitted.graph),
            first_symbol: &emitted.first_symbol,
            base,
            find,
        };
        let rows = numbers.rows(&taken)?;
        let mut graph = emitted.graph;
        let mut all: Vec<u32> = emitted_files
            .iter()
            .copied()
            .chain(taken.iter().flatten().copied())
            .collect();
        all.sort_unstable();
        let mut resolved_files = graph.files.into_iter();
        let mut resolved_symbols = graph.symbols.into_iter();
        let mut files = rows.files.into_iter();
        let mut symbols = rows.symbols.into_iter();
        (graph.files, graph.symbols) = (Vec::new(), Vec::new());
        for file in &all {
            let (files, symbols) = match emitted_files.binary_search(file) {
                Ok(_) => (&mut resolved_files, &mut resolved_symbols),
                Err(_) => (&mut files, &mut symbols),
            };
            let row = files.next()?;
            graph.symbols.extend(symbols.take(row.symbols as usize));
            graph.files.push(row);
        }
        graph.edges.extend(rows.edges);
        graph.unresolved.extend(rows.unresolved);
        graph.external_calls.extend(rows.external_calls);
        graph.external_imports.extend(rows.external_imports);
        graph.imports.extend(rows.imports);
        graph.statements.extend(rows.statements);
        graph.entry_points.extend(rows.entry_points);
        graph.edges.sort_unstable();
        graph.unresolved.sort_unstable();
        graph.external_calls.sort_unstable();
        graph.external_imports.sort_unstable();
        graph.imports.sort_unstable();
        graph.statements.sort_unstable();
        graph.entry_points.sort_unstable();
        *emitted_files = all;
        Some(Emitted { graph, ..emitted })
    }
}

/// Translates the numbers of an overlay to those of the merged view.
struct Numbers<'c, F> {
    carried: &'c OverlayCache,
    /// First symbol of each of its files, followed by the number of all its symbols.
    first: Vec<u32>,
    /// Keys of its symbols.
    keys: Vec<u64>,
    /// The files that were resolved now.
    resolved: &'c [u32],
    /// First symbol row of each of them.
    resolved_first: Vec<u32>,
    /// Keys of these rows.
    resolved_keys: Vec<u64>,
    /// First symbol of each file in the merged view, and the number of all.
    first_symbol: &'c [u32],
    base: &'c BaseManifest,
    /// Finds the number of the file with a path.
    find: F,
}

impl<F: Fn(&[u8]) -> Option<u32>> Numbers<'_, F> {
    /// Returns the rows of the files that have a number in `taken`.
    fn rows(&self, taken: &[Option<u32>]) -> Option<Graph> {
        let Graph {
            files,
            symbols,
            edges,
            unresolved,
            external_calls,
            external_imports,
            imports,
            statements,
            entry_points,
            skipped: _,
        } = &self.carried.graph;
        let number = |file: FileId| taken.get(file.index()).copied().flatten().map(FileId);
        let is_taken = |symbol: SymbolId| {
            let file = self.first.partition_point(|first| *first <= symbol.0) - 1;
            taken.get(file).is_some_and(Option::is_some)
        };
        let mut rows = Graph::default();
        for (file, taken) in files.iter().zip(taken) {
            rows.files.extend(taken.map(|_| file.clone()));
        }
        for symbol in symbols {
            let Some(file) = number(symbol.file) else {
                continue;
            };
            let parent = match symbol.parent {
                Some(parent) => Some(self.symbol(parent)?),
                None => None,
            };
            rows.symbols.push(SymbolRow {
                file,
                parent,
                ..symbol.clone()
            });
        }
        for edge in edges.iter().filter(|edge| is_taken(edge.source)) {
            rows.edges.push(Edge {
                source: self.symbol(edge.source)?,
                target: self.symbol(edge.target)?,
                ..*edge
            });
        }
        for call in unresolved.iter().filter(|call| is_taken(call.source)) {
            let source = self.symbol(call.source)?;
            rows.unresolved.push(UnresolvedCall {
                source,
                ..call.clone()
            });
        }
        for call in external_calls.iter().filter(|call| is_taken(call.source)) {
            let source = self.symbol(call.source)?;
            rows.external_calls.push(ExternalCall {
                source,
                ..call.clone()
            });
        }
        for import in external_imports {
            let row = |file| ExternalImport {
                file,
                ..import.clone()
            };
            rows.external_imports.extend(number(import.file).map(row));
        }
        for import in imports {
            let Some(from) = number(import.from) else {
                continue;
            };
            let to = self.file(import.to)?;
            rows.imports.push(ImportRow {
                from,
                to,
                ..*import
            });
        }
        for statement in statements {
            let row = |file| ImportStatement {
                file,
                ..statement.clone()
            };
            rows.statements.extend(number(statement.file).map(row));
        }
        for entry in entry_points.iter().filter(|entry| is_taken(entry.symbol)) {
            let symbol = self.symbol(entry.symbol)?;
            rows.entry_points.push(EntryRow {
                symbol,
                ..entry.clone()
            });
        }
        Some(rows)
    }

    /// Returns the number of a symbol in the merged view.
    fn symbol(&self, symbol: SymbolId) -> Option<SymbolId> {
        let carried_symbols = *self.first.last()?;
        let (file, inside, key) = match symbol.0.checked_sub(carried_symbols) {
            None => {
                let file = self.first.partition_point(|first| *first <= symbol.0) - 1;
                let path = &self.carried.graph.files.get(file)?.path;
                let inside = symbol.0 - self.first[file];
                (
                    (self.find)(path.as_bytes())?,
                    inside,
                    self.keys[symbol.index()],
                )
            }
            Some(at) => {
                let symbol = *self.carried.symbols.get(at as usize)?;
                let (file, inside) = self.base.locate(symbol)?;
                (
                    (self.find)(self.base.path(file))?,
                    inside,
                    self.base.key(symbol),
                )
            }
        };
        let inside = match self.resolved.binary_search(&file) {
            Ok(row) => {
                let run = self.resolved_first[row] as usize..self.resolved_first[row + 1] as usize;
                self.resolved_keys
                    .get(run)?
                    .iter()
                    .position(|other| *other == key)? as u32
            }
            Err(_) => inside,
        };
        let first = self.first_symbol.get(file as usize..=file as usize + 1)?;
        (inside < first[1] - first[0]).then(|| SymbolId(first[0] + inside))
    }

    /// Returns the number of a file in the merged view.
    fn file(&self, file: FileId) -> Option<FileId> {
        let files = &self.carried.graph.files;
        let found = match file.index().checked_sub(files.len()) {
            None => (self.find)(files[file.index()].path.as_bytes()),
            Some(at) => {
                let file = *self.carried.files.get(at)? as usize;
                (file < self.base.files()).then(|| (self.find)(self.base.path(file)))?
            }
        };
        found.map(FileId)
    }
}
