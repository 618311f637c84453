//! Sites without an edge, imports, entry points, skipped files.

use bombe_format::column::rows::{
    EntryColumns, ExternalImportColumns, ImportColumns, SkippedColumns,
};
use bombe_format::column::sites::{ExternalColumns, Site, UnresolvedColumns, push_sites};
use bombe_format::ids::SymbolId;
use bombe_format::varint;

use super::names::by_group;
use super::strings::StringTable;
use bombe_facts::interner::Interner;
use bombe_resolve::graph::{Graph, SkippedRow};

/// A site of either kind.
struct Row<'g> {
    source: SymbolId,
    line: u32,
    col: u32,
    name: &'g str,
    reason: u8,
}

/// The columns that both sections share.
struct Packed {
    start: Vec<u32>,
    blob: Vec<u8>,
    name: Vec<u32>,
    count: Vec<u32>,
    files_start: Vec<u32>,
    files: Vec<u8>,
}

/// Returns the unresolved call sites.
pub(super) fn unresolved(graph: &Graph, strings: &mut StringTable) -> UnresolvedColumns {
    let rows = graph.unresolved.iter().map(|call| Row {
        source: call.source,
        line: call.line,
        col: call.col,
        name: &call.name,
        reason: call.reason as u8,
    });
    let Packed {
        start,
        blob,
        name,
        count,
        files_start,
        files,
    } = pack(graph, rows, strings, true);
    UnresolvedColumns {
        total: vec![graph.unresolved.len() as u64],
        start,
        blob,
        name,
        count,
        files_start,
        files,
    }
}

/// Returns the call sites that leave the repository.
pub(super) fn external(graph: &Graph, strings: &mut StringTable) -> ExternalColumns {
    let rows = graph.external_calls.iter().map(|call| Row {
        source: call.source,
        line: call.line,
        col: call.col,
        name: &call.name,
        reason: 0,
    });
    let Packed {
        start,
        blob,
        name,
        count,
        files_start,
        files,
    } = pack(graph, rows, strings, false);
    ExternalColumns {
        total: vec![graph.external_calls.len() as u64],
        start,
        blob,
        name,
        count,
        files_start,
        files,
    }
}

fn pack<'g>(
    graph: &'g Graph,
    rows: impl Iterator<Item = Row<'g>> + Clone,
    strings: &mut StringTable,
    reasons: bool,
) -> Packed {
    let mut interner = Interner::new();
    let ids: Vec<u32> = rows
        .clone()
        .map(|row| interner.intern(row.name).0)
        .collect();
    let order = interner.sorted();
    let mut place = vec![0u32; order.len()];
    for (position, id) in order.iter().enumerate() {
        place[*id as usize] = position as u32;
    }
    let mut count = vec![0u32; order.len()];
    let mut files_of: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
    let mut start = vec![0u32];
    let mut blob = Vec::new();
    let mut rows = rows.zip(ids).peekable();
    let mut first_symbol = 0;
    let mut of_file = Vec::new();
    for (file, row) in graph.files.iter().enumerate() {
        let end = first_symbol + row.symbols;
        of_file.clear();
        while let Some((row, id)) = rows.next_if(|(row, _)| row.source.0 < end) {
            let name = place[id as usize];
            count[name as usize] += 1;
            let files = &mut files_of[name as usize];
            if files.last() != Some(&(file as u32)) {
                files.push(file as u32);
            }
            let source_line = graph.symbols[row.source.index()].start_line;
            of_file.push(Site {
                symbol: row.source.0,
                line: i64::from(row.line) - i64::from(source_line),
                col: row.col,
                name,
                reason: row.reason,
            });
        }
        push_sites(&mut blob, first_symbol, of_file.iter().copied(), reasons);
        start.push(blob.len() as u32);
        first_symbol = end;
    }
    let mut files = Vec::new();
    let mut files_start = vec![0];
    for list in files_of {
        let mut last = 0;
        for file in list {
            varint::push(&mut files, u64::from(file - last));
            last = file;
        }
        files_start.push(files.len() as u32);
    }
    let name = order
        .iter()
        .map(|id| strings.position(interner.get(*id)))
        .collect();
    Packed {
        start,
        blob,
        name,
        count,
        files_start,
        files,
    }
}

/// Returns the imports of modules outside the repository.
pub(super) fn external_imports(graph: &Graph, strings: &mut StringTable) -> ExternalImportColumns {
    let mut rows: Vec<_> = graph.external_imports.iter().collect();
    rows.sort_unstable_by_key(|row| (&row.module, row.file, row.line, &row.symbol));
    let mut columns = ExternalImportColumns::default();
    columns.first.push(0);
    for run in rows.chunk_by(|a, b| a.module == b.module) {
        columns.module.push(strings.position(&run[0].module));
        for row in run {
            columns.file.push(row.file.0);
            columns.line.push(row.line);
            columns.symbol.push(strings.position(&row.symbol));
        }
        columns.first.push(columns.file.len() as u32);
    }
    let mut by_file: Vec<u32> = (0..rows.len() as u32).collect();
    by_file.sort_unstable_by_key(|row| (rows[*row as usize].file, rows[*row as usize].line, *row));
    columns.by_file = by_file;
    columns
}

/// Returns the imports between files. `stubs` more files follow the graph's own.
pub(super) fn imports(graph: &Graph, stubs: usize) -> ImportColumns {
    let files = graph.files.len() + stubs;
    let from: Vec<u32> = graph.imports.iter().map(|row| row.from.0).collect();
    let to: Vec<u32> = graph.imports.iter().map(|row| row.to.0).collect();
    let (first, _) = by_group(&from, files);
    let (target_first, by_target) = by_group(&to, files);
    ImportColumns {
        first,
        to,
        line: graph.imports.iter().map(|row| row.line).collect(),
        target_first,
        by_target,
    }
}

/// Returns the entry points.
pub(super) fn entry_points(graph: &Graph, strings: &mut StringTable) -> EntryColumns {
    let mut columns = EntryColumns::default();
    for row in &graph.entry_points {
        columns.symbol.push(row.symbol.0);
        columns.line.push(row.line);
        columns.kind.push(row.kind as u8);
        columns.verb.push(strings.position(&row.verb));
        columns.route.push(strings.position(&row.route));
        columns.framework.push(strings.position(&row.framework));
    }
    columns
}

/// Returns the skipped files.
pub(super) fn skipped(rows: &[SkippedRow], strings: &mut StringTable) -> SkippedColumns {
    let mut columns = SkippedColumns::default();
    for row in rows {
        columns.path.push(strings.position(&row.path));
        columns.reason.push(row.reason as u8);
        columns.size.push(row.size);
    }
    columns
}
