//! The iteration that computes ranks from links.

use std::ops::Range;

use bombe_format::ids::NONE;
use rayon::prelude::*;

use super::{DAMPING_PERCENT, Links, ONE};

/// Smallest number of links and receivers for one thread.
const PIECE: usize = 1 << 14;

/// The state of the iteration.
///
/// Symbols that no link leads to all have the same rank in an iteration. Only the others, the *receivers*, have rows: each
/// pulls the shares of its sources, so each value is written by one thread. The share that a source passes to each of its
/// targets is a row of `shares`: its own if it is a receiver, else one by its number of links.
pub(super) struct Flow {
    /// For each symbol its row among the receivers, or none.
    place: Vec<u32>,
    /// First source of each receiver, and the number of all.
    first: Vec<u32>,
    /// Sources by receiver: rows of `shares`.
    source: Vec<u32>,
    /// Number of links from each receiver.
    degree: Vec<u32>,
    /// Rank of each receiver.
    ranks: Vec<u64>,
    /// The rank of all other symbols.
    other_rank: u64,
    shares: Vec<u64>,
    /// Those of the next iteration.
    next_shares: Vec<u64>,
    /// By number of links.
    divisors: Vec<Divisor>,
    /// Number of other symbols that have no links.
    others_dangling: u64,
    /// Ranks of receivers without links, together.
    dangling: u64,
    /// Runs of receivers, one per task.
    pieces: Vec<Range<usize>>,
}

/// The result of a run of receivers.
#[derive(Clone, Copy, Default)]
struct Sums {
    change: u128,
    dangling: u64,
}

impl Flow {
    /// Returns equal ranks for all symbols.
    pub(super) fn of(links: &Links) -> Self {
        let mut place = vec![0u32; links.symbols()];
        for target in &links.target {
            place[*target as usize] += 1;
        }
        // Numbers of links to a symbol become rows.
        let mut first = vec![0];
        let mut end = 0;
        for place in &mut place {
            if *place == 0 {
                *place = NONE;
            } else {
                end += *place;
                *place = first.len() as u32 - 1;
                first.push(end);
            }
        }
        let runs = || links.first.windows(2).map(|run| run[0]..run[1]);
        let largest = runs().map(|run| run.len()).max().unwrap_or(0);
        let divisors: Vec<Divisor> = (0..=largest as u32).map(Divisor::of).collect();
        let mut next = first.clone();
        let mut source = vec![0; links.target.len()];
        let mut degree = vec![0; first.len() - 1];
        let (mut others_dangling, mut dangling) = (0, 0);
        for (own, run) in place.iter().zip(runs()) {
            let links_of = run.len() as u32;
            let row = if *own == NONE {
                others_dangling += u64::from(links_of == 0);
                links_of
            } else {
                dangling += if links_of == 0 { ONE } else { 0 };
                degree[*own as usize] = links_of;
                divisors.len() as u32 + *own
            };
            for target in &links.target[run.start as usize..run.end as usize] {
                let next = &mut next[place[*target as usize] as usize];
                source[*next as usize] = row;
                *next += 1;
            }
        }
        let rows = divisors.iter();
        let rows = rows.chain(degree.iter().map(|degree| &divisors[*degree as usize]));
        let shares: Vec<u64> = rows.map(|divisor| divisor.divide(ONE)).collect();
        Self {
            pieces: pieces(&first),
            place,
            ranks: vec![ONE; degree.len()],
            other_rank: ONE,
            next_shares: shares.clone(),
            shares,
            first,
            source,
            degree,
            divisors,
            others_dangling,
            dangling,
        }
    }

