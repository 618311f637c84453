//! Encodes files and symbols as columns.

use bombe_format::column::files::{FILE_CUT, FILE_GENERATED, FILE_TEST, FileColumns};
use bombe_format::column::symbols::{RECORD_SEPARATOR, SymbolColumns, SymbolFlags, UNIT_SEPARATOR};
use bombe_format::column::syntax_errors::{SyntaxErrorColumns, push_runs};
use bombe_format::ids::{NONE, SymbolId};

use super::names::Names;
use super::strings::StringTable;
use super::terms::TermStats;
use bombe_facts::interner::Interner;
use bombe_resolve::graph::{Graph, SymbolRow};

/// Returns the columns of files.
pub(super) fn files(graph: &Graph, strings: &mut StringTable, stats: &TermStats) -> FileColumns {
    let mut columns = FileColumns::default();
    columns.first_symbol.push(0);
    let mut first = 0;
    for (index, file) in graph.files.iter().enumerate() {
        columns.path.push(strings.position(&file.path));
        columns.language.push(file.language as u8);
        columns.flags.push(
            (u8::from(file.test) * FILE_TEST)
                | (u8::from(file.generated) * FILE_GENERATED)
                | (u8::from(file.is_cut) * FILE_CUT),
        );
        columns.hash.extend_from_slice(&file.hash);
        columns
            .size
            .push(u32::try_from(file.size).unwrap_or(u32::MAX));
        columns.lines.push(file.lines);
        columns.syntax_errors.push(file.syntax_errors);
        first += file.symbols;
        columns.first_symbol.push(first);
        columns
            .path_length
            .push(u16::try_from(stats.path_lengths[index]).unwrap_or(u16::MAX));
        columns.text_length.push(stats.text_lengths[index]);
    }
    columns
}

/// Returns the lines of each file that could not be parsed.
pub(super) fn syntax_errors(graph: &Graph) -> SyntaxErrorColumns {
    let mut columns = SyntaxErrorColumns::default();
    columns.start.push(0);
    for file in &graph.files {
        push_runs(&mut columns.blob, &file.error_lines);
        columns.start.push(columns.blob.len() as u32);
    }
    columns
}

/// Returns the modifier bits of a symbol, without those that only the stored form needs.
pub(super) fn flags(graph: &Graph, symbol: &SymbolRow) -> SymbolFlags {
    let file_is_test = graph
        .files
        .get(symbol.file.index())
        .is_some_and(|file| file.test);
    let mut flags = SymbolFlags::default();
    flags.set(SymbolFlags::ASYNC, symbol.flags.is_async);
    flags.set(SymbolFlags::STATIC, symbol.flags.is_static);
    flags.set(SymbolFlags::ABSTRACT, symbol.flags.is_abstract);
    flags.set(SymbolFlags::DEPRECATED, symbol.flags.is_deprecated);
    flags.set(SymbolFlags::TEST, symbol.flags.is_test || file_is_test);
    flags.set(SymbolFlags::EXPORTED, symbol.flags.is_exported);
    flags.set(SymbolFlags::DECLARATION, symbol.flags.is_declaration);
    flags.set(SymbolFlags::GENERATOR, symbol.flags.is_generator);
    flags.set(SymbolFlags::OVERLOAD, symbol.flags.is_overload);
    flags.set(SymbolFlags::READONLY, symbol.flags.is_readonly);
    flags.set(SymbolFlags::BEHIND_MACRO, symbol.flags.is_behind_macro);
    flags.set(SymbolFlags::DOC, !symbol.doc.is_empty());
    flags.set(SymbolFlags::BODY, symbol.body_bytes != (0, 0));
    flags
}

