//! Counts the terms of a repository, in one parallel pass over the bytes of each file, and encodes the postings.
//!
//! The files are split into chunks of about equal size, whatever the number of threads. Each chunk numbers its own terms and
//! symbols, and packs its part of every posting list; the parts are then joined in file order. A word is split into terms
//! once per chunk, however often it occurs.

use bombe_format::column::lengths::{DocumentLengthColumns, LengthColumns, OWN_FIELDS, halves};
use bombe_format::column::postings::{PostingColumns, PostingForm, push_counts};
use bombe_format::ids::FileId;
use bombe_format::key_index;
use bombe_format::kind::SymbolKind;
use bombe_format::text::{Field, WORD_BYTES_MAX, for_each_term, for_each_word};
use bombe_format::varint;

use super::GroupLengths;
use super::comments;
use super::symbols::{flags, qualifier};
use bombe_facts::interner::Interner;
use bombe_resolve::graph::{Graph, SymbolRow};

const FIELDS: usize = Field::ALL.len();

/// The symbols of a chunk fit this many bits, next to 32 of a term and 3 of a field.
const SYMBOL_BITS: u32 = 29;

/// Lengths that are stored with files and symbols.
#[derive(Debug, Default)]
pub(super) struct TermStats {
    /// Number of tokens in each file's path.
    pub(super) path_lengths: Vec<u32>,
    /// Number of tokens in the bodies and docs of each file's symbols.
    pub(super) text_lengths: Vec<u32>,
    /// Number of tokens in each field of each symbol.
    pub(super) lengths: Vec<[u32; FIELDS]>,
}

/// A chunk: a run of files that is counted together.
pub(super) struct ChunkRange {
    /// Its files.
    pub(super) files: std::ops::Range<usize>,
    /// Its first symbol.
    pub(super) first_symbol: u32,
}

/// The counts of one chunk.
pub(super) struct Chunk {
    first_symbol: u32,
    terms: Interner,
    parts: Vec<Part>,
    bytes: Vec<u8>,
    /// (term, file, count) by term, then file.
    paths: Vec<(u32, u32, u32)>,
    path_lengths: Vec<u32>,
    text_lengths: Vec<u32>,
    lengths: Vec<[u32; FIELDS]>,
}

/// A chunk's part of one posting list: everything but the first symbol's step, which depends on the chunk before.
struct Part {
    term: u32,
    first: u32,
    last: u32,
    symbols: u32,
    form: u8,
    start: u32,
    end: u32,
}

/// Counts the terms of a chunk, file by file.
pub(super) struct Counter<'g> {
    graph: &'g Graph,
    first_symbol: u32,
    next_symbol: u32,
    terms: Interner,
    words: Interner,
    /// Ends of each word's terms in `word_terms`.
    word_ends: Vec<u32>,
    word_terms: Vec<u32>,
    /// Every occurrence: term, symbol less the chunk's first, field.
    keys: Vec<u64>,
    paths: Vec<(u32, u32, u32)>,
    path_lengths: Vec<u32>,
    text_lengths: Vec<u32>,
    lengths: Vec<[u32; FIELDS]>,
    buffer: String,
}

impl<'g> Counter<'g> {
    pub(super) fn new(graph: &'g Graph, range: &ChunkRange) -> Self {
        Self {
            graph,
            first_symbol: range.first_symbol,
            next_symbol: range.first_symbol,
            terms: Interner::new(),
            words: Interner::new(),
            word_ends: Vec::new(),
            word_terms: Vec::new(),
            keys: Vec::new(),
            paths: Vec::new(),
            path_lengths: Vec::new(),
            text_lengths: Vec::new(),
            lengths: Vec::new(),
            buffer: String::new(),
        }
    }

