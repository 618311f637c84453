//! Totals: what a snapshot states about all its files together.

use std::collections::BTreeMap;

use bombe_format::column::meta::MetaView;
use bombe_format::kind::Language;

use bombe_resolve::graph::Graph;

/// Counts over files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Number of files.
    pub files: u64,
    /// Number of symbols.
    pub symbols: u64,
    /// Number of edges that start in them.
    pub edges: u64,
    /// Counts of each language that occurs, by its number.
    pub languages: BTreeMap<u8, LanguageTotals>,
}

/// Counts over the files of one language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LanguageTotals {
    /// Number of files.
    pub files: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// Number of places with a syntax error.
    pub syntax_errors: u32,
    /// Number of unresolved call sites.
    pub unresolved: u32,
    /// Number of call sites that leave the repository.
    pub external: u32,
    /// Number of lines.
    pub lines: u64,
    /// Number of bytes.
    pub bytes: u64,
}

impl Totals {
    /// Counts a graph.
    pub fn of(graph: &Graph) -> Self {
        let mut totals = Self {
            files: graph.files.len() as u64,
            symbols: graph.symbols.len() as u64,
            edges: graph.edges.len() as u64,
            languages: BTreeMap::new(),
        };
        for file in &graph.files {
            let row = totals.languages.entry(file.language as u8).or_default();
            row.files += 1;
            row.symbols += file.symbols;
            row.syntax_errors += file.syntax_errors;
            row.lines += u64::from(file.lines);
            row.bytes += file.size;
        }
        let language_of = |symbol: bombe_format::ids::SymbolId| {
            let file = graph.symbols[symbol.index()].file;
            graph.files[file.index()].language as u8
        };
        for call in &graph.unresolved {
            let row = totals.languages.entry(language_of(call.source));
            row.or_default().unresolved += 1;
        }
        for call in &graph.external_calls {
            let row = totals.languages.entry(language_of(call.source));
            row.or_default().external += 1;
        }
        totals
    }

    /// Returns the totals that a snapshot states.
    pub fn stated(meta: MetaView<'_>) -> Self {
        let (columns, bytes) = (meta.layout, meta.bytes);
        let row = |at| {
            let totals = LanguageTotals {
                files: columns.files.at_row(bytes, at),
                symbols: columns.symbols.at_row(bytes, at),
                syntax_errors: columns.syntax_errors.at_row(bytes, at),
                unresolved: columns.unresolved.at_row(bytes, at),
                external: columns.external.at_row(bytes, at),
                lines: columns.lines.at_row(bytes, at),
                bytes: columns.bytes.at_row(bytes, at),
            };
            (columns.language.at_row(bytes, at), totals)
        };
        Self {
            files: meta.number(2),
            symbols: meta.number(3),
            edges: meta.number(4),
            languages: (0..columns.language.len()).map(row).collect(),
        }
    }

    /// Adds the counts of other files.
    pub fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.symbols += other.symbols;
        self.edges += other.edges;
        for (language, more) in &other.languages {
            let row = self.languages.entry(*language).or_default();
            row.files += more.files;
            row.symbols += more.symbols;
            row.syntax_errors += more.syntax_errors;
            row.unresolved += more.unresolved;
            row.external += more.external;
            row.lines += more.lines;
            row.bytes += more.bytes;
        }
    }

    /// Subtracts the counts of files that are included; none if they cannot be.
    pub fn take(&mut self, other: &Self) -> Option<()> {
        self.files = self.files.checked_sub(other.files)?;
        self.symbols = self.symbols.checked_sub(other.symbols)?;
        self.edges = self.edges.checked_sub(other.edges)?;
        for (language, less) in &other.languages {
            let row = self.languages.get_mut(language)?;
            row.files = row.files.checked_sub(less.files)?;
            row.symbols = row.symbols.checked_sub(less.symbols)?;
            row.syntax_errors = row.syntax_errors.checked_sub(less.syntax_errors)?;
            row.unresolved = row.unresolved.checked_sub(less.unresolved)?;
            row.external = row.external.checked_sub(less.external)?;
            row.lines = row.lines.checked_sub(less.lines)?;
            row.bytes = row.bytes.checked_sub(less.bytes)?;
        }
        self.languages.retain(|_, row| row.files > 0);
        Some(())
    }

    /// The counts of one language.
    pub fn of_language(&self, language: Language) -> Option<&LanguageTotals> {
        self.languages.get(&(language as u8))
    }
}
