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
    let count = graph.symbols.len();
    if count == 0 {
        return Vec::new();
    }
    let links = Links::of(graph);
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

/// Distinct targets by source.
struct Links {
    first: Vec<u32>,
    target: Vec<u32>,
}

impl Links {
    fn of(graph: &Graph) -> Self {
        let mut first = Vec::with_capacity(graph.symbols.len() + 1);
        let mut target: Vec<u32> = Vec::new();
        first.push(0);
        let mut edges = graph.edges.iter().peekable();
        for source in 0..graph.symbols.len() as u32 {
            let start = target.len();
            while let Some(edge) = edges.next_if(|edge| edge.source.0 == source) {
                // Edges of one source are ordered by target, so a repeated pair is found beside the one before.
                let new = edge.target.0 != source && target[start..].last() != Some(&edge.target.0);
                if new && passes_rank(edge.kind) && edge.confidence >= CONFIDENCE_MIN {
                    target.push(edge.target.0);
                }
            }
            first.push(target.len() as u32);
        }
        Self { first, target }
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
