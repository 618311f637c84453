//! Sets of symbols and of edges.

use bombe_format::column::sets::{Set, SetColumns, Tier};
use bombe_format::column::symbols::SymbolFlags;
use bombe_format::kind::{EdgeKind, Language, SymbolKind, Visibility};

use super::symbols::flags;
use bombe_resolve::graph::Graph;

/// Returns every precomputed set, in the order of the keys.
pub(super) fn sets(graph: &Graph) -> SetColumns {
    let mut columns = SetColumns::default();
    // Each set takes a pass, over these instead of whole rows.
    let small: Vec<(SymbolKind, Language, Visibility)> = graph
        .symbols
        .iter()
        .map(|row| {
            let language = graph.files[row.file.index()].language;
            (row.kind, language, row.visibility)
        })
        .collect();
    let symbols = || small.iter().zip(0u32..);
    for kind in SymbolKind::ALL {
        columns.push(
            Set::Kind(*kind),
            symbols()
                .filter(|((own, _, _), _)| own == kind)
                .map(|(_, id)| id),
        );
    }
    for language in Language::ALL {
        columns.push(
            Set::Language(*language),
            symbols()
                .filter(|((_, own, _), _)| own == language)
                .map(|(_, id)| id),
        );
    }
    for visibility in Visibility::ALL {
        columns.push(
            Set::Visibility(*visibility),
            symbols()
                .filter(|((_, _, own), _)| own == visibility)
                .map(|(_, id)| id),
        );
    }
    columns.push(
        Set::TESTS,
        graph
            .symbols
            .iter()
            .zip(0u32..)
            .filter(|(row, _)| flags(graph, row).has(SymbolFlags::TEST))
            .map(|(_, id)| id),
    );
    columns.push(
        Set::ENTRY_POINTS,
        graph.entry_points.iter().map(|entry| entry.symbol.0),
    );
    let small: Vec<(EdgeKind, Tier)> = graph
        .edges
        .iter()
        .map(|edge| (edge.kind, Tier::of(edge.confidence)))
        .collect();
    let edges = || small.iter().zip(0u32..);
    for kind in EdgeKind::ALL {
        columns.push(
            Set::EdgeKind(*kind),
            edges()
                .filter(|((own, _), _)| own == kind)
                .map(|(_, id)| id),
        );
    }
    for tier in Tier::ALL {
        columns.push(
            Set::Tier(*tier),
            edges()
                .filter(|((_, own), _)| own == tier)
                .map(|(_, id)| id),
        );
    }
    columns.finish()
}