    /// Counts the next file of the chunk. Without a source, counts only what the graph contains.
    pub(super) fn file(&mut self, file: FileId, source: Option<&str>) {
        let graph = self.graph;
        let row = &graph.files[file.index()];
        let first = self.next_symbol as usize;
        let symbols = &graph.symbols[first..first + row.symbols as usize];
        self.next_symbol += row.symbols;
        let mut path = self.terms_of(&row.path);
        self.path_lengths.push(path.len() as u32);
        path.sort_unstable();
        self.paths.extend(
            path.chunk_by(|a, b| a == b)
                .map(|run| (run[0], file.0, run.len() as u32)),
        );
        let mut text_length = 0;
        for (index, symbol) in symbols.iter().enumerate() {
            self.lengths.push([0; FIELDS]);
            let local = (first + index) as u32 - self.first_symbol;
            self.field(local, Field::Name, &symbol.name);
            self.field(local, Field::Class, qualifier(symbol).unwrap_or(""));
            text_length += self.field(local, Field::Doc, &symbol.doc);
            for param in &symbol.params {
                self.field(local, Field::Signature, &param.name);
                self.field(local, Field::Signature, &param.type_text);
            }
            self.field(local, Field::Signature, &symbol.type_text);
        }
        if let Some(source) = source {
            text_length += self.bodies(source, symbols, first as u32 - self.first_symbol);
        }
        self.text_lengths.push(text_length);
    }

    /// Counts the words of a file's text for the symbols that own them. Returns the number of tokens.
    fn bodies(&mut self, source: &str, symbols: &[SymbolRow], first_local: u32) -> u32 {
        let skips = comments::skipped(source, symbols);
        let mut skips = skips.into_iter().peekable();
        let mut owners = Owners::new(symbols);
        let mut total = 0;
        for_each_word(source, |position, word| {
            let position = position as u32;
            while skips.next_if(|skip| skip.end <= position).is_some() {}
            if skips.peek().is_some_and(|skip| skip.start <= position) {
                return;
            }
            total += self.word(first_local + owners.at(position), Field::Body, word);
        });
        total
    }

    fn field(&mut self, local: u32, field: Field, text: &str) -> u32 {
        let mut total = 0;
        for_each_word(text, |_, word| total += self.word(local, field, word));
        total
    }

    /// Counts one word. Returns the number of its terms.
    fn word(&mut self, local: u32, field: Field, word: &str) -> u32 {
        if word.len() < 2 || word.len() > WORD_BYTES_MAX + 8 {
            return 0;
        }
        let id = self.word_id(word);
        let start = id
            .checked_sub(1)
            .map_or(0, |before| self.word_ends[before as usize]);
        let terms = &self.word_terms[start as usize..self.word_ends[id as usize] as usize];
        let place = u64::from(local) << 3 | field as u64;
        self.keys
            .extend(terms.iter().map(|term| u64::from(*term) << 32 | place));
        self.lengths[local as usize][field as usize] += terms.len() as u32;
        terms.len() as u32
    }

    fn word_id(&mut self, word: &str) -> u32 {
        let (id, new) = self.words.intern(word);
        if new {
            let Self {
                terms,
                word_terms,
                buffer,
                ..
            } = self;
            for_each_term(word, buffer, |term| word_terms.push(terms.intern(term).0));
            self.word_ends.push(self.word_terms.len() as u32);
        }
        id
    }

    fn terms_of(&mut self, text: &str) -> Vec<u32> {
        let Self { terms, buffer, .. } = self;
        let mut found = Vec::new();
        for_each_word(text, |_, word| {
            for_each_term(word, buffer, |term| found.push(terms.intern(term).0));
        });
        found
    }

    /// Sorts the counts and packs them by term.
    pub(super) fn finish(mut self) -> Chunk {
        self.keys.sort_unstable();
        self.paths.sort_unstable();
        let mut chunk = Chunk {
            first_symbol: self.first_symbol,
            terms: self.terms,
            parts: Vec::new(),
            bytes: Vec::new(),
            paths: self.paths,
            path_lengths: self.path_lengths,
            text_lengths: self.text_lengths,
            lengths: self.lengths,
        };
        let term_of = |key: u64| (key >> 32) as u32;
        let symbol_of = |key: u64| self.first_symbol + ((key as u32) >> 3);
        for of_term in self.keys.chunk_by(|a, b| term_of(*a) == term_of(*b)) {
            let start = chunk.bytes.len() as u32;
            let first = symbol_of(of_term[0]);
            let mut part = Part {
                term: term_of(of_term[0]),
                first,
                last: first,
                symbols: 0,
                form: 0,
                start,
                end: start,
            };
            for of_symbol in of_term.chunk_by(|a, b| symbol_of(*a) == symbol_of(*b)) {
                let mut counts = [0; FIELDS];
                for key in of_symbol {
                    counts[(*key & 7) as usize] += 1;
                }
                let symbol = symbol_of(of_symbol[0]);
                let form = PostingForm::of(&counts);
                if part.symbols == 0 {
                    part.form = form as u8;
                } else {
                    varint::push(
                        &mut chunk.bytes,
                        u64::from(symbol - part.last) << 2 | form as u64,
                    );
                }
                push_counts(&mut chunk.bytes, form, &counts);
                part.symbols += 1;
                part.last = symbol;
            }
            part.end = chunk.bytes.len() as u32;
            chunk.parts.push(part);
        }
        chunk
    }
}

