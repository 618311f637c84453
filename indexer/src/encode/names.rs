//! Names, qualified names and paths: distinct names with their symbols, and the key indexes over them.

use bombe_format::column::names::{GroupColumns, NameColumns};
use bombe_format::key_index;

use bombe_facts::interner::{Interner, Texts};
use bombe_resolve::graph::Graph;

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
        let mut lower = Texts::default();
        let mut rows: Vec<Row> = (0..interner.len() as u32)
            .map(|id| {
                lower_into(interner.get(id), &mut line);
                lower.push(&line);
                Row {
                    head: head(&line),
                    text: id,
                    id,
                }
            })
            .collect();
        let text_of = |row: &Row| &lower[row.text as usize];
        rows.sort_unstable_by(|a, b| {
            a.head
                .cmp(&b.head)
                .then_with(|| text_of(a).cmp(text_of(b)))
                .then_with(|| interner.get(a.id).cmp(interner.get(b.id)))
        });
        let mut columns = NameColumns::default();
        let mut row_of_id = vec![0u32; rows.len()];
        columns.start.push(0);
        for (row, Row { id, .. }) in rows.iter().enumerate() {
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
            .map(|(at, row)| (text_of(row), at as u64))
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

/// Returns the index from qualified names to symbols, and the groups of symbols that share one.
pub(super) fn qualified(graph: &Graph) -> (Vec<u8>, GroupColumns) {
    let mut texts = Texts::default();
    let mut rows = Vec::new();
    let mut buffer = String::new();
    for (id, symbol) in graph.symbols.iter().enumerate() {
        if !symbol.qualified.is_empty() {
            lower_into(&symbol.qualified, &mut buffer);
            rows.push(Row {
                head: head(&buffer),
                text: texts.len() as u32,
                id: id as u32,
            });
            texts.push(&buffer);
        }
    }
    let text_of = |row: &Row| &texts[row.text as usize];
    rows.sort_unstable_by(|a, b| {
        a.head
            .cmp(&b.head)
            .then_with(|| text_of(a).cmp(text_of(b)))
            .then(a.id.cmp(&b.id))
    });
    let mut groups = GroupColumns::default();
    groups.first.push(0);
    let mut keyed = Vec::new();
    for run in rows.chunk_by(|a, b| a.head == b.head && text_of(a) == text_of(b)) {
        let value = if let [only] = run {
            u64::from(only.id) * 2
        } else {
            groups.symbol.extend(run.iter().map(|row| row.id));
            groups.first.push(groups.symbol.len() as u32);
            (groups.first.len() as u64 - 2) * 2 + 1
        };
        keyed.push((text_of(&run[0]), value));
    }
    (key_index::build(keyed), groups)
}

/// A symbol with its text, for sorting.
struct Row {
    /// See [`head`].
    head: u64,
    text: u32,
    id: u32,
}

/// Returns the first eight bytes of a text as a number that sorts like them. It distinguishes most texts.
fn head(text: &str) -> u64 {
    let mut bytes = [0; 8];
    let len = text.len().min(8);
    bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
    bytes
        .iter()
        .fold(0, |head, byte| head << 8 | u64::from(*byte))
}

/// Returns the index from paths to files.
pub(super) fn paths(graph: &Graph) -> Vec<u8> {
    key_index::build(
        graph
            .files
            .iter()
            .enumerate()
            .map(|(id, file)| (file.path.as_str(), id as u64)),
    )
}

/// Returns the members of each group, ascending, given the group of each member: starts and members.
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

/// Writes a text in lower case to `buffer`.
fn lower_into(text: &str, buffer: &mut String) {
    buffer.clear();
    if text.is_ascii() {
        buffer.push_str(text);
        buffer.make_ascii_lowercase();
    } else {
        buffer.push_str(&text.to_lowercase());
    }
}
