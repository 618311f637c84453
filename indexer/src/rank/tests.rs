//! Ranks of small graphs whose order is plain.

use bombe_format::column::symbols::RANK_UNIT;
use bombe_format::kind::EdgeKind;

use super::page_rank;
use crate::encode::synthetic;
use crate::graph::Graph;

fn graph(symbols: usize, calls: &[(u32, u32)]) -> Graph {
    let mut graph = synthetic::graph(synthetic::Size {
        files: 1,
        symbols_per_file: symbols,
        edges: 0,
    });
    graph.edges = calls
        .iter()
        .map(|(source, target)| synthetic::edge(*source, *target, EdgeKind::Calls))
        .collect();
    graph
}

#[test]
fn ranks_sum_to_the_number_of_symbols_and_follow_calls() {
    let ranks = page_rank(&graph(4, &[(0, 3), (1, 3), (2, 3), (3, 2)]));
    let sum: u64 = ranks.iter().map(|rank| u64::from(*rank)).sum();
    assert!(sum.abs_diff(4 * u64::from(RANK_UNIT)) < 8, "{ranks:?}");
    assert!(ranks[3] > ranks[2] && ranks[2] > ranks[0], "{ranks:?}");
    assert_eq!(ranks[0], ranks[1]);
}

#[test]
fn repeated_calls_self_calls_and_weak_edges_do_not_count() {
    let once = page_rank(&graph(3, &[(0, 1), (1, 2)]));
    let mut repeated = graph(3, &[(0, 1), (0, 1), (1, 1), (1, 2), (2, 0)]);
    repeated.edges[4].confidence = 49;
    assert_eq!(page_rank(&repeated), once);
}

#[test]
fn symbols_without_calls_are_average() {
    assert_eq!(page_rank(&graph(5, &[])), [RANK_UNIT; 5]);
    assert!(page_rank(&Graph::default()).is_empty());
}