    /// Runs one iteration. Returns by how much the ranks of all symbols change, in total.
    pub(super) fn step(&mut self) -> u128 {
        let count = self.place.len() as u64;
        let to_all = (self.dangling + self.others_dangling * self.other_rank) / count.max(1);
        let other_rank = damped(to_all);
        let (by_degree, mut next_shares) = self.next_shares.split_at_mut(self.divisors.len());
        for (share, divisor) in by_degree.iter_mut().zip(&self.divisors) {
            *share = divisor.divide(other_rank);
        }
        let mut ranks = self.ranks.as_mut_slice();
        let mut pieces = Vec::with_capacity(self.pieces.len());
        for rows in &self.pieces {
            let (own, rest) = std::mem::take(&mut ranks).split_at_mut(rows.len());
            let (own_shares, rest_shares) =
                std::mem::take(&mut next_shares).split_at_mut(rows.len());
            (ranks, next_shares) = (rest, rest_shares);
            pieces.push((rows.clone(), own, own_shares));
        }
        let (first, degree) = (&self.first, &self.degree);
        let (source, shares, divisors) = (&self.source, &self.shares, &self.divisors);
        let sums = pieces.into_par_iter().with_max_len(1);
        let sums = sums.map(|(rows, ranks, next_shares)| {
            let mut sums = Sums::default();
            let runs = first[rows.start..=rows.end].windows(2);
            let rows = runs.zip(&degree[rows]).zip(ranks).zip(next_shares);
            for (((run, degree), rank), share) in rows {
                let sources = &source[run[0] as usize..run[1] as usize];
                let incoming: u64 = sources.iter().map(|row| shares[*row as usize]).sum();
                let next = damped(incoming + to_all);
                sums.change += u128::from(rank.abs_diff(next));
                *rank = next;
                if *degree == 0 {
                    sums.dangling += next;
                } else {
                    *share = divisors[*degree as usize].divide(next);
                }
            }
            sums
        });
        let sums = sums.reduce(Sums::default, |a, b| Sums {
            change: a.change + b.change,
            dangling: a.dangling + b.dangling,
        });
        let others = count - self.ranks.len() as u64;
        let change = u128::from(self.other_rank.abs_diff(other_rank)) * u128::from(others);
        self.other_rank = other_rank;
        self.dangling = sums.dangling;
        std::mem::swap(&mut self.shares, &mut self.next_shares);
        sums.change + change
    }

    /// Returns the rank of each symbol.
    pub(super) fn ranks(&self) -> impl Iterator<Item = u64> {
        self.place.iter().map(|place| match *place {
            NONE => self.other_rank,
            place => self.ranks[place as usize],
        })
    }
}

/// Returns runs of receivers with about equal numbers of links, given the first source of each receiver.
fn pieces(first: &[u32]) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for end in 1..first.len() {
        let work = (first[end] - first[start]) as usize + (end - start);
        if work >= PIECE || end + 1 == first.len() {
            pieces.push(start..end);
            start = end;
        }
    }
    pieces
}

/// Returns the next rank of a symbol that receives this much.
fn damped(incoming: u64) -> u64 {
    // The product may exceed 64 bits.
    let (hundreds, rest) = (incoming / 100, incoming % 100);
    ONE / 100 * (100 - DAMPING_PERCENT) + hundreds * DAMPING_PERCENT + rest * DAMPING_PERCENT / 100
}

/// Divides by multiplication. The quotients are those of integer division, for all dividends below 2^63.
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisor {
    /// 2^`shift` / divisor, rounded up.
    factor: u64,
    shift: u32,
}

impl Divisor {
    /// Divides by `by`, or by 1 if that is 0.
    ///
    /// With 2^s the least power of two that is not below d, and f = ⌈2^(63+s) / d⌉: f·d exceeds 2^(63+s) by less than d, so
    /// x·f / 2^(63+s) exceeds x / d by less than x / 2^(63+s), which is below 1 / d for x below 2^63; and the next integer
    /// is at least 1 / d above x / d. f is below 2^64, because 2^s is below 2d.
    pub(super) fn of(by: u32) -> Self {
        let by = u64::from(by.max(1));
        let shift = 63 + by.next_power_of_two().trailing_zeros();
        Self {
            factor: (1u128 << shift).div_ceil(u128::from(by)) as u64,
            shift,
        }
    }

    pub(super) fn divide(self, value: u64) -> u64 {
        ((u128::from(value) * u128::from(self.factor)) >> self.shift) as u64
    }
}
