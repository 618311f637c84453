//! The names of external calls.

use bombe_format::column::external_symbols::ExternalSymbolColumns;
use bombe_format::varint;
use bombe_resolve::graph::Graph;
use bombe_rules::outside::ExternalName;
use hashbrown::HashMap;

use super::strings::StringTable;

/// Returns the names of the external calls, with their sites in the order of the section of calls.
pub(super) fn external_symbols(graph: &Graph, strings: &mut StringTable) -> ExternalSymbolColumns {
    let mut ids: HashMap<&ExternalName, u32> = HashMap::new();
    let mut names: Vec<&ExternalName> = Vec::new();
    let of_call: Vec<Option<u32>> = graph
        .external_calls
        .iter()
        .map(|call| {
            let name = call.outside.as_ref()?;
            Some(*ids.entry(name).or_insert_with(|| {
                names.push(name);
                names.len() as u32 - 1
            }))
        })
        .collect();
    drop(ids);
    // By (ecosystem, module, path): the order of the fields. A module is standard wherever it is named.
    let mut order: Vec<u32> = (0..names.len() as u32).collect();
    order.sort_unstable_by_key(|id| names[*id as usize]);
    let mut place = vec![0u32; order.len()];
    for (position, id) in order.iter().enumerate() {
        place[*id as usize] = position as u32;
    }
    let mut columns = ExternalSymbolColumns::default();
    let mut last: Option<&ExternalName> = None;
    for (position, id) in order.iter().enumerate() {
        let name = names[*id as usize];
        let is_same = |last: &ExternalName| {
            (last.ecosystem, &last.module, last.is_standard)
                == (name.ecosystem, &name.module, name.is_standard)
        };
        if !last.is_some_and(is_same) {
            columns.first.push(position as u32);
            columns.module.push(strings.position(&name.module));
            columns.ecosystem.push(name.ecosystem as u8);
            columns.standard.push(u8::from(name.is_standard));
        }
        last = Some(name);
        columns.path.push(strings.position(&name.path));
    }
    columns.first.push(order.len() as u32);
    let mut count = vec![0u32; order.len()];
    let mut files_of: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
    columns.start.push(0);
    let mut calls = graph.external_calls.iter().zip(of_call).peekable();
    let mut end = 0;
    for (file, row) in graph.files.iter().enumerate() {
        end += row.symbols;
        while let Some((_, id)) = calls.next_if(|(call, _)| call.source.0 < end) {
            let name = id.map(|id| place[id as usize]);
            varint::push(
                &mut columns.blob,
                name.map_or(0, |name| u64::from(name) + 1),
            );
            let Some(name) = name else { continue };
            count[name as usize] += 1;
            let files = &mut files_of[name as usize];
            if files.last() != Some(&(file as u32)) {
                files.push(file as u32);
            }
        }
        columns.start.push(columns.blob.len() as u32);
    }
    columns.count = count;
    columns.files_start.push(0);
    for list in files_of {
        let mut last = 0;
        for file in list {
            varint::push(&mut columns.files, u64::from(file - last));
            last = file;
        }
        columns.files_start.push(columns.files.len() as u32);
    }
    columns
}
