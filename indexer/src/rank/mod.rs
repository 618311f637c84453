//! `PageRank` over the resolved graph, in fixed-point integers.
//!
//! Integer addition does not depend on its order. So the same graph gives the same ranks, bit by bit, whatever the ids and
//! the number of threads, and whether a full build or an update made the graph.

mod flow;

use std::ops::Range;

use bombe_format::column::symbols::RANK_UNIT;
use bombe_format::kind::EdgeKind;

use self::flow::Flow;
use bombe_resolve::graph::{Edge, Graph};

/// One average rank, in fixed point. With 2^31 symbols the sum stays below 2^63.
const ONE: u64 = 1 << 32;

/// Share of a symbol's rank that follows its edges, in percent.
const DAMPING_PERCENT: u64 = 85;

/// The iteration ends when the ranks of all symbols together change by less than this share of their sum.
const EPSILON_INVERSE: u64 = 1_000_000;

/// Largest number of iterations: 0.85^100 is below 1e-7.
const ITERATIONS_MAX: u32 = 100;

/// Least confidence in percent of an edge that passes rank on.
const CONFIDENCE_MIN: u8 = 50;

/// Returns the ranks of all symbols, in units of 1/4096 of the average.
///
/// Rank flows along calls, constructions, symbol imports and inheritance: once for each pair of symbols, however many sites
/// there are, and never from a symbol to itself. The rank of a symbol without such edges is spread over all symbols.
pub fn page_rank(graph: &Graph) -> Vec<u32> {
    page_rank_of(&Links::of(graph))
}

/// As [`page_rank`], of the links of a graph.
pub fn page_rank_of(links: &Links) -> Vec<u32> {
    let whole = u128::from(ONE) * links.symbols() as u128;
    let mut flow = Flow::of(links);
    for _ in 0..ITERATIONS_MAX {
        if flow.step() * u128::from(EPSILON_INVERSE) < whole {
            break;
        }
    }
    let unit = ONE / u64::from(RANK_UNIT);
    flow.ranks()
        .map(|rank| u32::try_from((rank + unit / 2) / unit).unwrap_or(u32::MAX))
        .collect()
}

/// The links that rank flows along: the distinct targets of each source.
#[derive(Debug)]
pub struct Links {
    first: Vec<u32>,
    target: Vec<u32>,
}

impl Default for Links {
    fn default() -> Self {
        Self {
            first: vec![0],
            target: Vec::new(),
        }
    }
}

impl Links {
    /// Returns the links of a graph.
    pub fn of(graph: &Graph) -> Self {
        let mut links = Self::default();
        let mut edges = graph.edges.iter().peekable();
        for source in 0..graph.symbols.len() as u32 {
            links.push(std::iter::from_fn(|| {
                edges.next_if(|edge| edge.source.0 == source)
            }));
        }
        links
    }

    /// Returns links from rows: the first target of each source, followed by the number of all targets; and the targets. None
    /// if the rows are not consistent.
    pub fn from_rows(first: Vec<u32>, target: Vec<u32>) -> Option<Self> {
        let sound = first.first() == Some(&0)
            && first.is_sorted()
            && first.last().map(|end| *end as usize) == Some(target.len())
            && target
                .iter()
                .all(|target| (*target as usize) < first.len() - 1);
        sound.then_some(Self { first, target })
    }

    /// Number of symbols.
    pub fn symbols(&self) -> usize {
        self.first.len() - 1
    }

    /// First target of each source, followed by the number of all targets.
    pub fn first(&self) -> &[u32] {
        &self.first
    }

    /// Distinct targets, ascending, by source.
    pub fn targets(&self) -> &[u32] {
        &self.target
    }

    /// The targets of each of a run of sources.
    pub fn rows(&self, sources: Range<u32>) -> impl Iterator<Item = &[u32]> {
        let first = &self.first[sources.start as usize..=sources.end as usize];
        let runs = first.windows(2);
        runs.map(|run| &self.target[run[0] as usize..run[1] as usize])
    }

    /// Adds the next source with its edges.
    fn push<'e>(&mut self, edges: impl Iterator<Item = &'e Edge>) {
        let source = self.first.len() as u32 - 1;
        push_targets(source, edges, &mut self.target);
        self.first.push(self.target.len() as u32);
    }
}

/// Appends the distinct targets that rank flows to from `source`, ascending. `edges` are those of the source.
pub fn push_targets<'e>(
    source: u32,
    edges: impl Iterator<Item = &'e Edge>,
    targets: &mut Vec<u32>,
) {
    let start = targets.len();
    targets.extend(
        edges
            .filter(|edge| {
                edge.target.0 != source
                    && passes_rank(edge.kind)
                    && edge.confidence >= CONFIDENCE_MIN
            })
            .map(|edge| edge.target.0),
    );
    // Edges of one source are nearly always sorted by target.
    if !targets[start..].is_sorted() {
        targets[start..].sort_unstable();
    }
    let mut end = start;
    for at in start..targets.len() {
        if end == start || targets[end - 1] != targets[at] {
            targets[end] = targets[at];
            end += 1;
        }
    }
    targets.truncate(end);
}

const fn passes_rank(kind: EdgeKind) -> bool {
    matches!(
        kind,
        EdgeKind::Calls
            | EdgeKind::Constructs
            | EdgeKind::ImportsSymbol
            | EdgeKind::Extends
            | EdgeKind::Implements
    )
}

#[cfg(test)]
mod tests;
