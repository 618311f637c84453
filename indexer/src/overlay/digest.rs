//! Digests of the rows of each file, and keys of symbols.

use std::ops::Range;

use bombe_format::ids::{FileId, SymbolId};
use rayon::prelude::*;

use crate::encode::Ordinals;
use bombe_resolve::graph::{FileRow, Graph, ImportStatement, SymbolFlags, SymbolRow};

/// A digest of the rows of a file: the first bytes of blake3.
pub(super) type Digest = [u8; 16];

/// Digests of all files and keys of all symbols of a graph.
#[derive(Debug)]
pub struct Digests {
    /// One per file.
    pub files: Vec<Digest>,
    /// One per symbol: a hash of path, qualified name and ordinal. It stays the same when the symbol moves within its file.
    pub keys: Vec<u64>,
    /// First symbol of each file, and the number of all symbols.
    pub first_symbol: Vec<u32>,
}

/// Returns the digests of the rows of each file of a graph: everything that encoding reads of it. Targets and parents count
/// by their keys, so a target that moves within its file does not change the digests of files that refer to it.
pub fn digests(graph: &Graph) -> Digests {
    let first_symbol = first_rows(graph);
    let runs = || first_symbol.par_windows(2).map(|run| run[0]..run[1]);
    let keys = keys_of(graph, &first_symbol);
    let key = |symbol: SymbolId| keys[symbol.index()];
    let path = |file: FileId| graph.files[file.index()].path.as_str();
    let files = (graph.files.par_iter().enumerate())
        .zip(runs())
        .with_min_len(FILES_MIN)
        .map_init(Vec::new, |text, ((file, row), run)| {
            let symbols = &graph.symbols[range(&run)];
            let rows = FileRows {
                graph,
                row,
                symbols,
                file: FileId::new(file),
                run,
            };
            rows.digest(key, path, text)
        })
        .collect();
    Digests {
        files,
        keys,
        first_symbol,
    }
}

/// Returns the keys of the symbols of a graph.
pub(super) fn symbol_keys(graph: &Graph) -> Vec<u64> {
    keys_of(graph, &first_rows(graph))
}

/// Returns the first symbol row of each file, followed by the number of all symbols.
pub(super) fn first_rows(graph: &Graph) -> Vec<u32> {
    let mut rows = Vec::with_capacity(graph.files.len() + 1);
    let mut first = 0;
    rows.push(first);
    for file in &graph.files {
        first += file.symbols;
        rows.push(first);
    }
    rows
}

fn keys_of(graph: &Graph, first_row: &[u32]) -> Vec<u64> {
    let keys: Vec<Vec<u64>> = graph
        .files
        .par_iter()
        .zip(first_row.par_windows(2).map(|run| run[0]..run[1]))
        .with_min_len(FILES_MIN)
        .map_init(Ordinals::default, |ordinals, (file, run)| {
            keys(file, &graph.symbols[range(&run)], ordinals)
        })
        .collect();
    keys.concat()
}

/// Bytes that an edge adds to what is hashed.
const EDGE_BYTES: usize = 8 + 3 * 4 + 3;

/// Smallest number of files that one thread takes at once.
const FILES_MIN: usize = 16;

fn range(run: &Range<u32>) -> Range<usize> {
    run.start as usize..run.end as usize
}

fn cut<const N: usize>(hash: &[u8; 32]) -> [u8; N] {
    let mut short = [0; N];
    short.copy_from_slice(&hash[..N]);
    short
}

fn keys(file: &FileRow, symbols: &[SymbolRow], ordinals: &mut Ordinals) -> Vec<u64> {
    let path: Digest = cut(blake3::hash(file.path.as_bytes()).as_bytes());
    let mut text = path.to_vec();
    symbols
        .iter()
        .map(|symbol| {
            text.truncate(path.len());
            text.extend_from_slice(&ordinals.next(symbol).to_le_bytes());
            text.extend_from_slice(symbol.qualified.as_bytes());
            u64::from_le_bytes(cut(blake3::hash(&text).as_bytes()))
        })
        .collect()
}