/// Returns the columns of symbols.
pub(super) fn symbols(graph: &Graph, names: &Names, strings: &mut StringTable) -> SymbolColumns {
    let mut columns = SymbolColumns::default();
    let mut adopted = Vec::new();
    let mut text = String::new();
    let mut ordinals = Ordinals::default();
    for (row, symbol) in graph.symbols.iter().enumerate() {
        let mut flags = flags(graph, symbol);
        let qualifier = match qualifier(symbol) {
            Some(qualifier) => qualifier,
            None => {
                flags.set(SymbolFlags::QUALIFIED_WHOLE, true);
                &symbol.qualified
            }
        };
        columns.kind.push(symbol.kind as u8);
        columns.visibility.push(symbol.visibility as u8);
        columns.flags.push(flags.0);
        columns.name.push(names.row_of[row]);
        columns.qualifier.push(strings.position(qualifier));
        columns.parent_back.push(
            symbol
                .parent
                .map_or(0, |parent| (row as u32).wrapping_sub(parent.0)),
        );
        if let Some(parent) = symbol.parent
            && !encloses(graph, parent, SymbolId::new(row))
        {
            adopted.push((parent.0, row as u32));
        }
        let (start, end) = symbol.bytes;
        columns.start.push(start);
        columns.start_line.push(symbol.start_line);
        columns.type_text.push(strings.position(&symbol.type_text));
        params_text(symbol, &mut text);
        columns.params.push(strings.position(&text));
        decorators_text(symbol, &mut text);
        columns.decorators.push(strings.position(&text));
        let (body_offset, body_tail) = match symbol.body_bytes {
            (0, 0) => (0, 0),
            (body_start, body_end) => (body_start.wrapping_sub(start), end.wrapping_sub(body_end)),
        };
        columns.length.push(end.saturating_sub(start));
        columns
            .name_offset
            .push(symbol.name_bytes.0.wrapping_sub(start));
        columns
            .name_length
            .push(symbol.name_bytes.1.saturating_sub(symbol.name_bytes.0));
        columns.body_offset.push(body_offset);
        columns.body_tail.push(body_tail);
        columns
            .name_line
            .push(symbol.name_line.wrapping_sub(symbol.start_line));
        columns
            .end_line
            .push(symbol.end_line.wrapping_sub(symbol.start_line));
        columns.complexity.push(symbol.complexity);
        columns.ordinal.push(ordinals.next(symbol));
    }
    adopted.sort_unstable();
    (columns.adopted_parent, columns.adopted) = adopted.into_iter().unzip();
    columns
}

/// Returns the qualified name without its last part, or none if it does not end with the symbol's name.
pub(super) fn qualifier(symbol: &SymbolRow) -> Option<&str> {
    if symbol.qualified == symbol.name {
        return Some("");
    }
    let rest = symbol.qualified.strip_suffix(symbol.name.as_str())?;
    rest.strip_suffix('.').filter(|rest| !rest.is_empty())
}

/// Returns true if `child` lies inside `parent`, in the same file and after its start. A parent that is not one of the
/// graph's own symbols encloses none of them.
fn encloses(graph: &Graph, parent: SymbolId, child: SymbolId) -> bool {
    let (Some(outer), Some(inner)) = (
        graph.symbols.get(parent.index()),
        graph.symbols.get(child.index()),
    ) else {
        return false;
    };
    outer.file == inner.file && parent < child && inner.bytes.0 < outer.bytes.1
}

fn params_text(symbol: &SymbolRow, text: &mut String) {
    text.clear();
    for (index, param) in symbol.params.iter().enumerate() {
        if index > 0 {
            text.push(RECORD_SEPARATOR);
        }
        for (part, value) in [&param.name, &param.type_text, &param.default_text]
            .into_iter()
            .enumerate()
        {
            if part > 0 {
                text.push(UNIT_SEPARATOR);
            }
            push_without_separators(text, value);
        }
    }
}

fn decorators_text(symbol: &SymbolRow, text: &mut String) {
    text.clear();
    for (index, decorator) in symbol.decorators.iter().enumerate() {
        if index > 0 {
            text.push(UNIT_SEPARATOR);
        }
        push_without_separators(text, decorator);
    }
}

/// Replaces control characters, which source text contains only by accident, with blanks.
fn push_without_separators(text: &mut String, value: &str) {
    if value.contains([UNIT_SEPARATOR, RECORD_SEPARATOR]) {
        text.push_str(&value.replace([UNIT_SEPARATOR, RECORD_SEPARATOR], " "));
    } else {
        text.push_str(value);
    }
}

/// Counts the symbols of each qualified name within a file.
pub(crate) struct Ordinals {
    file: u32,
    seen: Interner,
    counts: Vec<u32>,
}

impl Default for Ordinals {
    fn default() -> Self {
        Self {
            file: NONE,
            seen: Interner::new(),
            counts: Vec::new(),
        }
    }
}

impl Ordinals {
    /// Returns the number of a symbol among those of the same qualified name in the file. Symbols come in their order.
    pub(crate) fn next(&mut self, symbol: &SymbolRow) -> u32 {
        if symbol.file.0 != self.file {
            self.file = symbol.file.0;
            self.seen.clear();
            self.counts.clear();
        }
        let (id, new) = self.seen.intern(&symbol.qualified);
        if new {
            self.counts.push(0);
            return 0;
        }
        let count = &mut self.counts[id as usize];
        *count += 1;
        *count
    }
}
