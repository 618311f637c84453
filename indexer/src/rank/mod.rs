//! `PageRank` over the resolved graph, in fixed-point integers.
//!
//! Integer addition does not depend on its order, so the same graph gives the same ranks, bit by bit, whatever the ids,
//! the thread count or the way that the graph came about: a rebuild and an update agree.

use bombe_format::column::symbols::RANK_UNIT;
use bombe_format::kind::EdgeKind;

use crate::graph::Graph;

/// One average rank, in fixed point. With 2^31 symbols the sum stays below 2^63.
const ONE: u64 = 1 << 32;

/// Share of a symbol's rank that follows its edges, in percent.
const DAMPING_PERCENT: u64 = 85;

/// The iteration ends when the ranks of all symbols together change by less than this share of their sum.
const EPSILON_INVERSE: u64 = 1_000_000;

/// Most iterations: 0.85^100 is below 1e-7.
const ITERATIONS_MAX: u32 = 100;

/// Least confidence in percent of an edge that passes rank on.
const CONFIDENCE_MIN: u8 = 50;

/// Ranks of all symbols in units of 1/4096 of the average.
///
/// Rank flows along calls, constructions, symbol imports and inheritance, once for each pair of symbols however many
/// sites there are, and never from a symbol to itself. What a symbol without such edges has goes to all alike.
pub fn page_rank(graph: &Graph) -> Vec<u32> {
    page_rank_of(&Links::of(graph))
}

/// As [`page_rank`], along links that were collected before.
pub fn page_rank_of(links: &Links) -> Vec<u32> {
    let count = links.first.len() - 1;
    if count == 0 {
        return Vec::new();
    }
    let mut ranks = vec![ONE; count];
    let mut incoming = vec![0u64; count];
    for _ in 0..ITERATIONS_MAX {
        incoming.fill(0);
        let mut dangling = 0u128;
        for (source, rank) in ranks.iter().enumerate() {
            let targets = links.of_source(source);
            if targets.is_empty() {
                dangling += u128::from(*rank);
                continue;
            }
            let share = rank / targets.len() as u64;
            for target in targets {
                incoming[*target as usize] += share;
            }
        }
        let to_all = (dangling / count as u128) as u64;
        let mut change = 0u128;
        for (rank, incoming) in ranks.iter_mut().zip(&incoming) {
            let next = ONE / 100 * (100 - DAMPING_PERCENT) + damped(incoming + to_all);
            change += u128::from(rank.abs_diff(next));
            *rank = next;
        }
        if change * u128::from(EPSILON_INVERSE) < u128::from(ONE) * count as u128 {
            break;
        }
    }
    let unit = ONE / u64::from(RANK_UNIT);
    ranks
        .iter()
        .map(|rank| u32::try_from((rank + unit / 2) / unit).unwrap_or(u32::MAX))
        .collect()
}

fn damped(rank: u64) -> u64 {
    (u128::from(rank) * u128::from(DAMPING_PERCENT) / 100) as u64
}

/// Along what rank flows: distinct targets by source.
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
    fn of(graph: &Graph) -> Self {
        let mut links = Self::default();
        let mut edges = graph.edges.iter().peekable();
        for source in 0..graph.symbols.len() as u32 {
            let of_source = std::iter::from_fn(|| edges.next_if(|edge| edge.source.0 == source));
            links.push(of_source.map(|edge| (edge.target.0, edge.kind, edge.confidence)));
        }
        links
    }

    /// Adds the next source with its edges: target, kind, confidence in percent.
    pub fn push(&mut self, edges: impl Iterator<Item = (u32, EdgeKind, u8)>) {
        let source = self.first.len() as u32 - 1;
        let start = self.target.len();
        self.target.extend(
            edges
                .filter(|(target, kind, confidence)| {
                    *target != source && passes_rank(*kind) && *confidence >= CONFIDENCE_MIN
                })
                .map(|(target, _, _)| target),
        );
        // Edges of one source are nearly always in the order of their targets.
        if !self.target[start..].is_sorted() {
            self.target[start..].sort_unstable();
        }
        let mut end = start;
        for at in start..self.target.len() {
            if end == start || self.target[end - 1] != self.target[at] {
                self.target[end] = self.target[at];
                end += 1;
            }
        }
        self.target.truncate(end);
        self.first.push(end as u32);
    }

    /// Every target, by source.
    pub fn targets(&self) -> impl Iterator<Item = u32> + '_ {
        self.target.iter().copied()
    }

    fn of_source(&self, source: usize) -> &[u32] {
        &self.target[self.first[source] as usize..self.first[source + 1] as usize]
    }
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