/// Returns a digest of links: for each source its distinct targets, ascending.
pub(super) fn links_digest<'l>(rows: impl Iterator<Item = &'l [u32]>) -> Digest {
    let mut text = Vec::new();
    for row in rows {
        text.extend_from_slice(&(row.len() as u32).to_le_bytes());
        text.extend(row.iter().flat_map(|target| target.to_le_bytes()));
    }
    cut(blake3::hash(&text).as_bytes())
}

/// The rows of one file.
pub(super) struct FileRows<'g> {
    /// The graph that holds them, with the numbers of the merged view.
    pub(super) graph: &'g Graph,
    /// The file.
    pub(super) row: &'g FileRow,
    /// Its symbols.
    pub(super) symbols: &'g [SymbolRow],
    /// Its number in the merged view.
    pub(super) file: FileId,
    /// The numbers of its symbols in the merged view.
    pub(super) run: Range<u32>,
}

impl FileRows<'_> {
    /// Returns the digest of the file. `key` returns the key of a symbol, `path` the path of a file of the merged view. `text`
    /// is a buffer.
    pub(super) fn digest<'p>(
        &self,
        key: impl Fn(SymbolId) -> u64,
        path: impl Fn(FileId) -> &'p str,
        text: &mut Vec<u8>,
    ) -> Digest {
        text.clear();
        Text(text).file(self, &key, &path);
        cut(blake3::hash(text).as_bytes())
    }
}

/// The bytes that are hashed. A value of variable length is preceded by its length.
struct Text<'t>(&'t mut Vec<u8>);

