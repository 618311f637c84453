//! Ranks of small graphs whose order is obvious, and of others compared with a naive computation.

use bombe_format::column::symbols::RANK_UNIT;
use bombe_format::kind::EdgeKind;

use super::flow::Divisor;
use super::{
    DAMPING_PERCENT, EPSILON_INVERSE, ITERATIONS_MAX, Links, ONE, page_rank, page_rank_of,
};
use bombe_resolve::graph::Graph;
use bombe_tests::synthetic;

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

/// Returns the ranks, computed directly from the definition.
fn plain(links: &Links) -> Vec<u32> {
    let count = links.symbols();
    let mut ranks = vec![ONE; count];
    let mut incoming = vec![0u64; count];
    for _ in 0..ITERATIONS_MAX {
        incoming.fill(0);
        let mut dangling = 0u128;
        for (rank, run) in ranks.iter().zip(links.first.windows(2)) {
            let targets = &links.target[run[0] as usize..run[1] as usize];
            if targets.is_empty() {
                dangling += u128::from(*rank);
                continue;
            }
            let share = rank / targets.len() as u64;
            for target in targets {
                incoming[*target as usize] += share;
            }
        }
        let to_all = (dangling / count.max(1) as u128) as u64;
        let mut change = 0u128;
        for (rank, incoming) in ranks.iter_mut().zip(&incoming) {
            let damped = u128::from(incoming + to_all) * u128::from(DAMPING_PERCENT) / 100;
            let next = ONE / 100 * (100 - DAMPING_PERCENT) + damped as u64;
            change += u128::from(rank.abs_diff(next));
            *rank = next;
        }
        if change * u128::from(EPSILON_INVERSE) < u128::from(ONE) * count as u128 {
            break;
        }
    }
    let unit = ONE / u64::from(RANK_UNIT);
    let round = |rank: u64| u32::try_from((rank + unit / 2) / unit).unwrap_or(u32::MAX);
    ranks.into_iter().map(round).collect()
}

/// A small pseudorandom number generator (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

/// Returns links of `symbols` symbols, at most `degree` from each. About a third of the symbols have none, and most links
/// lead to a few symbols.
fn links(symbols: usize, degree: usize, numbers: &mut Numbers) -> Links {
    let reached = 1 + numbers.below(symbols);
    let (mut first, mut targets) = (vec![0], Vec::new());
    for source in 0..symbols {
        let count = if numbers.below(3) == 0 {
            0
        } else {
            numbers.below(degree + 1)
        };
        let mut row: Vec<u32> = (0..count)
            .map(|_| numbers.below(reached).min(numbers.below(reached)) as u32)
            .filter(|target| *target as usize != source)
            .collect();
        row.sort_unstable();
        row.dedup();
        targets.append(&mut row);
        first.push(targets.len() as u32);
    }
    Links::from_rows(first, targets).expect("rows of links")
}

#[test]
fn ranks_are_those_of_the_plain_formula() {
    let mut numbers = Numbers(88_172_645_463_325_252);
    for round in 0..300 {
        let symbols = numbers.below(if round % 10 == 0 { 400 } else { 40 });
        let degree = numbers.below(if round % 7 == 0 { 200 } else { 6 });
        let links = links(symbols, degree, &mut numbers);
        assert_eq!(page_rank_of(&links), plain(&links), "{links:?}");
    }
    // Enough symbols for several threads.
    let links = links(40_000, 9, &mut numbers);
    assert_eq!(page_rank_of(&links), plain(&links));
}

#[test]
fn a_division_by_multiplying_is_exact() {
    let mut numbers = Numbers(7);
    let divisors = (0..2_000).chain([u32::MAX, u32::MAX - 1, 1 << 31, (1 << 31) + 1]);
    for by in divisors {
        let divisor = Divisor::of(by);
        let by = u64::from(by.max(1));
        let largest = (1 << 63) - 1;
        let near = |value: u64| [value.saturating_sub(1), value, (value + 1).min(largest)];
        let drawn = (0..20).map(|bits| (numbers.below(usize::MAX) as u64) >> bits);
        let values = [0, by, by * by, largest, largest / by * by, ONE];
        for value in values.into_iter().chain(drawn).flat_map(near) {
            let value = value.min(largest);
            assert_eq!(divisor.divide(value), value / by, "{value} / {by}");
        }
    }
}

#[test]
fn rows_that_lead_nowhere_are_no_links() {
    assert!(Links::from_rows(vec![0, 1, 1], vec![1]).is_some());
    for (first, targets) in [
        (vec![], vec![]),
        (vec![0, 1, 1], vec![2]),
        (vec![0, 2, 1], vec![1]),
        (vec![1, 1], vec![0]),
        (vec![0, 1], vec![]),
    ] {
        assert!(Links::from_rows(first, targets).is_none());
    }
}
