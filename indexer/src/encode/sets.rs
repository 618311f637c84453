//! Sets of symbols and of edges.

use bombe_format::column::sets::{Set, SetColumns, Tier};
use bombe_format::column::symbols::SymbolFlags;
use bombe_format::kind::{EdgeKind, Language, SymbolKind, Visibility};

use super::symbols::flags;
use crate::graph::Graph;

/// Every precomputed set, in the order of the keys.
pub(super) fn sets(graph: &Graph) -> SetColumns {
    let mut columns = SetColumns::default();
    let symbols = || graph.symbols.iter().zip(0u32..);
    for kind in SymbolKind::ALL {
        columns.push(
            Set::Kind(*kind),
            symbols()
                .filter(|(row, _)| row.kind == *kind)
                .map(|(_, id)| id),
        );
    }
    for language in Language::ALL {
        let of = |file: usize| {
            graph
                .files
                .get(file)
                .is_some_and(|file| file.language == *language)
        };
        columns.push(
            Set::Language(*language),
            symbols()
                .filter(|(row, _)| of(row.file.index()))
                .map(|(_, id)| id),
        );
    }
    for visibility in Visibility::ALL {
        columns.push(
            Set::Visibility(*visibility),
            symbols()
                .filter(|(row, _)| row.visibility == *visibility)
                .map(|(_, id)| id),
        );
    }
    columns.push(
        Set::TESTS,
        symbols()
            .filter(|(row, _)| flags(graph, row).has(SymbolFlags::TEST))
            .map(|(_, id)| id),
    );
    columns.push(
        Set::ENTRY_POINTS,
        graph.entry_points.iter().map(|entry| entry.symbol.0),
    );
    let edges = || graph.edges.iter().zip(0u32..);
    for kind in EdgeKind::ALL {
        columns.push(
            Set::EdgeKind(*kind),
            edges()
                .filter(|(edge, _)| edge.kind == *kind)
                .map(|(_, id)| id),
        );
    }
    for tier in Tier::ALL {
        columns.push(
            Set::Tier(*tier),
            edges()
                .filter(|(edge, _)| Tier::of(edge.confidence) == *tier)
                .map(|(_, id)| id),
        );
    }
    columns.finish()
}