impl Text<'_> {
    fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    fn number(&mut self, value: u32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    fn long(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    fn text(&mut self, value: &str) {
        self.number(value.len() as u32);
        self.0.extend_from_slice(value.as_bytes());
    }

    fn pair(&mut self, value: (u32, u32)) {
        self.number(value.0);
        self.number(value.1);
    }

    fn file<'p>(
        &mut self,
        rows_of: &FileRows<'_>,
        key: &impl Fn(SymbolId) -> u64,
        path_of: &impl Fn(FileId) -> &'p str,
    ) {
        let (graph, file, run) = (rows_of.graph, rows_of.file, &rows_of.run);
        let FileRow {
            path,
            language,
            hash,
            size,
            lines,
            syntax_errors,
            error_lines,
            test,
            generated,
            is_cut,
            symbols,
        } = rows_of.row;
        self.text(path);
        self.byte(*language as u8);
        self.0.extend_from_slice(hash);
        self.long(*size);
        self.pair((*lines, *syntax_errors));
        self.number(error_lines.len() as u32);
        for run in error_lines {
            self.pair(*run);
        }
        self.byte(u8::from(*test) | u8::from(*generated) << 1 | u8::from(*is_cut) << 2);
        self.number(*symbols);
        for symbol in rows_of.symbols {
            self.symbol(symbol, key);
        }
        // A source counts by its position in the file.
        let inside = |symbol: u32| symbol - run.start;
        let edges = rows(&graph.edges, run, |edge| edge.source.0);
        self.number(edges.len() as u32);
        for edge in edges {
            // In one piece, because there are many.
            let mut row = [0; EDGE_BYTES];
            row[..8].copy_from_slice(&key(edge.target).to_le_bytes());
            row[8..12].copy_from_slice(&inside(edge.source.0).to_le_bytes());
            row[12..16].copy_from_slice(&edge.line.to_le_bytes());
            row[16..20].copy_from_slice(&edge.col.to_le_bytes());
            row[20..].copy_from_slice(&[edge.kind as u8, edge.rule as u8, edge.confidence]);
            self.0.extend_from_slice(&row);
        }
        let calls = rows(&graph.unresolved, run, |call| call.source.0);
        self.number(calls.len() as u32);
        for call in calls {
            self.number(inside(call.source.0));
            self.pair((call.line, call.col));
            self.text(&call.name);
            self.byte(call.reason as u8);
        }
        let calls = rows(&graph.external_calls, run, |call| call.source.0);
        self.number(calls.len() as u32);
        for call in calls {
            self.number(inside(call.source.0));
            self.pair((call.line, call.col));
            self.text(&call.name);
            self.byte(u8::from(call.outside.is_some()));
            if let Some(outside) = &call.outside {
                self.byte(outside.ecosystem as u8 | u8::from(outside.is_standard) << 7);
                self.text(&outside.module);
                self.text(&outside.path);
            }
        }
        let this = file.0..file.0 + 1;
        let imports = rows(&graph.external_imports, &this, |row| row.file.0);
        self.number(imports.len() as u32);
        for import in imports {
            self.number(import.line);
            self.text(&import.module);
            self.text(&import.symbol);
        }
        let imports = rows(&graph.imports, &this, |row| row.from.0);
        self.number(imports.len() as u32);
        for import in imports {
            self.text(path_of(import.to));
            self.number(import.line);
        }
        let statements = rows(&graph.statements, &this, |row| row.file.0);
        self.number(statements.len() as u32);
        for statement in statements {
            self.statement(statement);
        }
        for entry in rows(&graph.entry_points, run, |entry| entry.symbol.0) {
            self.number(inside(entry.symbol.0));
            self.number(entry.line);
            self.byte(entry.kind as u8);
            self.text(&entry.verb);
            self.text(&entry.route);
            self.text(&entry.framework);
        }
    }

    fn statement(&mut self, statement: &ImportStatement) {
        let ImportStatement {
            file: _,
            line,
            form,
            is_type_only,
            is_reexport,
            is_external,
            module,
            name,
            alias,
            targets,
        } = statement;
        self.number(*line);
        self.byte(*form as u8);
        self.byte(
            u8::from(*is_type_only) | u8::from(*is_reexport) << 1 | u8::from(*is_external) << 2,
        );
        for text in [module, name, alias] {
            self.text(text);
        }
        self.number(targets.len() as u32);
        for target in targets {
            self.number(*target);
        }
    }

    fn symbol(&mut self, symbol: &SymbolRow, key: &impl Fn(SymbolId) -> u64) {
        let SymbolRow {
            file: _,
            kind,
            name,
            qualified,
            parent,
            bytes,
            name_bytes,
            body_bytes,
            start_line,
            name_line,
            end_line,
            signature,
            type_text,
            shape,
            doc,
            params,
            decorators,
            visibility,
            flags,
            complexity,
        } = symbol;
        let [low, high] = bits(*flags).to_le_bytes();
        self.0.extend_from_slice(&[
            *kind as u8,
            *visibility as u8,
            low,
            high,
            u8::from(parent.is_some()),
        ]);
        self.long(parent.map_or(0, key));
        let numbers = [
            u32::from(*complexity),
            bytes.0,
            bytes.1,
            name_bytes.0,
            name_bytes.1,
            body_bytes.0,
            body_bytes.1,
            *start_line,
            *name_line,
            *end_line,
        ];
        self.0.extend(numbers.map(u32::to_le_bytes).as_flattened());
        self.text(name);
        self.text(qualified);
        for part in [signature, type_text, doc] {
            self.text(part);
        }
        self.text(shape);
        self.number(params.len() as u32);
        for param in params {
            self.text(&param.name);
            self.text(&param.type_text);
            self.text(&param.default_text);
        }
        self.number(decorators.len() as u32);
        for decorator in decorators {
            self.text(decorator);
        }
    }
}

fn bits(flags: SymbolFlags) -> u16 {
    let SymbolFlags {
        is_async,
        is_static,
        is_abstract,
        is_deprecated,
        is_test,
        is_exported,
        is_declaration,
        is_generator,
        is_overload,
        is_readonly,
        is_behind_macro,
    } = flags;
    [
        is_async,
        is_static,
        is_abstract,
        is_deprecated,
        is_test,
        is_exported,
        is_declaration,
        is_generator,
        is_overload,
        is_readonly,
        is_behind_macro,
    ]
    .into_iter()
    .fold(0, |bits, bit| bits << 1 | u16::from(bit))
}

/// Returns the rows whose number lies in `run`. Rows are sorted by number.
pub(super) fn rows<'g, T>(rows: &'g [T], run: &Range<u32>, number: impl Fn(&T) -> u32) -> &'g [T] {
    let start = rows.partition_point(|row| number(row) < run.start);
    let rest = &rows[start..];
    &rest[..rest.partition_point(|row| number(row) < run.end)]
}