/// Finds the symbol that owns a position, for ascending positions.
struct Owners<'g> {
    symbols: &'g [SymbolRow],
    next: usize,
    /// Open owners from the outermost inward: (index, end).
    open: Vec<(u32, u32)>,
}

impl<'g> Owners<'g> {
    fn new(symbols: &'g [SymbolRow]) -> Self {
        Self {
            symbols,
            next: 1,
            open: Vec::new(),
        }
    }

    /// Returns the index of the owner among the file's symbols; 0, the module, if there is no other.
    fn at(&mut self, position: u32) -> u32 {
        while let Some(symbol) = self
            .symbols
            .get(self.next)
            .filter(|symbol| symbol.bytes.0 <= position)
        {
            if owns_text(symbol) {
                while self
                    .open
                    .last()
                    .is_some_and(|(_, end)| *end <= symbol.bytes.0)
                {
                    self.open.pop();
                }
                self.open.push((self.next as u32, symbol.bytes.1));
            }
            self.next += 1;
        }
        while self.open.last().is_some_and(|(_, end)| *end <= position) {
            self.open.pop();
        }
        self.open.last().map_or(0, |(index, _)| *index)
    }
}

/// Returns true for symbols that own text: all but values on one line, whose text belongs to the enclosing symbol.
fn owns_text(symbol: &SymbolRow) -> bool {
    match symbol.kind {
        SymbolKind::Constant
        | SymbolKind::Field
        | SymbolKind::Variable
        | SymbolKind::Property
        | SymbolKind::EnumMember
        | SymbolKind::TypeAlias => symbol.end_line > symbol.start_line,
        _ => true,
    }
}

/// Splits the files into chunks of at least `bytes_min` bytes each; the last may be smaller.
pub(super) fn chunks(graph: &Graph, bytes_min: u64) -> Vec<ChunkRange> {
    let mut chunks = Vec::new();
    let (mut start, mut first_symbol, mut bytes, mut symbols) = (0, 0, 0, 0);
    for (index, file) in graph.files.iter().enumerate() {
        bytes += file.size;
        symbols += file.symbols;
        if bytes >= bytes_min || symbols >= 1 << (SYMBOL_BITS - 2) || index + 1 == graph.files.len()
        {
            chunks.push(ChunkRange {
                files: start..index + 1,
                first_symbol,
            });
            first_symbol += symbols;
            (start, bytes, symbols) = (index + 1, 0, 0);
        }
    }
    chunks
}

