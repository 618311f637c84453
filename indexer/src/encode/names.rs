//! Names, qualified names and paths: distinct names with their symbols, and the key indexes over them.

use bombe_format::column::names::{GroupColumns, NameColumns};
use bombe_format::key_index;

use super::interner::Interner;
use crate::graph::Graph;

/// The distinct names of a graph.
#[derive(Debug)]
pub(super) struct Names {
    /// For each symbol the row of its name.
    pub(super) row_of: Vec<u32>,
    /// Columns of `names`.
    pub(super) columns: NameColumns,
    /// Bytes of `name_keys`.
    pub(super) keys: Vec<u8>,
}

impl Names {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut interner = Interner::new();
        let mut line = String::new();
        let ids: Vec<u32> = graph
            .symbols
            .iter()
            .map(|symbol| {
                if symbol.name.contains('\n') {
                    line.clear();
                    line.push_str(&symbol.name);
                    interner.intern(&line.replace('\n', " ")).0
                } else {
                    interner.intern(&symbol.name).0
                }
            })
            .collect();
        let mut rows: Vec<(String, u32)> = (0..interner.len() as u32)
            .map(|id| (lower(interner.get(id)), id))
            .collect();
        rows.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0)
                .then_with(|| interner.get(a.1).cmp(interner.get(b.1)))
        });
        let mut columns = NameColumns::default();
        let mut row_of_id = vec![0u32; rows.len()];
        columns.start.push(0);
        for (row, (_, id)) in rows.iter().enumerate() {
            row_of_id[*id as usize] = row as u32;
            columns.blob.extend_from_slice(interner.get(*id).as_bytes());
            columns.blob.push(b'\n');
            columns.start.push(columns.blob.len() as u32);
        }
        let row_of: Vec<u32> = ids.iter().map(|id| row_of_id[*id as usize]).collect();
        (columns.first, columns.symbol) = by_group(&row_of, rows.len());
        let mut keyed: Vec<(&str, u64)> = rows
            .iter()
            .enumerate()
            .map(|(row, (lower, _))| (lower.as_str(), row as u64))
            .collect();
        keyed.dedup_by(|later, earlier| later.0 == earlier.0);
        let keys = key_index::build(keyed);
        Self {
            row_of,
            columns,
            keys,
        }
    }
}

/// Qualified names to symbols: the key index and the groups of those that share one.
pub(super) fn qualified(graph: &Graph) -> (Vec<u8>, GroupColumns) {
    let mut rows: Vec<(String, u32)> = graph
        .symbols
        .iter()
        .enumerate()
        .filter(|(_, symbol)| !symbol.qualified.is_empty())
        .map(|(id, symbol)| (lower(&symbol.qualified), id as u32))
        .collect();
    rows.sort_unstable();
    let mut groups = GroupColumns::default();
    groups.first.push(0);
    let mut keyed = Vec::new();
    for run in rows.chunk_by(|a, b| a.0 == b.0) {
        let value = if let [(_, only)] = run {
            u64::from(*only) * 2
        } else {
            groups.symbol.extend(run.iter().map(|(_, id)| *id));
            groups.first.push(groups.symbol.len() as u32);
            (groups.first.len() as u64 - 2) * 2 + 1
        };
        keyed.push((run[0].0.as_str(), value));
    }
    (key_index::build(keyed), groups)
}

/// Paths to files.
pub(super) fn paths(graph: &Graph) -> Vec<u8> {
    key_index::build(
        graph
            .files
            .iter()
            .enumerate()
            .map(|(id, file)| (file.path.as_str(), id as u64)),
    )
}

/// Members of each group, ascending, from the group of each member: starts and members.
pub(super) fn by_group(group_of: &[u32], groups: usize) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0u32; groups + 1];
    for group in group_of {
        first[*group as usize + 1] += 1;
    }
    for group in 0..groups {
        first[group + 1] += first[group];
    }
    let mut next = first.clone();
    let mut members = vec![0; group_of.len()];
    for (member, group) in group_of.iter().enumerate() {
        let at = &mut next[*group as usize];
        members[*at as usize] = member as u32;
        *at += 1;
    }
    (first, members)
}

fn lower(text: &str) -> String {
    if text.is_ascii() {
        text.to_ascii_lowercase()
    } else {
        text.to_lowercase()
    }
}
