//! What a snapshot states about all files together, and the share of each file in it.

use bombe_format::block::SectionBytes;
use bombe_format::column::files::FileLayout;
use bombe_format::column::lengths::LengthLayout;
use bombe_format::column::symbols::{SymbolFlags, SymbolLayout};
use bombe_format::error::{Corrupt, FormatError};
use bombe_format::ids::SymbolId;
use bombe_format::section::{Section, Toc};
use bombe_format::varint;

use super::digest::rows;
use crate::encode::GroupLengths;
use crate::totals::{LanguageTotals, Totals};
use bombe_resolve::graph::Graph;

/// Sums over files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Numbers of files, symbols, edges and so on.
    pub totals: Totals,
    /// Lengths of symbols by group.
    pub lengths: GroupLengths,
}

impl Sums {
    /// Returns the sums of each file of a base, followed by those of all files. The base was encoded from `graph` as
    /// `snapshot`. `first_symbol` has the first symbol of each file, followed by the number of all symbols.
    pub(super) fn of_base(
        graph: &Graph,
        first_symbol: &[u32],
        snapshot: &[u8],
    ) -> Result<Vec<Self>, FormatError> {
        let toc = Toc::read(snapshot)?;
        let section = |section: Section| {
            let entry = toc.entry(section)?;
            snapshot.get(entry.offset as usize..(entry.offset + entry.length) as usize)
        };
        let section = |of: Section| match section(of) {
            // The bytes were encoded a moment ago.
            Some(bytes) => Ok(SectionBytes::checked(bytes)),
            None => Err(Corrupt::new(of.name(), "the section", "none")),
        };
        let (files, symbols) = (section(Section::Files)?, section(Section::Symbols)?);
        let lengths = section(Section::Lengths)?;
        let file_layout = FileLayout::open(files)?;
        let symbol_layout = SymbolLayout::open(symbols)?;
        let length_layout = LengthLayout::open(lengths)?;
        let mut all = Vec::with_capacity(graph.files.len() + 1);
        for (file, run) in first_symbol.windows(2).enumerate() {
            let run = run[0]..run[1];
            let row = &graph.files[file];
            let mut sums = Self::default();
            let edges = rows(&graph.edges, &run, |edge| edge.source.0);
            sums.totals.files = 1;
            sums.totals.symbols = u64::from(row.symbols);
            sums.totals.edges = edges.len() as u64;
            let unresolved = rows(&graph.unresolved, &run, |call| call.source.0);
            let external = rows(&graph.external_calls, &run, |call| call.source.0);
            sums.totals.languages.insert(
                row.language as u8,
                LanguageTotals {
                    files: 1,
                    symbols: row.symbols,
                    syntax_errors: row.syntax_errors,
                    unresolved: unresolved.len() as u32,
                    external: external.len() as u32,
                    lines: u64::from(row.lines),
                    bytes: row.size,
                },
            );
            let path = u32::from(file_layout.path_length.at_row(files, file));
            for symbol in run {
                let [name, class, doc, signature, body] =
                    length_layout.view(lengths).of(SymbolId(symbol));
                let flags = SymbolFlags(symbol_layout.flags.at_row(symbols, symbol as usize));
                let kind = graph.symbols[symbol as usize].kind;
                // In the order of `Field`.
                let counts = [name, class, path, doc, signature, body];
                sums.lengths.add(kind, flags, &counts);
            }
            all.push(sums);
        }
        let lengths = GroupLengths::from_columns(
            length_layout.group_symbols.iter(lengths).collect(),
            length_layout.group_lengths.iter(lengths).collect(),
        );
        all.push(Self {
            totals: Totals::of(graph),
            lengths: lengths
                .ok_or_else(|| Corrupt::new("section `lengths`", "sums by group", "others"))?,
        });
        Ok(all)
    }

    /// Subtracts the sums of files that are included; none if they cannot be.
    pub(super) fn take(&mut self, other: &Self) -> Option<()> {
        self.totals.take(&other.totals)?;
        self.lengths.take(&other.lengths)
    }

    /// Appends them as varints.
    pub(super) fn push(&self, out: &mut Vec<u8>) {
        let Totals {
            files,
            symbols,
            edges,
            languages,
        } = &self.totals;
        let mut number = |value: u64| varint::push(out, value);
        for value in [*files, *symbols, *edges, languages.len() as u64] {
            number(value);
        }
        for (language, row) in languages {
            let LanguageTotals {
                files,
                symbols,
                syntax_errors,
                unresolved,
                external,
                lines,
                bytes,
            } = *row;
            let narrow = [files, symbols, syntax_errors, unresolved, external];
            number(u64::from(*language));
            for value in narrow {
                number(u64::from(value));
            }
            number(lines);
            number(bytes);
        }
        self.lengths.groups().for_each(|(group, symbols, lengths)| {
            number(group as u64);
            number(symbols);
            for length in lengths {
                number(*length);
            }
        });
    }

    /// Reads what [`Sums::push`] has written; none if the bytes are something else.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut at = 0;
        let mut number = || varint::read(bytes, &mut at);
        let mut sums = Self::default();
        sums.totals.files = number()?;
        sums.totals.symbols = number()?;
        sums.totals.edges = number()?;
        for _ in 0..number()? {
            let language = u8::try_from(number()?).ok()?;
            let mut narrow = || u32::try_from(number()?).ok();
            let row = LanguageTotals {
                files: narrow()?,
                symbols: narrow()?,
                syntax_errors: narrow()?,
                unresolved: narrow()?,
                external: narrow()?,
                lines: number()?,
                bytes: number()?,
            };
            sums.totals.languages.insert(language, row);
        }
        while at < bytes.len() {
            let mut number = || varint::read(bytes, &mut at);
            let group = usize::try_from(number()?).ok()?;
            let (symbols, lengths) = sums.lengths.group_mut(group)?;
            *symbols = number()?;
            for length in lengths {
                *length = number()?;
            }
        }
        Some(sums)
    }
}