/// Joins the chunks, in file order: postings, the key index of terms, and the lengths.
pub(super) fn join(chunks: Vec<Chunk>) -> (PostingColumns, Vec<u8>, TermStats) {
    let mut terms = Interner::new();
    // For each chunk: its terms' global ids.
    let global: Vec<Vec<u32>> = chunks
        .iter()
        .map(|chunk| {
            (0..chunk.terms.len() as u32)
                .map(|id| terms.intern(chunk.terms.get(id)).0)
                .collect()
        })
        .collect();
    let order = terms.sorted();
    let pieces = group(terms.len(), chunks.len(), |chunk, visit| {
        for (index, part) in chunks[chunk].parts.iter().enumerate() {
            visit(global[chunk][part.term as usize], index as u32);
        }
    });
    let path_pieces = group(terms.len(), chunks.len(), |chunk, visit| {
        for (index, (term, _, _)) in chunks[chunk].paths.iter().enumerate() {
            visit(global[chunk][*term as usize], index as u32);
        }
    });
    let mut columns = PostingColumns::default();
    let blob = &mut columns.blob;
    let mut keys = Vec::with_capacity(order.len());
    for term in order {
        let paths = path_pieces.of(term);
        let parts = pieces.of(term);
        if paths.is_empty() && parts.is_empty() {
            continue;
        }
        keys.push((terms.get(term), blob.len() as u64));
        let symbols: u32 = parts
            .iter()
            .map(|(chunk, part)| chunks[*chunk as usize].parts[*part as usize].symbols)
            .sum();
        varint::push(blob, paths.len() as u64);
        varint::push(blob, u64::from(symbols));
        let mut last = 0;
        for (chunk, path) in paths {
            let (_, file, count) = chunks[*chunk as usize].paths[*path as usize];
            varint::push(blob, u64::from(file - last));
            varint::push(blob, u64::from(count));
            last = file;
        }
        let mut last = 0;
        for (chunk, part) in parts {
            let chunk = &chunks[*chunk as usize];
            let part = &chunk.parts[*part as usize];
            varint::push(
                blob,
                u64::from(part.first - last) << 2 | u64::from(part.form),
            );
            blob.extend_from_slice(&chunk.bytes[part.start as usize..part.end as usize]);
            last = part.last;
        }
    }
    let keys = key_index::build(keys);
    let mut stats = TermStats::default();
    for chunk in chunks {
        debug_assert_eq!(
            chunk.first_symbol as usize,
            stats.lengths.len(),
            "chunks are in order"
        );
        stats.path_lengths.extend(chunk.path_lengths);
        stats.text_lengths.extend(chunk.text_lengths);
        stats.lengths.extend(chunk.lengths);
    }
    (columns, keys, stats)
}

/// Lists of (chunk, index) by term.
struct Pieces {
    first: Vec<u32>,
    pieces: Vec<(u32, u32)>,
}

impl Pieces {
    fn of(&self, term: u32) -> &[(u32, u32)] {
        &self.pieces[self.first[term as usize] as usize..self.first[term as usize + 1] as usize]
    }
}

/// Groups pieces by term, in the order of chunks and of indices within a chunk.
fn group(terms: usize, chunks: usize, each: impl Fn(usize, &mut dyn FnMut(u32, u32))) -> Pieces {
    let mut first = vec![0u32; terms + 1];
    for chunk in 0..chunks {
        each(chunk, &mut |term, _| first[term as usize + 1] += 1);
    }
    for term in 0..terms {
        first[term + 1] += first[term];
    }
    let mut next = first.clone();
    let mut pieces = vec![(0, 0); first[terms] as usize];
    for chunk in 0..chunks {
        each(chunk, &mut |term, index| {
            let at = &mut next[term as usize];
            pieces[*at as usize] = (chunk as u32, index);
            *at += 1;
        });
    }
    Pieces { first, pieces }
}

/// Returns the columns of lengths and their sums by group. `kept` are sums over symbols that are not the graph's own.
pub(super) fn lengths(
    graph: &Graph,
    stats: &TermStats,
    kept: Option<&GroupLengths>,
) -> LengthColumns {
    let mut columns = LengthColumns::default();
    let mut groups = kept.cloned().unwrap_or_default();
    for (symbol, counts) in graph.symbols.iter().zip(&stats.lengths) {
        let mut counts = *counts;
        counts[Field::Path as usize] = stats
            .path_lengths
            .get(symbol.file.index())
            .copied()
            .unwrap_or(0);
        columns.name.push(counts[Field::Name as usize]);
        columns.class.push(counts[Field::Class as usize]);
        columns.doc.push(counts[Field::Doc as usize]);
        columns.signature.push(counts[Field::Signature as usize]);
        columns.body.push(counts[Field::Body as usize]);
        groups.add(symbol.kind, flags(graph, symbol), &counts);
    }
    (columns.group_symbols, columns.group_lengths) = groups.into_columns();
    columns
}

/// Returns the lengths of the graph's own symbols as documents.
pub(super) fn document_lengths(stats: &TermStats) -> DocumentLengthColumns {
    let length = |counts: &[u32; FIELDS]| halves(OWN_FIELDS.map(|field| counts[field as usize]));
    DocumentLengthColumns {
        halves: stats.lengths.iter().map(length).collect(),
    }
}
