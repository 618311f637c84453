//! Encodes edges as columns, by source and by target.

use bombe_format::column::edges::{BackwardColumns, EvidenceColumns, ForwardColumns};

use super::names::by_group;
use bombe_resolve::graph::{Edge, Graph};

/// Returns the edges by source.
pub(super) fn forward(graph: &Graph, evidence: &Evidence) -> ForwardColumns {
    let mut columns = ForwardColumns::default();
    let mut first = vec![0u32; graph.symbols.len() + 1];
    for edge in &graph.edges {
        first[edge.source.index() + 1] += 1;
        let line = if edge.line == 0 {
            0
        } else {
            // A site on the line directly before its source encodes as none; no such site could be shown anyway.
            edge.line
                .wrapping_sub(graph.symbols[edge.source.index()].start_line)
                .wrapping_add(1)
        };
        columns.target.push(edge.target.0);
        columns.kind.push(edge.kind as u8);
        columns.evidence.push(evidence.row(edge));
        columns.line.push(line);
        columns.col.push(edge.col);
    }
    for source in 0..graph.symbols.len() {
        first[source + 1] += first[source];
    }
    columns.first = first;
    columns.rule = evidence.pairs.iter().map(|(_, rule, _)| *rule).collect();
    columns.confidence = evidence
        .pairs
        .iter()
        .map(|(_, _, confidence)| *confidence)
        .collect();
    columns
}

/// Distinct pairs of rule and confidence, the most frequent first.
pub(super) struct Evidence {
    /// (number of edges, rule, confidence).
    pairs: Vec<(u32, u8, u8)>,
    /// Row in `pairs` by rule and confidence.
    rows: Vec<u32>,
}

impl Evidence {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut counts = vec![0u32; 1 << 16];
        for edge in &graph.edges {
            counts[pair(edge)] += 1;
        }
        let mut pairs: Vec<(u32, u8, u8)> = counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(pair, count)| (*count, (pair >> 8) as u8, pair as u8))
            .collect();
        pairs.sort_unstable_by_key(|(count, rule, confidence)| {
            (std::cmp::Reverse(*count), *rule, *confidence)
        });
        let mut rows = vec![0; 1 << 16];
        for (row, (_, rule, confidence)) in pairs.iter().enumerate() {
            rows[usize::from(*rule) << 8 | usize::from(*confidence)] = row as u32;
        }
        Self { pairs, rows }
    }

    fn row(&self, edge: &Edge) -> u32 {
        self.rows[pair(edge)]
    }
}

fn pair(edge: &Edge) -> usize {
    (edge.rule as usize) << 8 | usize::from(edge.confidence)
}

/// Returns the edges by target, and their evidence. Within a target they are sorted by source, then kind, line and column. `stubs`
/// more targets follow the graph's own symbols.
pub(super) fn backward(
    graph: &Graph,
    stubs: usize,
    evidence: &Evidence,
) -> (BackwardColumns, EvidenceColumns) {
    let targets: Vec<u32> = graph.edges.iter().map(|edge| edge.target.0).collect();
    let (first, order) = by_group(&targets, graph.symbols.len() + stubs);
    let rows = order
        .iter()
        .map(|edge| evidence.row(&graph.edges[*edge as usize]));
    let evidence = EvidenceColumns {
        evidence: rows.collect(),
    };
    let columns = BackwardColumns {
        first,
        source: order
            .iter()
            .map(|edge| graph.edges[*edge as usize].source.0)
            .collect(),
        kind: order
            .iter()
            .map(|edge| graph.edges[*edge as usize].kind as u8)
            .collect(),
    };
    (columns, evidence)
}
