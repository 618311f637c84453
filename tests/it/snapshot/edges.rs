//! Edges and sets survive the round trip.

use bombe_format::ids::SymbolId;
use bombe_format::kind::{EdgeKind, Language, SymbolKind};
use bombe_reader::limits::Limits;
use bombe_reader::view::{EdgeId, Set};

use super::opened;

#[test]
fn edges_survive_the_round_trip_in_both_directions() {
    let (graph, view) = opened();
    assert_eq!(view.edge_count().unwrap(), graph.edges.len());
    let key = |edge: &bombe_reader::view::Edge| {
        (
            edge.source,
            edge.target,
            edge.kind,
            edge.line,
            edge.col,
            edge.rule,
            edge.confidence,
        )
    };
    let expected: Vec<_> = graph
        .edges
        .iter()
        .map(|edge| {
            (
                edge.source,
                edge.target,
                edge.kind,
                edge.line,
                edge.col,
                edge.rule,
                edge.confidence,
            )
        })
        .collect();
    let mut forward = Vec::new();
    let mut backward = Vec::new();
    for id in (0..graph.symbols.len()).map(SymbolId::new) {
        forward.extend(view.edges_from(id).unwrap().map(|edge| key(&edge)));
        backward.extend(view.edges_to(id).unwrap().map(|edge| key(&edge)));
        let symbol = view.symbol(id).unwrap();
        assert_eq!(
            symbol.out_degree().unwrap(),
            view.targets(id).unwrap().len()
        );
        assert_eq!(
            symbol.in_degree().unwrap(),
            view.sources(id, &Limits::none()).unwrap().len()
        );
    }
    assert_eq!(forward, expected);
    let mut sorted = backward;
    sorted.sort_unstable();
    let mut expected_sorted = expected;
    expected_sorted.sort_unstable();
    assert_eq!(sorted, expected_sorted);
    for kind in EdgeKind::ALL {
        let set = view.set(Set::EdgeKind(*kind)).unwrap();
        let count = graph.edges.iter().filter(|edge| edge.kind == *kind).count();
        assert_eq!(set.len(), count as u64);
        assert_eq!(view.set_len(Set::EdgeKind(*kind)).unwrap(), count as u64);
        for id in set {
            assert_eq!(view.edge(EdgeId(id)).unwrap().kind, *kind);
        }
    }
    let methods = view.set(Set::Kind(SymbolKind::Method)).unwrap();
    assert_eq!(
        methods.len() as usize,
        graph
            .symbols
            .iter()
            .filter(|row| row.kind == SymbolKind::Method)
            .count()
    );
    assert!(!view.set(Set::Language(Language::Java)).unwrap().is_empty());
    assert!(view.set(Set::TESTS).unwrap().len() < graph.symbols.len() as u64);
}
